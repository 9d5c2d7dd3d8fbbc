//! What can be chosen about the analysis.

/// Which variables are tracked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tracking {
    /// All, always: the analysis without abstraction.
    Full,
    /// None at first, then those that refute infeasible paths.
    Refined,
}

/// Where a variable is tracked once it was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// At the locations where it was needed.
    Location,
    /// Wherever it is in scope, in the part of the graph that is explored anew.
    Scope,
    /// Wherever it is in scope, in the whole graph.
    Global,
}

/// What becomes of the reached states after a refinement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restart {
    /// Only what is below the first state that becomes more precise is removed.
    Pivot,
    /// Everything.
    Root,
}

/// Which infeasible prefix of a path is refuted, where there are several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrefixChoice {
    /// The shortest.
    Shortest,
    /// The longest.
    Longest,
    /// That whose variables look easiest: truth values before enumerations before numbers, and counters of loops last.
    DomainType,
    /// That with the fewest variables that loops change.
    FewestLoopVariables,
}

/// What becomes of states that meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Merge {
    /// They stay apart.
    Separate,
    /// One keeps what both know.
    Join,
}

/// What becomes of the values of variables that nobody reads again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeadVariables {
    /// They are forgotten.
    Forgotten,
    /// They stay.
    Kept,
}

/// All choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Which variables are tracked.
    pub tracking: Tracking,
    /// Where a variable is tracked once it was found.
    pub placement: Placement,
    /// What becomes of the reached states after a refinement.
    pub restart: Restart,
    /// Which infeasible prefix of a path is refuted.
    pub prefix: PrefixChoice,
    /// What becomes of states that meet.
    pub merge: Merge,
    /// What becomes of the values of variables that nobody reads again.
    pub dead: DeadVariables,
    /// A variable with more values than this at one loop head is not tracked any more.
    pub handover: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            tracking: Tracking::Refined,
            placement: Placement::Scope,
            restart: Restart::Pivot,
            prefix: PrefixChoice::DomainType,
            merge: Merge::Separate,
            dead: DeadVariables::Forgotten,
            handover: None,
        }
    }
}

impl Options {
    /// What does not fit together, and what would.
    pub fn validate(&self) -> Result<(), String> {
        match (self.placement, self.restart, self.merge) {
            (_, _, Merge::Join) if self.tracking == Tracking::Refined => {
                Err("joined states cannot be refined: `value.merge=join` needs `value.tracking=full`"
                    .to_owned())
            }
            (Placement::Global, Restart::Pivot, _) => Err(
                "a global precision changes all states: `value.precision=global` needs `value.restart=root`"
                    .to_owned(),
            ),
            (
                Placement::Location | Placement::Scope | Placement::Global,
                Restart::Pivot | Restart::Root,
                _,
            ) => Ok(()),
        }
    }
}
