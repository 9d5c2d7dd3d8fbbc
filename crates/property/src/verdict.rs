//! The answer of a run.

use std::fmt;

/// The answer: printed as the last line of standard output, and mirrored by the exit status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The property holds on every execution, under the assumptions that were listed.
    True,
    /// It does not; the name of the violated property.
    False(String),
    /// Neither was shown; why.
    Unknown(String),
}

impl Verdict {
    /// The process status that goes with it.
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::True => 0,
            Self::False(_) => 1,
            Self::Unknown(_) => 2,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::True => f.write_str("TRUE"),
            Self::False(property) => write!(f, "FALSE({property})"),
            Self::Unknown(reason) => write!(f, "UNKNOWN({reason})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_status() {
        let cases = [
            (Verdict::True, "TRUE", 0),
            (Verdict::False("unreach-call".to_owned()), "FALSE(unreach-call)", 1),
            (Verdict::Unknown("no analysis".to_owned()), "UNKNOWN(no analysis)", 2),
        ];
        for (verdict, text, status) in cases {
            assert_eq!((verdict.to_string().as_str(), verdict.exit_status()), (text, status));
        }
    }
}
