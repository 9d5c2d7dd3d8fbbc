//! Linear equations between variables: the least set of states that a system of equations can describe and that has given points.
//!
//! Over bit-vectors of w bits the equations are modulo 2^w, after King and Søndergaard (Inferring congruence equations using SAT, CAV 2008) and Elder, Lim, Sharma,
//! Andersen, Reps (Abstract domains of affine relations, TOPLAS 2014). There a multiple of a power of two is an equation as well, so that "x is even" is one:
//! 2^(w-1) x = 0. Over the integers they are those that hold over the rationals, and congruences are not found.
//!
//! A row has the coefficients of an equation, the constant last, and is read as "the sum is zero". The rows generate all equations that hold in the
//! points so far: before the first point every equation holds, also 1 = 0. A new point leaves of all combinations of rows those that are zero in it.
//! Let the row with the residual of least 2-adic order be the pivot: a multiple of it makes every other row zero in the point, and a power of two makes
//! it zero itself. No other combinations are zero, so nothing is lost. Each point that is not described yet makes the solutions more, and there are
//! at most w times as many steps as there are variables.

use outcome::Incomplete;
use smt::{ArithOp, BvOp, Op, SortError, TermId, Terms};

/// What the variables of a system are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Ring {
    /// Bit-vectors of so many bits, at most 64.
    Bits(u32),
    /// Integers.
    Integers,
}

/// The equations that hold in all points of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Equations {
    ring: Ring,
    rows: Vec<Vec<i128>>,
}

impl Equations {
    /// Those of the empty set of points: all.
    pub(super) fn of_nothing(ring: Ring, variables: usize) -> Self {
        let row = |place: usize| (0..=variables).map(|column| i128::from(column == place)).collect();
        Self { ring, rows: (0..=variables).map(row).collect() }
    }

    /// Keeps what also holds in a point. Says whether that is less than before.
    pub(super) fn join(&mut self, point: &[i128]) -> bool {
        let residuals: Vec<Option<i128>> =
            self.rows.iter().map(|row| self.ring.residual(row, point)).collect();
        // What could not be computed is forgotten.
        let mut open: Vec<(Vec<i128>, i128)> = Vec::new();
        let mut kept = Vec::new();
        for (row, residual) in std::mem::take(&mut self.rows).into_iter().zip(&residuals) {
            match residual {
                Some(0) => kept.push(row),
                Some(residual) => open.push((row, *residual)),
                None => {}
            }
        }
        let is_changed = kept.len() < residuals.len();
        let order = |(_, residual): &(Vec<i128>, i128)| self.ring.order(*residual);
        let least = open.iter().map(order).min();
        // The last: before the first point that is the row without variables.
        let Some(place) = open.iter().rposition(|one| Some(order(one)) == least) else {
            self.rows = kept;
            return is_changed;
        };
        let (pivot, remainder) = open.remove(place);
        for (row, residual) in open {
            kept.extend(self.ring.reduced(&row, residual, &pivot, remainder));
        }
        kept.extend(self.ring.annihilated(&pivot, remainder));
        kept.retain(|row| row.iter().any(|&one| one != 0));
        self.rows = kept;
        is_changed
    }

    /// The equations as formulas over terms for the variables.
    pub(super) fn formulas(
        &self,
        terms: &mut Terms,
        variables: &[TermId],
    ) -> Result<Vec<TermId>, Incomplete> {
        let formula = |row: &Vec<i128>| match self.ring {
            Ring::Bits(width) => bits_equation(terms, row, variables, width),
            Ring::Integers => integer_equation(terms, row, variables),
        };
        self.rows.iter().map(formula).collect::<Result<_, _>>().map_err(Incomplete::from)
    }
}

impl Ring {
    /// The number in the form in which rows have it.
    fn canonical(self, number: i128) -> i128 {
        match self {
            Self::Bits(width) => number & mask(width),
            Self::Integers => number,
        }
    }

    fn multiply(self, one: i128, two: i128) -> Option<i128> {
        match self {
            Self::Bits(_) => Some(self.canonical(one.wrapping_mul(two))),
            Self::Integers => one.checked_mul(two),
        }
    }

    fn add(self, one: i128, two: i128) -> Option<i128> {
        match self {
            Self::Bits(_) => Some(self.canonical(one.wrapping_add(two))),
            Self::Integers => one.checked_add(two),
        }
    }

    /// What a row is in a point; nothing if that is too large.
    fn residual(self, row: &[i128], point: &[i128]) -> Option<i128> {
        let (&constant, coefficients) = row.split_last()?;
        coefficients.iter().zip(point).try_fold(constant, |sum, (&one, &value)| {
            let product = self.multiply(one, self.canonical(value))?;
            self.add(sum, product)
        })
    }

    /// How often two divides a residual, where that matters.
    fn order(self, residual: i128) -> u32 {
        match self {
            Self::Bits(_) => residual.trailing_zeros(),
            Self::Integers => 0,
        }
    }

    /// `row` with a multiple of the pivot such that it is zero where their residuals are `residual` and `remainder`.
    fn reduced(self, row: &[i128], residual: i128, pivot: &[i128], remainder: i128) -> Option<Vec<i128>> {
        let (own, other) = match self {
            Self::Bits(width) => {
                let order = remainder.trailing_zeros();
                let quotient = (residual >> order).wrapping_mul(inverse(remainder >> order, width));
                (1, quotient.wrapping_neg())
            }
            Self::Integers => {
                let common = gcd(residual, remainder);
                (remainder / common, (residual / common).checked_neg()?)
            }
        };
        let pairs = row.iter().zip(pivot);
        let sum: Option<Vec<i128>> = pairs
            .map(|(&one, &two)| self.add(self.multiply(own, one)?, self.multiply(other, two)?))
            .collect();
        Some(self.shortened(sum?))
    }

