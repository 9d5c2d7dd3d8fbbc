//! Linear combinations: a coefficient for each term, and a constant; modulo a power of two for bit-vectors.
//!
//! Coefficients of bit-vectors are the numbers from -2^(w-1) up to 2^(w-1), both excluded but the upper one included, so that
//! minus one is minus one. The order of the terms goes by variable and then by index, so that it is the same for all copies.

use super::product;
use crate::connect::make;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use smt::value::Bits;
use smt::{ArithOp, BvOp, Op, Sort, SymbolId, TermId, Terms, Value};
use std::collections::BTreeMap;

/// Longer sums are not computed.
const MAX_PARTS: usize = 64;

/// Where a term is in a sum: variables first, by their origin and index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Key {
    variable: (u32, SymbolId, u32),
    pub(super) term: TermId,
}

/// A linear combination of terms of one sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sum {
    sort: Sort,
    pub(super) parts: BTreeMap<Key, BigRational>,
    pub(super) constant: BigRational,
}

impl Sum {
    /// The combination that a term is; none for sorts without sums, or if it is too long.
    pub(crate) fn of(terms: &mut Terms, term: TermId) -> Option<Self> {
        let sort = terms.sort(term);
        let mut sum = Self::zero(sort)?;
        let mut pending = vec![(term, BigRational::one())];
        // Shared sums are visited once for each way to them; the bound keeps that finite.
        let mut steps = 0;
        while let Some((term, factor)) = pending.pop() {
            steps += 1;
            if steps > 4 * MAX_PARTS {
                return None;
            }
            if let Some(value) = number(terms, term) {
                sum.constant += value * factor;
                continue;
            }
            let args = terms.args(term).to_vec();
            match (terms.op(term), &*args) {
                (Op::Arith(ArithOp::Add) | Op::Bv(BvOp::Add), _) => {
                    pending.extend(args.iter().map(|&arg| (arg, factor.clone())));
                }
                (Op::Arith(ArithOp::Sub) | Op::Bv(BvOp::Sub), [first, rest @ ..]) => {
                    pending.extend(rest.iter().map(|&arg| (arg, -factor.clone())));
                    pending.push((*first, factor));
                }
                (Op::Arith(ArithOp::Neg) | Op::Bv(BvOp::Neg), &[arg]) => pending.push((arg, -factor)),
                (Op::Arith(ArithOp::Mul) | Op::Bv(BvOp::Mul), &[one, two]) => {
                    match (number(terms, one), number(terms, two)) {
                        (Some(value), _) => pending.push((two, factor * value)),
                        (None, Some(value)) => pending.push((one, factor * value)),
                        (None, None) => match product::expanded(terms, one, two) {
                            Some(product) => sum.add_all(&product, &factor),
                            None => sum.add(terms, term, factor),
                        },
                    }
                }
                (Op::Bv(BvOp::Shl), &[one, by]) => match shift(terms, by) {
                    Some(value) => pending.push((one, factor * value)),
                    None => sum.add(terms, term, factor),
                },
                (_, _) => sum.add(terms, term, factor),
            }
        }
        sum.reduce();
        (sum.parts.len() <= MAX_PARTS).then_some(sum)
    }

    pub(super) fn zero(sort: Sort) -> Option<Self> {
        super::has_sums(sort).then(|| Self { sort, parts: BTreeMap::new(), constant: BigRational::zero() })
    }

    pub(super) fn add(&mut self, terms: &Terms, term: TermId, factor: BigRational) {
        *self.parts.entry(key(terms, term)).or_insert_with(BigRational::zero) += factor;
    }

    fn add_all(&mut self, other: &Self, factor: &BigRational) {
        for (key, other) in &other.parts {
            *self.parts.entry(*key).or_insert_with(BigRational::zero) += other * factor;
        }
        self.constant += &other.constant * factor;
    }

    /// Coefficients into their range, and zeros away.
    pub(super) fn reduce(&mut self) {
        if let Sort::BitVec(width) = self.sort {
            let modulus = BigInt::one() << width;
            let centre = |value: &BigRational| {
                let rest = modulo(value.numer(), &modulus);
                let is_high = &rest + &rest > modulus;
                BigRational::from_integer(if is_high { rest - &modulus } else { rest })
            };
            self.constant = centre(&self.constant);
            for factor in self.parts.values_mut() {
                *factor = centre(factor);
            }
        }
        self.parts.retain(|_, factor| !factor.is_zero());
    }

