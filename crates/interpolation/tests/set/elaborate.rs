//! From statements to formulas: types, literals, static single assignment, joins of paths.

use super::syntax::{Expr, Statement, Type};
use smt::value::{BigInt, BigRational, Rounding};
use smt::{ArithOp, ArrayOp, BvOp, CoreOp, Format, FpOp, Op, Sort, SymbolId, TermId, Terms, Value};
use std::collections::BTreeMap;

type Result<T> = std::result::Result<T, String>;

fn text(error: impl ToString) -> String {
    error.to_string()
}

/// The formulas of a trace. Names of its variables begin with the name of the trace, so that traces share none.
pub(super) fn formulas(terms: &mut Terms, name: &str, statements: &[Statement]) -> Result<Vec<TermId>> {
    let mut elaborator =
        Elaborator { terms, prefix: name.to_owned(), symbols: BTreeMap::new(), next: BTreeMap::new() };
    let mut state = BTreeMap::new();
    let mut found = Vec::new();
    elaborator.statements(&mut state, statements, &mut found)?;
    Ok(found)
}

/// The current index of each variable.
type State = BTreeMap<SymbolId, u32>;

struct Elaborator<'t> {
    terms: &'t mut Terms,
    prefix: String,
    symbols: BTreeMap<String, SymbolId>,
    next: BTreeMap<SymbolId, u32>,
}

