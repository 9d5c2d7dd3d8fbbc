//! Automata built by hand, for tests: a small program to start from and calls to add to it.

use crate::*;
use source::Span;
use stdx::{IndexVec, Interner};

/// A program under construction. All fields are open, so that a test can break what it wants.
pub(crate) struct Sketch {
    pub(crate) parts: Parts,
}

impl Sketch {
    /// A program whose entry function `$start` is empty: its entry is its exit.
    pub(crate) fn new() -> Self {
        let parts = Parts {
            names: Interner::new(),
            types: Types::new(MachineModel::Lp64),
            exprs: Exprs::new(),
            vars: IndexVec::new(),
            functions: IndexVec::new(),
            locations: IndexVec::new(),
            edges: IndexVec::new(),
            calls: IndexVec::new(),
            entry: FunctionId(0),
            assumptions: Vec::new(),
        };
        let mut sketch = Self { parts };
        sketch.function("$start", TypeId::VOID, &[]);
        sketch
    }

    /// A function with a body that has two locations, entry and exit. Parameters have types and names.
    pub(crate) fn function(&mut self, name: &str, result: TypeId, params: &[(TypeId, &str)]) -> FunctionId {
        let id = self.declare(name, result, &params.iter().map(|param| param.0).collect::<Vec<_>>());
        for &(ty, name) in params {
            let param = self.var(id, name, ty, VarKind::Param);
            self.parts.functions[id].params.push(param);
        }
        if result != TypeId::VOID {
            self.parts.functions[id].result = Some(self.var(id, "$result", result, VarKind::Result));
        }
        let entry = self.location(id);
        let exit = self.location(id);
        self.parts.functions[id].body = Some(Body { entry, exit });
        id
    }

    /// A function without body.
    pub(crate) fn declare(&mut self, name: &str, result: TypeId, params: &[TypeId]) -> FunctionId {
        let signature = Signature { result, params: params.into(), variadic: Variadic::No };
        let ty = self.parts.types.intern(Type::Function(signature));
        let name = self.parts.names.intern(name);
        let (params, locals) = (Vec::new(), Vec::new());
        self.parts.functions.push(Function {
            name,
            ty,
            params,
            result: None,
            locals,
            body: None,
            origin: FunctionOrigin::Program,
            span: Span::NONE,
        })
    }

    pub(crate) fn body(&self, function: FunctionId) -> Body {
        self.parts.functions[function].body.unwrap()
    }

    pub(crate) fn location(&mut self, function: FunctionId) -> LocationId {
        self.parts.locations.push(Location { function })
    }

    /// A variable of a function.
    pub(crate) fn var(&mut self, function: FunctionId, name: &str, ty: TypeId, kind: VarKind) -> VarId {
        let name = self.parts.names.intern(name);
        let twins = self.parts.functions[function].locals.iter();
        let copy = twins.filter(|&&twin| self.parts.vars[twin].name == name).count() as u32;
        let (function_of, address_taken, span) = (Some(function), AddressTaken::No, Span::NONE);
        let var = self.parts.vars.push(Var {
            name,
            copy,
            ty,
            kind,
            function: function_of,
            address_taken,
            align: None,
            span,
        });
        self.parts.functions[function].locals.push(var);
        var
    }

    /// A static variable at file scope.
    pub(crate) fn global(&mut self, name: &str, ty: TypeId, init: StaticInit) -> VarId {
        let name = self.parts.names.intern(name);
        let kind = VarKind::Static(init);
        let (function, address_taken, span) = (None, AddressTaken::No, Span::NONE);
        self.parts.vars.push(Var { name, copy: 0, ty, kind, function, address_taken, align: None, span })
    }

    /// A struct with these members, laid out one after the other without padding.
    pub(crate) fn record(&mut self, name: &str, fields: &[(&str, TypeId)]) -> TypeId {
        let name = self.parts.names.intern(name);
        let record = self.parts.types.declare_record(RecordKind::Struct, Some(name));
        let mut size = 0;
        let mut members = Vec::new();
        for &(name, ty) in fields {
            let name = Some(self.parts.names.intern(name));
            members.push(Field { name, ty, offset: size, bits: None });
            size += self.parts.types.size(ty).unwrap();
        }
        self.parts.types.define_record(record, Layout { fields: members, size, align: 1 });
        self.parts.types.intern(Type::Record(record))
    }

    pub(crate) fn edge(&mut self, from: LocationId, to: LocationId, op: Op) -> EdgeId {
        self.parts.edges.push(Edge { from, to, op, span: Span::NONE })
    }

    /// A chain of operations between two locations.
    pub(crate) fn chain(&mut self, from: LocationId, to: LocationId, ops: impl IntoIterator<Item = Op>) {
        let function = self.parts.locations[from].function;
        let mut ops = ops.into_iter().peekable();
        let mut at = from;
        while let Some(op) = ops.next() {
            let next = if ops.peek().is_some() { self.location(function) } else { to };
            self.edge(at, next, op);
            at = next;
        }
    }

