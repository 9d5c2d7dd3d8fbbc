//! Each strategy alone, with Z3: what its facts look like. They are those that are there after the indices are gone, without repetition.

#[path = "set/mod.rs"]
mod set;

use expect_test::{Expect, expect};
use interpolation::normal::Normal;
use interpolation::{Interpolator, Options, Strategy};
use smt::{Terms, print};
use smt_z3::Z3Backend;

fn check(strategy: Strategy, text: &str, expected: Expect) {
    let mut terms = Terms::new();
    let trace = set::read(&mut terms, &format!("trace t\n{text}")).expect("a well-formed trace").remove(0);
    let backend = Z3Backend::default();
    let options = Options { order: vec![strategy], improve: Vec::new(), ..Options::default() };
    let mut interpolator = Interpolator::new(&[&backend], options);
    let mut shown: Vec<String> = Vec::new();
    match interpolator.sequence(&mut terms, &trace.formulas) {
        Ok(facts) => {
            for fact in facts {
                let plain = terms.without_indices(fact).expect("symbols have originals");
                let plain = Normal::new().of(&mut terms, plain);
                let text = print::term(&terms, plain).replace(&format!("{}.", trace.name), "");
                if !shown.contains(&text) {
                    shown.push(text);
                }
            }
        }
        Err(error) => shown.push(error.to_string()),
    }
    expected.assert_eq(&shown.join("\n"));
}

const AT_MOST: &str = "
    x:bv32 = 0
    y:bv32 = 0
    repeat 4 {
        assume x <u 1000
        x = x + 1
        y = y + 3
    }
    assume y >u 3 * x";

const INPUTS: &str = "
    x:bv32 = 0
    n:bv32
    repeat 3 {
        havoc n
        assume n <u 10
        x = x + n
    }
    assume x >u 100";

const FUNCTION: &str = "
    f:(bv8, bv8)bv8
    x:bv8
    y:bv8 = x
    x = f(x, 1)
    y = f(y, 1)
    assume x != y";

const ELEMENT: &str = "
    a:[bv8]bv8
    i:bv8
    a[i] = 5
    a[i] = a[i] + 1
    assume a[i] != 6";

const FLOAT: &str = "
    f:float
    assume f >= 1.0
    assume f <= 2.0
    g:float = f
    assume g < 0.5";

const PATHS: &str = "
    n:bv32
    x:bv32 = 0
    repeat 3 {
        havoc n
        choose {
            assume n <u 5
            x = x + 2
        } or {
            assume n >=u 5
            x = x + 4
        }
    }
    assume (x & 1) == 1";

const GAUSS: &str = "
    i:bv32 = 0
    s:bv32 = 0
    repeat 3 {
        i = i + 1
        s = s + i
    }
    assume 2 * s != i * (i + 1)";

