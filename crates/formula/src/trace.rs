//! One path from the start of the program: its formula, and the choices that make the interpreter take it.

use crate::encoder::{Encoder, Unsupported};
use crate::path::{CallStack, PathFormula};
use crate::ssa::VariableId;
use cfa::interp::{ChoiceOrigin, Choices, OUTSIDE_STEP, Request, outside_addresses};
use cfa::{EdgeId, FloatKind, Origin, PlaceId, Transfer, Type, TypeId, Types};
use rustc_hash::FxHashSet;
use smt::value::{BigUint, FloatValue};
use smt::{Assignment, CoreOp, Op, Sort, SortError, TermId, Terms, Value, eval};
use std::collections::VecDeque;

/// Where a chosen value stands in the formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChosenValue {
    /// In this term.
    Term(TermId),
    /// In these bytes; nobody reads those that are missing.
    Bytes(Vec<Option<TermId>>),
}

/// A value that the program does not determine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The edge that chooses it.
    pub edge: EdgeId,
    /// Its type, a scalar.
    pub ty: TypeId,
    /// Who chooses.
    pub origin: ChoiceOrigin,
    /// Where it stands.
    pub value: ChosenValue,
}

/// A read of memory of which the path does not know whether it is initialised. The interpreter will.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Read {
    /// How many edges came before.
    step: usize,
    place: PlaceId,
    ty: TypeId,
    value: TermId,
}

/// What is recorded along a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recording {
    pub(crate) chosen: Vec<Chosen>,
    reads: Vec<Read>,
    /// How many edges came before.
    step: usize,
    /// Variables that were declared and not written since.
    pub(crate) undefined: FxHashSet<VariableId>,
    /// Pointers that are called and are no functions of the program.
    pub(crate) called: Vec<TermId>,
    /// What must hold for the operations to be defined.
    pub(crate) defined: Vec<TermId>,
    /// What must hold for signed operations not to overflow.
    pub(crate) without_overflow: Vec<TermId>,
}

impl Recording {
    /// A read of such memory as a scalar type.
    pub(crate) fn read(&mut self, place: PlaceId, ty: TypeId, value: TermId) {
        self.reads.push(Read { step: self.step, place, ty, value });
    }
}

/// So many arguments are few.
const FEW_ARGUMENTS: u64 = 8;

/// A path from the start of the program.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Its formula.
    pub path: PathFormula,
    recording: Recording,
    stack: CallStack,
}

impl Trace {
    /// The empty path.
    pub fn new(encoder: &Encoder<'_>, terms: &mut Terms) -> Self {
        let stack = CallStack(vec![encoder.cfa().entry]);
        Self { path: encoder.initial(terms), recording: Recording::default(), stack }
    }

    /// The values that are chosen along it, in order.
    pub fn chosen(&self) -> &[Chosen] {
        &self.recording.chosen
    }

    /// Conditions under which operations of the path are defined: divisors that are not zero, shift counts and indices in range, pointers
    /// that are not null. They are not part of the formula, which allows anything where C defines nothing. But the interpreter stops at undefined
    /// behaviour, so a model that satisfies them, too, is the better one to replay. They are not complete: bounds of allocated objects
    /// are missing.
    pub fn defined(&self) -> &[TermId] {
        &self.recording.defined
    }

    /// Conditions under which signed sums, differences and products of the path do not overflow, under exact arithmetic. The formula and the
    /// interpreter wrap around, so they are not needed either; but a path without overflow is one whatever the compiler does.
    pub fn without_overflow(&self) -> &[TermId] {
        &self.recording.without_overflow
    }

    /// The path with one more edge.
    pub fn push(
        &mut self,
        encoder: &Encoder<'_>,
        terms: &mut Terms,
        edge: EdgeId,
    ) -> Result<(), Unsupported> {
        self.path =
            encoder.post_recording(terms, &self.path, edge, &self.stack, Some(&mut self.recording))?;
        self.recording.step += 1;
        match encoder.cfa().edges[edge].op.transfer() {
            Transfer::Within => {}
            Transfer::Call(call) => self.stack.0.push(encoder.cfa().calls[call].callee),
            Transfer::Return(_) => {
                self.stack.0.pop();
            }
        }
        Ok(())
    }

