//! The options as one table: key, values, default, meaning, and who reads it. A preset is a choice of them, and `--set` changes one.
//!
//! A row ties a key to a field of [`Configuration`], so that the default is the field's and is written nowhere else. What an enumeration's values
//! are called is in [`names`]. Adding an option is a row here.

mod names;

#[cfg(test)]
mod tests;

use super::configuration::{Algorithm, Bound, Configuration, Domain, Invariants};
use crate::solvers::SolverChoice;
use algorithms::bmc;
use cpa_predicate::{
    AbstractionKind, Block, Equalities, Extraction, Facts, Feasibility, ForcedCovering, Merge as Joining,
    Placement, RegionKind, Restart as Again, Start, Strategy,
};
use cpa_value::{DeadVariables, Merge, Placement as Scope, PrefixChoice, Restart, Tracking};
use formula::{Arithmetic, Environment, Memory, Quantifiers};
use names::{Growth, Induction, Named};
use std::fmt;

/// What an option takes.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// One of these names.
    Names(fn() -> Vec<&'static str>),
    /// A number, at least this.
    Number(u32),
    /// A number, at least this, or `none`.
    NumberOrNone(u32),
    /// Several of these names, separated by commas.
    List(fn() -> Vec<&'static str>),
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Names(names) => f.write_str(&names().join(", ")),
            Self::Number(least) => write!(f, "a number, at least {least}"),
            Self::NumberOrNone(least) => write!(f, "a number, at least {least}, or none"),
            Self::List(names) => write!(f, "some of {}, separated by commas", names().join(", ")),
        }
    }
}

/// Who reads an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// Everybody.
    Everybody,
    /// What searches, with or without refinement.
    Search,
    /// What refines.
    Refinement,
    /// The predicate analysis with refinement.
    Predicate,
    /// The predicate analysis, where a spurious counterexample changes something.
    Facts,
    /// Refinement by predicates alone.
    Predicates,
    /// Refinement by predicates, alone or with labels.
    Precision,
    /// Refinement by labels (IMPACT), alone or with predicates.
    Labels,
    /// What looks for path invariants.
    PathInvariants,
    /// The predicate analysis, where paths stay apart.
    Paths,
    /// The analysis of values.
    Value,
    /// The analysis of values, if it does not track all variables from the start.
    TrackedValues,
    /// Bounded model checking and k-induction.
    Bounded,
    /// k-induction.
    Induction,
    /// Random testing.
    Testing,
}

impl Reader {
    /// Whether that is what a configuration runs.
    pub fn is_in(self, configuration: &Configuration) -> bool {
        let refines = configuration.algorithm == Algorithm::Refinement;
        let has_predicates = refines && configuration.domain.has_predicates();
        let has_values = refines && configuration.domain.has_values();
        match self {
            Self::Everybody => true,
            Self::Search => configuration.algorithm != Algorithm::Testing,
            Self::Refinement => refines,
            Self::Predicate => has_predicates,
            Self::Facts => has_predicates && configuration.predicate.strategy != Strategy::None,
            Self::Predicates => has_predicates && configuration.predicate.strategy == Strategy::Predicates,
            Self::Precision => has_predicates && configuration.predicate.strategy.has_predicates(),
            Self::Labels => has_predicates && configuration.predicate.strategy.has_labels(),
            Self::PathInvariants => {
                Self::Facts.is_in(configuration)
                    && configuration.predicate.facts.contains(&Facts::PathInvariants)
            }
            Self::Paths => has_predicates && configuration.predicate.merge == Joining::Separate,
            Self::Value => has_values,
            Self::TrackedValues => has_values && configuration.value.tracking == Tracking::Refined,
            Self::Bounded => configuration.algorithm == Algorithm::Bounded,
            Self::Induction => {
                configuration.algorithm == Algorithm::Bounded
                    && configuration.bounded.induction == bmc::Induction::On
            }
            Self::Testing => configuration.algorithm == Algorithm::Testing,
        }
    }
}

