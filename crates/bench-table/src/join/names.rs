//! Names of tasks and of groups.

use super::{Part, Source};
use crate::table::Row;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use std::path::Path;

/// For each part, source and run the name by which its task is compared, and a warning if a part has no task in common with others.
pub(super) fn keys(parts: &[Part]) -> (Vec<Vec<Vec<String>>>, Option<String>) {
    let is_ambiguous = parts.iter().flat_map(|part| &part.sources).any(|source| {
        let mut names: FxHashMap<&str, &str> = FxHashMap::default();
        source.set.runs.iter().any(|run| *names.entry(short(&run.name)).or_insert(&run.name) != run.name)
    });
    let key = |name: &str| if is_ambiguous { name.to_owned() } else { short(name).to_owned() };
    let of_source = |source: &Source| source.set.runs.iter().map(|run| key(&run.name)).collect::<Vec<_>>();
    let keys: Vec<Vec<Vec<String>>> =
        parts.iter().map(|part| part.sources.iter().map(of_source).collect()).collect();
    let mut owners: FxHashMap<&String, usize> = FxHashMap::default();
    for (index, part) in keys.iter().enumerate() {
        for key in part.iter().flatten() {
            // The number of parts stands for more than one of them.
            let owner = owners.entry(key).or_insert(index);
            *owner = if *owner == index { index } else { parts.len() };
        }
    }
    let is_alone = |part: &&Vec<Vec<String>>| {
        let mut names = part.iter().flatten().peekable();
        names.peek().is_some() && names.all(|name| owners.get(name) != Some(&parts.len()))
    };
    let warning = (parts.len() > 1 && keys.iter().any(|part| is_alone(&part))).then(|| {
        "a set of results shares no task with any other; tasks are the same if their paths are, apart from ../ in front"
            .to_owned()
    });
    (keys, warning)
}

/// The path without what leads to its folder.
fn short(name: &str) -> &str {
    let mut name = name;
    while let Some(rest) = name.strip_prefix("../").or_else(|| name.strip_prefix("./")) {
        name = rest;
    }
    name
}

/// Takes the folder that all names begin with off them.
pub(super) fn strip_prefix(rows: &mut [Row]) -> String {
    let Some(first) = rows.first() else { return String::new() };
    let mut prefix =
        first.name.rsplit_once('/').map_or("", |(folder, _)| &first.name[..=folder.len()]).to_owned();
    for row in rows.iter() {
        while !row.name.starts_with(&prefix) {
            let end = prefix.trim_end_matches('/').rfind('/').map_or(0, |end| end + 1);
            prefix.truncate(end);
        }
    }
    rows.iter_mut().for_each(|row| row.name = row.name[prefix.len()..].to_owned());
    prefix
}

/// Compares texts such that `a10` is after `a9`.
pub(super) fn natural(a: &str, b: &str) -> Ordering {
    let (mut x, mut y) = (a, b);
    loop {
        let number = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (m, n) = (number(x), number(y));
        if m > 0 && n > 0 {
            let (p, q) = (x[..m].trim_start_matches('0'), y[..n].trim_start_matches('0'));
            let order = p.len().cmp(&q.len()).then_with(|| p.cmp(q));
            if order != Ordering::Equal {
                return order;
            }
            (x, y) = (&x[m..], &y[n..]);
            continue;
        }
        let (mut left, mut right) = (x.chars(), y.chars());
        match (left.next(), right.next()) {
            // Equal up to zeros in front of numbers; the texts decide, so that the order is total.
            (None, None) => return a.cmp(b),
            (p, q) if p != q => return p.cmp(&q),
            (_, _) => (x, y) = (left.as_str(), right.as_str()),
        }
    }
}

/// A title for each part, as short as tells them apart: the name of the run definition, with the tool, its version, the benchmark, the date, the file.
pub(super) fn titles(parts: &[Part]) -> Vec<String> {
    let item = |part: &Part, name: &str| {
        let set = part.sources.first().map(|source| &source.set);
        let item = set.and_then(|set| set.items.iter().find(|item| item.name == name));
        item.map(|item| item.text.clone()).unwrap_or_default()
    };
    let schemes: [&[&str]; 7] = [
        &["displayName", "name"],
        &["tool", "name"],
        &["tool", "version", "name"],
        &["tool", "benchmarkname", "name"],
        &["tool", "version", "name", "date"],
        &["stem"],
        &["file"],
    ];
    // Names of run definitions say little if the tools differ.
    let is_one_tool = parts.windows(2).all(|pair| item(&pair[0], "tool") == item(&pair[1], "tool"));
    let mut titles = Vec::new();
    for scheme in schemes.into_iter().skip(usize::from(!is_one_tool)) {
        titles = parts
            .iter()
            .map(|part| {
                if let Some(title) = &part.title {
                    return title.clone();
                }
                let texts = scheme.iter().map(|name| match *name {
                    "stem" => part.sources.first().map(|source| stem(&source.file)).unwrap_or_default(),
                    "file" => part
                        .sources
                        .first()
                        .map(|source| source.file.display().to_string())
                        .unwrap_or_default(),
                    name => item(part, name),
                });
                texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
            })
            .collect();
        let distinct: FxHashSet<&String> = titles.iter().collect();
        if distinct.len() == titles.len() && titles.iter().all(|title| !title.is_empty()) {
            break;
        }
    }
    // The same file twice is still two groups.
    let all = titles.clone();
    for (index, title) in titles.iter_mut().enumerate() {
        let earlier = all[..index].iter().filter(|other| *other == title).count();
        if earlier > 0 {
            *title = format!("{title} ({})", earlier + 1);
        }
    }
    titles
}

/// The name of a file without its endings.
fn stem(file: &Path) -> String {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let endings = [".bz2", ".gz", ".xml", ".jsonl"];
    endings.iter().fold(name.as_str(), |name, ending| name.strip_suffix(ending).unwrap_or(name)).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names() {
        let mut names = ["a10", "a9", "a09", "a", "b1c10", "b1c9", "b01c9", "ä"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["a", "a09", "a9", "a10", "b01c9", "b1c9", "b1c10", "ä"]);
    }

    #[test]
    fn prefixes_are_folders() {
        let prefix = |names: &[&str]| {
            let mut rows: Vec<Row> =
                names.iter().map(|name| Row { name: (*name).to_owned(), ..Row::default() }).collect();
            strip_prefix(&mut rows)
        };
        assert_eq!(prefix(&["c/loops/a.yml", "c/loops-x/b.yml"]), "c/");
        assert_eq!(prefix(&["c/loops/a.yml", "c/loops/b.yml"]), "c/loops/");
        assert_eq!(prefix(&["c/a.yml", "d/a.yml"]), "");
        assert_eq!(prefix(&["/c/a.yml", "/d/a.yml"]), "/");
        assert_eq!(prefix(&["a.yml"]), "");
        assert_eq!(prefix(&[]), "");
    }
}
