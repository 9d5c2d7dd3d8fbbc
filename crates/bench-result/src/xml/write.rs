//! From the model to a result file.
//!
//! The writer is by hand: the format has four kinds of elements, and what matters is that every text survives. A character that XML cannot hold at all (such as an escape
//! character in a command line) is written as U+FFFD in attributes; values of environment variables that have one are written in Base64, as the format provides.

use crate::{Column, Item, ResultSet, Run};
use std::fmt::Write as _;

/// The document type of result files.
const HEAD: &str = "<?xml version=\"1.0\" ?>\n<!DOCTYPE result\n  PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.12//EN'\n  \
                    'https://www.sosy-lab.org/benchexec/result-3.12.dtd'>\n";

/// All attributes that the format gives to `<result>`. What else is known about a set is written as hidden columns of the set, for which the format has no names.
const ATTRIBUTES: &[&str] = &[
    "name",
    "benchmarkname",
    "displayName",
    "block",
    "starttime",
    "endtime",
    "date",
    "tool",
    "toolmodule",
    "version",
    "options",
    "memlimit",
    "timelimit",
    "cpuCores",
    "generator",
    "error",
];

/// Attributes of `<result>` that the format asks for, and what stands in where a set does not have them.
const REQUIRED: &[(&str, &str)] = &[
    ("benchmarkname", "benchmark"),
    ("date", ""),
    ("starttime", ""),
    ("tool", ""),
    ("version", ""),
    ("toolmodule", "verdikt-bench"),
    ("generator", concat!("verdikt-bench ", env!("CARGO_PKG_VERSION"))),
];

/// The text of the result file of `set`.
pub fn write(set: &ResultSet) -> String {
    let mut out = HEAD.to_owned();
    out.push_str("<result");
    let is_attribute = |item: &&Item| ATTRIBUTES.contains(&item.name.as_str());
    for Item { name, text } in set.items.iter().filter(is_attribute) {
        attribute(&mut out, name, text);
    }
    for (name, text) in REQUIRED {
        if !set.items.iter().any(|item| item.name == *name) {
            attribute(&mut out, name, text);
        }
    }
    out.push_str(">\n");
    if !set.description.is_empty() {
        out.push_str("  <description>");
        escape(&mut out, &set.description, Place::Text);
        out.push_str("</description>\n");
    }
    out.push_str("  <columns>\n");
    for title in &set.columns {
        out.push_str("    <column");
        attribute(&mut out, "title", title);
        out.push_str("/>\n");
    }
    out.push_str("  </columns>\n");
    system(&mut out, set);
    for run in &set.runs {
        write_run(&mut out, run);
    }
    for total in &set.totals {
        column(&mut out, "  ", total);
    }
    for item in set.items.iter().filter(|item| !is_attribute(item)) {
        let (title, value) = (item.name.clone(), item.text.clone());
        column(&mut out, "  ", &Column { title, value, hidden: true });
    }
    out.push_str("</result>\n");
    out
}

/// Which element of `<systeminfo>` has an item, and by which attribute; the rest are attributes of `<systeminfo>` itself.
const SYSTEM: &[(&str, &str, &str)] = &[
    ("os", "os", "name"),
    ("cpu", "cpu", "model"),
    ("cores", "cpu", "cores"),
    ("frequency", "cpu", "frequency"),
    ("turboboost", "cpu", "turboboostActive"),
    ("ram", "ram", "size"),
];

fn system(out: &mut String, set: &ResultSet) {
    out.push_str("  <systeminfo");
    for Item { name, text } in &set.system {
        if !SYSTEM.iter().any(|(item, ..)| item == name) {
            attribute(out, name, text);
        }
    }
    out.push_str(">\n");
    for element in ["os", "cpu", "ram"] {
        let _ = write!(out, "    <{element}");
        for (item, _, title) in SYSTEM.iter().filter(|(_, owner, _)| *owner == element) {
            if let Some(found) = set.system.iter().find(|system| system.name == *item) {
                attribute(out, title, &found.text);
            }
        }
        out.push_str("/>\n");
    }
    out.push_str("    <environment>\n");
    for Item { name, text } in &set.environment {
        out.push_str("      <var");
        attribute(out, "name", name);
        if text.chars().all(is_legal) {
            out.push('>');
            escape(out, text, Place::Text);
        } else {
            attribute(out, "encoding", "base64");
            out.push('>');
            base64(out, text.as_bytes());
        }
        out.push_str("</var>\n");
    }
    out.push_str("    </environment>\n  </systeminfo>\n");
}

