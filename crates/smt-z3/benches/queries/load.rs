//! A load as predicate abstraction makes it: for each block of a program and each abstract state before it, which predicates must hold
//! after it, and which cannot.
//!
//! Programs are given as steps over 32-bit variables. A block is a number of steps in a row, in single assignment. Each
//! query is one level on top of the block and the state, with one predicate or its negation.

use smt::parse::parse_term;
use smt::{CoreOp, Op, Sort, TermId, Terms};

/// One request to a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Request {
    /// Opens a level.
    Push,
    /// Drops it.
    Pop,
    /// Asserts a formula.
    Assert(TermId),
    /// Asks.
    Check,
}

/// The terms and the requests.
pub(crate) struct Load {
    /// The store.
    pub(crate) terms: Terms,
    /// What is asked, in order.
    pub(crate) requests: Vec<Request>,
}

/// A program: its steps as pairs of a guard and assignments, and the predicates that are tracked.
pub(crate) struct Program {
    variables: &'static [&'static str],
    steps: &'static [(&'static str, &'static [(&'static str, &'static str)])],
    predicates: &'static [&'static str],
}

/// The first is the one with the fastest queries.
pub(crate) const PROGRAMS: &[Program] = &[
    Program {
        variables: &["lock", "old", "new", "flag"],
        steps: &[
            ("(= lock #x00000000)", &[("lock", "#x00000001"), ("old", "new")]),
            ("(distinct flag #x00000000)", &[("lock", "#x00000000"), ("new", "(bvadd new #x00000001)")]),
            ("(distinct new old)", &[("flag", "(bvxor flag #x00000001)")]),
        ],
        predicates: &[
            "(= lock #x00000000)",
            "(= lock #x00000001)",
            "(= old new)",
            "(= flag #x00000000)",
            "(bvult old new)",
            "(= new (bvadd old #x00000001))",
        ],
    },
    Program {
        variables: &["x", "y", "n"],
        steps: &[
            ("(bvult x n)", &[("x", "(bvadd x #x00000001)"), ("y", "(bvadd y #x00000003)")]),
            ("(bvuge x n)", &[]),
        ],
        predicates: &[
            "(= y (bvmul #x00000003 x))",
            "(bvule x n)",
            "(bvult x n)",
            "(bvult n #x00010000)",
            "(= (bvand y #x00000001) (bvand x #x00000001))",
            "(bvule x y)",
        ],
    },
    Program {
        variables: &["h", "c", "i", "k"],
        steps: &[
            (
                "(bvslt i k)",
                &[
                    ("h", "(bvxor (bvmul h #x00000021) c)"),
                    ("c", "(bvlshr c #x00000001)"),
                    ("i", "(bvadd i #x00000001)"),
                ],
            ),
            ("(distinct (bvand c #x00000001) #x00000000)", &[("h", "(bvadd h (bvshl c #x00000002))")]),
        ],
        predicates: &[
            "(bvsle i k)",
            "(bvult c #x00000100)",
            "(= (bvand h #x00000003) #x00000000)",
            "(bvsge i #x00000000)",
            "(= c #x00000000)",
            "(bvult (bvlshr h #x00000010) #x00000fff)",
        ],
    },
    Program {
        variables: &["a", "b", "r"],
        steps: &[
            ("(bvugt a b)", &[("a", "(bvsub a b)"), ("r", "(bvadd r #x00000001)")]),
            ("(bvugt b a)", &[("b", "(bvsub b a)"), ("r", "(bvadd r #x00000001)")]),
            ("(distinct a b)", &[("r", "(bvadd r (ite (bvslt a b) a b))")]),
        ],
        predicates: &[
            "(bvugt a #x00000000)",
            "(bvugt b #x00000000)",
            "(bvule a b)",
            "(= a b)",
            "(= (bvurem a #x00000002) #x00000000)",
            "(bvult r #x00000064)",
        ],
    },
    Program {
        variables: &["s", "t", "w"],
        steps: &[
            (
                "(bvslt s #x00000064)",
                &[
                    ("s", "((_ sign_extend 16) ((_ extract 15 0) (bvadd s t)))"),
                    ("t", "(bvadd t ((_ zero_extend 24) ((_ extract 7 0) w)))"),
                ],
            ),
            ("(bvsge t #x00000000)", &[("w", "(bvashr w #x00000003)"), ("t", "(bvneg t)")]),
        ],
        predicates: &[
            "(bvslt s #x00008000)",
            "(bvsle s t)",
            "(bvsge w #x00000000)",
            "(bvslt t #x00000000)",
            "(= ((_ extract 7 0) w) #x00)",
            "(bvslt (bvadd s t) #x00000100)",
        ],
    },
];

