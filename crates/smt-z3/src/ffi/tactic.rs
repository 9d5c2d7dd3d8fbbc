//! Z3's tactics: procedures that turn a formula into others.

use super::context::{Ast, Context, c_string, handle};
use super::raw::*;
use crate::error::Z3Error;
use std::rc::Rc;

handle! {
    /// A tactic of Z3.
    TacticHandle, RawTactic, tactic_inc_ref, tactic_dec_ref
}
handle! {
    /// A set of formulas that a tactic works on.
    GoalHandle, RawGoal, goal_inc_ref, goal_dec_ref
}
handle! {
    /// What a tactic made of a goal.
    ApplyHandle, RawApply, apply_result_inc_ref, apply_result_dec_ref
}

impl Context {
    /// A tactic, by its name.
    pub(crate) fn tactic(self: &Rc<Self>, name: &str) -> Result<TacticHandle, Z3Error> {
        let name = c_string(name)?;
        // SAFETY: the text ends with zero.
        TacticHandle::own(self, unsafe { (self.api.table.mk_tactic)(self.raw, name.as_ptr()) })
    }

    /// One formula as a goal.
    fn goal(self: &Rc<Self>, formula: &Ast) -> Result<GoalHandle, Z3Error> {
        let formula = self.raw_of(formula)?;
        let table = &self.api.table;
        // SAFETY: a goal with models and without cores and proofs.
        let goal = GoalHandle::own(self, unsafe { (table.mk_goal)(self.raw, true, false, false) })?;
        // SAFETY: both handles are of this context.
        unsafe { (table.goal_assert)(self.raw, goal.raw, formula) };
        self.check().map(|()| goal)
    }
}

impl TacticHandle {
    /// A formula that is equivalent to a given one. An approximation is refused.
    pub(crate) fn apply(&self, formula: &Ast) -> Result<Ast, Z3Error> {
        let context = &self.context;
        let table = &context.api.table;
        let goal = context.goal(formula)?;
        // SAFETY: both handles are of one context.
        let result = unsafe { (table.tactic_apply)(context.raw, self.raw, goal.raw) };
        let result = ApplyHandle::own(context, result)?;
        // SAFETY: the handle is of its context.
        let count = unsafe { (table.apply_result_get_num_subgoals)(context.raw, result.raw) };
        let mut cases = Vec::new();
        for index in 0..count {
            // SAFETY: the index is below the number of goals.
            let goal = unsafe { (table.apply_result_get_subgoal)(context.raw, result.raw, index) };
            cases.push(GoalHandle::own(context, goal)?.formula()?);
        }
        if let [single] = &*cases {
            return Ok(single.clone());
        }
        context.nary(table.mk_or, &cases)
    }
}

impl GoalHandle {
    /// The conjunction of the formulas.
    fn formula(&self) -> Result<Ast, Z3Error> {
        let (context, table) = (&self.context, &self.context.api.table);
        // SAFETY: the handle is of its context.
        let (precision, size) = unsafe {
            ((table.goal_precision)(context.raw, self.raw), (table.goal_size)(context.raw, self.raw))
        };
        if precision != 0 {
            return Err(Z3Error::Untranslatable("a goal that is an approximation".to_owned()));
        }
        let mut formulas = Vec::new();
        for index in 0..size {
            // SAFETY: the index is below the size.
            let formula = unsafe { (table.goal_formula)(context.raw, self.raw, index) };
            formulas.push(Ast::own(context, formula)?);
        }
        context.nary(table.mk_and, &formulas)
    }
}
