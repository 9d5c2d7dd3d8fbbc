//! The printer: SMT-LIB 2.7 with `let` for everything that is shared, so that the text is as large as the graph.
//!
//! Terms are printed from an explicit stack. The body of a quantifier is a text of its own, whose shared subterms are
//! bound inside, because they may mention the bound variables. Names of `let` are `?0`, `?1` and so on; where a symbol
//! has such a name, the prefix is longer.

mod logic;

#[cfg(test)]
mod tests;

pub use logic::{Fragment, logic};

use crate::sort::Sort;
use crate::term::{ArithOp, ArrayOp, BvOp, FpOp, Op, Quantifier, SymbolId, TermId, Terms};
use crate::transform::{FreeSymbols, order_open};
use crate::value::{BigInt, BigRational, Value};
use num_traits::Signed;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// A term as SMT-LIB text.
pub fn term(terms: &Terms, root: TermId) -> String {
    let mut printer = Printer { terms, text: String::new(), next: 0, prefix: fresh_prefix(terms) };
    printer.scoped(root);
    printer.text
}

/// Declarations of all free symbols and the assertions, as a script that can be checked.
pub fn script(terms: &Terms, logic: &str, assertions: &[TermId]) -> String {
    let mut text = format!("(set-logic {logic})\n");
    let mut symbols = std::collections::BTreeSet::new();
    let mut free = FreeSymbols::new();
    for &assertion in assertions {
        symbols.extend(free.of(terms, assertion));
    }
    for id in symbols {
        let _ = writeln!(text, "{}", declaration(terms, id));
    }
    for &assertion in assertions {
        let _ = writeln!(text, "(assert {})", term(terms, assertion));
    }
    text.push_str("(check-sat)\n");
    text
}

/// The declaration of a symbol.
pub fn declaration(terms: &Terms, id: SymbolId) -> String {
    let decl = terms.symbol(id);
    let sorts: Vec<String> = decl.arguments.iter().map(|&argument| sort(terms, argument)).collect();
    format!("(declare-fun {} ({}) {})", symbol(terms, id), sorts.join(" "), sort(terms, decl.result))
}

/// A sort as text.
pub fn sort(terms: &Terms, sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::BitVec(width) => format!("(_ BitVec {width})"),
        Sort::Float(format) => format!("(_ FloatingPoint {} {})", format.exponent(), format.significand()),
        Sort::RoundingMode => "RoundingMode".to_owned(),
        Sort::Int => "Int".to_owned(),
        Sort::Real => "Real".to_owned(),
        Sort::Array(id) => {
            let (index, element) = terms.array_parts(id);
            format!("(Array {} {})", self::sort(terms, index), self::sort(terms, element))
        }
    }
}

/// The name of a symbol, in bars if it needs them.
pub fn symbol(terms: &Terms, id: SymbolId) -> String {
    let name = terms.symbol_name(id);
    if is_simple(name) { name.to_owned() } else { format!("|{name}|") }
}

/// Whether a name is a simple symbol that is not reserved.
fn is_simple(name: &str) -> bool {
    const RESERVED: &[&str] =
        &["_", "!", "as", "let", "exists", "forall", "match", "par", "lambda", "true", "false"];
    let is_part =
        |character: char| character.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(character);
    let starts_well = name.chars().next().is_some_and(|first| is_part(first) && !first.is_ascii_digit());
    starts_well && name.chars().all(is_part) && !RESERVED.contains(&name)
}

/// An operator as it stands before its arguments.
pub fn operator(terms: &Terms, op: Op) -> String {
    match op {
        Op::Const(id) => value(terms.value(id)),
        Op::Apply(id) => symbol(terms, id),
        Op::Quantified(Quantifier::Forall) => "forall".to_owned(),
        Op::Quantified(Quantifier::Exists) => "exists".to_owned(),
        Op::Core(op) => op.name().unwrap_or_default().to_owned(),
        Op::Arith(ArithOp::Neg) => "-".to_owned(),
        Op::Arith(ArithOp::Divisible(by)) => format!("(_ divisible {by})"),
        Op::Arith(op) => op.name().unwrap_or_default().to_owned(),
        Op::Bv(op) => bv_operator(op),
        Op::Fp(op) => fp_operator(op),
        Op::Array(ArrayOp::Constant(id)) => format!("(as const {})", sort(terms, Sort::Array(id))),
        Op::Array(op) => op.name().unwrap_or_default().to_owned(),
    }
}

fn bv_operator(op: BvOp) -> String {
    match op {
        BvOp::Extract(high, low) => format!("(_ extract {high} {low})"),
        BvOp::Repeat(count) => format!("(_ repeat {count})"),
        BvOp::ZeroExtend(by) => format!("(_ zero_extend {by})"),
        BvOp::SignExtend(by) => format!("(_ sign_extend {by})"),
        BvOp::RotateLeft(by) => format!("(_ rotate_left {by})"),
        BvOp::RotateRight(by) => format!("(_ rotate_right {by})"),
        BvOp::IntToBv(width) => format!("(_ int_to_bv {width})"),
        plain => plain.name().unwrap_or_default().to_owned(),
    }
}

