//! From types to the lines that gcc judges: one statement, one question.

use cfa::{ArrayLen, BitRange, RecordId, RecordKind, Type, TypeId, Types};
use rustc_hash::{FxHashMap, FxHashSet};
use stdx::Interner;

/// One question to gcc.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The record, as C names it.
    pub record: String,
    /// What is asked.
    pub subject: Subject,
    /// The line of C.
    pub statement: String,
}

/// What a check asks about a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Its size.
    Size,
    /// Its alignment.
    Align,
    /// The offset of a member.
    Offset(String),
    /// The bytes of an object whose only nonzero member is this bit-field, full of ones.
    Bits {
        /// The path to the bit-field.
        path: String,
        /// Where we think the bits are, counted from the start of the record.
        bits: BitRange,
    },
}

impl Check {
    /// Whether it is answered by the bytes of an object rather than by an assertion.
    pub fn is_probe(&self) -> bool {
        match self.subject {
            Subject::Bits { .. } => true,
            Subject::Size | Subject::Align | Subject::Offset(_) => false,
        }
    }
}

/// All questions about the named records of a program.
pub fn checks(text: &str, types: &Types, names: &Interner) -> Vec<Check> {
    let named = named_records(text, types, names);
    let mut counts = FxHashMap::default();
    for (_, spelled) in &named {
        *counts.entry(spelled.as_str()).or_insert(0) += 1;
    }
    let mut checks = Vec::new();
    for (id, spelled) in &named {
        // A second record of the same name lives in another scope: only one of them has this name at the end.
        if counts[spelled.as_str()] > 1 {
            continue;
        }
        let Some(layout) = &types.record(*id).layout else { continue };
        let (size, align) = (layout.size, layout.align);
        let mut members = Members { types, names, record: spelled, checks: &mut checks };
        members.push(Subject::Size, format!("_Static_assert(sizeof({spelled}) == {size}, \"size\");"));
        // A typedef may demand an alignment of its own, which is not the record's.
        if spelled.contains(' ') {
            let statement = format!("_Static_assert(_Alignof({spelled}) == {align}, \"align\");");
            members.push(Subject::Align, statement);
        }
        members.of(*id, "", 0);
    }
    checks
}

/// The complete records that have a name, as C spells it.
fn named_records(text: &str, types: &Types, names: &Interner) -> Vec<(RecordId, String)> {
    let tags = tags_of(text);
    let complete = types.records().iter_enumerated().filter(|(_, record)| record.layout.is_some());
    complete
        .filter_map(|(id, record)| {
            let name = names.text(record.name?);
            Some(match record.kind {
                _ if !tags.contains(name) => (id, name.to_owned()),
                RecordKind::Struct => (id, format!("struct {name}")),
                RecordKind::Union => (id, format!("union {name}")),
            })
        })
        .collect()
}

struct Members<'a> {
    types: &'a Types,
    names: &'a Interner,
    record: &'a str,
    checks: &'a mut Vec<Check>,
}

impl Members<'_> {
    fn of(&mut self, id: RecordId, prefix: &str, base: u64) {
        let types = self.types;
        for field in types.fields(id) {
            let offset = base + field.offset;
            let Some(name) = field.name else {
                // The members of an anonymous record are named as if they were the outer one's.
                if let Type::Record(inner) = *types.get(field.ty) {
                    self.of(inner, prefix, offset);
                }
                continue;
            };
            let path = format!("{prefix}{}", self.names.text(name));
            match field.bits {
                Some(bits) => self.probe(path, BitRange { start: base * 8 + bits.start, width: bits.width }),
                None => {
                    self.offset(&path, offset);
                    self.nameless(field.ty, path, offset);
                }
            }
        }
    }

    /// Records without a name can be reached only through the member they are the type of.
    fn nameless(&mut self, ty: TypeId, path: String, offset: u64) {
        match *self.types.get(ty) {
            Type::Record(inner) if self.types.record(inner).name.is_none() => {
                self.of(inner, &format!("{path}."), offset)
            }
            Type::Array(element, ArrayLen::Fixed(count)) if count > 0 => {
                self.nameless(element, format!("{path}[0]"), offset)
            }
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Record(_)
            | Type::Function(_) => {}
        }
    }

    fn offset(&mut self, path: &str, offset: u64) {
        let record = self.record;
        let statement =
            format!("_Static_assert(__builtin_offsetof({record}, {path}) == {offset}, \"offset\");");
        self.push(Subject::Offset(path.to_owned()), statement);
    }

    fn probe(&mut self, path: String, bits: BitRange) {
        let number = self.checks.len();
        // A constant object with external linkage is always emitted; its name carries the number of the check.
        let statement = format!("const {} verdikt_probe_{number} = {{ .{path} = -1 }};", self.record);
        self.push(Subject::Bits { path, bits }, statement);
    }

    fn push(&mut self, subject: Subject, statement: String) {
        self.checks.push(Check { record: self.record.to_owned(), subject, statement });
    }
}

/// The words that follow `struct` or `union` somewhere in the text, attributes skipped. A record whose name is not among them has it
/// from a typedef.
fn tags_of(text: &str) -> FxHashSet<&str> {
    let mut tags = FxHashSet::default();
    let mut armed = false;
    let mut attribute_depth: Option<i32> = None;
    for word in (Words { text, at: 0 }) {
        match (word, attribute_depth) {
            ("(", Some(depth)) => attribute_depth = Some(depth + 1),
            (")", Some(depth)) => attribute_depth = (depth > 1).then_some(depth - 1),
            (_, Some(_)) => {}
            ("struct" | "union", None) => armed = true,
            ("__attribute__" | "__attribute", None) if armed => attribute_depth = Some(0),
            (_, None) => {
                if armed
                    && word.starts_with(|first: char| {
                        first.is_ascii_alphabetic() || first == '_' || first == '$'
                    })
                {
                    tags.insert(word);
                }
                armed = false;
            }
        }
    }
    tags
}

/// Identifiers and single other characters.
struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.text.get(self.at..)?;
        let rest = rest.trim_start();
        let start = self.text.len() - rest.len();
        let first = rest.chars().next()?;
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '$';
        let length = match is_word(first) {
            true => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        self.at = start + length;
        Some(&rest[..length])
    }
}

/// The bytes that a bit-field of all ones in an otherwise zero object must give.
pub(super) fn expected_bytes(bits: BitRange, size: usize) -> Vec<u8> {
    let mut bytes = vec![0u8; size];
    for bit in bits.start..bits.start + u64::from(bits.width) {
        if let Some(byte) = bytes.get_mut((bit / 8) as usize) {
            *byte |= 1 << (bit % 8);
        }
    }
    bytes
}
