//! Reading terms that Z3 made.

use super::context::{Ast, Context, Decl, SortHandle};
use super::raw::*;
use crate::error::Z3Error;
use std::ffi::c_uint;
use std::rc::Rc;

/// What a term of Z3 is.
pub(crate) enum Shape {
    /// A number or other constant of a theory.
    Numeral,
    /// A function applied.
    Application(Decl, Vec<Ast>),
    /// A bound variable, counted from the innermost.
    Variable(u32),
    /// A binder: what it is, the sorts of its variables, its body.
    Binder(BinderKind, Vec<SortHandle>, Ast),
}

/// The binders of Z3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BinderKind {
    Forall,
    Exists,
    Lambda,
}

/// The name of a declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Name {
    /// A number, as all names that we gave to symbols are.
    Number(u32),
    /// A text.
    Text(String),
}

/// What sort a sort is.
pub(crate) enum SortShape {
    Bool,
    Int,
    Real,
    Bits(u32),
    Float(u32, u32),
    Rounding,
    Array(SortHandle, SortHandle),
    Other,
}

impl Ast {
    /// What the term is.
    pub(crate) fn shape(&self) -> Result<Shape, Z3Error> {
        let (table, context) = (&self.context.api.table, self.context.raw);
        // SAFETY: the term is of its context.
        match unsafe { (table.get_ast_kind)(context, self.raw) } {
            0 => Ok(Shape::Numeral),
            1 => self.application(),
            2 => {
                // SAFETY: the term is a variable.
                Ok(Shape::Variable(unsafe { (table.get_index_value)(context, self.raw) }))
            }
            3 => self.binder(),
            kind => Err(Z3Error::Untranslatable(format!("a node of kind {kind}"))),
        }
    }

    fn application(&self) -> Result<Shape, Z3Error> {
        let (table, context) = (&self.context.api.table, self.context.raw);
        // SAFETY: the term is an application.
        let decl = Decl::own(&self.context, unsafe { (table.get_app_decl)(context, self.raw) })?;
        // SAFETY: the term is an application.
        let count = unsafe { (table.get_app_num_args)(context, self.raw) };
        let mut arguments = Vec::with_capacity(count as usize);
        for index in 0..count {
            // SAFETY: the index is below the number of arguments.
            let argument = unsafe { (table.get_app_arg)(context, self.raw, index) };
            arguments.push(Self::own(&self.context, argument)?);
        }
        Ok(Shape::Application(decl, arguments))
    }

    fn binder(&self) -> Result<Shape, Z3Error> {
        let (table, context) = (&self.context.api.table, self.context.raw);
        // SAFETY: the term is a binder of its context.
        let (is_forall, is_exists, count) = unsafe {
            (
                (table.is_quantifier_forall)(context, self.raw),
                (table.is_quantifier_exists)(context, self.raw),
                (table.get_quantifier_num_bound)(context, self.raw),
            )
        };
        let kind = match (is_forall, is_exists) {
            (true, _) => BinderKind::Forall,
            (false, true) => BinderKind::Exists,
            (false, false) => BinderKind::Lambda,
        };
        let mut sorts = Vec::new();
        for index in 0..count {
            // SAFETY: the index is below the number of variables.
            let sort = unsafe { (table.get_quantifier_bound_sort)(context, self.raw, index) };
            sorts.push(SortHandle::own(&self.context, sort)?);
        }
        // SAFETY: the term is a binder of its context.
        let body = Self::own(&self.context, unsafe { (table.get_quantifier_body)(context, self.raw) })?;
        Ok(Shape::Binder(kind, sorts, body))
    }

    /// The name of the function at the head of an application; some versions count constants of floats as numerals.
    pub(crate) fn head(&self) -> Result<Name, Z3Error> {
        let (table, context) = (&self.context.api.table, self.context.raw);
        // SAFETY: the term is of its context; numerals are applications inside of Z3, and others are an error.
        let decl = unsafe {
            if (table.get_ast_kind)(context, self.raw) > 1 {
                return Err(Z3Error::Untranslatable(self.text()));
            }
            (table.get_app_decl)(context, self.raw)
        };
        Ok(Decl::own(&self.context, decl)?.name())
    }

    /// The sort.
    pub(crate) fn sort(&self) -> Result<SortHandle, Z3Error> {
        // SAFETY: the term is of its context.
        let raw = unsafe { (self.context.api.table.get_sort)(self.context.raw, self.raw) };
        SortHandle::own(&self.context, raw)
    }

    /// A small number, if the term is one.
    pub(crate) fn small_number(&self) -> Option<u64> {
        let mut number = 0;
        let get = self.context.api.table.get_numeral_uint64;
        // SAFETY: the term is a numeral of its context; the result is written to a local variable.
        unsafe { get(self.context.raw, self.raw, &raw mut number) }.then_some(number)
    }

