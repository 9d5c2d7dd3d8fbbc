//! From s-expressions to terms and sorts.

use super::ParseError;
use super::sexpr::{Expr, ExprId, Exprs};
use crate::sort::{Format, Sort};
use crate::term::{
    ArithOp, ArrayOp, BvOp, CoreOp, FpOp, Op, Quantifier, SymbolId, TermId, Terms, plain_operator,
};
use crate::transform::{FreeSymbols, Substitution};
use crate::value::float::Sign;
use crate::value::{BigInt, BigRational, BigUint, Bits, FloatValue, Rounding, Value};
use num_traits::{One, Pow};
use rustc_hash::{FxHashMap, FxHashSet};

/// Which symbols a text may use.
pub(super) enum Scope<'s> {
    /// All that the store has.
    Store,
    /// What the script has declared.
    Script(FxHashSet<SymbolId>),
    /// These, by names that need not be those of the store.
    Names(&'s FxHashMap<String, SymbolId>),
}

/// A definition that is expanded where it is used.
pub(super) struct Definition {
    pub(super) parameters: Vec<SymbolId>,
    pub(super) body: TermId,
}

pub(super) struct Elaborator<'s, 't> {
    pub(super) terms: &'s mut Terms,
    pub(super) exprs: &'s Exprs<'t>,
    /// Which symbols there are.
    pub(super) scope: Scope<'s>,
    pub(super) definitions: FxHashMap<&'t str, Definition>,
    /// Local names, innermost last.
    locals: FxHashMap<&'t str, Vec<TermId>>,
    /// The terms that local names stand for, to see captures.
    bound: Vec<TermId>,
    free: FreeSymbols,
}

/// What stands at the head of an application.
enum Head<'t> {
    Op(Op),
    /// `(_ to_fp e s)`, whose meaning depends on the arguments.
    ToFp(Format),
    Defined(&'t str),
}

impl<'s, 't> Elaborator<'s, 't> {
    pub(super) fn new(terms: &'s mut Terms, exprs: &'s Exprs<'t>, scope: Scope<'s>) -> Self {
        Self {
            terms,
            exprs,
            scope,
            definitions: FxHashMap::default(),
            locals: FxHashMap::default(),
            bound: Vec::new(),
            free: FreeSymbols::new(),
        }
    }

    pub(super) fn offset(&self, expr: ExprId) -> usize {
        self.exprs.all[expr].0.start
    }

    pub(super) fn error(&self, expr: ExprId, message: impl Into<String>) -> ParseError {
        ParseError::new(self.offset(expr), message)
    }

