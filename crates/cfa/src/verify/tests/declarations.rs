//! Declarations.

use super::nodes::bit_field;
use super::*;

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
fn names_tell_variables_apart() {
    check(
        |sample| {
            let twin = sample.sketch.var(sample.main, "x", TypeId::LONG, VarKind::Temp); // sound: `x#1`
            sample.sketch.parts.vars[twin].copy = 0;
        },
        expect!["v6: [variable-name] another variable is named `x` too, with the same number"],
    );
    check(
        |sample| {
            // Sound: a static variable of the function has a name of its own, `main::x`.
            let hidden = sample.sketch.global("x", TypeId::LONG, StaticInit::Zero);
            sample.sketch.parts.vars[hidden].function = Some(sample.main);
            init_static(sample, hidden);
        },
        expect![[""]],
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
