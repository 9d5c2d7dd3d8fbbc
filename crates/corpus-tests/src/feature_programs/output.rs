//! Formatted output: every conversion with flags, width and precision.

use super::expressions::{locals, pure};
use super::{Area, Writer};

/// Writes a function that prints.
pub(super) fn write(out: &mut Writer) {
    let (mut text, variables) = locals(out, 4, "");
    text.push_str("  char buffer[400]; int n = 0;\n");
    for _ in 0..10 {
        let flags = out.pick(&["", "", "-", "0", "+", " ", "#", "-+", "0+", "#0", "- ", "-#"]);
        let width = out.pick(&["", "", "1", "8", "12", "30"]);
        let precision = out.pick(&["", "", "", ".", ".0", ".1", ".5", ".10"]);
        let value = pure(out, &variables, 2);
        let (conversion, argument) = conversion(out, &value);
        // Zeros and alternative forms are undefined for text and characters.
        let plain = matches!(conversion.as_str(), "s" | "c");
        let (flags, precision) = match conversion.as_str() {
            "%" => ("", ""),
            "c" => (if flags.starts_with('-') { "-" } else { "" }, ""),
            _ if plain => (if flags.starts_with('-') { "-" } else { "" }, precision),
            _ if conversion.ends_with(['d', 'i', 'u']) => {
                (if flags.contains('#') { "" } else { flags }, precision)
            }
            _ => (flags, precision),
        };
        let width = if conversion == "%" { "" } else { width };
        let format = format!("[%{flags}{width}{precision}{conversion}]");
        let star = out.rng.below(20) as i64 - 8;
        text.push_str(&match out.rng.below(5) {
            0 => format!(
                "  n += __builtin_sprintf(buffer, \"{format}\", {argument}); printf(\"%s\", buffer);\n"
            ),
            1 => format!(
                "  n += __builtin_snprintf(buffer, 6, \"{format}\", {argument}); printf(\"%s\", buffer);\n"
            ),
            2 if conversion != "%" => {
                format!(
                    "  n += printf(\"%d<%*{conversion}>%.*d\", {}, {star}, {argument}, {star}, 42);\n",
                    out.rng.below(1000)
                )
            }
            _ => format!("  n += printf(\"{format}\", {argument});\n"),
        });
    }
    text.push_str("  printf(\"\\n\"); mix(n);\n");
    out.function(Area::Output, &text);
}

/// A conversion with its length modifier, and an argument for it.
fn conversion(out: &mut Writer, value: &str) -> (String, String) {
    let real = out.pick(&[
        "0.0",
        "-0.0",
        "1.0",
        "0.5",
        "1.5",
        "2.5",
        "-3.14159",
        "1e10",
        "1e-5",
        "123456789.0",
        "1e100",
        "0.1f",
        "99.995",
        "1.0 / 3",
        "-1e-300",
    ]);
    match out.rng.below(12) {
        0..=2 => {
            let (size, ty) = *out.rng.pick(&[
                ("", "int"),
                ("l", "long"),
                ("ll", "long long"),
                ("h", "short"),
                ("hh", "signed char"),
                ("z", "size_t"),
                ("j", "long long"),
            ]);
            (format!("{size}{}", out.pick(&["d", "i"])), format!("({ty})({value})"))
        }
        3..=5 => {
            let (size, ty) = *out.rng.pick(&[
                ("", "unsigned"),
                ("l", "unsigned long"),
                ("ll", "unsigned long long"),
                ("h", "unsigned short"),
                ("hh", "unsigned char"),
                ("z", "size_t"),
            ]);
            (format!("{size}{}", out.pick(&["u", "x", "X", "o"])), format!("({ty})({value})"))
        }
        6 | 7 => (
            out.pick(&["f", "F", "e", "E", "g", "G", "a"]).to_owned(),
            format!("{}{real}", out.pick(&["", "(float)"])),
        ),
        8 => ("s".to_owned(), out.pick(&["\"\"", "\"abc\"", "\"a\\tb%d\"", "\"longer than it\""]).to_owned()),
        9 => ("c".to_owned(), format!("(int)(({value}) & 31) + 'A'")),
        10 => ("%".to_owned(), "0".to_owned()),
        _ => ("Lg".to_owned(), format!("(long double){real}")),
    }
}