    /// The digits of a numeral.
    pub(crate) fn digits(&self) -> Result<String, Z3Error> {
        // SAFETY: the term is of its context; the text is copied at once.
        let text = unsafe {
            let text = (self.context.api.table.get_numeral_string)(self.context.raw, self.raw);
            self.context.text(text)
        };
        self.context.check().map(|()| text)
    }

    /// Whether a float that is a value is no number.
    pub(crate) fn is_nan(&self) -> bool {
        // SAFETY: the term is of its context.
        unsafe { (self.context.api.table.fpa_is_numeral_nan)(self.context.raw, self.raw) }
    }

    /// The function whose graph an array is.
    pub(crate) fn as_array(&self) -> Result<Option<Decl>, Z3Error> {
        let (table, context) = (&self.context.api.table, self.context.raw);
        // SAFETY: the term is of its context.
        if !unsafe { (table.is_as_array)(context, self.raw) } {
            return Ok(None);
        }
        // SAFETY: the term is such an array.
        let decl = unsafe { (table.get_as_array_func_decl)(context, self.raw) };
        Decl::own(&self.context, decl).map(Some)
    }

    /// The term with its bound variables replaced, the innermost by the first.
    pub(crate) fn substitute(&self, by: &[Self]) -> Result<Self, Z3Error> {
        let raw = self.context.raw_all(by)?;
        let substitute = self.context.api.table.substitute_vars;
        // SAFETY: all handles are of one context; the array has as many elements as are said.
        let result = unsafe { substitute(self.context.raw, self.raw, raw.len() as c_uint, raw.as_ptr()) };
        Self::own(&self.context, result)
    }

    /// Z3's text, for messages.
    pub(crate) fn text(&self) -> String {
        // SAFETY: the term is of its context; the text is copied at once.
        unsafe {
            let text = (self.context.api.table.ast_to_string)(self.context.raw, self.raw);
            self.context.text(text)
        }
    }

    /// A number that differs for terms that are alive and differ.
    pub(crate) fn address(&self) -> usize {
        self.raw.addr()
    }
}

impl Decl {
    /// The name.
    pub(crate) fn name(&self) -> Name {
        let (table, context) = (&self.context.api.table, self.context.raw);
        // SAFETY: the declaration is of its context; symbols live as long as that.
        unsafe {
            let symbol = (table.get_decl_name)(context, self.raw);
            if (table.get_symbol_kind)(context, symbol) == 0 {
                Name::Number((table.get_symbol_int)(context, symbol).unsigned_abs())
            } else {
                Name::Text(self.context.text((table.get_symbol_string)(context, symbol)))
            }
        }
    }

    /// Whether no theory has the function.
    pub(crate) fn is_uninterpreted(&self) -> bool {
        // SAFETY: the declaration is of its context.
        let kind = unsafe { (self.context.api.table.get_decl_kind)(self.context.raw, self.raw) };
        kind == self.context.api.uninterpreted
    }

    /// The parameters that are numbers.
    pub(crate) fn parameters(&self) -> Vec<u32> {
        let (table, context) = (&self.context.api.table, self.context.raw);
        // SAFETY: the declaration is of its context, and the indices are below the number of parameters.
        unsafe {
            let count = (table.get_decl_num_parameters)(context, self.raw);
            (0..count)
                .filter(|&index| (table.get_decl_parameter_kind)(context, self.raw, index) == 0)
                .filter_map(|index| {
                    u32::try_from((table.get_decl_int_parameter)(context, self.raw, index)).ok()
                })
                .collect()
        }
    }
}

impl SortHandle {
    /// What sort it is.
    pub(crate) fn shape(&self) -> Result<SortShape, Z3Error> {
        let (table, context): (&Table, RawContext) = (&self.context.api.table, self.context.raw);
        let own = |raw| SortHandle::own(&self.context, raw);
        // SAFETY: the sort is of its context, and each question is asked of the kind of sorts that it is for.
        unsafe {
            Ok(match (table.get_sort_kind)(context, self.raw) {
                1 => SortShape::Bool,
                2 => SortShape::Int,
                3 => SortShape::Real,
                4 => SortShape::Bits((table.get_bv_sort_size)(context, self.raw)),
                5 => SortShape::Array(
                    own((table.get_array_sort_domain)(context, self.raw))?,
                    own((table.get_array_sort_range)(context, self.raw))?,
                ),
                9 => SortShape::Float(
                    (table.fpa_get_ebits)(context, self.raw),
                    (table.fpa_get_sbits)(context, self.raw),
                ),
                10 => SortShape::Rounding,
                _ => SortShape::Other,
            })
        }
    }
}

impl Context {
    /// A term as Z3 simplifies it.
    pub(crate) fn simplify(self: &Rc<Self>, term: &Ast) -> Result<Ast, Z3Error> {
        self.unary(self.api.table.simplify, term)
    }
}
