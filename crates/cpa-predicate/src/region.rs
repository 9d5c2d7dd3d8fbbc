//! Regions: combinations of predicates as binary decision diagrams.
//!
//! The result of an abstraction is a truth function of predicates (dissertation, section 4.1.1). As a diagram it is canonical, and whether one follows
//! from another is a walk over both, without a solver. Each predicate has a place in the order of the diagrams, by the order in
//! which predicates were found, and a truth variable that stands for it in queries.
//!
//! *What is lost:* a diagram knows nothing of what predicates mean, so `x = 1` does not follow into `x >= 0`. Boolean abstractions with the
//! same predicates exclude such combinations already; with different ones the diagrams say no where a solver says yes. That costs
//! states and nothing else: a no is never wrong.
//!
//! The diagrams are those of `biodivine-lib-bdd`: each is a value of its own, a list of nodes, which suits regions that are small and
//! many. They are interned here, so that answers are remembered by number.

use biodivine_lib_bdd::{Bdd, BddNode, BddPointer, BddVariable};
use outcome::{Incomplete, Phase};
use rustc_hash::FxHashMap;
use smt::{CoreOp, Op, Sort, TermId, Terms};
use stdx::IndexVec;

stdx::define_index! {
    /// A region.
    pub(crate) struct RegionId = "r";
}

stdx::define_index! {
    /// A predicate's place in the order of diagrams.
    pub(crate) struct Rank = "p";
}

/// How many predicates there can be. The diagrams have room for one more, the end of all paths.
const MAX_PREDICATES: u16 = u16::MAX - 1;

/// A predicate with what stands for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Predicate {
    /// The formula about states.
    pub(crate) formula: TermId,
    /// The truth variable.
    pub(crate) variable: TermId,
}

/// A conjunction of predicates and negated ones, by ascending rank.
pub(crate) type Literals = Vec<(Rank, bool)>;

/// All regions.
pub(crate) struct Regions {
    predicates: IndexVec<Rank, Predicate>,
    ranks: FxHashMap<TermId, Rank>,
    diagrams: IndexVec<RegionId, Bdd>,
    numbers: FxHashMap<Bdd, RegionId>,
    formulas: FxHashMap<RegionId, TermId>,
    implied: FxHashMap<(RegionId, RegionId), bool>,
}

impl Regions {
    /// The region of all states.
    pub(crate) const ALL: RegionId = RegionId(0);

    /// The region of all states, and no other.
    pub(crate) fn new() -> Self {
        let mut regions = Self {
            predicates: IndexVec::new(),
            ranks: FxHashMap::default(),
            diagrams: IndexVec::new(),
            numbers: FxHashMap::default(),
            formulas: FxHashMap::default(),
            implied: FxHashMap::default(),
        };
        regions.intern(constant(true));
        regions
    }

    fn intern(&mut self, diagram: Bdd) -> RegionId {
        if let Some(&known) = self.numbers.get(&diagram) {
            return known;
        }
        let id = self.diagrams.push(diagram.clone());
        self.numbers.insert(diagram, id);
        id
    }

    /// The rank of a predicate, which is a new one if it was not seen before.
    pub(crate) fn rank(&mut self, terms: &mut Terms, formula: TermId) -> Result<Rank, Incomplete> {
        if let Some(&known) = self.ranks.get(&formula) {
            return Ok(known);
        }
        if self.predicates.len() >= usize::from(MAX_PREDICATES) {
            return Err(Incomplete::open(Phase::Search, format!("more than {MAX_PREDICATES} predicates")));
        }
        let symbol = terms.fresh("predicate", Sort::Bool).map_err(Incomplete::from)?;
        let variable = terms.apply(Op::Apply(symbol), &[]).map_err(Incomplete::from)?;
        let rank = self.predicates.push(Predicate { formula, variable });
        self.ranks.insert(formula, rank);
        Ok(rank)
    }

    /// A predicate.
    pub(crate) fn predicate(&self, rank: Rank) -> Predicate {
        self.predicates[rank]
    }

    /// The region of a disjunction of conjunctions.
    pub(crate) fn of_cubes(&mut self, cubes: &[Literals]) -> RegionId {
        // In pairs, and pairs of pairs, so that large diagrams meet few others.
        let mut layer: Vec<Bdd> = cubes.iter().map(|cube| conjunction(cube)).collect();
        while layer.len() > 1 {
            layer = layer
                .chunks(2)
                .map(|pair| match pair {
                    [one, two] => one.or(two),
                    [one, ..] => one.clone(),
                    [] => constant(false),
                })
                .collect();
        }
        let whole = layer.pop().unwrap_or_else(|| constant(false));
        self.intern(whole)
    }

