//! Patterns of file names with `*` and `?`, as table definitions use them.
//!
//! A star stands for any characters but `/`. Files come in the order of their names, so that the same pattern makes the same table.

use std::path::{Path, PathBuf};

/// The files that match `pattern`, which is relative to `folder`.
pub(crate) fn expand(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let start = if pattern.starts_with('/') { PathBuf::from("/") } else { folder.to_owned() };
    let mut paths = vec![start];
    for part in pattern.split('/').filter(|part| !part.is_empty() && *part != ".") {
        paths = paths.into_iter().flat_map(|path| step(&path, part)).collect();
    }
    paths.retain(|path| path.is_file());
    paths
}

fn step(folder: &Path, part: &str) -> Vec<PathBuf> {
    if !part.contains(['*', '?']) {
        return vec![folder.join(part)];
    }
    // A folder that cannot be listed has no matching file; the caller says that nothing matches.
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = listed.read_dir() else { return Vec::new() };
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| matches(part, name)).collect();
    names.sort();
    names.into_iter().map(|name| folder.join(name)).collect()
}

/// Whether a name matches. Time is linear in practice: after a mismatch only the last star is tried again.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    let mut retry = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                retry = Some((p, n));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => (p, n) = (p + 1, n + 1),
            Some(_) | None => match retry {
                Some((star, from)) => {
                    retry = Some((star, from + 1));
                    (p, n) = (star + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_against_patterns() {
        for (pattern, name, wanted) in [
            ("*", "a", true),
            ("*.xml", "a.xml", true),
            ("*.xml", "a.xml.bz2", false),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false),
            ("r?", "r1", true),
            ("r?", "r", false),
            ("**", "", true),
        ] {
            assert_eq!(matches(pattern, name), wanted, "{pattern} {name}");
        }
    }
}