impl fmt::Display for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Everybody => "every analysis",
            Self::Search => "every analysis but `algorithm=testing`",
            Self::Refinement => "analyses with `algorithm=refinement`",
            Self::Predicate => "analyses with `algorithm=refinement` and predicates in `domain`",
            Self::Facts => "analyses with another `predicate.strategy` than none",
            Self::Value => "analyses with values in `domain`",
            Self::TrackedValues => "analyses with `value.tracking=refined`",
            Self::Predicates => "analyses with `predicate.strategy=predicates`",
            Self::Precision => "analyses with `predicate.strategy=predicates` or `labels-and-predicates`",
            Self::Labels => "analyses with `predicate.strategy=labels` or `labels-and-predicates`",
            Self::PathInvariants => "analyses with path-invariants among `predicate.facts`",
            Self::Paths => "analyses with `predicate.merge=separate`",
            Self::Bounded => "analyses with `algorithm=bounded`",
            Self::Induction => "analyses with `bmc.induction=on`",
            Self::Testing => "analyses with `algorithm=testing`",
        })
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The name.
    pub key: &'static str,
    /// What it takes.
    pub values: Values,
    /// What it does, in one line.
    pub help: &'static str,
    /// Who reads it.
    pub reader: Reader,
    show: fn(&Configuration) -> String,
    set: fn(&mut Configuration, &str) -> Option<()>,
}

impl OptionSpec {
    /// The value in a configuration.
    pub fn value(&self, configuration: &Configuration) -> String {
        (self.show)(configuration)
    }

    /// The value unless somebody chooses one.
    pub fn default(&self) -> String {
        self.value(&Configuration::default())
    }
}

macro_rules! choice {
    ($key:literal, $type:ty, $field:ident $(. $more:ident)*, $reader:ident, $help:literal) => {
        OptionSpec {
            key: $key,
            values: Values::Names(<$type as Named>::names),
            help: $help,
            reader: Reader::$reader,
            show: |from| <$type as Named>::name_of(from.$field $(. $more)*),
            set: |to, text| <$type as Named>::named(text).map(|value| to.$field $(. $more)* = value),
        }
    };
}

macro_rules! number {
    ($key:literal, $least:literal, $field:ident $(. $more:ident)*, $reader:ident, $help:literal) => {
        OptionSpec {
            key: $key,
            values: Values::Number($least),
            help: $help,
            reader: Reader::$reader,
            show: |from| from.$field $(. $more)* .to_string(),
            set: |to, text| number(text, $least).map(|value| to.$field $(. $more)* = value),
        }
    };
}

