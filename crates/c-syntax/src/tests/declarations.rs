//! Declarations: specifiers, declarators, records, initialisers, functions, attributes.

use super::check;
use expect_test::expect;

#[test]
fn basic_types() {
    check(
        "void *a; char b; signed char c; unsigned char d; short int e; unsigned f; long unsigned int g;",
        expect![[r#"
            Declaration void 1:1
              Declarator a 1:7
                Pointer
            Declaration char 1:10
              Declarator b 1:15
            Declaration signed char 1:18
              Declarator c 1:30
            Declaration unsigned char 1:33
              Declarator d 1:47
            Declaration short 1:50
              Declarator e 1:60
            Declaration unsigned int 1:63
              Declarator f 1:72
            Declaration unsigned long 1:75
              Declarator g 1:93
        "#]],
    );
    check(
        "long long h; int long unsigned long i; _Bool j; float k; double l; long double m;",
        expect![[r#"
        Declaration long long 1:1
          Declarator h 1:11
        Declaration unsigned long long 1:14
          Declarator i 1:37
        Declaration _Bool 1:40
          Declarator j 1:46
        Declaration float 1:49
          Declarator k 1:55
        Declaration double 1:58
          Declarator l 1:65
        Declaration long double 1:68
          Declarator m 1:80
    "#]],
    );
}

#[test]
fn wide_complex_and_qualified_types() {
    check(
        "__int128 a; unsigned __int128 b; __uint128_t c; __float128 d; _Float32 e; _Float64x f; __builtin_va_list g;",
        expect![[r#"
            Declaration __int128 1:1
              Declarator a 1:10
            Declaration unsigned __int128 1:13
              Declarator b 1:31
            Declaration unsigned __int128 1:34
              Declarator c 1:46
            Declaration __float128 1:49
              Declarator d 1:60
            Declaration float 1:63
              Declarator e 1:72
            Declaration long double 1:75
              Declarator f 1:85
            Declaration __builtin_va_list 1:88
              Declarator g 1:106
        "#]],
    );
    check(
        "_Complex double a; float __complex__ b; _Complex c;",
        expect![[r#"
        Declaration _Complex double 1:1
          Declarator a 1:17
        Declaration _Complex float 1:20
          Declarator b 1:38
        Declaration _Complex double 1:41
          Declarator c 1:50
    "#]],
    );
    check(
        "const int *volatile p; static inline _Noreturn void f(void); extern __thread int t;",
        expect![[r#"
            Declaration const int 1:1
              Declarator p 1:21
                Pointer volatile
            Declaration static inline _Noreturn void 1:24
              Declarator f 1:53
                Parameters
            Declaration extern _Thread_local int 1:62
              Declarator t 1:82
        "#]],
    );
    check(
        "_Atomic int a; _Atomic(int *) b; __signed__ char c; __const int *__restrict d;",
        expect![[r#"
        Declaration _Atomic int 1:1
          Declarator a 1:13
        Declaration _Atomic(type) 1:16
          atomic: Type int 1:24
            Pointer
          Declarator b 1:31
        Declaration signed char 1:34
          Declarator c 1:50
        Declaration const int 1:53
          Declarator d 1:77
            Pointer restrict
    "#]],
    );
}

#[test]
fn implicit_int() {
    check(
        "x; static y = 1; const *p; main() { return 0; }",
        expect![[r#"
            Declaration (no type) 1:1
              Declarator x 1:1
            Declaration static (no type) 1:4
              Declarator y 1:11
                init: Int 1 1:15
            Declaration const (no type) 1:18
              Declarator p 1:25
                Pointer
            Function main: (no type) 1:28
              Parameters unspecified
              body: Compound 1:35
                Return 1:37
                  Int 0 1:44
        "#]],
    );
}

#[test]
fn declarators_read_from_the_name_outwards() {
    check(
        "int *a[3], (*b)[3], *(*c(int))(char), (*(*d[2])(void))[4];",
        expect![[r#"
        Declaration int 1:1
          Declarator a 1:6
            Array
              Int 3 1:8
            Pointer
          Declarator b 1:14
            Pointer
            Array
              Int 3 1:17
          Declarator c 1:24
            Parameters
              Param (unnamed): int 1:29
            Pointer
            Parameters
              Param (unnamed): char 1:36
            Pointer
          Declarator d 1:43
            Array
              Int 2 1:45
            Pointer
            Parameters
            Pointer
            Array
              Int 4 1:56
    "#]],
    );
    check(
        "int e[], f[*], g[static const 4], h[n + 1][2];",
        expect![[r#"
        Declaration int 1:1
          Declarator e 1:5
            Array []
          Declarator f 1:10
            Array [*]
          Declarator g 1:16
            Array
              Int 4 1:31
          Declarator h 1:35
            Array
              Binary + 1:37
                Ident n 1:37
                Int 1 1:41
            Array
              Int 2 1:44
    "#]],
    );
    check(
        "void f(int, int *[], int (*)(void), int g(int), int (x), ...);",
        expect![[r#"
        Declaration void 1:1
          Declarator f 1:6
            Parameters variadic
              Param (unnamed): int 1:11
              Param (unnamed): int 1:18
                Array []
                Pointer
              Param (unnamed): int 1:28
                Pointer
                Parameters
              Param g: int 1:41
                Parameters
                  Param (unnamed): int 1:46
              Param x: int 1:54
    "#]],
    );
}

#[test]
fn functions() {
    check(
        "int add(int a, int b) { return a + b; }",
        expect![[r#"
        Function add: int 1:1
          Parameters
            Param a: int 1:13
            Param b: int 1:20
          body: Compound 1:23
            Return 1:25
              Binary + 1:32
                Ident a 1:32
                Ident b 1:36
    "#]],
    );
    check(
        "int add(a, b) int a; char *b; { return a; }",
        expect![[r#"
        Function add: int 1:1
          Parameters named a, b
          parameter: Declaration int 1:15
            Declarator a 1:19
          parameter: Declaration char 1:22
            Declarator b 1:28
              Pointer
          body: Compound 1:31
            Return 1:33
              Ident a 1:40
    "#]],
    );
    check(
        "int f(), g(void), h(int x, ...);",
        expect![[r#"
        Declaration int 1:1
          Declarator f 1:5
            Parameters unspecified
          Declarator g 1:10
            Parameters
          Declarator h 1:19
            Parameters variadic
              Param x: int 1:25
    "#]],
    );
}

#[test]
fn forward_declared_parameters() {
    check(
        "void f(int n; int a[n], int n);",
        expect![[r#"
        Declaration void 1:1
          Declarator f 1:6
            Parameters
              Param a: int 1:19
                Array
                  Ident n 1:21
              Param n: int 1:29
    "#]],
    );
}

#[test]
fn records() {
    check(
        "struct s { int a, *b; unsigned c : 3, : 2; int : 0; struct { int d; }; union { int e; float f; } u; int g[]; } x;",
        expect![[r#"
            Declaration struct s 1:1
              Struct s 1:1
                Member a: int 1:16
                Member b: int 1:19
                  Pointer
                Member c: unsigned int 1:32
                  width: Int 3 1:36
                Member (unnamed): unsigned int 1:39
                  width: Int 2 1:41
                Member (unnamed): int 1:48
                  width: Int 0 1:50
                Member (unnamed): struct 1:53
                  Struct 1:53
                    Member d: int 1:66
                Member u: union 1:98
                  Union 1:72
                    Member e: int 1:84
                    Member f: float 1:93
                Member g: int 1:105
                  Array []
              Declarator x 1:112
        "#]],
    );
    check(
        "struct empty {}; struct forward; union u *p; struct { ; int a; } y;",
        expect![[r#"
        Declaration struct empty 1:1
          Struct empty 1:1
        Declaration struct forward 1:18
        Declaration union u 1:34
          Declarator p 1:43
            Pointer
        Declaration struct 1:46
          Struct 1:46
            Member a: int 1:61
          Declarator y 1:66
    "#]],
    );
    check(
        "struct __attribute__((packed)) a { char c __attribute__((aligned(4))); int i; } __attribute__((aligned(16)));",
        expect![[r#"
            Declaration struct a 1:1
              Struct a 1:1
                Attribute packed 1:23
                Attribute aligned 1:96
                  Int 16 1:104
                Member c: char 1:41
                  Attribute aligned 1:58
                    Int 4 1:66
                Member i: int 1:76
        "#]],
    );
    check(
        "struct s { int a; _Static_assert(1, \"\"); __extension__ int b };",
        expect![[r#"
        Declaration struct s 1:1
          Struct s 1:1
            Member a: int 1:16
            Member b: int 1:60
    "#]],
    );
}

#[test]
fn enumerations() {
    check(
        "enum e { A, B = 2, C = B + 1, } x; enum e y; enum { D __attribute__((deprecated)) } __attribute__((packed));",
        expect![[r#"
            Declaration enum e 1:1
              Enum e 1:1
                Enumerator A 1:10
                Enumerator B 1:13
                  Int 2 1:17
                Enumerator C 1:20
                  Binary + 1:24
                    Ident B 1:24
                    Int 1 1:28
              Declarator x 1:33
            Declaration enum e 1:36
              Declarator y 1:43
            Declaration enum 1:46
              Enum 1:46
                Attribute packed 1:100
                Enumerator D 1:53
        "#]],
    );
}

#[test]
fn pragma_pack_is_an_attribute() {
    check(
        "#pragma pack(push, 1)\nstruct a { int x; };\n#pragma pack(pop)\nstruct b { int x; };\n#pragma pack(2)\nunion c { int x; };\n#pragma pack()\nstruct d { int x; };",
        expect![[r#"
            Declaration struct a 2:1
              Struct a 2:1
                Attribute pragma_pack 2:10
                  Int 1 2:10
                Member x: int 2:16
            Declaration struct b 4:1
              Struct b 4:1
                Member x: int 4:16
            Declaration union c 6:1
              Union c 6:1
                Attribute pragma_pack 6:9
                  Int 2 6:9
                Member x: int 6:15
            Declaration struct d 8:1
              Struct d 8:1
                Member x: int 8:16
        "#]],
    );
}

#[test]
fn initialisers() {
    check(
        "int a[] = { 1, 2, }, b = 3, c[2] = {};",
        expect![[r#"
        Declaration int 1:1
          Declarator a 1:5
            Array []
            init: List 1:11
              Int 1 1:13
              Int 2 1:16
          Declarator b 1:22
            init: Int 3 1:26
          Declarator c 1:29
            Array
              Int 2 1:31
            init: List 1:36
    "#]],
    );
    check(
        "struct s d = { .x = 1, .y.z[2] = 3, w: 4 }, e[] = { [0] = { 1 }, [2 ... 5] = { 2 }, [6] { 3 }, [7] 4 };",
        expect![[r#"
            Declaration struct s 1:1
              Declarator d 1:10
                init: List 1:14
                  Designated
                    Field x
                    init: Int 1 1:21
                  Designated
                    Field y
                    Field z
                    Element
                      Int 2 1:29
                    init: Int 3 1:34
                  Designated
                    Field w
                    init: Int 4 1:40
              Declarator e 1:45
                Array []
                init: List 1:51
                  Designated
                    Element
                      Int 0 1:54
                    init: List 1:59
                      Int 1 1:61
                  Designated
                    Elements
                      from: Int 2 1:67
                      to: Int 5 1:73
                    init: List 1:78
                      Int 2 1:80
                  Designated
                    Element
                      Int 6 1:86
                    init: List 1:89
                      Int 3 1:91
                  Designated
                    Element
                      Int 7 1:97
                    init: Int 4 1:100
        "#]],
    );
}

#[test]
fn typeof_and_auto() {
    check(
        "typeof(int *) a; __typeof__(a + 1) b; __auto_type c = 1;",
        expect![[r#"
        Declaration typeof(type) 1:1
          typeof: Type int 1:8
            Pointer
          Declarator a 1:15
        Declaration typeof(expression) 1:18
          typeof: Binary + 1:29
            Ident a 1:29
            Int 1 1:33
          Declarator b 1:36
        Declaration __auto_type 1:39
          Declarator c 1:51
            init: Int 1 1:55
    "#]],
    );
}

#[test]
fn attributes_everywhere() {
    check(
        "__attribute__((noreturn)) void f(void) __attribute__((__nothrow__, format(printf, 1, 2)));",
        expect![[r#"
            Declaration void 1:1
              Attribute noreturn 1:16
              Declarator f 1:32
                Parameters
                Attribute nothrow 1:55
                Attribute format 1:68
                  Ident printf 1:75
                  Int 1 1:83
                  Int 2 1:86
        "#]],
    );
    check(
        "int x __asm__(\"y\" \"z\") __attribute__((section(\".data\"))) = 1, __attribute__((unused)) z;",
        expect![[r#"
            Declaration int 1:1
              Declarator x 1:5
                Attribute asm 1:7
                  String "yz" 1:15
                Attribute section 1:39
                  String ".data" 1:47
                init: Int 1 1:60
              Declarator z 1:87
                Attribute unused 1:78
        "#]],
    );
    check(
        "typedef int di __attribute__((mode(DI))); typedef float v4 __attribute__((vector_size(16)));",
        expect![[r#"
            Declaration typedef int 1:1
              Declarator di 1:13
                Attribute mode 1:31
                  Ident DI 1:36
            Declaration typedef float 1:43
              Declarator v4 1:57
                Attribute vector_size 1:75
                  Int 16 1:87
        "#]],
    );
}

#[test]
fn attributes_inside_declarators_and_alignment() {
    check(
        "int * __attribute__((may_alias)) p; void (__attribute__((regparm(3))) *q)(int a __attribute__((unused)));",
        expect![[r#"
            Declaration int 1:1
              Declarator p 1:34
                Pointer
                Attribute may_alias 1:22
            Declaration void 1:37
              Declarator q 1:72
                Pointer
                Parameters
                  Param a: int 1:79
                    Attribute unused 1:96
                Attribute regparm 1:58
                  Int 3 1:66
        "#]],
    );
    check(
        "_Alignas(16) int a; _Alignas(double) char b; int c __attribute__(()), d __attribute__((const,,cold));",
        expect![[r#"
            Declaration int 1:1
              Attribute _Alignas 1:1
                Int 16 1:10
              Declarator a 1:18
            Declaration char 1:21
              Attribute _Alignas 1:21
                SizeofType 1:30
                  Type double 1:30
              Declarator b 1:43
            Declaration int 1:46
              Declarator c 1:50
              Declarator d 1:71
                Attribute const 1:88
                Attribute cold 1:95
        "#]],
    );
    check(
        "[[gnu::unused]] int e [[maybe_unused]];",
        expect![[r#"
        Declaration int 1:1
          Attribute unused 1:8
          Declarator e 1:21
            Attribute maybe_unused 1:25
    "#]],
    );
    check(
        "__attribute__((constructor)) static void init(void) { }",
        expect![[r#"
        Function init: static void 1:1
          Attribute constructor 1:16
          Parameters
          body: Compound 1:53
    "#]],
    );
}

#[test]
fn attributes_behind_a_tag_belong_to_the_declaration() {
    check(
        "struct s __attribute__((section(\"x\"))) v; enum e __attribute__((unused)) w;",
        expect![[r#"
        Declaration struct s 1:1
          Attribute section 1:25
            String "x" 1:33
          Declarator v 1:40
        Declaration enum e 1:43
          Attribute unused 1:65
          Declarator w 1:74
    "#]],
    );
}

#[test]
fn file_scope_oddities() {
    check(
        ";;; _Static_assert(sizeof(int) == 4, \"int\"); _Static_assert(1); asm(\"nop\"); __extension__ typedef long long ll;",
        expect![[r#"
            StaticAssert "int"
              Binary == 1:20
                SizeofType 1:20
                  Type int 1:27
                Int 4 1:35
            StaticAssert
              Int 1 1:61
            FileAsm asm("nop"); 1:65
            Declaration typedef long long 1:77
              Declarator ll 1:109
        "#]],
    );
    check(
        "_Pragma(\"once\") int _Pragma(\"a\") _Pragma(\"b\") x;",
        expect![[r#"
        Declaration int 1:17
          Declarator x 1:47
    "#]],
    );
}

#[test]
fn an_empty_file_is_an_empty_tree() {
    check("", expect![[""]]);
    check("/* nothing */ // at all", expect![[""]]);
}
