//! Types of the IR: C's object types with their layout for one machine model, hash-consed.
//!
//! Qualifiers, enumerations and typedef names are gone (an enumeration is its integer type). Integer
//! types keep C's names although several have one width, because conversions and messages speak of them;
//! an analysis that cares only for bits asks [`Types::int_shape`].
//!
//! One kind of integer is not in C's list: gcc gives a bit-field that is as wide as no other type a
//! type of its own, in which operators compute (ADR 0020). Only expressions have such types;
//! [`Types::storage`] names the type in which an object keeps such a value.
//!
//! C's complex types are records of two members here, the real and the imaginary part, which is how
//! C lays them out (6.2.5p13). There is one for each type of the parts, and [`Types::complex_part`]
//! tells them from records of the program.
//!
//! Records are nominal: two records with equal fields are different types. Their layout (offsets, bit
//! positions, size, alignment) is computed by whoever declares them and only stored here.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use stdx::{Idx, IndexVec, Symbol};

stdx::define_index! {
    /// A type.
    pub struct TypeId = "ty";
    /// A struct or union.
    pub struct RecordId = "record";
    /// The run-time length of a variable-length array; the front end maps it to a variable.
    pub struct VlaId = "vla";
}

/// The data model of the target, with the System V ABI's layout rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MachineModel {
    /// 32-bit x86: `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// 64-bit x86: `long` and pointers have 64 bits.
    Lp64,
}

impl MachineModel {
    /// Bytes of a pointer.
    pub fn pointer_size(self) -> u64 {
        match self {
            Self::Ilp32 => 4,
            Self::Lp64 => 8,
        }
    }

    /// Bits of a pointer.
    pub fn pointer_bits(self) -> u32 {
        self.pointer_size() as u32 * 8
    }

    /// Whether an object of a program may lie at an address. With the linkers and kernels of the
    /// System V ABI none is in the first 4 MB, in the last page, or, with 64 bits, in the upper
    /// half.
    pub fn may_have_object_at(self, address: u128) -> bool {
        match self {
            Self::Ilp32 => (0x40_0000..0xFFFF_F000).contains(&(address & 0xFFFF_FFFF)),
            Self::Lp64 => (0x40_0000..0x8000_0000_0000).contains(&(address & u128::from(u64::MAX))),
        }
    }
}

/// C's integer types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the C names themselves")]
pub enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
    /// gcc's type of a bit-field of this width that is no other type's. Expressions have it,
    /// objects do not.
    Bits(u8),
    /// The same without sign.
    UBits(u8),
}

/// Floating-point formats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatKind {
    /// IEEE binary32, `float`.
    F32,
    /// IEEE binary64, `double`.
    F64,
    /// x87 extended precision, `long double` (80 value bits).
    X87,
    /// IEEE binary128, `__float128`.
    F128,
}

/// How many elements an array has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLen {
    /// This many.
    Fixed(u64),
    /// Incomplete, or a flexible array member.
    Unknown,
    /// As many as the run-time length says.
    Variable(VlaId),
}

/// Whether a function takes more arguments than it names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variadic {
    /// No.
    No,
    /// `...` after the named ones.
    Yes,
    /// Declared by `()`: nothing is known.
    Unprototyped,
}

/// A type. Build through [`Types`], which makes equal types one [`TypeId`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`
    Void,
    /// An integer; enumerations too.
    Int(IntKind),
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer.
    Pointer(TypeId),
    /// An array.
    Array(TypeId, ArrayLen),
    /// A struct or union.
    Record(RecordId),
    /// A function.
    Function(Signature),
}

/// Parameter and result types of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// What it returns.
    pub result: TypeId,
    /// Its named parameters, after adjustment (no arrays, no functions).
    pub params: Box<[TypeId]>,
    /// Whether more may be passed.
    pub variadic: Variadic,
}

/// Width and signedness: what arithmetic needs to know of an integer or pointer type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct IntShape {
    /// Value bits as stored; `_Bool` has 8 in memory but holds 0 or 1.
    pub bits: u32,
    /// Two's complement if so.
    pub signed: bool,
}

/// Which kind of record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the keywords themselves")]
pub enum RecordKind {
    Struct,
    Union,
}

/// A struct or union with its layout.
#[derive(Clone, Debug)]
pub struct Record {
    /// Struct or union.
    pub kind: RecordKind,
    /// Its tag, or the typedef name it got.
    pub name: Option<Symbol>,
    /// Its members in order; `None` while it is only declared.
    pub layout: Option<Layout>,
}