    /// The difference; none if it is too long.
    pub(crate) fn minus(mut self, other: &Self) -> Option<Self> {
        for (key, factor) in &other.parts {
            *self.parts.entry(*key).or_insert_with(BigRational::zero) -= factor;
        }
        self.constant -= &other.constant;
        self.reduce();
        (self.parts.len() <= MAX_PARTS).then_some(self)
    }

    /// The sum that is left when only its rest modulo a number matters, which for bit-vectors is a power of two.
    pub(super) fn modulo(mut self, modulus: &BigInt) -> Self {
        let rest = |value: &BigRational| BigRational::from_integer(modulo(value.numer(), modulus));
        self.constant = rest(&self.constant);
        for factor in self.parts.values_mut() {
            *factor = rest(factor);
        }
        self.reduce();
        self
    }

    /// The same sum of other terms, which are of another sort.
    pub(super) fn mapped(
        &self,
        terms: &mut Terms,
        sort: Sort,
        map: impl Fn(&mut Terms, TermId) -> TermId,
    ) -> Option<Self> {
        let mut sum = Self::zero(sort)?;
        for (key, factor) in &self.parts {
            let term = map(terms, key.term);
            sum.add(terms, term, factor.clone());
        }
        sum.constant = self.constant.clone();
        sum.reduce();
        Some(sum)
    }

    /// Whether it is a single term, or a constant.
    pub(crate) fn is_single(&self) -> bool {
        match self.parts.len() {
            0 => true,
            1 => self.constant.is_zero() && self.parts.values().all(One::is_one),
            _ => false,
        }
    }

    /// This times a number.
    pub(crate) fn times(mut self, number: &BigRational) -> Self {
        self.constant *= number;
        for factor in self.parts.values_mut() {
            *factor *= number;
        }
        self.reduce();
        self
    }

    /// The terms with their coefficients.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (TermId, &BigRational)> {
        self.parts.iter().map(|(key, factor)| (key.term, factor))
    }

    /// The constant.
    pub(crate) fn constant(&self) -> &BigRational {
        &self.constant
    }

    /// Takes a term out, with its coefficient.
    pub(crate) fn take(&mut self, terms: &Terms, term: TermId) -> Option<BigRational> {
        self.parts.remove(&key(terms, term))
    }

    /// For `sum < 0` over integers: makes it `sum ≤ 0`.
    pub(crate) fn tighten(&mut self) -> bool {
        let is_int = self.sort == Sort::Int;
        if is_int {
            self.constant += BigRational::one();
        }
        is_int
    }

    /// For `sum = 0`: divides by what all coefficients have in common and makes the first positive. False if
    /// the equation has no solution.
    pub(super) fn divide_equation(&mut self) -> bool {
        let Some(first) = self.parts.values().next() else { return self.constant.is_zero() };
        let is_negative = first.is_negative();
        let mut divisor = self.common();
        if let Sort::BitVec(_) = self.sort {
            divisor = odd_part(gcd(divisor, self.constant.numer().clone()));
        }
        if is_negative {
            divisor = -divisor;
        }
        self.divide(&divisor);
        self.sort != Sort::Int || self.constant.is_integer()
    }

    /// For `sum ≤ 0` over integers or reals, or `sum < 0` over reals: divides by what all coefficients have in common.
    pub(super) fn divide_comparison(&mut self) {
        if self.parts.is_empty() {
            return;
        }
        let divisor = self.common();
        self.divide(&divisor);
        if self.sort == Sort::Int {
            self.constant = self.constant.ceil();
        }
    }

    /// The greatest common divisor of the coefficients, which are made whole first.
    fn common(&mut self) -> BigInt {
        for factor in self.parts.values().cloned().collect::<Vec<_>>() {
            let denominator = BigRational::from_integer(factor.denom().clone());
            if !denominator.is_one() {
                self.constant *= &denominator;
                self.parts.values_mut().for_each(|factor| *factor *= &denominator);
            }
        }
        self.parts.values().fold(BigInt::zero(), |common, factor| gcd(common, factor.numer().clone()))
    }

    fn divide(&mut self, divisor: &BigInt) {
        let divisor = BigRational::from_integer(divisor.clone());
        self.constant /= &divisor;
        self.parts.values_mut().for_each(|factor| *factor /= &divisor);
        self.reduce();
    }

    /// For `sum ~ 0`: the terms with positive coefficients on the left, the others on the right, where the constant is too.
    pub(crate) fn sides(&self, terms: &mut Terms) -> (TermId, TermId) {
        let mut left = Self { sort: self.sort, parts: BTreeMap::new(), constant: BigRational::zero() };
        let mut right = left.clone();
        for (key, factor) in &self.parts {
            if factor.is_positive() {
                left.parts.insert(*key, factor.clone());
            } else {
                right.parts.insert(*key, -factor);
            }
        }
        right.constant = -&self.constant;
        (left.term(terms), right.term(terms))
    }

    /// The combination as a term.
    pub(crate) fn term(&self, terms: &mut Terms) -> TermId {
        let (add, subtract) = match self.sort {
            Sort::BitVec(_) => (Op::Bv(BvOp::Add), Op::Bv(BvOp::Sub)),
            Sort::Bool | Sort::Int | Sort::Real | Sort::Float(_) | Sort::RoundingMode | Sort::Array(_) => {
                (Op::Arith(ArithOp::Add), Op::Arith(ArithOp::Sub))
            }
        };
        let mut term = None;
        let (minus, plus): (Vec<_>, Vec<_>) = self.parts.iter().partition(|(_, factor)| factor.is_negative());
        for (key, factor) in plus {
            let part = self.scaled(terms, key.term, factor);
            term = Some(term.map_or(part, |sum| make(terms, add, &[sum, part])));
        }
        for (key, factor) in minus {
            let part = self.scaled(terms, key.term, &-factor);
            let sum = term.unwrap_or_else(|| self.number(terms, &BigRational::zero()));
            term = Some(make(terms, subtract, &[sum, part]));
        }
        if self.constant.is_zero()
            && let Some(term) = term
        {
            return term;
        }
        let constant = self.number(terms, &self.constant);
        term.map_or(constant, |sum| make(terms, add, &[sum, constant]))
    }

    fn scaled(&self, terms: &mut Terms, term: TermId, factor: &BigRational) -> TermId {
        if factor.is_one() {
            return term;
        }
        let factor = self.number(terms, factor);
        let op = if let Sort::BitVec(_) = self.sort { Op::Bv(BvOp::Mul) } else { Op::Arith(ArithOp::Mul) };
        make(terms, op, &[term, factor])
    }

    fn number(&self, terms: &mut Terms, value: &BigRational) -> TermId {
        let value = match self.sort {
            Sort::BitVec(width) => Value::Bits(Bits::from_int(width, value.numer())),
            Sort::Real => Value::Real(value.clone()),
            Sort::Int | Sort::Bool | Sort::Float(_) | Sort::RoundingMode | Sort::Array(_) => {
                Value::Int(value.to_integer())
            }
        };
        terms.value_term(value, self.sort).expect("the value has the sort of the sum")
    }
}

