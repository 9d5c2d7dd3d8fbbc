//! The encoder: variables of formulas, and the operators on path formulas.

mod address;
mod bits;
mod cells;
mod copy;
mod expr;
mod float;
mod initial;
mod keys;
mod layout;
mod linear;
mod memory;
mod numbers;
mod operation;
mod step;

pub use keys::{Key, NoKey};

use crate::encoding::{Arithmetic, Branches, Encoding, Memory};
use crate::path::{Frames, PathFormula, Used};
use crate::regions::{Form, Owner, Parts, Region, RegionId, Regions};
use crate::ssa::{SsaMap, Values, VariableId};
use crate::trace::Recording;
use address::{Addresses, FLOATS_ARE_REALS};
use cfa::Assumption;
use cfa::{Cfa, EdgeId, LocationId, Op, Side};
use outcome::{Incomplete, Phase};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{CoreOp, Sort, SortError, SymbolId, TermId, Terms};
use source::Span;
use std::cell::RefCell;
use std::fmt;
use stdx::IndexVec;
use step::Step;

/// Why an edge has no formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsupported {
    /// A construct that the front end refused, by its name in the ledger of features.
    Feature(String),
    /// Something that this encoding does not have.
    Encoding(String),
    /// A term could not be built: a mistake in this crate.
    Term(SortError),
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Feature(name) => write!(f, "`{name}` is not supported"),
            Self::Encoding(what) => write!(f, "the encoding has no {what}"),
            Self::Term(error) => write!(f, "ill-sorted term: {error}"),
        }
    }
}

impl std::error::Error for Unsupported {}

impl From<SortError> for Unsupported {
    fn from(error: SortError) -> Self {
        Self::Term(error)
    }
}

impl From<Unsupported> for Incomplete {
    fn from(error: Unsupported) -> Self {
        match error {
            Unsupported::Feature(_) | Unsupported::Encoding(_) => {
                Self::open(Phase::Search, error.to_string())
            }
            Unsupported::Term(error) => error.into(),
        }
    }
}

/// What a variable of formulas stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Tracked {
    /// A region, of one activation where it is private.
    Region(RegionId, u32),
    /// The address of a large local, new at each declaration.
    Base(cfa::VarId, u32),
    /// The next address that an allocation returns.
    Heap,
    /// The sizes of allocated objects by their addresses.
    Sizes,
    /// Which way a branch went.
    Branch(LocationId),
    /// Any value; every copy is another one.
    Any(Sort),
}

#[derive(Clone, Copy)]
pub(crate) struct Variable {
    pub(crate) symbol: SymbolId,
    pub(crate) tracked: Tracked,
}

#[derive(Default)]
struct Variables {
    all: IndexVec<VariableId, Variable>,
    by_tracked: FxHashMap<Tracked, VariableId>,
    by_symbol: FxHashMap<SymbolId, VariableId>,
}

#[derive(Default)]
struct Remarks {
    list: Vec<Assumption>,
    seen: FxHashSet<String>,
}

impl Remarks {
    fn add(&mut self, text: &str, span: Span) {
        if self.seen.insert(text.to_owned()) {
            self.list.push(Assumption { text: text.to_owned(), span });
        }
    }
}

/// Makes formulas of the edges of one automaton, in one store of terms.
pub struct Encoder<'a> {
    pub(crate) cfa: &'a Cfa,
    pub(crate) encoding: Encoding,
    pub(crate) regions: Regions,
    pub(crate) addresses: Addresses,
    has_sizes: bool,
    pub(crate) layout: layout::Layout,
    /// Comparisons that may find an address that is used again.
    pub(crate) reuse: cfa::reuse::Reuse,
    /// Locals that have another address at each declaration.
    pub(crate) renewed: FxHashSet<cfa::VarId>,
    variables: RefCell<Variables>,
    losses: RefCell<Remarks>,
    assumptions: RefCell<Remarks>,
}

