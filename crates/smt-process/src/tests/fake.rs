//! Solvers that die, lie, flood, stall and stammer: the caller gets a typed error or `unknown` within its limit, and
//! the next query works.

use super::{Fake, Folder, NONE, TAME, told, within};
use crate::{Dialect, Options, ProcessBackend, ProcessSolver};
use expect_test::{Expect, expect};
use smt::parse::parse_term;
use smt::solver::{Answer, Failure, Limits, Needs, Reason, Solver, SolverError};
use smt::{Sort, Terms};
use std::time::{Duration, Instant};

fn store() -> Terms {
    let mut terms = Terms::new();
    for name in ["x", "y"] {
        terms.variable(name, Sort::BitVec(8)).unwrap();
    }
    terms
}

fn open(fake: &Fake<'_>, folder: &Folder) -> ProcessSolver {
    fake.backend(folder).unwrap().open(&Needs::default()).unwrap()
}

/// The first query meets the misbehaviour; the second is answered. Returns what became of the first.
fn first_and_next(fake: &Fake<'_>, limits: &Limits) -> Result<Answer, SolverError> {
    let folder = Folder::new();
    let mut solver = open(fake, &folder);
    let mut terms = store();
    let formula = parse_term(&mut terms, "(bvult x y)").unwrap();
    solver.assert(&terms, formula).unwrap();
    solver.push().unwrap();
    let start = Instant::now();
    let outcome = solver.check(&terms, &[formula], limits);
    let bound = limits.time.unwrap_or(Duration::from_secs(4)) + Duration::from_millis(1500);
    assert!(start.elapsed() < bound, "{:?} for {}", start.elapsed(), fake.first);
    assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat), "after {}", fake.first);
    solver.pop().unwrap();
    assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat), "after {}", fake.first);
    let is_clean = matches!(outcome, Ok(Answer::Sat));
    assert_eq!(solver.statistics().restarts, u64::from(!is_clean), "after {}", fake.first);
    outcome
}

fn check_failure(first: &str, failure: Failure, expected: Expect) {
    match first_and_next(&Fake { first, ..TAME }, &within(3000)) {
        Err(SolverError::Failed { failure: found, message }) => {
            assert_eq!(found, failure, "{first}: {message}");
            expected.assert_eq(&message);
        }
        other => panic!("{first}: {other:?}"),
    }
}

#[test]
fn deaths() {
    check_failure("kill -9 $$", Failure::Died, expect!["signal: 9 (SIGKILL)"]);
    check_failure("exit 3", Failure::Died, expect!["exit status: 3"]);
    check_failure(
        "echo 'assertion failed' >&2; exit 134",
        Failure::Died,
        expect!["exit status: 134: assertion failed"],
    );
    check_failure("printf sa; exit 0", Failure::Died, expect!["exit status: 0: sa"]);
    check_failure("say sat; exit 0", Failure::Died, expect!["exit status: 0: sat"]);
    check_failure("exec 1>&-; sleep 60", Failure::Died, expect!["it closed its output"]);
}