impl Elaborator<'_> {
    fn apply(&mut self, op: Op, args: &[TermId]) -> Result<TermId> {
        self.terms.apply(op, args).map_err(text)
    }

    fn all(&mut self, op: CoreOp, args: &[TermId]) -> Result<TermId> {
        match args {
            [] => Ok(self.terms.bool(op == CoreOp::And)),
            [..] => self.apply(Op::Core(op), args),
        }
    }

    fn sort(&mut self, kind: &Type) -> Result<Sort> {
        match kind {
            Type::Plain(name) => match name.as_str() {
                "bool" => Ok(Sort::Bool),
                "int" => Ok(Sort::Int),
                "real" => Ok(Sort::Real),
                "half" => Ok(Sort::Float(Format::HALF)),
                "float" => Ok(Sort::Float(Format::SINGLE)),
                "double" => Ok(Sort::Float(Format::DOUBLE)),
                _ => {
                    let width = name.strip_prefix("bv").and_then(|width| width.parse().ok());
                    Sort::bit_vec(width.ok_or(format!("no type `{name}`"))?).map_err(text)
                }
            },
            Type::Array(index, element) => {
                let (index, element) = (self.sort(index)?, self.sort(element)?);
                self.terms.array_sort(index, element).map_err(text)
            }
            Type::Function(..) => Err("a function is not a value".to_owned()),
        }
    }

    fn declare(&mut self, name: &str, kind: &Type) -> Result<SymbolId> {
        let full = format!("{}.{name}", self.prefix);
        let symbol = match kind {
            Type::Function(arguments, result) => {
                let arguments: Vec<Sort> =
                    arguments.iter().map(|kind| self.sort(kind)).collect::<Result<_>>()?;
                let result = self.sort(result)?;
                self.terms.declare(&full, &arguments, result)
            }
            Type::Plain(_) | Type::Array(..) => {
                let sort = self.sort(kind)?;
                self.terms.declare(&full, &[], sort)
            }
        };
        let symbol = symbol.map_err(text)?;
        self.symbols.insert(name.to_owned(), symbol);
        Ok(symbol)
    }

    fn symbol(&self, name: &str) -> Result<SymbolId> {
        self.symbols.get(name).copied().ok_or(format!("no variable `{name}`"))
    }

    fn copy(&mut self, symbol: SymbolId, index: u32) -> Result<TermId> {
        let copy = self.terms.copy_at(symbol, index).map_err(text)?;
        self.apply(Op::Apply(copy), &[])
    }

    /// A new index of a variable.
    fn renew(&mut self, state: &mut State, symbol: SymbolId) -> Result<TermId> {
        let next = self.next.entry(symbol).or_insert(0);
        let index = *next;
        *next += 1;
        state.insert(symbol, index);
        self.copy(symbol, index)
    }

    fn statements(&mut self, state: &mut State, all: &[Statement], found: &mut Vec<TermId>) -> Result<()> {
        for statement in all {
            match statement {
                Statement::Declare(name, kind, value) => {
                    let symbol = self.declare(name, kind)?;
                    if matches!(kind, Type::Function(..)) {
                        continue;
                    }
                    let sort = self.terms.symbol(symbol).result;
                    let value = value.as_ref().map(|value| self.expr(state, value, Some(sort)));
                    let value = value.transpose()?;
                    let new = self.renew(state, symbol)?;
                    if let Some(value) = value {
                        found.push(self.terms.eq(new, value).map_err(text)?);
                    }
                }
                Statement::Assign(name, value) => {
                    let symbol = self.symbol(name)?;
                    let value = self.expr(state, value, Some(self.terms.symbol(symbol).result))?;
                    let new = self.renew(state, symbol)?;
                    found.push(self.terms.eq(new, value).map_err(text)?);
                }
                Statement::Store(name, index, element) => {
                    let symbol = self.symbol(name)?;
                    let Sort::Array(id) = self.terms.symbol(symbol).result else {
                        return Err(format!("`{name}` is no array"));
                    };
                    let (index_sort, element_sort) = self.terms.array_parts(id);
                    let index = self.expr(state, index, Some(index_sort))?;
                    let element = self.expr(state, element, Some(element_sort))?;
                    let old = self.expr(state, &Expr::Name(name.clone()), None)?;
                    let value = self.apply(Op::Array(ArrayOp::Store), &[old, index, element])?;
                    let new = self.renew(state, symbol)?;
                    found.push(self.terms.eq(new, value).map_err(text)?);
                }
                Statement::Assume(condition) => found.push(self.expr(state, condition, Some(Sort::Bool))?),
                Statement::Havoc(name) => {
                    let symbol = self.symbol(name)?;
                    self.renew(state, symbol)?;
                }
                Statement::Repeat(count, body) => {
                    for _ in 0..*count {
                        self.statements(state, body, found)?;
                    }
                }
                Statement::Block(body) => {
                    let mut inner = Vec::new();
                    self.statements(state, body, &mut inner)?;
                    found.push(self.all(CoreOp::And, &inner)?);
                }
                Statement::Choose(paths) => found.push(self.choose(state, paths)?),
            }
        }
        Ok(())
    }

    /// The disjunction of the paths, each with equations that bring its variables to common indices.
    fn choose(&mut self, state: &mut State, paths: &[Vec<Statement>]) -> Result<TermId> {
        let mut ends = Vec::new();
        for path in paths {
            let mut end = state.clone();
            let mut inner = Vec::new();
            self.statements(&mut end, path, &mut inner)?;
            ends.push((end, inner));
        }
        let symbols: Vec<SymbolId> = state.keys().copied().collect();
        for symbol in symbols {
            let before = state[&symbol];
            if ends.iter().all(|(end, _)| end[&symbol] == before) {
                continue;
            }
            let joined = self.renew(state, symbol)?;
            for (end, inner) in &mut ends {
                let last = self.copy(symbol, end[&symbol])?;
                inner.push(self.terms.eq(joined, last).map_err(text)?);
            }
        }
        let mut choices = Vec::new();
        for (_, inner) in ends {
            choices.push(self.all(CoreOp::And, &inner)?);
        }
        self.all(CoreOp::Or, &choices)
    }

    /// The sort of an expression that says it itself.
    fn sort_of(&mut self, state: &State, expr: &Expr) -> Option<Sort> {
        self.expr(state, expr, None).ok().map(|term| self.terms.sort(term))
    }

    fn expr(&mut self, state: &State, expr: &Expr, sort: Option<Sort>) -> Result<TermId> {
        match expr {
            Expr::Number(digits) => self.number(digits, sort.ok_or("a number without a type")?),
            Expr::Name(name) if name == "true" || name == "false" => Ok(self.terms.bool(name == "true")),
            Expr::Name(name) => {
                let symbol = self.symbol(name)?;
                let index = *state.get(&symbol).ok_or(format!("`{name}` has no value"))?;
                self.copy(symbol, index)
            }
            Expr::Unary(operator, inner) => {
                let inner = self.expr(state, inner, sort)?;
                let op = match (*operator, self.terms.sort(inner)) {
                    ("!", _) => Op::Core(CoreOp::Not),
                    ("~", _) => Op::Bv(BvOp::Not),
                    (_, Sort::Float(_)) => Op::Fp(FpOp::Neg),
                    (_, Sort::BitVec(_)) => Op::Bv(BvOp::Neg),
                    (_, _) => Op::Arith(ArithOp::Neg),
                };
                self.apply(op, &[inner])
            }
            Expr::Binary(operator, one, two) => self.binary(state, operator, (one, two), sort),
            Expr::Choice(condition, yes, no) => {
                let condition = self.expr(state, condition, Some(Sort::Bool))?;
                let sort = sort.or(self.sort_of(state, yes)).or(self.sort_of(state, no));
                let (yes, no) = (self.expr(state, yes, sort)?, self.expr(state, no, sort)?);
                self.apply(Op::Core(CoreOp::Ite), &[condition, yes, no])
            }
            Expr::Index(array, index) => {
                let array = self.expr(state, array, None)?;
                let Sort::Array(id) = self.terms.sort(array) else { return Err("no array".to_owned()) };
                let index = self.expr(state, index, Some(self.terms.array_parts(id).0))?;
                self.apply(Op::Array(ArrayOp::Select), &[array, index])
            }
            Expr::Call(name, arguments) => self.call(state, name, arguments),
        }
    }

    fn number(&mut self, digits: &str, sort: Sort) -> Result<TermId> {
        let bad = || format!("no number: `{digits}`");
        let whole = match digits.strip_prefix("0x") {
            Some(hex) => BigInt::parse_bytes(hex.as_bytes(), 16),
            None => BigInt::parse_bytes(digits.replacen('.', "", 1).as_bytes(), 10),
        };
        let whole = whole.ok_or_else(bad)?;
        let places = digits.split_once('.').map_or(0, |(_, behind)| behind.len() as u32);
        let real = BigRational::new(whole.clone(), BigInt::from(10).pow(places));
        match sort {
            Sort::BitVec(width) => self.terms.bits(width, whole.magnitude().clone()).map_err(text),
            Sort::Int => Ok(self.terms.int(whole)),
            Sort::Real => self.terms.value_term(Value::Real(real), sort).map_err(text),
            Sort::Float(format) => {
                let real = self.terms.value_term(Value::Real(real), Sort::Real).map_err(text)?;
                let mode = self.rounding()?;
                self.apply(Op::Fp(FpOp::FromReal(format)), &[mode, real])
            }
            Sort::Bool | Sort::RoundingMode | Sort::Array(_) => Err(bad()),
        }
    }

    fn rounding(&mut self) -> Result<TermId> {
        self.terms.value_term(Value::Rounding(Rounding::NearestEven), Sort::RoundingMode).map_err(text)
    }

    fn binary(
        &mut self,
        state: &State,
        operator: &str,
        (one, two): (&Expr, &Expr),
        sort: Option<Sort>,
    ) -> Result<TermId> {
        let sort = self.sort_of(state, one).or(self.sort_of(state, two)).or(sort);
        let (one, two) = (self.expr(state, one, sort)?, self.expr(state, two, sort)?);
        if operator == "!=" {
            return self.apply(Op::Core(CoreOp::Distinct), &[one, two]);
        }
        let sort = self.terms.sort(one);
        let op = operation(operator, sort).ok_or(format!("no `{operator}` for {sort:?}"))?;
        if matches!(op, Op::Fp(FpOp::Add | FpOp::Sub | FpOp::Mul | FpOp::Div)) {
            let mode = self.rounding()?;
            return self.apply(op, &[mode, one, two]);
        }
        self.apply(op, &[one, two])
    }

    fn call(&mut self, state: &State, name: &str, arguments: &[Expr]) -> Result<TermId> {
        if let Some(&function) = self.symbols.get(name) {
            let sorts = self.terms.symbol(function).arguments.to_vec();
            let arguments = arguments.iter().zip(sorts);
            let arguments: Vec<TermId> =
                arguments.map(|(one, sort)| self.expr(state, one, Some(sort))).collect::<Result<_>>()?;
            return self.apply(Op::Apply(function), &arguments);
        }
        let inner = self.expr(state, &arguments[0], None)?;
        if name == "isnan" {
            return self.apply(Op::Fp(FpOp::IsNan), &[inner]);
        }
        let Some(Expr::Number(number)) = arguments.get(1) else { return Err(format!("`{name}` of what?")) };
        let number: u32 = number.parse().map_err(text)?;
        let width = self.terms.sort(inner).width().ok_or(format!("`{name}` of no bits"))?;
        let op = match name {
            "zext" => BvOp::ZeroExtend(number - width),
            "sext" => BvOp::SignExtend(number - width),
            "trunc" => BvOp::Extract(number - 1, 0),
            "bit" => BvOp::Extract(number, number),
            _ => return Err(format!("no function `{name}`")),
        };
        self.apply(Op::Bv(op), &[inner])
    }
}

