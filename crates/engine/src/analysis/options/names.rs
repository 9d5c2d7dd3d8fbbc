//! What the values of enumerations are called on the command line and in presets.

use super::super::configuration::{Algorithm, Bound, Domain, Invariants};
use crate::solvers::SolverChoice;
pub(super) use algorithms::bmc::{Growth, Induction};
use cpa::{Order, Traversal};
use cpa_predicate::{
    AbstractionKind, Block, Equalities, Extraction, Facts, Feasibility, ForcedCovering, Merge as Joining,
    Placement, RegionKind, Restart as Again, Start, Strategy,
};
use cpa_value::{DeadVariables, Merge, Placement as Scope, PrefixChoice, Restart, Tracking};
use formula::{Arithmetic, Environment, Memory, Overflow, Quantifiers};

/// An enumeration whose values have names.
pub(super) trait Named: Copy + PartialEq + 'static {
    /// Each value with its name.
    const NAMES: &'static [(&'static str, Self)];

    fn names() -> Vec<&'static str> {
        Self::NAMES.iter().map(|&(name, _)| name).collect()
    }

    fn named(text: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(name, _)| *name == text).map(|&(_, value)| value)
    }

    /// The name of a value; the list is complete, which a test checks.
    fn name_of(value: Self) -> String {
        let found = Self::NAMES.iter().find(|(_, known)| *known == value);
        found.map_or("?", |(name, _)| name).to_owned()
    }
}

impl Named for Algorithm {
    const NAMES: &'static [(&'static str, Self)] =
        &[("refinement", Self::Refinement), ("bounded", Self::Bounded), ("testing", Self::Testing)];
}

impl Named for Bound {
    const NAMES: &'static [(&'static str, Self)] =
        &[("loops", Self::Loops), ("path-length", Self::PathLength)];
}

impl Named for SolverChoice {
    const NAMES: &'static [(&'static str, Self)] = Self::ALL;
}

impl Named for Domain {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("predicate", Self::Predicate),
        ("value", Self::Value),
        ("value-and-predicate", Self::ValueAndPredicate),
    ];
}

impl Named for Tracking {
    const NAMES: &'static [(&'static str, Self)] = &[("full", Self::Full), ("refined", Self::Refined)];
}

impl Named for Scope {
    const NAMES: &'static [(&'static str, Self)] =
        &[("location", Self::Location), ("scope", Self::Scope), ("global", Self::Global)];
}

impl Named for Restart {
    const NAMES: &'static [(&'static str, Self)] = &[("pivot", Self::Pivot), ("root", Self::Root)];
}

impl Named for PrefixChoice {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("shortest", Self::Shortest),
        ("longest", Self::Longest),
        ("domain-type", Self::DomainType),
        ("fewest-loop-variables", Self::FewestLoopVariables),
    ];
}

impl Named for DeadVariables {
    const NAMES: &'static [(&'static str, Self)] = &[("forgotten", Self::Forgotten), ("kept", Self::Kept)];
}

impl Named for Merge {
    const NAMES: &'static [(&'static str, Self)] = &[("separate", Self::Separate), ("join", Self::Join)];
}

impl Named for Strategy {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("none", Self::None),
        ("predicates", Self::Predicates),
        ("labels", Self::Labels),
        ("labels-and-predicates", Self::LabelsAndPredicates),
    ];
}

impl Named for Block {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("edge", Self::Edge),
        ("loops", Self::Loops),
        ("loops-and-functions", Self::LoopsAndFunctions),
        ("never", Self::Never),
    ];
}

impl Named for Joining {
    const NAMES: &'static [(&'static str, Self)] = &[("join", Self::Join), ("separate", Self::Separate)];
}

impl Named for Feasibility {
    const NAMES: &'static [(&'static str, Self)] =
        &[("targets", Self::Targets), ("branches", Self::Branches)];
}

impl Named for AbstractionKind {
    const NAMES: &'static [(&'static str, Self)] =
        &[("cartesian", Self::Cartesian), ("boolean", Self::Boolean), ("combined", Self::Combined)];
}

impl Named for RegionKind {
    const NAMES: &'static [(&'static str, Self)] =
        &[("diagrams", Self::Diagrams), ("formulas", Self::Formulas)];
}

impl Named for Extraction {
    const NAMES: &'static [(&'static str, Self)] = &[("whole", Self::Whole), ("atoms", Self::Atoms)];
}

impl Named for Facts {
    const NAMES: &'static [(&'static str, Self)] = &[
        (Self::Interpolants.name(), Self::Interpolants),
        (Self::PathInvariants.name(), Self::PathInvariants),
        (Self::WeakestPreconditions.name(), Self::WeakestPreconditions),
        (Self::HeuristicPredicates.name(), Self::HeuristicPredicates),
    ];
}