    /// The least multiple of the pivot that is zero where its residual is `remainder`.
    fn annihilated(self, pivot: &[i128], remainder: i128) -> Option<Vec<i128>> {
        match self {
            Self::Bits(width) => {
                let factor = 1i128 << (width - remainder.trailing_zeros());
                Some(pivot.iter().map(|&one| self.canonical(one.wrapping_mul(factor))).collect())
            }
            Self::Integers => None,
        }
    }

    /// A row without common divisors, where division is allowed.
    fn shortened(self, mut row: Vec<i128>) -> Vec<i128> {
        if self == Self::Integers {
            let common = row.iter().fold(0, |common, &one| gcd(common, one));
            if common > 1 {
                row.iter_mut().for_each(|one| *one /= common);
            }
        }
        row
    }
}

fn mask(width: u32) -> i128 {
    (1i128 << width) - 1
}

fn gcd(mut one: i128, mut two: i128) -> i128 {
    while two != 0 {
        (one, two) = (two, one.wrapping_rem(two));
    }
    one.saturating_abs()
}

/// The inverse of an odd number modulo a power of two, by Newton's iteration, which doubles the number of right bits.
fn inverse(odd: i128, width: u32) -> i128 {
    let mut found = odd;
    for _ in 0..6 {
        found = found.wrapping_mul(2i128.wrapping_sub(odd.wrapping_mul(found)));
    }
    found & mask(width)
}

/// A number modulo a power of two as the one of least size.
fn centred(number: i128, width: u32) -> i128 {
    let number = number & mask(width);
    if number >> (width - 1) == 0 { number } else { number - (1i128 << width) }
}

/// `sum = sum` with positive coefficients, over as many low bits as the equation says something about.
fn bits_equation(
    terms: &mut Terms,
    row: &[i128],
    variables: &[TermId],
    width: u32,
) -> Result<TermId, SortError> {
    let Some((&constant, coefficients)) = row.split_last() else { return Ok(terms.bool(true)) };
    let order = coefficients.iter().filter(|&&one| one != 0).map(|one| one.trailing_zeros()).min();
    let Some(order) = order else { return Ok(terms.bool(constant == 0)) };
    if constant & mask(order) != 0 {
        return Ok(terms.bool(false));
    }
    let low = width - order;
    let shifted: Vec<i128> = row.iter().map(|&one| one >> order).collect();
    let row = simplest(&shifted, low);
    let mut sides = [Vec::new(), Vec::new()];
    for (&coefficient, &variable) in row.iter().zip(variables) {
        if coefficient == 0 {
            continue;
        }
        let part = if order == 0 {
            variable
        } else {
            terms.apply(Op::Bv(BvOp::Extract(low - 1, 0)), &[variable])?
        };
        let size = coefficient.unsigned_abs();
        let product = if size == 1 {
            part
        } else {
            let factor = terms.bits(low, size)?;
            terms.apply(Op::Bv(BvOp::Mul), &[factor, part])?
        };
        sides[usize::from(coefficient < 0)].push(product);
    }
    let constant = row.last().copied().unwrap_or(0);
    if constant != 0 {
        let number = terms.bits(low, constant.unsigned_abs())?;
        sides[usize::from(constant < 0)].push(number);
    }
    let zero = terms.bits(low, 0u32)?;
    let [left, right] = sides.map(|side| sum(terms, Op::Bv(BvOp::Add), &side, zero));
    terms.eq(left?, right?)
}

/// The multiple of a row by an odd number whose coefficients are smallest, centred around zero; the first that is not zero is positive.
fn simplest(row: &[i128], width: u32) -> Vec<i128> {
    let inverses = row.iter().filter(|&&one| one & 1 == 1).map(|&one| inverse(one, width));
    let multiple = |factor: i128| -> Vec<i128> {
        row.iter().map(|&one| centred(one.wrapping_mul(factor), width)).collect()
    };
    let size = |row: &Vec<i128>| row.iter().map(|one| one.unsigned_abs()).sum::<u128>();
    let candidates = std::iter::once(1).chain(inverses).map(multiple);
    let best = candidates.min_by_key(size).unwrap_or_default();
    if best.iter().find(|&&one| one != 0).is_some_and(|&one| one < 0) {
        best.iter().map(|&one| centred(-one, width)).collect()
    } else {
        best
    }
}

fn integer_equation(terms: &mut Terms, row: &[i128], variables: &[TermId]) -> Result<TermId, SortError> {
    let Some((&constant, coefficients)) = row.split_last() else { return Ok(terms.bool(true)) };
    let mut sides = [Vec::new(), Vec::new()];
    for (&coefficient, &variable) in coefficients.iter().zip(variables) {
        if coefficient == 0 {
            continue;
        }
        let size = coefficient.unsigned_abs();
        let product = if size == 1 {
            variable
        } else {
            let factor = terms.int(size);
            terms.apply(Op::Arith(ArithOp::Mul), &[factor, variable])?
        };
        sides[usize::from(coefficient < 0)].push(product);
    }
    if constant != 0 {
        let number = terms.int(constant.unsigned_abs());
        sides[usize::from(constant < 0)].push(number);
    }
    let zero = terms.int(0);
    let [left, right] = sides.map(|side| sum(terms, Op::Arith(ArithOp::Add), &side, zero));
    terms.eq(left?, right?)
}

/// The sum of terms by an operator of two.
fn sum(terms: &mut Terms, add: Op, parts: &[TermId], zero: TermId) -> Result<TermId, SortError> {
    let Some((&first, rest)) = parts.split_first() else { return Ok(zero) };
    rest.iter().try_fold(first, |sum, &part| terms.apply(add, &[sum, part]))
}
