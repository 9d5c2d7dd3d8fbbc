//! Regions of cells: as arrays, or as uninterpreted functions with one symbol for each version.
//!
//! A write to an array is `store`. A write to a function makes a new function, and what it leaves alone must be said: for the cells of the variables that
//! the region has, and for the addresses that the path has used so far (000, section 4.4.3), or with a quantifier for all. A read at an address that is none of these is
//! over-approximated after a write.

use super::step::{Made, Step};
use super::{Tracked, Unsupported};
use crate::encoding::{Memory, Quantifiers};
use crate::regions::{Content, Form, RegionId, Sign};
use crate::ssa::VariableId;
use smt::{CoreOp, Op, Quantifier, TermId};

/// Cells of one variable that writes speak of one by one; larger variables are left to the path's addresses.
const MAX_NAMED: usize = 64;

/// Two versions of a region.
#[derive(Clone, Copy)]
pub(super) struct Versions {
    variable: VariableId,
    old: u32,
    new: u32,
}

impl Step<'_, '_> {
    fn are_arrays(&self) -> bool {
        self.encoder.encoding.memory == Memory::Arrays
    }

    fn is_quantified(&self) -> bool {
        self.encoder.encoding.quantifiers == Quantifiers::Used
    }

    /// What is in a cell of a version.
    fn at_version(&mut self, variable: VariableId, index: u32, at: TermId) -> Made {
        let symbol = self.encoder.variable(variable).symbol;
        let copy = self.terms.copy_at(symbol, index)?;
        if self.are_arrays() {
            let array = self.terms.apply(Op::Apply(copy), &[])?;
            return self.select(array, at);
        }
        Ok(self.terms.apply(Op::Apply(copy), &[at])?)
    }

    /// What is in a cell now.
    pub(super) fn cell(&mut self, id: RegionId, at: TermId) -> Made {
        let variable = self.region_variable(id)?;
        let value = if self.are_arrays() {
            let array = self.current(variable)?;
            self.select(array, at)?
        } else {
            self.used.add(variable, at);
            self.at_version(variable, self.ssa.index(variable), at)?
        };
        let (content, unit) = (self.region(id).content, self.region(id).unit);
        if let (true, Content::Bits(sign)) = (self.encoder.is_linear(), content) {
            // Integers know no widths; what is in memory has one.
            self.bound(value, sign, unit as u32 * 8)?;
        }
        Ok(value)
    }

    /// Puts values into cells.
    pub(super) fn put_cells(&mut self, id: RegionId, cells: &[(TermId, TermId)]) -> Made<()> {
        if cells.is_empty() {
            return Ok(());
        }
        let variable = self.region_variable(id)?;
        if self.are_arrays() {
            let mut array = self.current(variable)?;
            for &(at, value) in cells {
                array = self.store(array, at, value)?;
            }
            return self.define(variable, array);
        }
        let old = self.ssa.index(variable);
        let new = self.next_index(variable);
        for (position, &(at, value)) in cells.iter().enumerate() {
            self.used.add(variable, at);
            // Of two writes to one cell the last counts.
            let later: Vec<TermId> = cells[position + 1..].iter().map(|cell| cell.0).collect();
            let is_last = self.differs(at, &later)?;
            let there = self.at_version(variable, new, at)?;
            let equal = self.terms.eq(there, value)?;
            let fact = self.core(CoreOp::Implies, &[is_last, equal])?;
            self.facts.push(fact);
        }
        let written: Vec<TermId> = cells.iter().map(|cell| cell.0).collect();
        self.keep(id, variable, (old, new), &mut |step, at| step.differs(at, &written))
    }

    /// Whether an address is none of others.
    fn differs(&mut self, at: TermId, others: &[TermId]) -> Made {
        let mut all = vec![self.terms.bool(true)];
        for &other in others {
            let equal = self.terms.eq(at, other)?;
            all.push(self.core(CoreOp::Not, &[equal])?);
        }
        self.core(CoreOp::And, &all)
    }

    /// Two versions of a function agree where a condition holds.
    fn keep(
        &mut self,
        id: RegionId,
        variable: VariableId,
        (old, new): (u32, u32),
        condition: &mut dyn FnMut(&mut Self, TermId) -> Made,
    ) -> Made<()> {
        if self.is_quantified() {
            let fact = self.for_all_addresses(&mut |step, at| {
                let (before, after) =
                    (step.at_version(variable, old, at)?, step.at_version(variable, new, at)?);
                let equal = step.terms.eq(before, after)?;
                let kept = condition(step, at)?;
                step.core(CoreOp::Implies, &[kept, equal])
            })?;
            self.facts.push(fact);
            return Ok(());
        }
        for at in self.relevant(id, variable)? {
            let (before, after) = (self.at_version(variable, old, at)?, self.at_version(variable, new, at)?);
            let equal = self.terms.eq(before, after)?;
            let kept = condition(self, at)?;
            let fact = self.core(CoreOp::Implies, &[kept, equal])?;
            self.facts.push(fact);
        }
        Ok(())
    }

