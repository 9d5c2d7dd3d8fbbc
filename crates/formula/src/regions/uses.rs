//! What operations use.

use cfa::{Cfa, ExprId, HaltKind, Op, PlaceId, Transfer};

/// The expressions and places that an operation names.
pub(crate) fn of_operation(cfa: &Cfa, op: &Op, expr: &mut dyn FnMut(ExprId), places: &mut Vec<PlaceId>) {
    if let Transfer::Call(call) | Transfer::Return(call) = op.transfer() {
        let call = &cfa.calls[call];
        call.args.iter().copied().for_each(expr);
        places.extend(call.place);
        return;
    }
    match *op {
        Op::Assume { condition, .. } => expr(condition),
        Op::Assign { place, value } => {
            places.push(place);
            expr(value);
        }
        Op::Zero { place } | Op::Havoc { place, .. } => places.push(place),
        Op::External { ref args, place, .. } => {
            args.iter().copied().for_each(expr);
            places.extend(place);
        }
        Op::UnknownCall { pointer, ref args, place } => {
            expr(pointer);
            args.iter().copied().for_each(expr);
            places.extend(place);
        }
        Op::Allocate { place, size, .. } => {
            places.push(place);
            expr(size);
        }
        Op::Free { pointer } => expr(pointer),
        Op::MemoryCopy { target, source, size, .. } => [target, source, size].into_iter().for_each(expr),
        Op::MemorySet { target, value, size } => [target, value, size].into_iter().for_each(expr),
        Op::ObjectSize { place, pointer } => {
            places.push(place);
            expr(pointer);
        }
        Op::Halt(HaltKind::Exit(Some(status))) => expr(status),
        Op::Halt(HaltKind::Exit(None) | HaltKind::Abort | HaltKind::Unreachable)
        | Op::Nop
        | Op::InitStatic(_)
        | Op::Declare(_)
        | Op::EndLifetime(_)
        | Op::Call(_)
        | Op::Return(_)
        | Op::Unsupported { .. } => {}
    }
}
