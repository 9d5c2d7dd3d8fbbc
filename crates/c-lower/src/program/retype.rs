//! Objects and functions whose type was completed after they were used.
//!
//! `extern int table[];` may be indexed long before `int table[4]` says how long it is, an initialised flexible array
//! enlarges its record, and `int f()` gets its parameters by its definition. Bodies are lowered one by one and the tree behind them is gone, so the expressions are
//! rebuilt here, with the final type of each. That is rare; programs without such objects pay one look at each place.

use super::Lowerer;
use cfa::{
    AddressTaken, Expr, ExprId, Exprs, HaltKind, Op, Place, PlaceId, StaticInit, TypeId, Types, Var, VarId,
    VarKind,
};
use stdx::{Idx, IndexVec};

impl Lowerer {
    /// Makes every place of a static variable have the variable's final type.
    pub(super) fn retype_statics(&mut self, types: &mut Types) {
        let exprs = &self.exprs;
        let changed = exprs.place_ids().any(|place| match exprs.place(place) {
            Place::Var(var) => exprs.place_ty(place) != self.vars[var].ty,
            Place::Deref(_) | Place::Field(..) | Place::Index(..) => false,
        });
        let functions: Vec<TypeId> =
            self.functions.iter().map(|function| types.pointer(function.ty)).collect();
        let changed = changed
            || exprs.expr_ids().any(|expr| match exprs.expr(expr) {
                Expr::Function(function) => exprs.ty(expr) != functions[function.index()],
                _ => false,
            });
        if !changed {
            return;
        }
        let old = std::mem::take(&mut self.exprs);
        let (new, exprs, places) = (Exprs::new(), Vec::new(), Vec::new());
        let mut rebuilder = Rebuilder { old, new, exprs, places, functions };
        rebuilder.run(types, &mut self.vars);
        for edge in self.graph.edges.iter_mut() {
            rebuilder.op(&mut edge.op, types, &mut self.vars);
        }
        for call in self.graph.calls.iter_mut() {
            rebuilder.args(&mut call.args);
            if let Some(place) = &mut call.place {
                rebuilder.place(place, types, &mut self.vars);
            }
        }
        for position in 0..self.vars.len() {
            let id = VarId::new(position);
            if let VarKind::Static(StaticInit::Items(items)) = &mut self.vars[id].kind {
                for (place, value) in items.iter_mut() {
                    *place = rebuilder.places[place.index()];
                    *value = rebuilder.exprs[value.index()];
                }
            }
        }
        self.exprs = rebuilder.new;
        self.reads.clear();
        self.place_reads.clear();
    }
}

struct Rebuilder {
    old: Exprs,
    new: Exprs,
    exprs: Vec<ExprId>,
    places: Vec<PlaceId>,
    /// The types of the addresses of functions.
    functions: Vec<TypeId>,
}

type Vars = IndexVec<VarId, Var>;

impl Rebuilder {
    /// Expressions and places are numbered apart; each waits for the operands that it needs of the other.
    fn run(&mut self, types: &mut Types, vars: &mut Vars) {
        let (n_exprs, n_places) = self.old.counts();
        while self.exprs.len() < n_exprs || self.places.len() < n_places {
            let before = (self.exprs.len(), self.places.len());
            while self.exprs.len() < n_exprs {
                match self.new_expr(ExprId::new(self.exprs.len()), types, vars) {
                    Some(expr) => self.exprs.push(expr),
                    None => break,
                }
            }
            while self.places.len() < n_places {
                match self.new_place(PlaceId::new(self.places.len()), types, vars) {
                    Some(place) => self.places.push(place),
                    None => break,
                }
            }
            debug_assert_ne!(before, (self.exprs.len(), self.places.len()), "operands precede their users");
        }
    }

