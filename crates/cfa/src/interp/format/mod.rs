//! The conversions of `printf` (7.21.6.1): reading a format and rendering values, byte for byte as glibc does.

mod float;
#[cfg(test)]
mod tests;

pub(super) use float::{exact_text, float};

use crate::{IntKind, Type, TypeId, Types};

/// A part of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece<'a> {
    /// To be written as it is.
    Text(&'a [u8]),
    /// To be replaced by an argument.
    Conversion(Spec),
    /// Nothing that the standard knows.
    Unknown(String),
}

/// A width or precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Count {
    /// Not given.
    #[default]
    None,
    /// A number.
    Given(usize),
    /// `*`: the next argument.
    Argument,
}

/// How long the argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Length {
    #[default]
    None,
    Char,
    Short,
    Long,
    LongLong,
    Max,
    Size,
    Ptrdiff,
    LongDouble,
}

/// The flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Flags {
    pub(super) left: bool,
    pub(super) plus: bool,
    pub(super) space: bool,
    pub(super) alternative: bool,
    pub(super) zero: bool,
}

/// A conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Spec {
    pub(super) flags: Flags,
    pub(super) width: Count,
    pub(super) precision: Count,
    pub(super) length: Length,
    pub(super) conversion: u8,
}

/// Reads the next part; `None` at the end.
pub(super) fn next_piece<'a>(format: &mut &'a [u8]) -> Option<Piece<'a>> {
    let text = *format;
    let first = *text.first()?;
    if first != b'%' {
        let end = text.iter().position(|&byte| byte == b'%').unwrap_or(text.len());
        *format = &text[end..];
        return Some(Piece::Text(&text[..end]));
    }
    let mut rest = &text[1..];
    let mut spec = Spec { flags: read_flags(&mut rest), width: read_count(&mut rest), ..Spec::default() };
    if let [b'.', after @ ..] = rest {
        rest = after;
        spec.precision = match read_count(&mut rest) {
            Count::None => Count::Given(0),
            given => given,
        };
    }
    spec.length = read_length(&mut rest);
    let Some((&conversion, after)) = rest.split_first() else {
        *format = &[];
        return Some(Piece::Unknown(String::from_utf8_lossy(text).into_owned()));
    };
    *format = after;
    spec.conversion = conversion;
    let spelled = &text[..text.len() - after.len()];
    match conversion {
        b'%' => Some(Piece::Text(b"%")),
        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'c' | b's' | b'p' | b'f' | b'F' | b'e' | b'E' | b'g'
        | b'G' | b'a' | b'A' | b'n' => Some(Piece::Conversion(spec)),
        _ => Some(Piece::Unknown(String::from_utf8_lossy(spelled).into_owned())),
    }
}

fn read_flags(rest: &mut &[u8]) -> Flags {
    let mut flags = Flags::default();
    while let Some((&flag, after)) = rest.split_first() {
        match flag {
            b'-' => flags.left = true,
            b'+' => flags.plus = true,
            b' ' => flags.space = true,
            b'#' => flags.alternative = true,
            b'0' => flags.zero = true,
            _ => break,
        }
        *rest = after;
    }
    flags
}

/// Wider fields than this are not produced by sane programs and would only eat memory.
const MAX_COUNT: usize = 1 << 20;

fn read_count(rest: &mut &[u8]) -> Count {
    if let [b'*', after @ ..] = *rest {
        *rest = after;
        return Count::Argument;
    }
    let mut count = None;
    while let Some((digit @ b'0'..=b'9', after)) = rest.split_first() {
        count = Some((count.unwrap_or(0) * 10 + usize::from(digit - b'0')).min(MAX_COUNT));
        *rest = after;
    }
    count.map_or(Count::None, Count::Given)
}

