//! Operations.

use super::*;

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
