//! What conversions print; the expected texts are those of glibc's `printf`.

use super::*;
use crate::{FloatKind, value};
use expect_test::{Expect, expect};

fn spec(format: &str) -> Spec {
    let mut rest = format.as_bytes();
    match next_piece(&mut rest) {
        Some(Piece::Conversion(spec)) if rest.is_empty() => spec,
        other => panic!("{format}: {other:?}"),
    }
}

fn check(rows: impl IntoIterator<Item = (String, Vec<u8>)>, expected: Expect) {
    let mut text = String::new();
    for (title, out) in rows {
        text += &format!("{title:<12} [{}]\n", String::from_utf8(out).unwrap());
    }
    expected.assert_eq(&text);
}

fn doubles(rows: &[(&str, f64)]) -> impl Iterator<Item = (String, Vec<u8>)> {
    rows.iter().map(|&(format, number)| {
        (format!("{format} {number:?}"), float(&spec(format), FloatKind::F64, u128::from(number.to_bits())))
    })
}

#[test]
fn integers() {
    let rows = [
        ("%d", -42i128),
        ("%5d", 42),
        ("%-5d", 42),
        ("%05d", -42),
        ("%+d", 42),
        ("% d", 42),
        ("%.3d", 7),
        ("%8.3d", -7),
        ("%08.3d", 7),
        ("%.0d", 0),
        ("%x", 255),
        ("%#X", 255),
        ("%#o", 8),
        ("%#x", 0),
        ("%08x", 0xBEEF),
        ("%u", 4294967295),
    ];
    check(
        rows.map(|(format, number)| {
            (format!("{format} {number}"), integer(&spec(format), number < 0, number.unsigned_abs()))
        }),
        expect![[r#"
            %d -42       [-42]
            %5d 42       [   42]
            %-5d 42      [42   ]
            %05d -42     [-0042]
            %+d 42       [+42]
            % d 42       [ 42]
            %.3d 7       [007]
            %8.3d -7     [    -007]
            %08.3d 7     [     007]
            %.0d 0       []
            %x 255       [ff]
            %#X 255      [0XFF]
            %#o 8        [010]
            %#x 0        [0]
            %08x 48879   [0000beef]
            %u 4294967295 [4294967295]
        "#]],
    );
}

#[test]
fn fixed_and_scientific() {
    check(
        doubles(&[
            ("%f", 0.0),
            ("%f", -1.5),
            ("%.0f", 0.5),
            ("%.0f", 1.5),
            ("%.0f", 2.5),
            ("%#.0f", 3.0),
            ("%.1f", 0.25),
            ("%.1f", 0.35),
            ("%.3f", 999.9996),
            ("%10.2f", 2.675),
            ("%-10.2f", 1.0),
            ("%010.2f", -1.0),
            ("%.20f", 0.1),
            ("%f", 1e22),
            ("%.1f", 5e-324),
            ("%e", 0.0),
            ("%e", 12345.678),
            ("%.0e", 15000.0),
            ("%.0e", 25000.0),
            ("%.2e", 9.999e-5),
            ("%.3E", 5e-324),
            ("%e", 1e300),
            ("%f", f64::INFINITY),
            ("%5F", f64::NAN),
        ]),
        expect![[r#"
            %f 0.0       [0.000000]
            %f -1.5      [-1.500000]
            %.0f 0.5     [0]
            %.0f 1.5     [2]
            %.0f 2.5     [2]
            %#.0f 3.0    [3.]
            %.1f 0.25    [0.2]
            %.1f 0.35    [0.3]
            %.3f 999.9996 [1000.000]
            %10.2f 2.675 [      2.67]
            %-10.2f 1.0  [1.00      ]
            %010.2f -1.0 [-000001.00]
            %.20f 0.1    [0.10000000000000000555]
            %f 1e22      [10000000000000000000000.000000]
            %.1f 5e-324  [0.0]
            %e 0.0       [0.000000e+00]
            %e 12345.678 [1.234568e+04]
            %.0e 15000.0 [2e+04]
            %.0e 25000.0 [2e+04]
            %.2e 9.999e-5 [1.00e-04]
            %.3E 5e-324  [4.941E-324]
            %e 1e300     [1.000000e+300]
            %f inf       [inf]
            %5F NaN      [  NAN]
        "#]],
    );
}

#[test]
fn general_and_hexadecimal() {
    check(
        doubles(&[
            ("%g", 0.0),
            ("%g", 100000.0),
            ("%g", 1000000.0),
            ("%g", 0.0001),
            ("%g", 0.00001234),
            ("%g", 123456789.0),
            ("%#g", 1.0),
            ("%.3g", 0.00012345),
            ("%.10g", 0.1),
            ("%.0g", 123.0),
            ("%G", 1e-10),
            ("%a", 1.0),
            ("%a", -0.1),
            ("%a", 0.0),
            ("%.2a", 1.999),
            ("%.0a", 1.5),
            ("%A", 255.5),
            ("%a", 5e-324),
            ("%20a", 3.0),
        ]),
        expect![[r#"
            %g 0.0       [0]
            %g 100000.0  [100000]
            %g 1000000.0 [1e+06]
            %g 0.0001    [0.0001]
            %g 1.234e-5  [1.234e-05]
            %g 123456789.0 [1.23457e+08]
            %#g 1.0      [1.00000]
            %.3g 0.00012345 [0.000123]
            %.10g 0.1    [0.1]
            %.0g 123.0   [1e+02]
            %G 1e-10     [1E-10]
            %a 1.0       [0x1p+0]
            %a -0.1      [-0x1.999999999999ap-4]
            %a 0.0       [0x0p+0]
            %.2a 1.999   [0x2.00p+0]
            %.0a 1.5     [0x2p+0]
            %A 255.5     [0X1.FFP+7]
            %a 5e-324    [0x0.0000000000001p-1022]
            %20a 3.0     [            0x1.8p+1]
        "#]],
    );
}

#[test]
fn long_doubles() {
    let rows = [
        ("%Lf", "0.1"),
        ("%.20Lf", "0.1"),
        ("%Lg", "1e4000"),
        ("%Le", "3.6e-4951"),
        ("%La", "1"),
        ("%La", "0.1"),
        ("%.1La", "0.1"),
    ];
    check(
        rows.map(|(format, number)| {
            let bits = value::parse_float(FloatKind::X87, number).unwrap();
            (format!("{format} {number}"), float(&spec(format), FloatKind::X87, bits))
        }),
        expect![[r#"
            %Lf 0.1      [0.100000]
            %.20Lf 0.1   [0.10000000000000000000]
            %Lg 1e4000   [1e+4000]
            %Le 3.6e-4951 [3.645200e-4951]
            %La 1        [0x8p-3]
            %La 0.1      [0xc.ccccccccccccccdp-7]
            %.1La 0.1    [0xc.dp-7]
        "#]],
    );
}

#[test]
fn texts_and_pointers() {
    let rows =
        [("%s", "abc"), ("%5s", "abc"), ("%-5s", "abc"), ("%.2s", "abc"), ("%5.1s", "abc"), ("%3c", "x")];
    check(
        rows.map(|(format, bytes)| (format.to_owned(), text(&spec(format), bytes.as_bytes()))),
        expect![[r#"
            %s           [abc]
            %5s          [  abc]
            %-5s         [abc  ]
            %.2s         [ab]
            %5.1s        [    a]
            %3c          [  x]
        "#]],
    );
    let rows = [("%p", 0), ("%p", 0x1234), ("%10p", 0), ("%-10p", 0x1234)];
    check(
        rows.map(|(format, address)| (format!("{format} {address}"), pointer(&spec(format), address))),
        expect![[r#"
            %p 0         [(nil)]
            %p 4660      [0x1234]
            %10p 0       [     (nil)]
            %-10p 4660   [0x1234    ]
        "#]],
    );
}

#[test]
fn formats_are_taken_apart() {
    let mut rest: &[u8] = b"a%%b%-+ #08.*lldx%k%";
    let mut pieces = Vec::new();
    while let Some(piece) = next_piece(&mut rest) {
        pieces.push(piece);
    }
    let flags = Flags { left: true, plus: true, space: true, alternative: true, zero: true };
    let spec = Spec {
        flags,
        width: Count::Given(8),
        precision: Count::Argument,
        length: Length::LongLong,
        conversion: b'd',
    };
    assert_eq!(
        pieces,
        [
            Piece::Text(b"a"),
            Piece::Text(b"%"),
            Piece::Text(b"b"),
            Piece::Conversion(spec),
            Piece::Text(b"x"),
            Piece::Unknown("%k".to_owned()),
            Piece::Unknown("%".to_owned()),
        ]
    );
}
