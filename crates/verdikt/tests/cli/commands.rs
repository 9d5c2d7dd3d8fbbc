//! What each command prints for a program that is fine.

use crate::session::check;
use expect_test::expect;

const SMALL: &str = "int main(void) { return 0; }\n";

#[test]
fn dumps_of_syntax() {
    check(
        &[("a.c", SMALL)],
        "dump tokens a.c",
        expect![[r#"
        $ verdikt dump tokens a.c
        status 0
    "#]],
    );
    check(
        &[("a.c", SMALL)],
        "dump ast a.c",
        expect![[r#"
        $ verdikt dump ast a.c
        status 0
    "#]],
    );
}