/// All options.
pub const OPTIONS: &[OptionSpec] = &[
    choice!("algorithm", Algorithm, algorithm, Everybody, "what is around the search"),
    choice!("domain", Domain, domain, Refinement, "what states know"),
    choice!("predicate.strategy", Strategy, predicate.strategy, Predicate, "what refinement changes"),
    choice!("predicate.block", Block, predicate.block, Predicate, "where blocks end"),
    choice!(
        "predicate.merge",
        Joining,
        predicate.merge,
        Predicate,
        "what becomes of paths that meet inside a block"
    ),
    choice!(
        "predicate.feasibility",
        Feasibility,
        predicate.feasibility,
        Paths,
        "when the solver is asked whether a path can be taken"
    ),
    choice!(
        "predicate.abstraction",
        AbstractionKind,
        predicate.abstraction,
        Precision,
        "how abstractions are computed"
    ),
    choice!(
        "predicate.regions",
        RegionKind,
        predicate.regions,
        Predicates,
        "what abstractions are kept as, and who says whether one covers another"
    ),
    choice!(
        "predicate.extraction",
        Extraction,
        predicate.extraction,
        Precision,
        "which predicates a fact gives"
    ),
    choice!(
        "predicate.equalities",
        Equalities,
        predicate.equalities,
        Precision,
        "whether for a predicate `x = i` also `x <= i` is tracked, or `x <= i` and `x >= i` instead"
    ),
    OptionSpec {
        key: "predicate.facts",
        values: Values::List(Facts::names),
        help: "what is learnt from an infeasible path: one kind after the other, until something is new",
        reader: Reader::Facts,
        show: |from| names::listed(&from.predicate.facts),
        set: |to, text| names::list(text).map(|facts| to.predicate.facts = facts),
    },
    number!(
        "predicate.path-invariants-visits",
        1,
        predicate.path_invariants.visits,
        PathInvariants,
        "how often a path visits some loop head before path invariants are looked for"
    ),
    OptionSpec {
        key: "predicate.path-invariants-seconds",
        values: Values::Number(1),
        help: "how long path invariants of one path program are looked for",
        reader: Reader::PathInvariants,
        show: |from| from.predicate.path_invariants.time.as_secs().to_string(),
        set: |to, text| {
            let seconds = number(text, 1)?;
            to.predicate.path_invariants.time = std::time::Duration::from_secs(u64::from(seconds));
            Some(())
        },
    },
    choice!(
        "predicate.precision",
        Placement,
        predicate.placement,
        Precision,
        "where a new predicate is tracked"
    ),
    choice!(
        "predicate.start",
        Start,
        predicate.start,
        Precision,
        "what is tracked before the first refinement: nothing, or what the conditions of the program ask"
    ),
    choice!(
        "predicate.restart",
        Again,
        predicate.restart,
        Predicates,
        "from where the search goes on after a refinement"
    ),
    choice!(
        "predicate.forced-covering",
        ForcedCovering,
        predicate.forced_covering,
        Labels,
        "whether a state is covered by force before it is expanded"
    ),
    OptionSpec {
        key: "predicate.target-checks",
        values: Values::NumberOrNone(0),
        help: "so many targets are refuted by the search; the others are left to refinement, from which values can learn",
        reader: Reader::Predicates,
        show: |from| optional(from.predicate.target_checks),
        set: |to, text| number_or_none(text, 0).map(|most| to.predicate.target_checks = most),
    },
    OptionSpec {
        key: "predicate.examination-milliseconds",
        values: Values::NumberOrNone(1),
        help: "how long a feasible path to a target is looked for among all that lead there, before values learn from one of them",
        reader: Reader::Predicates,
        show: |from| optional(from.predicate.examination.map(|time| time.as_millis())),
        set: |to, text| {
            let time = number_or_none(text, 1)?;
            to.predicate.examination = time.map(|time| std::time::Duration::from_millis(u64::from(time)));
            Some(())
        },
    },
    OptionSpec {
        key: "predicate.query-seconds",
        values: Values::NumberOrNone(1),
        help: "how long one query may take",
        reader: Reader::Predicate,
        show: |from| optional(from.predicate.query.time.map(|time| time.as_secs())),
        set: |to, text| {
            let seconds = number_or_none(text, 1)?;
            let time = seconds.map(|seconds| std::time::Duration::from_secs(u64::from(seconds)));
            to.predicate.query.time = time;
            Some(())
        },
    },
    OptionSpec {
        key: "interpolation.order",
        values: Values::List(interpolation::Strategy::names),
        help: "the ways to interpolants, in the order in which they are tried",
        reader: Reader::Facts,
        show: |from| names::listed(&from.predicate.interpolation.order),
        set: |to, text| names::list(text).map(|order| to.predicate.interpolation.order = order),
    },
    choice!("value.tracking", Tracking, value.tracking, Value, "which variables are tracked"),
    choice!(
        "value.precision",
        Scope,
        value.placement,
        TrackedValues,
        "where a variable is tracked once it was found"
    ),
    choice!(
        "value.restart",
        Restart,
        value.restart,
        TrackedValues,
        "from where the search goes on after a refinement"
    ),
    choice!(
        "value.prefix",
        PrefixChoice,
        value.prefix,
        TrackedValues,
        "which infeasible prefix of a path is refuted, if there are several"
    ),
    choice!(
        "value.dead-variables",
        DeadVariables,
        value.dead,
        Value,
        "what becomes of values that nobody reads again"
    ),
    OptionSpec {
        key: "value.handover",
        values: Values::NumberOrNone(1),
        help: "a variable with more values than this at one loop head is left to predicates",
        reader: Reader::Value,
        show: |from| optional(from.value.handover),
        set: |to, text| number_or_none(text, 1).map(|most| to.value.handover = most),
    },
    choice!("value.merge", Merge, value.merge, Value, "what becomes of states that meet"),
    number!(
        "callstack.recursion",
        1,
        recursion,
        Refinement,
        "how often a function may be active; of deeper recursion nothing is known unless refinement excludes it"
    ),
    number!("bmc.first", 1, bounded.first, Bounded, "the first bound of loops"),
    number!("bmc.step", 1, bounded.step, Bounded, "the least that is added to the bound"),
    choice!(
        "bmc.growth",
        Growth,
        bounded.growth,
        Bounded,
        "whether the step is added, or a quarter of the bound if that is more"
    ),
    OptionSpec {
        key: "bmc.last",
        values: Values::NumberOrNone(1),
        help: "the last bound that is tried",
        reader: Reader::Bounded,
        show: |from| optional(from.bounded.last),
        set: |to, text| number_or_none(text, 1).map(|last| to.bounded.last = last),
    },
    choice!(
        "bmc.bound",
        Bound,
        bound,
        Bounded,
        "what is bounded: the iterations of each loop, or the edges of a path"
    ),
    choice!("bmc.induction", Induction, bounded.induction, Bounded, "whether proofs by induction are tried"),
    choice!("bmc.invariants", Invariants, invariants, Induction, "where the step case has facts from"),
    number!("testing.seed", 0, testing.seed, Testing, "where the generator of values begins"),
    number!("testing.executions", 1, testing.executions, Testing, "the number of short executions"),
    number!("testing.steps", 1, testing.steps, Testing, "the steps of the longest execution"),
    choice!("encoding.arithmetic", Arithmetic, encoding.arithmetic, Search, "how numbers are encoded"),
    choice!("encoding.memory", Memory, encoding.memory, Search, "how memory of many cells is encoded"),
    choice!(
        "encoding.quantifiers",
        Quantifiers,
        encoding.quantifiers,
        Search,
        "whether formulas may have quantifiers"
    ),
    choice!(
        "encoding.environment",
        Environment,
        encoding.environment,
        Search,
        "what pointers from outside point to; `separate` is an assumption"
    ),
    choice!(
        "solver",
        SolverChoice,
        solver,
        Search,
        "who answers queries: Z3 in the process, or a program that is found on the path; `verdikt version` shows what is there"
    ),
    OptionSpec {
        key: "search.order",
        values: Values::List(names::order_names),
        help: "which state is expanded next: criteria, the most important first; lists of them with `/` between take turns",
        reader: Reader::Search,
        show: |from| names::traversal_text(&from.traversal),
        set: |to, text| names::traversal(text).map(|traversal| to.traversal = traversal),
    },
];