    /// The formula and choices of a path.
    pub fn of(encoder: &Encoder<'_>, terms: &mut Terms, edges: &[EdgeId]) -> Result<Self, Unsupported> {
        let mut trace = Self::new(encoder, terms);
        for &edge in edges {
            trace.push(encoder, terms, edge)?;
        }
        Ok(trace)
    }

    /// Pointers to data that are chosen or read from memory that somebody else may have written, each once.
    fn pointers(&self, types: &Types, terms: &Terms) -> Vec<TermId> {
        let chosen = self.recording.chosen.iter().filter_map(|chosen| match chosen.value {
            ChosenValue::Term(term) => Some((chosen.ty, term)),
            ChosenValue::Bytes(_) => None,
        });
        let read = self.recording.reads.iter().map(|read| (read.ty, read.value));
        let mut seen = FxHashSet::default();
        let is_data =
            |ty: TypeId| types.pointee(ty).is_some_and(|ty| !matches!(types.get(ty), Type::Function(_)));
        chosen
            .chain(read)
            .filter(|&(ty, term)| is_data(ty) && terms.as_const(term).is_none() && seen.insert(term))
            .map(|(_, term)| term)
            .collect()
    }

    /// Conditions under which chosen pointers are null or point to objects of the environment, each to one of its own, where the interpreter has them ([`cfa::interp::Outside`]), and functions of
    /// the environment that are called lie there, too. No part of the formula, to which addresses are as good as others.
    pub fn outside(&self, types: &Types, terms: &mut Terms) -> Result<Vec<TermId>, SortError> {
        let mut addresses = outside_addresses(types.machine()).step_by(OUTSIDE_STEP as usize);
        let is_at = |terms: &mut Terms, pointer: TermId, address: u64| {
            let address = match terms.sort(pointer) {
                Sort::BitVec(width) => terms.bits(width, address)?,
                _ => terms.int(address),
            };
            terms.eq(pointer, address)
        };
        let mut conditions = Vec::new();
        let mut called = FxHashSet::default();
        let functions = self.recording.called.iter().filter(|pointer| called.insert(**pointer));
        for (&pointer, address) in functions.zip(addresses.by_ref()) {
            conditions.push(is_at(terms, pointer, address)?);
        }
        for (pointer, address) in self.pointers(types, terms).into_iter().zip(addresses) {
            let alternatives = [is_at(terms, pointer, 0)?, is_at(terms, pointer, address)?];
            conditions.push(terms.apply(Op::Core(CoreOp::Or), &alternatives)?);
        }
        Ok(conditions)
    }

    /// Conditions under which `main` has a few arguments, its name among them, as programs that
    /// people start have. No part of the formula.
    pub fn few_arguments(&self, types: &Types, terms: &mut Terms) -> Result<Vec<TermId>, SortError> {
        let is_count = |chosen: &&Chosen| {
            chosen.origin == ChoiceOrigin::Havoc(Origin::Argument) && types.int_shape(chosen.ty).is_some()
        };
        let Some(Chosen { value: ChosenValue::Term(count), .. }) = self.chosen().iter().find(is_count) else {
            return Ok(Vec::new());
        };
        let counts = (1..=FEW_ARGUMENTS).map(|number| {
            let number = match terms.sort(*count) {
                Sort::BitVec(width) => terms.bits(width, number)?,
                _ => terms.int(number),
            };
            terms.eq(*count, number)
        });
        let counts = counts.collect::<Result<Vec<TermId>, SortError>>()?;
        Ok(vec![terms.apply(Op::Core(CoreOp::Or), &counts)?])
    }

    /// What a model of the formula chooses. Values that the model leaves open are zero.
    pub fn choices(&self, types: &Types, terms: &Terms, model: &Assignment) -> Replay {
        let values = self.chosen().iter().map(|chosen| {
            let bits = match &chosen.value {
                ChosenValue::Term(term) => term_bits(types, chosen.ty, terms, *term, model),
                ChosenValue::Bytes(bytes) => bytes.iter().rev().fold(0, |all, byte| {
                    let byte = byte.map_or(0, |term| term_bits(types, TypeId::UCHAR, terms, term, model));
                    all << 8 | byte & 0xFF
                }),
            };
            (chosen.ty, chosen.origin, bits)
        });
        let reads = self.recording.reads.iter();
        let reads =
            reads.map(|read| (read.step, read.place, term_bits(types, read.ty, terms, read.value, model)));
        Replay { values: values.collect(), reads: reads.collect(), steps: 0 }
    }
}

