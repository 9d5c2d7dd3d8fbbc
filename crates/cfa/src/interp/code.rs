//! The automaton compiled for execution: one [`Step`] per location, one [`Node`] per expression, one
//! [`PlaceCode`] per place, and a home for every variable. Done once, before any execution.

use super::arith::Shape;
use super::formatter::Formatter;
use super::memory::AddressSpace;
use crate::{
    AddressTaken, ArrayLen, BinaryOp, Cfa, EdgeId, Expr, ExprId, FunctionId, IntKind, LocationId, Op, Place,
    PlaceId, RecordKind, Side, StaticInit, Type, TypeId, UnaryOp, VarId, VarKind,
};
use stdx::{Idx, IndexVec};

/// A register or an object slot; statics are marked by the highest bit and counted on their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Home(u32);

const STATIC: u32 = 1 << 31;

impl Home {
    /// The position in the table, given where the current activation begins.
    #[inline]
    pub(super) fn position(self, base: usize) -> usize {
        if self.0 & STATIC != 0 { (self.0 & !STATIC) as usize } else { base + self.0 as usize }
    }
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug)]
pub(super) enum VarHome {
    /// A scalar of at most 64 bits whose address is not taken.
    Register(Home),
    /// An object; `offset` is its distance from the activation's first address (locals).
    Object { slot: Home, offset: u64, size: u64 },
}

/// How a value of a type is handled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// Integers and floats of at most 64 bits.
    Small,
    /// Pointers.
    Pointer,
    /// Scalars of more than 64 bits.
    Wide,
    /// Records and arrays.
    Aggregate,
    /// `void` and functions: no value.
    Nothing,
}

/// An expression, specialised.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    Const(u64),
    Register(Home),
    Load(PlaceId),
    Address(PlaceId),
    Function(FunctionId),
    IntBinary {
        op: BinaryOp,
        shape: Shape,
        left: ExprId,
        right: ExprId,
    },
    Shift {
        op: BinaryOp,
        shape: Shape,
        count: Shape,
        left: ExprId,
        right: ExprId,
    },
    IntUnary {
        op: UnaryOp,
        shape: Shape,
        operand: ExprId,
    },
    /// Integer to integer, both at most 64 bits.
    IntCast {
        from: Shape,
        to: Shape,
        operand: ExprId,
    },
    /// To `_Bool`, from an integer or pointer.
    Truth(ExprId),
    PointerCompare {
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    },
    PointerAdd {
        index: Shape,
        stride: u32,
        left: ExprId,
        right: ExprId,
    },
    PointerToInt {
        to: Shape,
        operand: ExprId,
    },
    IntToPointer {
        from: Shape,
        operand: ExprId,
    },
    PointerCast(ExprId),
    /// Everything else, through [`crate::value`].
    General,
}

/// What a place starts from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    Register(Home),
    Object(VarId),
    Deref(ExprId),
}

/// What is read or written there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shaped {
    /// A number of at most 8 bytes.
    Small {
        size: u8,
    },
    /// A byte that must be 0 or 1.
    Bool,
    Pointer,
    /// A number of this many meaningful bytes (10 for x87).
    Wide {
        size: u8,
    },
    /// Bits from a position in the byte at the offset.
    Bits {
        first: u8,
        width: u32,
        signed: bool,
    },
    /// This many bytes.
    Bytes(u64),
    /// No size is known at compile time.
    Unsized,
}

/// A place: root, constant offset, and indices with their strides.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaceCode {
    pub(super) root: Root,
    pub(super) offset: u64,
    pub(super) indices: (u32, u32),
    pub(super) shaped: Shaped,
    /// Whether it is a member of a union that is larger: what is stored there leaves the rest
    /// unspecified (6.2.6.1p7).
    pub(super) leaves_rest: bool,
}

/// What to do at a location.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// No edge leaves.
    Stuck,
    /// The exit of a function.
    Return,
    Branch {
        condition: ExprId,
        on_true: (EdgeId, LocationId),
        on_false: (EdgeId, LocationId),
    },
    Assume {
        condition: ExprId,
        side: Side,
        edge: EdgeId,
        to: LocationId,
    },
    /// Several edges that are no complementary pair: the first whose condition holds.
    Many,
    Jump {
        edge: EdgeId,
        to: LocationId,
    },
    Forget {
        register: Home,
        edge: EdgeId,
        to: LocationId,
    },
    SetSmall {
        register: Home,
        value: ExprId,
        edge: EdgeId,
        to: LocationId,
    },
    SetPointer {
        register: Home,
        value: ExprId,
        edge: EdgeId,
        to: LocationId,
    },
    /// A call of a model that formats into memory, which can be executed as the C library does.
    Formats {
        edge: EdgeId,
        to: LocationId,
    },
    /// Any other operation.
    Other {
        edge: EdgeId,
        to: LocationId,
    },
}