#[test]
fn nonsense() {
    check_failure("say 'Segmentation fault'", Failure::Unreadable, expect!["`Segmentation fault`"]);
    check_failure("say ')('", Failure::Unreadable, expect!["`)(`"]);
    check_failure(
        "say sat; say unsat",
        Failure::Unreadable,
        expect![[r#"
        `sat
        unsat`"#]],
    );
    check_failure("say '(sat)'", Failure::Unreadable, expect!["`(sat)`"]);
    check_failure(":", Failure::Unreadable, expect!["``"]);
    check_failure("printf '\\377\\376\\n'", Failure::Unreadable, expect!["`��`"]);
    check_failure(
        "while :; do say xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done",
        Failure::Unreadable,
        expect!["the answer does not end"],
    );
    check_failure(
        "say '(error \"line 1: unknown logic\")'",
        Failure::Refused,
        expect!["line 1: unknown logic"],
    );
    check_failure(
        "say '(error \"no memory of that\")'; exit 1",
        Failure::Refused,
        expect!["no memory of that"],
    );
    check_failure("say unsupported; say sat", Failure::Refused, expect!["`unsupported`"]);
}

/// What is slow or loud, but right.
#[test]
fn the_patient_caller_is_answered() {
    for (start, first) in [
        ("sleep 0.3", "say sat"),
        ("", "head -c 10000000 /dev/zero >&2; say sat"),
        ("say success", "say success; say sat"),
        ("", "printf s; sleep 0.1; say at"),
        ("", "say '; a comment'; say sat"),
    ] {
        assert_eq!(
            first_and_next(&Fake { start, first, ..TAME }, &within(3000)),
            Ok(Answer::Sat),
            "{start}{first}"
        );
    }
}

#[test]
fn those_that_never_answer() {
    for first in ["sleep 60", "printf sa; sleep 60"] {
        let outcome = first_and_next(&Fake { first, ..TAME }, &within(500));
        assert_eq!(outcome, Ok(Answer::Unknown(Reason::Time)), "{first}");
    }
    let start = "[ $which = first ] && sleep 60";
    assert_eq!(first_and_next(&Fake { start, ..TAME }, &within(500)), Ok(Answer::Unknown(Reason::Time)));
}

#[test]
fn reasons_for_not_knowing() {
    let check = |reason: &str| {
        let answers = [("(get-info", reason)];
        let fake = Fake { first: "say unknown", answers: &answers, ..TAME };
        let folder = Folder::new();
        open(&fake, &folder).check(&store(), &[], &NONE)
    };
    let unknown = |reason| Ok(Answer::Unknown(reason));
    assert_eq!(check("(:reason-unknown \"timeout\")"), unknown(Reason::Time));
    assert_eq!(check("(:reason-unknown \"canceled\")"), unknown(Reason::Time));
    assert_eq!(check("(:reason-unknown memout)"), unknown(Reason::Memory));
    let incomplete = Reason::Incomplete("(incomplete quantifiers)".to_owned());
    assert_eq!(check("(:reason-unknown \"(incomplete quantifiers)\")"), unknown(incomplete));
    assert!(matches!(check("what"), Err(SolverError::Failed { failure: Failure::Unreadable, .. })));
}

/// A solver that stops reading does not block one that writes.
#[test]
fn a_child_that_does_not_read() {
    let folder = Folder::new();
    let mut solver = open(&Fake { start: "[ $which = first ] && sleep 60", ..TAME }, &folder);
    let mut terms = store();
    let mut sum = parse_term(&mut terms, "x").unwrap();
    let y = parse_term(&mut terms, "y").unwrap();
    for _ in 0..20_000 {
        sum = terms.apply_as_is(smt::Op::Bv(smt::BvOp::Udiv), &[sum, y]).unwrap();
    }
    let formula = terms.apply_as_is(smt::Op::Bv(smt::BvOp::Ult), &[sum, y]).unwrap();
    assert_eq!(solver.check(&terms, &[formula], &within(500)), Ok(Answer::Unknown(Reason::Time)));
    assert_eq!(solver.check(&terms, &[formula], &NONE), Ok(Answer::Sat));
}

#[test]
fn memory_is_bounded() {
    let first = "python3 -S -c 'bytearray(1 << 31)' || exit 1; say sat";
    let limits = Limits { time: Some(Duration::from_secs(10)), memory: Some(1 << 29) };
    let outcome = first_and_next(&Fake { first, ..TAME }, &limits);
    assert_eq!(outcome, Ok(Answer::Unknown(Reason::Memory)));
}

/// A child that has grown is replaced now and then. For these, any size is too much.
#[test]
fn growth_is_bounded() {
    let folder = Folder::new();
    let mut solver = open(&TAME, &folder);
    let terms = store();
    for _ in 0..600 {
        assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
    }
    assert_eq!((solver.statistics().checks, solver.statistics().restarts), (600, 2));
}

/// A child that dies between queries is replaced without a word.
#[test]
fn a_death_in_idleness_is_repaired() {
    let folder = Folder::new();
    let mut solver = open(&TAME, &folder);
    let terms = store();
    assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
    let pid = rustix::process::Pid::from_raw(solver.process_id().unwrap() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    while !std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap().contains(" Z ") {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
    assert_eq!(solver.statistics().restarts, 1);
}

fn is_alive(pid: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).is_ok_and(|stat| !stat.contains(" Z "))
}

/// The child and its descendants go with the solver.
#[test]
fn nobody_is_left() {
    let folder = Folder::new();
    let start = "sleep 1000 </dev/null & echo $! >helper";
    let mut solver = open(&Fake { start, ..TAME }, &folder);
    assert_eq!(solver.check(&store(), &[], &NONE), Ok(Answer::Sat));
    let helper = std::fs::read_to_string(folder.path().join("helper")).unwrap();
    let child = solver.process_id().unwrap().to_string();
    assert!(is_alive(&helper) && is_alive(&child));
    drop(solver);
    assert!(!std::path::Path::new(&format!("/proc/{child}")).exists());
    for _ in 0..200 {
        if !is_alive(&helper) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the helper {helper} lives");
}

#[test]
fn models_and_cores_that_cannot_be_read() {
    let mut terms = store();
    let formula = parse_term(&mut terms, "(bvult x y)").unwrap();
    for (values, is_fine) in [
        ("(($x #x01) ($y #x02))", true),
        ("(($x #x01))", false),
        ("(($x #x01) ($y #x0002))", false),
        ("(($x #x01) ($y (_ bv3 8)))", true),
        ("(($x #x01) ($y (root-obj (+ (^ x 2) (- 2)) 1)))", false),
        ("(($x #x01) ($y $x))", false),
        ("(error \"no model\")", false),
        ("((", false),
    ] {
        let folder = Folder::new();
        let answers = [("(get-value", values), ("(get-unsat-assumptions", values)];
        let mut solver = open(&Fake { answers: &answers, ..TAME }, &folder);
        assert_eq!(solver.check(&terms, &[formula], &NONE), Ok(Answer::Sat));
        let model = solver.model(&terms);
        assert_eq!(model.is_ok(), is_fine, "{values}: {model:?}");
        assert!(is_fine || matches!(model, Err(SolverError::Failed { .. })), "{values}: {model:?}");
        assert_eq!(solver.check(&terms, &[formula], &NONE), Ok(Answer::Sat));
        assert_eq!(solver.core(&terms), Err(SolverError::NoSuchResult));
    }
}

#[test]
fn cores_name_assumptions() {
    let mut terms = store();
    let texts = ["(bvult x y)", "(bvult y x)", "(= x y)"];
    let formulas = texts.map(|text| parse_term(&mut terms, text).unwrap());
    let label = format!("?l{}", formulas[1].0);
    for (answer, core) in [
        (format!("({label})"), Some(vec![formulas[1]])),
        (format!("(|{label}| {label})"), Some(vec![formulas[1]])),
        ("()".to_owned(), Some(vec![])),
        ("(?l99999)".to_owned(), None),
        ("unsat".to_owned(), None),
    ] {
        let folder = Folder::new();
        let answers = [("(get-unsat-assumptions", &*answer)];
        let mut solver = open(&Fake { first: "say unsat", answers: &answers, ..TAME }, &folder);
        assert_eq!(solver.check(&terms, &formulas, &NONE), Ok(Answer::Unsat));
        assert_eq!(solver.core(&terms).ok(), core, "{answer}");
        assert_eq!(solver.check(&terms, &formulas, &NONE), Ok(Answer::Sat));
    }
}

/// Where there are no assumptions, they are a level that the next command closes.
#[test]
fn assumptions_in_a_level() {
    let folder = Folder::new();
    let mut solver = open(&Fake { dialect: "opensmt", ..TAME }, &folder);
    let mut terms = Terms::new();
    terms.variable("n", Sort::Int).unwrap();
    let [one, two] = ["(< n 1)", "(< n 2)"].map(|text| parse_term(&mut terms, text).unwrap());
    solver.assert(&terms, one).unwrap();
    assert_eq!(solver.check(&terms, &[two], &NONE), Ok(Answer::Sat));
    assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
    solver.push().unwrap();
    assert_eq!(solver.check(&terms, &[two], &NONE), Ok(Answer::Sat));
    solver.pop().unwrap();
    assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
    expect![[r#"
        (set-option :print-success false)
        (set-option :produce-models true)
        (set-logic QF_LIA)
        (declare-fun $n () Int)
        (assert (< $n 1))
        (push 1)
        (assert (< $n 2))
        (check-sat)
        (pop 1)
        (check-sat)
        (push 1)
        (push 1)
        (assert (< $n 2))
        (check-sat)
        (pop 1)
        (pop 1)
        (check-sat)
    "#]]
    .assert_eq(&told(&folder));
}

/// An assumption that was too hard goes with its level at once: behind a label it would be part of the next query too, and z3 4.8 did
/// spend the time of the next query on it.
#[test]
fn a_hard_assumption_does_not_stay() {
    let folder = Folder::new();
    let answers = [("(get-info", "(:reason-unknown \"timeout\")")];
    let mut solver = open(&Fake { first: "say unknown", answers: &answers, ..TAME }, &folder);
    let mut terms = store();
    let [hard, easy] = ["(bvult x y)", "(= x y)"].map(|text| parse_term(&mut terms, text).unwrap());
    assert_eq!(solver.check(&terms, &[hard], &NONE), Ok(Answer::Unknown(Reason::Time)));
    assert_eq!(solver.check(&terms, &[easy], &NONE), Ok(Answer::Sat));
    assert_eq!(solver.statistics().restarts, 0);
    let log = told(&folder);
    let (_, queries) = log.split_once("(push 1)\n").unwrap();
    expect![[r#"
        (declare-fun ?l2 () Bool)
        (declare-fun $x () (_ BitVec 8))
        (declare-fun $y () (_ BitVec 8))
        (assert (=> ?l2 (bvult $x $y)))
        (check-sat-assuming (?l2))
        (get-info :reason-unknown)
        (pop 1)
        (push 1)
        (declare-fun ?l3 () Bool)
        (assert (=> ?l3 (= $x $y)))
        (check-sat-assuming (?l3))
    "#]]
    .assert_eq(queries);
}

/// A solver that answers after the caller has given up: what it says then is not taken for the answer to the next query.
#[test]
fn a_late_answer_is_read_by_nobody() {
    let folder = Folder::new();
    let first = "sleep 1.5; say unsat";
    let mut solver = open(&Fake { first, ..TAME }, &folder);
    let terms = store();
    assert_eq!(solver.check(&terms, &[], &within(200)), Ok(Answer::Unknown(Reason::Time)));
    std::thread::sleep(Duration::from_millis(1600));
    assert_eq!(solver.check(&terms, &[], &within(3000)), Ok(Answer::Sat));
    assert_eq!(solver.statistics().restarts, 1);
}

/// What is sent again after a death: the stack as it is, and nothing that was popped.
#[test]
fn replay() {
    let folder = Folder::new();
    let mut solver = open(&Fake { first: "exit 1", ..TAME }, &folder);
    let mut terms = store();
    let texts = ["(bvult x y)", "(= x #x01)", "(= y #x07)", "(= y #x08)"];
    let [one, two, three, four] = texts.map(|text| parse_term(&mut terms, text).unwrap());
    solver.assert(&terms, one).unwrap();
    solver.push().unwrap();
    solver.assert(&terms, two).unwrap();
    solver.push().unwrap();
    solver.push().unwrap();
    assert!(solver.check(&terms, &[], &NONE).is_err());
    std::fs::remove_file(folder.path().join("log")).unwrap();
    solver.pop().unwrap();
    solver.assert(&terms, three).unwrap();
    solver.push().unwrap();
    assert_eq!(solver.check(&terms, &[four], &NONE), Ok(Answer::Sat));
    expect![[r#"
        (set-option :print-success false)
        (set-option :global-declarations true)
        (set-option :produce-models true)
        (set-option :produce-unsat-assumptions true)
        (set-logic QF_BV)
        (declare-fun $x () (_ BitVec 8))
        (declare-fun $y () (_ BitVec 8))
        (assert (bvult $x $y))
        (push 1)
        (assert (= $x #x01))
        (push 1)
        (assert (= $y #x07))
        (push 1)
        (push 1)
        (declare-fun ?l8 () Bool)
        (assert (=> ?l8 (= $y #x08)))
        (check-sat-assuming (?l8))
    "#]]
    .assert_eq(&told(&folder));
}

#[test]
fn absent_solvers() {
    let find = |dialect: &str, program: &str| {
        let options = Options { program: Some(program.into()), ..Options::default() };
        ProcessBackend::find(Dialect::named(dialect).unwrap(), options).unwrap_err().to_string()
    };
    expect!["solver `mathsat` cannot be used: `/nowhere/mathsat`: No such file or directory (os error 2); install MathSAT 5 from <https://mathsat.fbk.eu>, whose licence is for research"].assert_eq(&find("mathsat", "/nowhere/mathsat"));
    expect!["solver `bitwuzla-python` cannot be used: exit status: 1 when asked for its version, saying nothing; install its Python package by `pip install bitwuzla`"].assert_eq(&find("bitwuzla-python", "false"));
}
