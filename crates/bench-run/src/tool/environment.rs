//! The environment variables of a tool, in the four ways that modules of the reference can ask for them.

use bench_system::Inherited;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;

/// Which variables a tool starts with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Environment {
    /// The only ones that it inherits; all if nothing is said.
    pub keep: Option<Vec<String>>,
    /// Set.
    pub new: Vec<(String, String)>,
    /// Added to the values that we have.
    pub extended: Vec<(String, String)>,
    /// Removed, whatever else is said about them.
    pub clear: Vec<String>,
}

impl Environment {
    /// What a run inherits.
    pub(crate) fn inherited(&self) -> Inherited {
        let names = |names: &[String]| names.iter().map(OsString::from).collect();
        match &self.keep {
            Some(keep) => {
                let kept: Vec<String> =
                    keep.iter().filter(|name| !self.clear.contains(name)).cloned().collect();
                Inherited::Only(names(&kept))
            }
            None => Inherited::AllBut(names(&self.clear)),
        }
    }

    /// What is set for it.
    pub(crate) fn set(&self) -> Vec<(OsString, OsString)> {
        let new = self.new.iter().map(|(name, value)| (name, OsString::from(value)));
        let extended = self.extended.iter().map(|(name, more)| {
            let mut value = std::env::var_os(name).unwrap_or_default();
            value.push(more);
            (name, value)
        });
        let all = new.chain(extended).filter(|(name, _)| !self.clear.contains(name));
        all.map(|(name, value)| (OsString::from(name), value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_ways() {
        let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let pair = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
        let mut environment = Environment { new: pair("A", "1"), ..Environment::default() };
        assert_eq!(environment.inherited(), Inherited::default());
        assert_eq!(environment.set(), [("A".into(), "1".into())]);
        environment.extended = pair("PATH", ":/more");
        let mut path = std::env::var_os("PATH").unwrap_or_default();
        path.push(":/more");
        assert_eq!(environment.set(), [("A".into(), "1".into()), ("PATH".into(), path)]);
        environment.clear = list(&["PATH", "LANG"]);
        assert_eq!(environment.set(), [("A".into(), "1".into())]);
        assert!(
            !environment.inherited().has("LANG".as_ref()) && environment.inherited().has("HOME".as_ref())
        );
        environment.keep = Some(list(&["HOME", "LANG"]));
        assert_eq!(environment.inherited(), Inherited::Only(vec!["HOME".into()]));
    }
}
