//! Values from outside.

use super::{check, check_with};
use cfa::interp::{Arguments, Config};
use expect_test::expect;

#[test]
fn values_are_taken_in_order() {
    let program = "int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void); double __VERIFIER_nondet_double(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_uchar();
  double c = __VERIFIER_nondet_double();
  printf(\"%d %d %g\\n\", a, b, c);
  return 0;
}";
    let config = Config::default();
    check_with(
        program,
        &config,
        "-5\n257\n0x1p-1\n",
        expect![[r#"
        -5 1 0.5
        Exited(0)
    "#]],
    );
    check_with(
        program,
        &config,
        "-5\n257\n",
        expect![[r#"
        ChoicesExhausted
    "#]],
    );
}

#[test]
fn functions_without_body_return_anything() {
    let program = "int f(int); int main(void) { return f(1) == 5; }";
    check_with(
        program,
        &Config::default(),
        "5",
        expect![[r#"
        Exited(1)
    "#]],
    );
    check_with(
        program,
        &Config::default(),
        "",
        expect![[r#"
        ChoicesExhausted
    "#]],
    );
}

#[test]
fn arguments_of_main() {
    let program = "int main(int argc, char **argv) {
  for (int i = 0; i < argc; i++) printf(\"%d %s\\n\", i, argv[i]);
  return argv[argc] != 0;
}";
    check(
        program,
        expect![[r#"
        0 program
        Exited(0)
    "#]],
    );
    let config = Config {
        arguments: Arguments::Given(vec![b"p".to_vec(), b"two words".to_vec(), Vec::new()]),
        ..Config::default()
    };
    check_with(
        program,
        &config,
        "",
        expect![[r#"
        0 p
        1 two words
        2 
        Exited(0)
    "#]],
    );
    check(
        "int main(int argc, char **argv) { return argv[argc + 1] != 0; }",
        expect![[r#"
        1:35 `return argv[argc + 1] != 0;`: access out of bounds: read of 8 bytes at offset 16 of an object of 16 bytes
    "#]],
    );
}
