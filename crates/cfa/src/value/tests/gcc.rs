//! Every operator and conversion on random operands, against what gcc's code computes on this machine.
//!
//! The C program below reads one operation per line (types, operator and operands as bits) and prints the
//! result as bits. Operations that are undefined for us are left out. NaNs compare equal to each other.

use super::*;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use test_needs::Need;

const DRIVER: &str = include_str!("driver.c");

/// The types as `driver.c` numbers them: the numbers of [`TypeId`].
const FLOATS: [TypeId; 4] = [TypeId::FLOAT, TypeId::DOUBLE, TypeId::LONG_DOUBLE, TypeId::FLOAT128];

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn bits(&mut self) -> u128 {
        let wide = u128::from(self.next()) << 64 | u128::from(self.next());
        match self.next() % 4 {
            0 => wide,
            1 => wide >> (self.next() % 128),
            2 => (1u128 << (self.next() % 128)).wrapping_add((self.next() % 5) as u128).wrapping_sub(2),
            _ => ((self.next() % 40) as u128).wrapping_sub(20),
        }
    }

    /// A value of the type: random bits, or for floats often an integer, a quotient or a special value.
    fn value(&mut self, types: &Types, ty: TypeId) -> u128 {
        let Type::Float(kind) = *types.get(ty) else { return crate::canonical(types, ty, self.bits()) };
        let special = [
            "0",
            "1",
            "0.5",
            "2.5",
            "1e30",
            "1e400",
            "3e-39",
            "5e-324",
            "0x1p63",
            "0x1p-16382",
            "0x1.8p-16440",
        ];
        let number = match self.next() % 4 {
            0 => cast(types, TypeId::INT128, ty, self.bits()).unwrap(),
            1 => {
                let small = self.bits() % 1000;
                let left = (ty, cast(types, TypeId::INT, ty, small).unwrap());
                let right = (ty, cast(types, TypeId::INT, ty, 1 + self.bits() % 16).unwrap());
                binary(types, BinaryOp::Div, left, right, Overflow::Wrap).unwrap()
            }
            2 => parse_float(kind, special[self.next() as usize % special.len()]).unwrap(),
            _ => {
                // Random encodings; x87 ones need their integer bit.
                let bits = u128::from(self.next()) << 64 | u128::from(self.next());
                match kind {
                    FloatKind::F32 => bits & 0xFFFF_FFFF,
                    FloatKind::F64 => bits & u128::from(u64::MAX),
                    FloatKind::X87 => bits & ((1 << 80) - 1) | 1 << 63 | 1 << 64,
                    FloatKind::F128 => bits,
                }
            }
        };
        let sign = if self.next().is_multiple_of(2) { UnaryOp::Neg } else { UnaryOp::FloatAbs };
        unary(types, sign, ty, number, Overflow::Wrap).unwrap()
    }
}

#[derive(Default)]
struct Questions {
    text: String,
    /// Result type and our answer.
    answers: Vec<(TypeId, u128)>,
}

impl Questions {
    fn ask(&mut self, code: &str, tys: (TypeId, TypeId), operands: (u128, u128), answer: (TypeId, u128)) {
        let hex = |bits: u128| format!("{:016x} {:016x}", (bits >> 64) as u64, bits as u64);
        let (left, right) = (hex(operands.0), hex(operands.1));
        writeln!(self.text, "{code} {} {} {left} {right}", tys.0.0, tys.1.0).unwrap();
        self.answers.push(answer);
    }
}

const BINARY: [(&str, BinaryOp); 16] = [
    ("+", BinaryOp::Add),
    ("-", BinaryOp::Sub),
    ("*", BinaryOp::Mul),
    ("/", BinaryOp::Div),
    ("%", BinaryOp::Rem),
    ("l", BinaryOp::Shl),
    ("r", BinaryOp::Shr),
    ("&", BinaryOp::BitAnd),
    ("|", BinaryOp::BitOr),
    ("^", BinaryOp::BitXor),
    ("=", BinaryOp::Eq),
    ("!", BinaryOp::Ne),
    ("<", BinaryOp::Lt),
    ("{", BinaryOp::Le),
    (">", BinaryOp::Gt),
    ("}", BinaryOp::Ge),
];

const UNARY: [(&str, UnaryOp); 13] = [
    ("n", UnaryOp::Neg),
    ("~", UnaryOp::BitNot),
    ("a", UnaryOp::FloatAbs),
    ("s", UnaryOp::FloatSqrt),
    ("f", UnaryOp::FloatFloor),
    ("c", UnaryOp::FloatCeil),
    ("t", UnaryOp::FloatTrunc),
    ("o", UnaryOp::FloatRound),
    ("i", UnaryOp::FloatRint),
    ("N", UnaryOp::IsNan),
    ("I", UnaryOp::IsInf),
    ("M", UnaryOp::IsNormal),
    ("S", UnaryOp::SignBit),
];