    /// The addresses that a write to a region must say something about.
    fn relevant(&mut self, id: RegionId, variable: VariableId) -> Made<Vec<TermId>> {
        let (mut found, is_complete) = self.encoder.named_cells(id, self.here)?;
        if !is_complete {
            self.lose(&format!(
                "writes to `{}` forget cells that the path has not used",
                self.region(id).name
            ));
        }
        let mut all = Vec::new();
        for address in found.drain(..) {
            all.push(self.address_constant(address)?);
        }
        all.extend(self.used.of(variable));
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// A formula for every address.
    pub(super) fn for_all_addresses(&mut self, body: &mut dyn FnMut(&mut Self, TermId) -> Made) -> Made {
        let sort = self.encoder.address_sort();
        let symbol = self.terms.declare("any address", &[], sort)?;
        let at = self.terms.apply(Op::Apply(symbol), &[])?;
        let body = body(self, at)?;
        Ok(self.terms.quantify(Quantifier::Forall, &[symbol], body)?)
    }

    /// All cells of a region become one value.
    pub(super) fn set_all(&mut self, id: RegionId, value: TermId) -> Made<()> {
        let variable = self.region_variable(id)?;
        if self.are_arrays() {
            let now = self.current(variable)?;
            let sort = self.terms.sort(now);
            let array = self.constant_array(sort, value)?;
            return self.define(variable, array);
        }
        let new = self.next_index(variable);
        if self.is_quantified() {
            let fact = self.for_all_addresses(&mut |step, at| {
                let cell = step.at_version(variable, new, at)?;
                Ok(step.terms.eq(cell, value)?)
            })?;
            self.facts.push(fact);
            return Ok(());
        }
        for at in self.relevant(id, variable)? {
            let cell = self.at_version(variable, new, at)?;
            let fact = self.terms.eq(cell, value)?;
            self.facts.push(fact);
        }
        Ok(())
    }

    /// A new version of a region of which a formula for every address speaks: the address, what was there, and what is
    /// there now. Only with quantifiers.
    pub(super) fn redefine(
        &mut self,
        id: RegionId,
        change: &mut dyn FnMut(&mut Self, Versions, TermId) -> Made,
    ) -> Made<()> {
        let variable = self.region_variable(id)?;
        let old = self.ssa.index(variable);
        let new = self.next_index(variable);
        let fact =
            self.for_all_addresses(&mut |step, at| change(step, Versions { variable, old, new }, at))?;
        self.facts.push(fact);
        Ok(())
    }

    /// What was in a cell before.
    pub(super) fn old_cell(&mut self, versions: Versions, at: TermId) -> Made {
        self.at_version(versions.variable, versions.old, at)
    }

    /// What is in a cell now.
    pub(super) fn new_cell(&mut self, versions: Versions, at: TermId) -> Made {
        self.at_version(versions.variable, versions.new, at)
    }

    /// Whether operations on an unknown number of cells can be said.
    pub(super) fn can_quantify(&self, id: RegionId) -> bool {
        self.is_quantified() && self.region(id).form == Form::Cells
    }

    /// The sign of the numbers in a region's cells.
    pub(super) fn sign_in(&self, id: RegionId) -> Option<Sign> {
        match self.region(id).content {
            Content::Bits(sign) => Some(sign),
            Content::Float(_) => None,
        }
    }
}

impl super::Encoder<'_> {
    /// The addresses of the cells of the variables that a region has bytes of, and whether that is all that it has.
    pub(super) fn named_cells(&self, id: RegionId, activation: u32) -> Result<(Vec<u64>, bool), Unsupported> {
        let mut found = Vec::new();
        let mut is_complete = true;
        for &(var, start) in self.regions.variables_of(id) {
            if self.renewed.contains(&var) {
                is_complete = false;
                continue;
            }
            let region = &self.regions.regions[id];
            let size = self.cfa.types.size(self.cfa.vars[var].ty).unwrap_or(0);
            let cells = region.cells(start, size);
            if cells.len() > MAX_NAMED {
                is_complete = false;
                continue;
            }
            let base = self.addresses.var(self.cfa, var, activation)?;
            found.extend(cells.into_iter().map(|behind| base + behind));
        }
        Ok((found, is_complete))
    }

    /// Two copies of a variable are equal; functions are, at the addresses that matter.
    pub(super) fn same(
        &self,
        terms: &mut smt::Terms,
        variable: VariableId,
        (one, two): (u32, u32),
        used: &crate::path::Used,
    ) -> Made {
        let super::Variable { symbol, tracked } = self.variable(variable);
        let (one, two) = (terms.copy_at(symbol, one)?, terms.copy_at(symbol, two)?);
        if terms.symbol(symbol).arguments.is_empty() {
            let one = terms.apply(Op::Apply(one), &[])?;
            let two = terms.apply(Op::Apply(two), &[])?;
            return Ok(terms.eq(one, two)?);
        }
        if self.encoding.quantifiers == Quantifiers::Used {
            let bound = terms.declare("any address", &[], self.address_sort())?;
            let at = terms.apply(Op::Apply(bound), &[])?;
            let (left, right) = (terms.apply(Op::Apply(one), &[at])?, terms.apply(Op::Apply(two), &[at])?);
            let equal = terms.eq(left, right)?;
            return Ok(terms.quantify(Quantifier::Forall, &[bound], equal)?);
        }
        let mut all = vec![terms.bool(true)];
        let mut addresses: Vec<TermId> = used.of(variable).collect();
        if let Tracked::Region(id, activation) = tracked {
            for address in self.named_cells(id, activation)?.0 {
                addresses.push(if self.is_linear() {
                    terms.int(address)
                } else {
                    terms.bits(self.address_width(), address)?
                });
            }
        }
        for at in addresses {
            let (left, right) = (terms.apply(Op::Apply(one), &[at])?, terms.apply(Op::Apply(two), &[at])?);
            all.push(terms.eq(left, right)?);
        }
        Ok(terms.apply(Op::Core(CoreOp::And), &all)?)
    }
}
