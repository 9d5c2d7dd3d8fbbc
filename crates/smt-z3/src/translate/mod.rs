//! From our terms to Z3's: each term once for each context, kept in a vector by its index.
//!
//! The walk is iterative, so depth does no harm here. Variables and functions get the number of their symbol as a name:
//! nothing is copied, no name can clash with one of Z3's, and the way back is a lookup. Bound variables are translated as constants,
//! which Z3 then binds, so scopes are as in our terms.
//!
//! Where SMT-LIB leaves a value to the model, Z3's choice is taken, and models say which it was. Z3 fixes some of these choices
//! (a float that fits no bit-vector) where the standard allows others, so *unsatisfiable* can then be too strong. Whoever
//! means all choices must say so in the formula; the front end does, because C has no value there either.

mod bits;
mod float;
mod value;

use crate::error::Z3Error;
use crate::ffi::{Ast, Binary, Context, Decl, Nary, SortHandle};
use rustc_hash::FxHashMap;
use smt::eval::is_partial;
use smt::print::Fragment;
use smt::{ArithOp, ArrayOp, CoreOp, FpOp, Op, Quantifier, Sort, SymbolId, TermId, Terms};
use std::rc::Rc;
use stdx::Idx;

type Outcome = Result<Ast, Z3Error>;

/// The terms of one store in one context.
pub(crate) struct Translation {
    pub(crate) context: Rc<Context>,
    terms: Vec<Option<Ast>>,
    fragments: Vec<Fragment>,
    /// Whether a term has an operator whose value the standard may leave to the model.
    partial: Vec<bool>,
    sorts: FxHashMap<Sort, Rc<SortHandle>>,
    symbols: Vec<Option<Decl>>,
}

impl Translation {
    /// Nothing is translated yet.
    pub(crate) fn new(context: Rc<Context>) -> Self {
        Self {
            context,
            terms: Vec::new(),
            fragments: Vec::new(),
            partial: Vec::new(),
            sorts: FxHashMap::default(),
            symbols: Vec::new(),
        }
    }

    fn known(&self, term: TermId) -> Option<&Ast> {
        self.terms.get(term.index()).and_then(Option::as_ref)
    }

