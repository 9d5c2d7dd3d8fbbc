//! Layouts as gcc computes them for x86; the figures were compared with those of gcc 12 with `-m32` and `-m64`.

use crate::testing::elaborate;
use cfa::MachineModel::{self, Ilp32, Lp64};
use expect_test::{Expect, expect};
use std::fmt::Write as _;

/// Size, alignment and members of `S`, one a line; bit-fields by first bit and width.
fn layout(machine: MachineModel, text: &str) -> String {
    let outcome = elaborate(machine, &[text]);
    let tag = outcome.names.lookup("S").unwrap();
    let types = &outcome.program.types;
    let record = types.records().iter().find(|record| record.name == Some(tag)).unwrap();
    let layout = record.layout.as_ref().unwrap();
    let mut out = format!("{}/{}", layout.size, layout.align);
    for field in &layout.fields {
        let name = field.name.map_or("-", |name| outcome.names.text(name));
        let _ = match field.bits {
            Some(bits) => write!(out, " {name}:{}+{}", bits.start, bits.width),
            None => write!(out, " {name}@{}", field.offset),
        };
    }
    out
}

fn check(members: &str, expected: Expect) {
    let text = |models: MachineModel| layout(models, members);
    expected.assert_eq(&format!("ILP32 {}\nLP64  {}\n", text(Ilp32), text(Lp64)));
}

