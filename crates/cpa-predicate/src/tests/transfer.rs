//! Transfer (section 4.1.3): the abstraction formula stays, the path formula gets the strongest postcondition of the edge, and no solver is asked.

use super::graph::Search;
use crate::{Block, Options, Strategy};
use expect_test::expect;

fn unrolled<'s>(text: &'s str) -> Search<'s> {
    let options = Options { block: Block::Never, strategy: Strategy::None, ..Options::default() };
    Search { text, options, predicates: &[] }
}

#[test]
fn a_path_formula_is_the_conjunction_of_what_its_edges_do() {
    let found = unrolled(
        "int x; int main(void) { int y = nd(); x = y + 1; if (x > 3) x = 0; else return 2; return 1; }",
    )
    .run();
    expect![[r#"
        n2 main.L0 inside a0: (= #x00000000 x@1)
        n3 main.L1 inside a0: (= #x00000000 x@1)
        n4 main.L2 inside a0: (= #x00000000 x@1)
        n5 main.L3 inside a0: (and (= #x00000000 x@1) (= (bvadd |main::y@2| #x00000001) x@2))
        n6 main.L4 inside a0: (and (= #x00000000 x@1) (= (bvadd |main::y@2| #x00000001) x@2) (bvslt #x00000003 x@2) |branch L3@1|)
        n7 main.L6 inside a0: (and (= #x00000000 x@1) (= (bvadd |main::y@2| #x00000001) x@2) (not (bvslt #x00000003 x@2)) (not |branch L3@1|))
        n8 main.L5 inside a0: (and (= #x00000000 x@1) (= (bvadd |main::y@2| #x00000001) x@2) (bvslt #x00000003 x@2) |branch L3@1| (= #x00000000 x@3))
        n9 main.L7 inside a0: (let ((?0 (= #x00000000 x@1))) (let ((?1 (= (bvadd |main::y@2| #x00000001) x@2))) (let ((?2 (bvslt #x00000003 x@2))) (or (and ?0 ?1 ?2 |branch L3@1| (= #x00000000 x@3) (= #x00000001 |main::$result@2|)) (and ?0 ?1 (not ?2) (not |branch L3@1|) (= |main::$result@2| #x00000002) (= x@2 x@3))))))
    "#]].assert_eq(&found.states);
    for count in ["abstractions", "entailments", "interpolations"] {
        assert_eq!(found.count(count), 0, "{count}");
    }
}

/// What the constructors of terms see to be false has no successor; that is all the pruning there is.
#[test]
fn only_obvious_contradictions_have_no_successor() {
    let obvious = unrolled("int main(void) { if (0) return 1; return 0; }").run();
    let hidden = unrolled("int main(void) { int x = nd(); if (x > 1) if (x < 1) return 1; return 0; }").run();
    expect![[r#"
        n1 main.L0 inside a0: true
        n2 main.L1 inside a0: true
        n3 main.L2 inside a0: (= #x00000000 |main::$result@2|)
    "#]]
    .assert_eq(&obvious.states);
    expect![[r#"
        n1 main.L0 inside a0: true
        n2 main.L1 inside a0: true
        n3 main.L2 inside a0: true
        n4 main.L3 inside a0: (and (bvslt #x00000001 |main::x@2|) |branch L2@1|)
        n5 main.L5 inside a0: (let ((?0 (bvslt #x00000001 |main::x@2|))) (or (and (not ?0) (not |branch L2@1|)) (and ?0 |branch L2@1| (not (bvslt |main::x@2| #x00000001)) (not |branch L3@1|))))
        n6 main.L4 inside a0: (and (bvslt #x00000001 |main::x@2|) |branch L2@1| (bvslt |main::x@2| #x00000001) |branch L3@1|)
        n7 main.L6 inside a0: (let ((?0 (bvslt #x00000001 |main::x@2|))) (let ((?1 (bvslt |main::x@2| #x00000001))) (or (and ?0 |branch L2@1| ?1 |branch L3@1| (= #x00000001 |main::$result@2|)) (and (or (and (not ?0) (not |branch L2@1|)) (and ?0 |branch L2@1| (not ?1) (not |branch L3@1|))) (= |main::$result@2| #x00000000)))))
    "#]].assert_eq(&hidden.states);
}
