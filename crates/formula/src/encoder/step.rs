//! One edge under way: the indices so far, the facts so far, and the small tools to build terms.

use super::{Encoder, Tracked, Unsupported};
use crate::encoding::Propagation;
use crate::path::{Frames, PathFormula, Used};
use crate::regions::{Owner, RegionId};
use crate::ssa::{SsaMap, Values, VariableId};
use crate::trace::Recording;
use cfa::{EdgeId, ExprId, FloatKind, FunctionId, VarId, VarKind};
use rustc_hash::FxHashMap;
use smt::{ArrayOp, BvOp, CoreOp, Format, Op, Sort, TermId, Terms};
use source::Span;

/// A result, or why there is none.
pub(super) type Made<T = TermId> = Result<T, Unsupported>;

/// Longer chains of writes are not looked through at reads, which would take time for each of them.
const LONGEST_CHAIN: usize = 256;

/// Whether a term is no array, or one with few writes.
fn is_short(terms: &Terms, term: TermId) -> bool {
    let mut array = term;
    for _ in 0..LONGEST_CHAIN {
        if terms.op(array) != Op::Array(ArrayOp::Store) {
            return true;
        }
        array = terms.args(array)[0];
    }
    false
}

/// An edge under way.
pub(crate) struct Step<'s, 'a> {
    pub(super) encoder: &'s Encoder<'a>,
    pub(super) terms: &'s mut Terms,
    pub(super) ssa: SsaMap,
    pub(super) used: Used,
    pub(super) values: Values,
    pub(super) facts: Vec<TermId>,
    pub(super) edge: EdgeId,
    pub(super) frames: &'s dyn Frames,
    /// Which activation of its function is running.
    pub(super) here: u32,
    /// Values and truth values of expressions in the state before the edge.
    pub(super) known: FxHashMap<ExprId, TermId>,
    pub(super) truths: FxHashMap<ExprId, Option<TermId>>,
    pub(super) recording: Option<&'s mut Recording>,
}

impl<'s, 'a> Step<'s, 'a> {
    pub(super) fn new(
        encoder: &'s Encoder<'a>,
        terms: &'s mut Terms,
        before: &PathFormula,
        edge: EdgeId,
        frames: &'s dyn Frames,
        recording: Option<&'s mut Recording>,
    ) -> Self {
        let function = encoder.cfa.locations[encoder.cfa.edges[edge].from].function;
        let here = frames.active(function).saturating_sub(1);
        Self {
            encoder,
            terms,
            ssa: before.ssa.clone(),
            used: before.used.clone(),
            values: before.values.clone(),
            facts: Vec::new(),
            edge,
            frames,
            here,
            known: FxHashMap::default(),
            truths: FxHashMap::default(),
            recording,
        }
    }

    /// Another activation runs from here on.
    pub(super) fn switch(&mut self, activation: u32) {
        self.here = activation;
        self.known.clear();
        self.truths.clear();
    }

    pub(super) fn activations(&self, function: FunctionId) -> u32 {
        self.frames.active(function)
    }

    pub(super) fn span(&self) -> Span {
        self.encoder.cfa.edges[self.edge].span
    }

    pub(super) fn lose(&self, text: &str) {
        self.encoder.lose(text, self.span());
    }

    /// The activation whose instance of a variable is meant here.
    pub(super) fn activation_of(&self, var: VarId) -> u32 {
        match self.encoder.cfa.vars[var].kind {
            VarKind::Static(_) => 0,
            VarKind::Param | VarKind::Local | VarKind::Temp | VarKind::Result => self.here,
        }
    }

    /// The variable of a region.
    pub(super) fn region_variable(&mut self, id: RegionId) -> Made<VariableId> {
        let activation = match self.encoder.regions.regions[id].owner {
            Owner::Activation(_) => self.here,
            Owner::Variable(_) | Owner::Shared => 0,
        };
        self.encoder.tracked(self.terms, Tracked::Region(id, activation))
    }

    /// What a variable is now: its value where that is known, or its current copy.
    pub(super) fn current(&mut self, variable: VariableId) -> Made {
        if let Some(value) = self.values.get(variable) {
            return Ok(value);
        }
        let index = self.ssa.index(variable);
        self.encoder.copy(self.terms, variable, index)
    }

    /// A new copy, of which nothing is known.
    pub(super) fn advance(&mut self, variable: VariableId) -> Made {
        let index = self.next_index(variable);
        self.encoder.copy(self.terms, variable, index)
    }

    /// The index of a new copy, of which nothing is known.
    pub(super) fn next_index(&mut self, variable: VariableId) -> u32 {
        self.values.forget(variable);
        self.ssa.advance(variable)
    }

