//! Equations of points against trying all equations and all points.

use super::affine::{Equations, Ring};
use proptest::prelude::*;
use smt::eval::{Assignment, eval};
use smt::value::Bits;
use smt::{Sort, TermId, Terms, Value};

/// Bits of a variable, so that everything can be tried.
const WIDTH: u32 = 3;
const SIZE: i128 = 1 << WIDTH;

/// Whether all formulas hold in a point.
fn satisfies(terms: &Terms, formulas: &[TermId], variables: &[TermId], point: &[i128]) -> bool {
    let mut assignment = Assignment::new();
    for (&variable, &value) in variables.iter().zip(point) {
        let value = match terms.sort(variable) {
            Sort::Int => Value::Int(value.into()),
            _ => Value::Bits(Bits::from_u64(WIDTH, value as u64)),
        };
        assignment.set(terms.as_variable(variable).unwrap(), value);
    }
    formulas.iter().all(|&formula| eval(terms, formula, &assignment) == Ok(Value::Bool(true)))
}

fn variables(terms: &mut Terms, sort: Sort) -> Vec<TermId> {
    ["x", "y"].map(|name| terms.variable(name, sort).unwrap()).to_vec()
}

/// All points of two variables.
fn all() -> impl Iterator<Item = [i128; 2]> {
    (0..SIZE).flat_map(|x| (0..SIZE).map(move |y| [x, y]))
}

/// The points in which every equation holds that holds in the given ones.
fn closure(points: &[[i128; 2]]) -> Vec<[i128; 2]> {
    let zero = |[a, b]: [i128; 2], c: i128, [x, y]: [i128; 2]| (a * x + b * y + c) % SIZE == 0;
    let equations = all().flat_map(|ab| (0..SIZE).map(move |c| (ab, c)));
    let valid: Vec<([i128; 2], i128)> =
        equations.filter(|&(ab, c)| points.iter().all(|&point| zero(ab, c, point))).collect();
    all().filter(|&point| valid.iter().all(|&(ab, c)| zero(ab, c, point))).collect()
}

proptest! {
    #[test]
    fn equations_describe_the_least_set_with_the_points(
        points in prop::collection::vec((0..SIZE, 0..SIZE), 0..5),
    ) {
        let points: Vec<[i128; 2]> = points.into_iter().map(|(x, y)| [x, y]).collect();
        let mut terms = Terms::new();
        let variables = variables(&mut terms, Sort::BitVec(WIDTH));
        let mut equations = Equations::of_nothing(Ring::Bits(WIDTH), 2);
        let mut seen: Vec<[i128; 2]> = Vec::new();
        for &point in &points {
            let is_new = !closure(&seen).contains(&point);
            prop_assert_eq!(equations.join(&point), is_new);
            seen.push(point);
        }
        let formulas = equations.formulas(&mut terms, &variables).unwrap();
        let described: Vec<[i128; 2]> =
            all().filter(|point| satisfies(&terms, &formulas, &variables, point)).collect();
        prop_assert_eq!(described, closure(&points));
    }

    #[test]
    fn integer_equations_hold_in_the_points(
        points in prop::collection::vec((-9i128..9, -9i128..9), 1..5),
        other in (-9i128..9, -9i128..9),
    ) {
        let mut terms = Terms::new();
        let variables = variables(&mut terms, Sort::Int);
        let mut equations = Equations::of_nothing(Ring::Integers, 2);
        for &(x, y) in &points {
            equations.join(&[x, y]);
        }
        let formulas = equations.formulas(&mut terms, &variables).unwrap();
        for &(x, y) in &points {
            prop_assert!(satisfies(&terms, &formulas, &variables, &[x, y]));
        }
        // A point on the line through the others is described as well, and one beside it is not.
        let (first, last) = (points[0], points[points.len() - 1]);
        let cross = |(x, y): (i128, i128)| (x - first.0) * (last.1 - first.1) - (y - first.1) * (last.0 - first.0);
        if first != last && points.iter().all(|&point| cross(point) == 0) {
            let (x, y) = other;
            prop_assert_eq!(satisfies(&terms, &formulas, &variables, &[x, y]), cross(other) == 0);
        }
    }
}

#[test]
fn numbers_that_are_too_large_are_forgotten() {
    let mut equations = Equations::of_nothing(Ring::Integers, 2);
    let mut terms = Terms::new();
    let variables = variables(&mut terms, Sort::Int);
    for point in [[i128::MAX, 3], [i128::MIN, 5], [7, i128::MAX - 1]] {
        equations.join(&point);
    }
    let formulas = equations.formulas(&mut terms, &variables).unwrap();
    assert!(satisfies(&terms, &formulas, &variables, &[7, i128::MAX - 1]));
}