    /// The term in Z3.
    pub(crate) fn term(&mut self, terms: &Terms, term: TermId) -> Outcome {
        if let Some(known) = self.known(term) {
            return Ok(known.clone());
        }
        if self.terms.len() < terms.len() {
            self.terms.resize_with(terms.len(), || None);
            self.fragments.resize(terms.len(), Fragment::default());
            self.partial.resize(terms.len(), false);
        }
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            if self.known(next).is_some() {
                pending.pop();
                continue;
            }
            let before = pending.len();
            let is_missing = |&&arg: &&TermId| self.known(arg).is_none();
            pending.extend(terms.args(next).iter().filter(is_missing));
            if pending.len() > before {
                continue;
            }
            let translated = self.node(terms, next)?;
            self.terms[next.index()] = Some(translated);
            self.fragments[next.index()] = self.fragment_of(terms, next);
            let mut args = terms.args(next).iter();
            self.partial[next.index()] = is_partial(terms, next) || args.any(|&arg| self.has_choices(arg));
            pending.pop();
        }
        self.known(term).cloned().ok_or(Z3Error::ForeignHandle)
    }

    /// What a translated term needs of a logic, its subterms included.
    pub(crate) fn fragment(&self, term: TermId) -> Fragment {
        self.fragments.get(term.index()).copied().unwrap_or_default()
    }

    /// Whether a translated term, or one in it, may have a value that the model chooses.
    pub(crate) fn has_choices(&self, term: TermId) -> bool {
        self.partial.get(term.index()).copied().unwrap_or_default()
    }

    fn fragment_of(&self, terms: &Terms, term: TermId) -> Fragment {
        let mut fragment = Fragment::default();
        fragment.note(terms, term);
        for &arg in terms.args(term) {
            fragment.join(self.fragment(arg));
        }
        fragment
    }

    /// A sort in Z3.
    pub(crate) fn sort(&mut self, terms: &Terms, sort: Sort) -> Result<Rc<SortHandle>, Z3Error> {
        if let Some(known) = self.sorts.get(&sort) {
            return Ok(Rc::clone(known));
        }
        let context = Rc::clone(&self.context);
        let made = Rc::new(match sort {
            Sort::Bool => context.bool_sort()?,
            Sort::BitVec(width) => context.bits_sort(width)?,
            Sort::Float(format) => context.float_sort(format.exponent(), format.significand())?,
            Sort::RoundingMode => context.rounding_sort()?,
            Sort::Int => context.int_sort()?,
            Sort::Real => context.real_sort()?,
            Sort::Array(id) => {
                // Index sorts are no arrays, and elements nest only as deep as sorts were written.
                let (index, element) = terms.array_parts(id);
                let (index, element) = (self.sort(terms, index)?, self.sort(terms, element)?);
                context.array_sort(&index, &element)?
            }
        });
        self.sorts.insert(sort, Rc::clone(&made));
        Ok(made)
    }

    /// A symbol's declaration in Z3.
    pub(crate) fn symbol(&mut self, terms: &Terms, symbol: SymbolId) -> Result<&Decl, Z3Error> {
        let index = symbol.index();
        if self.symbols.len() <= index {
            self.symbols.resize_with(index + 1, || None);
        }
        if self.symbols[index].is_none() {
            let declared = terms.symbol(symbol);
            let mut arguments = Vec::new();
            for &sort in &declared.arguments {
                arguments.push(self.sort(terms, sort)?);
            }
            let result = self.sort(terms, declared.result)?;
            let arguments: Vec<&SortHandle> = arguments.iter().map(|sort| &**sort).collect();
            self.symbols[index] = Some(self.context.declare(symbol.0, &arguments, &result)?);
        }
        self.symbols[index].as_ref().ok_or(Z3Error::ForeignHandle)
    }

    /// The symbol whose declaration has a number for a name.
    pub(crate) fn numbered(&self, number: u32) -> Option<SymbolId> {
        self.symbols.get(number as usize).and_then(Option::as_ref).map(|_| SymbolId(number))
    }

    /// A variable as a term of Z3.
    pub(crate) fn constant_of(&mut self, terms: &Terms, symbol: SymbolId) -> Outcome {
        let context = Rc::clone(&self.context);
        context.apply(self.symbol(terms, symbol)?, &[])
    }

    /// A term whose arguments are translated.
    fn node(&mut self, terms: &Terms, term: TermId) -> Outcome {
        let mut args = Vec::with_capacity(terms.args(term).len());
        for &arg in terms.args(term) {
            args.push(self.known(arg).cloned().ok_or(Z3Error::ForeignHandle)?);
        }
        let context = Rc::clone(&self.context);
        match terms.op(term) {
            Op::Const(id) => self.value(terms, terms.value(id)),
            Op::Apply(symbol) => {
                let decl = self.symbol(terms, symbol)?;
                context.apply(decl, &args)
            }
            Op::Quantified(quantifier) => {
                let binder = match quantifier {
                    Quantifier::Forall => context.api.table.mk_forall_const,
                    Quantifier::Exists => context.api.table.mk_exists_const,
                };
                let (body, bound) = args.split_last().ok_or_else(odd)?;
                context.bind(binder, bound, body)
            }
            Op::Fp(FpOp::Fma) if context.api.numbers < crate::MODERN => {
                Err(Z3Error::Unsupported("this version of Z3 ends the process at fp.fma of constants"))
            }
            Op::Fp(FpOp::Rem) if context.api.numbers < crate::MODERN => {
                Err(Z3Error::Unsupported("this version of Z3 is wrong about fp.rem"))
            }
            Op::Core(op) => core(&context, op, &args),
            Op::Arith(op) => self.arith(terms, op, &args),
            Op::Bv(op) => self.bits(terms, op, &args, terms.sort(terms.args(term)[0])),
            Op::Fp(op) => self.float(terms, op, &args),
            Op::Array(op) => self.array(terms, op, &args),
        }
    }

    fn array(&mut self, terms: &Terms, op: ArrayOp, args: &[Ast]) -> Outcome {
        let context = Rc::clone(&self.context);
        match (op, args) {
            (ArrayOp::Select, [array, index]) => context.binary(context.api.table.mk_select, array, index),
            (ArrayOp::Store, [array, index, element]) => {
                context.ternary(context.api.table.mk_store, [array, index, element])
            }
            (ArrayOp::Constant(id), [element]) => {
                let index = self.sort(terms, terms.array_parts(id).0)?;
                context.constant_array(&index, element)
            }
            (ArrayOp::Select | ArrayOp::Store | ArrayOp::Constant(_), _) => Err(odd()),
        }
    }

    fn arith(&mut self, terms: &Terms, op: ArithOp, args: &[Ast]) -> Outcome {
        let context = Rc::clone(&self.context);
        let table = &context.api.table;
        match op {
            ArithOp::Add => context.nary(table.mk_add, args),
            ArithOp::Sub => context.nary(table.mk_sub, args),
            ArithOp::Mul => context.nary(table.mk_mul, args),
            ArithOp::Neg => context.unary(table.mk_unary_minus, one(args)?),
            ArithOp::RealDiv | ArithOp::IntDiv => two(&context, table.mk_div, args),
            ArithOp::Mod => two(&context, table.mk_mod, args),
            ArithOp::Abs => {
                let argument = one(args)?;
                let zero = context.small_numeral(0, &*self.sort(terms, Sort::Int)?)?;
                let is_natural = context.binary(table.mk_ge, argument, &zero)?;
                let negated = context.unary(table.mk_unary_minus, argument)?;
                context.ternary(table.mk_ite, [&is_natural, argument, &negated])
            }
            ArithOp::Le => two(&context, table.mk_le, args),
            ArithOp::Lt => two(&context, table.mk_lt, args),
            ArithOp::Ge => two(&context, table.mk_ge, args),
            ArithOp::Gt => two(&context, table.mk_gt, args),
            ArithOp::ToReal => context.unary(table.mk_int2real, one(args)?),
            ArithOp::ToInt => context.unary(table.mk_real2int, one(args)?),
            ArithOp::IsInt => context.unary(table.mk_is_int, one(args)?),
            ArithOp::Divisible(by) => {
                let sort = self.sort(terms, Sort::Int)?;
                let by = context.small_numeral(by.into(), &sort)?;
                let rest = context.binary(table.mk_mod, one(args)?, &by)?;
                let zero = context.small_numeral(0, &sort)?;
                context.binary(table.mk_eq, &rest, &zero)
            }
        }
    }
}

