//! Contexts and terms of Z3 behind a safe interface.
//!
//! A [`Context`] owns Z3's context. Every handle ([`Ast`], [`SortHandle`], [`Decl`] and the macro's other types) holds one
//! reference of Z3's count and one of the context's, so nothing dangles and nothing leaks. All are bound to one
//! thread, since they share by `Rc`: Z3 forbids two threads in one context. Only [`Watch`](super::watch) crosses threads.
//!
//! Each call checks that handles are of its own context, and Z3's error code where the call can fail. Z3's error handler, which
//! by default ends the process, is replaced by one that does nothing.

use super::load::Api;
use super::raw::*;
use super::watch::Watch;
use crate::error::Z3Error;
use smt::solver::Interrupt;
use std::ffi::{CStr, CString, c_char, c_uint};
use std::ptr;
use std::rc::Rc;
use std::sync::Arc;

/// Z3's context.
pub(crate) struct Context {
    pub(crate) api: &'static Api,
    pub(super) raw: RawContext,
    pub(crate) watch: Arc<Watch>,
}

/// Replaces Z3's handler, which ends the process.
unsafe extern "C" fn ignore(_context: RawContext, _code: c_uint) {}

/// Declares a counted handle.
macro_rules! handle {
    ($(#[$doc:meta])* $name:ident, $raw:ident, $inc:ident, $dec:ident $(, $cast:ident)?) => {
        $(#[$doc])*
        pub(crate) struct $name {
            pub(crate) context: Rc<Context>,
            pub(super) raw: $raw,
        }

        impl $name {
            /// Takes a reference of what a call returned, or reports why it returned nothing.
            pub(super) fn own(context: &Rc<Context>, raw: $raw) -> Result<Self, Z3Error> {
                if raw.is_null() {
                    return Err(context.error());
                }
                // SAFETY: the handle was just returned by this context, which keeps it until the next call.
                unsafe { (context.api.table.$inc)(context.raw, raw $(as $cast)?) };
                Ok(Self { context: Rc::clone(context), raw })
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: the reference that `own` took is given back once, and the context still lives.
                unsafe { (self.context.api.table.$dec)(self.context.raw, self.raw $(as $cast)?) };
            }
        }
    };
}
pub(super) use handle;

handle! {
    /// A term of Z3.
    Ast, RawAst, inc_ref, dec_ref
}
handle! {
    /// A sort of Z3, which is a term to its reference counts.
    SortHandle, RawSort, inc_ref, dec_ref, RawAst
}
handle! {
    /// A declaration of Z3, which is a term to its reference counts.
    Decl, RawDecl, inc_ref, dec_ref, RawAst
}

impl Clone for Ast {
    fn clone(&self) -> Self {
        // SAFETY: the term is alive as long as `self` is.
        unsafe { (self.context.api.table.inc_ref)(self.context.raw, self.raw) };
        Self { context: Rc::clone(&self.context), raw: self.raw }
    }
}

impl PartialEq for Ast {
    /// Z3 shares equal terms.
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl PartialEq for Decl {
    /// Z3 shares equal declarations.
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        self.watch.forget_context();
        // SAFETY: no handle is left, since each holds a reference of this context, and no other thread can reach it.
        unsafe { (self.api.table.del_context)(self.raw) };
    }
}

impl Context {
    /// A new context of a library, whose calls an interrupt stops.
    pub(crate) fn new(api: &'static Api, interrupt: &Interrupt) -> Result<Rc<Self>, Z3Error> {
        let table = &api.table;
        // SAFETY: plain creation; the configuration is freed once and the context checked.
        let raw = unsafe {
            let config = (table.mk_config)();
            let raw = (table.mk_context_rc)(config);
            (table.del_config)(config);
            raw
        };
        if raw.is_null() {
            return Err(Z3Error::Call { code: 0, message: "no context could be made".to_owned() });
        }
        // SAFETY: the handler is a function that lives as long as the program.
        unsafe { (table.set_error_handler)(raw, ignore) };
        Ok(Rc::new(Self { api, raw, watch: Watch::new(api, raw, interrupt) }))
    }

    /// The last error, which the caller has reason to think there is.
    pub(super) fn error(&self) -> Z3Error {
        // SAFETY: the context is alive; the message is copied at once.
        unsafe {
            let code = (self.api.table.get_error_code)(self.raw);
            let message = self.text((self.api.table.get_error_msg)(self.raw, code));
            Z3Error::Call { code, message }
        }
    }

    /// The error of the last call, if it had one.
    pub(super) fn check(&self) -> Result<(), Z3Error> {
        // SAFETY: the context is alive.
        let code = unsafe { (self.api.table.get_error_code)(self.raw) };
        if code == 0 { Ok(()) } else { Err(self.error()) }
    }

    /// Copies a text that Z3 owns.
    ///
    /// # Safety
    /// Null, or a text that ends with zero and lives until the next call.
    pub(super) unsafe fn text(&self, text: *const c_char) -> String {
        if text.is_null() {
            return String::new();
        }
        // SAFETY: the caller vouches for the text.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }

    /// The raw form of a term, if it belongs here.
    pub(super) fn raw_of(self: &Rc<Self>, ast: &Ast) -> Result<RawAst, Z3Error> {
        if Rc::ptr_eq(self, &ast.context) { Ok(ast.raw) } else { Err(Z3Error::ForeignHandle) }
    }

    /// The raw form of a sort, if it belongs here.
    pub(super) fn raw_sort(self: &Rc<Self>, sort: &SortHandle) -> Result<RawSort, Z3Error> {
        if Rc::ptr_eq(self, &sort.context) { Ok(sort.raw) } else { Err(Z3Error::ForeignHandle) }
    }

    /// The raw form of a declaration, if it belongs here.
    pub(super) fn raw_decl(self: &Rc<Self>, decl: &Decl) -> Result<RawDecl, Z3Error> {
        if Rc::ptr_eq(self, &decl.context) { Ok(decl.raw) } else { Err(Z3Error::ForeignHandle) }
    }

    /// The raw forms of terms that belong here.
    pub(super) fn raw_all(self: &Rc<Self>, asts: &[Ast]) -> Result<Vec<RawAst>, Z3Error> {
        asts.iter().map(|ast| self.raw_of(ast)).collect()
    }

    /// Declares a function with a number for a name.
    pub(crate) fn declare(
        self: &Rc<Self>,
        name: u32,
        arguments: &[&SortHandle],
        result: &SortHandle,
    ) -> Result<Decl, Z3Error> {
        let number =
            i32::try_from(name).map_err(|_| Z3Error::Untranslatable("too many symbols".to_owned()))?;
        // SAFETY: the context is alive; symbols are not counted.
        let symbol = unsafe { (self.api.table.mk_int_symbol)(self.raw, number) };
        self.declare_symbol(symbol, arguments, result)
    }

    /// Declares a function with a text for a name.
    pub(crate) fn declare_named(
        self: &Rc<Self>,
        name: &str,
        arguments: &[&SortHandle],
        result: &SortHandle,
    ) -> Result<Decl, Z3Error> {
        let symbol = self.symbol(name)?;
        self.declare_symbol(symbol, arguments, result)
    }

    fn declare_symbol(
        self: &Rc<Self>,
        symbol: RawSymbol,
        arguments: &[&SortHandle],
        result: &SortHandle,
    ) -> Result<Decl, Z3Error> {
        let raw = arguments.iter().map(|sort| self.raw_sort(sort)).collect::<Result<Vec<_>, _>>()?;
        let result = self.raw_sort(result)?;
        // SAFETY: all handles are of this context, and the array has as many elements as are said.
        let decl = unsafe {
            (self.api.table.mk_func_decl)(self.raw, symbol, raw.len() as c_uint, raw.as_ptr(), result)
        };
        Decl::own(self, decl)
    }

    /// A symbol of Z3; symbols live as long as the context.
    pub(super) fn symbol(&self, name: &str) -> Result<RawSymbol, Z3Error> {
        let text = c_string(name)?;
        // SAFETY: the text ends with zero and is copied by Z3.
        Ok(unsafe { (self.api.table.mk_string_symbol)(self.raw, text.as_ptr()) })
    }

    /// A declared function applied.
    pub(crate) fn apply(self: &Rc<Self>, decl: &Decl, arguments: &[Ast]) -> Result<Ast, Z3Error> {
        let raw = self.raw_all(arguments)?;
        let decl = self.raw_decl(decl)?;
        // SAFETY: all handles are of this context, and the array has as many elements as are said.
        Ast::own(self, unsafe { (self.api.table.mk_app)(self.raw, decl, raw.len() as c_uint, raw.as_ptr()) })
    }

    /// A truth-valued constant that occurs nowhere else.
    pub(crate) fn fresh_bool(self: &Rc<Self>) -> Result<Ast, Z3Error> {
        let sort = self.bool_sort()?;
        // SAFETY: the prefix is a text that ends with zero; the sort is of this context.
        Ast::own(self, unsafe { (self.api.table.mk_fresh_const)(self.raw, c"assume".as_ptr(), sort.raw) })
    }
}

/// A text for C.
pub(super) fn c_string(text: &str) -> Result<CString, Z3Error> {
    CString::new(text).map_err(|_| Z3Error::Untranslatable("a name with a zero byte".to_owned()))
}

/// The kind of a declaration that no theory has, asked of the library because it differs between versions.
pub(super) fn uninterpreted_kind(table: &Table) -> u32 {
    // SAFETY: a context of its own, freed at the end; nothing made here is used afterwards.
    unsafe {
        let config = (table.mk_config)();
        let context = (table.mk_context_rc)(config);
        (table.del_config)(config);
        let symbol = (table.mk_int_symbol)(context, 0);
        let decl = (table.mk_func_decl)(context, symbol, 0, ptr::null(), (table.mk_bool_sort)(context));
        let kind = (table.get_decl_kind)(context, decl);
        (table.del_context)(context);
        kind
    }
}
