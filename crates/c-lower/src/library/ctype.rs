//! `ctype.h` in the "C" locale.

use super::{Entry, text};

const HEADER: &str = "ctype.h";

macro_rules! classes {
    ($($name:literal: $body:literal;)*) => {
        &[
            $(text($name, HEADER, concat!("int __verdikt_", $name, "(int c) { return ", $body, "; }")),)*
            text("__ctype_b_loc", HEADER, CLASS_TABLE),
        ]
    };
}

pub(super) const TABLE: &[Entry] = classes! {
    "isdigit": "c >= '0' && c <= '9'";
    "isxdigit": "(c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')";
    "isalpha": "(c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')";
    "isalnum": "(c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')";
    "isupper": "c >= 'A' && c <= 'Z'";
    "islower": "c >= 'a' && c <= 'z'";
    "isspace": "c == ' ' || (c >= 9 && c <= 13)";
    "isblank": "c == ' ' || c == 9";
    "iscntrl": "(c >= 0 && c <= 31) || c == 127";
    "isprint": "c >= 32 && c <= 126";
    "isgraph": "c >= 33 && c <= 126";
    "ispunct": "(c >= 33 && c <= 47) || (c >= 58 && c <= 64) || (c >= 91 && c <= 96) || (c >= 123 && c <= 126)";
    "toupper": "c >= 'a' && c <= 'z' ? c - 32 : c";
    "tolower": "c >= 'A' && c <= 'Z' ? c + 32 : c";
    "isascii": "c >= 0 && c <= 127";
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
