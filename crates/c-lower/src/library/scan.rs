//! `scanf` and its kin: what each conversion of a format writes, and when.
//!
//! A conversion writes if it and all before it succeed, and the result is their number, or -1 if
//! the input ends before the first (7.21.6.2p16). So the result decides: behind the call, the first
//! argument is written if the result is greater than 0, then the second if it is greater than 1,
//! and so on. What the format has no conversion for is not written (p2).
//!
//! A format that is no literal, or has a conversion that is not known here, may write any of the
//! arguments: a proof covers that, and no execution goes past it. There, text is not supported.
//!
//! Text is written character by character, by models in C ([`TABLE`]): of any length where the
//! conversion has no width. Which characters a set has is not looked at: a proof covers all, and no
//! execution goes past it.

use super::{Entry, text};
use crate::body::BodyLowerer;
use crate::body::call::{ReadyCall, Wanted};
use cfa::{BinaryOp, ExprId, FunctionId, MachineModel, Op, Origin, PlaceId, Side, TypeId};

/// What a conversion stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stored {
    /// A scalar.
    Number(TypeId),
    /// So many characters.
    Characters(u64),
    /// Text with a zero behind it, perhaps of limited length: a word, or characters of a set.
    Word(Option<u64>),
    Set(Option<u64>),
    /// The number of characters read so far (`%n`): it is not counted in the result.
    Position(TypeId),
}

/// Where a conversion stores.
enum Target {
    Places(Vec<PlaceId>),
    /// This model writes at most so many characters behind the pointer.
    Text(&'static str, ExprId, u64),
}

/// More single characters than these are written by a loop.
const MOST_CHARACTERS: u64 = 64;

/// The conversions of a format that store something, in order; `None` if one is not known here.
fn conversions(format: &[u8]) -> Option<Vec<Stored>> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        rest = &rest[at + 1..];
        let is_dropped = rest.first() == Some(&b'*');
        rest = &rest[usize::from(is_dropped)..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let width = std::str::from_utf8(&rest[..digits]).ok()?.parse::<u64>().ok();
        rest = &rest[digits..];
        let modifier = rest.iter().take_while(|byte| b"hljztLq".contains(byte)).count();
        let (length, behind) = rest.split_at(modifier);
        let (&conversion, behind) = behind.split_first()?;
        rest = if conversion == b'[' { behind_set(behind)? } else { behind };
        if conversion == b'%' {
            continue;
        }
        if !is_dropped {
            found.push(stored(conversion, length, width)?);
        }
    }
    Some(found)
}

/// What stands behind a set of characters; a `]` at its beginning belongs to it.
fn behind_set(text: &[u8]) -> Option<&[u8]> {
    let skipped = usize::from(text.first() == Some(&b'^'));
    let first = skipped + usize::from(text.get(skipped) == Some(&b']'));
    let end = first + text.get(first..)?.iter().position(|&byte| byte == b']')?;
    text.get(end + 1..)
}