    /// The intersection of two regions.
    pub(crate) fn and(&mut self, one: RegionId, two: RegionId) -> RegionId {
        let both = self.diagrams[one].and(&self.diagrams[two]);
        self.intern(both)
    }

    /// Whether one region is part of another.
    pub(crate) fn is_within(&mut self, small: RegionId, large: RegionId) -> bool {
        if small == large || large == Self::ALL {
            return true;
        }
        if let Some(&known) = self.implied.get(&(small, large)) {
            return known;
        }
        let follows = self.diagrams[small].and_not(&self.diagrams[large]).is_false();
        self.implied.insert((small, large), follows);
        follows
    }

    /// Whether a region decides a predicate, and how.
    pub(crate) fn decides(&mut self, region: RegionId, rank: Rank) -> Option<bool> {
        for value in [true, false] {
            let literal = self.of_cubes(&[vec![(rank, value)]]);
            if self.is_within(region, literal) {
                return Some(value);
            }
        }
        None
    }

    /// The region as a formula about states. Diagrams share nodes, and so do the formulas.
    pub(crate) fn formula(&mut self, terms: &mut Terms, region: RegionId) -> Result<TermId, Incomplete> {
        if let Some(&known) = self.formulas.get(&region) {
            return Ok(known);
        }
        let diagram = &self.diagrams[region];
        let mut built: Vec<TermId> = Vec::with_capacity(diagram.size());
        let (yes, no) = (terms.bool(true), terms.bool(false));
        // Nodes come after those that they point to.
        for pointer in diagram.pointers() {
            let formula = match pointer.as_bool() {
                Some(value) => {
                    if value {
                        yes
                    } else {
                        no
                    }
                }
                None => {
                    let predicate = self.predicates[Rank(diagram.var_of(pointer).to_index() as u32)].formula;
                    let link = |to: BddPointer| built.get(to.to_index()).copied().ok_or_else(disorder);
                    let high = link(diagram.high_link_of(pointer))?;
                    let low = link(diagram.low_link_of(pointer))?;
                    choice(terms, predicate, high, low).map_err(Incomplete::from)?
                }
            };
            built.push(formula);
        }
        let formula = built.get(diagram.root_pointer().to_index()).copied().unwrap_or(no);
        self.formulas.insert(region, formula);
        Ok(formula)
    }
}

fn disorder() -> Incomplete {
    Incomplete::internal("a diagram whose nodes come before those that they point to")
}

/// `if predicate then high else low`, by connectives only, so that its atoms are the predicates'.
fn choice(terms: &mut Terms, predicate: TermId, high: TermId, low: TermId) -> Result<TermId, smt::SortError> {
    let counter = terms.apply(Op::Core(CoreOp::Not), &[predicate])?;
    let one = terms.apply(Op::Core(CoreOp::And), &[predicate, high])?;
    let two = terms.apply(Op::Core(CoreOp::And), &[counter, low])?;
    terms.apply(Op::Core(CoreOp::Or), &[one, two])
}

fn constant(value: bool) -> Bdd {
    diagram(&if value {
        vec![BddNode::mk_zero(MAX_PREDICATES), BddNode::mk_one(MAX_PREDICATES)]
    } else {
        vec![BddNode::mk_zero(MAX_PREDICATES)]
    })
}

fn conjunction(literals: &[(Rank, bool)]) -> Bdd {
    debug_assert!(literals.is_sorted_by(|one, two| one.0 < two.0), "literals come by rank");
    let mut nodes = vec![BddNode::mk_zero(MAX_PREDICATES), BddNode::mk_one(MAX_PREDICATES)];
    for &(rank, value) in literals.iter().rev() {
        let last = BddPointer::from_index(nodes.len() - 1);
        let (low, high) = if value { (BddPointer::zero(), last) } else { (last, BddPointer::zero()) };
        nodes.push(BddNode::mk_node(BddVariable::from_index(rank.0 as usize), low, high));
    }
    diagram(&nodes)
}

fn diagram(nodes: &[BddNode]) -> Bdd {
    Bdd::from_nodes(nodes).expect("nodes point to earlier ones, and ranks descend")
}