    /// Both sides of a branch.
    pub(crate) fn branch(
        &mut self,
        from: LocationId,
        condition: ExprId,
        then: LocationId,
        other: LocationId,
    ) {
        self.edge(from, then, Op::Assume { condition, side: Side::Then });
        self.edge(from, other, Op::Assume { condition, side: Side::Else });
    }

    /// A call with its two edges.
    pub(crate) fn call(
        &mut self,
        (from, to): (LocationId, LocationId),
        callee: FunctionId,
        args: &[ExprId],
        place: Option<PlaceId>,
    ) -> CallId {
        let call = self.parts.calls.next_index();
        let body = self.body(callee);
        let call_edge = self.edge(from, body.entry, Op::Call(call));
        let return_edge = self.edge(body.exit, to, Op::Return(call));
        self.parts.calls.push(Call { callee, args: args.into(), place, call_edge, return_edge })
    }

    pub(crate) fn place(&mut self, var: VarId) -> PlaceId {
        let ty = self.parts.vars[var].ty;
        self.parts.exprs.var(var, ty)
    }

    pub(crate) fn load(&mut self, var: VarId) -> ExprId {
        let place = self.place(var);
        self.parts.exprs.load(place)
    }

    pub(crate) fn int(&mut self, value: i128, ty: TypeId) -> ExprId {
        self.parts.exprs.int(&self.parts.types, value, ty)
    }

    pub(crate) fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> ExprId {
        self.parts.exprs.binary(&self.parts.types, op, left, right)
    }

    pub(crate) fn assign(&mut self, var: VarId, value: ExprId) -> Op {
        Op::Assign { place: self.place(var), value }
    }

    pub(crate) fn finish(self) -> Cfa {
        Cfa::new(self.parts)
    }
}

/// The names of what [`sample`] builds.
pub(crate) struct Sample {
    pub(crate) sketch: Sketch,
    pub(crate) main: FunctionId,
    pub(crate) twice: FunctionId,
    pub(crate) x: VarId,
    pub(crate) limit: VarId,
    pub(crate) call: CallId,
}

/// A small sound program with everything that is usual: a static variable, a loop, a call.
///
/// ```c
/// int limit = 10;
/// int twice(int n) { return n + n; }
/// int main(void) { int x = 0; while (x < limit) x = x + 1; return twice(x); }
/// ```
pub(crate) fn sample() -> Sample {
    let mut sketch = Sketch::new();
    let limit = sketch.global("limit", TypeId::INT, StaticInit::Zero);
    let ten = sketch.int(10, TypeId::INT);
    let limit_place = sketch.place(limit);
    sketch.parts.vars[limit].kind = VarKind::Static(StaticInit::Items([(limit_place, ten)].into()));

    let twice = sketch.function("twice", TypeId::INT, &[(TypeId::INT, "n")]);
    let (n, result) =
        (sketch.parts.functions[twice].params[0], sketch.parts.functions[twice].result.unwrap());
    let n = sketch.load(n);
    let sum = sketch.binary(BinaryOp::Add, n, n);
    let assign = sketch.assign(result, sum);
    let Body { entry, exit } = sketch.body(twice);
    sketch.edge(entry, exit, assign);

    let main = sketch.function("main", TypeId::INT, &[]);
    let result = sketch.parts.functions[main].result.unwrap();
    let x = sketch.var(main, "x", TypeId::INT, VarKind::Local);
    let Body { entry, exit } = sketch.body(main);
    let (head, body, after) = (sketch.location(main), sketch.location(main), sketch.location(main));
    let (zero, one) = (sketch.int(0, TypeId::INT), sketch.int(1, TypeId::INT));
    let start = sketch.assign(x, zero);
    sketch.chain(entry, head, [Op::Declare(x), start]);
    let (loaded, bound) = (sketch.load(x), sketch.load(limit));
    let condition = sketch.binary(BinaryOp::Lt, loaded, bound);
    sketch.branch(head, condition, body, after);
    let next = sketch.binary(BinaryOp::Add, loaded, one);
    let step = sketch.assign(x, next);
    sketch.edge(body, head, step);
    let result_place = sketch.place(result);
    let call = sketch.call((after, exit), twice, &[loaded], Some(result_place));

    let start = sketch.parts.entry;
    let status = sketch.var(start, "$status", TypeId::INT, VarKind::Temp);
    let Body { entry, exit } = sketch.body(start);
    let (ready, back) = (sketch.location(start), sketch.location(start));
    sketch.edge(entry, ready, Op::InitStatic(limit));
    let status_place = sketch.place(status);
    sketch.call((ready, back), main, &[], Some(status_place));
    let loaded = sketch.load(status);
    sketch.edge(back, exit, Op::Halt(HaltKind::Exit(Some(loaded))));
    Sample { sketch, main, twice, x, limit, call }
}
