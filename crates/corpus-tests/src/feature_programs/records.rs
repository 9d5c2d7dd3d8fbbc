//! Random record types, and how to visit every leaf of a value.
//!
//! The members of a union all fill the same bytes without padding, so that each can be read after any was written (6.5.2.3,
//! footnote on type punning). Floating members stand outside unions only.

use super::Writer;
use super::expressions::INTEGERS;

/// A type.
#[derive(Clone, Debug)]
pub(super) enum Type {
    /// An integer type.
    Integer(&'static str),
    /// A bit-field of this many bits.
    Bits(&'static str, usize),
    /// `float` or `double`.
    Float(&'static str),
    /// Elements and how many.
    Array(Box<Self>, usize),
    /// A struct or union.
    Record(Record),
}

/// A struct or union.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// How its type is written.
    pub(super) name: String,
    /// Its members; those of an anonymous member are among them.
    pub(super) members: Vec<(String, Type)>,
    /// Whether it is a union.
    pub(super) is_union: bool,
}

/// Declares a random struct and returns it.
pub(super) fn structure(out: &mut Writer, depth: usize) -> Record {
    let mut members = Vec::new();
    let mut text = String::new();
    for _ in 0..1 + out.rng.below(5) {
        let ty = member(out, depth);
        let name = out.fresh("m");
        text.push_str(&format!("  {};\n", declarator(&ty, &name)));
        members.push((name, ty));
        match out.rng.below(30) {
            0 => text.push_str("  unsigned : 0;\n"),
            1 => text.push_str("  int : 5;\n"),
            2 => text.push_str("  short : 3;\n"),
            _ => {}
        }
    }
    if depth > 0 && out.rng.chance(20) {
        let (first, second) = (out.fresh("m"), out.fresh("m"));
        text.push_str(&format!("  struct {{ short {first}; long {second}; }};\n"));
        members.push((first, Type::Integer("short")));
        members.push((second, Type::Integer("long")));
    }
    let name = out.fresh("S");
    let attribute = out.pick(&[
        "",
        "",
        "",
        "",
        " __attribute__((packed))",
        " __attribute__((aligned(16)))",
        " __attribute__((packed, aligned(2)))",
    ]);
    out.line(&format!("struct {name} {{\n{text}}}{attribute};"));
    Record { name: format!("struct {name}"), members, is_union: false }
}

fn member(out: &mut Writer, depth: usize) -> Type {
    let nested = if depth > 0 { 14 } else { 9 };
    match out.rng.below(nested) {
        0..=3 => Type::Integer(out.pick(INTEGERS)),
        4..=6 => bits(out),
        7 => Type::Float(out.pick(&["float", "double"])),
        8 | 9 => {
            let element = if depth > 0 && out.rng.chance(40) {
                plain(out, depth - 1)
            } else {
                Type::Integer(out.pick(INTEGERS))
            };
            Type::Array(Box::new(element), 1 + out.rng.below(4))
        }
        10 | 11 => Type::Record(union(out)),
        _ => Type::Record(structure(out, depth - 1)),
    }
}

/// A type that is not a bit-field.
fn plain(out: &mut Writer, depth: usize) -> Type {
    match member(out, depth) {
        Type::Bits(..) => Type::Record(structure(out, depth)),
        other => other,
    }
}

fn bits(out: &mut Writer) -> Type {
    let (ty, most) = *out.rng.pick(&[
        ("int", 32),
        ("signed int", 32),
        ("unsigned", 32),
        ("unsigned", 32),
        ("short", 16),
        ("unsigned short", 16),
        ("signed char", 8),
        ("unsigned char", 8),
        ("char", 8),
        ("_Bool", 1),
    ]);
    Type::Bits(ty, 1 + out.rng.below(most))
}

/// Declares a union whose members all have four or eight bytes.
fn union(out: &mut Writer) -> Record {
    let name = out.fresh("U");
    let split = 1 + out.rng.below(31);
    let sign = out.pick(&["", "unsigned "]);
    let parts = out.fresh("B");
    out.line(&format!("struct {parts} {{ {sign}int lo : {split}, hi : {}; }};", 32 - split));
    let bits = Record {
        name: format!("struct {parts}"),
        members: vec![
            ("lo".to_owned(), Type::Bits("int", split)),
            ("hi".to_owned(), Type::Bits("int", 32 - split)),
        ],
        is_union: false,
    };
    let array = |ty, n| Type::Array(Box::new(Type::Integer(ty)), n);
    let mut choices = if out.rng.chance(50) {
        vec![
            Type::Integer("int"),
            Type::Integer("unsigned"),
            array("short", 2),
            array("unsigned char", 4),
            Type::Record(bits),
        ]
    } else {
        let pair = Type::Array(Box::new(Type::Record(bits)), 2);
        vec![
            Type::Integer("long long"),
            array("int", 2),
            array("unsigned short", 4),
            array("signed char", 8),
            pair,
        ]
    };
    let mut members = Vec::new();
    let mut text = String::new();
    for _ in 0..2 + out.rng.below(3) {
        let ty = choices.swap_remove(out.rng.below(choices.len()));
        let name = out.fresh("m");
        text.push_str(&format!(" {};", declarator(&ty, &name)));
        members.push((name, ty));
    }
    out.line(&format!("union {name} {{{text} }};"));
    Record { name: format!("union {name}"), members, is_union: true }
}

/// A declaration of a name with the type.
pub(super) fn declarator(ty: &Type, name: &str) -> String {
    match ty {
        Type::Integer(ty) | Type::Float(ty) => format!("{ty} {name}"),
        Type::Bits(ty, width) => format!("{ty} {name} : {width}"),
        Type::Array(element, n) => declarator(element, &format!("{name}[{n}]")),
        Type::Record(record) => format!("{} {name}", record.name),
    }
}

/// Statements that add every leaf to the checksum.
pub(super) fn mix_leaves(value: &str, ty: &Type, text: &mut String) {
    match ty {
        Type::Integer(_) | Type::Bits(..) => text.push_str(&format!("  mix({value});\n")),
        Type::Float(_) => text.push_str(&format!("  mixd({value});\n")),
        Type::Array(element, n) => {
            (0..*n).for_each(|at| mix_leaves(&format!("{value}[{at}]"), element, text))
        }
        Type::Record(record) => {
            for (name, ty) in &record.members {
                mix_leaves(&format!("{value}.{name}"), ty, text);
            }
        }
    }
}

/// The paths to all leaves that are integers, with their types; of a union only those of its first member, so that none overlap.
pub(super) fn integer_leaves(value: &str, ty: &Type, leaves: &mut Vec<(String, &'static str)>) {
    match ty {
        Type::Integer(ty) | Type::Bits(ty, _) => leaves.push((value.to_owned(), ty)),
        Type::Float(_) => {}
        Type::Array(element, n) => {
            (0..*n).for_each(|at| integer_leaves(&format!("{value}[{at}]"), element, leaves));
        }
        Type::Record(record) => {
            let n = if record.is_union { 1 } else { record.members.len() };
            for (name, ty) in record.members.iter().take(n) {
                integer_leaves(&format!("{value}.{name}"), ty, leaves);
            }
        }
    }
}

/// Statements that add sizes, alignments and offsets to the checksum.
pub(super) fn mix_layout(record: &Record, text: &mut String) {
    let name = &record.name;
    text.push_str(&format!("  mix(sizeof({name})); mix(_Alignof({name}));\n"));
    for (member, ty) in &record.members {
        if !matches!(ty, Type::Bits(..)) {
            text.push_str(&format!(
                "  mix(__builtin_offsetof({name}, {member})); mix(sizeof((({name} *)0)->{member}));\n"
            ));
        }
    }
}
