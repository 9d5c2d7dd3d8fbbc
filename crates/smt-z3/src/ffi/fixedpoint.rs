//! Z3's engine for Horn clauses.

use super::context::{Ast, Context, Decl, handle};
use super::raw::*;
use super::solver::Truth;
use crate::error::Z3Error;
use std::rc::Rc;

handle! {
    /// A system of Horn clauses.
    FixedpointHandle, RawFixedpoint, fixedpoint_inc_ref, fixedpoint_dec_ref
}

impl Context {
    /// No clauses, solved by Spacer with switches.
    pub(crate) fn spacer(self: &Rc<Self>, switches: &[(&str, bool)]) -> Result<FixedpointHandle, Z3Error> {
        let table = &self.api.table;
        let params = self.switches(switches)?;
        let (engine, spacer) = (self.symbol("engine")?, self.symbol("spacer")?);
        // SAFETY: all handles and symbols are of this context.
        unsafe { (table.params_set_symbol)(self.raw, params.raw, engine, spacer) };
        // SAFETY: the context is alive.
        let system = FixedpointHandle::own(self, unsafe { (table.mk_fixedpoint)(self.raw) })?;
        // SAFETY: both handles are of this context.
        unsafe { (table.fixedpoint_set_params)(self.raw, system.raw, params.raw) };
        self.check().map(|()| system)
    }
}

impl FixedpointHandle {
    /// Declares an unknown predicate.
    pub(crate) fn register(&self, predicate: &Decl) -> Result<(), Z3Error> {
        let (context, predicate) = (&self.context, self.context.raw_decl(predicate)?);
        // SAFETY: both handles are of one context.
        unsafe { (context.api.table.fixedpoint_register_relation)(context.raw, self.raw, predicate) };
        context.check()
    }

    /// Adds a clause.
    pub(crate) fn rule(&self, rule: &Ast, name: &str) -> Result<(), Z3Error> {
        let (context, rule) = (&self.context, self.context.raw_of(rule)?);
        let name = context.symbol(name)?;
        // SAFETY: all handles and symbols are of one context.
        unsafe { (context.api.table.fixedpoint_add_rule)(context.raw, self.raw, rule, name) };
        context.check()
    }

    /// Whether a predicate must hold somewhere. An error of Z3 leaves that unknown.
    pub(crate) fn query(&self, predicate: &Decl) -> Result<(Truth, Option<Z3Error>), Z3Error> {
        let (context, raw) = (&self.context, self.context.raw_decl(predicate)?);
        let query = context.api.table.fixedpoint_query_relations;
        // SAFETY: both handles are of one context; the array has one element.
        let answer = unsafe { query(context.raw, self.raw, 1, &raw const raw) };
        let error = context.check().err();
        let truth = if error.is_some() { Truth::Unknown } else { Truth::of(answer) };
        Ok((truth, error))
    }

    /// The solution, as one formula.
    pub(crate) fn answer(&self) -> Result<Ast, Z3Error> {
        let context = &self.context;
        // SAFETY: the handle is of its context.
        Ast::own(context, unsafe { (context.api.table.fixedpoint_get_answer)(context.raw, self.raw) })
    }

    /// Why the last answer was unknown.
    pub(crate) fn reason_unknown(&self) -> String {
        // SAFETY: the handle is of its context, and the text is copied at once.
        unsafe {
            let text = (self.context.api.table.fixedpoint_get_reason_unknown)(self.context.raw, self.raw);
            self.context.text(text)
        }
    }
}
