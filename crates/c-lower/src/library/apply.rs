//! What a model other than C text does at a call.

use super::{Intrinsic, Model};
use crate::body::BodyLowerer;
use crate::body::call::ReadyCall;
use cfa::{
    AllocContent, AllocStorage, BinaryOp, ExprId, FunctionId, HaltKind, Op, Origin, Overlap, Type, TypeId,
    UnaryOp,
};
use std::ops::RangeInclusive;

impl BodyLowerer<'_> {
    /// Calls a library function that has a model.
    pub(crate) fn apply_model(
        &mut self,
        function: FunctionId,
        model: &Model,
        call: ReadyCall,
    ) -> Option<ExprId> {
        let span = call.span;
        match *model {
            Model::Prints => {
                self.assume_no_count(function, &call);
                self.external(function, call)
            }
            Model::Intrinsic(intrinsic) => self.apply_intrinsic(function, intrinsic, call),
            // Functions with a text are functions with a body.
            Model::CText(_) | Model::NoEffect => self.external(function, call),
            Model::Writes(ref positions) => self.apply_writes(function, positions, call),
            Model::Ends(kind) => {
                self.external(function, call);
                self.emit_last(Op::Halt(kind), span);
                Some(self.int(0, TypeId::INT))
            }
            Model::Unsupported(feature) => {
                let feature = self.names.intern(feature);
                self.emit_last(Op::Unsupported { feature }, span);
                Some(self.int(0, TypeId::INT))
            }
        }
    }

    fn apply_intrinsic(
        &mut self,
        function: FunctionId,
        intrinsic: Intrinsic,
        call: ReadyCall,
    ) -> Option<ExprId> {
        let span = call.span;
        match intrinsic {
            Intrinsic::Malloc => self.apply_malloc(function, call),
            Intrinsic::Calloc => self.apply_calloc(function, call),
            Intrinsic::Alloca => {
                let size = self.size_argument(&call, 0);
                self.allocate(&call, size, AllocStorage::Stack, AllocContent::Indeterminate)
            }
            Intrinsic::Free => {
                let pointer = self.pointer_argument(&call, 0);
                self.emit(Op::Free { pointer }, span);
                None
            }
            Intrinsic::Copy(overlap) => self.apply_copy(overlap, &call),
            Intrinsic::Set => self.apply_set(&call),
            Intrinsic::Exit => {
                let status = call.args.first().copied();
                let status = status.map(|status| self.fit_or_any(status, TypeId::INT, span));
                self.emit_last(Op::Halt(HaltKind::Exit(status)), span);
                None
            }
            Intrinsic::Abort => {
                self.emit_last(Op::Halt(HaltKind::Abort), span);
                None
            }
            Intrinsic::Assume => {
                self.apply_assume(&call);
                None
            }
            Intrinsic::Nondet => self.choose(&call, Origin::Nondet(function)),
            Intrinsic::Any => self.choose(&call, Origin::Library(function)),
            Intrinsic::Unary(op) => self.apply_unary(op, &call),
            Intrinsic::ObjectSize => {
                let pointer = self.pointer_argument(&call, 0);
                let (place, value) = self.destination(&call);
                if let Some(place) = place {
                    self.emit(Op::ObjectSize { place, pointer }, span);
                }
                value
            }
            Intrinsic::First => {
                let first = call.args.first().copied();
                first.and_then(|first| self.deliver(&call, first))
            }
        }
    }

    fn choose(&mut self, call: &ReadyCall, origin: Origin) -> Option<ExprId> {
        let (place, value) = self.destination(call);
        // A dropped choice is still one: the list of chosen values has an entry for each call.
        let place = match place {
            Some(place) => place,
            None if call.ty == TypeId::VOID => return None,
            None => self.temp(call.ty, call.span),
        };
        self.emit(Op::Havoc { place, origin }, call.span);
        value
    }

    fn size_argument(&mut self, call: &ReadyCall, position: usize) -> ExprId {
        let size = self.types().size_type();
        self.argument(call, position, size)
    }

    fn pointer_argument(&mut self, call: &ReadyCall, position: usize) -> ExprId {
        self.argument(call, position, TypeId::VOID_PTR)
    }

    /// An argument converted to the parameter's type; 0 where it is missing.
    fn argument(&mut self, call: &ReadyCall, position: usize, ty: TypeId) -> ExprId {
        match call.args.get(position).copied() {
            Some(value) => self.fit_or_any(value, ty, call.span),
            None => self.lo.exprs.constant(0, ty),
        }
    }

    fn never_fails(&mut self, function: FunctionId, call: &ReadyCall) {
        let name = self.names.text(self.lo.functions[function].name);
        let text = format!("`{name}` never fails");
        self.lo.assume(text, call.span);
    }

    fn apply_malloc(&mut self, function: FunctionId, call: ReadyCall) -> Option<ExprId> {
        self.never_fails(function, &call);
        let size = self.size_argument(&call, 0);
        self.allocate(&call, size, AllocStorage::Heap, AllocContent::Indeterminate)
    }

    /// A product that overflows makes the real function fail.
    fn apply_calloc(&mut self, function: FunctionId, call: ReadyCall) -> Option<ExprId> {
        self.never_fails(function, &call);
        let count = self.size_argument(&call, 0);
        let each = self.size_argument(&call, 1);
        let size = match (self.lo.exprs.as_const(count), self.lo.exprs.as_const(each)) {
            (Some(count), Some(each)) if count.saturating_mul(each) <= u128::from(u32::MAX) => {
                self.int((count * each) as i128, self.types().size_type())
            }
            _ => self.binary(BinaryOp::Mul, count, each),
        };
        self.allocate(&call, size, AllocStorage::Heap, AllocContent::Zero)
    }

    fn allocate(
        &mut self,
        call: &ReadyCall,
        size: ExprId,
        storage: AllocStorage,
        content: AllocContent,
    ) -> Option<ExprId> {
        let is_pointer = matches!(self.types().get(call.ty), Type::Pointer(_));
        // Without a declaration the result is an `int`; the address passes through a pointer.
        let pointer = if is_pointer { call.ty } else { TypeId::VOID_PTR };
        let direct = match self.destination_place(call) {
            Some(place) if is_pointer => place,
            Some(_) | None => self.temp(pointer, call.span),
        };
        self.emit(Op::Allocate { place: direct, size, storage, content }, call.span);
        let address = self.lo.exprs.load(direct);
        if self.destination_place(call) == Some(direct) { None } else { self.deliver(call, address) }
    }

    fn destination_place(&self, call: &ReadyCall) -> Option<cfa::PlaceId> {
        match call.wanted {
            crate::body::call::Wanted::At(place) => Some(place),
            crate::body::call::Wanted::Nothing | crate::body::call::Wanted::Value => None,
        }
    }

    fn apply_copy(&mut self, overlap: Overlap, call: &ReadyCall) -> Option<ExprId> {
        let target = self.pointer_argument(call, 0);
        let source = self.pointer_argument(call, 1);
        let size = self.size_argument(call, 2);
        let target = self.kept(target, call);
        self.emit(Op::MemoryCopy { target, source, size, overlap }, call.span);
        self.deliver(call, target)
    }

    fn apply_set(&mut self, call: &ReadyCall) -> Option<ExprId> {
        let target = self.pointer_argument(call, 0);
        let value = self.argument(call, 1, TypeId::INT);
        let size = self.size_argument(call, 2);
        let target = self.kept(target, call);
        self.emit(Op::MemorySet { target, value, size }, call.span);
        self.deliver(call, target)
    }

    /// The pointer in a form that survives the write through it, if it is the result.
    fn kept(&mut self, pointer: ExprId, call: &ReadyCall) -> ExprId {
        match call.wanted {
            crate::body::call::Wanted::Nothing => pointer,
            crate::body::call::Wanted::Value | crate::body::call::Wanted::At(_) => {
                self.stable(pointer, call.span)
            }
        }
    }

    /// Goes on only if the argument is not zero.
    fn apply_assume(&mut self, call: &ReadyCall) {
        if let Some(&condition) = call.args.first() {
            let is_scalar = self.types().is_scalar(self.lo.exprs.ty(condition));
            let condition = if is_scalar { condition } else { self.argument(call, 0, TypeId::INT) };
            let condition = self.truth(condition);
            self.emit(Op::Assume { condition, side: cfa::Side::Then }, call.span);
        }
    }

    fn apply_unary(&mut self, op: UnaryOp, call: &ReadyCall) -> Option<ExprId> {
        let operand = call.args.first().copied()?;
        let is_float = matches!(self.types().get(self.lo.exprs.ty(operand)), Type::Float(_));
        let operand = if is_float { operand } else { self.argument(call, 0, TypeId::DOUBLE) };
        let value = self.lo.exprs.unary(op, operand);
        self.deliver(call, value)
    }

    /// `%n` stores the number of characters through a pointer to an integer.
    fn assume_no_count(&mut self, function: FunctionId, call: &ReadyCall) {
        let counts = call.args.iter().any(|&arg| {
            let pointee = self.types().pointee(self.lo.exprs.ty(arg));
            pointee.is_some_and(|pointee| {
                matches!(self.types().get(pointee), Type::Int(_)) && self.types().size(pointee) != Some(1)
            })
        });
        if counts {
            let name = self.names.text(self.lo.functions[function].name);
            self.lo.assume(format!("`{name}` does not store a number of characters (`%n`)"), call.span);
        }
    }

    /// What the pointers among the arguments point to becomes anything.
    fn apply_writes(
        &mut self,
        function: FunctionId,
        positions: &RangeInclusive<usize>,
        call: ReadyCall,
    ) -> Option<ExprId> {
        let span = call.span;
        let mut targets = Vec::new();
        for (position, &pointer) in call.args.iter().enumerate() {
            if !positions.contains(&position) {
                continue;
            }
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
            self.emit(Op::Havoc { place, origin: Origin::Library(function) }, span);
        }
        value
    }
}
