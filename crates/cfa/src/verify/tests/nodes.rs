//! Numbers and nodes.

use super::*;

#[test]
fn ids_exist() {
    check(
        |sample| sample.sketch.parts.edges[STEP].to = LocationId(99),
        expect!["e5: [id-range] L99 does not exist"],
    );
    check(
        |sample| sample.sketch.parts.calls[sample.call].callee = FunctionId(7),
        expect!["call0: [id-range] f7 does not exist"],
    );
    check(
        |sample| sample.sketch.parts.entry = FunctionId(7),
        expect!["program: [id-range] f7 does not exist"],
    );
    check(
        |sample| {
            let missing = sample.sketch.parts.exprs.intern(Expr::Cast(ExprId(1000)), TypeId::LONG);
            sample.sketch.parts.exprs.intern(Expr::Load(PlaceId(1000)), TypeId(1000));
            set_step(sample, Op::Free { pointer: missing });
        },
        expect![[r#"
            x10: [id-range] x1000 does not exist
            x11: [id-range] ty1000 does not exist
            x11: [id-range] p1000 does not exist"#]],
    );
    check(
        |sample| sample.sketch.parts.functions[sample.main].locals.push(VarId(50)),
        expect!["f2: [id-range] v50 does not exist"],
    );
}

#[test]
fn operands_are_older() {
    check(
        |sample| {
            let exprs = &mut sample.sketch.parts.exprs;
            let own = ExprId(exprs.counts().0 as u32);
            exprs.intern(Expr::Unary(UnaryOp::Neg, own), TypeId::INT);
        },
        expect!["x10: [operand-order] its operand x10 is not older"],
    );
    check(
        |sample| {
            // The pointer is what the place holds that the pointer points to.
            let exprs = &mut sample.sketch.parts.exprs;
            let own = ExprId(exprs.counts().0 as u32);
            let place = exprs.intern_place(Place::Deref(own), TypeId::INT);
            exprs.intern(Expr::Load(place), TypeId::INT);
        },
        expect!["x10: [operand-order] its operand x10 is not older"],
    );
}

#[test]
fn constants_are_canonical() {
    check(
        |sample| {
            let exprs = &mut sample.sketch.parts.exprs;
            exprs.constant(0x1_0000_0000, TypeId::INT);
            exprs.constant(2, TypeId::BOOL);
            exprs.constant(1 << 80, TypeId::LONG_DOUBLE);
            exprs.constant(0, TypeId::VOID);
        },
        expect![[r#"
            x10: [constant] 0x100000000 is not the canonical value of a constant of type `int`
            x11: [constant] 0x2 is not the canonical value of a constant of type `_Bool`
            x12: [constant] 0x100000000000000000000 is not the canonical value of a constant of type `long double`
            x13: [constant] 0x0 is not the canonical value of a constant of type `void`"#]],
    );
}

#[test]
fn operands_have_the_types_that_operators_want() {
    check(
        |sample| {
            let x = sample.sketch.load(sample.x);
            let (long, char) = (sample.sketch.int(1, TypeId::LONG), sample.sketch.int(1, TypeId::CHAR));
            let pointer = sample.sketch.int(0, TypeId::CHAR_PTR);
            let Parts { exprs, types, .. } = &mut sample.sketch.parts;
            exprs.binary(types, BinaryOp::Add, x, long);
            exprs.binary(types, BinaryOp::Add, char, char);
            exprs.binary(types, BinaryOp::Shl, x, long); // sound
            exprs.binary(types, BinaryOp::Lt, char, char); // sound
            exprs.binary(types, BinaryOp::PtrAdd, pointer, x);
            exprs.binary(types, BinaryOp::PtrDiff, pointer, pointer); // sound
            exprs.binary(types, BinaryOp::Mul, pointer, pointer);
            exprs.unary(UnaryOp::FloatSqrt, x);
            exprs.unary(UnaryOp::BitNot, char);
            exprs.intern(Expr::Binary(BinaryOp::Eq, x, x), TypeId::LONG);
            exprs.cast(pointer, TypeId::DOUBLE);
            exprs.cast(x, TypeId::VOID);
            exprs.intern(Expr::Function(sample.main), TypeId::VOID_PTR);
            let target = exprs.deref(types, pointer);
            exprs.intern(Expr::AddressOf(target), TypeId::VOID_PTR);
            exprs.intern(Expr::Load(target), TypeId::INT);
        },
        expect![[r#"
            x13: [operand-type] ill-typed expression `x + 1L` of type `int`, operands `int`, `long`
            x14: [operand-type] ill-typed expression `(char)1 + (char)1` of type `char`, operands `char`, `char`
            x17: [operand-type] ill-typed expression `NULL + x` of type `char *`, operands `char *`, `int`
            x19: [operand-type] ill-typed expression `NULL * NULL` of type `char *`, operands `char *`, `char *`
            x20: [operand-type] ill-typed expression `sqrt(x)` of type `int`, operands `int`
            x21: [operand-type] ill-typed expression `~((char)1)` of type `char`, operands `char`
            x22: [operand-type] ill-typed expression `x == x` of type `long`, operands `int`, `int`
            x23: [operand-type] ill-typed expression `(double)NULL` of type `double`, operands `char *`
            x24: [operand-type] ill-typed expression `(void)x` of type `void`, operands `int`
            x25: [operand-type] ill-typed expression `&main` of type `void *`, operands ``
            x26: [operand-type] ill-typed expression `&*NULL` of type `void *`, operands `char`
            x27: [operand-type] ill-typed expression `*NULL` of type `int`, operands `char`"#]],
    );
}

#[test]
fn pointers_to_objects_of_unknown_size_do_not_move() {
    check(
        |sample| {
            let Parts { exprs, types, names, .. } = &mut sample.sketch.parts;
            let name = names.intern("opaque");
            let record = types.declare_record(RecordKind::Struct, Some(name));
            let record = types.intern(Type::Record(record));
            let pointer = types.pointer(record);
            let null = exprs.constant(0, pointer);
            let one = exprs.int(types, 1, TypeId::LONG);
            exprs.binary(types, BinaryOp::PtrAdd, null, one);
            let target = exprs.deref(types, null); // sound, so long as nobody reads it
            exprs.load(target);
        },
        expect![[r#"
            x12: [operand-type] ill-typed expression `NULL + 1` of type `struct opaque *`, operands `struct opaque *`, `long`
            x13: [operand-type] ill-typed expression `*NULL` of type `struct opaque`, operands `struct opaque`"#]],
    );
}

#[test]
fn places_fit_what_they_are_part_of() {
    check(
        |sample| {
            let x = sample.sketch.place(sample.x);
            let value = sample.sketch.load(sample.x);
            let Parts { exprs, types, .. } = &mut sample.sketch.parts;
            let record = types.declare_record(RecordKind::Struct, None);
            types.define_record(record, Layout { fields: Vec::new(), size: 0, align: 1 });
            let record = types.intern(Type::Record(record));
            let record = types.pointer(record);
            let null = exprs.constant(0, record);
            let empty = exprs.deref(types, null);
            exprs.intern_place(Place::Field(empty, 0), TypeId::INT);
            exprs.intern_place(Place::Var(sample.x), TypeId::CHAR);
            exprs.intern_place(Place::Deref(value), TypeId::INT);
            exprs.intern_place(Place::Field(x, 0), TypeId::INT);
            exprs.intern_place(Place::Index(x, value), TypeId::INT);
        },
        expect![[r#"
            p7: [place-type] ill-typed place `NULL->$0` of type `int`
            p8: [place-type] ill-typed place `x` of type `char`
            p9: [place-type] ill-typed place `*x` of type `int`
            p10: [place-type] ill-typed place `x.$0` of type `int`
            p11: [place-type] ill-typed place `x[x]` of type `int`"#]],
    );
}

/// A struct `flags` with a bit-field, and the place of that bit-field.
pub(super) fn bit_field(sample: &mut Sample, width: u32) -> PlaceId {
    let Parts { exprs, types, names, .. } = &mut sample.sketch.parts;
    let (name, field) = (names.intern("flags"), names.intern("low"));
    let record = types.declare_record(RecordKind::Struct, Some(name));
    let bits = Some(BitRange { start: 0, width });
    let fields = vec![Field { name: Some(field), ty: TypeId::UINT, offset: 0, bits }];
    types.define_record(record, Layout { fields, size: 4, align: 4 });
    let record = types.intern(Type::Record(record));
    let pointer = types.pointer(record);
    let null = exprs.constant(0, pointer);
    let flags = exprs.deref(types, null);
    exprs.field(types, flags, 0)
}

#[test]
fn bit_fields_have_no_address() {
    check(
        |sample| {
            let place = bit_field(sample, 3);
            let value = sample.sketch.int(1, TypeId::UINT);
            set_step(sample, Op::Assign { place, value }); // sound
        },
        expect![[""]],
    );
    check(
        |sample| {
            let place = bit_field(sample, 3);
            sample.sketch.parts.exprs.address_of(&mut sample.sketch.parts.types, place);
        },
        expect!["x11: [bit-field-address] `&NULL->low` is the address of a bit-field"],
    );
}
