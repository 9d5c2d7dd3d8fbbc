//! The notation, by example.

use super::*;
use crate::sketch::{Sketch, sample};
use crate::*;
use expect_test::{Expect, expect};
use source::{SourceMap, Span};

fn check_text(cfa: &Cfa, expected: Expect) {
    expected.assert_eq(&text(cfa, &SourceMap::new()));
}

#[test]
fn a_whole_program() {
    check_text(
        &sample().sketch.finish(),
        expect![[r#"
            static int limit = 10;

            void $start(void)
                temp int $status;
            L0: init limit -> L1
            L1: call $status = main() -> main.L0, back at L2
            L2: halt exit($status) -> L3
            L3: exit

            int twice(int n)
                param int n;
                result int $result;
            L0: $result = n + n -> L1
            L1: exit, return to main.L5

            int main(void)
                result int $result;
                local int x;
            L0: declare x -> L1
            L1: x = 0 -> L2
            L2: [x < limit] -> L3                                       // loop head
                [!(x < limit)] -> L4
            L3: x = x + 1 -> L2
            L4: call $result = twice(x) -> twice.L0, back at L5
            L5: exit, return to $start.L2
        "#]],
    );
}

#[test]
fn types_are_written_as_in_c() {
    let mut sketch = Sketch::new();
    let list = sketch.record("list", &[("value", TypeId::INT)]);
    let types = &mut sketch.parts.types;
    let anonymous = types.declare_record(RecordKind::Union, None);
    let anonymous = types.intern(Type::Record(anonymous));
    let list_pointer = types.pointer(list);
    let array = types.array(TypeId::INT, ArrayLen::Fixed(3));
    let matrix = types.array(array, ArrayLen::Unknown);
    let array_pointer = types.pointer(array);
    let pointers = types.array(list_pointer, ArrayLen::Variable(VlaId(2)));
    let signature = Signature { result: TypeId::VOID, params: [].into(), variadic: Variadic::No };
    let handler = types.intern(Type::Function(signature));
    let handler = types.pointer(handler);
    let params = [TypeId::INT, handler].into();
    let signal = types.intern(Type::Function(Signature { result: handler, params, variadic: Variadic::Yes }));
    let unknown = Signature { result: TypeId::UINT, params: [].into(), variadic: Variadic::Unprototyped };
    let unknown = types.intern(Type::Function(unknown));
    let (types, names) = (&sketch.parts.types, &sketch.parts.names);
    let all = [
        TypeId::ULLONG,
        TypeId::LONG_DOUBLE,
        list_pointer,
        anonymous,
        array,
        matrix,
        array_pointer,
        pointers,
        handler,
        signal,
        unknown,
    ];
    let lines: Vec<String> = all
        .iter()
        .map(|&ty| format!("{:<40}{}", type_name(types, names, ty), declaration(types, names, ty, "x")))
        .collect();
    expect![[r#"
        unsigned long long                      unsigned long long x
        long double                             long double x
        struct list *                           struct list *x
        union $1                                union $1 x
        int[3]                                  int x[3]
        int[][3]                                int x[][3]
        int (*)[3]                              int (*x)[3]
        struct list *[vla2]                     struct list *x[vla2]
        void (*)(void)                          void (*x)(void)
        void (*(int, void (*)(void), ...))(void)void (*x(int, void (*)(void), ...))(void)
        unsigned int()                          unsigned int x()"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn a_name_that_doubles_with_every_typedef_is_cut() {
    let mut types = Types::new(MachineModel::Lp64);
    let mut ty = TypeId::INT;
    for _ in 0..200 {
        let signature = Signature { result: TypeId::INT, params: [ty, ty].into(), variadic: Variadic::No };
        ty = types.intern(Type::Function(signature));
        ty = types.pointer(ty);
    }
    let name = type_name(&types, &stdx::Interner::new(), ty);
    assert!(name.len() <= NAME_LIMIT + 3 && name.ends_with("..."), "{}", name.len());
    for _ in 0..100_000 {
        ty = types.pointer(ty);
    }
    assert!(type_name(&types, &stdx::Interner::new(), ty).starts_with("... ***"));
}

/// Prints constants of a type.
fn check_constants(ty: TypeId, bits: &[u128], expected: Expect) {
    let mut sketch = Sketch::new();
    let ids: Vec<ExprId> = bits.iter().map(|&bits| sketch.parts.exprs.constant(bits, ty)).collect();
    let cfa = sketch.finish();
    let texts: Vec<String> = ids.iter().map(|&id| expression(&cfa, id)).collect();
    expected.assert_eq(&texts.join(" "));
}

#[test]
fn constants_show_their_type() {
    check_constants(TypeId::INT, &[0, 7, 0xFFFF_FFFF, 0x8000_0000], expect!["0 7 -1 -2147483648"]);
    check_constants(TypeId::CHAR, &[65, 0xFF], expect!["(char)65 (char)-1"]);
    check_constants(TypeId::BOOL, &[1], expect!["(_Bool)1"]);
    check_constants(TypeId::ULONG, &[u128::from(u64::MAX)], expect!["18446744073709551615UL"]);
    check_constants(
        TypeId::UINT128,
        &[u128::MAX],
        expect!["(unsigned __int128)340282366920938463463374607431768211455"],
    );
    check_constants(TypeId::INT128, &[u128::MAX], expect!["(__int128)-1"]);
    check_constants(TypeId::CHAR_PTR, &[0, 0x1000], expect!["NULL (char *)0x1000"]);
}

#[test]
fn floats_are_shortest_decimals_that_read_back() {
    let bits = |value: f64| u128::from(value.to_bits());
    let doubles =
        [0.0, -0.0, 1.0, 0.1, -2.5e-300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::from_bits(1)];
    check_constants(
        TypeId::DOUBLE,
        &doubles.map(bits),
        expect!["0.0 -0.0 1.0 0.1 -2.5e-300 INFINITY -INFINITY nan(0x7ff8000000000000) 5e-324"],
    );
    let floats = [0.1f32, f32::MAX].map(|value| u128::from(value.to_bits()));
    check_constants(TypeId::FLOAT, &floats, expect!["0.1f 3.4028235e38f"]);
    // One, a tenth, infinity, and an encoding that the processor refuses.
    let extended = [
        0x3FFF_8000_0000_0000_0000,
        0x3FFB_CCCC_CCCC_CCCC_CCCD,
        0x7FFF_8000_0000_0000_0000,
        0x3FFF_0000_0000_0000_0001,
    ];
    check_constants(
        TypeId::LONG_DOUBLE,
        &extended,
        expect!["1.0L 0.1L INFINITYL nan(0x3fff0000000000000001)L"],
    );
    check_constants(TypeId::FLOAT128, &[0x3FFF << 112, 0], expect!["1.0q 0.0q"]);
}

#[test]
fn parentheses_only_where_c_needs_them() {
    let mut sketch = Sketch::new();
    let f = sketch.function("f", TypeId::VOID, &[(TypeId::INT, "a"), (TypeId::INT, "b")]);
    let (a, b) = (sketch.parts.functions[f].params[0], sketch.parts.functions[f].params[1]);
    let (a, b) = (sketch.load(a), sketch.load(b));
    let minus = sketch.int(-1, TypeId::INT);
    let sum = sketch.binary(BinaryOp::Add, a, b);
    let exprs = [
        sketch.binary(BinaryOp::Mul, sum, a),
        sketch.binary(BinaryOp::Add, sum, a),
        sketch.binary(BinaryOp::Sub, a, sum),
        sketch.binary(BinaryOp::Sub, a, minus),
        sketch.parts.exprs.unary(UnaryOp::Neg, minus),
        sketch.parts.exprs.unary(UnaryOp::BitNot, sum),
        sketch.parts.exprs.cast(sum, TypeId::ULONG),
        {
            let masked = sketch.binary(BinaryOp::BitAnd, a, b);
            sketch.binary(BinaryOp::Eq, masked, a)
        },
        {
            let cast = sketch.parts.exprs.cast(a, TypeId::DOUBLE);
            let root = sketch.parts.exprs.unary(UnaryOp::FloatSqrt, cast);
            sketch.parts.exprs.unary(UnaryOp::Neg, root)
        },
    ];
    let cfa = sketch.finish();
    let texts: Vec<String> = exprs.iter().map(|&id| expression(&cfa, id)).collect();
    expect![[r#"
        (a + b) * a
        a + b + a
        a - (a + b)
        a - -1
        -(-1)
        ~(a + b)
        (unsigned long)(a + b)
        (a & b) == a
        -sqrt((double)a)"#]]
    .assert_eq(&texts.join("\n"));
}

#[test]
fn places_are_written_as_in_c() {
    let mut sketch = Sketch::new();
    let point = sketch.record("point", &[("x", TypeId::INT), ("y", TypeId::INT)]);
    let array = sketch.parts.types.array(point, ArrayLen::Fixed(4));
    let pointer = sketch.parts.types.pointer(point);
    let array_pointer = sketch.parts.types.pointer(array);
    let params = [(array, "a"), (pointer, "p"), (array_pointer, "q"), (TypeId::LONG, "i")];
    let f = sketch.function("f", TypeId::VOID, &params);
    let params = sketch.parts.functions[f].params.clone();
    let a = sketch.place(params[0]);
    let (p, q, i) = (sketch.load(params[1]), sketch.load(params[2]), sketch.load(params[3]));
    let three = sketch.int(3, TypeId::LONG);
    let Parts { exprs, types, .. } = &mut sketch.parts;
    let element = exprs.index(types, a, i);
    let target = exprs.deref(types, p);
    let moved = exprs.binary(types, BinaryOp::PtrAdd, p, three);
    let moved_target = exprs.deref(types, moved);
    let row = exprs.deref(types, q);
    let row_element = exprs.index(types, row, three);
    let element_y = exprs.field(types, element, 1);
    let address = exprs.address_of(types, element_y);
    let places = [
        element,
        element_y,
        target,
        exprs.field(types, target, 1),
        moved_target,
        exprs.field(types, moved_target, 0),
        row_element,
        exprs.field(types, row_element, 0),
    ];
    let cfa = sketch.finish();
    let mut texts: Vec<String> = places.iter().map(|&id| place(&cfa, id)).collect();
    texts.push(expression(&cfa, address));
    expect![[r#"
        a[i]
        a[i].y
        *p
        p->y
        *(p + 3)
        (p + 3)->x
        (*q)[3]
        (*q)[3].x
        &a[i].y"#]]
    .assert_eq(&texts.join("\n"));
}

#[test]
fn an_expression_that_is_exponential_as_a_tree_is_cut() {
    let mut sketch = Sketch::new();
    let mut doubled = sketch.int(1, TypeId::INT);
    for _ in 0..1000 {
        doubled = sketch.binary(BinaryOp::Add, doubled, doubled);
    }
    let mut deep = sketch.int(1, TypeId::INT);
    for _ in 0..100_000 {
        deep = sketch.parts.exprs.unary(UnaryOp::BitNot, deep);
    }
    let cfa = sketch.finish();
    for id in [doubled, deep] {
        let text = expression(&cfa, id);
        assert!(text.len() < EXPRESSION_LIMIT + 100 && text.ends_with("... /* cut */"));
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "one line for each operation")]
fn every_operation_has_a_line() {
    let mut sketch = Sketch::new();
    let nondet = sketch.declare("__VERIFIER_nondet_int", TypeId::INT, &[]);
    let scanf = sketch.declare("scanf", TypeId::INT, &[]);
    let global = sketch.global("x", TypeId::INT, StaticInit::Zero);
    let f = sketch.function("f", TypeId::VOID, &[(TypeId::VOID_PTR, "p"), (TypeId::INT, "x")]);
    let params = sketch.parts.functions[f].params.clone();
    let (place, x) = (sketch.place(params[0]), sketch.place(params[1]));
    let (pointer, value) = (sketch.load(params[0]), sketch.load(params[1]));
    let size = sketch.int(8, TypeId::ULONG);
    let null = sketch.int(0, TypeId::VOID_PTR);
    let global_value = sketch.load(global);
    let condition = sketch.binary(BinaryOp::Eq, value, global_value);
    let feature = sketch.parts.names.intern("asm-goto");
    let args: Box<[ExprId]> = [value, pointer].into();
    let (storage, content) = (AllocStorage::Heap, AllocContent::Zero);
    let ops = [
        Op::Nop,
        Op::Assume { condition, side: Side::Then },
        Op::Assume { condition, side: Side::Else },
        Op::Assume { condition: value, side: Side::Else },
        Op::Assign { place, value: null },
        Op::Zero { place },
        Op::Havoc { place: x, origin: Origin::Nondet(nondet) },
        Op::Havoc { place: x, origin: Origin::Environment },
        Op::Havoc { place: x, origin: Origin::Asm },
        Op::Havoc { place: x, origin: Origin::Library(scanf) },
        Op::InitStatic(global),
        Op::Declare(params[1]),
        Op::EndLifetime(params[1]),
        Op::External { function: scanf, args: args.clone(), place: Some(x) },
        Op::External { function: scanf, args: args.clone(), place: None },
        Op::UnknownCall { pointer, args, place: Some(x) },
        Op::Allocate { place, size, storage, content },
        Op::Allocate { place, size, storage: AllocStorage::Stack, content: AllocContent::Indeterminate },
        Op::Free { pointer },
        Op::MemoryCopy { target: pointer, source: null, size, overlap: Overlap::Undefined },
        Op::MemoryCopy { target: pointer, source: null, size, overlap: Overlap::Allowed },
        Op::MemorySet { target: pointer, value, size },
        Op::ObjectSize { place: x, pointer },
        Op::Halt(HaltKind::Exit(Some(value))),
        Op::Halt(HaltKind::Exit(None)),
        Op::Halt(HaltKind::Abort),
        Op::Halt(HaltKind::Unreachable),
        Op::Unsupported { feature },
    ];
    let Body { entry, exit } = sketch.body(f);
    sketch.chain(entry, exit, ops);
    let cfa = sketch.finish();
    expect![[r#"
        void f(void *p, int x)
            param void *p;
            param int x;
        L0: nop -> L1
        L1: [x == ::x] -> L2
        L2: [!(x == ::x)] -> L3
        L3: [!x] -> L4
        L4: p = NULL -> L5
        L5: p = zero -> L6
        L6: x = nondet(__VERIFIER_nondet_int) -> L7
        L7: x = nondet(environment) -> L8
        L8: x = nondet(asm) -> L9
        L9: x = nondet(library scanf) -> L10
        L10: init ::x -> L11
        L11: declare x -> L12
        L12: end x -> L13
        L13: external x = scanf(x, p) -> L14
        L14: external scanf(x, p) -> L15
        L15: unknown x = (*p)(x, p) -> L16
        L16: p = allocate(heap, zero, 8UL) -> L17
        L17: p = allocate(stack, indeterminate, 8UL) -> L18
        L18: free(p) -> L19
        L19: memory_copy(p, NULL, 8UL) -> L20
        L20: memory_move(p, NULL, 8UL) -> L21
        L21: memory_set(p, x, 8UL) -> L22
        L22: x = object_size(p) -> L23
        L23: halt exit(x) -> L24
        L24: halt exit -> L25
        L25: halt abort -> L26
        L26: halt unreachable -> L27
        L27: unsupported asm-goto -> L28
        L28: exit
    "#]]
    .assert_eq(&function_text(&cfa, &SourceMap::new(), f));
}

#[test]
fn positions_name_the_file_where_it_changes() {
    let mut map = SourceMap::new();
    let file = map.add("a.c", "int x;\nint main(void) {\n  x = 0;\n}\n".to_owned()).unwrap();
    let header = map.add("b.h", "\n\n\n#define ZERO 0\n".to_owned()).unwrap();
    let (file, header) = (map.start(file), map.start(header));
    let mut sample = sample();
    sample.sketch.parts.vars[sample.limit].span = Span::new(file + 4, file + 5);
    sample.sketch.parts.functions[sample.main].span = Span::new(file + 7, file + 8);
    let edges: Vec<EdgeId> = sample.sketch.parts.edges.indices().collect();
    sample.sketch.parts.edges[edges[1]].span = Span::new(file + 26, file + 27);
    sample.sketch.parts.edges[edges[2]].span = Span::new(header + 4, header + 5);
    sample
        .sketch
        .parts
        .assumptions
        .push(Assumption { text: "the moon is round".to_owned(), span: Span::NONE });
    let cfa = sample.sketch.finish();
    expect![[r#"
        static int limit = 10;                                      // a.c:1

        void $start(void)
            temp int $status;
        L0: init limit -> L1                                        // location 0, e8
        L1: call $status = main() -> main.L0, back at L2            // location 10, e9
        L2: halt exit($status) -> L3                                // location 11, e11
        L3: exit                                                    // location 1

        int twice(int n)
            param int n;
            result int $result;
        L0: $result = n + n -> L1                                   // location 2, e0
        L1: exit, return to main.L5                                 // location 3, e7

        int main(void)                                              // a.c:2
            result int $result;
            local int x;
        L0: declare x -> L1                                         // line 3, location 4, e1
        L1: x = 0 -> L2                                             // b.h:4, location 9, e2
        L2: [x < limit] -> L3                                       // loop head, location 6, e3
            [!(x < limit)] -> L4                                    // location 6, e4
        L3: x = x + 1 -> L2                                         // location 7, e5
        L4: call $result = twice(x) -> twice.L0, back at L5         // location 8, e6
        L5: exit, return to $start.L2                               // location 5, e10

        assumption: the moon is round
    "#]]
    .assert_eq(&text_with(&cfa, &map, GlobalIds::Shown));
}

#[test]
fn a_drawing_of_the_sample() {
    let cfa = sample().sketch.finish();
    let drawing = dot(&cfa, &SourceMap::new());
    assert_eq!(check_dot(&drawing), Ok(()));
    expect![[r#"
        digraph cfa {
          node [shape=circle, fontname="Helvetica"];
          edge [fontname="Courier", fontsize=10];
          subgraph cluster_0 {
            label="$start";
            L0 [label="L0", tooltip="location 0", peripheries=2];
            L10 [label="L1", tooltip="location 10"];
            L11 [label="L2", tooltip="location 11"];
            L1 [label="L3", tooltip="location 1", penwidth=3];
            L0 -> L10 [label="init limit"];
            L10 -> L11 [label="call $status = main()", style=dotted];
            L11 -> L1 [label="halt exit($status)"];
          }
          subgraph cluster_1 {
            label="twice";
            L2 [label="L0", tooltip="location 2", peripheries=2];
            L3 [label="L1", tooltip="location 3", penwidth=3];
            L2 -> L3 [label="$result = n + n"];
          }
          subgraph cluster_2 {
            label="main";
            L4 [label="L0", tooltip="location 4", peripheries=2];
            L9 [label="L1", tooltip="location 9"];
            L6 [label="L2", tooltip="location 6", shape=box, style=filled, fillcolor=lightyellow];
            L7 [label="L3", tooltip="location 7"];
            L8 [label="L4", tooltip="location 8"];
            L5 [label="L5", tooltip="location 5", penwidth=3];
            L4 -> L9 [label="declare x"];
            L9 -> L6 [label="x = 0"];
            L6 -> L7 [label="[x < limit]", color=darkgreen];
            L6 -> L8 [label="[!(x < limit)]", color=red];
            L7 -> L6 [label="x = x + 1"];
            L8 -> L5 [label="call $result = twice(x)", style=dotted];
          }
          L8 -> L2 [style=dashed, color=blue, constraint=false];
          L3 -> L5 [style=dashed, color=gray, constraint=false];
          L10 -> L4 [style=dashed, color=blue, constraint=false];
          L5 -> L11 [style=dashed, color=gray, constraint=false];
        }
    "#]]
    .assert_eq(&drawing);
}

#[test]
fn labels_are_escaped() {
    let mut map = SourceMap::new();
    let file = map.add("a \"quoted\\ name\n.c", "int x;\n".to_owned()).unwrap();
    let mut sample = sample();
    for edge in sample.sketch.parts.edges.iter_mut() {
        edge.span = Span::new(map.start(file), map.start(file));
    }
    sample.sketch.parts.functions[sample.main].name = sample.sketch.parts.names.intern("a\"b\\");
    let drawing = dot(&sample.sketch.finish(), &map);
    assert_eq!(check_dot(&drawing), Ok(()));
    assert!(drawing.contains(r#"label="a\"b\\";"#));
}

/// Checks the part of the dot language that we use: nested braces of statements `NAME [-> NAME] [attributes];`,
/// `NAME=value;`, where values are names or quoted strings on one line.
fn check_dot(text: &str) -> Result<(), String> {
    let mut depth = 0;
    for line in text.lines() {
        let statement = without_strings(line.trim()).ok_or_else(|| format!("open string: {line}"))?;
        if statement.ends_with('{') {
            depth += 1;
        } else if statement == "}" {
            depth -= 1;
        } else if !statement.ends_with(';') || depth == 0 {
            return Err(format!("no statement: {line}"));
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-> =[],;{}\"".contains(c);
        if !statement.chars().all(is_plain)
            || statement.matches('[').count() != statement.matches(']').count()
        {
            return Err(format!("strange characters: {line}"));
        }
    }
    if depth == 0 { Ok(()) } else { Err("braces do not match".to_owned()) }
}

/// The text with `""` for each quoted string.
fn without_strings(line: &str) -> Option<String> {
    let mut out = String::new();
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        out.push(character);
        if character == '"' {
            loop {
                match characters.next()? {
                    '\\' => _ = characters.next()?,
                    '"' => break,
                    _ => {}
                }
            }
            out.push('"');
        }
    }
    Some(out)
}
