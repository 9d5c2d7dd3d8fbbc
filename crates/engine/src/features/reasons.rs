//! Why rows of the ledger are not supported, for those who wonder or want to change it. Each row that
//! is not has its reason, which a test asks for.

/// The name of a row, and the reason.
pub const REASONS: &[(&str, &str)] = &[
    (
        "effects in the operand of `sizeof`",
        "only an operand of variable length is evaluated (6.5.3.4p2), and its type is known only after \
         the rest of it was passed over",
    ),
    (
        "pointers to one nested function in many activations at once",
        "a pointer of the automaton is an address alone; the activation is kept in a static slot, of \
         which there are four",
    ),
    (
        "call of a nested function whose outer function has ended",
        "that is undefined, and the slot of the pointer does not hold the variables any more",
    ),
    (
        "pointer to a nested function with variable arguments",
        "the plain function behind the pointer would have to pass on arguments that it does not \
         know",
    ),
    (
        "goto out of a nested function",
        "the jump leaves activations in the middle of their callers, as `longjmp` does",
    ),
    (
        "alias attribute",
        "which function an `ifunc` is, a resolver says when the program starts, and its address is that \
         of no function of the text; what an alias of a symbol of another unit, or of several, means, \
         only the linker's command line tells",
    ),
    (
        "range designator whose value is not constant",
        "the value is evaluated once and stored in many elements, which the list of an initialiser \
         cannot say",
    ),
    ("asm goto", "nobody here reads assembler, so any of the labels may be next"),
    (
        "overflow check of 128-bit integers",
        "the check is made in a type that holds every result, and there is none of 256 bits",
    ),
    (
        "cleanup of a variable-length array",
        "the array lives behind a pointer until its function returns; the lives that a jump ends are \
         those of variables",
    ),
    (
        "goto back over a variable with cleanup",
        "the jump ends in the scope of the variable, and only a jump out of a scope ends lives \
         here",
    ),
    (
        "initialiser of a variable-length array",
        "C23 allows `= {}` alone, and how many bytes that are is known only when the program runs",
    ),
    (
        "braced initialiser that overrides a part of an initialised record",
        "it depends on how 6.7.9p19 is read whether members that the braces do not name keep the value \
         of the earlier expression",
    ),
    (
        "rounding modes",
        "operations on floating-point numbers round to the nearest; a mode would be an operand of each, \
         in executions, in values and in formulas",
    ),
    (
        "setjmp",
        "`longjmp` leaves activations in the middle of their callers: each call that may be left would \
         need a second way back, also of functions that are called through pointers or by models, and \
         variables that changed since `setjmp` would lose their values (7.13.2.1p3)",
    ),
    (
        "text input by a function like `scanf`",
        "the format is no literal, so that nobody knows which arguments are written and how far",
    ),
    (
        "handler of a signal",
        "it may run between any two steps, which `--interrupt` can say of a function without \
         parameters",
    ),
    ("text of a date whose members are out of range", "it is undefined (7.27.3.1p3), and libraries differ"),
    ("threads", "an execution here has one thread"),
    ("processes", "both processes would have to be examined, and what they tell each other"),
    (
        "_Complex with parts narrower than `int`",
        "gcc alone has them, and which conversions it leaves out of their arithmetic is written \
         nowhere",
    ),
    (
        "object whose type is compatible with that of another unit, but not one type",
        "one of the two types would have to hold for all units, such as an array with a length \
         for one without; the message names both places",
    ),
    (
        "call of `f` as a function of another type",
        "it is undefined (6.5.2.2p9), and what a compiled program does depends on how values \
         are passed",
    ),
    (
        "order of evaluation that makes a difference here",
        "all orders of up to three operands are tried; more operands, and those that cannot be \
         lowered twice, would need more copies than an automaton should have",
    ),
    (
        "choice by qualifiers of a type",
        "types have no qualifiers here; that `volatile` is kept beside them is not enough to \
         tell `const int *` from `int *`",
    ),
    (
        "call of `f` with arguments of other types than it takes",
        "it is undefined (6.5.2.2p6), and what a compiled program does depends on how values \
         are passed",
    ),
    ("variable length in the type of a compound literal", "C forbids it (6.5.2.5p1)"),
    (
        "product or quotient of complex constants that is rounded",
        "gcc computes it when it compiles, in one step of more precision, and a running program \
         in several",
    ),
    (
        "division by a complex constant that is 1",
        "gcc leaves the division out or not, which differs for infinities and signs of zeros",
    ),
    (
        "division by a complex integer",
        "gcc has no single algorithm for it: the result depends on what it knows of the operands",
    ),
    (
        "the type of a bit-field as that of an object",
        "gcc's types of odd widths have no objects outside of records, and no layout",
    ),
    ("vector of more than 1024 elements", "each operation is written out element by element"),
    (
        "_Alignof a record with vectors of more than 16 bytes",
        "it depends on which instructions gcc may use (`-mavx`)",
    ),
    (
        "`__builtin_ia32_sqrtpd`",
        "an instruction of one processor; nobody here computes what each of the thousands does",
    ),
    (
        "a computed goto to what is known as no label",
        "a pointer that was computed from labels leads somewhere in compiled code, and nobody \
         here knows where",
    ),
    (
        "address of a nested function in the initialiser of a static object",
        "gcc refuses it as well: there is no activation when the initialiser is evaluated",
    ),
    (
        "alignment of a variable of an outer function",
        "the variable is reached through a pointer, which does not know its alignment",
    ),
    (
        "assembler name of a symbol that the program defines",
        "two names in the text would be one symbol for the linker",
    ),
    (
        "`scalar_storage_order`, `ms_struct`, `#pragma weak`, `#pragma redefine_extname`",
        "each changes the layout of records, or which symbol a name is, in a way that is not \
         modelled",
    ),
    (
        "`?:` whose condition is a complex number and its value",
        "the value would be two numbers, where the omitted operand is kept as one",
    ),
    (
        "variable-length array in a record",
        "a record has one layout here; members behind such an array would have offsets of run time",
    ),
    (
        "enumeration that is used before its definition and is no `unsigned int`",
        "its size is known at its definition only, and C forbids the use (6.7.2.3p3)",
    ),
    (
        "atomic operation on a record",
        "gcc calls a library for it, which compares all bytes, also those of padding",
    ),
    (
        "section of functions that holds something else",
        "the start of the program calls whatever is in the section",
    ),
    (
        "function without a body that runs beside `main`",
        "it is called without being named by the program, so that no property could be judged \
         behind it",
    ),
    (
        "range designator of more than 65536 elements",
        "an initialiser is a list of elements, and this one would be too long",
    ),
    (
        "declarator of more than 500 derivations",
        "a bound on the depth of types, far beyond the 12 that C asks for (5.2.4.1)",
    ),
    ("`__builtin_apply_args`", "it copies registers and the stack, which the automaton has not"),
    (
        "`_Float16`, decimal floating types, `_Imaginary`",
        "the automaton has the four binary formats of x86; gcc computes `_Float16` in `float` \
         and rounds where a value is assigned, and has no `_Imaginary`",
    ),
    ("library function that writes and has no model", "what it writes, and where, is in its manual only"),
    ("`%n` in a format", "output has no effect here, so that nobody counts the characters"),
    (
        "call of a function like `scanf` through a pointer",
        "what it writes depends on the format, which is looked at where the function is named",
    ),
    (
        "more than 32 functions to run at the end",
        "they are kept in a table of that size, as small as C allows (7.22.4.2p2)",
    ),
    (
        "mutex that is not a normal one",
        "recursive and error-checking mutexes know their owner, and there is one thread",
    ),
];