/// The members of a complete record.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Members in order of declaration; unnamed bit-fields are left out, anonymous records kept.
    pub fields: Vec<Field>,
    /// Bytes, trailing padding included.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// A member of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name; `None` for an anonymous record.
    pub name: Option<Symbol>,
    /// Its declared type.
    pub ty: TypeId,
    /// First byte, from the start of the record. For a bit-field: the byte of its first bit.
    pub offset: u64,
    /// Where in the record a bit-field lies.
    pub bits: Option<BitRange>,
}

/// The bits of a bit-field: little-endian, counted from the first bit of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitRange {
    /// First bit.
    pub start: u64,
    /// Number of bits, at least one.
    pub width: u32,
}

/// The hash-consed types of a program for one machine model.
#[derive(Clone, Debug)]
pub struct Types {
    machine: MachineModel,
    types: IndexVec<TypeId, Type>,
    table: HashTable<TypeId>,
    records: IndexVec<RecordId, Record>,
    /// The complex types: those of the parts, and the records.
    complexes: Vec<(TypeId, RecordId)>,
}

macro_rules! fixed_types {
    ($($name:ident = $index:literal: $ty:expr;)*) => {
        #[expect(missing_docs, reason = "the C names themselves")]
        impl TypeId {
            $(pub const $name: Self = Self($index);)*
        }
        const FIXED: &[Type] = &[$($ty),*];
    };
}

fixed_types! {
    VOID = 0: Type::Void;
    BOOL = 1: Type::Int(IntKind::Bool);
    CHAR = 2: Type::Int(IntKind::Char);
    SCHAR = 3: Type::Int(IntKind::SChar);
    UCHAR = 4: Type::Int(IntKind::UChar);
    SHORT = 5: Type::Int(IntKind::Short);
    USHORT = 6: Type::Int(IntKind::UShort);
    INT = 7: Type::Int(IntKind::Int);
    UINT = 8: Type::Int(IntKind::UInt);
    LONG = 9: Type::Int(IntKind::Long);
    ULONG = 10: Type::Int(IntKind::ULong);
    LLONG = 11: Type::Int(IntKind::LongLong);
    ULLONG = 12: Type::Int(IntKind::ULongLong);
    INT128 = 13: Type::Int(IntKind::Int128);
    UINT128 = 14: Type::Int(IntKind::UInt128);
    FLOAT = 15: Type::Float(FloatKind::F32);
    DOUBLE = 16: Type::Float(FloatKind::F64);
    LONG_DOUBLE = 17: Type::Float(FloatKind::X87);
    FLOAT128 = 18: Type::Float(FloatKind::F128);
    VOID_PTR = 19: Type::Pointer(TypeId::VOID);
    CHAR_PTR = 20: Type::Pointer(TypeId::CHAR);
}

impl Types {
    /// The fixed types only.
    pub fn new(machine: MachineModel) -> Self {
        let mut types = Self {
            machine,
            types: IndexVec::new(),
            table: HashTable::new(),
            records: IndexVec::new(),
            complexes: Vec::new(),
        };
        for (position, ty) in FIXED.iter().enumerate() {
            let id = types.intern(ty.clone());
            debug_assert_eq!(id.index(), position, "fixed types keep their numbers");
        }
        types
    }

    /// The machine model that sizes are for.
    pub fn machine(&self) -> MachineModel {
        self.machine
    }