/// So many steps make a block.
const BLOCK: usize = 4;

impl Load {
    /// A load with at least so many queries, of so many programs.
    pub(crate) fn new(queries: usize, programs: usize) -> Self {
        let mut load = Self { terms: Terms::new(), requests: Vec::new() };
        let mut asked = 0;
        for round in 0.. {
            for program in PROGRAMS.iter().take(programs) {
                asked += load.block(program, round);
                if asked >= queries {
                    return load;
                }
            }
        }
        load
    }

    fn read(&mut self, text: &str) -> TermId {
        parse_term(&mut self.terms, text).expect("the programs are well-formed")
    }

    fn apply(&mut self, op: CoreOp, args: &[TermId]) -> TermId {
        self.terms.apply(Op::Core(op), args).expect("the programs are well-sorted")
    }

    /// A formula over the copies of variables at the present place.
    fn at(&mut self, formula: TermId, place: &[(smt::SymbolId, u32)]) -> TermId {
        let index = |symbol| place.iter().find(|(known, _)| *known == symbol).map(|&(_, index)| index);
        self.terms.at_indices(formula, index).expect("copies have the sorts of their originals")
    }

    /// The queries of one block, chosen by a number, and how many these are.
    fn block(&mut self, program: &Program, number: usize) -> usize {
        let mut place = Vec::new();
        for name in program.variables {
            self.terms.variable(name, Sort::BitVec(32)).expect("names are of no operator");
            let symbol = self.terms.lookup(name).expect("it was declared");
            place.push((symbol, 0));
        }
        let predicates: Vec<TermId> = program.predicates.iter().map(|text| self.read(text)).collect();
        let mut block = Vec::new();
        for (position, &predicate) in predicates.iter().enumerate() {
            // The abstract state before the block: each predicate holds, does not, or is open.
            let known = self.at(predicate, &place);
            match (number + position * position) % 3 {
                0 => block.push(known),
                1 => block.push(self.apply(CoreOp::Not, &[known])),
                _ => {}
            }
        }
        for step in 0..BLOCK {
            let (guard, assignments) =
                program.steps[(number / 3 + step * (number + 1)) % program.steps.len()];
            let guard = self.read(guard);
            block.push(self.at(guard, &place));
            let mut next = place.clone();
            for (name, value) in assignments {
                let value = self.read(value);
                let value = self.at(value, &place);
                let symbol = self.terms.lookup(name).expect("it was declared");
                let entry = next.iter_mut().find(|(known, _)| *known == symbol).expect("it was declared");
                entry.1 += 1;
                let copy = self.terms.copy_at(symbol, entry.1).expect("it has its original's sort");
                let copy = self.terms.apply(Op::Apply(copy), &[]).expect("it is a variable");
                block.push(self.apply(CoreOp::Eq, &[copy, value]));
            }
            place = next;
        }
        self.requests.push(Request::Push);
        self.requests.extend(block.into_iter().map(Request::Assert));
        for &predicate in &predicates {
            let holds = self.at(predicate, &place);
            let fails = self.apply(CoreOp::Not, &[holds]);
            for formula in [holds, fails] {
                self.requests.extend([Request::Push, Request::Assert(formula), Request::Check, Request::Pop]);
            }
        }
        self.requests.push(Request::Pop);
        predicates.len() * 2
    }
}
