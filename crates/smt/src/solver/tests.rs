//! The interface with the solver that enumerates: stack, assumptions, models, cores, limits, cache, all combinations.

use super::*;
use crate::eval::eval;
use crate::parse::parse_term;
use crate::sort::Sort;
use crate::value::Value;

fn store() -> Terms {
    let mut terms = Terms::new();
    for name in ["a", "b"] {
        terms.variable(name, Sort::Bool).unwrap();
    }
    for name in ["x", "y"] {
        terms.variable(name, Sort::BitVec(4)).unwrap();
    }
    terms.variable("wide", Sort::BitVec(64)).unwrap();
    terms
}

const NONE: Limits = Limits { time: None, memory: None };

#[test]
fn stack_assumptions_models_and_cores() {
    let mut terms = store();
    let small = parse_term(&mut terms, "(bvult x #x3)").unwrap();
    let large = parse_term(&mut terms, "(bvugt x #x5)").unwrap();
    let mut solver = Enumeration::new();
    solver.assert(&terms, small).unwrap();
    assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
    let model = solver.model(&terms).unwrap();
    assert_eq!(eval(&terms, small, &model), Ok(Value::Bool(true)));
    assert_eq!(solver.core(&terms), Err(SolverError::NoSuchResult));
    assert_eq!(solver.check(&terms, &[large], &NONE), Ok(Answer::Unsat));
    assert_eq!(solver.core(&terms), Ok(vec![large]));
    assert_eq!(solver.model(&terms), Err(SolverError::NoSuchResult));
    solver.push().unwrap();
    solver.assert(&terms, large).unwrap();
    assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Unsat));
    solver.pop().unwrap();
    assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
    assert_eq!(solver.pop(), Err(SolverError::NothingToPop));
    assert_eq!(solver.statistics(), Statistics { checks: 4, sat: 2, unsat: 2, ..Statistics::default() });
}

#[test]
fn limits_and_refusals() {
    let mut terms = store();
    let x = parse_term(&mut terms, "x").unwrap();
    let hard = parse_term(&mut terms, "(= x (bvmul y y))").unwrap();
    let wide = parse_term(&mut terms, "(bvult wide (_ bv5 64))").unwrap();
    let mut solver = Enumeration::new();
    assert_eq!(solver.assert(&terms, x), Err(SolverError::NotFormula(x)));
    assert_eq!(solver.check(&terms, &[x], &NONE), Err(SolverError::NotFormula(x)));
    let none = Limits { time: Some(Duration::ZERO), memory: None };
    assert_eq!(solver.check(&terms, &[hard], &none), Ok(Answer::Unknown(Reason::Time)));
    solver.interrupt().stop();
    assert_eq!(solver.check(&terms, &[hard], &NONE), Ok(Answer::Unknown(Reason::Interrupted)));
    assert_eq!(solver.check(&terms, &[hard], &NONE), Ok(Answer::Sat));
    assert!(matches!(solver.check(&terms, &[wide], &NONE), Ok(Answer::Unknown(Reason::Incomplete(_)))));
    let needs = Needs { services: vec![Service::Models, Service::Floats], ..Needs::default() };
    let refused = open(&EnumerationBackend, &needs).err();
    assert_eq!(
        refused,
        Some(SolverError::Unsupported { backend: "enumeration".to_owned(), service: Service::Floats })
    );
    assert!(open(&EnumerationBackend, &Needs::default()).is_ok());
}

#[test]
fn all_combinations() {
    let mut terms = store();
    let fact = parse_term(&mut terms, "(bvult x #x8)").unwrap();
    let texts = ["(bvult x #x4)", "(bvult x #x2)", "a"];
    let booleans: Vec<TermId> = texts.iter().map(|text| parse_term(&mut terms, text).unwrap()).collect();
    let mut solver = Enumeration::new();
    solver.assert(&terms, fact).unwrap();
    let found = solver.all_sat(&mut terms, &booleans, &NONE).unwrap();
    let shapes = [[false, false], [true, false], [true, true]];
    let expected: Vec<Cube> =
        shapes.iter().flat_map(|&[one, two]| [vec![one, two, false], vec![one, two, true]]).collect();
    assert_eq!(found, AllSat { cubes: expected, incomplete: None });
    let wide = parse_term(&mut terms, "(bvult wide (_ bv5 64))").unwrap();
    let open = solver.all_sat(&mut terms, &[wide], &NONE).unwrap();
    assert!(open.cubes.is_empty() && open.incomplete.is_some());
}
