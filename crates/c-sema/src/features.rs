//! The ledger of C features: what is supported, what partly, what is refused by name.

/// How well a feature is supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// As the standard or gcc says.
    Supported,
    /// With the restriction that the remark names.
    Partial,
    /// Refused by name where it is used.
    Unsupported,
}

/// One line of the ledger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    /// What it is.
    pub name: &'static str,
    /// The clause of ISO C11, or `GNU`.
    pub clause: &'static str,
    /// How well it is supported.
    pub status: Status,
    /// One line about it; may be empty.
    pub remark: &'static str,
}

/// All features, in the order of the standard, extensions last.
pub const FEATURES: &[Feature] = &[];