    /// The identity of a type, new or known.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        let hash = hash_type(&ty);
        let Self { types, table, .. } = self;
        if let Some(&id) = table.find(hash, |&id| types[id] == ty) {
            return id;
        }
        let id = types.push(ty);
        table.insert_unique(hash, id, |&id| hash_type(&types[id]));
        id
    }

    /// The type behind an identity.
    #[inline]
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }

    /// Number of types.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Never: the fixed types are always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// `ty *`
    pub fn pointer(&mut self, ty: TypeId) -> TypeId {
        self.intern(Type::Pointer(ty))
    }

    /// `ty[len]`
    pub fn array(&mut self, ty: TypeId, len: ArrayLen) -> TypeId {
        self.intern(Type::Array(ty, len))
    }

    /// `size_t`
    pub fn size_type(&self) -> TypeId {
        match self.machine {
            MachineModel::Ilp32 => TypeId::UINT,
            MachineModel::Lp64 => TypeId::ULONG,
        }
    }

    /// `ptrdiff_t`, the type of the index of pointer addition.
    pub fn ptrdiff_type(&self) -> TypeId {
        match self.machine {
            MachineModel::Ilp32 => TypeId::INT,
            MachineModel::Lp64 => TypeId::LONG,
        }
    }

    /// The complex type whose parts have this type. `name` is that of the whole in dumps, `parts`
    /// are those of its members; the first call for a type of parts decides.
    pub fn complex(&mut self, part: TypeId, name: Symbol, parts: [Symbol; 2]) -> TypeId {
        if let Some(&(_, record)) = self.complexes.iter().find(|&&(known, _)| known == part) {
            return self.intern(Type::Record(record));
        }
        let (size, align) = (self.size(part).unwrap_or(0), self.align(part).unwrap_or(1));
        let field = |name, offset| Field { name: Some(name), ty: part, offset, bits: None };
        let fields = vec![field(parts[0], 0), field(parts[1], size)];
        let record = self.declare_record(RecordKind::Struct, Some(name));
        self.define_record(record, Layout { fields, size: 2 * size, align });
        self.complexes.push((part, record));
        self.intern(Type::Record(record))
    }

    /// The type of the parts of a complex type; `None` for all other types.
    pub fn complex_part(&self, id: TypeId) -> Option<TypeId> {
        let Type::Record(record) = *self.get(id) else { return None };
        self.complexes.iter().find(|&&(_, known)| known == record).map(|&(part, _)| part)
    }

    /// Whether a record is a complex type.
    pub fn is_complex_record(&self, record: RecordId) -> bool {
        self.complexes.iter().any(|&(_, known)| known == record)
    }

    /// Declares a record; its layout follows by [`Types::define_record`].
    pub fn declare_record(&mut self, kind: RecordKind, name: Option<Symbol>) -> RecordId {
        self.records.push(Record { kind, name, layout: None })
    }

    /// Completes a record.
    pub fn define_record(&mut self, record: RecordId, layout: Layout) {
        self.records[record].layout = Some(layout);
    }

    /// Gives a nameless record the name of its typedef, for dumps.
    pub fn name_record(&mut self, record: RecordId, name: Symbol) {
        self.records[record].name.get_or_insert(name);
    }

    /// A record.
    #[inline]
    pub fn record(&self, record: RecordId) -> &Record {
        &self.records[record]
    }

    /// All records in order.
    pub fn records(&self) -> &IndexVec<RecordId, Record> {
        &self.records
    }

    /// The members of a record; empty while it is incomplete.
    pub fn fields(&self, record: RecordId) -> &[Field] {
        self.records[record].layout.as_ref().map_or(&[], |layout| &layout.fields)
    }

    /// Width and signedness of an integer or pointer (pointers are unsigned); `None` for other types.
    #[inline]
    pub fn int_shape(&self, id: TypeId) -> Option<IntShape> {
        match *self.get(id) {
            Type::Int(kind) => Some(self.int_kind_shape(kind)),
            Type::Pointer(_) => Some(IntShape { bits: self.machine.pointer_bits(), signed: false }),
            Type::Void | Type::Float(_) | Type::Array(..) | Type::Record(_) | Type::Function(_) => None,
        }
    }

    /// Width and signedness of an integer type.
    #[inline]
    pub fn int_kind_shape(&self, kind: IntKind) -> IntShape {
        use IntKind::*;
        let long = self.machine.pointer_bits();
        let (bits, signed) = match kind {
            Bool => (8, false),
            Char | SChar => (8, true),
            UChar => (8, false),
            Short => (16, true),
            UShort => (16, false),
            Int => (32, true),
            UInt => (32, false),
            Long => (long, true),
            ULong => (long, false),
            LongLong => (64, true),
            ULongLong => (64, false),
            Int128 => (128, true),
            UInt128 => (128, false),
            Bits(width) => (u32::from(width), true),
            UBits(width) => (u32::from(width), false),
        };
        IntShape { bits, signed }
    }

    /// Bytes of an object of this type; `None` for incomplete types, functions and variable lengths.
    /// `void` has one, as in GNU C's arithmetic on `void *`.
    pub fn size(&self, id: TypeId) -> Option<u64> {
        let mut count = 1u64;
        let mut id = id;
        // A loop, because arrays of arrays can be nested as deep as the input likes.
        while let Type::Array(element, ArrayLen::Fixed(len)) = *self.get(id) {
            count = count.checked_mul(len)?;
            id = element;
        }
        let size = match *self.get(id) {
            Type::Void => 1,
            Type::Int(kind) => self.int_size(kind),
            Type::Float(kind) => self.float_layout(kind).0,
            Type::Pointer(_) => self.machine.pointer_size(),
            Type::Array(..) | Type::Function(_) => return None,
            Type::Record(record) => self.records[record].layout.as_ref()?.size,
        };
        size.checked_mul(count)
    }

    /// Alignment of a member of this type (i386 aligns 8-byte scalars to 4 inside records).
    pub fn align(&self, id: TypeId) -> Option<u64> {
        let mut id = id;
        while let Type::Array(element, _) = *self.get(id) {
            id = element;
        }
        match *self.get(id) {
            Type::Void | Type::Function(_) => Some(1),
            Type::Int(kind) => {
                let bytes = self.int_size(kind);
                Some(match self.machine {
                    MachineModel::Ilp32 if bytes == 8 => 4,
                    MachineModel::Ilp32 | MachineModel::Lp64 => bytes,
                })
            }
            Type::Float(kind) => Some(self.float_layout(kind).1),
            Type::Pointer(_) => Some(self.machine.pointer_size()),
            Type::Array(..) => None,
            Type::Record(record) => self.records[record].layout.as_ref().map(|layout| layout.align),
        }
    }

    /// Bytes of an integer; of a bit-field's type those of the smallest standard type that holds
    /// it.
    fn int_size(&self, kind: IntKind) -> u64 {
        u64::from(self.int_kind_shape(kind).bits.div_ceil(8)).next_power_of_two()
    }

    /// The type that gcc gives to a bit-field of this width: an integer type of exactly that width.
    pub fn bit_field_type(&mut self, declared: TypeId, width: u32) -> TypeId {
        let Type::Int(kind) = *self.get(declared) else { return declared };
        let shape = self.int_kind_shape(kind);
        if kind == IntKind::Bool || width == shape.bits {
            return declared;
        }
        let long = self.machine.pointer_bits();
        let (signed, unsigned) = match width {
            32 => (IntKind::Int, IntKind::UInt),
            8 => (IntKind::SChar, IntKind::UChar),
            16 => (IntKind::Short, IntKind::UShort),
            64 if long == 64 => (IntKind::Long, IntKind::ULong),
            64 => (IntKind::LongLong, IntKind::ULongLong),
            _ => (IntKind::Bits(width as u8), IntKind::UBits(width as u8)),
        };
        self.intern(Type::Int(if shape.signed { signed } else { unsigned }))
    }

    /// The type of an object that keeps a value of this type: of a bit-field's type the standard
    /// type that holds it.
    pub fn storage(&self, id: TypeId) -> TypeId {
        let (width, signed) = match *self.get(id) {
            Type::Int(IntKind::Bits(width)) => (width, true),
            Type::Int(IntKind::UBits(width)) => (width, false),
            Type::Int(_) | Type::Void | Type::Float(_) | Type::Pointer(_) => return id,
            Type::Array(..) | Type::Record(_) | Type::Function(_) => return id,
        };
        match (width, signed) {
            (0..=8, true) => TypeId::SCHAR,
            (0..=8, false) => TypeId::UCHAR,
            (9..=16, true) => TypeId::SHORT,
            (9..=16, false) => TypeId::USHORT,
            (17..=32, true) => TypeId::INT,
            (17..=32, false) => TypeId::UINT,
            (33..=64, true) => TypeId::LLONG,
            (33..=64, false) => TypeId::ULLONG,
            (65.., true) => TypeId::INT128,
            (65.., false) => TypeId::UINT128,
        }
    }

    fn float_layout(&self, kind: FloatKind) -> (u64, u64) {
        match (kind, self.machine) {
            (FloatKind::F32, _) => (4, 4),
            (FloatKind::F64, MachineModel::Ilp32) => (8, 4),
            (FloatKind::F64, MachineModel::Lp64) => (8, 8),
            (FloatKind::X87, MachineModel::Ilp32) => (12, 4),
            (FloatKind::X87, MachineModel::Lp64) | (FloatKind::F128, _) => (16, 16),
        }
    }

    /// Whether values of this type are numbers or addresses.
    pub fn is_scalar(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Int(_) | Type::Float(_) | Type::Pointer(_) => true,
            Type::Void | Type::Array(..) | Type::Record(_) | Type::Function(_) => false,
        }
    }

    /// Whether a value of the one type can be cast to the other: both are scalars, and not a pointer and a float.
    pub fn is_convertible(&self, from: TypeId, to: TypeId) -> bool {
        let pair = (self.get(from), self.get(to));
        let mixed = matches!(pair, (Type::Pointer(_), Type::Float(_)) | (Type::Float(_), Type::Pointer(_)));
        self.is_scalar(from) && self.is_scalar(to) && !mixed
    }

    /// What a pointer points to.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match *self.get(id) {
            Type::Pointer(target) => Some(target),
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Array(..)
            | Type::Record(_)
            | Type::Function(_) => None,
        }
    }
}

fn hash_type(ty: &Type) -> u64 {
    let mut hasher = FxHasher::default();
    ty.hash(&mut hasher);
    hasher.finish()
}