impl<'a> Encoder<'a> {
    /// Analyses the program and prepares its encoding.
    pub fn new(cfa: &'a Cfa, encoding: &Encoding) -> Result<Self, Unsupported> {
        let parts = match encoding.arithmetic {
            Arithmetic::BitPrecise => Parts::Extractable,
            Arithmetic::Linear { .. } => Parts::Atomic,
        };
        let regions = Regions::of(cfa, encoding.environment, parts);
        let addresses = Addresses::of(cfa)?;
        let renewed = address::renewed(cfa, &regions);
        let layout = layout::Layout::of(cfa, &regions);
        let encoder = Self {
            cfa,
            encoding: *encoding,
            regions,
            addresses,
            layout,
            reuse: cfa::reuse::Reuse::of(cfa),
            renewed,
            has_sizes: cfa.edges.iter().any(|edge| matches!(edge.op, Op::ObjectSize { .. })),
            variables: RefCell::default(),
            losses: RefCell::default(),
            assumptions: RefCell::default(),
        };
        encoder.note_assumptions();
        Ok(encoder)
    }

    /// The automaton.
    pub fn cfa(&self) -> &'a Cfa {
        self.cfa
    }

    /// The options.
    pub fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    /// The regions of memory that were found.
    pub fn regions(&self) -> &IndexVec<RegionId, Region> {
        &self.regions.regions
    }

    /// True, and every variable at its first copy.
    pub fn initial(&self, terms: &mut Terms) -> PathFormula {
        PathFormula {
            formula: terms.bool(true),
            ssa: SsaMap::new(),
            used: Used::default(),
            values: Values::default(),
        }
    }

    /// True, with the copies that are current at the end of a path: where a new block begins.
    pub fn restart(&self, terms: &mut Terms, path: &PathFormula) -> PathFormula {
        PathFormula {
            formula: terms.bool(true),
            ssa: path.ssa.clone(),
            used: Used::default(),
            values: Values::default(),
        }
    }

    /// The strongest postcondition of an edge.
    pub fn post(
        &self,
        terms: &mut Terms,
        path: &PathFormula,
        edge: EdgeId,
        frames: &dyn Frames,
    ) -> Result<PathFormula, Unsupported> {
        self.post_recording(terms, path, edge, frames, None)
    }

    /// As [`Encoder::post`], and tells which values the edge chooses.
    pub(crate) fn post_recording(
        &self,
        terms: &mut Terms,
        path: &PathFormula,
        edge: EdgeId,
        frames: &dyn Frames,
        recording: Option<&mut Recording>,
    ) -> Result<PathFormula, Unsupported> {
        let mut step = Step::new(self, terms, path, edge, frames, recording);
        step.take()?;
        let Step { ssa, used, values, mut facts, .. } = step;
        facts.push(path.formula);
        let formula = terms.apply(smt::Op::Core(CoreOp::And), &facts)?;
        Ok(PathFormula { formula, ssa, used, values })
    }

    /// The value of an expression in the state before an edge that could use it, and the path with what its computation adds: where an encoding
    /// says less than the value, the term has parts that are any value, and the path must go on from there.
    pub fn value_before(
        &self,
        terms: &mut Terms,
        path: &PathFormula,
        edge: EdgeId,
        expr: cfa::ExprId,
        frames: &dyn Frames,
    ) -> Result<(TermId, PathFormula), Unsupported> {
        let mut step = Step::new(self, terms, path, edge, frames, None);
        let value = step.value(expr)?;
        let Step { ssa, used, values, mut facts, .. } = step;
        facts.push(path.formula);
        let formula = terms.apply(smt::Op::Core(CoreOp::And), &facts)?;
        Ok((value, PathFormula { formula, ssa, used, values }))
    }

    /// Both paths: the disjunction, where each side is brought to the later copy of every variable.
    pub fn join(
        &self,
        terms: &mut Terms,
        one: &PathFormula,
        two: &PathFormula,
    ) -> Result<PathFormula, Unsupported> {
        let mut ssa = one.ssa.clone();
        let used = one.used.joined(&two.used);
        let (mut left, mut right) = (vec![one.formula], vec![two.formula]);
        for difference in one.ssa.differences(&two.ssa) {
            let Variable { tracked, .. } = self.variable(difference.variable);
            let latest = difference.left.max(difference.right);
            ssa.set(difference.variable, latest);
            match tracked {
                Tracked::Branch(_) | Tracked::Any(_) => continue,
                Tracked::Region(..) | Tracked::Base(..) | Tracked::Heap | Tracked::Sizes => {}
            }
            let (side, earlier) = if difference.left < difference.right {
                (&mut left, difference.left)
            } else {
                (&mut right, difference.right)
            };
            side.push(self.same(terms, difference.variable, (earlier, latest), &used)?);
        }
        let left = terms.apply(smt::Op::Core(CoreOp::And), &left)?;
        let right = terms.apply(smt::Op::Core(CoreOp::And), &right)?;
        let formula = terms.apply(smt::Op::Core(CoreOp::Or), &[left, right])?;
        Ok(PathFormula { formula, ssa, used, values: one.values.common(&two.values) })
    }

    /// A formula about states as a formula about the end of a path. What is no variable of the program stays.
    pub fn instantiate(
        &self,
        terms: &mut Terms,
        formula: TermId,
        ssa: &SsaMap,
    ) -> Result<TermId, Unsupported> {
        let variables = self.variables.borrow();
        Ok(terms.at_indices(formula, |symbol| {
            variables.by_symbol.get(&symbol).map(|&variable| ssa.index(variable))
        })?)
    }

    /// A formula about copies as a formula about states.
    pub fn uninstantiate(&self, terms: &mut Terms, formula: TermId) -> Result<TermId, Unsupported> {
        Ok(terms.without_indices(formula)?)
    }

    /// The mark that an edge from a branching location leaves in the formula behind `before`: true in a model if the path took it.
    /// `None` if the edge is no branch, or marks are not asked for.
    pub fn branch(
        &self,
        terms: &mut Terms,
        before: &PathFormula,
        edge: EdgeId,
    ) -> Result<Option<TermId>, Unsupported> {
        let edge = &self.cfa.edges[edge];
        let Op::Assume { side, .. } = edge.op else { return Ok(None) };
        if !self.is_marked(edge.from) {
            return Ok(None);
        }
        let variable = self.tracked(terms, Tracked::Branch(edge.from))?;
        let mark = self.copy(terms, variable, before.ssa.index(variable) + 1)?;
        Ok(Some(match side {
            Side::Then => mark,
            Side::Else => terms.apply(smt::Op::Core(CoreOp::Not), &[mark])?,
        }))
    }

    pub(crate) fn is_marked(&self, location: LocationId) -> bool {
        self.encoding.branches == Branches::Marked && self.cfa.outgoing(location).len() > 1
    }

    /// What was over-approximated so far.
    pub fn losses(&self) -> Vec<Assumption> {
        self.losses.borrow().list.clone()
    }

    /// Whether floats of the program are taken for real numbers, so that even a proof may be wrong.
    pub fn takes_floats_for_reals(&self) -> bool {
        self.is_linear() && self.assumptions.borrow().seen.contains(FLOATS_ARE_REALS)
    }

    /// What is taken for granted.
    pub fn assumptions(&self) -> Vec<Assumption> {
        self.assumptions.borrow().list.clone()
    }

    pub(crate) fn lose(&self, text: &str, span: Span) {
        self.losses.borrow_mut().add(text, span);
    }

    pub(crate) fn assume(&self, text: &str, span: Span) {
        self.assumptions.borrow_mut().add(text, span);
    }

    /// The variables of the program that a formula, instantiated or not, is about.
    pub fn variables_of(&self, terms: &Terms, formula: TermId) -> Vec<VariableId> {
        let variables = self.variables.borrow();
        let mut found: Vec<VariableId> = smt::transform::FreeSymbols::new()
            .of(terms, formula)
            .into_iter()
            .map(|symbol| terms.symbol(symbol).copy_of.map_or(symbol, |(base, _)| base))
            .filter_map(|symbol| variables.by_symbol.get(&symbol).copied())
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The variable that has this symbol in formulas about states.
    pub fn variable_of(&self, symbol: SymbolId) -> Option<VariableId> {
        self.variables.borrow().by_symbol.get(&symbol).copied()
    }

    /// The symbol of a variable in formulas about states.
    pub fn symbol(&self, variable: VariableId) -> SymbolId {
        self.variable(variable).symbol
    }

    /// Whether a variable is part of the program's state. The rest (marks of branches, values that are any) means something inside a
    /// path formula only and has no place in predicates.
    pub fn is_state(&self, variable: VariableId) -> bool {
        match self.variable(variable).tracked {
            Tracked::Region(..) | Tracked::Base(..) | Tracked::Heap | Tracked::Sizes => true,
            Tracked::Branch(_) | Tracked::Any(_) => false,
        }
    }

    /// Whether the bits of a variable are a signed number, as far as the program uses it so everywhere.
    pub fn sign_of(&self, variable: VariableId) -> crate::Sign {
        match self.variable(variable).tracked {
            Tracked::Region(region, _) => match self.regions.regions[region].content {
                crate::Content::Bits(sign) => sign,
                crate::Content::Float(_) => crate::Sign::Signed,
            },
            Tracked::Base(..) | Tracked::Heap | Tracked::Sizes | Tracked::Branch(_) | Tracked::Any(_) => {
                crate::Sign::Unsigned
            }
        }
    }

    /// The formula about states that a scalar variable of the program has these bits, in the first activation of its function. `None` if nobody reads
    /// the variable, or if it is not encoded as one value.
    pub fn has_value(
        &self,
        terms: &mut Terms,
        var: cfa::VarId,
        bits: u128,
    ) -> Result<Option<TermId>, Unsupported> {
        let pointer = self.regions.of_var(var);
        let &[id] = self.regions.of_node(pointer) else { return Ok(None) };
        let (region, ty) = (&self.regions.regions[id], self.cfa.vars[var].ty);
        let is_own = match region.owner {
            Owner::Activation(owner) | Owner::Variable(owner) => owner == var,
            Owner::Shared => false,
        };
        let size = self.cfa.types.size(ty);
        if !is_own || region.form != Form::Whole || size != Some(region.unit) {
            return Ok(None);
        }
        let variable = self.tracked(terms, Tracked::Region(id, 0))?;
        let now = terms.apply(smt::Op::Apply(self.variable(variable).symbol), &[])?;
        let value = match terms.sort(now) {
            Sort::BitVec(width) => terms.bits(width, bits)?,
            Sort::Int => terms.int(cfa::int_value(&self.cfa.types, ty, bits)),
            Sort::Bool | Sort::Float(_) | Sort::RoundingMode | Sort::Real | Sort::Array(_) => {
                return Ok(None);
            }
        };
        Ok(Some(terms.eq(now, value)?))
    }

    /// The function whose local a variable is; `None` for what outlives calls.
    pub fn function_of(&self, variable: VariableId) -> Option<cfa::FunctionId> {
        let region = match self.variable(variable).tracked {
            Tracked::Region(region, _) => region,
            Tracked::Base(var, _) => return self.cfa.vars[var].function,
            Tracked::Heap | Tracked::Sizes | Tracked::Branch(_) | Tracked::Any(_) => return None,
        };
        match self.regions.regions[region].owner {
            Owner::Activation(var) | Owner::Variable(var) => match self.cfa.vars[var].kind {
                cfa::VarKind::Static(_) => None,
                cfa::VarKind::Param | cfa::VarKind::Local | cfa::VarKind::Temp | cfa::VarKind::Result => {
                    self.cfa.vars[var].function
                }
            },
            Owner::Shared => None,
        }
    }

    /// The variable that a term is the copy of with this index.
    pub(crate) fn is_copy(&self, terms: &Terms, term: TermId, ssa: &SsaMap) -> Option<VariableId> {
        let symbol = terms.symbol(terms.as_variable(term)?);
        let (base, index) = symbol.copy_of?;
        let variable = *self.variables.borrow().by_symbol.get(&base)?;
        (ssa.index(variable) == index).then_some(variable)
    }

    pub(crate) fn variable(&self, id: VariableId) -> Variable {
        self.variables.borrow().all[id]
    }

    /// The variable for something, declared if it is new.
    pub(crate) fn tracked(&self, terms: &mut Terms, tracked: Tracked) -> Result<VariableId, Unsupported> {
        if let Some(&known) = self.variables.borrow().by_tracked.get(&tracked) {
            return Ok(known);
        }
        let (name, arguments, sort) = self.describe(terms, tracked)?;
        // Two regions can have one name, and C knows names that SMT-LIB has taken, such as `mod` and `select`; a number makes it another one.
        let is_free = |name: &String| terms.lookup(name).is_none() && Terms::may_be_name(name);
        let numbered = (1u32..).map(|number| format!("{name}!{number}"));
        let name = std::iter::once(name.clone()).chain(numbered).find(is_free).unwrap_or(name);
        let symbol = terms.declare(&name, &arguments, sort)?;
        let mut variables = self.variables.borrow_mut();
        let id = variables.all.push(Variable { symbol, tracked });
        variables.by_tracked.insert(tracked, id);
        variables.by_symbol.insert(symbol, id);
        Ok(id)
    }

    fn describe(
        &self,
        terms: &mut Terms,
        tracked: Tracked,
    ) -> Result<(String, Vec<Sort>, Sort), Unsupported> {
        let address = self.address_sort();
        Ok(match tracked {
            Tracked::Region(id, activation) => {
                let region = &self.regions.regions[id];
                let cell = self.cell_sort(region)?;
                let name = self.region_name(region, activation);
                match (region.form, self.encoding.memory) {
                    (Form::Whole, _) => (name, Vec::new(), cell),
                    (Form::Cells, Memory::Arrays) => (name, Vec::new(), terms.array_sort(address, cell)?),
                    (Form::Cells, Memory::Functions) => (name, vec![address], cell),
                }
            }
            Tracked::Base(var, activation) => {
                let name = crate::regions::variable_name(self.cfa, var);
                let name = if activation == 0 { format!("&{name}") } else { format!("&{name}#{activation}") };
                (name, Vec::new(), address)
            }
            Tracked::Heap => ("heap".to_owned(), Vec::new(), address),
            Tracked::Sizes => ("sizes".to_owned(), Vec::new(), terms.array_sort(address, address)?),
            Tracked::Branch(location) => (format!("branch {location}"), Vec::new(), Sort::Bool),
            Tracked::Any(sort) => (format!("any {}", smt::print::sort(terms, sort)), Vec::new(), sort),
        })
    }

    /// `f#2::x` is the variable in the third activation.
    fn region_name(&self, region: &Region, activation: u32) -> String {
        let function = match region.owner {
            Owner::Activation(var) => self.cfa.vars[var].function,
            Owner::Variable(_) | Owner::Shared => None,
        };
        match function.filter(|_| activation > 0) {
            Some(function) => {
                let function = self.cfa.function_name(function);
                region.name.replacen(function, &format!("{function}#{activation}"), 1)
            }
            None => region.name.clone(),
        }
    }

    /// A copy of a variable as a term.
    pub(crate) fn copy(
        &self,
        terms: &mut Terms,
        variable: VariableId,
        index: u32,
    ) -> Result<TermId, Unsupported> {
        let symbol = self.variable(variable).symbol;
        let copy = terms.copy_at(symbol, index)?;
        Ok(terms.apply(smt::Op::Apply(copy), &[])?)
    }
}