/// What an activation of a function needs.
#[derive(Clone, Debug, Default)]
pub(super) struct FrameCode {
    pub(super) n_registers: u32,
    /// The variables that are objects, in the order of their slots.
    pub(super) objects: Vec<VarId>,
    /// Bytes of address space.
    pub(super) size: u64,
    /// The strictest alignment of its objects.
    pub(super) align: u64,
}

/// A compiled automaton, ready to be run any number of times.
pub struct Program<'a> {
    pub(super) cfa: &'a Cfa,
    pub(super) nodes: IndexVec<ExprId, Node>,
    pub(super) classes: IndexVec<ExprId, Class>,
    pub(super) places: IndexVec<PlaceId, PlaceCode>,
    pub(super) indices: Vec<(ExprId, u64)>,
    pub(super) homes: IndexVec<VarId, VarHome>,
    pub(super) frames: IndexVec<FunctionId, FrameCode>,
    pub(super) statics: FrameCode,
    pub(super) steps: IndexVec<LocationId, Step>,
    /// Nesting of the deepest expression, for the size of the machine stack.
    pub(super) depth: usize,
}

impl<'a> Program<'a> {
    /// Compiles an automaton that the verifier accepts.
    pub fn new(cfa: &'a Cfa) -> Self {
        let mut program = Self {
            cfa,
            nodes: IndexVec::new(),
            classes: IndexVec::new(),
            places: IndexVec::new(),
            indices: Vec::new(),
            homes: IndexVec::new(),
            frames: cfa.functions.iter().map(|_| FrameCode::default()).collect(),
            statics: FrameCode::default(),
            steps: IndexVec::new(),
            depth: 0,
        };
        program.settle_variables();
        program.compile_nodes();
        for location in cfa.locations.indices() {
            let step = program.compile_step(location);
            program.steps.push(step);
        }
        program
    }