fn fp_operator(op: FpOp) -> String {
    match op {
        FpOp::FromBits(format)
        | FpOp::FromFloat(format)
        | FpOp::FromReal(format)
        | FpOp::FromSigned(format) => {
            format!("(_ to_fp {} {})", format.exponent(), format.significand())
        }
        FpOp::FromUnsigned(format) => {
            format!("(_ to_fp_unsigned {} {})", format.exponent(), format.significand())
        }
        FpOp::ToUbv(width) => format!("(_ fp.to_ubv {width})"),
        FpOp::ToSbv(width) => format!("(_ fp.to_sbv {width})"),
        plain => plain.name().unwrap_or_default().to_owned(),
    }
}

/// A value that is not an array, as a term.
pub fn value(value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Bits(bits) if bits.width() % 4 == 0 => {
            format!("#x{:0>1$}", bits.unsigned().to_str_radix(16), bits.width() as usize / 4)
        }
        Value::Bits(bits) => format!("#b{}", bits.digits()),
        Value::Float(float) if float.is_nan() => {
            format!("(_ NaN {} {})", float.format().exponent(), float.format().significand())
        }
        Value::Float(float) => {
            let format = float.format();
            let digits = crate::value::Bits::new(format.width(), float.bits().clone()).digits();
            let (sign, rest) = digits.split_at(1);
            let (exponent, fraction) = rest.split_at(format.exponent() as usize);
            format!("(fp #b{sign} #b{exponent} #b{fraction})")
        }
        Value::Rounding(mode) => mode.name().to_owned(),
        Value::Int(number) => integer(number, ""),
        Value::Real(number) => real(number),
        Value::Array(array) => format!("{array:?}"),
    }
}

fn integer(number: &BigInt, suffix: &str) -> String {
    if number.is_negative() {
        format!("(- {}{suffix})", number.magnitude())
    } else {
        format!("{number}{suffix}")
    }
}

fn real(number: &BigRational) -> String {
    if number.is_integer() {
        return integer(number.numer(), ".0");
    }
    format!("(/ {} {}.0)", integer(number.numer(), ".0"), number.denom())
}

/// A prefix that no declared name begins with.
fn fresh_prefix(terms: &Terms) -> String {
    let mut prefix = "?".to_owned();
    while terms.symbols().any(|id| terms.symbol_name(id).starts_with(&prefix)) {
        prefix.push('?');
    }
    prefix
}

enum Task {
    Term(TermId),
    Text(&'static str),
}

struct Printer<'a> {
    terms: &'a Terms,
    text: String,
    next: u32,
    prefix: String,
}

impl Printer<'_> {
    /// Prints a term with its own bindings.
    fn scoped(&mut self, root: TermId) {
        let terms = self.terms;
        let parts = order_open(terms, &[root]);
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        for &part in &parts {
            if !matches!(terms.op(part), Op::Quantified(_)) {
                for &arg in terms.args(part) {
                    *uses.entry(arg).or_default() += 1;
                }
            }
        }
        let is_shared =
            |part: TermId| !terms.args(part).is_empty() && uses.get(&part).copied().unwrap_or(0) > 1;
        let mut names: FxHashMap<TermId, String> = FxHashMap::default();
        let mut depth = 0;
        for &part in parts.iter().filter(|&&part| part != root && is_shared(part)) {
            let name = format!("{}{}", self.prefix, self.next);
            self.next += 1;
            let _ = write!(self.text, "(let (({name} ");
            self.plain(part, &names);
            self.text.push_str(")) ");
            names.insert(part, name);
            depth += 1;
        }
        self.plain(root, &names);
        self.text.extend(std::iter::repeat_n(')', depth));
    }

    /// Prints a term in which some subterms have names.
    fn plain(&mut self, root: TermId, names: &FxHashMap<TermId, String>) {
        let mut tasks = vec![Task::Term(root)];
        while let Some(task) = tasks.pop() {
            let term = match task {
                Task::Text(text) => {
                    self.text.push_str(text);
                    continue;
                }
                Task::Term(term) => term,
            };
            if let Some(name) = names.get(&term) {
                self.text.push_str(name);
                continue;
            }
            let args = self.terms.args(term);
            let op = self.terms.op(term);
            if args.is_empty() {
                self.text.push_str(&operator(self.terms, op));
                continue;
            }
            if let Op::Quantified(_) = op {
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.quantified(term));
                continue;
            }
            let _ = write!(self.text, "({}", operator(self.terms, op));
            tasks.push(Task::Text(")"));
            for &arg in args.iter().rev() {
                tasks.push(Task::Term(arg));
                tasks.push(Task::Text(" "));
            }
        }
    }

    fn quantified(&mut self, term: TermId) {
        let Some((&body, bound)) = self.terms.args(term).split_last() else { return };
        let _ = write!(self.text, "({} (", operator(self.terms, self.terms.op(term)));
        for (position, &variable) in bound.iter().enumerate() {
            let space = if position == 0 { "" } else { " " };
            let name = operator(self.terms, self.terms.op(variable));
            let _ = write!(self.text, "{space}({name} {})", sort(self.terms, self.terms.sort(variable)));
        }
        self.text.push_str(") ");
        self.scoped(body);
        self.text.push(')');
    }
}
