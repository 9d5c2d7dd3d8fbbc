//! Functions without a body: those that print are executed, the others return a chosen value and are counted.

use super::choices::ChoiceOrigin;
use super::eval::Value;
use super::format::{self, Count, Length, Piece, Spec};
use super::havoc::{STDERR, STDOUT};
use super::libm::Number;
use super::machine::{Machine, Run};
use super::memory::{Cell, Mode};
use super::models::Chooser;
use super::outcome::{Outcome, UndefinedKind};
use crate::{
    Expr, ExprId, Field, FloatKind, FunctionId, FunctionOrigin, MachineModel, PlaceId, RecordId, Type, TypeId,
};

/// Where the program writes to.
pub trait Output {
    /// Takes what the program writes.
    fn write(&mut self, stream: Stream, bytes: &[u8]);
}

/// An output stream of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

/// Keeps the output.
#[derive(Clone, Default, Debug)]
pub struct Captured {
    /// What went to standard output.
    pub out: Vec<u8>,
    /// What went to standard error.
    pub err: Vec<u8>,
}

impl Output for Captured {
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        match stream {
            Stream::Out => self.out.extend_from_slice(bytes),
            Stream::Err => self.err.extend_from_slice(bytes),
        }
    }
}

/// Throws the output away.
#[derive(Clone, Copy, Default, Debug)]
pub struct Discard;

impl Output for Discard {
    fn write(&mut self, _stream: Stream, _bytes: &[u8]) {}
}

/// Arguments that a format takes one by one.
enum Arguments<'x> {
    /// As they are written.
    Written { exprs: &'x [ExprId], next: usize },
    /// In the record that a call through a pointer passes.
    Packed { block: Cell, record: RecordId, next: usize },
    /// In the record that a `va_list` points into; the format says of what types they are.
    Listed { next: Cell },
}

/// What stands behind a format in a call.
#[derive(Clone, Copy)]
pub(super) enum Rest<'x> {
    /// The arguments.
    Arguments(&'x [ExprId]),
    /// A `va_list`.
    List(ExprId),
}

impl Machine<'_, '_> {
    /// Calls a function without body.
    pub(super) fn external(
        &mut self,
        function: FunctionId,
        args: &[ExprId],
        place: Option<PlaceId>,
    ) -> Run<()> {
        let program = self.program;
        let name = program.cfa.function_name(function);
        // A program may have another function of that name.
        let is_library = program.cfa.functions[function].origin == FunctionOrigin::Library;
        if is_library && let Some(chooser) = Chooser::of(name) {
            return self.choose_for_model((chooser, function), args, place);
        }
        if is_library && let Some(result) = self.native(name, args)? {
            // Output may fail, so that its result is not the only one.
            self.is_open |= place.is_some();
            return match place {
                Some(place) => self.store(place, Value::number(u128::from(result as u32))),
                None => Ok(()),
            };
        }
        for &argument in args {
            if self.is_scalar(argument) {
                self.scalar(argument)?;
            }
        }
        if program.cfa.functions[function].origin == FunctionOrigin::Estimate {
            return self.estimate(name, args, place);
        }
        self.calls_of_externals[function] += 1;
        match place {
            Some(place) => self.choose_into(place, ChoiceOrigin::External(function)),
            None => Ok(()),
        }
    }

    /// Calls a function for whose result a proof takes any value.
    fn estimate(&mut self, name: &str, args: &[ExprId], place: Option<PlaceId>) -> Run<()> {
        let mut numbers = Some(Vec::with_capacity(args.len()));
        for &argument in args {
            let number = self.number(argument)?;
            numbers = numbers.zip(number).map(|(mut numbers, number)| {
                numbers.push(number);
                numbers
            });
        }
        let own = name.strip_prefix("__builtin_").unwrap_or(name);
        let Some(result) = numbers.and_then(|numbers| super::libm::result(own, &numbers)) else {
            return self.stop(Outcome::Unsupported(format!("the result of `{name}`")));
        };
        // Another library rounds it in another way.
        self.is_open = true;
        match place {
            Some(place) => {
                let bits = crate::canonical(&self.program.cfa.types, self.place_ty(place), result.bits());
                self.store(place, Value::number(bits))
            }
            None => Ok(()),
        }
    }