    /// The automaton.
    pub fn cfa(&self) -> &'a Cfa {
        self.cfa
    }

    fn settle_variables(&mut self) {
        for (id, var) in self.cfa.vars.iter_enumerated() {
            let is_static = matches!(var.kind, VarKind::Static(_)) || var.function.is_none();
            let mark = if is_static { STATIC } else { 0 };
            let frame = match var.function {
                Some(function) if !is_static => &mut self.frames[function],
                Some(_) | None => &mut self.statics,
            };
            let class = class(self.cfa, var.ty);
            let register =
                matches!(class, Class::Small | Class::Pointer) && var.address_taken == AddressTaken::No;
            let home = if register {
                frame.n_registers += 1;
                VarHome::Register(Home(mark | (frame.n_registers - 1)))
            } else {
                let size = variable_size(self.cfa, id);
                let align = alignment(self.cfa, id).clamp(16, MAX_FRAME_ALIGNMENT);
                frame.align = frame.align.max(align);
                let offset = super::memory::round_up(frame.size, align).unwrap_or(u64::MAX / 4);
                frame.size = offset.saturating_add(size).saturating_add(super::memory::RED_ZONE);
                frame.objects.push(id);
                VarHome::Object { slot: Home(mark | (frame.objects.len() as u32 - 1)), offset, size }
            };
            self.homes.push(home);
        }
    }

    /// Expressions and places refer to each other, so both depths are needed on the way.
    fn compile_nodes(&mut self) {
        let cfa = self.cfa;
        for place in cfa.exprs.place_ids() {
            let code = self.compile_place(place);
            self.places.push(code);
        }
        for id in cfa.exprs.expr_ids() {
            let class = class(cfa, cfa.exprs.ty(id));
            self.classes.push(class);
            let node = self.compile_node(id);
            self.nodes.push(node);
        }
        self.depth = nesting(cfa);
    }

    fn compile_node(&self, id: ExprId) -> Node {
        let exprs = &self.cfa.exprs;
        match exprs.expr(id) {
            Expr::Const(bits) if self.classes[id] != Class::Wide => Node::Const(exprs.bits(bits) as u64),
            Expr::Const(_) => Node::General,
            Expr::Load(place) => match self.places[place].root {
                Root::Register(home) => Node::Register(home),
                Root::Object(_) | Root::Deref(_) => Node::Load(place),
            },
            Expr::AddressOf(place) => Node::Address(place),
            Expr::Function(function) => Node::Function(function),
            Expr::Unary(op, operand) => match (op, self.shape(operand)) {
                (UnaryOp::Neg | UnaryOp::BitNot, Some(shape)) => Node::IntUnary { op, shape, operand },
                _ => Node::General,
            },
            Expr::Binary(op, left, right) => self.compile_binary(op, left, right),
            Expr::Cast(operand) => self.compile_cast(operand, exprs.ty(id)),
        }
    }

    fn compile_binary(&self, op: BinaryOp, left: ExprId, right: ExprId) -> Node {
        let types = &self.cfa.types;
        match op {
            BinaryOp::PtrAdd => {
                let target = types.pointee(self.cfa.exprs.ty(left)).unwrap_or(TypeId::VOID);
                let stride = u32::try_from(types.size(target).unwrap_or(1)).ok();
                match (stride, self.shape(right)) {
                    (Some(stride), Some(index)) => Node::PointerAdd { index, stride, left, right },
                    (_, _) => Node::General,
                }
            }
            BinaryOp::Shl | BinaryOp::Shr => match (self.shape(left), self.shape(right)) {
                (Some(shape), Some(count)) => Node::Shift { op, shape, count, left, right },
                (_, _) => Node::General,
            },
            BinaryOp::PtrDiff => Node::General,
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => match self.shape(left) {
                Some(shape) => Node::IntBinary { op, shape, left, right },
                None if op.is_comparison() && self.class_of(left) == Class::Pointer => {
                    Node::PointerCompare { op, left, right }
                }
                None => Node::General,
            },
        }
    }

    fn compile_cast(&self, operand: ExprId, to: TypeId) -> Node {
        let from = self.shape(operand);
        let is_pointer = self.class_of(operand) == Class::Pointer;
        if to == TypeId::BOOL && (from.is_some() || is_pointer) {
            return Node::Truth(operand);
        }
        match (from, int_shape(self.cfa, to), class(self.cfa, to)) {
            (Some(from), Some(to), _) => Node::IntCast { from, to, operand },
            (Some(from), None, Class::Pointer) => Node::IntToPointer { from, operand },
            (None, Some(to), _) if is_pointer => Node::PointerToInt { to, operand },
            (None, None, Class::Pointer) if is_pointer => Node::PointerCast(operand),
            (_, _, _) => Node::General,
        }
    }

    fn class_of(&self, id: ExprId) -> Class {
        class(self.cfa, self.cfa.exprs.ty(id))
    }

    /// The shape of an expression that is an integer of at most 64 bits.
    fn shape(&self, id: ExprId) -> Option<Shape> {
        int_shape(self.cfa, self.cfa.exprs.ty(id))
    }

    fn compile_place(&mut self, id: PlaceId) -> PlaceCode {
        let (exprs, types) = (&self.cfa.exprs, &self.cfa.types);
        let ty = exprs.place_ty(id);
        let shaped = shaped(self.cfa, ty);
        match exprs.place(id) {
            Place::Var(var) => {
                let root = match self.homes[var] {
                    VarHome::Register(home) => Root::Register(home),
                    VarHome::Object { .. } => Root::Object(var),
                };
                PlaceCode { root, offset: 0, indices: (0, 0), shaped, leaves_rest: false }
            }
            Place::Deref(pointer) => {
                let root = Root::Deref(pointer);
                PlaceCode { root, offset: 0, indices: (0, 0), shaped, leaves_rest: false }
            }
            Place::Field(base, field) => {
                let code = self.places[base];
                let Some(record) = exprs.place_record(types, base) else { return code };
                let leaves_rest = types.record(record).kind == RecordKind::Union
                    && types.size(ty) < types.size(exprs.place_ty(base));
                let code = PlaceCode { leaves_rest, ..code };
                let Some(field) = types.fields(record).get(field as usize) else { return code };
                match field.bits {
                    None => PlaceCode { offset: code.offset.wrapping_add(field.offset), shaped, ..code },
                    Some(bits) => {
                        let signed = types.int_shape(ty).is_some_and(|shape| shape.signed);
                        let first = (bits.start % 8) as u8;
                        let shaped = Shaped::Bits { first, width: bits.width, signed };
                        PlaceCode { offset: code.offset.wrapping_add(bits.start / 8), shaped, ..code }
                    }
                }
            }
            Place::Index(base, index) => {
                let code = PlaceCode { leaves_rest: false, ..self.places[base] };
                let stride = types.size(ty).unwrap_or(0);
                match exprs.as_const(index) {
                    Some(bits) => {
                        let value = crate::int_value(types, exprs.ty(index), bits) as u64;
                        PlaceCode {
                            offset: code.offset.wrapping_add(value.wrapping_mul(stride)),
                            shaped,
                            ..code
                        }
                    }
                    None => {
                        let start = self.indices.len() as u32;
                        self.indices.extend_from_within(code.indices.0 as usize..code.indices.1 as usize);
                        self.indices.push((index, stride));
                        PlaceCode { indices: (start, self.indices.len() as u32), shaped, ..code }
                    }
                }
            }
        }
    }

    fn compile_step(&self, location: LocationId) -> Step {
        let cfa = self.cfa;
        let outgoing = cfa.outgoing(location);
        let function = cfa.locations[location].function;
        let is_exit = cfa.functions[function].body.is_some_and(|body| body.exit == location);
        if is_exit && function != cfa.entry {
            return Step::Return;
        }
        match *outgoing {
            [] => Step::Stuck,
            [edge] => self.compile_edge(edge),
            [first, second] => match (&cfa.edges[first].op, &cfa.edges[second].op) {
                (
                    &Op::Assume { condition, side: Side::Then },
                    &Op::Assume { condition: other, side: Side::Else },
                ) if condition == other => self.branch(condition, first, second),
                (
                    &Op::Assume { condition, side: Side::Else },
                    &Op::Assume { condition: other, side: Side::Then },
                ) if condition == other => self.branch(condition, second, first),
                (_, _) => Step::Many,
            },
            [_, _, _, ..] => Step::Many,
        }
    }

    fn branch(&self, condition: ExprId, on_true: EdgeId, on_false: EdgeId) -> Step {
        let edges = &self.cfa.edges;
        Step::Branch {
            condition,
            on_true: (on_true, edges[on_true].to),
            on_false: (on_false, edges[on_false].to),
        }
    }

    fn compile_edge(&self, edge: EdgeId) -> Step {
        let to = self.cfa.edges[edge].to;
        match self.cfa.edges[edge].op {
            Op::Nop => Step::Jump { edge, to },
            Op::Assume { condition, side } => Step::Assume { condition, side, edge, to },
            Op::Assign { place, value } => match (self.places[place].root, self.classes[value]) {
                (Root::Register(register), Class::Small) => Step::SetSmall { register, value, edge, to },
                (Root::Register(register), Class::Pointer) => Step::SetPointer { register, value, edge, to },
                (_, _) => Step::Other { edge, to },
            },
            Op::Call(call) if Formatter::of(self.cfa, call).is_some() => Step::Formats { edge, to },
            Op::Declare(var) => match self.homes[var] {
                VarHome::Register(register) => Step::Forget { register, edge, to },
                VarHome::Object { .. } => Step::Other { edge, to },
            },
            _ => Step::Other { edge, to },
        }
    }

    /// The address space before anything was allocated in it.
    pub(super) fn address_space(&self) -> AddressSpace {
        AddressSpace::new(self.cfa.types.machine(), self.cfa.functions.len())
    }
}

