//! A sound program is broken in one way after the other, and the verifier says what is wrong.

use super::*;
use crate::sketch::{Sample, sample};
use crate::*;
use expect_test::{Expect, expect};
use source::Span;

/// Breaks the sample program and compares what the verifier says.
fn check(break_it: impl FnOnce(&mut Sample), expected: Expect) {
    let mut sample = sample();
    break_it(&mut sample);
    let violations: Vec<String> = verify(&sample.sketch.finish()).iter().map(ToString::to_string).collect();
    expected.assert_eq(&violations.join("\n"));
}

/// Replaces the operation of the edge of `main` that adds one to `x`.
fn set_step(sample: &mut Sample, op: Op) {
    sample.sketch.parts.edges[STEP].op = op;
}

/// The edge `x = x + 1` of the sample.
const STEP: EdgeId = EdgeId(5);

#[test]
fn the_sample_is_sound() {
    check(|_| {}, expect![[""]]);
}

#[test]
fn every_rule_is_in_the_essay_and_in_order() {
    let essay = include_str!("mod.rs");
    for (position, &(rule, name)) in Rule::ALL.iter().enumerate() {
        assert_eq!((rule as usize, rule.name()), (position, name));
        assert!(essay.contains(&format!("//! - `{name}`: ")), "{name} is not stated");
        let tested = include_str!("tests.rs").contains(&format!("[{name}] "));
        assert!(tested, "no test breaks {name}");
    }
}

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
fn bit_field(sample: &mut Sample, width: u32) -> PlaceId {
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

#[test]
fn members_lie_inside_their_record() {
    check(
        |sample| _ = bit_field(sample, 33),
        expect!["record0: [layout] member 0 of type `unsigned int` does not fit its 4 bytes"],
    );
    check(
        |sample| {
            let types = &mut sample.sketch.parts.types;
            let flexible = types.array(TypeId::INT, ArrayLen::Unknown);
            let field = |ty, offset| Field { name: None, ty, offset, bits: None };
            let record = types.declare_record(RecordKind::Union, None);
            let fields = vec![field(TypeId::INT, 0), field(flexible, 4), field(TypeId::LONG, 0)];
            types.define_record(record, Layout { fields, size: 4, align: 4 });
        },
        expect!["record0: [layout] member 2 of type `long` does not fit its 4 bytes"],
    );
}

#[test]
fn variables_have_complete_types() {
    check(
        |sample| sample.sketch.parts.vars[sample.x].ty = TypeId::VOID,
        expect![[r#"
        p3: [place-type] ill-typed place `x` of type `int`
        v4: [variable-type] `void` is not a complete object type"#]],
    );
    check(
        |sample| {
            // `extern int table[];` may stay incomplete.
            let table = sample.sketch.parts.types.array(TypeId::INT, ArrayLen::Unknown);
            let table = sample.sketch.global("table", table, StaticInit::Undefined);
            init_static(sample, table);
        },
        expect![[""]],
    );
}

/// Inserts the initialisation of one more static variable at the start of the program.
fn init_static(sample: &mut Sample, var: VarId) {
    let start = sample.sketch.parts.entry;
    let entry = sample.sketch.body(start).entry;
    let before = sample.sketch.location(start);
    sample.sketch.edge(before, entry, Op::InitStatic(var));
    sample.sketch.parts.functions[start].body.as_mut().unwrap().entry = before;
}

#[test]
fn variables_belong_to_one_function() {
    check(
        |sample| sample.sketch.parts.functions[sample.twice].locals.push(sample.x),
        expect![[r#"
        v4: [variable-owner] listed in the locals of f1, to which it does not belong
        v4: [variable-owner] listed 2 times among the locals of functions, not 1"#]],
    );
    check(
        |sample| sample.sketch.parts.functions[sample.main].locals.clear(),
        expect![[r#"
        v3: [variable-owner] listed 0 times among the locals of functions, not 1
        v4: [variable-owner] listed 0 times among the locals of functions, not 1"#]],
    );
    check(
        |sample| sample.sketch.parts.functions[sample.main].result = Some(sample.x),
        expect!["f2: [variable-owner] v4 is not the result of the function"],
    );
}

#[test]
fn functions_fit_their_signatures() {
    check(
        |sample| sample.sketch.parts.functions[sample.twice].ty = TypeId::INT,
        expect!["f1: [signature] `int` is not a function type"],
    );
    check(
        |sample| {
            let params = [TypeId::LONG, TypeId::INT].into();
            let signature = Signature { result: TypeId::VOID, params, variadic: Variadic::No };
            sample.sketch.parts.functions[sample.twice].ty =
                sample.sketch.parts.types.intern(Type::Function(signature));
        },
        expect![[r#"
            f1: [signature] 1 parameters do not fit a signature that lists 2
            f1: [signature] parameter v1 has type `int` and the signature says `long`
            f1: [signature] the result is `int` and the signature says `void`"#]],
    );
    check(
        |sample| {
            let signature = Signature { result: TypeId::INT, params: [].into(), variadic: Variadic::Yes };
            sample.sketch.parts.functions[sample.twice].ty =
                sample.sketch.parts.types.intern(Type::Function(signature));
        },
        expect!["f1: [signature] v1, which holds the variable arguments, is not a pointer"],
    );
}

#[test]
fn bodies_are_made_of_own_locations() {
    check(
        |sample| {
            let exit = sample.sketch.body(sample.main).exit;
            sample.sketch.parts.functions[sample.twice].body.as_mut().unwrap().exit = exit;
        },
        expect![[r#"
            f1: [body] L2 or L5 is not a location of the function
            call0: [call-pair] e7 does not start at the exit of f1"#]],
    );
    check(
        |sample| {
            let function = sample.sketch.declare("puts", TypeId::INT, &[]);
            sample.sketch.location(function);
        },
        expect!["L12: [body] belongs to f3, which has no body"],
    );
}

#[test]
fn execution_begins_in_a_function_without_parameters() {
    check(
        |sample| sample.sketch.parts.entry = sample.twice,
        expect![[r#"
        f1: [entry] the entry function needs a body and no parameters
        e8: [static-once] v0 is initialised outside the entry function"#]],
    );
}

#[test]
fn initial_values_are_constant() {
    check(
        |sample| {
            let (x, limit) = (sample.sketch.load(sample.x), sample.sketch.place(sample.limit));
            sample.sketch.parts.vars[sample.limit].kind =
                VarKind::Static(StaticInit::Items([(limit, x)].into()));
        },
        expect!["v0: [static-init] `limit = x` is no part of its initial value"],
    );
    check(
        |sample| {
            let (char, limit) = (sample.sketch.int(7, TypeId::CHAR), sample.sketch.place(sample.limit));
            sample.sketch.parts.vars[sample.limit].kind =
                VarKind::Static(StaticInit::Items([(limit, char)].into()));
        },
        expect!["v0: [static-init] `limit = (char)7` is no part of its initial value"],
    );
    check(
        |sample| {
            let bytes = b"abc".to_vec().into();
            sample.sketch.parts.vars[sample.limit].kind = VarKind::Static(StaticInit::Bytes(bytes));
        },
        expect!["v0: [static-init] 3 bytes for a variable of type `int`"],
    );
}

#[test]
fn addresses_are_taken_of_marked_variables_only() {
    let take_address = |sample: &mut Sample| {
        let place = sample.sketch.place(sample.x);
        let address = sample.sketch.parts.exprs.address_of(&mut sample.sketch.parts.types, place);
        let pointer = sample.sketch.parts.exprs.cast(address, TypeId::VOID_PTR);
        set_step(sample, Op::Free { pointer });
    };
    check(
        take_address,
        expect!["v4: [address-taken] `&x` occurs, but the variable is not marked as address-taken"],
    );
    check(
        |sample| {
            take_address(sample);
            sample.sketch.parts.vars[sample.x].address_taken = AddressTaken::Yes;
        },
        expect![[""]],
    );
    check(
        |sample| {
            take_address(sample);
            set_step(sample, Op::Nop); // An expression that nothing uses does no harm.
        },
        expect![[""]],
    );
}

#[test]
fn spans_end_after_they_begin() {
    check(
        |sample| sample.sketch.parts.edges[STEP].span = Span::new(7, 3),
        expect!["e5: [span] Span { lo: 7, hi: 3 } ends before it begins"],
    );
}

#[test]
fn assignments_keep_the_type() {
    check(
        |sample| {
            let (place, value) = (sample.sketch.place(sample.x), sample.sketch.int(1, TypeId::LONG));
            set_step(sample, Op::Assign { place, value });
        },
        expect!["e5: [assign-type] wrong operands in `x = 1`: `int` = `long`"],
    );
    check(
        |sample| {
            let null = sample.sketch.int(0, TypeId::VOID_PTR);
            let place = sample.sketch.parts.exprs.deref(&sample.sketch.parts.types, null);
            set_step(sample, Op::Zero { place });
        },
        expect!["e5: [assign-type] wrong operands in `*NULL = zero`: `void`"],
    );
}

#[test]
fn conditions_are_integers() {
    check(
        |sample| {
            let condition = sample.sketch.int(0, TypeId::VOID_PTR);
            set_step(sample, Op::Assume { condition, side: Side::Then });
        },
        expect!["e5: [condition-type] wrong operands in `[NULL]`"],
    );
}

#[test]
fn calls_pass_what_the_callee_takes() {
    check(
        |sample| sample.sketch.parts.calls[sample.call].args = [].into(),
        expect!["call0: [call-type] 0 arguments for the 1 parameters of `twice`"],
    );
    check(
        |sample| {
            let long = sample.sketch.int(1, TypeId::LONG);
            sample.sketch.parts.calls[sample.call].args = [long].into();
        },
        expect!["call0: [call-type] an argument of `twice` has type `long`, not `int`"],
    );
    check(
        |sample| {
            let wide = sample.sketch.var(sample.main, "wide", TypeId::LONG, VarKind::Local);
            let place = Some(sample.sketch.place(wide));
            sample.sketch.parts.calls[sample.call].place = place;
        },
        expect!["call0: [call-type] the result of `twice` goes to a place of type `long`"],
    );
    check(
        |sample| {
            let function = sample.sketch.declare("abs", TypeId::INT, &[TypeId::INT]);
            let (long, place) = (sample.sketch.int(1, TypeId::LONG), Some(sample.sketch.place(sample.x)));
            set_step(sample, Op::External { function, args: [long].into(), place });
        },
        expect!["e5: [call-type] wrong operands in `external x = abs(1L)`: `int(int)`"],
    );
    check(
        |sample| {
            let pointer = sample.sketch.int(0, TypeId::VOID_PTR);
            set_step(sample, Op::UnknownCall { pointer, args: [].into(), place: None });
        },
        expect!["e5: [call-type] wrong operands in `unknown (*NULL)()`: `void *`"],
    );
}

#[test]
fn memory_is_addressed_by_pointers_and_measured_in_size_t() {
    check(
        |sample| {
            let (place, size) = (sample.sketch.place(sample.x), sample.sketch.int(4, TypeId::INT));
            let (storage, content) = (AllocStorage::Heap, AllocContent::Zero);
            set_step(sample, Op::Allocate { place, size, storage, content });
        },
        expect!["e5: [memory-type] wrong operands in `x = allocate(heap, zero, 4)`"],
    );
    check(
        |sample| {
            let pointer = sample.sketch.load(sample.x);
            set_step(sample, Op::Free { pointer });
        },
        expect!["e5: [memory-type] wrong operands in `free(x)`"],
    );
    check(
        |sample| {
            let (target, size) = (sample.sketch.int(0, TypeId::VOID_PTR), sample.sketch.int(4, TypeId::INT));
            set_step(sample, Op::MemoryCopy { target, source: target, size, overlap: Overlap::Allowed });
        },
        expect!["e5: [memory-type] wrong operands in `memory_move(NULL, NULL, 4)`"],
    );
    check(
        |sample| {
            let (target, size) =
                (sample.sketch.int(0, TypeId::VOID_PTR), sample.sketch.int(4, TypeId::ULONG));
            set_step(sample, Op::MemorySet { target, value: target, size });
        },
        expect!["e5: [memory-type] wrong operands in `memory_set(NULL, NULL, 4UL)`"],
    );
    check(
        |sample| {
            let (place, pointer) = (sample.sketch.place(sample.x), sample.sketch.int(0, TypeId::VOID_PTR));
            set_step(sample, Op::ObjectSize { place, pointer });
        },
        expect!["e5: [memory-type] wrong operands in `x = object_size(NULL)`"],
    );
}

#[test]
fn functions_do_not_touch_the_variables_of_others() {
    check(
        |sample| {
            let x = sample.sketch.load(sample.x);
            sample.sketch.parts.calls[CallId(1)].place = None;
            let op = sample.sketch.assign(sample.sketch.parts.functions[sample.twice].result.unwrap(), x);
            sample.sketch.parts.edges[EdgeId(0)].op = op;
        },
        expect!["e0: [foreign-variable] `$result = x` in `twice` uses a variable of another function"],
    );
    check(
        |sample| sample.sketch.parts.edges[EdgeId(0)].op = Op::Declare(sample.x),
        expect!["e0: [foreign-variable] `declare x` in `twice` uses a variable of another function"],
    );
}

#[test]
fn automatic_objects_are_declared_and_end() {
    check(
        |sample| set_step(sample, Op::Declare(sample.limit)),
        expect!["e5: [lifetime] wrong operands in `declare limit`"],
    );
    check(
        |sample| set_step(sample, Op::EndLifetime(sample.x)),
        expect!["e5: [lifetime] wrong operands in `end x`"],
    );
    check(
        |sample| {
            let result = sample.sketch.parts.functions[sample.main].result.unwrap();
            set_step(sample, Op::Declare(result)); // sound: the function ends without `return`
        },
        expect![[""]],
    );
}

#[test]
fn static_variables_are_initialised_once() {
    check(
        |sample| set_step(sample, Op::InitStatic(sample.limit)),
        expect![[r#"
        e5: [static-once] v0 is initialised outside the entry function
        v0: [static-once] `limit` is initialised as a static variable 2 times, not 1"#]],
    );
    check(
        |sample| _ = sample.sketch.global("forgotten", TypeId::INT, StaticInit::Zero),
        expect!["v6: [static-once] `forgotten` is initialised as a static variable 0 times, not 1"],
    );
}

#[test]
fn edges_stay_in_their_function() {
    check(
        |sample| {
            sample.sketch.parts.edges[STEP].to = sample.sketch.body(sample.twice).entry;
        },
        expect!["e5: [own-function] `x = x + 1` leads to L2 of another function"],
    );
}

#[test]
fn calls_and_returns_are_pairs() {
    check(
        |sample| {
            let call = &mut sample.sketch.parts.calls[sample.call];
            std::mem::swap(&mut call.call_edge, &mut call.return_edge);
        },
        expect![[r#"
            e6: [call-pair] call0 names another call edge, e7
            e7: [call-pair] call0 names another return edge, e6
            call0: [call-pair] e7 and e6 are not the edges of this call
            call0: [call-pair] e7 does not lead to the entry of f1
            call0: [call-pair] e6 does not start at the exit of f1"#]],
    );
    check(
        |sample| {
            let home = sample.sketch.body(sample.twice).entry;
            let edge = sample.sketch.parts.calls[sample.call].return_edge;
            sample.sketch.parts.edges[edge].to = home;
        },
        expect!["call0: [call-pair] e7 does not lead back to the function that called"],
    );
    check(
        |sample| sample.sketch.parts.calls[sample.call].callee = sample.main,
        expect![[r#"
        call0: [call-type] 1 arguments for the 0 parameters of `main`
        call0: [call-pair] e6 does not lead to the entry of f2
        call0: [call-pair] e7 does not start at the exit of f2"#]],
    );
    check(
        |sample| set_step(sample, Op::Call(sample.call)),
        expect!["e5: [call-pair] call0 names another call edge, e6"],
    );
}

#[test]
fn branches_are_two_sides_of_one_condition() {
    check(
        |sample| {
            let [from, to] = [sample.sketch.parts.edges[STEP].from, sample.sketch.parts.edges[STEP].to];
            sample.sketch.edge(from, to, Op::Nop);
        },
        expect!["L7: [branching] 2 edges that are no branch: `x = x + 1`, `nop`"],
    );
    check(
        |sample| {
            let condition = sample.sketch.int(1, TypeId::INT);
            sample.sketch.parts.edges[EdgeId(4)].op = Op::Assume { condition, side: Side::Else };
        },
        expect!["L6: [branching] 2 edges that are no branch: `[x < limit]`, `[!1]`"],
    );
}

#[test]
fn only_returns_leave_an_exit() {
    check(
        |sample| {
            let Body { entry, exit } = sample.sketch.body(sample.main);
            sample.sketch.edge(exit, entry, Op::Nop);
        },
        expect!["L5: [exit] an edge other than a return leaves the exit of the function"],
    );
}

#[test]
fn nothing_follows_the_end() {
    check(
        |sample| set_step(sample, Op::Halt(HaltKind::Abort)),
        expect!["e5: [stop] execution goes on at L6 after `halt abort`"],
    );
    check(
        |sample| {
            let feature = sample.sketch.parts.names.intern("asm-goto");
            set_step(sample, Op::Unsupported { feature });
        },
        expect!["e5: [stop] execution goes on at L6 after `unsupported asm-goto`"],
    );
}

#[test]
fn execution_does_not_get_lost() {
    check(
        |sample| {
            let nowhere = sample.sketch.location(sample.main);
            sample.sketch.parts.edges[STEP].to = nowhere;
        },
        expect!["L12: [dead-end] no edge leaves a location that execution can reach"],
    );
    check(|sample| _ = sample.sketch.location(sample.main), expect![[""]]);
}

#[test]
fn a_long_list_is_cut_and_says_so() {
    let mut sample = sample();
    for value in 0..500 {
        sample.sketch.parts.exprs.constant(value, TypeId::VOID);
    }
    let violations = verify(&sample.sketch.finish());
    assert_eq!(violations.len(), MAX_LISTED + 1);
    expect!["program: [constant] 400 more violations are not listed"]
        .assert_eq(&violations[MAX_LISTED].to_string());
}

#[test]
fn deep_and_shared_expressions_are_checked_in_linear_time() {
    let mut sample = sample();
    let mut sum = sample.sketch.load(sample.x);
    for _ in 0..100_000 {
        sum = sample.sketch.binary(BinaryOp::Add, sum, sum);
    }
    let op = sample.sketch.assign(sample.x, sum);
    set_step(&mut sample, op);
    let mut ty = TypeId::INT;
    for _ in 0..100_000 {
        ty = sample.sketch.parts.types.array(ty, ArrayLen::Fixed(1));
    }
    let deep = sample.sketch.var(sample.main, "deep", ty, VarKind::Local);
    let mut place = sample.sketch.place(deep);
    let zero = sample.sketch.int(0, TypeId::LONG);
    for _ in 0..100_000 {
        place = sample.sketch.parts.exprs.index(&sample.sketch.parts.types, place, zero);
    }
    let op = Op::Assign { place, value: sum };
    let Body { entry, .. } = sample.sketch.body(sample.main);
    let before = sample.sketch.location(sample.main);
    sample.sketch.edge(before, entry, op);
    assert_eq!(verify(&sample.sketch.finish()), []);
}
