//! Executions of the interpreter satisfy the formulas along their paths, and the formulas determine what the interpreter computes: what a
//! program prints is compared with the values of the printed expressions.

use crate::common::{automaton, run};
use crate::follow::follow;
use cfa::MachineModel;
use formula::Encoding;

fn check(name: &str, text: &str, encoding: &Encoding) {
    for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
        let text = expand(text, machine);
        let cfa = automaton(&text, machine);
        let mut n_finished = 0;
        for seed in 0..20 {
            let execution = run(&cfa, seed, 5000);
            let found = follow(&cfa, encoding, &execution)
                .unwrap_or_else(|error| panic!("{name} {machine:?} seed {seed}: {error}"));
            let is_finished = execution.outcome == cfa::interp::Outcome::Exited(0);
            let expected: Vec<u128> = execution.printed.lines().map(|line| line.parse().unwrap()).collect();
            let is_right = if is_finished { found == expected } else { expected.starts_with(&found) };
            assert!(
                is_right,
                "{name} {machine:?} seed {seed}: {:?}\n{}",
                execution.outcome,
                differences(&found, &expected)
            );
            n_finished += u32::from(is_finished && !found.is_empty());
        }
        assert!(n_finished >= 10, "{name}: {n_finished} of 20 executions end well");
    }
}

fn differences(found: &[u128], expected: &[u128]) -> String {
    let lines = found.iter().zip(expected).enumerate();
    lines
        .filter(|(_, (one, two))| one != two)
        .map(|(at, (one, two))| format!("print {at}: {one}, not {two}\n"))
        .collect()
}

/// The one macro of the programs.
pub(crate) fn expand(text: &str, machine: MachineModel) -> String {
    let text = text.replace("#define P(e) printf(\"%llu\\n\", (unsigned long long)(e))\n", "");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("P(") {
        let is_name = rest[..at].ends_with(|last: char| last.is_alphanumeric() || last == '_');
        out.push_str(&rest[..at]);
        rest = &rest[at + 2..];
        if is_name {
            out.push_str("P(");
            continue;
        }
        let mut depth = 1;
        let end = rest
            .find(|c| {
                depth += match c {
                    '(' => 1,
                    ')' => -1,
                    _ => 0,
                };
                depth == 0
            })
            .unwrap();
        out.push_str(&format!("printf(\"%llu\\n\", (unsigned long long)({}))", &rest[..end]));
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
    if machine == MachineModel::Ilp32 {
        out = out
            .replace("malloc(unsigned long)", "malloc(unsigned)")
            .replace("calloc(unsigned long, unsigned long)", "calloc(unsigned, unsigned)");
        out = out
            .replace("void *, unsigned long)", "void *, unsigned)")
            .replace("int, unsigned long)", "int, unsigned)");
        out = out
            .replace("P((__int128)l * l >> 64); P((unsigned __int128)l >> 7);", "")
            .replace("(__int128)", "(long long)")
            .replace("unsigned __int128", "unsigned long long")
            .replace("l >> 64", "l >> 44");
    }
    out
}

#[test]
fn programs_compute_what_the_interpreter_does() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/programs");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 4);
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        check(&path.file_name().unwrap().to_string_lossy(), &text, &Encoding::default());
    }
}