/// How values of a type are handled.
fn class(cfa: &Cfa, ty: TypeId) -> Class {
    match cfa.types.get(ty) {
        Type::Int(_) | Type::Float(_) => match cfa.types.size(ty) {
            Some(size) if size <= 8 => Class::Small,
            Some(_) | None => Class::Wide,
        },
        Type::Pointer(_) => Class::Pointer,
        Type::Array(..) | Type::Record(_) => Class::Aggregate,
        Type::Void | Type::Function(_) => Class::Nothing,
    }
}

fn int_shape(cfa: &Cfa, ty: TypeId) -> Option<Shape> {
    match *cfa.types.get(ty) {
        Type::Int(IntKind::Bool) => Some(Shape::BOOL),
        Type::Int(kind) => Shape::new(cfa.types.int_kind_shape(kind)),
        Type::Void
        | Type::Float(_)
        | Type::Pointer(_)
        | Type::Array(..)
        | Type::Record(_)
        | Type::Function(_) => None,
    }
}

fn shaped(cfa: &Cfa, ty: TypeId) -> Shaped {
    let size = cfa.types.size(ty);
    match (class(cfa, ty), size) {
        (Class::Small, _) if ty == TypeId::BOOL => Shaped::Bool,
        (Class::Small, Some(size)) => Shaped::Small { size: size as u8 },
        (Class::Pointer, _) => Shaped::Pointer,
        // The padding of a long double is not part of its value.
        (Class::Wide, Some(_)) if ty == TypeId::LONG_DOUBLE => Shaped::Wide { size: 10 },
        (Class::Wide, Some(size)) => Shaped::Wide { size: size as u8 },
        (Class::Aggregate, Some(size)) => Shaped::Bytes(size),
        (Class::Nothing, Some(size)) => Shaped::Bytes(size),
        (_, None) => Shaped::Unsized,
    }
}

