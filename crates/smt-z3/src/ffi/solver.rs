//! Z3's solvers, models and cores.

use super::context::{Ast, Context, Decl, handle};
use super::raw::*;
use crate::error::Z3Error;
use std::ffi::c_uint;
use std::ptr;
use std::rc::Rc;

handle! {
    /// A solver of Z3.
    SolverHandle, RawSolver, solver_inc_ref, solver_dec_ref
}
handle! {
    /// A model of Z3.
    ModelHandle, RawModel, model_inc_ref, model_dec_ref
}
handle! {
    /// A list of terms.
    VectorHandle, RawVector, ast_vector_inc_ref, ast_vector_dec_ref
}
handle! {
    /// The meaning of a function in a model.
    InterpretationHandle, RawInterpretation, func_interp_inc_ref, func_interp_dec_ref
}
handle! {
    /// One point of such a meaning.
    EntryHandle, RawEntry, func_entry_inc_ref, func_entry_dec_ref
}

/// Z3's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Truth {
    True,
    False,
    Unknown,
}

impl Truth {
    pub(super) fn of(number: i32) -> Self {
        match number {
            1 => Self::True,
            -1 => Self::False,
            _ => Self::Unknown,
        }
    }
}

impl Context {
    /// A solver for a logic; Z3's default solver if it has none for that name. It leaves the signals of the process alone: by
    /// default Z3 handles SIGINT itself while a query runs, and the program would not hear of it.
    pub(crate) fn solver(self: &Rc<Self>, logic: &str) -> Result<SolverHandle, Z3Error> {
        let symbol = self.symbol(logic)?;
        let table = &self.api.table;
        // SAFETY: the symbol is of this context.
        let special = SolverHandle::own(self, unsafe { (table.mk_solver_for_logic)(self.raw, symbol) });
        special.map_or_else(|_| self.any_solver(), |solver| self.deaf(solver))
    }

    /// Z3's default solver, for all logics.
    pub(crate) fn any_solver(self: &Rc<Self>) -> Result<SolverHandle, Z3Error> {
        // SAFETY: the context is alive.
        self.deaf(SolverHandle::own(self, unsafe { (self.api.table.mk_solver)(self.raw) })?)
    }

    /// A solver that leaves the user's Ctrl-C to the program.
    fn deaf(self: &Rc<Self>, solver: SolverHandle) -> Result<SolverHandle, Z3Error> {
        let table = &self.api.table;
        let params = self.switches(&[("ctrl_c", false)])?;
        // SAFETY: both handles are of this context.
        unsafe { (table.solver_set_params)(self.raw, solver.raw, params.raw) };
        self.check().map(|()| solver)
    }
}

impl SolverHandle {
    /// Opens a level.
    pub(crate) fn push(&self) -> Result<(), Z3Error> {
        // SAFETY: the solver is of its context.
        unsafe { (self.context.api.table.solver_push)(self.context.raw, self.raw) };
        self.context.check()
    }

    /// Drops levels.
    pub(crate) fn pop(&self, levels: u32) -> Result<(), Z3Error> {
        // SAFETY: the solver is of its context; too many levels are an error of Z3.
        unsafe { (self.context.api.table.solver_pop)(self.context.raw, self.raw, levels) };
        self.context.check()
    }

    /// Adds a formula.
    pub(crate) fn assert(&self, formula: &Ast) -> Result<(), Z3Error> {
        let formula = self.context.raw_of(formula)?;
        // SAFETY: both handles are of one context.
        unsafe { (self.context.api.table.solver_assert)(self.context.raw, self.raw, formula) };
        self.context.check()
    }

    /// Decides the assertions with literals that are assumed. An error of Z3 leaves the answer unknown with its message.
    pub(crate) fn check(&self, assumptions: &[Ast]) -> Result<(Truth, Option<Z3Error>), Z3Error> {
        let raw = self.context.raw_all(assumptions)?;
        let check = self.context.api.table.solver_check_assumptions;
        let pointer = if raw.is_empty() { ptr::null() } else { raw.as_ptr() };
        // SAFETY: all handles are of one context, and the array has as many elements as are said.
        let answer = unsafe { check(self.context.raw, self.raw, raw.len() as c_uint, pointer) };
        let error = self.context.check().err();
        let truth = if error.is_some() { Truth::Unknown } else { Truth::of(answer) };
        Ok((truth, error))
    }