fn term_bits(types: &Types, ty: TypeId, terms: &Terms, term: TermId, model: &Assignment) -> u128 {
    match eval::eval(terms, term, model) {
        Ok(value) => value_bits(types, ty, &value),
        Err(_) => 0,
    }
}

/// The bits of a value of a type, as the interpreter has them.
pub(crate) fn value_bits(types: &Types, ty: TypeId, value: &Value) -> u128 {
    match value {
        Value::Bits(bits) => small(&bits.unsigned()),
        Value::Bool(value) => u128::from(*value),
        Value::Float(float) => float_bits(types, ty, float),
        Value::Int(number) => {
            let wide = smt::value::Bits::from_int(128, number);
            cfa::canonical(types, ty, small(&wide.unsigned()))
        }
        Value::Real(_) | Value::Rounding(_) | Value::Array(_) => 0,
    }
}

fn small(number: &BigUint) -> u128 {
    number
        .iter_u64_digits()
        .take(2)
        .enumerate()
        .fold(0, |all, (at, digit)| all | u128::from(digit) << (64 * at))
}

fn float_bits(types: &Types, ty: TypeId, float: &FloatValue) -> u128 {
    let bits = small(float.bits());
    match types.get(ty) {
        Type::Float(FloatKind::X87) => {
            let (top, fraction) = (bits >> 63, bits & ((1 << 63) - 1));
            let integer_bit = u128::from(top & 0x7FFF != 0) << 63;
            top << 64 | integer_bit | fraction
        }
        _ => bits,
    }
}

/// Choices for the interpreter, in the order of a path; without a path all are zero.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    values: VecDeque<(TypeId, ChoiceOrigin, u128)>,
    /// Reads of memory that may be uninitialised, by the edge that reads it.
    reads: VecDeque<(usize, PlaceId, u128)>,
    steps: usize,
}

impl Replay {
    /// The values that are left, with their types.
    pub fn values(&self) -> impl Iterator<Item = (TypeId, ChoiceOrigin, u128)> {
        self.values.iter().copied()
    }

    /// Tells how many edges of the path the interpreter has begun. Without that, memory that is read uninitialised is zero.
    pub fn at_step(&mut self, steps: usize) {
        self.steps = steps;
    }

    /// The value that the path's formula has for a place that is read now. The interpreter reads for a branch before it takes one of its edges, and for
    /// every other edge after it has begun it.
    fn read(&mut self, place: PlaceId) -> Option<u128> {
        let begun = self.steps.saturating_sub(1);
        while self.reads.front().is_some_and(|read| read.0 < begun) {
            self.reads.pop_front();
        }
        let near = self.reads.iter().take_while(|read| read.0 <= self.steps);
        let position = near.enumerate().find(|(_, read)| read.1 == place)?.0;
        self.reads.remove(position).map(|read| read.2)
    }
}

impl Choices for Replay {
    /// Results of functions that the interpreter executes itself are skipped; what is read uninitialised is what the formula says of it; what it asks for beyond the path is zero.
    fn choose(&mut self, request: Request<'_>) -> Option<u128> {
        let wanted = (request.ty, request.origin);
        if request.origin == ChoiceOrigin::ArgumentText {
            return Some(request.place.and_then(|place| self.read(place)).unwrap_or(0));
        }
        if request.origin == ChoiceOrigin::Uninitialised {
            if self.values.front().is_some_and(|&(ty, origin, _)| (ty, origin) == wanted) {
                return self.values.pop_front().map(|value| value.2);
            }
            return Some(request.place.and_then(|place| self.read(place)).unwrap_or(0));
        }
        while let Some((ty, origin, bits)) = self.values.pop_front() {
            if (ty, origin) == wanted {
                return Some(bits);
            }
        }
        Some(0)
    }
}