    /// An argument as a number; `None` if it is of another kind.
    fn number(&mut self, argument: ExprId) -> Run<Option<Number>> {
        let types = &self.program.cfa.types;
        let ty = self.program.cfa.exprs.ty(argument);
        Ok(match *types.get(ty) {
            Type::Float(kind) => Number::of_float(kind, self.scalar(argument)?.bits),
            Type::Int(_) => {
                let bits = self.scalar(argument)?.bits;
                i64::try_from(crate::int_value(types, ty, bits)).ok().map(Number::Whole)
            }
            Type::Void | Type::Pointer(_) | Type::Array(..) | Type::Record(_) | Type::Function(_) => None,
        })
    }

    /// Executes an output function; `None` if it is none of them.
    fn native(&mut self, name: &str, args: &[ExprId]) -> Run<Option<i32>> {
        let result = match (name, args) {
            ("printf", [format, rest @ ..]) => {
                let text = self.format(*format, Rest::Arguments(rest))?;
                self.emit(Stream::Out, &text)
            }
            ("vprintf", [format, list]) => {
                let text = self.format(*format, Rest::List(*list))?;
                self.emit(Stream::Out, &text)
            }
            ("vfprintf", [stream, format, list]) => {
                let Some(stream) = self.stream(*stream)? else { return Ok(None) };
                let text = self.format(*format, Rest::List(*list))?;
                self.emit(stream, &text)
            }
            ("fprintf", [stream, format, rest @ ..]) => {
                let Some(stream) = self.stream(*stream)? else { return Ok(None) };
                let text = self.format(*format, Rest::Arguments(rest))?;
                self.emit(stream, &text)
            }
            ("puts", [text]) => {
                let text = self.pointer(*text)?;
                let mut text = self.string(text, None)?;
                text.push(b'\n');
                self.emit(Stream::Out, &text)
            }
            ("fputs", [text, stream]) => {
                let Some(stream) = self.stream(*stream)? else { return Ok(None) };
                let text = self.pointer(*text)?;
                let text = self.string(text, None)?;
                self.emit(stream, &text)
            }
            ("putchar", [byte]) => {
                let byte = self.scalar(*byte)?.bits as u8;
                self.emit(Stream::Out, &[byte]);
                i32::from(byte)
            }
            ("putc" | "fputc" | "_IO_putc", [byte, stream]) => {
                let Some(stream) = self.stream(*stream)? else { return Ok(None) };
                let byte = self.scalar(*byte)?.bits as u8;
                self.emit(stream, &[byte]);
                i32::from(byte)
            }
            ("fflush", [_]) => 0,
            (_, _) => return Ok(None),
        };
        Ok(Some(result))
    }

    fn emit(&mut self, stream: Stream, bytes: &[u8]) -> i32 {
        self.output.write(stream, bytes);
        bytes.len() as i32
    }

    /// Which standard stream a `FILE *` is.
    fn stream(&mut self, stream: ExprId) -> Run<Option<Stream>> {
        Ok(match self.scalar(stream)?.bits as u64 {
            STDOUT => Some(Stream::Out),
            STDERR => Some(Stream::Err),
            _ => None,
        })
    }

