//! Why rows of the ledger are not supported, for those who wonder or want to change it.

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
        "the plain function behind the pointer would have to pass on arguments that it does not know",
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
        "the jump ends in the scope of the variable, and only a jump out of a scope ends lives here",
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
        "it may run between any two steps, which `--interrupt` can say of a function without parameters",
    ),
    ("text of a date whose members are out of range", "it is undefined (7.27.3.1p3), and libraries differ"),
    ("threads", "an execution here has one thread"),
    ("processes", "both processes would have to be examined, and what they tell each other"),
];