    /// From here on a variable is read as a value that it has.
    fn propagate(&mut self, variable: VariableId, value: TermId) {
        let is_on = match self.encoder.encoding.propagation {
            Propagation::Off => false,
            Propagation::On => true,
        };
        if is_on && is_short(self.terms, value) {
            self.values.set(variable, value);
        }
    }

    /// Uses that a fact holds: a variable that it says to be a constant is read as that from here on.
    pub(super) fn learn(&mut self, fact: TermId) {
        if self.terms.op(fact) != Op::Core(CoreOp::Eq) {
            return;
        }
        let &[one, two] = self.terms.args(fact) else { return };
        for (copy, constant) in [(one, two), (two, one)] {
            let is_constant = self.terms.as_const(constant).is_some();
            if let Some(variable) = self.encoder.is_copy(self.terms, copy, &self.ssa).filter(|_| is_constant)
            {
                self.propagate(variable, constant);
            }
        }
    }

    /// A new copy that has a value.
    pub(super) fn define(&mut self, variable: VariableId, value: TermId) -> Made<()> {
        let copy = self.advance(variable)?;
        let fact = self.terms.eq(copy, value)?;
        self.facts.push(fact);
        self.propagate(variable, value);
        self.make_defined(variable);
        Ok(())
    }

    /// Notes a condition under which the edge does nothing undefined.
    pub(super) fn prefer(&mut self, condition: TermId) {
        let holds = condition == self.terms.bool(true);
        if let Some(recording) = self.recording.as_mut().filter(|_| !holds) {
            recording.defined.push(condition);
        }
    }

    /// Something was written to a variable.
    pub(super) fn make_defined(&mut self, variable: VariableId) {
        if let Some(recording) = &mut self.recording {
            recording.undefined.remove(&variable);
        }
    }

    /// Nothing was written to a variable.
    pub(super) fn make_undefined(&mut self, variable: VariableId) {
        if let Some(recording) = &mut self.recording {
            recording.undefined.insert(variable);
        }
    }

    /// Whether a variable is known to be uninitialised.
    pub(super) fn is_undefined(&self, variable: VariableId) -> bool {
        self.recording.as_ref().is_some_and(|recording| recording.undefined.contains(&variable))
    }

    /// Any value of a sort.
    pub(super) fn any(&mut self, sort: Sort) -> Made {
        let variable = self.encoder.tracked(self.terms, Tracked::Any(sort))?;
        self.advance(variable)
    }

    pub(super) fn bv(&mut self, op: BvOp, args: &[TermId]) -> Made {
        Ok(self.terms.apply(Op::Bv(op), args)?)
    }

    pub(super) fn core(&mut self, op: CoreOp, args: &[TermId]) -> Made {
        Ok(self.terms.apply(Op::Core(op), args)?)
    }

    pub(super) fn ite(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> Made {
        self.core(CoreOp::Ite, &[condition, then, otherwise])
    }

    pub(super) fn number(&mut self, width: u32, value: u128) -> Made {
        Ok(self.terms.bits(width, value)?)
    }

    pub(super) fn width(&self, term: TermId) -> u32 {
        self.terms.sort(term).width().unwrap_or(0)
    }

    pub(super) fn extract(&mut self, term: TermId, low: u32, width: u32) -> Made {
        self.bv(BvOp::Extract(low + width - 1, low), &[term])
    }

    pub(super) fn select(&mut self, array: TermId, at: TermId) -> Made {
        Ok(self.terms.apply(Op::Array(ArrayOp::Select), &[array, at])?)
    }

    pub(super) fn store(&mut self, array: TermId, at: TermId, value: TermId) -> Made {
        Ok(self.terms.apply(Op::Array(ArrayOp::Store), &[array, at, value])?)
    }

    /// The array that is one value everywhere.
    pub(super) fn constant_array(&mut self, sort: Sort, value: TermId) -> Made {
        let Sort::Array(id) = sort else {
            return Err(Unsupported::Encoding("constant of what is no array".to_owned()));
        };
        Ok(self.terms.apply(Op::Array(ArrayOp::Constant(id)), &[value])?)
    }
}

/// The format of a kind of floats.
pub(super) fn float_format(kind: FloatKind) -> Made<Format> {
    Ok(match kind {
        FloatKind::F32 => Format::SINGLE,
        FloatKind::F64 => Format::DOUBLE,
        FloatKind::X87 => Format::new(15, 64)?,
        FloatKind::F128 => Format::QUAD,
    })
}