    /// The bytes of a string up to its terminator, or up to `limit` of them.
    fn string(&mut self, start: Cell, limit: Option<usize>) -> Run<Vec<u8>> {
        let mut bytes = Vec::new();
        while limit.is_none_or(|limit| bytes.len() < limit) {
            let at = Cell { bits: start.bits.wrapping_add(bytes.len() as u64), ..start };
            let access = self.memory.access(at, 1, Mode::Read);
            let at = self.allow(access)?;
            if !self.memory.is_initialised(at) {
                self.initialise(at, TypeId::CHAR, None)?;
            }
            self.memory.read_as_number(at);
            match self.memory.load(at) as u8 {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        Ok(bytes)
    }

    /// What `printf` would write.
    pub(super) fn format(&mut self, format: ExprId, rest: Rest<'_>) -> Run<Vec<u8>> {
        let format = self.pointer(format)?;
        let format = self.string(format, None)?;
        let mut arguments = match rest {
            Rest::Arguments(args) => self.arguments_of(args)?,
            Rest::List(list) => Arguments::Listed { next: self.listed(list)? },
        };
        let mut out = Vec::new();
        let mut rest = format.as_slice();
        while let Some(piece) = format::next_piece(&mut rest) {
            match piece {
                Piece::Text(text) => out.extend_from_slice(text),
                Piece::Conversion(spec) => {
                    let text = self.convert(spec, &mut arguments, out.len())?;
                    out.extend_from_slice(&text);
                }
                Piece::Unknown(spec) => {
                    return self.stop(Outcome::Unsupported(format!("printf conversion {spec}")));
                }
            }
        }
        Ok(out)
    }

    /// The arguments behind a format. Lowering packs those of a call through a pointer into a record named `$arguments`.
    fn arguments_of<'x>(&mut self, args: &'x [ExprId]) -> Run<Arguments<'x>> {
        let cfa = self.program.cfa;
        if let [only] = *args
            && let Expr::Cast(address) = cfa.exprs.expr(only)
            && let Expr::AddressOf(place) = cfa.exprs.expr(address)
            && let Some(record) = cfa.exprs.place_record(&cfa.types, place)
            && cfa.types.record(record).name.is_some_and(|name| cfa.names.text(name) == "$arguments")
        {
            return Ok(Arguments::Packed { block: self.pointer(only)?, record, next: 0 });
        }
        Ok(Arguments::Written { exprs: args, next: 0 })
    }

    /// Where the next argument of a `va_list` is. On LP64 the list is the address of a record with that address
    /// behind two numbers (psABI, 3.5.7), on ILP32 it is that address itself.
    fn listed(&mut self, list: ExprId) -> Run<Cell> {
        let list = self.pointer(list)?;
        match self.program.cfa.types.machine() {
            MachineModel::Ilp32 => Ok(list),
            MachineModel::Lp64 => {
                let at = Cell { bits: list.bits.wrapping_add(8), ..list };
                let Value { bits, provenance } = self.load_at(at, TypeId::VOID_PTR)?;
                Ok(Cell { bits: bits as u64, provenance })
            }
        }
    }

    /// The next argument with its type, which is `asked` unless the call tells.
    fn next_argument(&mut self, arguments: &mut Arguments<'_>, asked: TypeId) -> Run<(TypeId, Value)> {
        let cfa = self.program.cfa;
        let found = match arguments {
            Arguments::Written { exprs, next } => {
                let argument = exprs.get(*next).copied();
                *next += 1;
                match argument {
                    Some(argument) => Some((cfa.exprs.ty(argument), self.scalar(argument)?)),
                    None => None,
                }
            }
            Arguments::Packed { block, record, next } => {
                let field = cfa.types.fields(*record).get(*next).copied();
                *next += 1;
                match field {
                    Some(Field { ty, offset, .. }) => {
                        let at = Cell { bits: block.bits.wrapping_add(offset), ..*block };
                        Some((ty, self.load_at(at, ty)?))
                    }
                    None => None,
                }
            }
            Arguments::Listed { next } => {
                let at = *next;
                // Lowering stores an argument every 16 bytes.
                next.bits = next.bits.wrapping_add(16);
                Some((asked, self.load_at(at, asked)?))
            }
        };
        match found {
            Some(found) => Ok(found),
            None => {
                let message = "the format asks for more arguments than there are";
                self.undefined(UndefinedKind::FormatArgument, message)
            }
        }
    }

    /// Replaces `*` by the argument; a negative width means left-justified, a negative precision none.
    fn resolve_counts(&mut self, mut spec: Spec, arguments: &mut Arguments<'_>) -> Run<Spec> {
        if spec.width == Count::Argument {
            let width = self.next_argument(arguments, TypeId::INT)?.1.bits as u32 as i32;
            spec.flags.left |= width < 0;
            spec.width = Count::Given((width.unsigned_abs() as usize).min(1 << 20));
        }
        if spec.precision == Count::Argument {
            let precision = self.next_argument(arguments, TypeId::INT)?.1.bits as u32 as i32;
            spec.precision =
                usize::try_from(precision).map_or(Count::None, |count| Count::Given(count.min(1 << 20)));
        }
        Ok(spec)
    }

