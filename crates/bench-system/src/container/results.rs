//! Copies out what a run has written.
//!
//! Only files that the run made or changed are looked at: they are in the run's `tmpfs`, in the upper folders of overlays and in the folders that stood for hidden ones. Links are not followed and not
//! copied, since they may lead anywhere.

use super::plan::Place;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

/// Which files are copied to where.
#[derive(Debug)]
pub(crate) struct Selection {
    patterns: Vec<Pattern>,
    folder: PathBuf,
    target: PathBuf,
}

/// A pattern as an absolute path; `*`, `?` and `**` have their usual meanings, and a folder stands for all that is in it.
#[derive(Debug)]
struct Pattern(Vec<Vec<u8>>);

/// Copies files that match to `target`: with their path relative to `folder`, or, outside of it, with their whole path. Gives what went wrong.
pub(crate) fn copy_results(
    scratch: &Path,
    places: &[Place],
    patterns: &[String],
    folder: &Path,
    target: &Path,
) -> Vec<String> {
    let patterns = patterns.iter().map(|pattern| Pattern::new(folder, pattern)).collect();
    let selection = Selection { patterns, folder: folder.to_owned(), target: target.to_owned() };
    let mut problems = Vec::new();
    for Place { folder, stored } in places {
        selection.copy_folder(&scratch.join(stored), folder, &mut problems);
    }
    if let Some(rest) = problems.len().checked_sub(10).filter(|rest| *rest > 0) {
        problems.truncate(10);
        problems.push(format!("{rest} further result files could not be copied"));
    }
    problems
}

impl Selection {
    /// `stored` has what the run sees as `seen`.
    fn copy_folder(&self, stored: &Path, seen: &Path, problems: &mut Vec<String>) {
        let mut entries = match fs::read_dir(stored).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
            Ok(entries) => entries,
            Err(error) => {
                problems.push(format!("cannot look for result files in {}: {error}", seen.display()));
                return;
            }
        };
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let seen = seen.join(entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => self.copy_folder(&entry.path(), &seen, problems),
                Ok(kind) if kind.is_file() && self.patterns.iter().any(|pattern| pattern.matches(&seen)) => {
                    if let Err(error) = self.copy_file(&entry.path(), &seen) {
                        problems.push(format!("cannot copy the result file {}: {error}", seen.display()));
                    }
                }
                Ok(_) | Err(_) => {}
            }
        }
    }

    fn copy_file(&self, stored: &Path, seen: &Path) -> io::Result<()> {
        let relative = seen.strip_prefix(&self.folder).or_else(|_| seen.strip_prefix("/")).unwrap_or(seen);
        let target = self.target.join(relative);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(stored, &target).map(drop)
    }
}

impl Pattern {
    fn new(folder: &Path, pattern: &str) -> Self {
        let mut parts: Vec<Vec<u8>> = Vec::new();
        for component in folder.join(pattern).components() {
            match component {
                Component::Normal(name) => parts.push(name.as_bytes().to_vec()),
                Component::ParentDir => {
                    parts.pop();
                }
                Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
            }
        }
        Self(parts)
    }

    fn matches(&self, path: &Path) -> bool {
        let names: Vec<&[u8]> = path
            .components()
            .filter_map(|component| match component {
                Component::Normal(name) => Some(name.as_bytes()),
                Component::CurDir | Component::ParentDir | Component::RootDir | Component::Prefix(_) => None,
            })
            .collect();
        matches_parts(&self.0, &names)
    }
}

/// A pattern that ends before the path does names a folder above.
fn matches_parts(pattern: &[Vec<u8>], names: &[&[u8]]) -> bool {
    match (pattern.split_first(), names.split_first()) {
        (None, _) => true,
        (Some((first, rest)), _) if first == b"**" => {
            matches_parts(rest, names)
                || names.split_first().is_some_and(|(_, names)| matches_parts(pattern, names))
        }
        (Some((first, rest)), Some((name, names))) => matches_name(first, name) && matches_parts(rest, names),
        (Some(_), None) => false,
    }
}

/// One name. Looks back only to the last star, so it takes no longer than the product of the lengths.
fn matches_name(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut star = None;
    while n < name.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(b'?') => (p, n) = (p + 1, n + 1),
            Some(byte) if *byte == name[n] => (p, n) = (p + 1, n + 1),
            Some(_) | None => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    (p, n) = (at + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let matches =
            |pattern: &str, path: &str| Pattern::new(Path::new("/srv/me"), pattern).matches(Path::new(path));
        for (pattern, path) in [
            (".", "/srv/me/a/b"),
            ("a", "/srv/me/a/b"),
            ("*.txt", "/srv/me/x.txt"),
            ("**/*.txt", "/srv/me/x.txt"),
            ("**/*.txt", "/srv/me/a/b/x.txt"),
            ("a?c*", "/srv/me/abcd/e"),
            ("/tmp/**", "/tmp/x"),
            ("../x", "/srv/x"),
            ("*a*b", "/srv/me/aaabab"),
        ] {
            assert!(matches(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in [
            (".", "/tmp/a"),
            ("*.txt", "/srv/me/a/x.txt"),
            ("a/b", "/srv/me/a"),
            ("*a*b", "/srv/me/ba"),
            ("**/x", "/srv/me/y"),
        ] {
            assert!(!matches(pattern, path), "{pattern} {path}");
        }
    }
}
