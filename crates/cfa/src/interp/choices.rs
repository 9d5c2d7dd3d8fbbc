//! Who resolves nondeterminism: a seeded generator, a list of values, and a recorder around either.

use crate::value::{self, parse_float};
use crate::{FloatKind, FunctionId, Origin, PlaceId, Type, TypeId, Types};
use std::fmt::Write as _;
use std::rc::Rc;

/// Chooses the values that the program does not determine.
pub trait Choices {
    /// The bits of a value of the requested type (cut to its width by the caller); `None` if there are no more.
    fn choose(&mut self, request: Request<'_>) -> Option<u128>;
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The program's types.
    pub types: &'a Types,
    /// A scalar type.
    pub ty: TypeId,
    /// Who asks.
    pub origin: ChoiceOrigin,
    /// The place that is read, where that is why a value is needed.
    pub place: Option<PlaceId>,
}

/// Who asks for a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChoiceOrigin {
    /// A nondeterministic assignment of the program.
    Havoc(Origin),
    /// The result of a function without body.
    External(FunctionId),
    /// The result of a function that is not the program's, called through a pointer.
    UnknownCall,
    /// A variable that is declared but defined nowhere.
    UndefinedVariable,
    /// Characters of an argument of `main`, when they are read.
    ArgumentText,
    /// An uninitialised scalar that is read, under [`super::Uninitialised::Chosen`].
    Uninitialised,
}

/// A deterministic generator (splitmix64) that prefers small and extreme values, and others if it is told so.
#[derive(Clone, Debug)]
pub struct SeededChoices {
    state: u64,
    favourites: Rc<[u128]>,
}

impl SeededChoices {
    /// The generator of this seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed, favourites: Rc::default() }
    }

    /// The same generator, with most integers among these.
    pub fn preferring(self, favourites: Rc<[u128]>) -> Self {
        Self { favourites, ..self }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Small, extreme and random integers.
    fn integer(&mut self) -> u128 {
        if !self.favourites.is_empty() && self.below(16) > 0 {
            let position = self.below(self.favourites.len() as u64) as usize;
            return self.favourites[position];
        }
        match self.below(8) {
            0..=2 => u128::from(self.below(4)),
            3 => u128::from(self.below(256)),
            4 => (self.below(16) as u128).wrapping_neg(),
            5 => {
                let power = 1u128 << self.below(128);
                power.wrapping_sub(self.below(2) as u128)
            }
            6 => {
                // The largest and smallest values of each width.
                let half = 1u128 << ([7, 15, 31, 63, 127][self.below(5) as usize]);
                half.wrapping_sub(self.below(2) as u128)
            }
            _ => u128::from(self.next()) << 64 | u128::from(self.next()),
        }
    }

    fn float(&mut self, types: &Types, ty: TypeId, kind: FloatKind) -> u128 {
        match self.below(4) {
            0 => {
                let whole = self.integer();
                value::cast(types, TypeId::INT128, ty, whole).unwrap_or(0)
            }
            1 => {
                let text = format!("{}e-{}", self.below(100_000), self.below(5));
                parse_float(kind, &text).unwrap_or(0)
            }
            2 => parse_float(kind, ["0", "1", "0.5", "1e300", "1e-300", "1e5000"][self.below(6) as usize])
                .unwrap_or(0),
            _ => {
                let double = u128::from(self.next());
                value::cast(types, TypeId::DOUBLE, ty, double).unwrap_or(0)
            }
        }
    }
}

impl Choices for SeededChoices {
    fn choose(&mut self, request: Request<'_>) -> Option<u128> {
        Some(match *request.types.get(request.ty) {
            Type::Float(kind) => self.float(request.types, request.ty, kind),
            // An address out of the blue is almost never of use; most often choose null.
            Type::Pointer(_) => {
                if self.below(8) == 0 {
                    u128::from(self.next())
                } else {
                    0
                }
            }
            Type::Int(_) | Type::Void | Type::Array(..) | Type::Record(_) | Type::Function(_) => {
                self.integer()
            }
        })
    }
}

/// Values from a text, in the order in which they are asked for.
#[derive(Clone, Debug)]
pub struct ListedValues {
    values: Vec<Listed>,
    next: usize,
    arguments: Vec<Vec<u8>>,
}

#[derive(Clone, Debug)]
enum Listed {
    Integer(u128),
    Float(FloatText),
    Order(u128),
}

#[derive(Clone, Debug)]
struct FloatText {
    negative: bool,
    text: String,
}

/// A line of a value list that is no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueListError {
    /// The line, counted from one.
    pub line: usize,
    /// What stands there.
    pub text: String,
}

impl std::fmt::Display for ValueListError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "line {}: `{}` is no integer, no floating-point number, no text in quotes and no `order N`",
            self.line, self.text
        )
    }
}

impl std::error::Error for ValueListError {}

impl ListedValues {
    /// Reads one value per line: decimal or `0x` integers, decimal or hexadecimal floats, with a
    /// sign, `inf`, `nan`. Empty lines and what follows a `#` are ignored. `order N` says which order
    /// of evaluation is taken where C leaves it open; without such lines it is the usual one. Lines
    /// in quotes are the arguments of `main`, its name first, with C's escapes.
    pub fn parse(text: &str) -> Result<Self, ValueListError> {
        let (mut values, mut arguments) = (Vec::new(), Vec::new());
        for (index, line) in text.lines().enumerate() {
            let wrong = || ValueListError { line: index + 1, text: line.trim().to_owned() };
            if line.trim_start().starts_with('"') {
                arguments.push(quoted(line.trim()).ok_or_else(wrong)?);
                continue;
            }
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let value = parse_value(line);
            values.push(value.ok_or_else(|| ValueListError { line: index + 1, text: line.to_owned() })?);
        }
        Ok(Self { values, next: 0, arguments })
    }

