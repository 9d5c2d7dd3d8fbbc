//! What a model other than C text does at a call.

use super::{Entry, Intrinsic, Model};
use crate::body::BodyLowerer;
use crate::body::call::{ReadyCall, Wanted};
use crate::library::Errno;
use cfa::{
    AllocContent, AllocStorage, BinaryOp, Expr, ExprId, FunctionId, HaltKind, MachineModel, Op, Origin,
    Overlap, Place, Type, TypeId, UnaryOp,
};
use source::Span;

/// What is assumed where an address is printed: as input it would be that of an object.
const NO_WAY_BACK: &str = "an address that is printed does not come back as input";

impl BodyLowerer<'_> {
    /// Notes where bytes of addresses are printed.
    pub(crate) fn note_printed_bytes(&mut self, entry: &Entry, call: &ReadyCall) {
        let position = match entry.name {
            "fwrite" | "fwrite_unlocked" => 0,
            "write" | "pwrite" | "pwrite64" | "send" | "sendto" => 1,
            _ => return,
        };
        let Some(&first) = call.args.get(position) else { return };
        let mut pointer = first;
        while let Expr::Cast(inner) = self.lo.exprs.expr(pointer) {
            if self.types().pointee(self.lo.exprs.ty(inner)).is_none() {
                break;
            }
            pointer = inner;
        }
        let pointee = self.types().pointee(self.lo.exprs.ty(pointer));
        if pointee.is_some_and(|pointee| self.has_pointers(pointee)) {
            self.lo.assume(NO_WAY_BACK.to_owned(), call.span);
        }
    }

    /// Notes where a model fixes what the manual leaves open: which elements are compared, in which
    /// order and how often, and where elements go that compare equal (7.22.5).
    pub(crate) fn note_comparisons(&mut self, entry: &Entry, call: &ReadyCall) {
        let order = match entry.name {
            "qsort" => ", and keeps the order of equal elements",
            "bsearch" | "lfind" | "lsearch" | "tfind" | "tsearch" => "",
            _ => return,
        };
        self.lo.assume(format!("`{}` compares as one implementation does{order}", entry.name), call.span);
    }

    /// Calls a library function that has a model.
    pub(crate) fn apply_model(
        &mut self,
        function: FunctionId,
        model: &Model,
        call: ReadyCall,
    ) -> Option<ExprId> {
        let span = call.span;
        if !self.formats_without_count(function, &call) {
            return Some(self.no_value());
        }
        match *model {
            Model::Intrinsic(intrinsic) => {
                self.show_watched(function, &call);
                self.apply_intrinsic(function, intrinsic, call)
            }
            // Functions with a text are functions with a body.
            Model::CText(_) | Model::NoEffect => self.external(function, call),
            Model::Output | Model::Estimate => {
                let value = self.external(function, call);
                self.may_set_errno(span);
                value
            }
            Model::Scans(format) | Model::Computes(format) => {
                let value = self.apply_scan(function, format, call);
                self.may_set_errno(span);
                value
            }
            Model::Ends(kind) => {
                let value = self.external(function, call);
                self.emit_last(Op::Halt(kind), span);
                value
            }
            Model::Unsupported(feature) => {
                self.show_watched(function, &call);
                // Nobody reads it, but what is made of it has a type.
                let (_, value) = self.destination(&call);
                let feature = self.names.intern(feature);
                self.emit_last(Op::Unsupported { feature }, span);
                value
            }
        }
    }

    /// A call that may change `errno`, if the program can see it.
    fn may_set_errno(&mut self, span: Span) {
        if self.lo.errno == Errno::Seen
            && let Some(entry) = super::own("__errno_may_change")
        {
            self.call_nothing(entry, span);
        }
    }

    /// An edge for a call of which a model leaves none, if a property asks about it: without it the property would hold whatever the program does.
    pub(crate) fn show_watched(&mut self, function: FunctionId, call: &ReadyCall) {
        if !self.lo.is_watched(function) {
            return;
        }
        let function = self.lo.without_body(function);
        let params = match self.types().get(self.lo.functions[function].ty) {
            Type::Function(signature) => signature.params.clone(),
            _ => Box::default(),
        };
        let args =
            params.iter().enumerate().map(|(position, &ty)| self.argument(call, position, ty)).collect();
        self.emit(Op::External { function, args, place: None }, call.span);
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
                self.no_result(function, &call)
            }
            Intrinsic::Copy(overlap) => self.apply_copy(overlap, &call),
            Intrinsic::Set => self.apply_set(&call),
            Intrinsic::Exit => {
                let status = call.args.first().copied();
                let status = status.map(|status| self.fit_or_any(status, TypeId::INT, span));
                self.emit_last(Op::Halt(HaltKind::Exit(status)), span);
                None
            }
            Intrinsic::Leave(_) => {
                // Whether anything runs first is known when all of the program is.
                let status = self.argument(&call, 0, TypeId::INT);
                self.emit_last(Op::External { function, args: Box::new([status]), place: None }, span);
                None
            }
            Intrinsic::Abort => {
                self.emit_last(Op::Halt(HaltKind::Abort), span);
                None
            }
            Intrinsic::Assume => {
                self.apply_assume(&call);
                self.no_result(function, &call)
            }
            Intrinsic::Assert(failing) => {
                self.apply_assert(failing, &call);
                self.no_result(function, &call)
            }
            Intrinsic::Nondet => self.choose(&call, Origin::Nondet(function)),
            Intrinsic::Any => self.choose(&call, Origin::Library(function)),
            Intrinsic::Unary(op) => self.apply_unary(op, &call),
            Intrinsic::Classify(op) => self.apply_classify(op, &call),
            Intrinsic::ObjectSize => {
                let pointer = self.pointer_argument(&call, 0);
                let (place, value) = self.destination(&call);
                if let Some(place) = place {
                    self.emit(Op::ObjectSize { place, pointer }, span);
                }
                value
            }
            Intrinsic::First if call.ty == TypeId::VOID => None,
            Intrinsic::First => {
                let first = self.argument(&call, 0, call.ty);
                self.deliver(&call, first)
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

    /// An argument converted to the parameter's type; any value where it is missing, as in a call through a pointer of a
    /// function that is declared without prototype.
    fn argument(&mut self, call: &ReadyCall, position: usize, ty: TypeId) -> ExprId {
        match call.args.get(position).copied() {
            Some(value) => self.fit_or_any(value, ty, call.span),
            None => {
                let name = self.function.map(|function| self.names.text(self.lo.functions[function].name));
                let name = name.unwrap_or_default();
                let text = format!("an argument that a call in `{name}` misses has any value");
                self.lo.assume(text, call.span);
                self.any_value(ty, call.span)
            }
        }
    }

    /// What a function without result gives where the program declares that it has one.
    fn no_result(&mut self, function: FunctionId, call: &ReadyCall) -> Option<ExprId> {
        if call.ty != TypeId::VOID && !matches!(call.wanted, Wanted::Nothing) {
            let name = self.names.text(self.lo.functions[function].name);
            self.lo
                .assume(format!("`{name}` is used for a result that it does not have: any value"), call.span);
        }
        self.any_result(call)
    }

    fn never_fails(&mut self, function: FunctionId, call: &ReadyCall) {
        let name = self.names.text(self.lo.functions[function].name);
        let text = format!("`{name}` never fails");
        self.lo.assume(text, call.span);
    }

    fn apply_malloc(&mut self, function: FunctionId, call: ReadyCall) -> Option<ExprId> {
        self.never_fails(function, &call);
        let size = self.size_argument(&call, 0);
        self.allocate_or_fail(&call, size, AllocContent::Indeterminate)
    }

    /// More than half of the address space is never there (PTRDIFF_MAX, malloc(3)): the result is
    /// null.
    fn allocate_or_fail(&mut self, call: &ReadyCall, size: ExprId, content: AllocContent) -> Option<ExprId> {
        let ty = self.types().size_type();
        let greatest = self.types().int_shape(ty).map_or(0, |shape| u128::MAX >> (129 - shape.bits));
        let span = call.span;
        if self.bound(size).is_some_and(|bound| bound <= greatest) {
            return self.allocate(call, size, AllocStorage::Heap, content);
        }
        let (size, result) = (self.stable(size, span), self.temp(TypeId::VOID_PTR, span));
        let limit = self.lo.exprs.constant(greatest, ty);
        let fits = self.binary(BinaryOp::Le, size, limit);
        let (fails, end) = (self.graph_location(), self.graph_location());
        self.branch_on_size(fits, fails, span);
        let own = ReadyCall { args: Vec::new(), ty: TypeId::VOID_PTR, wanted: Wanted::At(result), span };
        self.allocate(&own, size, AllocStorage::Heap, content);
        self.jump(end, span);
        self.go_on_at(fails);
        let null = self.lo.exprs.constant(0, TypeId::VOID_PTR);
        self.assign(result, null, span);
        if self.lo.errno == Errno::Seen
            && let Some(entry) = super::own("__no_memory")
        {
            self.call_nothing(entry, span);
        }
        self.join_at(end, span);
        let address = self.lo.exprs.load(result);
        self.deliver(call, address)
    }

    fn branch_on_size(&mut self, fits: ExprId, fails: crate::graph::Loc, span: Span) {
        match self.lo.exprs.as_const(fits) {
            Some(0) => self.jump(fails, span),
            Some(_) => {}
            None => self.go_on_if(fits, fails, span),
        }
    }

    /// A number that a value is never greater than, if its form tells one.
    fn bound(&self, value: ExprId) -> Option<u128> {
        let of_type = || {
            let shape = self.types().int_shape(self.lo.exprs.ty(value))?;
            (!shape.signed).then(|| u128::MAX >> (128 - shape.bits))
        };
        let by_form = match self.lo.exprs.expr(value) {
            Expr::Const(_) => self.lo.exprs.as_const(value),
            Expr::Cast(inner) => self.bound(inner),
            Expr::Binary(BinaryOp::Mul, left, right) => self.bound(left)?.checked_mul(self.bound(right)?),
            Expr::Binary(BinaryOp::Add, left, right) => self.bound(left)?.checked_add(self.bound(right)?),
            Expr::Load(_) | Expr::AddressOf(_) | Expr::Function(_) | Expr::Unary(..) | Expr::Binary(..) => {
                None
            }
        };
        // What does not wrap around is as small as its form says.
        match (by_form, of_type()) {
            (Some(form), Some(greatest)) if form <= greatest => Some(form),
            (Some(form), None) if form <= i32::MAX as u128 => Some(form),
            (_, greatest) => greatest,
        }
    }

    /// A product that overflows is greater than any memory.
    fn apply_calloc(&mut self, function: FunctionId, call: ReadyCall) -> Option<ExprId> {
        self.never_fails(function, &call);
        let count = self.size_argument(&call, 0);
        let each = self.size_argument(&call, 1);
        let size = self.saturated_product(count, each);
        self.allocate_or_fail(&call, size, AllocContent::Zero)
    }

    /// `left * right`, or the greatest size where that is greater still.
    fn saturated_product(&mut self, left: ExprId, right: ExprId) -> ExprId {
        let ty = self.types().size_type();
        let greatest = self.types().int_shape(ty).map_or(0, |shape| u128::MAX >> (128 - shape.bits));
        let (variable, constant) = match (self.lo.exprs.as_const(left), self.lo.exprs.as_const(right)) {
            (Some(left), Some(right)) => {
                let size = left.saturating_mul(right).min(greatest);
                return self.lo.exprs.constant(size, ty);
            }
            (Some(left), None) => (right, left),
            (None, Some(right)) => (left, right),
            (None, None) => {
                let wide = (self.cast(left, TypeId::UINT128), self.cast(right, TypeId::UINT128));
                let exact = self.binary(BinaryOp::Mul, wide.0, wide.1);
                let limit = self.lo.exprs.constant(greatest, TypeId::UINT128);
                let overflows = self.binary(BinaryOp::Gt, exact, limit);
                let product = self.binary(BinaryOp::Mul, left, right);
                return self.greatest_if(overflows, product);
            }
        };
        let product = self.binary(BinaryOp::Mul, left, right);
        match constant {
            0 | 1 => product,
            constant => {
                let limit = self.lo.exprs.constant(greatest / constant, ty);
                let overflows = self.binary(BinaryOp::Gt, variable, limit);
                self.greatest_if(overflows, product)
            }
        }
    }

    /// All ones if the condition is 1, else the value: without a branch, so that the graph stays as it is.
    fn greatest_if(&mut self, condition: ExprId, value: ExprId) -> ExprId {
        let ty = self.lo.exprs.ty(value);
        let condition = self.cast(condition, ty);
        let mask = self.lo.exprs.unary(UnaryOp::Neg, condition);
        self.binary(BinaryOp::BitOr, value, mask)
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
            Wanted::At(place) => Some(place),
            Wanted::Nothing | Wanted::Value | Wanted::Tested(_) => None,
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
            Wanted::Nothing => pointer,
            Wanted::Value | Wanted::Tested(_) | Wanted::At(_) => self.stable(pointer, call.span),
        }
    }

    /// Goes on only if the argument is not zero.
    fn apply_assume(&mut self, call: &ReadyCall) {
        let given = call.args.first().copied();
        let scalar = given.filter(|&given| self.types().is_scalar(self.lo.exprs.ty(given)));
        let condition = scalar.unwrap_or_else(|| self.argument(call, 0, TypeId::INT));
        let condition = self.truth(condition);
        self.emit(Op::Assume { condition, side: cfa::Side::Then }, call.span);
    }

    fn apply_unary(&mut self, op: UnaryOp, call: &ReadyCall) -> Option<ExprId> {
        let is_float = |&given: &ExprId| matches!(self.types().get(self.lo.exprs.ty(given)), Type::Float(_));
        let given = call.args.first().copied().filter(is_float);
        let operand = given.unwrap_or_else(|| self.argument(call, 0, TypeId::DOUBLE));
        let value = self.lo.exprs.unary(op, operand);
        self.deliver(call, value)
    }

    fn apply_classify(&mut self, op: UnaryOp, call: &ReadyCall) -> Option<ExprId> {
        let is_float = |&given: &ExprId| matches!(self.types().get(self.lo.exprs.ty(given)), Type::Float(_));
        let given = call.args.first().copied().filter(is_float);
        let operand = given.unwrap_or_else(|| self.argument(call, 0, TypeId::DOUBLE));
        let value = match call.wanted {
            Wanted::Nothing => return None,
            Wanted::Tested(_) => self.lo.exprs.unary(op, operand),
            Wanted::Value | Wanted::At(_) => self.classified(op, operand, call.span),
        };
        self.deliver(call, value)
    }

    /// What `signbit` and its kin give: any number but zero where the operator gives 1 (7.12.3).
    /// Executions have what gcc's code leaves there.
    pub(crate) fn classified(&mut self, op: UnaryOp, operand: ExprId, span: Span) -> ExprId {
        let truth = self.lo.exprs.unary(op, operand);
        let typical: i128 = match (op, self.types().machine(), self.lo.exprs.ty(operand)) {
            (UnaryOp::SignBit, MachineModel::Lp64, TypeId::FLOAT) => i128::from(i32::MIN),
            (UnaryOp::SignBit, MachineModel::Lp64, TypeId::DOUBLE) => 1,
            (UnaryOp::SignBit, _, _) => 512,
            (_, _, _) => 1,
        };
        let typical = self.int(typical, self.lo.exprs.ty(truth));
        let value = self.binary(BinaryOp::Mul, truth, typical);
        self.call_own("__any_of_truth", value, span)
    }

    /// `%n` stores the number of characters through a pointer, which no model does. A format that is a literal tells; of
    /// any other it is assumed. Whether the call goes on.
    pub(crate) fn formats_without_count(&mut self, function: FunctionId, call: &ReadyCall) -> bool {
        let name = self.names.text(self.lo.functions[function].name);
        let Some(position) = super::format_position(name) else { return true };
        let given = call.args.get(position).and_then(|&format| self.literal(format));
        let is_assumed = match given {
            Some(format) if super::has_conversion(format, b'n') => {
                let feature = self.names.intern("`%n` in a format");
                self.emit_last(Op::Unsupported { feature }, call.span);
                return false;
            }
            Some(format) => {
                if super::has_conversion(format, b'p') {
                    self.lo.assume(NO_WAY_BACK.to_owned(), call.span);
                }
                false
            }
            None => call.args.iter().skip(position + 1).any(|&arg| {
                let ty = self.lo.exprs.ty(arg);
                self.types().pointee(ty).is_some() || !self.types().is_scalar(ty)
            }),
        };
        if is_assumed {
            let text = format!("`{name}` does not store a number of characters (`%n`)");
            self.lo.assume(text, call.span);
            self.lo.assume(NO_WAY_BACK.to_owned(), call.span);
        }
        true
    }

    /// The bytes of a string literal that a pointer points to.
    pub(super) fn literal(&self, pointer: ExprId) -> Option<&[u8]> {
        match self.lo.exprs.expr(pointer) {
            Expr::Cast(inner) => self.literal(inner),
            Expr::AddressOf(place) => {
                let array = match self.lo.exprs.place(place) {
                    Place::Index(array, index) if self.lo.exprs.as_const(index) == Some(0) => array,
                    Place::Var(_) | Place::Index(..) | Place::Field(..) | Place::Deref(_) => place,
                };
                let Place::Var(var) = self.lo.exprs.place(array) else { return None };
                self.lo.literal(self.program, var)
            }
            Expr::Const(_) | Expr::Load(_) | Expr::Function(_) | Expr::Unary(..) | Expr::Binary(..) => None,
        }
    }
}
