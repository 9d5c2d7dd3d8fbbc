//! Pointers to nested functions.
//!
//! A pointer to a nested function carries the activation of the function around it; a pointer of the
//! automaton is a plain one. So a nested function whose address is taken has a few *slots*: static
//! objects that hold captured pointers, and a plain function that calls the nested one with them.
//! Where the address is taken, a made-up function puts the pointers into the slot of this activation,
//! or into a free one, and returns the slot's plain function. The end of the activation frees the
//! slot. An activation is known by the address of a variable `$frame` of the outer function.
//!
//! Two things are unsupported where they are reached: to take the address while all slots belong to
//! other activations that still run, and to call a pointer whose slot is free.
//!
//! *Too lenient:* the pointer of an activation that has ended means the one that has the slot now. To
//! call it is undefined.

use super::chain::{Mentions, begin_with};
use super::nested::Member;
use crate::elab::Unit;
use crate::hir::{
    Body, Callee, Definition, Expr, ExprId, ExprKind, Function, FunctionId, Global, GlobalId, Linkage, Local,
    LocalId, Stmt, StmtId, StmtKind,
};
use cfa::{BinaryOp, Signature, Type, TypeId, Variadic};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};
use stdx::{IdRange, Symbol};

/// How many activations of a function that calls itself may have pointers to one nested function.
const SLOTS: usize = 4;

/// The static objects of one slot, and its function.
struct Slot {
    /// The activation that has it, or null.
    frame: GlobalId,
    /// The captured pointers, in the order of the hidden parameters.
    captured: Vec<GlobalId>,
    /// The plain function.
    plain: FunctionId,
}

/// What is made for a nested function whose address is taken.
pub(super) struct Pointers {
    /// The nested function.
    nested: FunctionId,
    /// Its type without the hidden parameters.
    ty: TypeId,
    /// The types of its hidden parameters.
    hidden: Vec<TypeId>,
    /// Which of them points to the variable `$frame`.
    frame: usize,
    slots: Vec<Slot>,
    /// Gives the pointer.
    pub(super) bind: FunctionId,
    span: Span,
}

/// The tree of a made-up function.
struct Tree {
    body: Body,
    span: Span,
}

impl Tree {
    fn expr(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        self.body.exprs.push(Expr { kind, ty, span: self.span })
    }

    fn stmt(&mut self, kind: StmtKind) -> StmtId {
        self.body.stmts.push(Stmt { kind, span: self.span })
    }

    fn block(&mut self, stmts: Vec<StmtId>) -> StmtId {
        let stmts = IdRange::store(&mut self.body.pools.stmts, stmts);
        self.stmt(StmtKind::Block(stmts, IdRange::EMPTY))
    }

    fn param(&mut self, name: Symbol, ty: TypeId) -> LocalId {
        let (address_taken, align, span) = (false, None, self.span);
        let local = self.body.locals.push(Local { name, ty, address_taken, align, span });
        self.body.params.push(local);
        local
    }

    fn load(&mut self, place: ExprKind, ty: TypeId) -> ExprId {
        let place = self.expr(place, ty);
        self.expr(ExprKind::Load(place), ty)
    }
}

