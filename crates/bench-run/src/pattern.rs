//! File-name patterns with `*`, `?` and `[...]`, as shells and the reference tool have them.
//!
//! A wildcard does not match a `/`, nor a `.` at the beginning of a name; `**` alone between slashes matches any number of folders. Matches are sorted, so that a benchmark has the
//! same order on every machine.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// Whether the text has a wildcard.
pub fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

/// Whether the whole `text` matches.
pub fn matches(pattern: &str, text: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = text.chars().collect();
    // Only the last star can matter: if what follows it does not match at one place, it takes one more letter.
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        let step = match pattern.get(p) {
            Some('*') => {
                star = Some((p + 1, t));
                p += 1;
                continue;
            }
            Some('?') => Some(1),
            Some('[') => class(&pattern[p..], text[t]),
            Some(c) if *c == text[t] => Some(1),
            Some(_) | None => None,
        };
        match (step, star) {
            (Some(length), _) => (p, t) = (p + length, t + 1),
            (None, Some((after, at))) => {
                star = Some((after, at + 1));
                (p, t) = (after, at + 1);
            }
            (None, None) => return false,
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

/// The length of the class at the beginning of `pattern` if `c` is in it. A `[` without an end is itself.
fn class(pattern: &[char], c: char) -> Option<usize> {
    let negated = matches!(pattern.get(1), Some('!' | '^'));
    let first = if negated { 2 } else { 1 };
    let end = pattern.iter().skip(first + 1).position(|c| *c == ']').map(|at| at + first + 1);
    let Some(end) = end else { return (c == '[').then_some(1) };
    let mut found = false;
    let mut at = first;
    while at < end {
        if at + 2 < end && pattern[at + 1] == '-' {
            found |= (pattern[at]..=pattern[at + 2]).contains(&c);
            at += 3;
        } else {
            found |= pattern[at] == c;
            at += 1;
        }
    }
    (found != negated).then_some(end + 1)
}

/// The existing files and folders that match, sorted. A name without wildcards matches itself if it exists.
pub fn expand(pattern: &Path) -> Vec<PathBuf> {
    let mut found = vec![PathBuf::new()];
    for component in pattern.components() {
        let Component::Normal(name) = component else {
            found.iter_mut().for_each(|path| path.push(component));
            continue;
        };
        let next: Vec<PathBuf> = match name.to_str() {
            Some("**") => found.iter().flat_map(|folder| below(folder)).collect(),
            Some(text) if is_pattern(text) => {
                found.iter().flat_map(|folder| in_folder(folder, text)).collect()
            }
            Some(_) | None => found.into_iter().map(|path| path.join(name)).collect(),
        };
        found = next;
    }
    found.retain(|path| path.symlink_metadata().is_ok());
    found.sort();
    found.dedup();
    found
}

fn in_folder(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let read = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = fs::read_dir(read) else { return Vec::new() };
    let hidden = pattern.starts_with('.');
    let names = entries.filter_map(Result::ok).map(|entry| entry.file_name());
    let fits = |name: &str| (hidden || !name.starts_with('.')) && matches(pattern, name);
    names.filter(|name| name.to_str().is_some_and(fits)).map(|name| folder.join(name)).collect()
}

/// The folder and all folders below it that are not hidden. Links are not followed, so that this ends.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut all = vec![folder.to_owned()];
    let mut at = 0;
    while at < all.len() {
        let inner = in_folder(&all[at], "*");
        all.extend(inner.into_iter().filter(|path| path.symlink_metadata().is_ok_and(|meta| meta.is_dir())));
        at += 1;
    }
    all
}

/// The same path without `.` and, where a name is before it, `..`; for showing and joining.
pub fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::ParentDir | Component::Normal(_) => {
                out.push(component);
            }
        }
    }
    if out.as_os_str().is_empty() { PathBuf::from(".") } else { out }
}

/// `path` as seen from `folder`. Both are absolute or relative to the current folder, which is `current`.
pub fn relative(path: &Path, folder: &Path, current: &Path) -> PathBuf {
    let (path, folder) = (normal(&current.join(path)), normal(&current.join(folder)));
    let common = path.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    let out: PathBuf = up.chain(path.components().skip(common)).collect();
    if out.as_os_str().is_empty() { PathBuf::from(".") } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn wildcards() {
        let cases = [
            ("*.c", "a.c", true),
            ("*.c", "a.h", false),
            ("a*b*c", "aXbbYc", true),
            ("a*b*c", "aXbbY", false),
            ("?", "ä", true),
            ("?", "", false),
            ("[a-c]x", "bx", true),
            ("[!a-c]x", "bx", false),
            ("[^a]x", "bx", true),
            ("[]]", "]", true),
            ("[a", "[a", true),
            ("*", "", true),
            ("", "", true),
            ("", "a", false),
            ("**", "abc", true),
        ];
        for (pattern, text, wanted) in cases {
            assert_eq!(matches(pattern, text), wanted, "{pattern} for {text}");
        }
    }

    #[test]
    fn paths() {
        let current = Path::new("/x/y");
        let cases = [
            ("a/b", "r", "../a/b"),
            ("../a", "r", "../../a"),
            ("/z/a", "r", "../../../z/a"),
            ("a/b", "a", "b"),
            ("a", "a", "."),
        ];
        for (path, folder, wanted) in cases {
            assert_eq!(relative(Path::new(path), Path::new(folder), current), Path::new(wanted), "{path}");
        }
        for (path, wanted) in [("a/./b/../c", "a/c"), ("../a", "../a"), ("a/..", "."), ("/..", "/..")] {
            assert_eq!(normal(Path::new(path)), Path::new(wanted));
        }
    }

    #[test]
    fn expansion_is_sorted_and_skips_hidden_names() {
        let folder = std::env::temp_dir().join(format!("pattern-test-{}", std::process::id()));
        fs::create_dir_all(folder.join("sub/.hidden")).unwrap();
        for name in ["b.c", "a.c", ".x.c", "sub/c.c", "sub/.hidden/d.c", "a[1].c"] {
            fs::write(folder.join(name), "").unwrap();
        }
        let found = |pattern: &str| -> Vec<String> {
            let names = expand(&folder.join(pattern)).into_iter();
            names.map(|path| path.strip_prefix(&folder).unwrap().display().to_string()).collect()
        };
        assert_eq!(found("*.c"), ["a.c", "a[1].c", "b.c"]);
        assert_eq!(found("**/*.c"), ["a.c", "a[1].c", "b.c", "sub/c.c"]);
        assert_eq!(found("s*/c.c"), ["sub/c.c"]);
        assert_eq!(found("a[[]1].c"), ["a[1].c"]);
        assert!(found("nothing.c").is_empty());
        assert!(found("nothing/*").is_empty());
        fs::remove_dir_all(&folder).unwrap();
    }

    proptest! {
        /// A pattern matches what it was made from: letters replaced by wildcards.
        #[test]
        fn weakened_texts_still_match(text in "[a-z.]{0,12}", wild in proptest::collection::vec(0..3u8, 12)) {
            let pattern: String = text.chars().zip(&wild).map(|(c, w)| match w { 0 => '?', 1 => '*', _ => c }).collect();
            prop_assert!(matches(&pattern, &text));
        }

        /// No pattern is a trap.
        #[test]
        fn any_pattern_ends(pattern in ".{0,20}", text in ".{0,20}") {
            let _ = matches(&pattern, &text);
        }
    }
}