    fn convert(&mut self, spec: Spec, arguments: &mut Arguments<'_>, n_written: usize) -> Run<Vec<u8>> {
        let spec = self.resolve_counts(spec, arguments)?;
        let wants_float = matches!(spec.conversion.to_ascii_lowercase(), b'f' | b'e' | b'g' | b'a');
        let asked = match spec.conversion {
            _ if wants_float && spec.length == Length::LongDouble => TypeId::LONG_DOUBLE,
            _ if wants_float => TypeId::DOUBLE,
            b's' | b'p' | b'n' => TypeId::VOID_PTR,
            b'c' => TypeId::INT,
            conversion => self.integer_type(spec.length, matches!(conversion, b'd' | b'i')),
        };
        // Numbers narrower than `int` are passed as `int`.
        let is_narrow = self.program.cfa.types.size(asked).is_some_and(|size| size < 4);
        let asked = if is_narrow { TypeId::INT } else { asked };
        let (ty, value) = self.next_argument(arguments, asked)?;
        let is_float = matches!(self.program.cfa.types.get(ty), Type::Float(_));
        if is_float != wants_float {
            let (conversion, given) =
                (char::from(spec.conversion), if is_float { "a float" } else { "no float" });
            let message = format!("%{conversion} is given {given}");
            return self.undefined(UndefinedKind::FormatArgument, message);
        }
        let pointer = Cell { bits: value.bits as u64, provenance: value.provenance };
        Ok(match spec.conversion {
            b's' => {
                let limit = match spec.precision {
                    Count::Given(limit) => Some(limit),
                    Count::None | Count::Argument => None,
                };
                let bytes = self.string(pointer, limit)?;
                format::text(&spec, &bytes)
            }
            b'c' => format::text(&spec, &[value.bits as u8]),
            b'p' => {
                self.sees_layout |= value.bits != 0;
                format::pointer(&spec, value.bits as u64)
            }
            b'n' => {
                let access = self.memory.access(pointer, 4, Mode::Write);
                let at = self.allow(access)?;
                self.memory.store(at, n_written as u64);
                Vec::new()
            }
            _ if wants_float => {
                let kind = match *self.program.cfa.types.get(ty) {
                    Type::Float(kind) => kind,
                    _ => FloatKind::F64,
                };
                format::float(&spec, kind, value.bits)
            }
            conversion => {
                let signed = matches!(conversion, b'd' | b'i');
                let wide = self.integer_argument(ty, value.bits, spec.length, signed);
                let negative = signed && (wide as i128) < 0;
                format::integer(&spec, negative, if negative { (wide as i128).unsigned_abs() } else { wide })
            }
        })
    }

    /// The type that a length modifier names.
    fn integer_type(&self, length: Length, signed: bool) -> TypeId {
        let types = &self.program.cfa.types;
        match (length, signed) {
            (Length::None | Length::LongDouble, true) => TypeId::INT,
            (Length::None | Length::LongDouble, false) => TypeId::UINT,
            (Length::Char, true) => TypeId::SCHAR,
            (Length::Char, false) => TypeId::UCHAR,
            (Length::Short, true) => TypeId::SHORT,
            (Length::Short, false) => TypeId::USHORT,
            (Length::Long, true) => TypeId::LONG,
            (Length::Long, false) => TypeId::ULONG,
            (Length::LongLong | Length::Max, true) => TypeId::LLONG,
            (Length::LongLong | Length::Max, false) => TypeId::ULLONG,
            (Length::Size | Length::Ptrdiff, true) => types.ptrdiff_type(),
            (Length::Size | Length::Ptrdiff, false) => types.size_type(),
        }
    }

    /// The argument as the type that the length modifier names.
    fn integer_argument(&self, ty: TypeId, bits: u128, length: Length, signed: bool) -> u128 {
        let types = &self.program.cfa.types;
        let target = self.integer_type(length, signed);
        let cut = crate::canonical(types, target, crate::int_value(types, ty, bits) as u128);
        crate::int_value(types, target, cut) as u128
    }
}
