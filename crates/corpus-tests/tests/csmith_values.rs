//! The explicit-value analysis along executions of random programs: no step looks infeasible, and the checksum that a program prints is the one that the analysis computes.
//!
//! The programs have no input, so that with everything tracked the analysis can know everything; where it has lost a value on the way, it must say that it does not know.

use cfa::interp::{Captured, Config, Flow, Observer, Program, SeededChoices};
use cfa::{Cfa, EdgeId, Op};
use corpus_tests::csmith;
use corpus_tests::robust::{Made, make_units};
use cpa_value::{DeadVariables, Feasible, Walker};

/// Walks beside the interpreter.
struct Beside<'a> {
    cfa: &'a Cfa,
    walker: Walker<'a>,
    infeasible: Option<EdgeId>,
    /// What the last call of `printf` prints, if the analysis knows.
    printed: Option<u128>,
}

impl Observer for Beside<'_> {
    fn on_edge(&mut self, edge: EdgeId, _depth: usize) -> Flow {
        if let Op::External { function, args, .. } = &self.cfa.edges[edge].op
            && self.cfa.function_name(*function) == "printf"
        {
            self.printed = args.last().and_then(|&last| self.walker.value(edge, last));
        }
        match self.walker.take(edge) {
            Feasible::Yes => Flow::Continue,
            Feasible::No => {
                self.infeasible = Some(edge);
                Flow::Stop
            }
        }
    }
}

#[test]
fn the_analysis_agrees_with_executions_of_random_programs() {
    if csmith::NEEDS.iter().any(|&need| test_needs::lacks(need)) {
        return;
    }
    let (mut walked, mut known) = (0, 0);
    for seed in 40_000..40_016 {
        let machine = csmith::machine_of(seed);
        let Ok(text) = csmith::program(seed, machine).expect("temporary files can be written") else {
            continue;
        };
        let Made::Automaton(cfa, _) = make_units(&[("program.c".to_owned(), text)], machine) else {
            continue;
        };
        let walker = Walker::new(&cfa, DeadVariables::Forgotten);
        let mut beside = Beside { cfa: &cfa, walker, infeasible: None, printed: None };
        let config = Config { max_steps: 150_000, ..Config::default() };
        let mut output = Captured::default();
        Program::new(&cfa).run(&config, &mut SeededChoices::new(0), &mut output, &mut beside);
        let operation = beside.infeasible.map(|edge| cfa::dump::operation(&cfa, &cfa.edges[edge].op));
        assert_eq!(operation, None, "seed {seed} takes an edge that the analysis rules out");
        walked += 1;
        let text = String::from_utf8_lossy(&output.out).into_owned();
        if let (Some(bits), Some(sum)) = (beside.printed, text.trim().strip_prefix("checksum = ")) {
            known += 1;
            assert_eq!(format!("{bits:X}"), sum, "seed {seed}");
        }
    }
    println!("{walked} programs, the checksum of {known} was known");
    assert!(walked >= 12 && known >= 1, "{walked} walked, {known} known");
}