fn stored(conversion: u8, length: &[u8], width: Option<u64>) -> Option<Stored> {
    let integer = match length {
        b"hh" => TypeId::SCHAR,
        b"h" => TypeId::SHORT,
        b"" => TypeId::INT,
        b"l" | b"z" | b"t" => TypeId::LONG,
        b"ll" | b"q" | b"j" => TypeId::LLONG,
        _ => return None,
    };
    Some(match (conversion, length) {
        (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', _) => Stored::Number(integer),
        (b'n', _) => Stored::Position(integer),
        (b'a' | b'e' | b'f' | b'g' | b'A' | b'E' | b'F' | b'G', b"") => Stored::Number(TypeId::FLOAT),
        (b'a' | b'e' | b'f' | b'g' | b'A' | b'E' | b'F' | b'G', b"l") => Stored::Number(TypeId::DOUBLE),
        (b'p', b"") => Stored::Number(TypeId::VOID_PTR),
        (b'c', b"") => Stored::Characters(width.unwrap_or(1)),
        (b's', b"") => Stored::Word(width),
        (b'[', b"") => Stored::Set(width),
        _ => return None,
    })
}

impl BodyLowerer<'_> {
    /// A call of a function like `scanf`, whose format is the argument at this position.
    pub(super) fn apply_scan(
        &mut self,
        function: FunctionId,
        format: usize,
        call: ReadyCall,
    ) -> Option<ExprId> {
        let text = call.args.get(format).and_then(|&text| self.literal(text));
        let Some(stored) = text.and_then(conversions) else {
            return self.scan_unknown(function, format, call);
        };
        let span = call.span;
        let counted = stored.iter().filter(|stored| !matches!(stored, Stored::Position(_))).count();
        let targets: Option<Vec<Target>> = stored
            .iter()
            .enumerate()
            .map(|(position, &stored)| {
                let pointer = *call.args.get(format + 1 + position)?;
                self.scan_targets(pointer, stored, &call)
            })
            .collect();
        let Some(targets) = targets else {
            let feature = self.names.intern("argument that does not fit a format");
            self.emit_last(Op::Unsupported { feature }, span);
            return Some(self.no_value());
        };
        let result = self.temp(call.ty, span);
        let args = call.args.clone();
        let own = ReadyCall { args, ty: call.ty, wanted: Wanted::At(result), span };
        self.external(function, own);
        let count = self.lo.exprs.load(result);
        self.limit(count, counted, span);
        let end = self.graph_location();
        let mut before = 0;
        for (target, stored) in targets.into_iter().zip(stored) {
            let least = self.int(before + i128::from(!matches!(stored, Stored::Position(_))), call.ty);
            let succeeded = self.binary(BinaryOp::Ge, count, least);
            self.go_on_if(succeeded, end, span);
            match target {
                Target::Places(places) => {
                    for place in places {
                        self.emit(Op::Havoc { place, origin: Origin::Library(function) }, span);
                    }
                }
                Target::Text(model, pointer, width) => {
                    let width = self.int(i128::from(width), self.types().size_type());
                    self.call_writing(model, [pointer, width], span);
                }
            }
            before += i128::from(!matches!(stored, Stored::Position(_)));
        }
        self.join_at(end, span);
        self.deliver(&call, count)
    }

    /// -1 up to the number of conversions.
    fn limit(&mut self, count: ExprId, counted: usize, span: source::Span) {
        let ty = self.lo.exprs.ty(count);
        let (least, greatest) = (self.int(-1, ty), self.int(counted as i128, ty));
        let low = self.binary(BinaryOp::Ge, count, least);
        let high = self.binary(BinaryOp::Le, count, greatest);
        let condition = self.binary(BinaryOp::BitAnd, low, high);
        self.emit(Op::Assume { condition, side: Side::Then }, span);
    }

    /// Where a conversion stores; `None` if the argument is no pointer.
    fn scan_targets(&mut self, pointer: ExprId, stored: Stored, call: &ReadyCall) -> Option<Target> {
        let pointee = self.types().pointee(self.lo.exprs.ty(pointer))?;
        let pointer = self.stable(pointer, call.span);
        match stored {
            Stored::Number(wanted) | Stored::Position(wanted) => {
                let is_alike = self.types().is_scalar(pointee)
                    && pointee != TypeId::BOOL
                    && self.types().size(pointee) == self.types().size(wanted);
                let ty = if is_alike { pointee } else { wanted };
                let target = self.pointer_to(ty);
                let pointer = self.fit(pointer, target);
                Some(Target::Places(vec![self.deref(pointer)]))
            }
            Stored::Characters(count) if count <= MOST_CHARACTERS => {
                let target = self.pointer_to(TypeId::CHAR);
                let pointer = self.fit(pointer, target);
                let mut places = Vec::new();
                for at in 0..count {
                    let offset = self.int(i128::from(at), self.types().ptrdiff_type());
                    let pointer = self.operate(BinaryOp::PtrAdd, pointer, offset);
                    places.push(self.deref(pointer));
                }
                Some(Target::Places(places))
            }
            Stored::Characters(_) | Stored::Word(_) | Stored::Set(_) => {
                let any = match self.types().machine() {
                    MachineModel::Ilp32 => u64::from(u32::MAX),
                    MachineModel::Lp64 => u64::MAX,
                };
                let (model, width) = match stored {
                    Stored::Word(width) => ("__scan_word", width.unwrap_or(any)),
                    Stored::Set(width) => ("__scan_set", width.unwrap_or(any)),
                    Stored::Characters(count) => ("__scan_bytes", count),
                    Stored::Number(_) | Stored::Position(_) => return None,
                };
                let target = self.pointer_to(TypeId::CHAR);
                Some(Target::Text(model, self.fit(pointer, target), width))
            }
        }
    }

    /// Any of the arguments may be written.
    fn scan_unknown(&mut self, function: FunctionId, format: usize, call: ReadyCall) -> Option<ExprId> {
        let span = call.span;
        let mut targets = Vec::new();
        for &pointer in call.args.iter().skip(format + 1) {
            let Some(pointee) = self.types().pointee(self.lo.exprs.ty(pointer)) else { continue };
            // Characters come in any number: what would have to become unknown is not known.
            if self.types().size(pointee).is_none_or(|size| size <= 1) {
                self.external(function, call);
                let feature = self.names.intern("text input by a function like `scanf`");
                self.emit_last(Op::Unsupported { feature }, span);
                return Some(self.no_value());
            }
            let pointer = self.stable(pointer, span);
            targets.push(self.deref(pointer));
        }
        let value = self.external(function, call);
        for place in targets {
            let end = self.graph_location();
            let chosen = self.guess(span);
            self.go_on_if(chosen, end, span);
            self.emit(Op::Havoc { place, origin: Origin::Library(function) }, span);
            self.join_at(end, span);
        }
        value
    }
}