    /// Why the last answer was unknown.
    pub(crate) fn reason_unknown(&self) -> String {
        // SAFETY: the solver is of its context, and the text is copied at once.
        unsafe {
            let text = (self.context.api.table.solver_get_reason_unknown)(self.context.raw, self.raw);
            self.context.text(text)
        }
    }

    /// The model of the last answer.
    pub(crate) fn model(&self) -> Result<ModelHandle, Z3Error> {
        let get = self.context.api.table.solver_get_model;
        // SAFETY: the solver is of its context.
        ModelHandle::own(&self.context, unsafe { get(self.context.raw, self.raw) })
    }

    /// The assumptions that the last answer needed.
    pub(crate) fn core(&self) -> Result<Vec<Ast>, Z3Error> {
        let get = self.context.api.table.solver_get_unsat_core;
        // SAFETY: the solver is of its context.
        let vector = VectorHandle::own(&self.context, unsafe { get(self.context.raw, self.raw) })?;
        vector.to_vec()
    }
}

impl VectorHandle {
    /// All elements.
    pub(crate) fn to_vec(&self) -> Result<Vec<Ast>, Z3Error> {
        let (table, context) = (&self.context.api.table, self.context.raw);
        // SAFETY: the vector is of its context.
        let size = unsafe { (table.ast_vector_size)(context, self.raw) };
        (0..size)
            .map(|index| {
                // SAFETY: the index is below the size.
                Ast::own(&self.context, unsafe { (table.ast_vector_get)(context, self.raw, index) })
            })
            .collect()
    }
}

impl ModelHandle {
    /// The value of a term; what the model leaves open gets some value.
    pub(crate) fn eval(&self, term: &Ast) -> Result<Ast, Z3Error> {
        let term = self.context.raw_of(term)?;
        let mut value: RawAst = ptr::null_mut();
        let eval = self.context.api.table.model_eval;
        // SAFETY: both handles are of one context; the result is written to a local variable.
        let is_done = unsafe { eval(self.context.raw, self.raw, term, true, &raw mut value) };
        if is_done { Ast::own(&self.context, value) } else { Err(self.context.error()) }
    }

    /// The meaning of a function; nothing if the model leaves it open.
    pub(crate) fn function(&self, decl: &Decl) -> Result<Option<InterpretationHandle>, Z3Error> {
        let decl = self.context.raw_decl(decl)?;
        let get = self.context.api.table.model_get_func_interp;
        // SAFETY: both handles are of one context.
        let raw = unsafe { get(self.context.raw, self.raw, decl) };
        if raw.is_null() {
            return self.context.check().map(|()| None);
        }
        InterpretationHandle::own(&self.context, raw).map(Some)
    }
}

impl InterpretationHandle {
    /// The points that are not the default: arguments, and the value.
    pub(crate) fn entries(&self) -> Result<Vec<(Vec<Ast>, Ast)>, Z3Error> {
        let (table, context) = (&self.context.api.table, self.context.raw);
        // SAFETY: the handle is of its context.
        let count = unsafe { (table.func_interp_get_num_entries)(context, self.raw) };
        let mut entries = Vec::new();
        for index in 0..count {
            // SAFETY: the index is below the count.
            let raw = unsafe { (table.func_interp_get_entry)(context, self.raw, index) };
            entries.push(EntryHandle::own(&self.context, raw)?.read()?);
        }
        Ok(entries)
    }

    /// The value everywhere else.
    pub(crate) fn default(&self) -> Result<Ast, Z3Error> {
        let get = self.context.api.table.func_interp_get_else;
        // SAFETY: the handle is of its context.
        Ast::own(&self.context, unsafe { get(self.context.raw, self.raw) })
    }
}

impl EntryHandle {
    fn read(&self) -> Result<(Vec<Ast>, Ast), Z3Error> {
        let (table, context) = (&self.context.api.table, self.context.raw);
        // SAFETY: the handle is of its context.
        let count = unsafe { (table.func_entry_get_num_args)(context, self.raw) };
        let mut arguments = Vec::new();
        for index in 0..count {
            // SAFETY: the index is below the count.
            arguments.push(Ast::own(&self.context, unsafe {
                (table.func_entry_get_arg)(context, self.raw, index)
            })?);
        }
        // SAFETY: the handle is of its context.
        let value = Ast::own(&self.context, unsafe { (table.func_entry_get_value)(context, self.raw) })?;
        Ok((arguments, value))
    }
}