    pub(super) fn symbol(&self, expr: ExprId) -> Result<&'t str, ParseError> {
        match self.exprs.all[expr].1 {
            Expr::Atom(text) | Expr::Quoted(text) => Ok(text),
            Expr::Text | Expr::List(_) => Err(self.error(expr, "a symbol is expected")),
        }
    }

    pub(super) fn numeral(&self, expr: ExprId) -> Result<u32, ParseError> {
        self.symbol(expr)?.parse().map_err(|_| self.error(expr, "a number below 2^32 is expected"))
    }

    fn items(&self, expr: ExprId) -> &'s [ExprId] {
        if let Expr::List(items) = &self.exprs.all[expr].1 { items } else { &[] }
    }

    fn name_of(&self, expr: ExprId) -> &'t str {
        self.symbol(expr).unwrap_or_default()
    }

    fn apply(&mut self, at: ExprId, op: Op, args: &[TermId]) -> Result<TermId, ParseError> {
        self.terms.apply(op, args).map_err(|error| ParseError::sort(self.offset(at), &error))
    }

    pub(super) fn sort(&mut self, expr: ExprId) -> Result<Sort, ParseError> {
        let made = match (self.name_of(expr), self.items(expr)) {
            ("Bool", _) => Ok(Sort::Bool),
            ("Int", _) => Ok(Sort::Int),
            ("Real", _) => Ok(Sort::Real),
            ("RoundingMode", _) => Ok(Sort::RoundingMode),
            ("Float16", _) => Ok(Sort::Float(Format::HALF)),
            ("Float32", _) => Ok(Sort::Float(Format::SINGLE)),
            ("Float64", _) => Ok(Sort::Float(Format::DOUBLE)),
            ("Float128", _) => Ok(Sort::Float(Format::QUAD)),
            (_, &[under, kind, width]) if self.name_of(under) == "_" && self.name_of(kind) == "BitVec" => {
                Sort::bit_vec(self.numeral(width)?)
            }
            (_, &[under, kind, e, s])
                if self.name_of(under) == "_" && self.name_of(kind) == "FloatingPoint" =>
            {
                Format::new(self.numeral(e)?, self.numeral(s)?).map(Sort::Float)
            }
            (_, &[kind, index, element]) if self.name_of(kind) == "Array" => {
                let index = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.sort(index))?;
                let element = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.sort(element))?;
                self.terms.array_sort(index, element)
            }
            (_, _) => return Err(self.error(expr, "a known sort is expected")),
        };
        made.map_err(|error| ParseError::sort(self.offset(expr), &error))
    }

    pub(super) fn term(&mut self, expr: ExprId) -> Result<TermId, ParseError> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &self.exprs.all[expr].1 {
            Expr::Atom(text) => self.atom(expr, text),
            Expr::Quoted(text) => self.named(expr, text),
            Expr::Text => Err(self.error(expr, "strings are not supported")),
            Expr::List(items) => self.compound(expr, items),
        })
    }

    fn atom(&mut self, expr: ExprId, text: &'t str) -> Result<TermId, ParseError> {
        if let Some(literal) = literal(text) {
            let value = literal.ok_or_else(|| self.error(expr, format!("`{text}` is no literal")))?;
            if let Value::Bits(bits) = &value {
                Sort::bit_vec(bits.width()).map_err(|error| ParseError::sort(self.offset(expr), &error))?;
            }
            return Ok(self.terms.constant(value));
        }
        self.named(expr, text)
    }

    fn named(&mut self, expr: ExprId, name: &'t str) -> Result<TermId, ParseError> {
        if let Some(&local) = self.locals.get(name).and_then(|stack| stack.last()) {
            return Ok(local);
        }
        if let Some(mode) = Rounding::ALL.iter().find(|mode| [mode.name(), mode.long_name()].contains(&name))
        {
            return Ok(self.terms.constant(Value::Rounding(*mode)));
        }
        if matches!(name, "true" | "false") {
            return Ok(self.terms.bool(name == "true"));
        }
        self.application(expr, expr, &[])
    }

    fn compound(&mut self, expr: ExprId, items: &'s [ExprId]) -> Result<TermId, ParseError> {
        let (&head, rest) = items.split_first().ok_or_else(|| self.error(expr, "an empty list"))?;
        match (self.name_of(head), rest) {
            ("let", &[bindings, body]) => self.let_in(bindings, body),
            ("forall", &[bindings, body]) => self.quantified(expr, Quantifier::Forall, bindings, body),
            ("exists", &[bindings, body]) => self.quantified(expr, Quantifier::Exists, bindings, body),
            ("!", &[inner, ..]) => self.term(inner),
            ("_", _) => self.indexed_constant(expr, rest),
            (_, _) => {
                let args = rest.iter().map(|&arg| self.term(arg)).collect::<Result<Vec<_>, _>>()?;
                self.application(expr, head, &args)
            }
        }
    }

    fn let_in(&mut self, bindings: ExprId, body: ExprId) -> Result<TermId, ParseError> {
        let mut names = Vec::new();
        for &binding in self.items(bindings) {
            let &[name, value] = self.items(binding) else {
                return Err(self.error(binding, "a name and a term are expected"));
            };
            names.push((self.symbol(name)?, self.term(value)?));
        }
        for &(name, value) in &names {
            self.locals.entry(name).or_default().push(value);
            self.bound.push(value);
        }
        let result = self.term(body);
        for &(name, _) in &names {
            self.unbind(name);
        }
        result
    }

    pub(super) fn bind_symbol(&mut self, name: &'t str, symbol: SymbolId) {
        let variable = self.terms.make(Op::Apply(symbol), &[]);
        self.locals.entry(name).or_default().push(variable);
        self.bound.push(variable);
    }

    pub(super) fn unbind(&mut self, name: &str) {
        self.bound.pop();
        if let Some(stack) = self.locals.get_mut(name) {
            stack.pop();
        }
    }

    fn quantified(
        &mut self,
        expr: ExprId,
        quantifier: Quantifier,
        bindings: ExprId,
        body: ExprId,
    ) -> Result<TermId, ParseError> {
        let mut names = Vec::new();
        for &binding in self.items(bindings) {
            let &[name, sort] = self.items(binding) else {
                return Err(self.error(binding, "a name and a sort are expected"));
            };
            let sort = self.sort(sort)?;
            let text = self.symbol(name)?;
            names.push((text, self.binder(name, text, sort)?));
        }
        for &(text, symbol) in &names {
            self.bind_symbol(text, symbol);
        }
        let body = self.term(body);
        for &(text, _) in &names {
            self.unbind(text);
        }
        let symbols: Vec<SymbolId> = names.iter().map(|&(_, symbol)| symbol).collect();
        let made = self.terms.quantify(quantifier, &symbols, body?);
        made.map_err(|error| ParseError::sort(self.offset(expr), &error))
    }

    /// The symbol for a bound variable: the one of that name, unless that is of another sort or would be captured.
    fn binder(&mut self, at: ExprId, name: &str, sort: Sort) -> Result<SymbolId, ParseError> {
        let made = match self.terms.declare(name, &[], sort) {
            Ok(symbol) => {
                let (free, terms) = (&mut self.free, &*self.terms);
                let is_mentioned = self.bound.iter().any(|&value| free.of(terms, value).contains(&symbol));
                if is_mentioned { self.terms.fresh(name, sort) } else { Ok(symbol) }
            }
            Err(_) => self.terms.fresh(name, sort),
        };
        made.map_err(|error| ParseError::sort(self.offset(at), &error))
    }

    /// `(_ bv5 8)`, `(_ +oo 8 24)` and the like, which stand alone.
    fn indexed_constant(&mut self, expr: ExprId, rest: &[ExprId]) -> Result<TermId, ParseError> {
        let unknown = || self.error(expr, "an unknown indexed symbol");
        let value = match *rest {
            [number, width] => {
                let digits = self.name_of(number).strip_prefix("bv").ok_or_else(unknown)?;
                let number: BigUint = digits.parse().map_err(|_| unknown())?;
                let width = self.numeral(width)?;
                Sort::bit_vec(width).map_err(|error| ParseError::sort(self.offset(expr), &error))?;
                Value::Bits(Bits::new(width, number))
            }
            [name, e, s] => {
                let format = Format::new(self.numeral(e)?, self.numeral(s)?);
                let format = format.map_err(|error| ParseError::sort(self.offset(expr), &error))?;
                Value::Float(match self.name_of(name) {
                    "+oo" => FloatValue::infinity(format, Sign::Plus),
                    "-oo" => FloatValue::infinity(format, Sign::Minus),
                    "+zero" => FloatValue::zero(format, Sign::Plus),
                    "-zero" => FloatValue::zero(format, Sign::Minus),
                    "NaN" => FloatValue::nan(format),
                    _ => return Err(unknown()),
                })
            }
            [..] => return Err(unknown()),
        };
        Ok(self.terms.constant(value))
    }

    fn head(&mut self, head: ExprId) -> Result<Head<'t>, ParseError> {
        let items = self.items(head);
        match *items {
            [] => {
                let name = self.symbol(head)?;
                if self.definitions.contains_key(name) {
                    return Ok(Head::Defined(name));
                }
                if let Some(op) = plain_operator(name) {
                    return Ok(Head::Op(op));
                }
                let symbol = match &self.scope {
                    Scope::Store => self.terms.lookup(name),
                    Scope::Script(all) => self.terms.lookup(name).filter(|symbol| all.contains(symbol)),
                    Scope::Names(names) => names.get(name).copied(),
                };
                let symbol = symbol.ok_or_else(|| self.error(head, format!("`{name}` is not declared")))?;
                Ok(Head::Op(Op::Apply(symbol)))
            }
            [kind, name, sort] if self.name_of(kind) == "as" && self.name_of(name) == "const" => {
                match self.sort(sort)? {
                    Sort::Array(id) => Ok(Head::Op(Op::Array(ArrayOp::Constant(id)))),
                    _ => Err(self.error(sort, "an array sort is expected")),
                }
            }
            [under, name, ref indices @ ..] if self.name_of(under) == "_" => {
                self.indexed(head, name, indices)
            }
            [..] => Err(self.error(head, "an operator is expected")),
        }
    }

    fn indexed(&mut self, at: ExprId, name: ExprId, indices: &[ExprId]) -> Result<Head<'t>, ParseError> {
        let numbers = indices.iter().map(|&index| self.numeral(index)).collect::<Result<Vec<_>, _>>()?;
        let op = match (self.name_of(name), &*numbers) {
            ("extract", &[high, low]) => Op::Bv(BvOp::Extract(high, low)),
            ("repeat", &[count]) => Op::Bv(BvOp::Repeat(count)),
            ("zero_extend", &[by]) => Op::Bv(BvOp::ZeroExtend(by)),
            ("sign_extend", &[by]) => Op::Bv(BvOp::SignExtend(by)),
            ("rotate_left", &[by]) => Op::Bv(BvOp::RotateLeft(by)),
            ("rotate_right", &[by]) => Op::Bv(BvOp::RotateRight(by)),
            ("int_to_bv" | "int2bv", &[width]) => Op::Bv(BvOp::IntToBv(width)),
            ("divisible", &[by]) => Op::Arith(ArithOp::Divisible(by)),
            ("fp.to_ubv", &[width]) => Op::Fp(FpOp::ToUbv(width)),
            ("fp.to_sbv", &[width]) => Op::Fp(FpOp::ToSbv(width)),
            (name @ ("to_fp" | "to_fp_unsigned"), &[e, s]) => {
                let format = Format::new(e, s).map_err(|error| ParseError::sort(self.offset(at), &error))?;
                if name == "to_fp" {
                    return Ok(Head::ToFp(format));
                }
                Op::Fp(FpOp::FromUnsigned(format))
            }
            (_, _) => return Err(self.error(at, "an unknown indexed operator")),
        };
        Ok(Head::Op(op))
    }

    fn application(&mut self, expr: ExprId, head: ExprId, args: &[TermId]) -> Result<TermId, ParseError> {
        match self.head(head)? {
            Head::Defined(name) => self.expand(expr, name, args),
            Head::ToFp(format) => {
                let op = match args.iter().map(|&arg| self.terms.sort(arg)).collect::<Vec<_>>()[..] {
                    [Sort::BitVec(_)] => FpOp::FromBits(format),
                    [_, Sort::BitVec(_)] => FpOp::FromSigned(format),
                    [_, Sort::Real] => FpOp::FromReal(format),
                    [..] => FpOp::FromFloat(format),
                };
                self.apply(expr, Op::Fp(op), args)
            }
            Head::Op(op @ (Op::Core(CoreOp::Eq | CoreOp::Distinct | CoreOp::Ite) | Op::Arith(_))) => {
                let args = self.mixed(args);
                self.spread(expr, op, &args)
            }
            Head::Op(op) => self.spread(expr, op, args),
        }
    }

    /// Integer literals among reals are reals.
    fn mixed(&mut self, args: &[TermId]) -> Vec<TermId> {
        let has_real = args.iter().any(|&arg| self.terms.sort(arg) == Sort::Real);
        let convert = |&arg: &TermId| {
            let is_literal = self.terms.sort(arg) == Sort::Int && self.terms.as_const(arg).is_some();
            if has_real && is_literal { self.terms.make(Op::Arith(ArithOp::ToReal), &[arg]) } else { arg }
        };
        args.iter().map(convert).collect()
    }

    /// Operators of two arguments that SMT-LIB lets have more: chains, and left or right associative ones.
    fn spread(&mut self, expr: ExprId, op: Op, args: &[TermId]) -> Result<TermId, ParseError> {
        match (op, args) {
            (Op::Arith(ArithOp::Sub), &[arg]) => self.apply(expr, Op::Arith(ArithOp::Neg), &[arg]),
            (Op::Arith(ArithOp::RealDiv), &[one, two]) => {
                // In logics of reals alone, `(/ 1 3)` is a real.
                let args = [one, two].map(|arg| match self.terms.sort(arg) {
                    Sort::Int if self.terms.as_const(arg).is_some() => {
                        self.terms.make(Op::Arith(ArithOp::ToReal), &[arg])
                    }
                    _ => arg,
                });
                self.apply(expr, op, &args)
            }
            (Op::Core(CoreOp::Implies), &[ref rest @ .., two, one]) if !rest.is_empty() => {
                let mut last = self.apply(expr, op, &[two, one])?;
                for &arg in rest.iter().rev() {
                    last = self.apply(expr, op, &[arg, last])?;
                }
                Ok(last)
            }
            (_, [_, _, _, ..]) if is_chained(op) => {
                let mut parts = Vec::new();
                for pair in args.windows(2) {
                    parts.push(self.apply(expr, op, pair)?);
                }
                self.apply(expr, Op::Core(CoreOp::And), &parts)
            }
            (_, &[one, two, ref rest @ ..]) if is_left_associative(op) && !rest.is_empty() => {
                let mut first = self.apply(expr, op, &[one, two])?;
                for &arg in rest {
                    first = self.apply(expr, op, &[first, arg])?;
                }
                Ok(first)
            }
            (_, _) => self.apply(expr, op, args),
        }
    }

    fn expand(&mut self, expr: ExprId, name: &str, args: &[TermId]) -> Result<TermId, ParseError> {
        let definition = &self.definitions[name];
        if definition.parameters.len() != args.len() {
            return Err(self.error(expr, format!("`{name}` takes {} arguments", definition.parameters.len())));
        }
        let mut substitution = Substitution::new();
        for (&parameter, &arg) in definition.parameters.iter().zip(args) {
            let replaced = substitution.replace(self.terms, parameter, arg);
            replaced.map_err(|error| ParseError::sort(self.offset(expr), &error))?;
        }
        let body = definition.body;
        Ok(substitution.apply(self.terms, body))
    }
}

