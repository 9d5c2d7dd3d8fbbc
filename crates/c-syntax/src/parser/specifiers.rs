//! Declaration specifiers (C11 6.7.1 to 6.7.5): storage class, qualifiers, type, alignment, attributes, in
//! any order.
//!
//! A typedef name is taken as the type only while no other type specifier was seen (6.7.8 with 6.7.2):
//! `unsigned T;` declares `T`.

use super::*;
use scope::Meaning;

/// What an identifier that is no typedef name means among specifiers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The name that is declared, with an implicit `int`, unless another name or `*` follows.
    Declaration,
    /// A type that nobody declared: parameters of prototypes, members and type names need a type.
    NeedsType,
}

const CHAR: u16 = 1;
const SHORT: u16 = 2;
const INT: u16 = 4;
const SIGNED: u16 = 8;
const UNSIGNED: u16 = 16;
const FLOAT: u16 = 32;
const DOUBLE: u16 = 64;
const BOOL: u16 = 128;
const COMPLEX: u16 = 256;
const INT128: u16 = 512;
const FLOAT128: u16 = 1024;
const VOID: u16 = 2048;

/// The arithmetic keywords seen so far.
#[derive(Clone, Copy, Default)]
struct Tally {
    bits: u16,
    longs: u8,
    repeated: bool,
}

impl Tally {
    fn is_empty(self) -> bool {
        self.bits == 0 && self.longs == 0
    }

    fn add(&mut self, bit: u16) {
        self.repeated |= self.bits & bit != 0;
        self.bits |= bit;
    }

    /// The type that the keywords name together; `None` if they name none.
    fn resolve(self) -> Option<TypeSpec> {
        if self.repeated {
            return None;
        }
        if self.bits == VOID && self.longs == 0 {
            return Some(TypeSpec::Void);
        }
        let complex = self.bits & COMPLEX != 0;
        let basic = match (self.bits & !COMPLEX, self.longs) {
            (0, 0) if complex => BasicType::Double,
            (bits, longs) => real_type(bits, longs)?,
        };
        Some(if complex { TypeSpec::Complex(basic) } else { TypeSpec::Basic(basic) })
    }
}

fn real_type(bits: u16, longs: u8) -> Option<BasicType> {
    let unsigned = bits & UNSIGNED != 0;
    if unsigned && bits & SIGNED != 0 {
        return None;
    }
    let signs = |signed, without| Some(if unsigned { without } else { signed });
    match (bits & !SIGNED & !UNSIGNED, longs) {
        (CHAR, 0) if bits & SIGNED != 0 => Some(BasicType::SignedChar),
        (CHAR, 0) => signs(BasicType::Char, BasicType::UnsignedChar),
        (SHORT, 0) => signs(BasicType::Short, BasicType::UnsignedShort),
        (kind, 0) if kind == SHORT | INT => signs(BasicType::Short, BasicType::UnsignedShort),
        (0 | INT, 0) => signs(BasicType::Int, BasicType::UnsignedInt),
        (0 | INT, 1) => signs(BasicType::Long, BasicType::UnsignedLong),
        (0 | INT, 2) => signs(BasicType::LongLong, BasicType::UnsignedLongLong),
        (INT128, 0) => signs(BasicType::Int128, BasicType::UnsignedInt128),
        _ => match (bits, longs) {
            (BOOL, 0) => Some(BasicType::Bool),
            (FLOAT, 0) => Some(BasicType::Float),
            (DOUBLE, 0) => Some(BasicType::Double),
            (DOUBLE, 1) => Some(BasicType::LongDouble),
            (FLOAT128, 0) => Some(BasicType::Float128),
            _ => None,
        },
    }
}

/// Specifiers while they are read.
struct Draft {
    place: Place,
    storage: Storage,
    flags: Flags,
    tally: Tally,
    ty: Option<TypeSpec>,
    start: Span,
}