fn write_run(out: &mut String, run: &Run) {
    out.push_str("  <run");
    attribute(out, "name", &run.name);
    if !run.files.is_empty() {
        attribute(out, "files", &format!("[{}]", run.files.join(", ")));
    }
    if !run.options.is_empty() {
        attribute(out, "options", &run.options.join(" "));
    }
    if !run.properties.is_empty() {
        attribute(out, "properties", &run.properties);
    }
    let optional =
        [("propertyFile", &run.property_file), ("expectedVerdict", &run.expected), ("logfile", &run.log)];
    for (name, text) in optional {
        if let Some(text) = text {
            attribute(out, name, text);
        }
    }
    out.push_str(">\n");
    for value in &run.columns {
        column(out, "    ", value);
    }
    out.push_str("  </run>\n");
}

fn column(out: &mut String, indent: &str, column: &Column) {
    out.push_str(indent);
    out.push_str("<column");
    attribute(out, "title", &column.title);
    attribute(out, "value", &column.value);
    if column.hidden {
        attribute(out, "hidden", "true");
    }
    out.push_str("/>\n");
}

fn attribute(out: &mut String, name: &str, text: &str) {
    let _ = write!(out, " {name}=\"");
    escape(out, text, Place::Attribute);
    out.push('"');
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Attribute,
    Text,
}

/// White space other than blanks is written by number in attributes: a reader would turn it into blanks.
fn escape(out: &mut String, text: &str, place: Place) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if place == Place::Attribute => out.push_str("&quot;"),
            '\n' | '\t' if place == Place::Attribute => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
            '\r' => out.push_str("&#13;"),
            c if !is_legal(c) => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
}

/// Whether XML 1.0 has the character at all.
fn is_legal(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

/// RFC 4648, section 4.
fn base64(out: &mut String, bytes: &[u8]) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for chunk in bytes.chunks(3) {
        let at = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let word = at(0) << 16 | at(1) << 8 | at(2);
        for digit in 0..4 {
            if digit <= chunk.len() {
                let index = word >> (18 - 6 * digit) & 63;
                out.push(char::from(DIGITS[index as usize]));
            } else {
                out.push('=');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn item(name: &str, text: &str) -> Item {
        Item { name: name.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn all_parts() {
        let column = |title: &str, value: &str, hidden| Column {
            title: title.to_owned(),
            value: value.to_owned(),
            hidden,
        };
        let run = Run {
            name: "../a <b>.yml".to_owned(),
            files: vec!["../a.c".to_owned(), "../b.c".to_owned()],
            properties: "unreach-call".to_owned(),
            property_file: Some("../p.prp".to_owned()),
            expected: Some("false(unreach-call)".to_owned()),
            options: vec!["-x".to_owned(), "a\"b\n".to_owned()],
            columns: vec![column("status", "true", false), column("category", "wrong\u{1b}", true)],
            ..Run::default()
        };
        let set = ResultSet {
            items: vec![
                item("benchmarkname", "b"),
                item("tool", "T & U"),
                item("version", "1"),
                item("threads", "4"),
            ],
            description: "one\ntwo".to_owned(),
            system: vec![
                item("hostname", "h"),
                item("os", "Linux"),
                item("cpu", "C"),
                item("cores", "2"),
                item("ram", "1B"),
            ],
            environment: vec![item("A", "x"), item("B", "\u{1b}[0m")],
            columns: vec!["status".to_owned()],
            totals: vec![column("cputime", "1.5s", false)],
            runs: vec![run],
        };
        expect![[r#"
            <?xml version="1.0" ?>
            <!DOCTYPE result
              PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.12//EN'
              'https://www.sosy-lab.org/benchexec/result-3.12.dtd'>
            <result benchmarkname="b" tool="T &amp; U" version="1" date="" starttime="" toolmodule="verdikt-bench" generator="verdikt-bench 0.1.0">
              <description>one
            two</description>
              <columns>
                <column title="status"/>
              </columns>
              <systeminfo hostname="h">
                <os name="Linux"/>
                <cpu model="C" cores="2"/>
                <ram size="1B"/>
                <environment>
                  <var name="A">x</var>
                  <var name="B" encoding="base64">G1swbQ==</var>
                </environment>
              </systeminfo>
              <run name="../a &lt;b&gt;.yml" files="[../a.c, ../b.c]" options="-x a&quot;b&#10;" properties="unreach-call" propertyFile="../p.prp" expectedVerdict="false(unreach-call)">
                <column title="status" value="true"/>
                <column title="category" value="wrong�" hidden="true"/>
              </run>
              <column title="cputime" value="1.5s"/>
              <column title="threads" value="4" hidden="true"/>
            </result>
        "#]].assert_eq(&write(&set));
    }

    #[test]
    fn base64_of_all_lengths() {
        // The test vectors of RFC 4648, section 10.
        let cases = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (text, code) in cases {
            let mut out = String::new();
            base64(&mut out, text.as_bytes());
            assert_eq!(out, code);
        }
    }
}
