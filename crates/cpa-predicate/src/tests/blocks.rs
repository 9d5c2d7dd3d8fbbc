//! Block operators (sections 3.3.3 and 4.1.6): where blocks end, on one program with a loop, a call and a target.

use super::graph::Search;
use crate::{Block, Options, Strategy};
use expect_test::{Expect, expect};

const PROGRAM: &str = "int f(int a) { return a + 1; } \
     int main(void) { int x = 0; while (x < 2) { x = f(x); } if (x > 5) reach_error(); return 0; }";

/// The locations where a block ended, each once.
fn ends(block: Block, expected: Expect) {
    let strategy = if block == Block::Never { Strategy::None } else { Strategy::Predicates };
    // One iteration is enough for a search where no block ends.
    let text = if block == Block::Never { PROGRAM.replace("while", "if") } else { PROGRAM.to_owned() };
    let options = Options { block, strategy, ..Options::default() };
    let found = Search { text: &text, options, predicates: &["(bvslt |main::x| #x00000006)"] }.run();
    let mut places: Vec<&str> = found
        .states
        .lines()
        .filter(|line| !line.contains(" inside "))
        .filter_map(|line| line.split(' ').nth(1))
        .collect();
    places.sort_unstable();
    places.dedup();
    let places = if places.is_empty() { "nowhere".to_owned() } else { places.join(" ") };
    let inside = found.states.lines().filter(|line| line.contains(" inside ")).count();
    expected.assert_eq(&format!("{places}\nstates inside of blocks: {inside}\n"));
}

#[test]
fn each_edge_is_a_block() {
    ends(
        Block::Edge,
        expect![[r#"
        f.L0 f.L1 main.L0 main.L1 main.L2 main.L3 main.L4 main.L8 main.L9
        states inside of blocks: 0
    "#]],
    );
}

#[test]
fn blocks_end_at_loop_heads_and_borders_of_functions() {
    ends(
        Block::LoopsAndFunctions,
        expect![[r#"
        f.L0 f.L1 main.L0 main.L2 main.L9
        states inside of blocks: 5
    "#]],
    );
}

#[test]
fn blocks_end_at_loop_heads() {
    ends(
        Block::Loops,
        expect![[r#"
        main.L2
        states inside of blocks: 9
    "#]],
    );
}

#[test]
fn no_block_ends() {
    ends(
        Block::Never,
        expect![[r#"
        nowhere
        states inside of blocks: 10
    "#]],
    );
}

/// A target ends a block whatever the operator, except where none ends.
#[test]
fn a_target_ends_its_block() {
    let text = "int main(void) { if (nd() == 3) reach_error(); return 0; }";
    let target = |block: Block| {
        let strategy = if block == Block::Never { Strategy::None } else { Strategy::Predicates };
        let options = Options { block, strategy, ..Options::default() };
        let found = Search { text, options, predicates: &[] }.run();
        assert_eq!(found.end, "false after 0 refinements");
        found.states.lines().find(|line| line.ends_with("target")).unwrap().contains(" inside ")
    };
    let inside = [Block::Edge, Block::LoopsAndFunctions, Block::Loops, Block::Never].map(target);
    assert_eq!(inside, [false, false, false, true]);
}
