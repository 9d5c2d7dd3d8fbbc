//! What may point where: one pass over all operations, repeated until nothing more is learnt.
//!
//! Unification-based, flow- and context-insensitive, after Steensgaard (POPL 1996), with offsets as in Lattner's data
//! structure analysis (PLDI 2005). We differ in that types play no role: *every* scalar may carry a pointer, integers and single
//! bytes too, so that casts, unions and copying byte by byte need no special care; and in that a pointer whose distance is lost keeps what
//! is known of it modulo the steps it was moved by.
//!
//! **Assumed:** an index stays inside the outermost array that it indexes, where that is a member
//! of a record (6.5.6p8; the interpreter checks against the whole object only), except in the last
//! array of a record, which programs use as a flexible one. What functions without body return, and
//! what the environment chooses, points to what was handed to such functions, to what is exposed
//! ([`super::exposed`]: addresses whose numbers flow where this analysis does not follow), or to
//! nothing of the program.

use super::exposed::{is_literal_address, makes_pointer};
use super::nodes::{FAR, Group, Nodes, Object, Pointer, gcd};
use super::shape::{self, PlaceShape, Range, scalar_access};
use crate::encoding::Environment;
use cfa::{
    ArrayLen, BinaryOp, CallId, Cfa, EdgeId, Expr, ExprId, FunctionOrigin, HaltKind, Op, Place, PlaceId,
    Type, TypeId, VarId,
};
use rustc_hash::FxHashMap;
use stdx::IndexVec;

/// A node of an expression.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Expr(ExprId),
    Place(PlaceId),
}

/// The analysis, and what it found when it is finished.
pub(crate) struct Flow<'a> {
    pub(super) cfa: &'a Cfa,
    pub(super) environment: Environment,
    pub(crate) nodes: Nodes,
    pub(crate) vars: IndexVec<VarId, Pointer>,
    pub(crate) sites: FxHashMap<EdgeId, Pointer>,
    pub(super) unknown: Pointer,
    /// Where each expression's value points.
    pub(crate) values: IndexVec<ExprId, Option<Pointer>>,
    /// Where each place is.
    pub(crate) places: IndexVec<PlaceId, Option<PlaceShape>>,
    /// What operations use, operands first.
    order: Vec<Part>,
    /// Pointers that nothing is known of point to the environment.
    pub(super) is_closing: bool,
}

impl<'a> Flow<'a> {
    /// Runs the analysis.
    pub(crate) fn run(cfa: &'a Cfa, environment: Environment) -> Self {
        let mut nodes = Nodes::default();
        let unknown = nodes.add(Object::Unknown);
        nodes.fold(unknown, 1);
        let vars = cfa.vars.indices().map(|var| nodes.add(Object::Variable(var))).collect();
        let (n_exprs, n_places) = cfa.exprs.counts();
        let mut flow = Self {
            cfa,
            environment,
            nodes,
            vars,
            sites: FxHashMap::default(),
            unknown,
            values: IndexVec::from_elem(None, n_exprs),
            places: IndexVec::from_elem(None, n_places),
            order: Vec::new(),
            is_closing: false,
        };
        flow.collect();
        flow.fixpoint();
        flow.is_closing = true;
        flow.fixpoint();
        flow
    }

    fn fixpoint(&mut self) {
        loop {
            self.nodes.changed = false;
            for position in 0..self.order.len() {
                let part = self.order[position];
                match part {
                    Part::Expr(id) => self.values[id] = self.value(id),
                    Part::Place(id) => self.places[id] = self.shape(id),
                }
                self.reveal(part);
            }
            for edge in self.cfa.edges.indices() {
                self.operation(edge);
                self.reveal_in(&self.cfa.edges[edge].op);
            }
            for var in self.cfa.vars.indices() {
                self.initial(var);
            }
            self.close_unknown();
            if !self.nodes.changed {
                return;
            }
        }
    }