impl Unit<'_> {
    /// The slots of all nested functions whose address is taken.
    pub(super) fn pointers(
        &mut self,
        members: &[Member],
        mentions: &[Mentions],
        taken: &BTreeSet<usize>,
        frames: &BTreeMap<usize, LocalId>,
    ) -> BTreeMap<usize, Pointers> {
        let mut all = BTreeMap::new();
        for &position in taken {
            let Member { function, parent, captured, body } = &members[position];
            let frame = parent.and_then(|parent| Some((parent, *frames.get(&parent)?)));
            let frame = captured.keys().position(|&variable| Some(variable) == frame);
            let (Some(body), Some(frame)) = (body, frame) else { continue };
            let hidden: Vec<TypeId> = captured.values().map(|&local| body.locals[local].ty).collect();
            let mut around = std::iter::successors(*parent, |&at| members[at].parent);
            let recurs = around.any(|at| mentions.iter().any(|own| own.called.contains(&at)));
            let is_variadic = self
                .el
                .program
                .signature(*function)
                .is_none_or(|signature| signature.variadic == Variadic::Yes);
            let count = match (is_variadic, recurs) {
                (true, _) => 0,
                (false, true) => SLOTS,
                (false, false) => 1,
            };
            all.insert(position, self.pointers_to(*function, hidden, frame, count));
        }
        all
    }

    fn pointers_to(
        &mut self,
        nested: FunctionId,
        hidden: Vec<TypeId>,
        frame: usize,
        count: usize,
    ) -> Pointers {
        let Function { name, ty, span, .. } = self.el.program.functions[nested];
        let stem = self.text(name).to_owned();
        let slots = (0..count)
            .map(|_| Slot {
                frame: self.slot_object(&format!("{stem}$frame"), hidden[frame], span),
                captured: hidden.iter().map(|&ty| self.slot_object(&stem, ty, span)).collect(),
                plain: self.made_up(&format!("{stem}$pointer"), ty, span),
            })
            .collect();
        let result = self.types_mut().pointer(ty);
        let params = hidden.clone().into_boxed_slice();
        let signature = Signature { result, params, variadic: Variadic::No };
        let bind = self.types_mut().intern(Type::Function(signature));
        let bind = self.made_up(&format!("{stem}$address"), bind, span);
        Pointers { nested, ty, hidden, frame, slots, bind, span }
    }

    fn slot_object(&mut self, stem: &str, ty: TypeId, span: Span) -> GlobalId {
        let name = self.fresh_name(stem);
        // No static object has a type whose length an activation knows.
        let is_variable = self.types().pointee(ty).is_some_and(|target| self.is_variable(target));
        let ty = if is_variable { TypeId::VOID_PTR } else { ty };
        self.el.program.globals.push(Global {
            name,
            ty,
            linkage: Linkage::None,
            definition: Definition::Tentative,
            owner: None,
            address_taken: false,
            weak: false,
            align: None,
            span,
        })
    }

    fn made_up(&mut self, stem: &str, ty: TypeId, span: Span) -> FunctionId {
        self.el.program.functions.push(Function {
            name: self.names.intern(stem),
            ty,
            linkage: Linkage::None,
            defined: true,
            implicit: false,
            noreturn: false,
            weak: false,
            const_params: 0,
            span,
        })
    }

    /// The activation ends: its slots are free.
    pub(super) fn release_frame<'a>(
        &mut self,
        body: &mut Body,
        frame: LocalId,
        pointers: impl Iterator<Item = &'a Pointers>,
    ) {
        let span = body.locals[frame].span;
        let mut tree = Tree { body: std::mem::take(body), span };
        let mut all = tree.expr(ExprKind::Const(crate::hir::Bits::new(0)), TypeId::INT);
        let frame_ty = self.types_mut().pointer(TypeId::CHAR);
        for slot in pointers.flat_map(|pointers| &pointers.slots) {
            let place = tree.expr(ExprKind::Local(frame), TypeId::CHAR);
            let own = tree.expr(ExprKind::AddressOf(place), frame_ty);
            let condition = self.is_owner(&mut tree, slot, own);
            let null = tree.expr(ExprKind::Const(crate::hir::Bits::new(0)), frame_ty);
            let place = tree.expr(ExprKind::Global(slot.frame), frame_ty);
            let clear = tree.expr(ExprKind::Assign(place, null), frame_ty);
            let one = tree.expr(ExprKind::Const(crate::hir::Bits::new(1)), TypeId::INT);
            let clear = tree.expr(ExprKind::Comma(clear, one), TypeId::INT);
            let clear = tree.expr(ExprKind::LogicalAnd(condition, clear), TypeId::INT);
            all = tree.expr(ExprKind::Comma(all, clear), TypeId::INT);
        }
        let release = tree.expr(ExprKind::Cast(all), TypeId::VOID);
        let declare = tree.stmt(StmtKind::Declare(frame));
        *body = tree.body;
        body.cleanups.insert(frame, release);
        begin_with(body, &[declare], frame);
    }

    /// Whether a slot is this activation's, or nobody's if that is null.
    fn is_owner(&mut self, tree: &mut Tree, slot: &Slot, owner: ExprId) -> ExprId {
        let ty = self.el.program.globals[slot.frame].ty;
        let held = tree.load(ExprKind::Global(slot.frame), ty);
        tree.expr(ExprKind::Binary(BinaryOp::Eq, held, owner), TypeId::INT)
    }

    /// The functions that give pointers, and those that the pointers point to.
    pub(super) fn made_up_bodies(&mut self, pointers: &BTreeMap<usize, Pointers>) {
        for pointers in pointers.values() {
            let body = self.bind_body(pointers);
            self.sink.function(&mut self.el.program, self.names, pointers.bind, body);
            for slot in &pointers.slots {
                let body = self.plain_body(pointers, slot);
                self.sink.function(&mut self.el.program, self.names, slot.plain, body);
            }
        }
    }

    fn bind_body(&mut self, pointers: &Pointers) -> Body {
        let mut tree = Tree { body: Body::default(), span: pointers.span };
        let name = self.names.intern("captured");
        let params: Vec<LocalId> = pointers.hidden.iter().map(|&ty| tree.param(name, ty)).collect();
        let frame_ty = pointers.hidden[pointers.frame];
        let mut stmts = Vec::new();
        for is_own in [true, false] {
            for slot in &pointers.slots {
                let owner = match is_own {
                    true => tree.load(ExprKind::Local(params[pointers.frame]), frame_ty),
                    false => tree.expr(ExprKind::Const(crate::hir::Bits::new(0)), frame_ty),
                };
                let condition = self.is_owner(&mut tree, slot, owner);
                let take = self.take_slot(&mut tree, pointers, slot, &params);
                stmts.push(tree.stmt(StmtKind::If(condition, take, None)));
            }
        }
        let feature = match pointers.slots.is_empty() {
            true => "pointer to a nested function with variable arguments",
            false => "pointers to one nested function in many activations at once",
        };
        stmts.push(tree.stmt(StmtKind::Unsupported(self.names.intern(feature))));
        tree.body.root = Some(tree.block(stmts));
        tree.body
    }

    /// The slot gets what the activation captures, and its function is returned.
    fn take_slot(&mut self, tree: &mut Tree, pointers: &Pointers, slot: &Slot, params: &[LocalId]) -> StmtId {
        let mut stmts = Vec::new();
        let captured = slot.captured.iter().zip(params.iter().zip(&pointers.hidden));
        let frame = (&slot.frame, (&params[pointers.frame], &pointers.hidden[pointers.frame]));
        for (&global, (&param, &from)) in captured.chain([frame]) {
            let ty = self.el.program.globals[global].ty;
            let value = tree.load(ExprKind::Local(param), from);
            let value = if ty == from { value } else { tree.expr(ExprKind::Cast(value), ty) };
            let place = tree.expr(ExprKind::Global(global), ty);
            let assign = tree.expr(ExprKind::Assign(place, value), ty);
            stmts.push(tree.stmt(StmtKind::Expr(assign)));
        }
        let pointer = self.types_mut().pointer(pointers.ty);
        let plain = tree.expr(ExprKind::Function(slot.plain), pointer);
        stmts.push(tree.stmt(StmtKind::Return(Some(plain))));
        tree.block(stmts)
    }

    fn plain_body(&mut self, pointers: &Pointers, slot: &Slot) -> Body {
        let mut tree = Tree { body: Body::default(), span: pointers.span };
        let (result, given) = match self.types().get(pointers.ty) {
            Type::Function(signature) => (signature.result, signature.params.clone()),
            _ => (TypeId::VOID, Box::default()),
        };
        let name = self.names.intern("given");
        let params: Vec<LocalId> = given.iter().map(|&ty| tree.param(name, ty)).collect();
        let frame_ty = self.el.program.globals[slot.frame].ty;
        let null = tree.expr(ExprKind::Const(crate::hir::Bits::new(0)), frame_ty);
        let is_free = self.is_owner(&mut tree, slot, null);
        let feature = self.names.intern("call of a nested function whose outer function has ended");
        let unsupported = tree.stmt(StmtKind::Unsupported(feature));
        let mut stmts = vec![tree.stmt(StmtKind::If(is_free, unsupported, None))];
        let mut args = Vec::new();
        for (&global, &wanted) in slot.captured.iter().zip(&pointers.hidden) {
            let ty = self.el.program.globals[global].ty;
            let value = tree.load(ExprKind::Global(global), ty);
            args.push(if ty == wanted { value } else { tree.expr(ExprKind::Cast(value), wanted) });
        }
        for (&param, &ty) in params.iter().zip(&given) {
            args.push(tree.load(ExprKind::Local(param), ty));
        }
        let args = IdRange::store(&mut tree.body.pools.exprs, args);
        let call = tree.expr(ExprKind::Call(Callee::Direct(pointers.nested), args), result);
        stmts.push(match result {
            TypeId::VOID => tree.stmt(StmtKind::Expr(call)),
            _ => tree.stmt(StmtKind::Return(Some(call))),
        });
        tree.body.root = Some(tree.block(stmts));
        tree.body
    }
}