fn read_length(rest: &mut &[u8]) -> Length {
    let (length, n_bytes) = match **rest {
        [b'h', b'h', ..] => (Length::Char, 2),
        [b'h', ..] => (Length::Short, 1),
        [b'l', b'l', ..] => (Length::LongLong, 2),
        [b'l', ..] => (Length::Long, 1),
        [b'q', ..] => (Length::LongLong, 1),
        [b'j', ..] => (Length::Max, 1),
        [b'z' | b'Z', ..] => (Length::Size, 1),
        [b't', ..] => (Length::Ptrdiff, 1),
        [b'L', ..] => (Length::LongDouble, 1),
        _ => (Length::None, 0),
    };
    *rest = &rest[n_bytes..];
    length
}

impl Spec {
    fn width(&self) -> usize {
        match self.width {
            Count::Given(width) => width,
            Count::None | Count::Argument => 0,
        }
    }

    fn precision(&self) -> Option<usize> {
        match self.precision {
            Count::Given(precision) => Some(precision),
            Count::None | Count::Argument => None,
        }
    }

    /// The sign or what stands in its place.
    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.flags.plus, self.flags.space) {
            (true, _, _) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        }
    }

    /// Puts a prefix and a body into the field, with zeros in between where they are asked for.
    fn pad(&self, prefix: &str, body: &[u8], zeros_allowed: bool) -> Vec<u8> {
        let missing = self.width().saturating_sub(prefix.len() + body.len());
        let mut out = Vec::with_capacity(prefix.len() + body.len() + missing);
        let zeros = self.flags.zero && zeros_allowed && !self.flags.left;
        if !self.flags.left && !zeros {
            out.resize(missing, b' ');
        }
        out.extend_from_slice(prefix.as_bytes());
        if zeros {
            out.resize(out.len() + missing, b'0');
        }
        out.extend_from_slice(body);
        if self.flags.left {
            out.resize(out.len() + missing, b' ');
        }
        out
    }
}

/// A value in a message.
pub(super) fn plain(types: &Types, ty: TypeId, bits: u128) -> String {
    match *types.get(ty) {
        Type::Float(kind) => {
            let spec = Spec { precision: Count::Given(17), conversion: b'g', ..Spec::default() };
            String::from_utf8_lossy(&float(&spec, kind, bits)).into_owned()
        }
        Type::Int(IntKind::UInt128) => bits.to_string(),
        Type::Int(_) => crate::int_value(types, ty, bits).to_string(),
        Type::Pointer(_) | Type::Void | Type::Array(..) | Type::Record(_) | Type::Function(_) => {
            format!("{bits:#x}")
        }
    }
}

/// `d i u x X o`
pub(super) fn integer(spec: &Spec, negative: bool, magnitude: u128) -> Vec<u8> {
    let digits = match spec.conversion {
        b'x' => format!("{magnitude:x}"),
        b'X' => format!("{magnitude:X}"),
        b'o' => format!("{magnitude:o}"),
        _ => magnitude.to_string(),
    };
    let mut digits = if magnitude == 0 && spec.precision() == Some(0) { String::new() } else { digits };
    if let Some(precision) = spec.precision() {
        digits.insert_str(0, &"0".repeat(precision.saturating_sub(digits.len())));
    }
    let prefix = match spec.conversion {
        b'd' | b'i' => spec.sign(negative),
        b'x' if spec.flags.alternative && magnitude != 0 => "0x",
        b'X' if spec.flags.alternative && magnitude != 0 => "0X",
        _ => "",
    };
    if spec.conversion == b'o' && spec.flags.alternative && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    spec.pad(prefix, digits.as_bytes(), spec.precision().is_none())
}

/// `p`
pub(super) fn pointer(spec: &Spec, address: u64) -> Vec<u8> {
    if address == 0 {
        return spec.pad("", b"(nil)", false);
    }
    let hexadecimal = Spec { conversion: b'x', flags: Flags { alternative: true, ..spec.flags }, ..*spec };
    integer(&hexadecimal, false, u128::from(address))
}

/// `s`, cut to the precision, and `c`.
pub(super) fn text(spec: &Spec, bytes: &[u8]) -> Vec<u8> {
    let length = match (spec.conversion, spec.precision()) {
        (b's', Some(precision)) => bytes.len().min(precision),
        (_, _) => bytes.len(),
    };
    spec.pad("", &bytes[..length], false)
}