fn core(context: &Rc<Context>, op: CoreOp, args: &[Ast]) -> Outcome {
    let table = &context.api.table;
    let nary = |function: Nary| context.nary(function, args);
    match op {
        CoreOp::Not => context.unary(table.mk_not, one(args)?),
        CoreOp::And => nary(table.mk_and),
        CoreOp::Or => nary(table.mk_or),
        CoreOp::Xor => two(context, table.mk_xor, args),
        CoreOp::Implies => two(context, table.mk_implies, args),
        CoreOp::Eq => two(context, table.mk_eq, args),
        CoreOp::Distinct => nary(table.mk_distinct),
        CoreOp::Ite => match args {
            [condition, yes, no] => context.ternary(table.mk_ite, [condition, yes, no]),
            [..] => Err(odd()),
        },
    }
}

/// The store builds no term with another number of arguments.
fn odd() -> Z3Error {
    Z3Error::Untranslatable("a term with an odd number of arguments".to_owned())
}

fn one(args: &[Ast]) -> Result<&Ast, Z3Error> {
    if let [argument] = args { Ok(argument) } else { Err(odd()) }
}

fn two(context: &Rc<Context>, function: Binary, args: &[Ast]) -> Outcome {
    if let [one, two] = args { context.binary(function, one, two) } else { Err(odd()) }
}
