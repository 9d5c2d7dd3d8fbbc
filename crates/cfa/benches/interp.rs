//! How many edges per second the interpreter executes on simple loops: one in registers, one in memory, one of calls.
//!
//! `cargo bench -p cfa --bench interp` prints one line for each.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints, and may fail loudly")]

use cfa::interp::{Config, Discard, NoObserver, Outcome, Program, SeededChoices};
use cfa::*;
use source::Span;
use std::sync::LazyLock;
use std::time::Instant;
use stdx::{IndexVec, Interner};

const ROUNDS: i128 = 5_000_000;

/// A program under construction: entry function and, for the calls, a callee.
struct Draft {
    parts: Parts,
}

impl Draft {
    fn new() -> Self {
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
        let mut draft = Self { parts };
        draft.function("start", TypeId::VOID);
        draft
    }

    fn function(&mut self, name: &str, result: TypeId) -> FunctionId {
        let signature = Signature { result, params: Box::default(), variadic: Variadic::No };
        let ty = self.parts.types.intern(Type::Function(signature));
        let name = self.parts.names.intern(name);
        let id = self.parts.functions.next_index();
        let (entry, exit) = (self.location(id), self.location(id));
        let (params, locals, span) = (Vec::new(), Vec::new(), Span::NONE);
        let body = Some(Body { entry, exit });
        self.parts.functions.push(Function {
            name,
            ty,
            params,
            result: None,
            locals,
            body,
            origin: FunctionOrigin::Program,
            span,
        })
    }

    fn location(&mut self, function: FunctionId) -> LocationId {
        self.parts.locations.push(Location { function })
    }

    fn var(&mut self, function: FunctionId, name: &str, ty: TypeId, kind: VarKind) -> PlaceId {
        let name = self.parts.names.intern(name);
        let (address_taken, span) = (AddressTaken::No, Span::NONE);
        let var = Var { name, copy: 0, ty, kind, function: Some(function), address_taken, align: None, span };
        let var = self.parts.vars.push(var);
        self.parts.functions[function].locals.push(var);
        self.parts.exprs.var(var, ty)
    }

    fn edge(&mut self, from: LocationId, to: LocationId, op: Op) -> EdgeId {
        self.parts.edges.push(Edge { from, to, op, span: Span::NONE })
    }

    fn int(&mut self, value: i128, ty: TypeId) -> ExprId {
        self.parts.exprs.int(&self.parts.types, value, ty)
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> ExprId {
        self.parts.exprs.binary(&self.parts.types, op, left, right)
    }

    /// `for (i = 0; i < ROUNDS; i++) body`, where `body` lies between two locations and may use `i`.
    fn counted(&mut self, body: impl FnOnce(&mut Self, PlaceId, LocationId, LocationId)) -> Cfa {
        let start = self.parts.entry;
        let counter = self.var(start, "i", TypeId::INT, VarKind::Local);
        let Body { entry, exit } = self.parts.functions[start].body.unwrap();
        let [head, inner, last, done] = [(); 4].map(|()| self.location(start));
        let (zero, one, bound) =
            (self.int(0, TypeId::INT), self.int(1, TypeId::INT), self.int(ROUNDS, TypeId::INT));
        self.edge(entry, head, Op::Assign { place: counter, value: zero });
        let i = self.parts.exprs.load(counter);
        let condition = self.binary(BinaryOp::Lt, i, bound);
        self.edge(head, inner, Op::Assume { condition, side: Side::Then });
        self.edge(head, done, Op::Assume { condition, side: Side::Else });
        body(self, counter, inner, last);
        let next = self.binary(BinaryOp::Add, i, one);
        self.edge(last, head, Op::Assign { place: counter, value: next });
        self.edge(done, exit, Op::Halt(HaltKind::Exit(None)));
        Cfa::new(self.parts.clone())
    }
}

/// `s = s * 3 + (i ^ 5);` in registers.
fn registers() -> Cfa {
    let mut draft = Draft::new();
    let start = draft.parts.entry;
    let sum = draft.var(start, "s", TypeId::UINT, VarKind::Static(StaticInit::Zero));
    draft.counted(|draft, counter, from, to| {
        let [three, five] = [3, 5].map(|value| draft.int(value, TypeId::UINT));
        let i = draft.parts.exprs.load(counter);
        let i = draft.parts.exprs.cast(i, TypeId::UINT);
        let s = draft.parts.exprs.load(sum);
        let product = draft.binary(BinaryOp::Mul, s, three);
        let mixed = draft.binary(BinaryOp::BitXor, i, five);
        let value = draft.binary(BinaryOp::Add, product, mixed);
        let between = draft.location(start);
        let zero = draft.int(0, TypeId::UINT);
        draft.edge(from, between, Op::Assign { place: sum, value: zero });
        draft.edge(between, to, Op::Assign { place: sum, value });
    })
}

/// `a[i & 255] = i;` in memory.
fn memory() -> Cfa {
    let mut draft = Draft::new();
    let start = draft.parts.entry;
    let array = draft.parts.types.array(TypeId::INT, ArrayLen::Fixed(256));
    let array = draft.var(start, "a", array, VarKind::Static(StaticInit::Zero));
    draft.counted(|draft, counter, from, to| {
        let mask = draft.int(255, TypeId::INT);
        let i = draft.parts.exprs.load(counter);
        let index = draft.binary(BinaryOp::BitAnd, i, mask);
        let index = draft.parts.exprs.cast(index, TypeId::LONG);
        let place = draft.parts.exprs.index(&draft.parts.types, array, index);
        draft.edge(from, to, Op::Assign { place, value: i });
    })
}

/// `f();`
fn calls() -> Cfa {
    let mut draft = Draft::new();
    let callee = draft.function("f", TypeId::VOID);
    let Body { entry, exit } = draft.parts.functions[callee].body.unwrap();
    draft.edge(entry, exit, Op::Nop);
    draft.counted(|draft, _, from, to| {
        let call = draft.parts.calls.next_index();
        let call_edge = draft.edge(from, entry, Op::Call(call));
        let return_edge = draft.edge(exit, to, Op::Return(call));
        draft.parts.calls.push(Call { callee, args: Box::default(), place: None, call_edge, return_edge });
    })
}

/// Seconds that this thread has run, where the system tells, because others may use the machine; else of the clock.
fn seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let scheduled = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds =
        scheduled.and_then(|text| text.split(' ').next().and_then(|first| first.parse::<f64>().ok()));
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

fn main() {
    for (name, cfa) in [("registers", registers()), ("memory", memory()), ("calls", calls())] {
        let program = Program::new(&cfa);
        let start = seconds();
        let report =
            program.run(&Config::default(), &mut SeededChoices::new(0), &mut Discard, &mut NoObserver);
        let seconds = seconds() - start;
        assert_eq!(report.outcome, Outcome::Exited(0), "the loop ends");
        let speed = report.n_steps as f64 / seconds / 1e6;
        println!("{name:<10} {:>9} edges in {seconds:.3} s: {speed:.1} million edges/s", report.n_steps);
    }
}