fn is_integer_only(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Shl | Shr | BitAnd | BitOr | BitXor)
}

fn questions(types: &Types, all: &[TypeId], n_each: usize) -> Questions {
    let mut random = Random(2026);
    let mut questions = Questions::default();
    for &ty in all {
        let float = matches!(types.get(ty), Type::Float(_));
        // Promoted types only: the driver's C would promote the others.
        let promoted = float || types.int_shape(ty).is_some_and(|shape| shape.bits >= 32);
        for (code, op) in BINARY {
            for _ in 0..if promoted && !(float && is_integer_only(op)) { n_each } else { 0 } {
                let (left, mut right) = (random.value(types, ty), random.value(types, ty));
                if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
                    right &= 127;
                }
                let Ok(answer) = binary(types, op, (ty, left), (ty, right), Overflow::Undefined) else {
                    continue;
                };
                let result = if op.is_comparison() { TypeId::INT } else { ty };
                questions.ask(code, (ty, ty), (left, right), (result, answer));
            }
        }
        for (code, op) in UNARY {
            // The quad library's root is not always correctly rounded; ours is tested by its own law.
            if op == UnaryOp::FloatSqrt && ty == TypeId::FLOAT128 {
                continue;
            }
            let fits = if op == UnaryOp::BitNot { !float } else { float || op == UnaryOp::Neg };
            for _ in 0..if promoted && fits { n_each } else { 0 } {
                let value = random.value(types, ty);
                let Ok(answer) = unary(types, op, ty, value, Overflow::Undefined) else { continue };
                let is_int =
                    matches!(op, UnaryOp::IsNan | UnaryOp::IsInf | UnaryOp::IsNormal | UnaryOp::SignBit);
                questions.ask(code, (ty, ty), (value, 0), (if is_int { TypeId::INT } else { ty }, answer));
            }
        }
        for &to in all {
            for _ in 0..n_each {
                let value = random.value(types, ty);
                let Ok(answer) = cast(types, ty, to, value) else { continue };
                questions.ask("C", (ty, to), (value, 0), (to, answer));
            }
        }
    }
    questions
}

/// Compiles the driver, lets it answer, and returns the number of answers compared.
fn compare(machine: MachineModel, flags: &[&str], all: &[TypeId]) -> usize {
    let types = Types::new(machine);
    let folder = std::env::temp_dir().join(format!("verdikt-value-{}-{machine:?}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (source, program) = (folder.join("driver.c"), folder.join("driver"));
    std::fs::write(&source, DRIVER).unwrap();
    let status = Command::new("gcc")
        .args(["-std=gnu11", "-O0", "-w"])
        .args(flags)
        .arg("-o")
        .arg(&program)
        .arg(&source)
        .args(if machine == MachineModel::Lp64 { ["-lquadmath", "-lm"] } else { ["-lm", "-lm"] })
        .status()
        .expect("gcc is here");
    assert!(status.success(), "gcc compiles the driver");
    let questions = questions(&types, all, 60);
    let mut child = Command::new(&program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the driver starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let text = questions.text.clone();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let theirs = String::from_utf8(output.stdout).unwrap();
    let mut n_compared = 0;
    for ((question, &(ty, ours)), theirs) in
        questions.text.lines().zip(&questions.answers).zip(theirs.lines())
    {
        let theirs = u128::from_str_radix(theirs, 16).unwrap();
        let nan = |bits| unary(&types, UnaryOp::IsNan, ty, bits, Overflow::Wrap) == Ok(1);
        assert!(
            ours == theirs || nan(ours) && nan(theirs),
            "{question}\n ours {ours:032x}\n gcc  {theirs:032x}"
        );
        n_compared += 1;
    }
    assert_eq!(n_compared, questions.answers.len(), "the driver answered everything");
    n_compared
}

#[test]
fn agrees_with_gcc_on_lp64() {
    if test_needs::lacks(Need::Gcc) {
        return;
    }
    let all: Vec<TypeId> = [TypeId::BOOL].into_iter().chain(INTEGERS).chain(FLOATS).collect();
    assert!(compare(MachineModel::Lp64, &["-m64"], &all) > 20_000);
}

#[test]
fn agrees_with_gcc_on_ilp32() {
    if test_needs::lacks(Need::Gcc32) {
        return;
    }
    let narrow = |ty: &TypeId| ![TypeId::INT128, TypeId::UINT128, TypeId::FLOAT128].contains(ty);
    let all: Vec<TypeId> = [TypeId::BOOL].into_iter().chain(INTEGERS).chain(FLOATS).filter(narrow).collect();
    let flags = ["-m32", "-msse2", "-mfpmath=sse", "-DNARROW"];
    assert!(compare(MachineModel::Ilp32, &flags, &all) > 10_000);
}