    fn new_expr(&mut self, expr: ExprId, types: &mut Types, vars: &mut Vars) -> Option<ExprId> {
        let ty = self.old.ty(expr);
        let known = |id: ExprId| self.exprs.get(id.index()).copied();
        let node = match self.old.expr(expr) {
            Expr::Const(bits) => return Some(self.new.constant(self.old.bits(bits), ty)),
            Expr::Function(function) => {
                let address = self.new.intern(Expr::Function(function), self.functions[function.index()]);
                return Some(self.new.cast(address, ty));
            }
            Expr::Load(place) => {
                let place = *self.places.get(place.index())?;
                Expr::Load(self.place_as(place, ty, types, vars))
            }
            Expr::AddressOf(place) => {
                let place = *self.places.get(place.index())?;
                let address = self.new.address_of(types, place);
                return Some(self.new.cast(address, ty));
            }
            Expr::Unary(op, operand) => Expr::Unary(op, known(operand)?),
            Expr::Cast(operand) => return known(operand).map(|operand| self.new.cast(operand, ty)),
            Expr::Binary(op, left, right) => Expr::Binary(op, known(left)?, known(right)?),
        };
        Some(self.new.intern(node, ty))
    }

    fn new_place(&mut self, place: PlaceId, types: &Types, vars: &Vars) -> Option<PlaceId> {
        Some(match self.old.place(place) {
            Place::Var(var) => self.new.var(var, vars[var].ty),
            Place::Deref(pointer) => {
                let pointer = *self.exprs.get(pointer.index())?;
                self.new.intern_place(Place::Deref(pointer), self.old.place_ty(place))
            }
            Place::Field(base, field) => {
                let base = *self.places.get(base.index())?;
                self.new.field(types, base, field)
            }
            Place::Index(base, index) => {
                let (base, index) = (*self.places.get(base.index())?, *self.exprs.get(index.index())?);
                self.new.index(types, base, index)
            }
        })
    }

    /// The place seen as an object of the type that its user expects.
    fn place_as(&mut self, place: PlaceId, ty: TypeId, types: &mut Types, vars: &mut Vars) -> PlaceId {
        if self.new.place_ty(place) == ty {
            return place;
        }
        if let Some(var) = self.new.root_var(place) {
            vars[var].address_taken = AddressTaken::Yes;
        }
        let address = self.new.address_of(types, place);
        let pointer = types.pointer(ty);
        let address = self.new.cast(address, pointer);
        self.new.deref(types, address)
    }

    fn expr(&self, expr: &mut ExprId) {
        *expr = self.exprs[expr.index()];
    }

    fn args(&self, args: &mut [ExprId]) {
        for arg in args {
            self.expr(arg);
        }
    }

    fn place(&mut self, place: &mut PlaceId, types: &mut Types, vars: &mut Vars) {
        let ty = self.old.place_ty(*place);
        *place = self.place_as(self.places[place.index()], ty, types, vars);
    }

    fn op(&mut self, op: &mut Op, types: &mut Types, vars: &mut Vars) {
        match op {
            Op::Nop
            | Op::InitStatic(_)
            | Op::Declare(_)
            | Op::EndLifetime(_)
            | Op::Call(_)
            | Op::Return(_)
            | Op::Unsupported { .. }
            | Op::Halt(HaltKind::Exit(None) | HaltKind::Abort | HaltKind::Unreachable) => {}
            Op::Halt(HaltKind::Exit(Some(expr)))
            | Op::Assume { condition: expr, .. }
            | Op::Free { pointer: expr } => {
                self.expr(expr);
            }
            Op::Assign { place, value: expr }
            | Op::Allocate { place, size: expr, .. }
            | Op::ObjectSize { place, pointer: expr } => {
                self.expr(expr);
                self.place(place, types, vars);
            }
            Op::Zero { place } | Op::Havoc { place, .. } => self.place(place, types, vars),
            Op::External { args, place, .. } => {
                self.args(args);
                if let Some(place) = place {
                    self.place(place, types, vars);
                }
            }
            Op::UnknownCall { pointer, args, place } => {
                self.expr(pointer);
                self.args(args);
                if let Some(place) = place {
                    self.place(place, types, vars);
                }
            }
            Op::MemoryCopy { target, source, size, .. } | Op::MemorySet { target, value: source, size } => {
                self.expr(target);
                self.expr(source);
                self.expr(size);
            }
        }
    }
}
