//! `ctype.h` in the "C" locale.
//!
//! The tests give any number but zero where they hold (7.4.1p1; see [`super::results`]). In
//! executions it is the bit that glibc's table has for the class, or the 1 that gcc makes of
//! `isdigit` and `isascii`.

use super::{Entry, text};

const HEADER: &str = "ctype.h";

macro_rules! table {
    ({ $($class:literal $bit:literal: $holds:literal;)* } $($name:literal: $result:literal;)*) => {
        &[
            $(text(
                concat!("__truth_", $class),
                HEADER,
                concat!("int __verdikt___truth_", $class, "(int c) { return ", $holds, " ? ", $bit, " : 0; }"),
            ),
            text($class, HEADER, concat!(
                "extern int __verdikt___truth_", $class, "(int);
extern int __verdikt___any_of_truth(int);
int __verdikt_", $class, "(int c) { return __verdikt___any_of_truth(__verdikt___truth_", $class, "(c)); }"
            )),)*
            $(text($name, HEADER, concat!("int __verdikt_", $name, "(int c) { return ", $result, "; }")),)*
            text("__ctype_b_loc", HEADER, CLASS_TABLE),
        ]
    };
}

pub(super) const TABLE: &[Entry] = table! {
    {
    "isdigit" "1": "(c >= '0' && c <= '9')";
    "isxdigit" "4096": "((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))";
    "isalpha" "1024": "((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))";
    "isalnum" "8": "((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))";
    "isupper" "256": "(c >= 'A' && c <= 'Z')";
    "islower" "512": "(c >= 'a' && c <= 'z')";
    "isspace" "8192": "(c == ' ' || (c >= 9 && c <= 13))";
    "isblank" "1": "(c == ' ' || c == 9)";
    "iscntrl" "2": "((c >= 0 && c <= 31) || c == 127)";
    "isprint" "16384": "(c >= 32 && c <= 126)";
    "isgraph" "32768": "(c >= 33 && c <= 126)";
    "ispunct" "4": "((c >= 33 && c <= 47) || (c >= 58 && c <= 64) || (c >= 91 && c <= 96) || (c >= 123 && c <= 126))";
    "isascii" "1": "(c >= 0 && c <= 127)";
    }
    "toupper": "c >= 'a' && c <= 'z' ? c - 32 : c";
    "tolower": "c >= 'A' && c <= 'Z' ? c + 32 : c";
    "toascii": "c & 127";
};

/// What glibc's macros look into: one word of class bits for each character from -128 to 255.
const CLASS_TABLE: &str = "
static const unsigned short table[384] = {
    [128 ... 136] = 2, [137] = 0x2003, [138 ... 141] = 0x2002, [142 ... 159] = 2, [160] = 0x6001, [161 ... 175] = 0xc004,
    [176 ... 185] = 0xd808, [186 ... 192] = 0xc004, [193 ... 198] = 0xd508, [199 ... 218] = 0xc508, [219 ... 224] = 0xc004,
    [225 ... 230] = 0xd608, [231 ... 250] = 0xc608, [251 ... 254] = 0xc004, [255] = 2,
};
static const unsigned short *start = table + 128;
const unsigned short **__verdikt___ctype_b_loc(void) { return &start; }";