fn is_chained(op: Op) -> bool {
    matches!(
        op,
        Op::Core(CoreOp::Eq)
            | Op::Arith(ArithOp::Le | ArithOp::Lt | ArithOp::Ge | ArithOp::Gt)
            | Op::Fp(FpOp::Leq | FpOp::Lt | FpOp::Geq | FpOp::Gt | FpOp::Eq)
    )
}

fn is_left_associative(op: Op) -> bool {
    matches!(
        op,
        Op::Core(CoreOp::Xor)
            | Op::Arith(ArithOp::Sub | ArithOp::RealDiv | ArithOp::IntDiv)
            | Op::Bv(BvOp::Concat | BvOp::And | BvOp::Or | BvOp::Xor | BvOp::Add | BvOp::Mul)
    )
}

/// The value of a literal; inner nothing if it begins like one and is none; outer nothing if it is a symbol.
fn literal(text: &str) -> Option<Option<Value>> {
    let bits = |digits: &str, radix: u32, width: u32| {
        // The number parser takes digits with underscores and signs, which SMT-LIB does not.
        digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(())?;
        let number = BigUint::parse_bytes(digits.as_bytes(), radix)?;
        Some(Value::Bits(Bits::new(u32::try_from(digits.len()).ok()?.checked_mul(width)?, number)))
    };
    if let Some(digits) = text.strip_prefix("#b") {
        return Some(bits(digits, 2, 1));
    }
    if let Some(digits) = text.strip_prefix("#x") {
        return Some(bits(digits, 16, 4));
    }
    if !text.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    if !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return Some(None);
    }
    Some(match text.split_once('.') {
        None => text.parse::<BigInt>().ok().map(Value::Int),
        Some((whole, fraction)) => format!("{whole}{fraction}").parse::<BigInt>().ok().map(|number| {
            let scale: BigInt =
                if fraction.is_empty() { BigInt::one() } else { BigInt::from(10).pow(fraction.len()) };
            Value::Real(BigRational::new(number, scale))
        }),
    })
}