fn number(text: &str, least: u32) -> Option<u32> {
    text.parse().ok().filter(|&value| value >= least)
}

fn number_or_none(text: &str, least: u32) -> Option<Option<u32>> {
    if text == "none" { Some(None) } else { number(text, least).map(Some) }
}

fn optional(value: Option<impl fmt::Display>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

/// Why an option is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is none with this name; similar names.
    Unknown(String, Vec<&'static str>),
    /// The value does not fit; what would.
    Value {
        /// The option.
        key: &'static str,
        /// What was given.
        given: String,
        /// What it takes.
        takes: String,
    },
    /// What is to run does not look at it; who does, and what else could be set.
    Unread {
        /// The option.
        key: &'static str,
        /// Who reads it.
        reader: Reader,
        /// Options that are read.
        read: Vec<&'static str>,
    },
    /// Options that do not fit together.
    Contradiction(String),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(key, similar) => {
                write!(f, "there is no option `{key}`")?;
                if !similar.is_empty() {
                    write!(f, "; did you mean {}?", similar.join(" or "))?;
                }
                f.write_str("\n  `verdikt list options` shows all")
            }
            Self::Value { key, given, takes } => write!(f, "`{key}` takes {takes}; not `{given}`"),
            Self::Unread { key, reader, read } => {
                write!(f, "`{key}` would have no effect: it is for {reader}\n  what runs reads ")?;
                f.write_str(&read.join(", "))
            }
            Self::Contradiction(reason) => f.write_str(reason),
        }
    }
}

/// The option with a name.
pub fn option(key: &str) -> Option<&'static OptionSpec> {
    OPTIONS.iter().find(|option| option.key == key)
}

/// Changes one option. Whether it is read is seen by [`check`], when all are set.
pub fn set(configuration: &mut Configuration, key: &str, value: &str) -> Result<(), OptionError> {
    let Some(option) = option(key) else {
        let keys = OPTIONS.iter().map(|option| option.key);
        return Err(OptionError::Unknown(key.to_owned(), super::similar(key, keys)));
    };
    (option.set)(configuration, value).ok_or_else(|| OptionError::Value {
        key: option.key,
        given: value.to_owned(),
        takes: option.values.to_string(),
    })
}

/// Whether the options that were set are read, and all fit together.
pub fn check<'k>(
    configuration: &Configuration,
    set: impl IntoIterator<Item = &'k str>,
) -> Result<(), OptionError> {
    let unread = set.into_iter().filter_map(option).find(|option| !option.reader.is_in(configuration));
    if let Some(option) = unread {
        let read = OPTIONS.iter().filter(|option| option.reader.is_in(configuration));
        let read = read.map(|option| option.key).collect();
        return Err(OptionError::Unread { key: option.key, reader: option.reader, read });
    }
    configuration.validate().map_err(OptionError::Contradiction)
}
