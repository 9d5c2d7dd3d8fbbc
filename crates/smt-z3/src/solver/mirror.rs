//! One of Z3's solvers, which follows our stack.
//!
//! Z3 has different solvers for different logics, and the one for bit-vectors alone is several times faster than the one for
//! everything. So there is one for each logic that was asked for. It gets an assertion when a query needs it there, and drops
//! levels when our stack does; hence its levels are always the lowest of ours.
//!
//! Where many queries are asked about one formula and then about the next, it is the other way round: the solver for bit-vectors makes bits of
//! all that is asserted on a level and simplifies them before each query. In two programs with blocks of about 1,000 subterms, an abstraction
//! took 1.6 and 4.4 times as long as with the solver for everything (one run each, on a busy machine); with arrays there was no difference. The solver for everything is taken for [`Workload::Incremental`].

use super::Assertion;
use crate::error::Z3Error;
use crate::ffi::{Ast, Context, SolverHandle};
use rustc_hash::FxHashSet;
use smt::TermId;
use smt::print::Fragment;
use smt::solver::Workload;
use std::rc::Rc;

/// A solver of Z3 and how far it has followed.
pub(super) struct Mirror {
    /// What its logic has.
    pub(super) fragment: Fragment,
    pub(super) solver: SolverHandle,
    /// For each of its levels, how many assertions and assumptions it had before.
    levels: Vec<(usize, usize)>,
    asserted: usize,
    /// Formulas that some literal implies here, with the latest last.
    assumable: Vec<TermId>,
    known: FxHashSet<TermId>,
}

/// The logic whose solver is best for a fragment.
pub(super) fn logic(fragment: Fragment) -> String {
    // Truth values alone are decided best by the solver for bit-vectors.
    if fragment == Fragment::default() { "QF_BV".to_owned() } else { fragment.name() }
}

impl Mirror {
    /// A solver that has followed nothing yet.
    pub(super) fn new(
        context: &Rc<Context>,
        fragment: Fragment,
        workload: Workload,
    ) -> Result<Self, Z3Error> {
        Ok(Self {
            fragment,
            solver: match workload {
                Workload::Large => context.solver(&logic(fragment))?,
                Workload::Incremental => context.any_solver()?,
            },
            levels: Vec::new(),
            asserted: 0,
            assumable: Vec::new(),
            known: FxHashSet::default(),
        })
    }

    /// Follows to the present stack: all assertions, and where each level begins.
    pub(super) fn follow(&mut self, assertions: &[Assertion], levels: &[usize]) -> Result<(), Z3Error> {
        while let Some(&level) = levels.get(self.levels.len()) {
            self.catch_up(assertions.get(..level).unwrap_or(assertions))?;
            self.solver.push()?;
            self.levels.push((self.asserted, self.assumable.len()));
        }
        self.catch_up(assertions)
    }

    fn catch_up(&mut self, assertions: &[Assertion]) -> Result<(), Z3Error> {
        for assertion in assertions.get(self.asserted..).unwrap_or_default() {
            self.solver.assert(&assertion.translated)?;
            self.asserted += 1;
        }
        Ok(())
    }

    /// Drops levels until there are no more than so many.
    pub(super) fn drop_to(&mut self, depth: usize) -> Result<(), Z3Error> {
        let surplus = self.levels.len().saturating_sub(depth);
        if surplus == 0 {
            return Ok(());
        }
        self.solver.pop(surplus as u32)?;
        let (asserted, assumable) = self.levels[depth];
        self.levels.truncate(depth);
        self.asserted = asserted;
        for gone in self.assumable.drain(assumable..) {
            self.known.remove(&gone);
        }
        Ok(())
    }

    /// Makes a literal imply a formula, on the present level, unless it does.
    pub(super) fn allow(&mut self, term: TermId, literal: &Ast, formula: &Ast) -> Result<(), Z3Error> {
        if self.known.contains(&term) {
            return Ok(());
        }
        let context = &self.solver.context;
        self.solver.assert(&context.binary(context.api.table.mk_implies, literal, formula)?)?;
        self.known.insert(term);
        self.assumable.push(term);
        Ok(())
    }

    /// How many formulas can be assumed here. Each stays until its level is dropped, and costs a little at every query.
    pub(super) fn assumable(&self) -> usize {
        self.assumable.len()
    }
}
