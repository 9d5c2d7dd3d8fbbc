//! Expressions: precedence, literals, casts, GNU forms.

use super::{check_expr, dump};
use expect_test::expect;

#[test]
fn precedence_and_associativity() {
    check_expr(
        "a + b * c - d",
        expect![[r#"
        Binary - 2:1
          Binary + 2:1
            Ident a 2:1
            Binary * 2:5
              Ident b 2:5
              Ident c 2:9
          Ident d 2:13
    "#]],
    );
    check_expr(
        "a || b && c | d ^ e & f == g < h << i",
        expect![[r#"
        Binary || 2:1
          Ident a 2:1
          Binary && 2:6
            Ident b 2:6
            Binary | 2:11
              Ident c 2:11
              Binary ^ 2:15
                Ident d 2:15
                Binary & 2:19
                  Ident e 2:19
                  Binary == 2:23
                    Ident f 2:23
                    Binary < 2:28
                      Ident g 2:28
                      Binary << 2:32
                        Ident h 2:32
                        Ident i 2:37
    "#]],
    );
    check_expr(
        "(a, b)",
        expect![[r#"
        Binary , 2:2
          Ident a 2:2
          Ident b 2:5
    "#]],
    );
    check_expr(
        "a = b += c",
        expect![[r#"
        Assign = 2:1
          Ident a 2:1
          Assign += 2:5
            Ident b 2:5
            Ident c 2:10
    "#]],
    );
    check_expr(
        "a ? b : c ? d : e",
        expect![[r#"
        Conditional 2:1
          Ident a 2:1
          then: Ident b 2:5
          else: Conditional 2:9
            Ident c 2:9
            then: Ident d 2:13
            else: Ident e 2:17
    "#]],
    );
}

#[test]
fn every_operator_has_its_place() {
    check_expr(
        "a * b / c % d",
        expect![[r#"
        Binary % 2:1
          Binary / 2:1
            Binary * 2:1
              Ident a 2:1
              Ident b 2:5
            Ident c 2:9
          Ident d 2:13
    "#]],
    );
    check_expr(
        "a >> b != c >= d > e <= f",
        expect![[r#"
        Binary != 2:1
          Binary >> 2:1
            Ident a 2:1
            Ident b 2:6
          Binary <= 2:11
            Binary > 2:11
              Binary >= 2:11
                Ident c 2:11
                Ident d 2:16
              Ident e 2:20
            Ident f 2:25
    "#]],
    );
    check_expr(
        "a -= b *= c /= d %= e &= f |= g ^= h <<= i >>= j",
        expect![[r#"
        Assign -= 2:1
          Ident a 2:1
          Assign *= 2:6
            Ident b 2:6
            Assign /= 2:11
              Ident c 2:11
              Assign %= 2:16
                Ident d 2:16
                Assign &= 2:21
                  Ident e 2:21
                  Assign |= 2:26
                    Ident f 2:26
                    Assign ^= 2:31
                      Ident g 2:31
                      Assign <<= 2:36
                        Ident h 2:36
                        Assign >>= 2:42
                          Ident i 2:42
                          Ident j 2:48
    "#]],
    );
}

#[test]
fn prefix_and_postfix() {
    check_expr(
        "-+~!*&x",
        expect![[r#"
        Unary - 2:1
          Unary + 2:2
            Unary ~ 2:3
              Unary ! 2:4
                Unary * 2:5
                  Unary & 2:6
                    Ident x 2:7
    "#]],
    );
    check_expr(
        "++x-- - --y++",
        expect![[r#"
        Binary - 2:1
          Unary ++_ 2:1
            Unary _-- 2:3
              Ident x 2:3
          Unary --_ 2:9
            Unary _++ 2:11
              Ident y 2:11
    "#]],
    );
    check_expr(
        "a.b->c[1](2, 3)",
        expect![[r#"
        Call 2:1
          callee: Index 2:1
            Arrow ->c 2:1
              Member .b 2:1
                Ident a 2:1
            Int 1 2:8
          Int 2 2:11
          Int 3 2:14
    "#]],
    );
    check_expr(
        "__real__ x + __imag__ y",
        expect![[r#"
        Binary + 2:1
          Unary __real__ 2:1
            Ident x 2:10
          Unary __imag__ 2:14
            Ident y 2:23
    "#]],
    );
}

#[test]
fn casts_sizes_and_compound_literals() {
    check_expr(
        "(int) -x",
        expect![[r#"
        Cast 2:1
          Type int 2:2
          Unary - 2:7
            Ident x 2:8
    "#]],
    );
    check_expr(
        "(char *const *) p",
        expect![[r#"
        Cast 2:1
          Type char 2:2
            Pointer
            Pointer const
          Ident p 2:17
    "#]],
    );
    check_expr(
        "sizeof x + sizeof(int) + sizeof(x) + sizeof (x).y",
        expect![[r#"
        Binary + 2:1
          Binary + 2:1
            Binary + 2:1
              SizeofExpr 2:1
                Ident x 2:8
              SizeofType 2:12
                Type int 2:19
            SizeofExpr 2:26
              Ident x 2:33
          SizeofExpr 2:38
            Member .y 2:46
              Ident x 2:46
    "#]],
    );
    check_expr(
        "_Alignof(long) + __alignof__ x",
        expect![[r#"
        Binary + 2:1
          AlignofType 2:1
            Type long 2:10
          AlignofExpr 2:18
            Ident x 2:30
    "#]],
    );
    check_expr(
        "(struct s) { 1, .b = 2 }.a",
        expect![[r#"
        Member .a 2:1
          CompoundLiteral 2:1
            Type struct s 2:2
            List 2:12
              Int 1 2:14
              Designated
                Field b
                init: Int 2 2:22
    "#]],
    );
    check_expr(
        "sizeof(int[]) { 1 }",
        expect![[r#"
        SizeofExpr 2:1
          CompoundLiteral 2:7
            Type int 2:8
              Array []
            List 2:15
              Int 1 2:17
    "#]],
    );
}

#[test]
fn gnu_expressions() {
    check_expr(
        "a ?: b",
        expect![[r#"
        Conditional 2:1
          Ident a 2:1
          else: Ident b 2:6
    "#]],
    );
    check_expr(
        "({ 1; })",
        expect![[r#"
        StmtExpr 2:1
          Compound 2:2
            Expr 2:4
              Int 1 2:4
    "#]],
    );
    check_expr(
        "&&label",
        expect![[r#"
        LabelAddress label 2:1
    "#]],
    );
    check_expr(
        "__extension__ 1",
        expect![[r#"
        Int 1 2:15
    "#]],
    );
}

#[test]
fn built_in_functions_of_types() {
    check_expr(
        "__builtin_va_arg(ap, int *)",
        expect![[r#"
        VaArg 2:1
          Type int 2:22
            Pointer
          Ident ap 2:18
    "#]],
    );
    check_expr(
        "__builtin_offsetof(struct s, a.b[2].c)",
        expect![[r#"
        Offsetof 2:1
          Type struct s 2:20
          Field a
          Field b
          Element
            Int 2 2:34
          Field c
    "#]],
    );
    check_expr(
        "__builtin_types_compatible_p(int, long)",
        expect![[r#"
        TypesCompatible 2:1
          Type int 2:30
          Type long 2:35
    "#]],
    );
    check_expr(
        "__builtin_convertvector(v, short)",
        expect![[r#"
            ConvertVector 2:1
              Type short 2:28
              Ident v 2:25
        "#]],
    );
    check_expr(
        "__builtin_choose_expr(1, a, b)",
        expect![[r#"
        Choose 2:1
          Int 1 2:23
          Ident a 2:26
          Ident b 2:29
    "#]],
    );
    check_expr(
        "_Generic(x, int: 1, char *: 2, default: 3)",
        expect![[r#"
        Generic 2:1
          Ident x 2:10
          Association
            Type int 2:13
            Int 1 2:18
          Association
            Type char 2:21
              Pointer
            Int 2 2:29
          Association default
            Int 3 2:41
    "#]],
    );
}

#[test]
fn integers() {
    check_expr(
        "f(0, 10, 017, 0x1F, 0b101, 0B1)",
        expect![[r#"
            Call 2:1
              callee: Ident f 2:1
              Int 0 2:3
              Int 10 2:6
              Int 15 (not decimal) 2:10
              Int 31 (not decimal) 2:15
              Int 5 (not decimal) 2:21
              Int 1 (not decimal) 2:28
        "#]],
    );
    check_expr(
        "f(1u, 1L, 1ll, 1uLL, 1LLu, 1LU, 18446744073709551615u)",
        expect![[r#"
        Call 2:1
          callee: Ident f 2:1
          Int 1u 2:3
          Int 1l 2:7
          Int 1ll 2:11
          Int 1ull 2:16
          Int 1ull 2:22
          Int 1ul 2:28
          Int 18446744073709551615u 2:33
    "#]],
    );
}

#[test]
fn floats() {
    check_expr(
        "f(1.5, .5e-3, 1e+6, 1., 1.f, 2.0L, 1.0q, 1.0F128, 1.0w)",
        expect![[r#"
            Call 2:1
              callee: Ident f 2:1
              Float 1.5 (double) 2:3
              Float .5e-3 (double) 2:8
              Float 1e+6 (double) 2:15
              Float 1. (double) 2:21
              Float 1.f (float) 2:25
              Float 2.0L (long double) 2:30
              Float 1.0q (__float128) 2:36
              Float 1.0F128 (__float128) 2:42
              Float 1.0w (long double) 2:51
        "#]],
    );
    check_expr(
        "f(0x1.8p3, 0xAp-2f, 1.0i, 2i, 1.0f64x, 1.0d)",
        expect![[r#"
            Call 2:1
              callee: Ident f 2:1
              Float 0x1.8p3 (double) 2:3
              Float 0xAp-2f (float) 2:12
              Imaginary 1.0i (double) 2:21
              Imaginary 2i (2) 2:27
              Float 1.0f64x (long double) 2:31
              Float 1.0d (double) 2:40
        "#]],
    );
}

#[test]
fn characters() {
    check_expr(
        r"f('a', '\n', '\0', '\x41', '\377', '\e', '\\', '\'', '\?', '\u0041')",
        expect![[r#"
        Call 2:1
          callee: Ident f 2:1
          Char 97 2:3
          Char 10 2:8
          Char 0 2:14
          Char 65 2:20
          Char -1 2:28
          Char 27 2:36
          Char 92 2:42
          Char 39 2:48
          Char 63 2:54
          Char 65 2:60
    "#]],
    );
    check_expr(
        r"f('ab', 'abcd', L'a', u'b', U'c', u8'd', L'\xffff', L'€')",
        expect![[r#"
            Call 2:1
              callee: Ident f 2:1
              Char 24930 2:3
              Char 1633837924 2:9
              Char L 97 2:17
              Char u 98 2:23
              Char U 99 2:29
              Char u8 100 2:35
              Char L 65535 2:42
              Char L 8364 2:53
        "#]],
    );
}

#[test]
fn strings() {
    check_expr(
        r#"f("", "a\tb\"c", "\101\x42" "C", "oct\1234")"#,
        expect![[r#"
        Call 2:1
          callee: Ident f 2:1
          String "" 2:3
          String "a\tb\"c" 2:7
          String "ABC" 2:18
          String "octS4" 2:34
    "#]],
    );
    check_expr(
        r#"f(L"w" "ide\x1234", u8"ö", u"ö", U"\U0001F600", "ö")"#,
        expect![[r#"
        Call 2:1
          callee: Ident f 2:1
          String L"wide\x1234" 2:3
          String u8"\xc3\xb6" 2:21
          String u"\xf6" 2:28
          String U"\x1f600" 2:34
          String "\xc3\xb6" 2:49
    "#]],
    );
}

#[test]
fn digits_of_floats() {
    for (text, digits) in [
        ("1.5L", "1.5"),
        ("1e+6f", "1e+6"),
        ("0x1.8p3f", "0x1.8p3"),
        ("0xAp-2", "0xAp-2"),
        ("1.0f64x", "1.0"),
        (".5e3q", ".5e3"),
        ("1.i", "1."),
    ] {
        assert_eq!(crate::float_digits(text), digits);
    }
}

#[test]
fn parentheses_leave_no_node() {
    let bare = dump("int x = a + b;");
    let shift = |dump: &str| dump.replace("1:11", "1:9").replace("1:15", "1:13");
    assert_eq!(shift(&dump("int x = ((a + b));")), bare);
}
