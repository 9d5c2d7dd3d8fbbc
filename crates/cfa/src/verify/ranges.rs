//! `id-range` and `operand-order`: the two rules that make all walks safe.

use super::{Checker, Rule, Subject};
use crate::{Expr, ExprId, HaltKind, Op, Origin, Place, PlaceId, StaticInit, Type, TypeId, VarKind};
use stdx::{Idx, IndexVec, Symbol};

impl Checker<'_> {
    /// Every id is the id of something that exists.
    pub(super) fn ranges(&mut self) {
        let cfa = self.cfa;
        self.type_ranges();
        self.node_ranges();
        self.declaration_ranges();
        for (id, location) in cfa.locations.iter_enumerated() {
            self.id(cfa.functions.len(), location.function, Subject::Location(id));
        }
        for (id, edge) in cfa.edges.iter_enumerated() {
            let subject = Subject::Edge(id);
            self.id(cfa.locations.len(), edge.from, subject);
            self.id(cfa.locations.len(), edge.to, subject);
            self.op_ranges(&edge.op, subject);
        }
        for (id, call) in cfa.calls.iter_enumerated() {
            let subject = Subject::Call(id);
            self.id(cfa.functions.len(), call.callee, subject);
            self.id(cfa.edges.len(), call.call_edge, subject);
            self.id(cfa.edges.len(), call.return_edge, subject);
            self.expr_ids(&call.args, subject);
            self.place_id(call.place, subject);
        }
        self.id(cfa.functions.len(), cfa.entry, Subject::Program);
    }

    fn id<I: Idx>(&mut self, len: usize, id: I, subject: Subject) {
        self.require(id.index() < len, Rule::IdRange, subject, |_| format!("{id:?} does not exist"));
    }

    fn name(&mut self, name: Option<Symbol>, subject: Subject) {
        if let Some(name) = name {
            self.id(self.cfa.names.len(), name, subject);
        }
    }

    fn expr_ids(&mut self, ids: &[ExprId], subject: Subject) {
        let (n_exprs, _) = self.cfa.exprs.counts();
        for &id in ids {
            self.id(n_exprs, id, subject);
        }
    }

    fn place_id(&mut self, id: Option<PlaceId>, subject: Subject) {
        let (_, n_places) = self.cfa.exprs.counts();
        if let Some(id) = id {
            self.id(n_places, id, subject);
        }
    }

    fn ty(&mut self, ty: TypeId, subject: Subject) {
        self.id(self.cfa.types.len(), ty, subject);
    }

    fn type_ranges(&mut self) {
        let types = &self.cfa.types;
        for id in (0..types.len()).map(TypeId::new) {
            let subject = Subject::Type(id);
            match types.get(id) {
                Type::Void | Type::Int(_) | Type::Float(_) => {}
                Type::Pointer(inner) | Type::Array(inner, _) => self.ty(*inner, subject),
                Type::Record(record) => self.id(types.records().len(), *record, subject),
                Type::Function(signature) => {
                    self.ty(signature.result, subject);
                    for &param in &signature.params {
                        self.ty(param, subject);
                    }
                }
            }
        }
        for (id, record) in types.records().iter_enumerated() {
            self.name(record.name, Subject::Record(id));
            for field in types.fields(id) {
                self.name(field.name, Subject::Record(id));
                self.ty(field.ty, Subject::Record(id));
            }
        }
    }

    fn node_ranges(&mut self) {
        let cfa = self.cfa;
        let exprs = &cfa.exprs;
        for id in exprs.expr_ids() {
            let subject = Subject::Expr(id);
            self.ty(exprs.ty(id), subject);
            match exprs.expr(id) {
                Expr::Const(bits) => self.id(exprs.n_consts(), bits, subject),
                Expr::Load(place) | Expr::AddressOf(place) => self.place_id(Some(place), subject),
                Expr::Function(function) => self.id(cfa.functions.len(), function, subject),
                Expr::Unary(_, operand) | Expr::Cast(operand) => self.expr_ids(&[operand], subject),
                Expr::Binary(_, left, right) => self.expr_ids(&[left, right], subject),
            }
        }
        for id in exprs.place_ids() {
            let subject = Subject::Place(id);
            self.ty(exprs.place_ty(id), subject);
            match exprs.place(id) {
                Place::Var(var) => self.id(cfa.vars.len(), var, subject),
                Place::Deref(pointer) => self.expr_ids(&[pointer], subject),
                Place::Field(base, _) => self.place_id(Some(base), subject),
                Place::Index(base, index) => {
                    self.place_id(Some(base), subject);
                    self.expr_ids(&[index], subject);
                }
            }
        }
    }

    fn declaration_ranges(&mut self) {
        let cfa = self.cfa;
        for (id, var) in cfa.vars.iter_enumerated() {
            let subject = Subject::Var(id);
            self.name(Some(var.name), subject);
            self.ty(var.ty, subject);
            if let Some(function) = var.function {
                self.id(cfa.functions.len(), function, subject);
            }
            if let VarKind::Static(StaticInit::Items(items)) = &var.kind {
                for &(place, value) in items {
                    self.place_id(Some(place), subject);
                    self.expr_ids(&[value], subject);
                }
            }
        }
        for (id, function) in cfa.functions.iter_enumerated() {
            let subject = Subject::Function(id);
            self.name(Some(function.name), subject);
            self.ty(function.ty, subject);
            for &var in function.params.iter().chain(&function.locals).chain(&function.result) {
                self.id(cfa.vars.len(), var, subject);
            }
            if let Some(body) = function.body {
                self.id(cfa.locations.len(), body.entry, subject);
                self.id(cfa.locations.len(), body.exit, subject);
            }
        }
    }

    fn op_ranges(&mut self, op: &Op, subject: Subject) {
        let cfa = self.cfa;
        match op {
            Op::Nop | Op::Halt(HaltKind::Exit(None) | HaltKind::Abort | HaltKind::Unreachable) => {}
            Op::Assume { condition, .. } => self.expr_ids(&[*condition], subject),
            Op::Assign { place, value } => {
                self.place_id(Some(*place), subject);
                self.expr_ids(&[*value], subject);
            }
            Op::Zero { place } => self.place_id(Some(*place), subject),
            Op::Havoc { place, origin } => {
                self.place_id(Some(*place), subject);
                match origin {
                    Origin::Nondet(function) | Origin::Library(function) => {
                        self.id(cfa.functions.len(), *function, subject);
                    }
                    Origin::Argument | Origin::Input | Origin::Environment | Origin::Order | Origin::Asm => {}
                }
            }
            Op::InitStatic(var) | Op::Declare(var) | Op::EndLifetime(var) => {
                self.id(cfa.vars.len(), *var, subject)
            }
            Op::Call(call) | Op::Return(call) => self.id(cfa.calls.len(), *call, subject),
            Op::External { function, args, place } => {
                self.id(cfa.functions.len(), *function, subject);
                self.expr_ids(args, subject);
                self.place_id(*place, subject);
            }
            Op::UnknownCall { pointer, args, place } => {
                self.expr_ids(&[*pointer], subject);
                self.expr_ids(args, subject);
                self.place_id(*place, subject);
            }
            Op::Allocate { place, size: expr, .. } | Op::ObjectSize { place, pointer: expr } => {
                self.place_id(Some(*place), subject);
                self.expr_ids(&[*expr], subject);
            }
            Op::Free { pointer: expr } | Op::Halt(HaltKind::Exit(Some(expr))) => {
                self.expr_ids(&[*expr], subject)
            }
            Op::MemoryCopy { target, source: operand, size, .. }
            | Op::MemorySet { target, value: operand, size } => {
                self.expr_ids(&[*target, *operand, *size], subject);
            }
            Op::Unsupported { feature } => self.name(Some(*feature), subject),
        }
    }

    /// Operands are older than what uses them. Expressions and places live in two arenas, so for a place the
    /// newest expression inside it counts: an expression that uses the place must be newer still.
    pub(super) fn operand_order(&mut self) {
        let exprs = &self.cfa.exprs;
        let mut newest: IndexVec<PlaceId, Option<ExprId>> = IndexVec::new();
        for id in exprs.place_ids() {
            let (base, inside) = match exprs.place(id) {
                Place::Var(_) => (None, None),
                Place::Deref(pointer) => (None, Some(pointer)),
                Place::Field(base, _) => (Some(base), None),
                Place::Index(base, index) => (Some(base), Some(index)),
            };
            let base_is_older = base.is_none_or(|base| base < id);
            self.require(base_is_older, Rule::OperandOrder, Subject::Place(id), |_| not_older(base));
            let below = base.filter(|_| base_is_older).and_then(|base| newest[base]);
            newest.push(inside.max(below));
        }
        for id in exprs.expr_ids() {
            let operand = match exprs.expr(id) {
                Expr::Const(_) | Expr::Function(_) => None,
                Expr::Load(place) | Expr::AddressOf(place) => newest[place],
                Expr::Unary(_, operand) | Expr::Cast(operand) => Some(operand),
                Expr::Binary(_, left, right) => Some(left.max(right)),
            };
            self.require(operand < Some(id), Rule::OperandOrder, Subject::Expr(id), |_| not_older(operand));
        }
        let types = &self.cfa.types;
        for id in (0..types.len()).map(TypeId::new) {
            let newest = match types.get(id) {
                Type::Void | Type::Int(_) | Type::Float(_) | Type::Record(_) => None,
                Type::Pointer(inner) | Type::Array(inner, _) => Some(*inner),
                Type::Function(signature) => {
                    signature.params.iter().copied().max().max(Some(signature.result))
                }
            };
            self.require(newest < Some(id), Rule::OperandOrder, Subject::Type(id), |_| not_older(newest));
        }
    }
}

fn not_older<I: Idx>(operand: Option<I>) -> String {
    operand.map_or_else(String::new, |operand| format!("its operand {operand:?} is not older"))
}