#[test]
fn ordinary_members() {
    check(
        "struct S { char a; short b; char c; int d; char e; };",
        expect![[r#"
        ILP32 16/4 a@0 b@2 c@4 d@8 e@12
        LP64  16/4 a@0 b@2 c@4 d@8 e@12
    "#]],
    );
    check(
        "struct S { char a; long long b; char c; double d; char e; long double f; };",
        expect![[r#"
        ILP32 40/4 a@0 b@4 c@12 d@16 e@24 f@28
        LP64  64/16 a@0 b@8 c@16 d@24 e@32 f@48
    "#]],
    );
    check(
        "struct S { char a; void *b; char c[3]; long d; };",
        expect![[r#"
        ILP32 16/4 a@0 b@4 c@8 d@12
        LP64  32/8 a@0 b@8 c@16 d@24
    "#]],
    );
    check(
        "union S { char a[5]; int b; double c; };",
        expect![[r#"
        ILP32 8/4 a@0 b@0 c@0
        LP64  8/8 a@0 b@0 c@0
    "#]],
    );
    check(
        "struct S { int n; char tail[]; };",
        expect![[r#"
        ILP32 4/4 n@0 tail@4
        LP64  4/4 n@0 tail@4
    "#]],
    );
    check(
        "struct S { char a; struct {} e; int z[0]; char b; };",
        expect![[r#"
        ILP32 8/4 a@0 e@1 z@4 b@4
        LP64  8/4 a@0 e@1 z@4 b@4
    "#]],
    );
    check(
        "struct S { char a; struct { char x; int y; }; union { char p; long q; }; };",
        expect![[r#"
        ILP32 16/4 a@0 -@4 -@12
        LP64  24/8 a@0 -@4 -@16
    "#]],
    );
}

#[test]
fn packed_and_aligned() {
    // Of several demands on a record the last counts, on a member the strictest.
    check(
        "struct __attribute__((aligned(8))) S { char a; short b __attribute__((aligned(4), aligned(2))); } __attribute__((aligned(2)));",
        expect![[r#"
            ILP32 8/4 a@0 b@4
            LP64  8/4 a@0 b@4
        "#]],
    );
    check(
        "struct __attribute__((packed)) S { char a; int b; long long c; };",
        expect![[r#"
        ILP32 13/1 a@0 b@1 c@5
        LP64  13/1 a@0 b@1 c@5
    "#]],
    );
    check(
        "struct S { char a; int b __attribute__((packed)); int c; };",
        expect![[r#"
        ILP32 12/4 a@0 b@1 c@8
        LP64  12/4 a@0 b@1 c@8
    "#]],
    );
    check(
        "struct S { char a; char b __attribute__((aligned(8))); char c; };",
        expect![[r#"
        ILP32 16/8 a@0 b@8 c@9
        LP64  16/8 a@0 b@8 c@9
    "#]],
    );
    check(
        "struct S { char a; int b __attribute__((aligned(2))); } __attribute__((packed));",
        expect![[r#"
        ILP32 6/2 a@0 b@2
        LP64  6/2 a@0 b@2
    "#]],
    );
    check(
        "struct S { char a; } __attribute__((aligned(16)));",
        expect![[r#"
        ILP32 16/16 a@0
        LP64  16/16 a@0
    "#]],
    );
    check(
        "typedef long long T __attribute__((aligned(8))); struct S { char a; T b; };",
        expect![[r#"
        ILP32 16/8 a@0 b@8
        LP64  16/8 a@0 b@8
    "#]],
    );
    check(
        "#pragma pack(2)\nstruct S { char a; int b; double c; int d : 3; };",
        expect![[r#"
        ILP32 16/2 a@0 b@2 c@6 d:112+3
        LP64  16/2 a@0 b@2 c@6 d:112+3
    "#]],
    );
}

#[test]
fn bit_fields() {
    check(
        "struct S { int a : 3; int b : 30; int c : 2; };",
        expect![[r#"
        ILP32 8/4 a:0+3 b:32+30 c:62+2
        LP64  8/4 a:0+3 b:32+30 c:62+2
    "#]],
    );
    check(
        "struct S { char a : 5; char b : 5; short c : 9; };",
        expect![[r#"
        ILP32 4/2 a:0+5 b:8+5 c:16+9
        LP64  4/2 a:0+5 b:8+5 c:16+9
    "#]],
    );
    check(
        "struct S { int a : 3; int : 0; int b : 3; int : 5; char c; };",
        expect![[r#"
        ILP32 8/4 a:0+3 b:32+3 c@5
        LP64  8/4 a:0+3 b:32+3 c@5
    "#]],
    );
    check(
        "struct S { char a; long long b : 40; long long c : 40; };",
        expect![[r#"
        ILP32 12/4 a@0 b:8+40 c:48+40
        LP64  16/8 a@0 b:8+40 c:64+40
    "#]],
    );
    check(
        "struct S { char a; int b : 7; char c; };",
        expect![[r#"
        ILP32 4/4 a@0 b:8+7 c@2
        LP64  4/4 a@0 b:8+7 c@2
    "#]],
    );
    check(
        "struct __attribute__((packed)) S { int a : 5; int b : 30; char c; int d : 20; };",
        expect![[r#"
        ILP32 9/1 a:0+5 b:5+30 c@5 d:48+20
        LP64  9/1 a:0+5 b:5+30 c@5 d:48+20
    "#]],
    );
    check(
        "struct S { char a; int : 20; };",
        expect![[r#"
        ILP32 4/1 a@0
        LP64  4/1 a@0
    "#]],
    );
    check(
        "struct S { _Bool a : 1, b : 1; unsigned c : 6; enum { X } d : 2; };",
        expect![[r#"
        ILP32 4/4 a:0+1 b:1+1 c:2+6 d:8+2
        LP64  4/4 a:0+1 b:1+1 c:2+6 d:8+2
    "#]],
    );
    check(
        "union S { int a : 3; char b : 7; long c : 17; };",
        expect![[r#"
        ILP32 4/4 a:0+3 b:0+7 c:0+17
        LP64  8/8 a:0+3 b:0+7 c:0+17
    "#]],
    );
    check(
        "struct S { int a : 3 __attribute__((aligned(4))); int b : 3 __attribute__((aligned(8))); };",
        expect![[r#"
        ILP32 16/8 a:0+3 b:64+3
        LP64  16/8 a:0+3 b:64+3
    "#]],
    );
}