    /// Everything that operations use, in an order in which operands come first.
    fn collect(&mut self) {
        let cfa = self.cfa;
        let mut seen_exprs: IndexVec<ExprId, bool> = IndexVec::from_elem(false, self.values.len());
        let mut seen_places: IndexVec<PlaceId, bool> = IndexVec::from_elem(false, self.places.len());
        let mut pending: Vec<(Part, bool)> = Vec::new();
        let mut roots = Vec::new();
        for edge in &cfa.edges {
            super::uses::of_operation(
                cfa,
                &edge.op,
                &mut |expr| roots.push(Part::Expr(expr)),
                &mut Vec::new(),
            );
        }
        let mut places = Vec::new();
        for edge in &cfa.edges {
            super::uses::of_operation(cfa, &edge.op, &mut |_| {}, &mut places);
        }
        roots.extend(places.into_iter().map(Part::Place));
        for root in roots {
            pending.push((root, false));
            while let Some((part, is_done)) = pending.pop() {
                if is_done {
                    self.order.push(part);
                    continue;
                }
                let is_seen = match part {
                    Part::Expr(id) => std::mem::replace(&mut seen_exprs[id], true),
                    Part::Place(id) => std::mem::replace(&mut seen_places[id], true),
                };
                if is_seen {
                    continue;
                }
                pending.push((part, true));
                operands(cfa, part, |operand| pending.push((operand, false)));
            }
        }
    }

    fn scalar(&self, ty: TypeId) -> bool {
        self.cfa.types.is_scalar(ty)
    }

