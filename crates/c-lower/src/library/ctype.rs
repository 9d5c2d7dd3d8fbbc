//! `ctype.h` in the "C" locale.

use super::{Entry, Model, entry};

const HEADER: &str = "ctype.h";

macro_rules! classes {
    ($($name:literal: $body:literal;)*) => {
        &[$(entry($name, HEADER, Model::CText(concat!("int __verdikt_", $name, "(int c) { return ", $body, "; }")))),*]
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