pub(super) fn key(terms: &Terms, term: TermId) -> Key {
    let variable = match terms.as_variable(term) {
        Some(symbol) => {
            let (base, index) = terms.symbol(symbol).copy_of.unwrap_or((symbol, 0));
            (0, base, index)
        }
        None => (1, SymbolId(0), 0),
    };
    Key { variable, term }
}

/// The number that a constant is, without sign.
pub(crate) fn number(terms: &Terms, term: TermId) -> Option<BigRational> {
    match terms.as_const(term)? {
        Value::Bits(bits) => Some(BigRational::from_integer(bits.unsigned().into())),
        Value::Int(value) => Some(BigRational::from_integer(value.clone())),
        Value::Real(value) => Some(value.clone()),
        Value::Bool(_) | Value::Float(_) | Value::Rounding(_) | Value::Array(_) => None,
    }
}

/// The factor that a shift to the left by a constant is.
fn shift(terms: &Terms, by: TermId) -> Option<BigRational> {
    let bits = terms.as_const(by)?.as_bits()?;
    let distance = u32::try_from(bits.unsigned()).ok().filter(|&distance| distance < bits.width())?;
    Some(BigRational::from_integer(BigInt::one() << distance))
}

/// The rest of a division that is not negative.
pub(crate) fn modulo(value: &BigInt, modulus: &BigInt) -> BigInt {
    let rest = value % modulus;
    if rest.is_negative() { rest + modulus } else { rest }
}

/// The greatest common divisor, which is positive unless both are zero.
pub(crate) fn gcd(one: BigInt, two: BigInt) -> BigInt {
    let (mut one, mut two) = (one.abs(), two.abs());
    while !two.is_zero() {
        (one, two) = (two.clone(), one % two);
    }
    one
}

/// What is left after all factors two are gone.
fn odd_part(mut number: BigInt) -> BigInt {
    while !number.is_zero() && !number.bit(0) {
        number >>= 1;
    }
    number
}