impl Named for Equalities {
    const NAMES: &'static [(&'static str, Self)] =
        &[("kept", Self::Kept), ("beside", Self::Beside), ("split", Self::Split)];
}

impl Named for Placement {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("location", Self::Location),
        ("function", Self::Function),
        ("global", Self::Global),
        ("mixed", Self::Mixed),
    ];
}

impl Named for Start {
    const NAMES: &'static [(&'static str, Self)] =
        &[("empty", Self::Empty), ("conditions", Self::Conditions)];
}

impl Named for Again {
    const NAMES: &'static [(&'static str, Self)] = &[("pivot", Self::Pivot), ("root", Self::Root)];
}

impl Named for ForcedCovering {
    const NAMES: &'static [(&'static str, Self)] = &[("off", Self::Off), ("on", Self::On)];
}

impl Named for Growth {
    const NAMES: &'static [(&'static str, Self)] = &[("quarter", Self::Quarter), ("step", Self::Step)];
}

impl Named for Induction {
    const NAMES: &'static [(&'static str, Self)] = &[("off", Self::Off), ("on", Self::On)];
}

impl Named for Invariants {
    const NAMES: &'static [(&'static str, Self)] = &[("none", Self::None), ("value-sets", Self::ValueSets)];
}

impl Named for Arithmetic {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("bit-precise", Self::BitPrecise),
        ("linear", Self::Linear { overflow: Overflow::Sound }),
        ("linear-unsound", Self::Linear { overflow: Overflow::Unsound }),
    ];
}

impl Named for Memory {
    const NAMES: &'static [(&'static str, Self)] =
        &[("arrays", Self::Arrays), ("functions", Self::Functions)];
}

impl Named for Quantifiers {
    const NAMES: &'static [(&'static str, Self)] = &[("free", Self::Free), ("used", Self::Used)];
}

impl Named for Environment {
    const NAMES: &'static [(&'static str, Self)] =
        &[("escaped", Self::Escaped), ("separate", Self::Separate)];
}

impl Named for interpolation::Strategy {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("newton", Self::Newton),
        ("paths", Self::Paths),
        ("spacer", Self::Spacer),
        ("linear", Self::Linear),
        ("native", Self::Native),
        ("weakest", Self::Weakest),
    ];
}

/// Names separated by commas, at least one, none twice.
pub(super) fn list<T: Named>(text: &str) -> Option<Vec<T>> {
    let values: Vec<T> = text.split(',').map(|name| T::named(name.trim())).collect::<Option<_>>()?;
    let is_repeated = |(at, value): (usize, &T)| values[..at].contains(value);
    if values.iter().enumerate().any(is_repeated) { None } else { Some(values) }
}

pub(super) fn listed<T: Named>(values: &[T]) -> String {
    values.iter().map(|&value| T::name_of(value)).collect::<Vec<_>>().join(",")
}

const RANDOM: &str = "random";

const ORDERS: &[(&str, Order)] = &[
    ("depth-first", Order::DepthFirst),
    ("breadth-first", Order::BreadthFirst),
    ("reverse-postorder", Order::ReversePostorder),
    ("topological", Order::Topological),
    ("callstack-first", Order::CallStackFirst),
    ("loop-iteration-first", Order::LoopIterationFirst),
    ("target-distance", Order::TargetDistance),
];

/// The criteria of searches; the last one has a seed.
pub(super) fn order_names() -> Vec<&'static str> {
    ORDERS.iter().map(|&(name, _)| name).chain(["random:SEED"]).collect()
}

fn order(text: &str) -> Option<Order> {
    if let Some(seed) = text.strip_prefix(RANDOM).and_then(|rest| rest.strip_prefix(':')) {
        return seed.parse().ok().map(Order::Random);
    }
    ORDERS.iter().find(|(name, _)| *name == text).map(|&(_, order)| order)
}

/// Criteria separated by commas; lists of them separated by slashes take turns.
pub(super) fn traversal(text: &str) -> Option<Traversal> {
    let criteria = |list: &str| list.split(',').map(|name| order(name.trim())).collect::<Option<Vec<_>>>();
    text.split('/').map(criteria).collect::<Option<Vec<_>>>().map(Traversal::in_turn)
}

pub(super) fn traversal_text(traversal: &Traversal) -> String {
    let name = |order: &Order| match order {
        Order::Random(seed) => format!("{RANDOM}:{seed}"),
        Order::DepthFirst
        | Order::BreadthFirst
        | Order::ReversePostorder
        | Order::Topological
        | Order::CallStackFirst
        | Order::LoopIterationFirst
        | Order::TargetDistance => {
            let found = ORDERS.iter().find(|(_, known)| known == order);
            found.map_or("?", |(name, _)| name).to_owned()
        }
    };
    let criteria = |list: &Vec<Order>| list.iter().map(name).collect::<Vec<_>>().join(",");
    traversal.lists().iter().map(criteria).collect::<Vec<_>>().join("/")
}
