//! How folders can be used: the defaults, what the request says, and which rule counts for a path.

use super::Rights;
use crate::{Access, Container, Error, Rule};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Rules by folder. There is one for `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rules(BTreeMap<PathBuf, Access>);

/// What holds unless the request says otherwise: everything can be written without a trace, and places for temporary files are empty.
const DEFAULTS: [(&str, Access); 3] =
    [("/", Access::Overlay), ("/run", Access::Hidden), ("/tmp", Access::Hidden)];

impl Rules {
    /// The rules of a request. The folder in which the command starts is visible, even if it is in one that is hidden by default.
    ///
    /// Before something in an overlay is changed, the kernel copies the folders above with their owners, which fails for owners whom a user namespace does not know. So that users can write
    /// where they start even if a folder above is root's, that folder has an overlay of its own there.
    pub(crate) fn new(container: &Container, folder: &Path, rights: Rights) -> Result<Self, Error> {
        let defaults = DEFAULTS.into_iter().map(|(path, access)| (PathBuf::from(path), access));
        let mut rules: BTreeMap<PathBuf, Access> = defaults.filter(|(path, _)| path.is_dir()).collect();
        let mut wanted = BTreeMap::new();
        for Rule { folder, access } in &container.rules {
            let real = folder.canonicalize().map_err(|error| {
                Error::Request(format!("cannot use the folder {}: {error}", folder.display()))
            })?;
            if !real.is_dir() {
                return Err(Error::Request(format!("{} is no folder", folder.display())));
            }
            if real.starts_with("/proc") {
                return Err(Error::Request(
                    "/proc is made anew for each run and cannot have a rule".to_owned(),
                ));
            }
            match wanted.insert(real, *access) {
                Some(other) if other != *access => {
                    let folder = folder.display();
                    return Err(Error::Request(format!("two rules for {folder}: {other} and {access}")));
                }
                Some(_) | None => {}
            }
        }
        let is_hidden = |rules: &BTreeMap<PathBuf, Access>| access_in(rules, folder) == Some(Access::Hidden);
        if is_hidden(&wanted) {
            let folder = folder.display();
            return Err(Error::Request(format!(
                "the command would start in {folder}, which is hidden; give that folder another mode, or start elsewhere (--dir)"
            )));
        }
        let has_rule = access_in(&wanted, folder).is_some();
        rules.append(&mut wanted);
        if is_hidden(&rules) && (!has_rule || access_in(&rules, folder) == Some(Access::Hidden)) {
            rules.insert(folder.to_owned(), Access::Overlay);
        }
        match rights {
            Rights::User(..) if access_in(&rules, folder) == Some(Access::Overlay) => {
                rules.insert(folder.to_owned(), Access::Overlay);
            }
            Rights::User(..) | Rights::Mount => {}
        }
        Ok(Self(rules))
    }

    /// How a path can be used: what the rule of the nearest folder above says.
    pub(crate) fn access(&self, path: &Path) -> Access {
        access_in(&self.0, path).unwrap_or(Access::ReadOnly)
    }

    /// The folders that have a rule, those above before those below.
    pub(crate) fn folders(&self) -> impl Iterator<Item = (&Path, Access)> {
        self.0.iter().map(|(folder, access)| (folder.as_path(), *access))
    }

    /// Whether the rule is for this folder and not for one above.
    pub(crate) fn is_for(&self, path: &Path) -> bool {
        self.0.contains_key(path)
    }
}

fn access_in(rules: &BTreeMap<PathBuf, Access>, path: &Path) -> Option<Access> {
    path.ancestors().find_map(|folder| rules.get(folder).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules_as(wanted: &[(&str, Access)], folder: &str, rights: Rights) -> Result<Rules, Error> {
        let rules = wanted.iter().map(|(folder, access)| Rule { folder: folder.into(), access: *access });
        Rules::new(&Container { rules: rules.collect(), ..Container::default() }, Path::new(folder), rights)
    }

    fn rules(wanted: &[(&str, Access)], folder: &str) -> Result<Rules, Error> {
        rules_as(wanted, folder, Rights::Mount)
    }

    #[test]
    fn users_have_an_overlay_of_their_own_where_they_start() {
        let start = Path::new("/usr/lib");
        let user = Rights::User(1000, 1000);
        assert!(rules_as(&[], "/usr/lib", user).unwrap().is_for(start));
        assert!(!rules_as(&[], "/usr/lib", Rights::Mount).unwrap().is_for(start));
        let full = rules_as(&[("/usr", Access::Full)], "/usr/lib", user).unwrap();
        assert_eq!(full.access(start), Access::Full);
    }

    #[test]
    fn the_nearest_rule_counts() {
        let rules = rules(&[("/usr", Access::ReadOnly), ("/usr/bin", Access::Full)], "/").unwrap();
        assert_eq!(rules.access(Path::new("/usr/bin/sh")), Access::Full);
        assert_eq!(rules.access(Path::new("/usr/share")), Access::ReadOnly);
        assert_eq!(rules.access(Path::new("/usrx")), Access::Overlay);
        assert_eq!(rules.access(Path::new("/tmp/x")), Access::Hidden);
    }

    #[test]
    fn the_starting_folder_is_visible() {
        let unasked = rules(&[], "/tmp/somewhere").unwrap();
        assert_eq!(unasked.access(Path::new("/tmp/somewhere/file")), Access::Overlay);
        assert_eq!(unasked.access(Path::new("/tmp/elsewhere")), Access::Hidden);
        let message = rules(&[("/usr", Access::Hidden)], "/usr/lib").unwrap_err().to_string();
        assert!(message.contains("is hidden"), "{message}");
        let full = rules(&[("/tmp", Access::Full)], "/tmp/somewhere").unwrap();
        assert_eq!(full.access(Path::new("/tmp/somewhere")), Access::Full);
    }

    #[test]
    fn wrong_rules_are_refused() {
        assert!(rules(&[("/no/such/folder", Access::Full)], "/").is_err());
        assert!(rules(&[("/etc/passwd", Access::Full)], "/").is_err());
        assert!(rules(&[("/proc", Access::Full)], "/").is_err());
        assert!(rules(&[("/usr", Access::Full), ("/usr", Access::Hidden)], "/").is_err());
    }
}