impl Parser<'_> {
    /// Whether the current token begins a declaration.
    pub(super) fn starts_declaration(&self) -> bool {
        match self.token.kind {
            Kind::Ident => self.scopes.is_typedef(self.token.symbol),
            kind => starts_specifier(kind),
        }
    }

    /// Whether `token` begins a type name.
    pub(super) fn starts_type(&self, token: Token) -> bool {
        match token.kind {
            Kind::Ident => self.scopes.is_typedef(token.symbol),
            Kind::Typedef | Kind::Extern | Kind::Static | Kind::Auto | Kind::Register => false,
            Kind::Inline | Kind::Noreturn | Kind::ThreadLocal | Kind::StaticAssert | Kind::Extension => false,
            kind => starts_specifier(kind),
        }
    }

    /// Parses specifiers. Attributes above `mark` on the scratch stack were written before them and belong
    /// to them.
    pub(super) fn specifiers(&mut self, place: Place, mark: usize) -> Parse<SpecifiersId> {
        let mut draft = Draft {
            place,
            storage: Storage::None,
            flags: Flags::default(),
            tally: Tally::default(),
            ty: None,
            start: self.token.span,
        };
        while self.specifier(&mut draft)? {}
        let span = if self.last_hi > draft.start.lo { self.since(draft.start) } else { draft.start };
        let ty = match draft.ty {
            Some(ty) if draft.tally.is_empty() => ty,
            None if draft.tally.is_empty() => TypeSpec::Missing,
            None => match draft.tally.resolve() {
                Some(ty) => ty,
                None => return Err(self.bad_combination(span)),
            },
            Some(_) => return Err(self.bad_combination(span)),
        };
        let attributes = finish_list!(self, attributes, mark);
        let Draft { storage, flags, .. } = draft;
        Ok(self.ast.specifiers.push(Specifiers { storage, flags, ty, attributes, span }))
    }

    fn bad_combination(&mut self, span: Span) -> Failed {
        let text = self.lexer.slice(span);
        let text = if text.len() <= 60 { format!(" in `{text}`") } else { String::new() };
        self.error("E0203", span, format!("these type specifiers do not go together{text}"))
    }

    /// Takes one specifier; false if the current token is none.
    fn specifier(&mut self, draft: &mut Draft) -> Parse<bool> {
        let kind = self.token.kind;
        if let Some(bit) = arithmetic(kind) {
            draft.tally.add(bit);
            self.bump();
            return Ok(true);
        }
        if let Some(flag) = flag(kind) {
            if kind == Kind::Atomic && self.peek().kind == Kind::LParen {
                return self.atomic_type(draft);
            }
            draft.flags.insert(flag);
            self.bump();
            return Ok(true);
        }
        match kind {
            Kind::Ident => return self.named_type(draft),
            Kind::Long => {
                draft.tally.longs = draft.tally.longs.saturating_add(1);
                self.bump();
            }
            Kind::Float64x => {
                draft.tally.add(DOUBLE);
                draft.tally.longs += 1;
                self.bump();
            }
            Kind::Uint128T => {
                draft.tally.add(INT128 | UNSIGNED);
                self.bump();
            }
            Kind::Typedef => self.storage(draft, Storage::Typedef)?,
            Kind::Extern => self.storage(draft, Storage::Extern)?,
            Kind::Static => self.storage(draft, Storage::Static)?,
            Kind::Auto => self.storage(draft, Storage::Auto)?,
            Kind::Register => self.storage(draft, Storage::Register)?,
            Kind::Struct | Kind::Union => {
                let record = self.nested(Self::record)?;
                self.set_type(draft, TypeSpec::Record(record))?;
            }
            Kind::Enum => {
                let id = self.enumeration()?;
                self.set_type(draft, TypeSpec::Enum(id))?;
            }
            Kind::Typeof => {
                let ty = self.nested(Self::typeof_specifier)?;
                self.set_type(draft, ty)?;
            }
            Kind::VaListKw | Kind::AutoType => {
                let ty = if kind == Kind::VaListKw { TypeSpec::VaList } else { TypeSpec::Auto };
                self.bump();
                self.set_type(draft, ty)?;
            }
            Kind::Attribute | Kind::Alignas => self.attribute_specifier()?,
            Kind::LBracket if self.at_bracket_attribute() => self.attribute_specifier()?,
            Kind::Extension => {
                self.bump();
            }
            Kind::Float16 | Kind::Decimal | Kind::Imaginary => {
                let message = format!("the type `{}` is not supported", self.lexer.slice(self.token.span));
                return Err(self.error("E0902", self.token.span, message));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set_type(&mut self, draft: &mut Draft, ty: TypeSpec) -> Parse<()> {
        if draft.ty.is_some() {
            return Err(self.bad_combination(self.since(draft.start)));
        }
        draft.ty = Some(ty);
        Ok(())
    }

    fn storage(&mut self, draft: &mut Draft, storage: Storage) -> Parse<()> {
        let token = self.bump();
        if draft.storage != Storage::None && draft.storage != storage {
            let message = "more than one storage class in a declaration".to_owned();
            return Err(self.error("E0203", token.span, message));
        }
        draft.storage = storage;
        Ok(())
    }

    /// `_Atomic(type)`
    fn atomic_type(&mut self, draft: &mut Draft) -> Parse<bool> {
        self.bump();
        let open = self.expect(Kind::LParen)?.span;
        let name = self.nested(Self::type_name)?;
        self.close(Kind::RParen, open)?;
        self.set_type(draft, TypeSpec::Atomic(name))?;
        Ok(true)
    }

    /// An identifier among specifiers: a typedef name, an undeclared type, or the end of the specifiers.
    fn named_type(&mut self, draft: &mut Draft) -> Parse<bool> {
        if draft.ty.is_some() || !draft.tally.is_empty() {
            return Ok(false);
        }
        let token = self.token;
        if !self.scopes.is_typedef(token.symbol) && !self.is_unknown_type(draft) {
            return Ok(false);
        }
        self.bump();
        draft.ty = Some(TypeSpec::Named(token.symbol));
        Ok(true)
    }

    /// Whether the current identifier can only be a type that nobody declared; reports it once.
    fn is_unknown_type(&mut self, draft: &Draft) -> bool {
        let nothing_yet = draft.storage == Storage::None && draft.flags == Flags::default();
        let next = self.peek().kind;
        let unknown = match next {
            Kind::Ident | Kind::Star => true,
            _ if arithmetic(next).is_some() || flag(next).is_some() => true,
            _ => draft.place == Place::NeedsType && nothing_yet,
        };
        if unknown {
            self.unknown_type(self.token);
        }
        unknown
    }

    /// Reports an identifier as an unknown type, and takes it for a typedef name from here on.
    pub(super) fn unknown_type(&mut self, token: Token) {
        let name = self.lexer.slice(token.span);
        let message = format!("unknown type name `{name}`");
        self.lexer.sink.push(
            Diagnostic::error("E0202", token.span, message)
                .with_note(format!("declare `{name}` with `typedef`, or include the header that does")),
        );
        self.scopes.declare(token.symbol, Meaning::Typedef);
    }

    /// `typeof(expression)` or `typeof(type)`
    fn typeof_specifier(&mut self) -> Parse<TypeSpec> {
        self.bump();
        let open = self.expect(Kind::LParen)?.span;
        self.skip_extension();
        let ty = if self.starts_type(self.token) {
            TypeSpec::TypeofType(self.type_name()?)
        } else {
            TypeSpec::TypeofExpr(self.expression()?)
        };
        self.close(Kind::RParen, open)?;
        Ok(ty)
    }

    /// Passes `__extension__`, which only silences warnings.
    pub(super) fn skip_extension(&mut self) {
        while self.eat(Kind::Extension) {}
    }

    /// A type name (C11 6.7.7).
    pub(super) fn type_name(&mut self) -> Parse<TypeNameId> {
        let start = self.token.span;
        let mark = self.scratch.attributes.len();
        let specifiers = self.specifiers(Place::NeedsType, mark)?;
        let declarator = self.declarator(declarator::Naming::Forbidden)?;
        self.trailing_attributes(specifiers, mark)?;
        let span = self.since(start);
        Ok(self.ast.type_names.push(TypeName { specifiers, declarator, span }))
    }

    /// Takes attributes behind a declarator that has no list of its own, and adds them and those above
    /// `mark` to its specifiers.
    pub(super) fn trailing_attributes(&mut self, specifiers: SpecifiersId, mark: usize) -> Parse<()> {
        self.attributes()?;
        if self.scratch.attributes.len() > mark {
            let more = finish_list!(self, attributes, mark);
            let first = self.ast.specifiers[specifiers].attributes;
            self.ast.specifiers[specifiers].attributes = self.joined(first, more);
        }
        Ok(())
    }
}

/// The tally's bit of a keyword that names an arithmetic type or `void`.
fn arithmetic(kind: Kind) -> Option<u16> {
    Some(match kind {
        Kind::CharKw => CHAR,
        Kind::Short => SHORT,
        Kind::Int => INT,
        Kind::Signed => SIGNED,
        Kind::Unsigned => UNSIGNED,
        Kind::Float | Kind::Float32 => FLOAT,
        Kind::Double | Kind::Float64 | Kind::Float32x => DOUBLE,
        Kind::Bool => BOOL,
        Kind::Complex => COMPLEX,
        Kind::Int128 | Kind::Int128T => INT128,
        Kind::Float128 => FLOAT128,
        Kind::Void => VOID,
        _ => return None,
    })
}

/// The flag of a qualifier or function specifier.
pub(super) fn flag(kind: Kind) -> Option<Flags> {
    Some(match kind {
        Kind::Const => Flags::CONST,
        Kind::Volatile => Flags::VOLATILE,
        Kind::Restrict => Flags::RESTRICT,
        Kind::Atomic => Flags::ATOMIC,
        Kind::Inline => Flags::INLINE,
        Kind::Noreturn => Flags::NORETURN,
        Kind::ThreadLocal => Flags::THREAD_LOCAL,
        _ => return None,
    })
}

/// Whether a keyword is a specifier of declarations.
fn starts_specifier(kind: Kind) -> bool {
    arithmetic(kind).is_some()
        || flag(kind).is_some()
        || matches!(
            kind,
            Kind::Long | Kind::Float64x | Kind::Uint128T | Kind::Float16 | Kind::Decimal | Kind::Imaginary
        )
        || matches!(kind, Kind::Typedef | Kind::Extern | Kind::Static | Kind::Auto | Kind::Register)
        || matches!(kind, Kind::Struct | Kind::Union | Kind::Enum | Kind::Typeof | Kind::VaListKw)
        || matches!(kind, Kind::AutoType | Kind::Attribute | Kind::Alignas | Kind::StaticAssert)
}