#[test]
fn newton() {
    check(
        Strategy::Newton,
        AT_MOST,
        expect![[r#"
        true
        (= #x00000000 x)
        (and (= #x00000000 x) (= #x00000000 y))
        (and (= #x00000000 y) (= #x00000001 x))
        (and (= #x00000001 x) (= #x00000003 y))
        (and (= #x00000003 y) (= #x00000002 x))
        (and (= #x00000002 x) (= #x00000006 y))
        (and (= #x00000006 y) (= #x00000003 x))
        (and (= #x00000003 x) (= #x00000009 y))
        (and (= #x00000009 y) (= #x00000004 x))
        (and (= #x00000004 x) (= #x0000000c y))
        false"#]],
    );
    check(
        Strategy::Newton,
        FUNCTION,
        expect![[r#"
        true
        (= x y)
        (= x (f y #x01))
        false"#]],
    );
    check(
        Strategy::Newton,
        ELEMENT,
        expect![[r#"
        true
        (= #x05 (select a i))
        (= #x06 (select a i))
        false"#]],
    );
    check(
        Strategy::Newton,
        FLOAT,
        expect![[r#"
        true
        (not (fp.lt f (fp #b0 #b01111110 #b00000000000000000000000)))
        (not (fp.lt g (fp #b0 #b01111110 #b00000000000000000000000)))
        false"#]],
    );
    check(
        Strategy::Newton,
        PATHS,
        expect![[r#"
        true
        (not (= #x00000001 (bvand #x00000001 x)))
        false"#]],
    );
    check(
        Strategy::Newton,
        GAUSS,
        expect![[r#"
        true
        (= #x00000000 (bvadd i (bvmul i i)))
        (= (bvadd i (bvmul i i)) (bvmul #x00000002 s))
        (= (bvmul i i) (bvadd i (bvmul #x00000002 s)))
        false"#]],
    );
}

#[test]
fn linear() {
    check(
        Strategy::Linear,
        AT_MOST,
        expect![[r#"
        true
        (bvule y (bvmul #x00000003 x))
        (and (bvule y (bvmul #x00000003 x)) (bvult x #x000003e8))
        (and (bvule (bvadd #x00000003 y) (bvmul #x00000003 x)) (bvult (bvadd x #xffffffff) #x000003e8))
        (and (bvule y (bvmul #x00000003 x)) (bvult (bvadd x #xffffffff) #x000003e8))
        false"#]],
    );
    check(
        Strategy::Linear,
        INPUTS,
        expect![[r#"
        true
        (= #x00000000 x)
        (and (= #x00000000 x) (bvule n #x00000009))
        (bvule x #x00000009)
        (and (bvule n #x00000009) (bvule x #x00000009))
        (bvule x #x00000012)
        (and (bvule n #x00000009) (bvule x #x00000012))
        (bvule x #x0000001b)
        false"#]],
    );
    check(
        Strategy::Linear,
        FLOAT,
        expect!["no strategy has interpolants; linear: cannot treat a trace without bit-vectors"],
    );
    check(
        Strategy::Linear,
        FUNCTION,
        expect!["no strategy has interpolants; linear: the integers have a model"],
    );
}

#[test]
fn weakest() {
    check(
        Strategy::Weakest,
        FUNCTION,
        expect![[r#"
        true
        (= x y)
        (= x (f y #x01))
        false"#]],
    );
    check(
        Strategy::Weakest,
        ELEMENT,
        expect![[r#"
        true
        (= #x05 (select a i))
        (= #x06 (select a i))
        false"#]],
    );
    check(
        Strategy::Weakest,
        FLOAT,
        expect![[r#"
        true
        (not (and (fp.leq f (fp #b0 #b10000000 #b00000000000000000000000)) (fp.lt f (fp #b0 #b01111110 #b00000000000000000000000))))
        (not (fp.lt f (fp #b0 #b01111110 #b00000000000000000000000)))
        (not (fp.lt g (fp #b0 #b01111110 #b00000000000000000000000)))
        false"#]],
    );
}

/// What the engine finds depends on its version; that it finds something that passes the checker does not.
#[test]
fn spacer() {
    let small = "
        n:bv8
        x:bv8 = 0
        repeat 3 {
            assume x <u n
            x = x + 1
        }
        assume x >u n";
    for (text, is_treated) in [(small, true), (ELEMENT, true), (FLOAT, false)] {
        let mut terms = Terms::new();
        let trace = set::read(&mut terms, &format!("trace t\n{text}")).expect("well-formed").remove(0);
        let backend = Z3Backend::default();
        let options = Options { order: vec![Strategy::Spacer], ..Options::default() };
        let mut interpolator = Interpolator::new(&[&backend], options);
        let result = interpolator.sequence(&mut terms, &trace.formulas);
        assert_eq!(result.is_ok(), is_treated, "{text} {result:?}");
    }
}

#[test]
fn native() {
    check(
        Strategy::Native,
        ELEMENT,
        expect!["no strategy has interpolants; native: no back end has [Arrays, BitVectors, Interpolants]"],
    );
}

#[test]
fn paths() {
    check(
        Strategy::Paths,
        AT_MOST,
        expect![[r#"
        true
        (not (bvult (bvadd (bvmul #x00000003 x) #x0000000c) #x0000000c))
        (not (bvult (bvadd (bvmul #x00000003 x) #x0000000c) (bvadd y #x0000000c)))
        (not (bvult (bvadd (bvmul #x00000003 x) #x00000009) (bvadd y #x0000000c)))
        (not (bvult (bvadd (bvmul #x00000003 x) #x00000009) (bvadd y #x00000009)))
        (not (bvult (bvadd (bvmul #x00000003 x) #x00000006) (bvadd y #x00000009)))
        (not (bvult (bvadd (bvmul #x00000003 x) #x00000006) (bvadd y #x00000006)))
        (not (bvult (bvadd #x00000003 (bvmul #x00000003 x)) (bvadd y #x00000006)))
        (not (bvult (bvadd #x00000003 (bvmul #x00000003 x)) (bvadd #x00000003 y)))
        (not (bvult (bvmul #x00000003 x) (bvadd #x00000003 y)))
        (not (bvult (bvmul #x00000003 x) y))
        false"#]],
    );
    check(
        Strategy::Paths,
        INPUTS,
        expect![[r#"
        true
        (not (bvule #x0000004a x))
        (not (bvule #x00000053 (bvadd x n)))
        (not (bvule #x00000053 x))
        (not (bvule #x0000005c (bvadd x n)))
        (not (bvule #x0000005c x))
        (not (bvult #x00000064 (bvadd x n)))
        (not (bvult #x00000064 x))
        false"#]],
    );
    check(
        Strategy::Paths,
        PATHS,
        expect![[r#"
        true
        (not (= #x00000001 (bvand #x00000001 x)))
        false"#]],
    );
    check(
        Strategy::Paths,
        ELEMENT,
        expect![[r#"
        true
        (= #x05 (select a i))
        (= #x06 (select a i))
        false"#]],
    );
}
