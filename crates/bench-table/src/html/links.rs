//! Paths as the page sees them, and lists of logs that are short where names follow a pattern.

use crate::html::{LogPolicy, Page};
use crate::logs::Logs;
use crate::table::{Group, Log, Table};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

/// The logs of a group.
#[derive(Debug, Default, Serialize)]
pub(super) struct LogList {
    /// What all paths begin with.
    base: String,
    /// The archive that has all of them, if they are in one; paths are then inside of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    archive: Option<String>,
    /// What the names begin and end with if they have the last part of the name of their task between.
    before: String,
    after: String,
    /// The names, if they do not follow the pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<Vec<Names>>,
    /// The compressed texts by row and repetition.
    #[serde(skip_serializing_if = "Option::is_none")]
    embedded: Option<Vec<Vec<String>>>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Names {
    None(()),
    One(String),
    Many(Vec<String>),
}

/// The logs of a group, and what could not be read of them.
pub(super) fn logs(
    table: &Table,
    group: &Group,
    page: &Page,
    logs: &mut Logs,
) -> (Option<LogList>, Vec<String>) {
    let mut warnings = Vec::new();
    let has_logs = group.outcomes.iter().flatten().any(|outcome| !outcome.logs.is_empty());
    if page.logs == LogPolicy::Omit || !has_logs {
        return (None, warnings);
    }
    let archive = archive(group);
    let path = |log: &Log| match log {
        Log::File(file) => relative(&page.folder, file),
        Log::Member { path, .. } if archive.is_some() => path.clone(),
        Log::Member { archive, .. } => relative(&page.folder, archive),
        Log::Address(address) => address.clone(),
    };
    let mut list = LogList {
        archive: archive.as_ref().map(|archive| relative(&page.folder, archive)),
        ..LogList::default()
    };
    let paths: Vec<Vec<String>> = group
        .outcomes
        .iter()
        .map(|outcome| outcome.iter().flat_map(|outcome| &outcome.logs).map(path).collect())
        .collect();
    match pattern(table, group, &paths) {
        Some((before, after)) => (list.before, list.after) = (before, after),
        None => {
            let names = paths.into_iter().map(|mut paths| match paths.len() {
                0 => Names::None(()),
                1 => Names::One(paths.remove(0)),
                _ => Names::Many(paths),
            });
            list.names = Some(names.collect());
        }
    }
    if page.logs == LogPolicy::Embed {
        let mut embed = |log: &Log| match logs.read(log) {
            Ok(bytes) => bytes.map(|bytes| pack(&bytes)).unwrap_or_default(),
            Err(error) => {
                warnings.push(format!("a log is not in the page: {error}"));
                String::new()
            }
        };
        let texts = group
            .outcomes
            .iter()
            .map(|outcome| outcome.iter().flat_map(|outcome| &outcome.logs).map(&mut embed).collect());
        list.embedded = Some(texts.collect());
    }
    (Some(list), warnings)
}

/// The archive that has all logs, if there is one.
fn archive(group: &Group) -> Option<PathBuf> {
    let mut found: Option<&PathBuf> = None;
    for log in group.outcomes.iter().flatten().flat_map(|outcome| &outcome.logs) {
        match (log, found) {
            (Log::Member { archive, .. }, None) => found = Some(archive),
            (Log::Member { archive, .. }, Some(known)) if archive == known => {}
            (Log::Member { .. } | Log::File(_) | Log::Address(_), _) => return None,
        }
    }
    found.cloned()
}

/// What all paths have around the last part of the name of their task, if they do and no result lacks its log.
fn pattern(table: &Table, group: &Group, paths: &[Vec<String>]) -> Option<(String, String)> {
    let mut found: Option<(&str, &str)> = None;
    for ((row, outcome), paths) in table.rows.iter().zip(&group.outcomes).zip(paths) {
        if outcome.is_none() {
            continue;
        }
        let [path] = paths.as_slice() else { return None };
        let task = row.name.rsplit('/').next().unwrap_or_default();
        let around = match found {
            Some((before, after)) => {
                path.strip_prefix(before)?.strip_suffix(after).map(|middle| middle == task)
            }
            None => {
                let (before, after) = path.rsplit_once(task)?;
                found = Some((before, after));
                Some(true)
            }
        };
        if around != Some(true) {
            return None;
        }
    }
    found.map(|(before, after)| (before.to_owned(), after.to_owned()))
}

/// Raw deflate data in Base64, which browsers unpack by themselves.
fn pack(bytes: &[u8]) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    base64(&packed.expect("writing to memory does not fail"))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let word = at(0) << 16 | at(1) << 8 | at(2);
        for digit in 0..4 {
            let index = word >> (18 - 6 * digit) & 63;
            out.push(if digit <= chunk.len() { char::from(DIGITS[index as usize]) } else { '=' });
        }
    }
    out
}

/// The path of `file` as seen from `folder`, with `/` between its parts.
pub(super) fn relative(folder: &Path, file: &Path) -> String {
    let (from, to) = (normal(folder), normal(file));
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..".to_owned(), from.len() - common);
    up.chain(to[common..].iter().cloned()).collect::<Vec<_>>().join("/")
}

/// The parts of the absolute path, without `.` and `..`. Links in the file system are not followed: the reader of a page may have it elsewhere.
fn normal(path: &Path) -> Vec<String> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut parts = Vec::new();
    for component in absolute.components() {
        match component {
            Component::ParentDir => {
                parts.pop();
            }
            Component::Normal(part) => parts.push(part.to_string_lossy().into_owned()),
            Component::Prefix(_) | Component::RootDir | Component::CurDir => {}
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_seen_from_a_folder() {
        for (folder, file, wanted) in [
            ("/a/b", "/a/b/c.log", "c.log"),
            ("/a/b", "/a/c/../d/e.log", "../d/e.log"),
            ("/a/b/c", "/x.log", "../../../x.log"),
            ("out", "out/x", "x"),
            ("", "x/y", "x/y"),
        ] {
            assert_eq!(relative(Path::new(folder), Path::new(file)), wanted, "{folder} {file}");
        }
    }

    #[test]
    fn base64_of_all_lengths() {
        for (bytes, wanted) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(base64(bytes.as_bytes()), wanted);
        }
    }
}