fn operation(operator: &str, sort: Sort) -> Option<Op> {
    let bits = |op| Some(Op::Bv(op));
    let (numbers, floats) = (matches!(sort, Sort::Int | Sort::Real), matches!(sort, Sort::Float(_)));
    let by_sort = |arith: ArithOp, bv: Option<BvOp>, fp: Option<FpOp>| {
        if numbers {
            Some(Op::Arith(arith))
        } else if floats {
            fp.map(Op::Fp)
        } else {
            bv.map(Op::Bv)
        }
    };
    match operator {
        "&&" => Some(Op::Core(CoreOp::And)),
        "||" => Some(Op::Core(CoreOp::Or)),
        "==" => Some(if floats { Op::Fp(FpOp::Eq) } else { Op::Core(CoreOp::Eq) }),
        "+" => by_sort(ArithOp::Add, Some(BvOp::Add), Some(FpOp::Add)),
        "-" => by_sort(ArithOp::Sub, Some(BvOp::Sub), Some(FpOp::Sub)),
        "*" => by_sort(ArithOp::Mul, Some(BvOp::Mul), Some(FpOp::Mul)),
        "/" if sort == Sort::Int => Some(Op::Arith(ArithOp::IntDiv)),
        "/" => by_sort(ArithOp::RealDiv, None, Some(FpOp::Div)),
        "%" => Some(Op::Arith(ArithOp::Mod)),
        "<" => by_sort(ArithOp::Lt, None, Some(FpOp::Lt)),
        "<=" => by_sort(ArithOp::Le, None, Some(FpOp::Leq)),
        ">" => by_sort(ArithOp::Gt, None, Some(FpOp::Gt)),
        ">=" => by_sort(ArithOp::Ge, None, Some(FpOp::Geq)),
        "<u" => bits(BvOp::Ult),
        "<=u" => bits(BvOp::Ule),
        ">u" => bits(BvOp::Ugt),
        ">=u" => bits(BvOp::Uge),
        "<s" => bits(BvOp::Slt),
        "<=s" => bits(BvOp::Sle),
        ">s" => bits(BvOp::Sgt),
        ">=s" => bits(BvOp::Sge),
        "/u" => bits(BvOp::Udiv),
        "/s" => bits(BvOp::Sdiv),
        "%u" => bits(BvOp::Urem),
        "%s" => bits(BvOp::Srem),
        "&" => bits(BvOp::And),
        "|" => bits(BvOp::Or),
        "^" => bits(BvOp::Xor),
        "<<" => bits(BvOp::Shl),
        ">>u" => bits(BvOp::Lshr),
        ">>s" => bits(BvOp::Ashr),
        _ => None,
    }
}