    /// Where the value of an expression points.
    fn value(&mut self, id: ExprId) -> Option<Pointer> {
        let cfa = self.cfa;
        match cfa.exprs.expr(id) {
            Expr::Const(_) | Expr::Cast(_) if is_literal_address(cfa, id) => Some(self.unknown),
            Expr::Const(_) | Expr::Function(_) => None,
            Expr::Load(place) if self.scalar(cfa.exprs.ty(id)) => self.access(place),
            Expr::Load(_) => None,
            Expr::AddressOf(place) => {
                let shape = self.places[place]?;
                if let Some(range) = shape.range {
                    self.nodes.fold(shape.pointer, range.step);
                }
                Some(shape.pointer)
            }
            Expr::Unary(_, operand) => {
                let value = self.values[operand]?;
                self.nodes.fold(value, 1);
                Some(value)
            }
            Expr::Cast(operand) => {
                let is_made = self.is_closing && makes_pointer(cfa, id) && shape::constant(cfa, id).is_none();
                self.values[operand].or(is_made.then_some(self.unknown))
            }
            Expr::Binary(op, left, right) => self.binary(op, left, right),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Option<Pointer> {
        if op == BinaryOp::PtrDiff || op.is_comparison() {
            return None;
        }
        let cfa = self.cfa;
        if op == BinaryOp::PtrAdd {
            let base = self.values[left]?;
            let stride = stride(cfa, cfa.exprs.ty(left));
            return Some(match self.constant_index(right) {
                Some(index) => base.shifted(index.saturating_mul(stride as i64).clamp(-FAR, FAR)),
                None => {
                    self.nodes.fold(base, stride);
                    base
                }
            });
        }
        let values = [self.values[left], self.values[right]];
        if let [Some(one), Some(two)] = values {
            self.nodes.unify(one, two);
        }
        let value = values[0].or(values[1])?;
        self.nodes.fold(value, 1);
        Some(value)
    }

    fn constant_index(&self, id: ExprId) -> Option<i64> {
        let bits = self.cfa.exprs.as_const(id)?;
        let value = cfa::int_value(&self.cfa.types, self.cfa.exprs.ty(id), bits);
        i64::try_from(value).ok().filter(|value| value.unsigned_abs() < FAR as u64)
    }

    /// Where a place is.
    fn shape(&mut self, id: PlaceId) -> Option<PlaceShape> {
        let cfa = self.cfa;
        match cfa.exprs.place(id) {
            Place::Var(var) => Some(PlaceShape::at(self.vars[var])),
            Place::Deref(pointer) => self.target(pointer).map(PlaceShape::at),
            Place::Field(base, field) => {
                let shape = self.places[base]?;
                let record = cfa.exprs.place_record(&cfa.types, base)?;
                let offset = cfa.types.fields(record).get(field as usize)?.offset;
                Some(shape.shifted(i64::try_from(offset).ok()?))
            }
            Place::Index(base, index) => self.element(base, index),
        }
    }

    fn element(&mut self, base: PlaceId, index: ExprId) -> Option<PlaceShape> {
        let cfa = self.cfa;
        let shape = self.places[base]?;
        let Type::Array(element, _) = *cfa.types.get(cfa.exprs.place_ty(base)) else { return Some(shape) };
        let size = cfa.types.size(element).unwrap_or(1);
        if let Some(index) = self.constant_index(index) {
            return Some(shape.shifted(index.saturating_mul(size as i64).clamp(-FAR, FAR)));
        }
        // The outermost of nested arrays: rows may be overrun.
        let mut outer = base;
        while let Place::Index(next, _) = cfa.exprs.place(outer) {
            outer = next;
        }
        let member = match cfa.exprs.place(outer) {
            Place::Field(record, field) => Some((record, field)),
            Place::Var(_) | Place::Deref(_) | Place::Index(..) => None,
        };
        let Some((record, field)) = member.filter(|_| scalar_below(cfa, element)) else {
            self.nodes.fold(shape.pointer, size);
            return Some(shape);
        };
        let start = self.places[outer]?;
        let len = match (self.is_last(record, field), cfa.types.size(cfa.exprs.place_ty(outer))) {
            (false, Some(len)) => len,
            (true, _) | (false, None) => FAR as u64,
        };
        let step = shape.range.map_or(size, |range| gcd(range.step, size));
        let start = start.range.map_or(start.pointer.offset, |range| range.start);
        Some(PlaceShape { pointer: shape.pointer, range: Some(Range { start, len, step }) })
    }

    /// Whether a member is the last of its record, or of a union: then it may be a flexible array in disguise.
    fn is_last(&self, record: PlaceId, field: u32) -> bool {
        let Some(id) = self.cfa.exprs.place_record(&self.cfa.types, record) else { return true };
        let fields = self.cfa.types.fields(id);
        let is_union = self.cfa.types.record(id).kind == cfa::RecordKind::Union;
        is_union || field as usize + 1 >= fields.len()
    }

    /// Records a scalar access to a place and says what is stored there.
    fn access(&mut self, place: PlaceId) -> Option<Pointer> {
        let shape = self.places[place]?;
        let relative = scalar_access(self.cfa, place, &shape)?;
        self.nodes.access(shape.pointer, relative)
    }

    /// `place = value`, both scalars.
    fn assign(&mut self, place: PlaceId, value: Option<Pointer>) {
        self.access(place);
        self.cut_union(place);
        if let (Some(shape), Some(value)) = (self.places[place], value) {
            self.nodes.store(shape.pointer, value);
        }
    }

    /// An aggregate place as a pointer.
    fn aggregate(&mut self, place: PlaceId) -> Option<Pointer> {
        let shape = self.places[place]?;
        if let Some(range) = shape.range {
            self.nodes.fold(shape.pointer, range.step);
        }
        Some(shape.pointer)
    }

    /// Bytes are copied; `None` is an unknown number.
    fn copy(&mut self, target: Pointer, source: Pointer, size: Option<u64>) {
        let Some(size) = size else {
            self.nodes.cut(target);
            self.nodes.cut(source);
            return self.nodes.unify(target, source);
        };
        for at in [target, source] {
            self.nodes.cut(at);
            self.nodes.cut(at.shifted(size as i64));
        }
        let (Some(to), Some(from)) = (self.nodes.window(target, size), self.nodes.window(source, size))
        else {
            return self.nodes.unify(target, source);
        };
        let (target_at, source_at) = (self.nodes.find(target).offset, self.nodes.find(source).offset);
        let (target_modulus, source_modulus) = (self.nodes.modulus(target), self.nodes.modulus(source));
        // Where distances are known modulo something only, so is where accesses are, and cells on the other side must be as small.
        let clipped = |group: &Group, base: i64, modulus: u64| {
            let (lo, hi) = ((group.lo - base).max(0), (group.hi - base).min(size as i64));
            let step = gcd(group.step, modulus);
            Group { lo, hi, anchor: group.anchor - base, step, content: None, ..*group }
        };
        for group in &to {
            self.nodes.access(source, clipped(group, target_at, target_modulus));
        }
        for group in &from {
            let part = clipped(group, source_at, source_modulus);
            self.nodes.access(target, part);
            if let Some(content) = group.content {
                self.nodes.store(target.shifted(part.lo), content);
            }
        }
    }

    /// The value of an argument or a result goes to a variable or place of its type.
    fn pass(&mut self, to: Pointer, ty: TypeId, from: ExprId) {
        if self.scalar(ty) {
            let (size, kind) = shape::scalar_size(&self.cfa.types, ty);
            self.nodes.access(to, Group::single(0, size, kind));
            if let Some(value) = self.values[from] {
                self.nodes.store(to, value);
            }
        } else if let Expr::Load(place) = self.cfa.exprs.expr(from)
            && let Some(source) = self.aggregate(place)
        {
            self.copy(to, source, self.cfa.types.size(ty));
        }
    }

    fn operation(&mut self, edge: EdgeId) {
        let cfa = self.cfa;
        match cfa.edges[edge].op {
            Op::Assign { place, value } => {
                let ty = cfa.exprs.place_ty(place);
                if self.scalar(ty) {
                    self.assign(place, self.values[value]);
                } else if let Some(to) = self.aggregate(place) {
                    self.pass(to, ty, value);
                    self.cut_union(place);
                }
            }
            Op::Zero { place } => {
                self.touch(place);
            }
            Op::Havoc { place, .. } => {
                self.touch(place);
                self.choose(place);
            }
            Op::Call(call) => self.call(call),
            Op::Return(call) => self.give_back(call),
            Op::External { function, ref args, place } => {
                let is_library = match cfa.functions[function].origin {
                    FunctionOrigin::Library | FunctionOrigin::Estimate => true,
                    FunctionOrigin::Program | FunctionOrigin::Synthetic => false,
                };
                let gives_pointer = place.is_some_and(|place| !self.is_number(cfa.exprs.place_ty(place)));
                if !is_library || gives_pointer {
                    self.escape(args);
                }
                self.result(place);
            }
            Op::UnknownCall { ref args, place, .. } => {
                self.escape(args);
                self.result(place);
            }
            Op::Allocate { place, .. } => {
                let site = match self.sites.get(&edge) {
                    Some(&site) => site,
                    None => {
                        let site = self.nodes.add(Object::Site(edge));
                        self.sites.insert(edge, site);
                        site
                    }
                };
                self.assign(place, Some(site));
            }
            Op::MemoryCopy { target, source, size, .. } => {
                if let (Some(target), Some(source)) = (self.target(target), self.target(source)) {
                    self.copy(target, source, self.constant_size(size));
                }
            }
            Op::MemorySet { target, size, .. } => {
                if let Some(target) = self.target(target) {
                    self.nodes.cut(target);
                    if let Some(size) = self.constant_size(size) {
                        self.nodes.cut(target.shifted(size as i64));
                    }
                }
            }
            Op::ObjectSize { place, .. } => {
                self.access(place);
            }
            Op::Nop
            | Op::Assume { .. }
            | Op::InitStatic(_)
            | Op::Declare(_)
            | Op::EndLifetime(_)
            | Op::Free { .. }
            | Op::Halt(HaltKind::Exit(_) | HaltKind::Abort | HaltKind::Unreachable)
            | Op::Unsupported { .. } => {}
        }
    }

    fn constant_size(&self, id: ExprId) -> Option<u64> {
        self.cfa
            .exprs
            .as_const(id)
            .and_then(|size| u64::try_from(size).ok())
            .filter(|&size| size < FAR as u64)
    }

    fn is_number(&self, ty: TypeId) -> bool {
        matches!(self.cfa.types.get(ty), Type::Int(_) | Type::Float(_))
    }

    /// What is behind the member of a union that is written changes, too.
    fn cut_union(&mut self, place: PlaceId) {
        let Some((behind, size)) = shape::union_rest(self.cfa, place) else { return };
        let Place::Field(base, _) = self.cfa.exprs.place(place) else { return };
        if let Some(at) = self.aggregate(base) {
            self.nodes.cut(at.shifted(behind as i64));
            self.nodes.cut(at.shifted((behind + size) as i64));
        }
    }

    /// A place of any type is written as a whole; only a scalar is an access, parts of the rest count where they are used.
    fn touch(&mut self, place: PlaceId) {
        self.cut_union(place);
        if self.scalar(self.cfa.exprs.place_ty(place)) {
            self.access(place);
        } else if let Some(at) = self.aggregate(place) {
            let size = self.cfa.types.size(self.cfa.exprs.place_ty(place)).unwrap_or(0);
            self.nodes.cut(at);
            self.nodes.cut(at.shifted(size as i64));
        }
    }

    /// The environment chooses pointers in a place.
    fn choose(&mut self, place: PlaceId) {
        let ty = self.cfa.exprs.place_ty(place);
        if let Some(shape) = self.places[place] {
            self.choose_at(shape.pointer, ty);
        }
    }

    pub(super) fn choose_at(&mut self, at: Pointer, ty: TypeId) {
        let unknown = self.unknown;
        match *self.cfa.types.get(ty) {
            // A number can be an address, too: the environment hands out pages and handles as such.
            Type::Pointer(_) | Type::Int(_) | Type::Float(_) => self.nodes.store(at, unknown),
            Type::Void | Type::Function(_) => {}
            Type::Array(..) | Type::Record(_) => {
                // Which parts are pointers is a question of types that unions leave open. Bytes that go round the modulus may be any, and so may those of an array without length.
                let groups = self.cfa.types.size(ty).and_then(|size| self.nodes.window(at, size));
                let groups = groups.unwrap_or_else(|| self.nodes.all(at));
                let start = self.nodes.find(at).offset;
                for group in groups {
                    self.nodes.store(at.shifted(group.lo - start), unknown);
                }
            }
        }
    }

    fn escape(&mut self, args: &[ExprId]) {
        if self.environment == Environment::Separate {
            return;
        }
        for &arg in args {
            if let Some(value) = self.values[arg] {
                self.nodes.unify(value, self.unknown);
            } else if let Expr::Load(place) = self.cfa.exprs.expr(arg) {
                // Pointers in a record that is passed by value.
                self.choose(place);
            }
        }
    }

    /// What is stored in memory that the environment knows is known to it, and what the environment stored there points to what it knows.
    fn close_unknown(&mut self) {
        let unknown = self.unknown;
        self.nodes.store(unknown, unknown);
    }

    fn result(&mut self, place: Option<PlaceId>) {
        if let Some(place) = place {
            self.touch(place);
            self.choose(place);
        }
    }

    fn call(&mut self, call: CallId) {
        let site = &self.cfa.calls[call];
        let params = &self.cfa.functions[site.callee].params;
        for (&param, &arg) in params.iter().zip(&site.args) {
            self.pass(self.vars[param], self.cfa.vars[param].ty, arg);
        }
    }

    fn give_back(&mut self, call: CallId) {
        let site = &self.cfa.calls[call];
        let (Some(place), Some(result)) = (site.place, self.cfa.functions[site.callee].result) else {
            return;
        };
        let ty = self.cfa.vars[result].ty;
        let from = self.vars[result];
        if self.scalar(ty) {
            let (size, kind) = shape::scalar_size(&self.cfa.types, ty);
            let value = self.nodes.access(from, Group::single(0, size, kind));
            self.assign(place, value);
        } else if let Some(to) = self.aggregate(place) {
            self.copy(to, from, self.cfa.types.size(ty));
        }
    }
}

/// Bytes that pointer arithmetic on a type steps over.
pub(super) fn stride(cfa: &Cfa, pointer: TypeId) -> u64 {
    cfa.types.pointee(pointer).and_then(|target| cfa.types.size(target)).unwrap_or(1)
}

/// Whether the elements of nested arrays are scalars.
fn scalar_below(cfa: &Cfa, ty: TypeId) -> bool {
    let mut ty = ty;
    while let Type::Array(element, ArrayLen::Fixed(_)) = *cfa.types.get(ty) {
        ty = element;
    }
    cfa.types.is_scalar(ty)
}

fn operands(cfa: &Cfa, part: Part, mut visit: impl FnMut(Part)) {
    match part {
        Part::Expr(id) => match cfa.exprs.expr(id) {
            Expr::Const(_) | Expr::Function(_) => {}
            Expr::Load(place) | Expr::AddressOf(place) => visit(Part::Place(place)),
            Expr::Unary(_, operand) | Expr::Cast(operand) => visit(Part::Expr(operand)),
            Expr::Binary(_, left, right) => {
                visit(Part::Expr(left));
                visit(Part::Expr(right));
            }
        },
        Part::Place(id) => match cfa.exprs.place(id) {
            Place::Var(_) => {}
            Place::Deref(pointer) => visit(Part::Expr(pointer)),
            Place::Field(base, _) => visit(Part::Place(base)),
            Place::Index(base, index) => {
                visit(Part::Place(base));
                visit(Part::Expr(index));
            }
        },
    }
}
