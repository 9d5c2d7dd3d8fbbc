//! Safe constructors of sorts and terms, one for each shape of Z3's functions.

use super::context::{Ast, Context, SortHandle, c_string};
use super::raw::*;
use crate::error::Z3Error;
use std::ffi::c_uint;
use std::ptr;
use std::rc::Rc;

/// Declares constructors of sorts without arguments.
macro_rules! plain_sorts {
    ($($(#[$doc:meta])* $name:ident = $function:ident;)*) => {
        impl Context {
            $($(#[$doc])*
            pub(crate) fn $name(self: &Rc<Self>) -> Result<SortHandle, Z3Error> {
                // SAFETY: the context is alive.
                SortHandle::own(self, unsafe { (self.api.table.$function)(self.raw) })
            })*
        }
    };
}

plain_sorts! {
    /// Truth values.
    bool_sort = mk_bool_sort;
    /// Integers.
    int_sort = mk_int_sort;
    /// Reals.
    real_sort = mk_real_sort;
    /// Rounding modes.
    rounding_sort = mk_fpa_rounding_mode_sort;
}

impl Context {
    /// Bit-vectors.
    pub(crate) fn bits_sort(self: &Rc<Self>, width: u32) -> Result<SortHandle, Z3Error> {
        // SAFETY: the context is alive.
        SortHandle::own(self, unsafe { (self.api.table.mk_bv_sort)(self.raw, width) })
    }

    /// Floats.
    pub(crate) fn float_sort(
        self: &Rc<Self>,
        exponent: u32,
        significand: u32,
    ) -> Result<SortHandle, Z3Error> {
        // SAFETY: the context is alive.
        SortHandle::own(self, unsafe { (self.api.table.mk_fpa_sort)(self.raw, exponent, significand) })
    }

    /// Arrays.
    pub(crate) fn array_sort(
        self: &Rc<Self>,
        index: &SortHandle,
        element: &SortHandle,
    ) -> Result<SortHandle, Z3Error> {
        let (index, element) = (self.raw_sort(index)?, self.raw_sort(element)?);
        // SAFETY: both sorts are of this context.
        SortHandle::own(self, unsafe { (self.api.table.mk_array_sort)(self.raw, index, element) })
    }

    /// A term without arguments.
    pub(crate) fn nullary(self: &Rc<Self>, function: Nullary) -> Result<Ast, Z3Error> {
        // SAFETY: the shape says what the function takes.
        Ast::own(self, unsafe { function.0(self.raw) })
    }

    /// A term with one argument.
    pub(crate) fn unary(self: &Rc<Self>, function: Unary, argument: &Ast) -> Result<Ast, Z3Error> {
        let argument = self.raw_of(argument)?;
        // SAFETY: the shape says what the function takes; the argument is of this context.
        Ast::own(self, unsafe { function.0(self.raw, argument) })
    }

    /// A term with two arguments.
    pub(crate) fn binary(self: &Rc<Self>, function: Binary, one: &Ast, two: &Ast) -> Result<Ast, Z3Error> {
        let (one, two) = (self.raw_of(one)?, self.raw_of(two)?);
        // SAFETY: the shape says what the function takes; the arguments are of this context.
        Ast::own(self, unsafe { function.0(self.raw, one, two) })
    }

    /// A term with three arguments.
    pub(crate) fn ternary(
        self: &Rc<Self>,
        function: Ternary,
        [one, two, three]: [&Ast; 3],
    ) -> Result<Ast, Z3Error> {
        let (one, two, three) = (self.raw_of(one)?, self.raw_of(two)?, self.raw_of(three)?);
        // SAFETY: the shape says what the function takes; the arguments are of this context.
        Ast::own(self, unsafe { function.0(self.raw, one, two, three) })
    }

    /// A term with a list of arguments.
    pub(crate) fn nary(self: &Rc<Self>, function: Nary, arguments: &[Ast]) -> Result<Ast, Z3Error> {
        let raw = self.raw_all(arguments)?;
        // SAFETY: the shape says what the function takes; the array has as many elements as are said.
        Ast::own(self, unsafe { function.0(self.raw, raw.len() as c_uint, raw.as_ptr()) })
    }

    /// A term with a number and an argument.
    pub(crate) fn indexed(
        self: &Rc<Self>,
        function: Indexed,
        index: u32,
        argument: &Ast,
    ) -> Result<Ast, Z3Error> {
        let argument = self.raw_of(argument)?;
        // SAFETY: the shape says what the function takes; the argument is of this context.
        Ast::own(self, unsafe { function.0(self.raw, index, argument) })
    }

    /// A float from a rounding mode and another term.
    pub(crate) fn rounded(
        self: &Rc<Self>,
        function: Rounded,
        mode: &Ast,
        argument: &Ast,
        sort: &SortHandle,
    ) -> Result<Ast, Z3Error> {
        let (mode, argument, sort) = (self.raw_of(mode)?, self.raw_of(argument)?, self.raw_sort(sort)?);
        // SAFETY: the shape says what the function takes; all handles are of this context.
        Ast::own(self, unsafe { function.0(self.raw, mode, argument, sort) })
    }

    /// A bit-vector from a rounding mode and a float.
    pub(crate) fn to_bits(
        self: &Rc<Self>,
        function: ToBits,
        mode: &Ast,
        argument: &Ast,
        width: u32,
    ) -> Result<Ast, Z3Error> {
        let (mode, argument) = (self.raw_of(mode)?, self.raw_of(argument)?);
        // SAFETY: the shape says what the function takes; all handles are of this context.
        Ast::own(self, unsafe { function.0(self.raw, mode, argument, width) })
    }

    /// Whether a product of bit-vectors does not exceed the range, signed or not.
    pub(crate) fn no_overflow(
        self: &Rc<Self>,
        one: &Ast,
        two: &Ast,
        signedness: Signedness,
    ) -> Result<Ast, Z3Error> {
        let (one, two) = (self.raw_of(one)?, self.raw_of(two)?);
        let function = self.api.table.mk_bvmul_no_overflow;
        // SAFETY: the shape says what the function takes; the arguments are of this context.
        Ast::own(self, unsafe { function.0(self.raw, one, two, signedness == Signedness::Signed) })
    }

    /// A bit-vector as an integer.
    pub(crate) fn bits_to_int(
        self: &Rc<Self>,
        argument: &Ast,
        signedness: Signedness,
    ) -> Result<Ast, Z3Error> {
        let argument = self.raw_of(argument)?;
        let is_signed = signedness == Signedness::Signed;
        // SAFETY: the argument is of this context.
        Ast::own(self, unsafe { (self.api.table.mk_bv2int)(self.raw, argument, is_signed) })
    }

    /// Bits of a bit-vector.
    pub(crate) fn extract(self: &Rc<Self>, high: u32, low: u32, argument: &Ast) -> Result<Ast, Z3Error> {
        let argument = self.raw_of(argument)?;
        // SAFETY: the argument is of this context.
        Ast::own(self, unsafe { (self.api.table.mk_extract)(self.raw, high, low, argument) })
    }

    /// A fused multiplication and addition.
    pub(crate) fn fma(self: &Rc<Self>, arguments: &[Ast; 4]) -> Result<Ast, Z3Error> {
        let raw = self.raw_all(arguments)?;
        // SAFETY: the four arguments are of this context.
        Ast::own(self, unsafe { (self.api.table.mk_fpa_fma)(self.raw, raw[0], raw[1], raw[2], raw[3]) })
    }

    /// The float that is no number.
    pub(crate) fn nan(self: &Rc<Self>, sort: &SortHandle) -> Result<Ast, Z3Error> {
        let sort = self.raw_sort(sort)?;
        // SAFETY: the sort is of this context.
        Ast::own(self, unsafe { (self.api.table.mk_fpa_nan)(self.raw, sort) })
    }

    /// A float with given bits.
    pub(crate) fn float_of_bits(self: &Rc<Self>, bits: &Ast, sort: &SortHandle) -> Result<Ast, Z3Error> {
        let (bits, sort) = (self.raw_of(bits)?, self.raw_sort(sort)?);
        // SAFETY: both handles are of this context.
        Ast::own(self, unsafe { (self.api.table.mk_fpa_to_fp_bv)(self.raw, bits, sort) })
    }

    /// An array with one element everywhere.
    pub(crate) fn constant_array(self: &Rc<Self>, index: &SortHandle, element: &Ast) -> Result<Ast, Z3Error> {
        let (index, element) = (self.raw_sort(index)?, self.raw_of(element)?);
        // SAFETY: both handles are of this context.
        Ast::own(self, unsafe { (self.api.table.mk_const_array)(self.raw, index, element) })
    }

    /// A number in decimal digits, with `/` and `-` where the sort has them.
    pub(crate) fn numeral(self: &Rc<Self>, digits: &str, sort: &SortHandle) -> Result<Ast, Z3Error> {
        let (text, sort) = (c_string(digits)?, self.raw_sort(sort)?);
        // SAFETY: the text ends with zero; the sort is of this context.
        Ast::own(self, unsafe { (self.api.table.mk_numeral)(self.raw, text.as_ptr(), sort) })
    }

    /// A small number.
    pub(crate) fn small_numeral(self: &Rc<Self>, number: u64, sort: &SortHandle) -> Result<Ast, Z3Error> {
        let sort = self.raw_sort(sort)?;
        // SAFETY: the sort is of this context.
        Ast::own(self, unsafe { (self.api.table.mk_unsigned_int64)(self.raw, number, sort) })
    }

    /// Binds constants in a body.
    pub(crate) fn bind(self: &Rc<Self>, binder: Binder, bound: &[Ast], body: &Ast) -> Result<Ast, Z3Error> {
        let (raw, body) = (self.raw_all(bound)?, self.raw_of(body)?);
        let count = raw.len() as c_uint;
        // SAFETY: all handles are of this context, the array has as many elements as are said, there are no patterns.
        Ast::own(self, unsafe { binder.0(self.raw, 1, count, raw.as_ptr(), 0, ptr::null(), body) })
    }
}

/// How bits are read as a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signedness {
    /// In two's complement.
    Signed,
    /// As a natural number.
    Unsigned,
}
