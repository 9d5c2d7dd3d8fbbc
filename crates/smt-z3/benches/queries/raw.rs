//! The same requests by bare calls of the library, with formulas that it has parsed before the clock starts.
#![expect(unsafe_code, reason = "bare calls of the library are what is measured")]

use super::load::{Load, Request};
use indexmap::IndexSet;
use libloading::{Library, Symbol};
use smt::{TermId, print};
use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::path::Path;
use std::ptr;
use std::time::Duration;

type Handle = *mut c_void;

/// A function of the library.
macro_rules! function {
    ($library:expr, $name:ident, fn($($argument:ty),* $(,)?) $(-> $result:ty)?) => {{
        type Function = unsafe extern "C" fn($($argument),*) $(-> $result)?;
        // SAFETY: the type is what the headers say.
        let found: Result<Symbol<'_, Function>, _> = unsafe { $library.get(stringify!($name).as_bytes()) };
        found.expect("the library has it")
    }};
}

/// Runs the load once: the answers, and the time.
pub(crate) fn run(library: &Path, load: &Load) -> (Vec<i32>, Duration) {
    // SAFETY: initialisers of the library run.
    let library = unsafe { Library::new(library) }.expect("it was loaded before");
    let mk_config = function!(library, Z3_mk_config, fn() -> Handle);
    let mk_context = function!(library, Z3_mk_context_rc, fn(Handle) -> Handle);
    let parse = function!(
        library,
        Z3_parse_smtlib2_string,
        fn(
            Handle,
            *const c_char,
            c_uint,
            *const c_void,
            *const c_void,
            c_uint,
            *const c_void,
            *const c_void,
        ) -> Handle
    );
    let vector_ref = function!(library, Z3_ast_vector_inc_ref, fn(Handle, Handle));
    let vector_get = function!(library, Z3_ast_vector_get, fn(Handle, Handle, c_uint) -> Handle);
    let symbol = function!(library, Z3_mk_string_symbol, fn(Handle, *const c_char) -> Handle);
    let mk_solver = function!(library, Z3_mk_solver_for_logic, fn(Handle, Handle) -> Handle);
    let solver_ref = function!(library, Z3_solver_inc_ref, fn(Handle, Handle));
    let push = function!(library, Z3_solver_push, fn(Handle, Handle));
    let pop = function!(library, Z3_solver_pop, fn(Handle, Handle, c_uint));
    let assert = function!(library, Z3_solver_assert, fn(Handle, Handle, Handle));
    let check = function!(library, Z3_solver_check, fn(Handle, Handle) -> c_int);
    let del_context = function!(library, Z3_del_context, fn(Handle));

    let formulas = distinct(load);
    let text =
        CString::new(print::script(&load.terms, "QF_BV", &formulas.iter().copied().collect::<Vec<_>>()))
            .expect("no zero in a script");
    let text = CString::new(text.to_string_lossy().replace("(check-sat)", "")).expect("no zero in a script");
    // SAFETY: every handle is of the one context, and counted or used before the next call.
    unsafe {
        let context = mk_context(mk_config());
        let none = ptr::null();
        let parsed = parse(context, text.as_ptr(), 0, none, none, 0, none, none);
        vector_ref(context, parsed);
        let solver = mk_solver(context, symbol(context, c"QF_BV".as_ptr()));
        solver_ref(context, solver);
        let asts: Vec<Handle> =
            (0..formulas.len()).map(|index| vector_get(context, parsed, index as c_uint)).collect();
        let place = |formula: &TermId| formulas.get_index_of(formula).expect("all formulas are listed");
        let mut answers = Vec::new();
        let start = super::processor(super::HERE);
        for &request in &load.requests {
            match request {
                Request::Push => push(context, solver),
                Request::Pop => pop(context, solver, 1),
                Request::Assert(formula) => assert(context, solver, asts[place(&formula)]),
                Request::Check => answers.push(check(context, solver)),
            }
        }
        let time = super::processor(super::HERE).saturating_sub(start);
        del_context(context);
        std::mem::forget(library);
        (answers, time)
    }
}

/// All formulas in the order of their first use, which is the order in which our solver sees them.
pub(crate) fn distinct(load: &Load) -> IndexSet<TermId> {
    let asserted =
        |request: &Request| if let Request::Assert(formula) = request { Some(*formula) } else { None };
    load.requests.iter().filter_map(asserted).collect()
}