const HEADER: &str = "stdio.h";

pub(super) const TABLE: &[Entry] = &[
    text("__scan_word", HEADER, SCAN_WORD),
    text("__scan_set", HEADER, SCAN_SET),
    text("__scan_bytes", HEADER, SCAN_BYTES),
];

/// Characters other than white space, at least one.
const SCAN_WORD: &str = "
extern int __verdikt_within_int(int, int);
extern char __verdikt_any_char(void);
extern void __verdikt_assume(int);
void __verdikt___scan_word(char *target, size_t width) {
    size_t at = 0;
    do {
        char read = __verdikt_any_char();
        __verdikt_assume(read != 32 & (read < 9 | read > 13));
        target[at++] = read;
    } while (at < width && __verdikt_within_int(0, 1));
    target[at] = 0;
}";

const SCAN_SET: &str = "
extern int __verdikt_guess_int(void);
extern char __verdikt_guess_char(void);
void __verdikt___scan_set(char *target, size_t width) {
    size_t at = 0;
    do target[at++] = __verdikt_guess_char(); while (at < width && __verdikt_guess_int());
    target[at] = 0;
}";

const SCAN_BYTES: &str = "
extern char __verdikt_any_char(void);
void __verdikt___scan_bytes(char *target, size_t width) {
    for (size_t at = 0; at < width; at++) target[at] = __verdikt_any_char();
}";

#[cfg(test)]
mod tests {
    use super::{Stored, conversions};
    use cfa::TypeId;

    #[test]
    fn conversions_of_formats() {
        let int = Stored::Number(TypeId::INT);
        assert_eq!(conversions(b"%d"), Some(vec![int]));
        assert_eq!(conversions(b"a%%b %*d%5x"), Some(vec![int]), "what is dropped stores nothing");
        assert_eq!(conversions(b"%*[^]a]%lf"), Some(vec![Stored::Number(TypeId::DOUBLE)]));
        assert_eq!(conversions(b"%*s%hhu"), Some(vec![Stored::Number(TypeId::SCHAR)]));
        assert_eq!(conversions(b"%s%7s"), Some(vec![Stored::Word(None), Stored::Word(Some(7))]));
        assert_eq!(conversions(b"%3[^]a]x"), Some(vec![Stored::Set(Some(3))]));
        assert_eq!(conversions(b"%ls"), None, "wide characters are not known");
        assert_eq!(conversions(b"%ms"), None, "nor is memory that the call allocates");
        assert_eq!(conversions(b"%3c%n"), Some(vec![Stored::Characters(3), Stored::Position(TypeId::INT)]));
        assert_eq!(conversions(b"%1$d"), None, "numbered arguments are not known");
        assert_eq!(conversions(b"%"), None);
    }
}
