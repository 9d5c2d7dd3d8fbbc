//! Operands whose order makes a difference: the program may take any of the orders.
//!
//! [`crate::order`] says what a call may do; here is what an operand does itself, by its typed tree.
//! Where two operands of one operator or call conflict, and one of them calls something, C allows
//! each order: the body of a function is indeterminately sequenced with the rest (6.5.2.2p10). A
//! chosen number says which one an execution takes, and each order is lowered by itself. Three
//! operands have six orders. Where more conflict, or operands that cannot be lowered twice, a proof
//! has to take the order for unknown, and executions go on from left to right, which is one of the
//! orders.
//!
//! Operands that are not function bodies may alternate: in `(f() + x) + g()`, `x` may be read behind
//! both calls. What an operand does has *parts*: each access, and each call with all that it does.
//! If at most one part of an operand conflicts with one part of another, whatever order the parts
//! have is as good as one of the whole operands: what does not conflict may change places. Else the
//! operands of operators without effects are taken apart, and their operands are evaluated in all
//! orders. Where that does not help, as in `f(x) + g(x)`, the order is unknown, too. Initialisers
//! never alternate (6.7.9p23).
//!
//! Where neither operand calls anything, as in `i = i++`, a conflict is undefined behaviour (6.5p2).
//! Such a program is examined from left to right, which is an assumption; of what only pointers
//! name, that it is one object is not known.

use super::{BodyLowerer, List};
use crate::order::{Deeds, Effects, Object};
use c_sema::hir::{Body, Builtin, Callee, ExprId, ExprKind, Initialiser, StmtId, StmtKind};
use cfa::{Op, Origin, Type, TypeId, VarKind};
use rustc_hash::FxHashMap;
use source::Span;
use std::rc::Rc;

/// What the evaluation of an operand does.
#[derive(Clone, Default, Debug)]
pub(super) struct Operand {
    effects: Effects,
    calls: bool,
    /// Whether it has labels, which cannot stand in two places.
    is_fixed: bool,
}

/// What operands do, as far as it was asked for.
pub(super) type Operands = FxHashMap<ExprId, Rc<Operand>>;

/// What happens to a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Read,
    Write,
    Update,
    Address,
}

/// Most expressions that are looked at to find the parts of an operand.
const MOST_PARTS: usize = 64;

/// Most operands that conflict for which all orders are tried.
const MOST: usize = 3;

/// An operand is lowered at most so many times.
const MOST_COPIES: usize = 6;

/// What is said where there are too many orders.
const TOO_MANY: &str = "order of evaluation that makes a difference here";

/// How two operands conflict.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Conflict {
    None,
    /// Each order is allowed.
    Order,
    /// It is undefined behaviour.
    Undefined,
    /// It is undefined behaviour if pointers lead to one object.
    Perhaps,
}

/// Whether the parts of two operands may alternate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    /// Of an operator or a call.
    Unsequenced,
    /// Of a list of initialisers: each is evaluated as a whole.
    Whole,
}

