//! The presets: each is a published algorithm as a choice of options, and nothing else.

use algorithms::bmc::{self, Induction};
use cpa_predicate::{Block, ForcedCovering, Options as Predicate, Strategy};

/// A named configuration.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The paper it follows.
    pub paper: &'static str,
    /// The algorithm around the search.
    pub(super) algorithm: fn() -> Algorithm,
}

/// The algorithm around the search, with the options of the predicate analysis in it.
#[derive(Clone, Debug)]
pub(super) enum Algorithm {
    /// Search and refinement in turn.
    Cegar(Box<Predicate>),
    /// Growing bounds.
    Bounded(bmc::Options),
}

fn predicates(block: Block) -> Algorithm {
    Algorithm::Cegar(Box::new(Predicate { block, ..Predicate::default() }))
}

fn impact(block: Block, forced_covering: ForcedCovering) -> Algorithm {
    Algorithm::Cegar(Box::new(Predicate {
        block,
        strategy: Strategy::Labels,
        forced_covering,
        ..Predicate::default()
    }))
}

/// All presets.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "bmc",
        summary: "bounded model checking with growing bounds, proofs by the forward condition",
        paper: "Biere, Cimatti, Clarke, Zhu: Symbolic model checking without BDDs, TACAS 1999",
        algorithm: || Algorithm::Bounded(bmc::Options::default()),
    },
    Preset {
        name: "k-induction",
        summary: "bounded model checking, proofs by k-induction over visits of loop heads",
        paper: "Beyer, Dangl, Wendler: Boosting k-induction with continuously-refined invariants, CAV 2015",
        algorithm: || {
            Algorithm::Bounded(bmc::Options { induction: Induction::On, ..bmc::Options::default() })
        },
    },
    Preset {
        name: "predicate-abstraction",
        summary: "predicate abstraction with blocks that end at loop heads, refined by interpolants",
        paper: "Beyer, Keremoglu, Wendler: Predicate abstraction with adjustable-block encoding, FMCAD 2010",
        algorithm: || predicates(Block::Loops),
    },
    Preset {
        name: "predicate-abstraction-lf",
        summary: "the same, where blocks end at borders of functions too",
        paper: "Beyer, Cimatti, Griggio, Keremoglu, Sebastiani: Software model checking via large-block encoding, FMCAD 2009",
        algorithm: || predicates(Block::LoopsAndFunctions),
    },
    Preset {
        name: "predicate-abstraction-sbe",
        summary: "the same, where each edge is a block",
        paper: "Henzinger, Jhala, Majumdar, McMillan: Abstractions from proofs, POPL 2004",
        algorithm: || predicates(Block::Edge),
    },
    Preset {
        name: "impact",
        summary: "lazy abstraction with interpolants, with blocks that end at loop heads and covering by force",
        paper: "McMillan: Lazy abstraction with interpolants, CAV 2006",
        algorithm: || impact(Block::Loops, ForcedCovering::On),
    },
    Preset {
        name: "impact-plain",
        summary: "the same without covering by force",
        paper: "McMillan: Lazy abstraction with interpolants, CAV 2006",
        algorithm: || impact(Block::Loops, ForcedCovering::Off),
    },
    Preset {
        name: "impact-sbe",
        summary: "the original: each edge is a block, with covering by force",
        paper: "McMillan: Lazy abstraction with interpolants, CAV 2006",
        algorithm: || impact(Block::Edge, ForcedCovering::On),
    },
];

/// The preset with a name.
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}
