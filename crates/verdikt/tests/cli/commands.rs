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
            1:1 keyword int
            1:5 identifier main
            1:9 punctuator (
            1:10 keyword void
            1:14 punctuator )
            1:16 punctuator {
            1:18 keyword return
            1:25 number 0
            1:26 punctuator ;
            1:28 punctuator }
            status 0
        "#]],
    );
    check(
        &[("a.c", SMALL)],
        "dump ast a.c",
        expect![[r#"
            $ verdikt dump ast a.c
            File a.c
            Function main: int 1:1
              Parameters
              body: Compound 1:16
                Return 1:18
                  Int 0 1:25
            status 0
        "#]],
    );
}
