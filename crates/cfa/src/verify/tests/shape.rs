//! Shape.

use super::*;

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