impl BodyLowerer<'_> {
    /// Evaluates operands in any order, if that makes a difference; else nothing happens.
    pub(super) fn in_any_order(
        &mut self,
        operands: &[ExprId],
        operation: Operation,
    ) -> Option<List<cfa::ExprId>> {
        if self.is_putting_together {
            return None;
        }
        let involved = self.involved(operands)?;
        let span = self.body.exprs[operands[0]].span;
        if operation == Operation::Unsequenced && involved.len() <= MOST {
            let found: Vec<ExprId> = involved.iter().map(|&at| operands[at]).collect();
            if self.alternate(&found) {
                return self.in_parts(operands, &found);
            }
        }
        let is_fixed = involved.iter().any(|&at| self.operand(operands[at]).is_fixed);
        if involved.len() > MOST || is_fixed {
            self.refuse_order(span);
            return None;
        }
        let mut values: List<Option<cfa::ExprId>> = List::new();
        for (position, &operand) in operands.iter().enumerate() {
            // The others disturb none and are disturbed by none.
            values.push(if involved.contains(&position) {
                None
            } else {
                let value = self.value(operand);
                Some(self.stable(value, span))
            });
        }
        let places: Vec<(ExprId, cfa::PlaceId)> = involved
            .iter()
            .map(|&at| (operands[at], self.temp(self.body.exprs[operands[at]].ty, span)))
            .collect();
        let orders = orders(places.len());
        self.choose_order(orders.len(), span, |lowerer, order| {
            for &at in &orders[order] {
                let (operand, place) = places[at];
                let value = lowerer.value(operand);
                let value = lowerer.fit(value, lowerer.lo.exprs.place_ty(place));
                lowerer.assign(place, value, span);
            }
        });
        let mut chosen = places.into_iter();
        let mut filled = List::with_capacity(operands.len());
        for value in values {
            match value {
                Some(value) => filled.push(value),
                None => filled.extend(chosen.next().map(|(_, place)| self.lo.exprs.load(place))),
            }
        }
        Some(filled)
    }

    /// Operands of which some alternate: what they are computed from is evaluated in any order.
    fn in_parts(&mut self, operands: &[ExprId], involved: &[ExprId]) -> Option<List<cfa::ExprId>> {
        let span = self.body.exprs[operands[0]].span;
        let mut leaves = Vec::new();
        for &operand in involved {
            self.take_apart(operand, &mut leaves);
        }
        if leaves.len() == involved.len() || leaves.len() > MOST_PARTS {
            self.refuse_order(span);
            return None;
        }
        let values = self.in_any_order(&leaves, Operation::Unsequenced)?;
        self.given.extend(leaves.iter().copied().zip(values));
        let mut found = List::with_capacity(operands.len());
        for &operand in operands {
            self.is_putting_together = involved.contains(&operand);
            let value = self.value(operand);
            self.is_putting_together = false;
            found.push(self.stable(value, span));
        }
        for leaf in leaves {
            self.given.remove(&leaf);
        }
        Some(found)
    }

    /// What an operand is computed from by operators without effects.
    fn take_apart(&self, operand: ExprId, leaves: &mut Vec<ExprId>) {
        let mut pending = vec![operand];
        while let Some(at) = pending.pop().filter(|_| leaves.len() <= MOST_PARTS) {
            match self.body.exprs[at].kind {
                ExprKind::Binary(_, left, right) => pending.extend([right, left]),
                ExprKind::Unary(_, inner) => pending.push(inner),
                ExprKind::Cast(inner) if self.body.exprs[at].ty != TypeId::VOID => pending.push(inner),
                _ => leaves.push(at),
            }
        }
    }

    /// Whether operands that conflict may alternate so that it makes a difference: two of them
    /// conflict by more than one pair of parts, or three of them in a circle that goes through two
    /// parts of one.
    fn alternate(&mut self, operands: &[ExprId]) -> bool {
        let mut parts = Vec::with_capacity(operands.len());
        for &operand in operands {
            match self.parts(|lowerer, found| lowerer.collect_inner(operand, found)) {
                Some(found) => parts.push(found),
                None => return true,
            }
        }
        self.do_alternate(&parts)
    }

    fn do_alternate(&self, parts: &[Vec<Operand>]) -> bool {
        let mut touched: Vec<Vec<usize>> = vec![Vec::new(); parts.len()];
        let mut pairs = 0;
        for one in 0..parts.len() {
            for two in one + 1..parts.len() {
                let mut found = None;
                for (left, part) in parts[one].iter().enumerate() {
                    for (right, other) in parts[two].iter().enumerate() {
                        if self.conflict(part, other) != Conflict::None
                            && found.replace((left, right)).is_some()
                        {
                            return true;
                        }
                    }
                }
                if let Some((left, right)) = found {
                    pairs += 1;
                    touched[one].push(left);
                    touched[two].push(right);
                }
            }
        }
        let is_circle = parts.len() > 2 && pairs >= parts.len();
        is_circle && touched.iter().any(|parts| parts.iter().any(|part| *part != parts[0]))
    }

    /// The parts of something that is evaluated, without those that do nothing; `None` if it is too
    /// large.
    fn parts(&mut self, first: impl FnOnce(&mut Self, &mut Operand)) -> Option<Vec<Operand>> {
        let (mut found, mut count) = (Vec::new(), 0);
        self.deferred = Some(Vec::new());
        let mut part = Operand::default();
        first(self, &mut part);
        loop {
            if part.calls || part.effects != Effects::default() {
                found.push(part);
            }
            count += 1;
            let next = self.deferred.as_mut().and_then(Vec::pop);
            let Some(next) = next.filter(|_| count < MOST_PARTS) else { break };
            part = Operand::default();
            self.collect_inner(next, &mut part);
        }
        self.deferred = None;
        (count < MOST_PARTS).then_some(found)
    }

    /// Whether the parts of an assignment may be evaluated in either order: what finds the place
    /// (and reads it, for a compound one), and the value.
    pub(super) fn is_order_open(&mut self, place: ExprId, value: ExprId, reads_place: bool) -> bool {
        let is_pure = !self.effects.of(self.body, value) && !self.effects.of(self.body, place);
        if is_pure || self.current.is_none() {
            return false;
        }
        let mut found = Operand::default();
        self.collect_place(place, if reads_place { Use::Read } else { Use::Address }, &mut found);
        let value_does = self.operand(value);
        let span = self.body.exprs[place].span;
        match self.conflict(&found, &value_does) {
            Conflict::None => {
                if !value_does.calls {
                    // The store itself follows both, but not the side effects of such a value.
                    let mut stored = Operand::default();
                    self.collect_place(place, Use::Write, &mut stored);
                    let both = [stored.effects, value_does.effects.clone()];
                    let [stored, value_does] = both
                        .map(|effects| Operand { effects: effects.without_reads(), ..Operand::default() });
                    let conflict = self.conflict(&stored, &value_does);
                    self.assume_left_to_right(conflict, span);
                }
                false
            }
            conflict @ (Conflict::Undefined | Conflict::Perhaps) => {
                self.assume_left_to_right(conflict, span);
                false
            }
            Conflict::Order if found.is_fixed || value_does.is_fixed => {
                self.refuse_order(span);
                false
            }
            Conflict::Order => {
                let how = if reads_place { Use::Read } else { Use::Address };
                let places = self.parts(|lowerer, found| lowerer.collect_place(place, how, found));
                let values = self.parts(|lowerer, found| lowerer.collect_inner(value, found));
                let may_alternate = match (places, values) {
                    (Some(places), Some(values)) => self.do_alternate(&[places, values]),
                    (_, _) => true,
                };
                if may_alternate {
                    self.refuse_order(span);
                }
                !may_alternate
            }
        }
    }

    fn assume_left_to_right(&mut self, conflict: Conflict, span: Span) {
        let text = match conflict {
            Conflict::None | Conflict::Order => return,
            Conflict::Undefined => {
                "side effects on one variable in one expression happen from left to right, which is undefined in C"
            }
            Conflict::Perhaps => {
                "side effects on what pointers lead to, in one expression, happen from left to right, which is undefined in C if it is one object"
            }
        };
        if self.current.is_some() {
            self.lo.assume(text.to_owned(), span);
        }
    }

    /// Where two parts of an expression conflict for which no orders are tried: a proof has to take
    /// the orders for unknown, and executions go on from left to right, which is one of them.
    pub(super) fn refuse_order(&mut self, span: Span) {
        if self.current.is_none() {
            return;
        }
        let usual = self.int(0, TypeId::INT);
        let Some(chosen) = self.typical(usual, span) else { return };
        let (this, other) = (self.graph.location(), self.graph.location());
        let zero = self.int(0, TypeId::INT);
        let condition = self.binary(cfa::BinaryOp::Eq, chosen, zero);
        self.split(condition, this, other, span);
        self.go_on_at(other);
        let feature = self.names.intern(TOO_MANY);
        self.emit_last(Op::Unsupported { feature }, span);
        self.go_on_at(this);
    }

    /// Whether two expressions conflict so that each order is allowed.
    pub(super) fn is_in_conflict(&mut self, one: ExprId, two: ExprId) -> bool {
        let is_pure = !self.effects.of(self.body, one) && !self.effects.of(self.body, two);
        if is_pure || self.current.is_none() {
            return false;
        }
        let (one, two) = (self.operand(one), self.operand(two));
        self.conflict(&one, &two) == Conflict::Order
    }

    /// Takes one of so many orders, which an execution chooses.
    pub(super) fn choose_order(&mut self, count: usize, span: Span, mut take: impl FnMut(&mut Self, usize)) {
        // Orders inside of orders multiply.
        if self.in_orders.saturating_mul(count) > MOST_COPIES {
            self.refuse_order(span);
            take(self, count - 1);
            return;
        }
        let var = self.new_var("order of evaluation", TypeId::INT, VarKind::Temp, span);
        let place = self.var_place(var);
        self.emit(Op::Havoc { place, origin: Origin::Order }, span);
        let chosen = self.lo.exprs.load(place);
        let end = self.graph.location();
        self.in_orders *= count;
        // The usual order is the last one, and its number 0.
        for (number, order) in (0..count).rev().enumerate() {
            if order > 0 {
                let number = self.int(number as i128, TypeId::INT);
                let condition = self.binary(cfa::BinaryOp::Eq, chosen, number);
                let (this, next) = (self.graph.location(), self.graph.location());
                self.split(condition, this, next, span);
                self.go_on_at(this);
                take(self, order);
                self.jump(end, span);
                self.go_on_at(next);
            } else {
                take(self, order);
                self.jump(end, span);
            }
        }
        self.in_orders /= count;
        self.go_on_at(end);
    }

    /// The positions of operands that conflict with another one; `None` if there are none.
    fn involved(&mut self, operands: &[ExprId]) -> Option<Vec<usize>> {
        self.current?;
        let effects = operands.iter().filter(|&&operand| self.effects.of(self.body, operand)).count();
        if operands.len() < 2 || effects == 0 {
            return None;
        }
        let found: Vec<Rc<Operand>> = operands.iter().map(|&operand| self.operand(operand)).collect();
        let mut involved = vec![false; operands.len()];
        for one in 0..operands.len() {
            for two in one + 1..operands.len() {
                match self.conflict(&found[one], &found[two]) {
                    Conflict::None => {}
                    Conflict::Order => (involved[one], involved[two]) = (true, true),
                    conflict @ (Conflict::Undefined | Conflict::Perhaps) => {
                        self.assume_left_to_right(conflict, self.body.exprs[operands[two]].span);
                    }
                }
            }
        }
        let involved: Vec<usize> = (0..operands.len()).filter(|&at| involved[at]).collect();
        (!involved.is_empty()).then_some(involved)
    }

    fn conflict(&self, one: &Operand, two: &Operand) -> Conflict {
        let exposed = |object: &Object| match *object {
            Object::Local(local) => self.body.locals[local].address_taken,
            Object::Static(name) => self.lo.summaries.is_exposed(name),
            Object::Member(_) => true,
        };
        if one.calls || two.calls {
            let conflicts = one.effects.conflicts(&two.effects, exposed);
            return if conflicts { Conflict::Order } else { Conflict::None };
        }
        let writes = |one: &Operand, two: &Operand| {
            let touched =
                |object: &Object| two.effects.reads.contains(object) || two.effects.writes.contains(object);
            one.effects.writes.iter().any(touched)
        };
        if writes(one, two) || writes(two, one) {
            Conflict::Undefined
        } else if one.effects.conflicts(&two.effects, exposed) {
            Conflict::Perhaps
        } else {
            Conflict::None
        }
    }

    fn operand(&mut self, expr: ExprId) -> Rc<Operand> {
        if let Some(known) = self.operands.get(&expr) {
            return Rc::clone(known);
        }
        let mut found = Operand::default();
        self.collect_inner(expr, &mut found);
        let found = Rc::new(found);
        self.operands.insert(expr, Rc::clone(&found));
        found
    }

    /// Adds what an operand does. Each is looked at once, however deep it is nested in others that
    /// are asked about.
    fn collect(&mut self, expr: ExprId, found: &mut Operand) {
        if let Some(deferred) = &mut self.deferred {
            deferred.push(expr);
            return;
        }
        let part = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.operand(expr));
        found.effects.include(&part.effects);
        found.calls |= part.calls;
        found.is_fixed |= part.is_fixed;
    }

    fn collect_inner(&mut self, expr: ExprId, found: &mut Operand) {
        let body: &Body = self.body;
        match body.exprs[expr].kind {
            ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Deref(_) | ExprKind::Member(..) => {
                self.collect_place(expr, Use::Read, found);
            }
            ExprKind::Index(..) | ExprKind::CompoundLiteral(..) => self.collect_place(expr, Use::Read, found),
            ExprKind::Load(place) => self.collect_place(place, Use::Read, found),
            ExprKind::AddressOf(place) | ExprKind::ArrayToPointer(place) => {
                self.collect_place(place, Use::Address, found);
            }
            ExprKind::Const(_)
            | ExprKind::Function(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::SizeofVla(_) => {}
            ExprKind::Cast(operand) | ExprKind::Unary(_, operand) => self.collect(operand, found),
            ExprKind::Binary(_, left, right)
            | ExprKind::LogicalAnd(left, right)
            | ExprKind::LogicalOr(left, right)
            | ExprKind::ConditionalElse(left, right)
            | ExprKind::Comma(left, right) => {
                self.collect(left, found);
                self.collect(right, found);
            }
            ExprKind::Conditional(condition, yes, no) => {
                [condition, yes, no].into_iter().for_each(|part| self.collect(part, found));
            }
            ExprKind::Assign(place, value) => {
                self.collect(value, found);
                self.collect_place(place, Use::Write, found);
            }
            ExprKind::CompoundAssign { place, value, .. } | ExprKind::Step { place, value, .. } => {
                self.collect(value, found);
                self.collect_place(place, Use::Update, found);
            }
            ExprKind::Call(callee, args) => {
                args.of(&body.pools.exprs).iter().for_each(|&arg| self.collect(arg, found));
                self.collect_call(callee, found);
            }
            ExprKind::Builtin(builtin, args) => {
                args.of(&body.pools.exprs).iter().for_each(|&arg| self.collect(arg, found));
                collect_builtin(builtin, found);
            }
            ExprKind::StmtExpr(stmt, value) => {
                self.collect_stmt(stmt, found);
                value.into_iter().for_each(|value| self.collect(value, found));
            }
        }
    }

    fn collect_call(&mut self, callee: Callee, found: &mut Operand) {
        found.calls = true;
        let effects = match callee {
            Callee::Direct(function) => {
                self.lo.summaries.of(self.program.functions[function].name, self.names)
            }
            Callee::Pointer(pointer) => {
                self.collect(pointer, found);
                self.lo.summaries.through_pointer().clone()
            }
        };
        found.effects.include(&effects);
    }

    fn collect_place(&mut self, place: ExprId, how: Use, found: &mut Operand) {
        let mut object = |object: Object| {
            if matches!(how, Use::Read | Use::Update) {
                found.effects.reads.insert(object);
            }
            if matches!(how, Use::Write | Use::Update) {
                found.effects.writes.insert(object);
            }
        };
        match self.body.exprs[place].kind {
            ExprKind::Local(local) => object(Object::Local(local)),
            ExprKind::Global(global) => object(Object::Static(self.program.globals[global].name)),
            ExprKind::Deref(pointer) => {
                self.collect(pointer, found);
                self.collect_memory(how, found);
            }
            ExprKind::Member(base, field) => self.collect_member(base, field, how, found),
            ExprKind::Index(base, index) => {
                self.collect_place(base, how, found);
                self.collect(index, found);
            }
            ExprKind::CompoundLiteral(local, init) => {
                found.effects.writes.insert(Object::Local(local));
                self.collect_init(init, found);
            }
            ExprKind::Const(_)
            | ExprKind::Load(_)
            | ExprKind::AddressOf(_)
            | ExprKind::ArrayToPointer(_)
            | ExprKind::Function(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::Cast(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..)
            | ExprKind::Conditional(..)
            | ExprKind::ConditionalElse(..)
            | ExprKind::Comma(..)
            | ExprKind::Assign(..)
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Step { .. }
            | ExprKind::Call(..)
            | ExprKind::Builtin(..)
            | ExprKind::StmtExpr(..)
            | ExprKind::SizeofVla(_) => self.collect(place, found),
        }
    }

    fn collect_memory(&self, how: Use, found: &mut Operand) {
        found.effects.deeds.add(match how {
            Use::Read => Deeds::READS_MEMORY,
            Use::Write => Deeds::WRITES_MEMORY,
            Use::Update => Deeds::READS_MEMORY.and(Deeds::WRITES_MEMORY),
            Use::Address => Deeds::default(),
        });
    }

    /// A member: of a variable, with that as a whole, or through a pointer, by its name.
    fn collect_member(&mut self, base: ExprId, field: u32, how: Use, found: &mut Operand) {
        let record = match *self.types().get(self.body.exprs[base].ty) {
            Type::Record(record) => Some(record),
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Function(_) => None,
        };
        let fields = record.map_or(&[][..], |record| self.types().fields(record));
        match fields.get(field as usize).and_then(|field| field.name) {
            // Pointers do not lead to it.
            _ if self.is_hidden(base) => {}
            Some(name) if self.lo.summaries.is_united(name) => self.collect_memory(how, found),
            Some(name) => {
                if matches!(how, Use::Read | Use::Update) {
                    found.effects.reads.insert(Object::Member(name));
                }
                if matches!(how, Use::Write | Use::Update) {
                    found.effects.writes.insert(Object::Member(name));
                }
            }
            // The elements of a vector have no name; the members of a nameless record follow.
            None if fields.get(field as usize).is_some_and(|field| self.is_array(field.ty)) => {
                self.collect_memory(how, found);
            }
            None => {}
        }
        match self.body.exprs[base].kind {
            // What lies around the member is not accessed.
            ExprKind::Deref(pointer) => self.collect(pointer, found),
            _ => self.collect_place(base, how, found),
        }
    }

    fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.types().get(ty), Type::Array(..))
    }

    /// Whether a place is part of a variable that no pointer leads to.
    fn is_hidden(&self, place: ExprId) -> bool {
        let mut at = place;
        loop {
            match self.body.exprs[at].kind {
                ExprKind::Local(local) => return !self.body.locals[local].address_taken,
                ExprKind::Global(global) => {
                    return !self.lo.summaries.is_exposed(self.program.globals[global].name);
                }
                ExprKind::Member(base, _) | ExprKind::Index(base, _) => at = base,
                _ => return false,
            }
        }
    }

    fn collect_init(&mut self, init: Initialiser, found: &mut Operand) {
        let items = init.items.of(&self.body.pools.init_items);
        items.iter().for_each(|item| self.collect(item.value, found));
    }

    fn collect_stmt(&mut self, stmt: StmtId, found: &mut Operand) {
        let body: &Body = self.body;
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match body.stmts[stmt].kind {
            StmtKind::Empty | StmtKind::Declare(_) => {}
            StmtKind::Block(stmts, _) => {
                stmts.of(&body.pools.stmts).iter().for_each(|&stmt| self.collect_stmt(stmt, found));
            }
            StmtKind::Init(local, init) => {
                found.effects.writes.insert(Object::Local(local));
                self.collect_init(init, found);
            }
            StmtKind::Expr(expr) => self.collect(expr, found),
            StmtKind::If(condition, yes, no) => {
                self.collect(condition, found);
                self.collect_stmt(yes, found);
                no.into_iter().for_each(|no| self.collect_stmt(no, found));
            }
            StmtKind::While(condition, inner) | StmtKind::DoWhile(inner, condition) => {
                found.effects.deeds.add(Deeds::STOPS);
                self.collect(condition, found);
                self.collect_stmt(inner, found);
            }
            StmtKind::For(first, condition, step, inner) => {
                found.effects.deeds.add(Deeds::STOPS);
                first.into_iter().for_each(|first| self.collect_stmt(first, found));
                condition.into_iter().chain(step).for_each(|expr| self.collect(expr, found));
                self.collect_stmt(inner, found);
            }
            StmtKind::Asm { outputs, inputs, .. } => {
                for &output in outputs.of(&body.pools.exprs) {
                    self.collect_place(output, Use::Update, found);
                }
                inputs.of(&body.pools.exprs).iter().for_each(|&input| self.collect(input, found));
            }
            StmtKind::Break | StmtKind::Continue => {}
            StmtKind::Return(value) => {
                found.is_fixed = true;
                value.into_iter().for_each(|value| self.collect(value, found));
            }
            StmtKind::SetVlaLength(_, value) | StmtKind::GotoComputed(value) => {
                found.is_fixed = true;
                self.collect(value, found);
            }
            StmtKind::Switch { value, body: inner, .. } => {
                found.is_fixed = true;
                self.collect(value, found);
                self.collect_stmt(inner, found);
            }
            StmtKind::Case(_) | StmtKind::Label(_) | StmtKind::Goto(_) | StmtKind::Unsupported(_) => {
                found.is_fixed = true;
            }
        });
    }
}

fn collect_builtin(builtin: Builtin, found: &mut Operand) {
    let both = Deeds::READS_MEMORY.and(Deeds::WRITES_MEMORY);
    found.effects.deeds.add(match builtin {
        Builtin::VaStart | Builtin::VaArg | Builtin::VaEnd | Builtin::VaCopy => both,
        Builtin::Alloca | Builtin::Fence | Builtin::Complex => Deeds::default(),
        Builtin::Unreachable | Builtin::Trap => Deeds::STOPS,
        Builtin::AddOverflow | Builtin::SubOverflow | Builtin::MulOverflow => Deeds::WRITES_MEMORY,
        Builtin::FetchAnd(_)
        | Builtin::AndFetch(_)
        | Builtin::BoolCompareAndSwap
        | Builtin::ValCompareAndSwap => both,
    });
}

/// All orders of so many things, the usual one last.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for next in 0..count {
        orders = orders
            .iter()
            .flat_map(|order: &Vec<usize>| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, next);
                    longer
                })
            })
            .collect();
    }
    orders
}