    /// The arguments of `main` that are listed, its name first.
    pub fn arguments(&self) -> &[Vec<u8>] {
        &self.arguments
    }

    /// How many values were not asked for yet.
    pub fn remaining(&self) -> usize {
        self.values.len() - self.next
    }
}

/// The bytes of a text in quotes, behind which only a remark may stand.
fn quoted(line: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = line.strip_prefix('"')?.bytes();
    loop {
        let byte = match rest.next()? {
            b'"' => {
                let behind = rest.find(|byte| !byte.is_ascii_whitespace());
                return matches!(behind, None | Some(b'#')).then_some(bytes);
            }
            b'\\' => match rest.next()? {
                b'n' => b'\n',
                b't' => b'\t',
                b'r' => b'\r',
                b'0' => 0,
                b'x' => {
                    let mut digit = || char::from(rest.next()?).to_digit(16);
                    u8::try_from(digit()? * 16 + digit()?).ok()?
                }
                same @ (b'"' | b'\\' | b'\'') => same,
                _ => return None,
            },
            byte => byte,
        };
        bytes.push(byte);
    }
}

fn parse_value(line: &str) -> Option<Listed> {
    if let Some(order) = line.strip_prefix(ORDER) {
        return order.trim().parse().ok().map(Listed::Order);
    }
    let (negative, text) = match line.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, line.strip_prefix('+').unwrap_or(line)),
    };
    let integer = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u128::from_str_radix(digits, 16).ok(),
        None if text.starts_with(|first: char| first.is_ascii_digit()) => text.parse().ok(),
        None => None,
    };
    if let Some(magnitude) = integer {
        return Some(Listed::Integer(if negative { magnitude.wrapping_neg() } else { magnitude }));
    }
    let special = matches!(text, "inf" | "nan");
    (special || parse_float(FloatKind::F64, text).is_some())
        .then(|| Listed::Float(FloatText { negative, text: text.to_owned() }))
}

impl FloatText {
    fn bits(&self, types: &Types, ty: TypeId, kind: FloatKind) -> u128 {
        let magnitude = match self.text.as_str() {
            "inf" => parse_float(kind, "1e9999"),
            "nan" => value::cast(types, TypeId::DOUBLE, ty, u128::from(f64::NAN.to_bits())).ok(),
            text => parse_float(kind, text),
        }
        .unwrap_or(0);
        let sign = if self.negative { crate::UnaryOp::Neg } else { crate::UnaryOp::FloatAbs };
        value::unary(types, sign, ty, magnitude, value::Overflow::Wrap).unwrap_or(magnitude)
    }
}

/// Begins a line that says which order is taken.
const ORDER: &str = "order ";

impl Choices for ListedValues {
    fn choose(&mut self, request: Request<'_>) -> Option<u128> {
        if request.origin == ChoiceOrigin::Havoc(Origin::Order) {
            let Some(&Listed::Order(order)) = self.values.get(self.next) else { return Some(0) };
            self.next += 1;
            return Some(order);
        }
        // Another program had a choice of orders here.
        while let Some(Listed::Order(_)) = self.values.get(self.next) {
            self.next += 1;
        }
        let listed = self.values.get(self.next)?;
        self.next += 1;
        let Request { types, ty, .. } = request;
        match (listed, types.get(ty)) {
            (Listed::Order(order), _) => Some(*order),
            (Listed::Integer(bits), Type::Float(_)) => value::cast(types, TypeId::INT128, ty, *bits).ok(),
            (Listed::Integer(bits), _) => Some(*bits),
            (Listed::Float(text), &Type::Float(kind)) => Some(text.bits(types, ty, kind)),
            // A float where an integer is asked for: its integer part, if it fits.
            (Listed::Float(text), _) => {
                let bits = text.bits(types, TypeId::FLOAT128, FloatKind::F128);
                value::cast(types, TypeId::FLOAT128, ty, bits).ok()
            }
        }
    }
}

/// Passes requests on and keeps what was chosen.
#[derive(Clone, Debug)]
pub struct Recorder<C> {
    inner: C,
    /// The values so far.
    pub drawn: Vec<Drawn>,
}

/// A value that was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// Its type.
    pub ty: TypeId,
    /// Its bits, canonical.
    pub bits: u128,
    /// Who asked.
    pub origin: ChoiceOrigin,
}

impl<C> Recorder<C> {
    /// Records what `inner` chooses.
    pub fn new(inner: C) -> Self {
        Self { inner, drawn: Vec::new() }
    }

    /// The values as a text that [`ListedValues::parse`] reads back exactly.
    pub fn to_text(&self, types: &Types) -> String {
        let mut text = String::new();
        for drawn in &self.drawn {
            let line = match *types.get(drawn.ty) {
                _ if drawn.origin == ChoiceOrigin::Havoc(Origin::Order) => {
                    format!("{ORDER}{}", drawn.bits)
                }
                Type::Float(kind) => super::format::exact_text(kind, drawn.bits),
                Type::Int(crate::IntKind::UInt128) => drawn.bits.to_string(),
                _ => crate::int_value(types, drawn.ty, drawn.bits).to_string(),
            };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{line}");
        }
        text
    }
}

impl<C: Choices> Choices for Recorder<C> {
    fn choose(&mut self, request: Request<'_>) -> Option<u128> {
        let bits = self.inner.choose(request)?;
        let bits = match request.types.get(request.ty) {
            Type::Float(_) => bits,
            _ => crate::canonical(request.types, request.ty, bits),
        };
        self.drawn.push(Drawn { ty: request.ty, bits, origin: request.origin });
        Some(bits)
    }
}
