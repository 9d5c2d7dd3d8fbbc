//! Horn clauses: a solution makes every clause valid, and what has none is refuted.

use crate::{Failure, LIMITS, Verdict, has, open};
use smt::parse::parse_term;
use smt::solver::{Answer, Backend, HornAnswer, HornClause, HornPredicate, HornSystem, HornUse, Service};
use smt::transform::Substitution;
use smt::{CoreOp, Op, Sort, TermId, Terms};

/// A loop: `before`, the condition, the step, and what must hold after it; over one variable `x`, with `x1` its next value.
struct Loop {
    sort: Sort,
    before: &'static str,
    step: &'static str,
    wrong: &'static str,
    is_safe: Safe,
}

#[derive(PartialEq, Eq)]
enum Safe {
    Yes,
    No,
}

const LOOPS: &[Loop] = &[
    Loop {
        sort: Sort::Int,
        before: "(= x 0)",
        step: "(and (< x 10) (= x1 (+ x 1)))",
        wrong: "(> x 10)",
        is_safe: Safe::Yes,
    },
    Loop {
        sort: Sort::Int,
        before: "(= x 0)",
        step: "(and (< x 3) (= x1 (+ x 2)))",
        wrong: "(> x 3)",
        is_safe: Safe::No,
    },
    Loop {
        sort: Sort::BitVec(8),
        before: "(= x #x00)",
        step: "(and (bvult x #x0a) (= x1 (bvadd x #x02)))",
        wrong: "(bvugt x #x0a)",
        is_safe: Safe::Yes,
    },
    Loop {
        sort: Sort::BitVec(8),
        before: "(= x #xfd)",
        step: "(= x1 (bvadd x #x01))",
        wrong: "(= x #x01)",
        is_safe: Safe::No,
    },
];

pub(crate) fn horn(backend: &dyn Backend) -> Verdict {
    let mut decided = 0;
    for program in LOOPS {
        let needed = if program.sort == Sort::Int { Service::Arithmetic } else { Service::BitVectors };
        if !has(backend, needed) {
            continue;
        }
        let mut terms = Terms::new();
        let system = system(&mut terms, program)?;
        let mut solver = open(backend)?;
        match solver.solve_horn(&mut terms, &system, &LIMITS)? {
            HornAnswer::Solved(solution) => {
                decided += 1;
                valid(backend, &mut terms, &system, &solution)?;
            }
            HornAnswer::Refuted if program.is_safe == Safe::Yes => {
                return Err(Failure(format!("the loop {} has an invariant", program.step)));
            }
            HornAnswer::Refuted => decided += 1,
            HornAnswer::Unknown(_) => {}
        }
    }
    if decided < 2 {
        return Err(Failure(format!("only {decided} systems were decided")));
    }
    Ok(())
}

/// Two predicates, for before and within the loop, so that there is more than one to solve for.
fn system(terms: &mut Terms, program: &Loop) -> Result<HornSystem, Failure> {
    let [x, next] = ["x", "x1"].map(|name| terms.variable(name, program.sort));
    let (x, next) = (x?, next?);
    let mut read = |text| parse_term(terms, text).map_err(|error| Failure(error.to_string()));
    let (before, step, wrong) = (read(program.before)?, read(program.step)?, read(program.wrong)?);
    let at = |predicate, argument| HornUse { predicate, arguments: vec![argument] };
    let truth = terms.bool(true);
    let mut predicates = Vec::new();
    for name in ["entry", "invariant"] {
        let parameter = terms.declare(&format!("{name}_x"), &[], program.sort)?;
        predicates.push(HornPredicate { name: name.to_owned(), parameters: vec![parameter] });
    }
    let clauses = vec![
        HornClause { uses: Vec::new(), body: before, head: Some(at(0, x)) },
        HornClause { uses: vec![at(0, x)], body: truth, head: Some(at(1, x)) },
        HornClause { uses: vec![at(1, x)], body: step, head: Some(at(1, next)) },
        HornClause { uses: vec![at(1, x)], body: wrong, head: None },
    ];
    Ok(HornSystem { predicates, clauses })
}

/// Puts the solution into each clause and asks for a counterexample.
fn valid(backend: &dyn Backend, terms: &mut Terms, system: &HornSystem, solution: &[TermId]) -> Verdict {
    if solution.len() != system.predicates.len() {
        return Err(Failure(format!(
            "{} formulas for {} predicates",
            solution.len(),
            system.predicates.len()
        )));
    }
    for (number, clause) in system.clauses.iter().enumerate() {
        let mut formulas = vec![clause.body];
        for used in &clause.uses {
            formulas.push(instance(terms, system, solution, used)?);
        }
        if let Some(head) = &clause.head {
            let head = instance(terms, system, solution, head)?;
            formulas.push(terms.apply(Op::Core(CoreOp::Not), &[head])?);
        }
        let answer = open(backend)?.check(terms, &formulas, &LIMITS)?;
        if answer != Answer::Unsat {
            let script = crate::script(terms, &formulas);
            return Err(Failure(format!("clause {number} does not hold ({answer:?}):\n{script}")));
        }
    }
    Ok(())
}

fn instance(
    terms: &mut Terms,
    system: &HornSystem,
    solution: &[TermId],
    used: &HornUse,
) -> Result<TermId, Failure> {
    let mut substitution = Substitution::new();
    for (&parameter, &argument) in system.predicates[used.predicate].parameters.iter().zip(&used.arguments) {
        substitution.replace(terms, parameter, argument)?;
    }
    Ok(substitution.apply(terms, solution[used.predicate]))
}