/// No object of an activation is aligned more strictly than a page.
const MAX_FRAME_ALIGNMENT: u64 = 1 << 12;

/// The alignment of a variable: its type's, unless its declaration asks for another.
pub(super) fn alignment(cfa: &Cfa, var: VarId) -> u64 {
    let var = &cfa.vars[var];
    let own = cfa.types.align(var.ty).unwrap_or(1);
    var.align.map_or(own, |stated| own.max(u64::from(stated.get())))
}

/// Bytes of a variable; initialised flexible arrays may make it larger than its type.
fn variable_size(cfa: &Cfa, var: VarId) -> u64 {
    let var = &cfa.vars[var];
    let declared = cfa.types.size(var.ty).unwrap_or(0);
    match &var.kind {
        VarKind::Static(StaticInit::Bytes(bytes) | StaticInit::Literal(bytes)) => {
            declared.max(bytes.len() as u64)
        }
        VarKind::Static(StaticInit::Items(items)) => {
            items.iter().filter_map(|&(place, _)| constant_end(cfa, place)).fold(declared, u64::max)
        }
        VarKind::Static(StaticInit::Zero | StaticInit::Undefined)
        | VarKind::Param
        | VarKind::Local
        | VarKind::Temp
        | VarKind::Result => declared,
    }
}

/// Where a place of an initialiser ends, from the start of its variable.
fn constant_end(cfa: &Cfa, place: PlaceId) -> Option<u64> {
    let (exprs, types) = (&cfa.exprs, &cfa.types);
    let mut end = types.size(exprs.place_ty(place))?;
    let mut place = place;
    loop {
        match exprs.place(place) {
            Place::Var(_) => return Some(end),
            Place::Deref(_) => return None,
            Place::Field(base, field) => {
                let record = exprs.place_record(types, base)?;
                let field = types.fields(record).get(field as usize)?;
                if field.bits.is_some() {
                    // A bit-field lies within the declared size.
                    return None;
                }
                end = end.checked_add(field.offset)?;
                place = base;
            }
            Place::Index(base, index) => {
                let Type::Array(element, ArrayLen::Fixed(_) | ArrayLen::Unknown | ArrayLen::Variable(_)) =
                    *types.get(exprs.place_ty(base))
                else {
                    return None;
                };
                let offset = u64::try_from(exprs.as_const(index)?).ok()?.checked_mul(types.size(element)?)?;
                end = end.checked_add(offset)?;
                place = base;
            }
        }
    }
}

/// How deep the deepest expression is nested, places included.
fn nesting(cfa: &Cfa) -> usize {
    let exprs = &cfa.exprs;
    let (n_exprs, n_places) = exprs.counts();
    // Places are numbered behind the expressions; 0 is not known yet.
    let mut depths = vec![0u32; n_exprs + n_places];
    let of_place = |place: PlaceId| n_exprs + place.index();
    let mut work: Vec<usize> = Vec::new();
    for root in (0..n_exprs + n_places).rev() {
        work.push(root);
        while let Some(&node) = work.last() {
            let operands: [Option<usize>; 2] = if node < n_exprs {
                match exprs.expr(ExprId::new(node)) {
                    Expr::Const(_) | Expr::Function(_) => [None, None],
                    Expr::Load(place) | Expr::AddressOf(place) => [Some(of_place(place)), None],
                    Expr::Unary(_, operand) | Expr::Cast(operand) => [Some(operand.index()), None],
                    Expr::Binary(_, left, right) => [Some(left.index()), Some(right.index())],
                }
            } else {
                match exprs.place(PlaceId::new(node - n_exprs)) {
                    Place::Var(_) => [None, None],
                    Place::Deref(pointer) => [Some(pointer.index()), None],
                    Place::Field(base, _) => [Some(of_place(base)), None],
                    Place::Index(base, index) => [Some(of_place(base)), Some(index.index())],
                }
            };
            let n_waiting = work.len();
            work.extend(operands.iter().flatten().filter(|&&operand| depths[operand] == 0));
            if work.len() == n_waiting {
                depths[node] =
                    1 + operands.iter().flatten().map(|&operand| depths[operand]).max().unwrap_or(0);
                work.pop();
            }
        }
    }
    depths.into_iter().max().unwrap_or(0) as usize
}
