//! Arguments: what is refused, what is suggested, and what the help says.

use crate::session::{Folder, SOLVER_WARNING, check};
use expect_test::expect;

#[test]
fn version() {
    check(
        &[],
        "--version",
        expect![[r#"
        $ verdikt --version
        verdikt 0.1.0
        status 0
    "#]],
    );
    check(
        &[],
        "version",
        expect![[r#"
            $ verdikt version
            verdikt 0.1.0
            machine models: ILP32 (--32), LP64 (--64)
            task definitions: format versions 1.0, 2.0, 2.1
            analyses: bmc, bmc-linear, k-induction, k-induction-linear, predicate-abstraction, predicate-abstraction-lf, predicate-abstraction-sbe, predicate-abstraction-linear, impact, impact-plain, impact-sbe, impact-linear, ufo, value, value-no-cegar, value-predicate, symbolic-execution, random-testing
            status 0
        "#]],
    );
}

/// Which solvers there are depends on the machine, so only the rest is compared.
#[test]
fn version_with_solvers() {
    for arguments in ["--version --verbose", "version --verbose", "--verbose --version"] {
        let output = Folder::new(&[]).run(arguments);
        let text = String::from_utf8(output.stdout).unwrap();
        let solvers = text.split_once("solvers:\n").map(|(_, solvers)| solvers.to_owned());
        assert!(text.starts_with("verdikt 0.1.0\nmachine models: "), "{text}");
        assert!(solvers.unwrap().starts_with("  z3 "), "{text}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && said.lines().all(|line| line.starts_with(SOLVER_WARNING)));
    }
}

/// The library of the system, if there is one and it is another version, is named once by each
/// command that loads it.
#[test]
fn a_solver_that_is_not_the_pinned_one_is_named() {
    let program = b"int __VERIFIER_nondet_int(void); void reach_error(void);
        int main(void) { int x = __VERIFIER_nondet_int(); if (x * x == 2) reach_error(); return 0; }\n";
    let folder = Folder::new(&[("a.c", program)]);
    let with_system = |arguments: &str| {
        let output = folder.command(arguments).env("VERDIKT_Z3", "libz3.so.4").output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let warnings = said.lines().filter(|line| line.starts_with(SOLVER_WARNING)).count();
        (String::from_utf8(output.stdout).unwrap(), warnings)
    };
    let (listing, warnings) = with_system("version --verbose");
    let pinned = include_str!("../../../smt-z3/z3-solver.txt");
    let pinned = pinned.lines().find_map(|line| line.strip_prefix("z3-solver==")).unwrap();
    let pinned = pinned.split(' ').next().unwrap();
    let solver = listing.lines().find(|line| line.starts_with("  z3 ")).unwrap();
    let is_other = solver.contains("in the process") && !solver.contains(&format!("z3 {pinned}"));
    assert_eq!(warnings, usize::from(is_other), "{listing}");
    assert_eq!(with_system("version").1, usize::from(is_other));
    assert_eq!(with_system("verify --preset k-induction a.c").1, usize::from(is_other));
    // No solver is needed.
    assert_eq!(with_system("verify --preset impact b.c").1, 0);
}

#[test]
fn wrong_usage_is_64_and_suggests() {
    check(
        &[],
        "verfy a.c",
        expect![[r#"
        $ verdikt verfy a.c
        messages:
        error: unrecognized subcommand 'verfy'

          tip: a similar subcommand exists: 'verify'

        Usage: verdikt [OPTIONS] <COMMAND>

        For more information, try '--help'.
        status 64
    "#]],
    );
    check(
        &[],
        "verify --proprty a.prp a.c",
        expect![[r#"
            $ verdikt verify --proprty a.prp a.c
            messages:
            error: unexpected argument '--proprty' found

              tip: a similar argument exists: '--property'

            Usage: verdikt verify --property <FILE> <FILE>...

            For more information, try '--help'.
            status 64
        "#]],
    );
    check(
        &[],
        "dump asd a.c",
        expect![[r#"
        $ verdikt dump asd a.c
        messages:
        error: invalid value 'asd' for '<STAGE>'
          [possible values: tokens, ast, cfa, dot]

          tip: a similar value exists: 'ast'

        For more information, try '--help'.
        status 64
    "#]],
    );
    check(
        &[],
        "dump cfa",
        expect![[r#"
        $ verdikt dump cfa
        messages:
        error: the following required arguments were not provided:
          <FILE>...

        Usage: verdikt dump <STAGE> <FILE>...

        For more information, try '--help'.
        status 64
    "#]],
    );
    check(
        &[],
        "verify --32 --64 a.c",
        expect![[r#"
        $ verdikt verify --32 --64 a.c
        messages:
        error: the argument '--32' cannot be used with '--64'

        Usage: verdikt verify --32 <FILE>...

        For more information, try '--help'.
        status 64
    "#]],
    );
    check(
        &[],
        "run --seed x a.c",
        expect![[r#"
        $ verdikt run --seed x a.c
        messages:
        error: invalid value 'x' for '--seed <N>': invalid digit found in string

        For more information, try '--help'.
        status 64
    "#]],
    );
}

#[test]
fn without_arguments_the_help_is_printed_and_the_status_is_64() {
    let output = Folder::new(&[]).run("");
    assert_eq!(output.status.code(), Some(64));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Usage: verdikt"));
}

#[test]
fn help_teaches() {
    check(
        &[],
        "help",
        expect![[r#"
            $ verdikt help
            Shows that C programs obey a property, or how they do not

            Usage: verdikt [OPTIONS] <COMMAND>

            Commands:
              verify   Check a program against a property
              run      Execute a program step by step
              dump     Show an intermediate representation
              list     List what is known
              version  Print the version and what it supports
              help     Print this message or the help of the given subcommand(s)

            Options:
                  --color <WHEN>
                      Colour messages: `auto` does on a terminal, unless NO_COLOR is set

                      [default: auto]
                      [possible values: auto, always, never]

                  --message-format <FORM>
                      Show messages with their source line, or on one line each

                      Possible values:
                      - full:  With the source line and a caret
                      - short: `file:line:column: error[code]: message`

                      [default: full]

                  --verbose
                      Say more: with --version, what is supported and which solvers there are

              -h, --help
                      Print help (see a summary with '-h')

              -V, --version
                      Print version

            Examples:
              verdikt verify --preset k-induction program.c  is an error function ever called?
              verdikt verify --preset impact task.yml        check what a task definition asks for
              verdikt verify --preset bmc --property p.prp --32 a.c b.c
              verdikt list presets                           which analyses there are
              verdikt run program.c --seed 7                 execute, choosing inputs by a seed
              verdikt dump cfa program.c                     show the control-flow automaton
              verdikt verify -std=gnu99 -Iinclude -DNDEBUG -include config.h a.c b.c
                                                             a program with its compiler's options

            Exit status:
              0, 1, 2   verify: TRUE, FALSE, UNKNOWN
                        run: normal end, an error was reached, not decided
              64        wrong usage
              65        wrong input (a message says what and where)
              70        a bug of Verdikt (a message says how to report it)
              74        the output could not be written
              130       interrupted twice

            The last line of standard output of `verify` is the verdict. Messages go to standard error.
            status 0
        "#]],
    );
}

#[test]
fn help_of_a_command_teaches() {
    check(
        &[],
        "verify -h",
        expect![[r#"
            $ verdikt verify -h
            Check a program against a property

            Usage: verdikt verify [OPTIONS] <FILE>...

            Arguments:
              <FILE>...  C programs (.c, .i), or one task definition (.yml)

            Options:
                  --32                     32-bit machine: int, long and pointers have 4 bytes
                  --64                     64-bit machine: long and pointers have 8 bytes (default, unless a
                                           task says otherwise)
                  --entry <NAME>           Begin at this function [default: the one that the property names,
                                           else main]
                  --volatile <WHAT>        What a read of a volatile object gives: what the program wrote last,
                                           which the answer lists as an assumption, or any value [default:
                                           ordinary] [possible values: ordinary, nondet]
                  --interrupt <FUNCTION>   An interrupt handler: a function without parameters that may run
                                           between any two steps of the program; may be repeated
                  --color <WHEN>           Colour messages: `auto` does on a terminal, unless NO_COLOR is set
                                           [default: auto] [possible values: auto, always, never]
                  --externals <WHAT>       What functions do that are declared only [default: pure for a task
                                           definition, else write-arguments] [possible values: pure,
                                           write-arguments, any]
                  --message-format <FORM>  Show messages with their source line, or on one line each [default:
                                           full] [possible values: full, short]
                  --verbose                Say more: with --version, what is supported and which solvers there
                                           are
              -h, --help                   Print help (see more with '--help')

            Preprocessor:
                  --cc <COMMAND>    C compiler whose `-E` preprocesses programs with directives, perhaps with
                                    options: `--cc "gcc -pthread"` [default: $CC, else cc]
              -I <DIR>              Search headers in this folder too
                  --isystem <DIR>   The same, after the folders of -I; `-isystem DIR` means this, too
              -D <NAME[=VALUE]>     Define a macro for the preprocessor
              -U <NAME>             Remove a macro, also a predefined one
                  --include <FILE>  Read this file before each program; `-include FILE` means this, too
                  --std <STANDARD>  The standard of C: c90, c99, c11, c17, or gnu90 to gnu17 with the extensions
                                    of GNU; `-std=c99` means this, too. It is for the preprocessor; extensions
                                    of GNU are always understood
                  --trigraphs       Replace trigraphs such as `??=`, as c90 to c17 do
                  --cpp <WHEN>      When to run the preprocessor: `needed` if the text has directives, or the
                                    options change it [default: needed] [possible values: needed, always, never]

            Analysis:
              -p, --property <FILE>         The property to check: a file with lines such as `CHECK(
                                            init(main()), LTL(G ! call(reach_error())) )`, or (`.spc`) with
                                            automata that watch calls
                  --preset <NAME>           The analysis to run; `verdikt list presets` shows them. Without one,
                                            several are tried in turn
                  --set <KEY=VALUE>         Change an option of the preset; may be repeated; `verdikt list
                                            options` shows them
                  --smt-log <DIR>           Write what solvers are asked into this folder, as SMT-LIB scripts
                                            that any solver can run again
                  --read-precision <FILE>   Begin with the predicates of this file, which an earlier run on the
                                            same program wrote
                  --write-precision <FILE>  Write the predicates that were found to this file, whatever the
                                            answer is

            Limits:
                  --time-limit <SECONDS>  Answer UNKNOWN after so many seconds of CPU time
                  --memory-limit <MB>     Answer UNKNOWN when so many megabytes (millions of bytes) are used

            Answer:
                  --statistics       Show times of phases beside the counts
                  --json             Print one JSON document instead of text, with times
                  --progress <WHEN>  Show a line of progress on standard error: `auto` does on a terminal
                                     [default: auto] [possible values: auto, always, never]

            Examples:
              verdikt verify --preset bmc program.c                    look for a violation, loop by loop
              verdikt verify --preset k-induction program.c            the same, and try to prove that there is
              none
              verdikt verify --preset impact --time-limit 60 --memory-limit 4000 task.yml
              verdikt verify --preset bmc --set bmc.last=10 program.c  change an option of the preset
              verdikt list presets                                     which analyses there are
              verdikt list options --preset impact                     what --set can change, and the values now
            status 0
        "#]],
    );
}

#[test]
fn presets_and_options_are_checked_before_anything_is_read() {
    for arguments in [
        "verify --preset impct no-such-file.c",
        "verify --preset magic no-such-file.c",
        "verify --set predicate.block=loops no-such-file.c",
        "verify --preset bmc --set bmc.first no-such-file.c",
        "verify --preset bmc --set bmc.frist=2 no-such-file.c",
        "verify --preset bmc --set bmc.first=many no-such-file.c",
        "verify --preset bmc --set predicate.block=loops no-such-file.c",
        "verify --preset impact --set predicate.block=never no-such-file.c",
        "list options --preset bcm",
    ] {
        let output = Folder::new(&[]).run(arguments);
        assert_eq!(output.status.code(), Some(64), "{arguments}");
        assert!(output.stdout.is_empty(), "{arguments}");
    }
    check(
        &[],
        "verify --preset impct no-such-file.c",
        expect![[r#"
            $ verdikt verify --preset impct no-such-file.c
            messages:
            error: there is no preset `impct`; did you mean impact?
              there are bmc, bmc-linear, k-induction, k-induction-linear, predicate-abstraction, predicate-abstraction-lf, predicate-abstraction-sbe, predicate-abstraction-linear, impact, impact-plain, impact-sbe, impact-linear, ufo, value, value-no-cegar, value-predicate, symbolic-execution, random-testing, default

            For more information, try '--help'.
            status 64
        "#]],
    );
    check(
        &[],
        "verify --preset bmc --set predicate.block=loops no-such-file.c",
        expect![[r#"
            $ verdikt verify --preset bmc --set predicate.block=loops no-such-file.c
            messages:
            error: `predicate.block` would have no effect: it is for analyses with `algorithm=refinement` and predicates in `domain`
              what runs reads algorithm, bmc.first, bmc.step, bmc.growth, bmc.last, bmc.bound, bmc.induction, encoding.arithmetic, encoding.memory, encoding.quantifiers, encoding.environment, solver, search.order

            For more information, try '--help'.
            status 64
        "#]],
    );
}

#[test]
fn options_of_a_preset_are_listed_with_their_values() {
    check(
        &[],
        "list options --preset k-induction-linear",
        expect![[r#"
            $ verdikt list options --preset k-induction-linear
            algorithm=bounded
            bmc.first=1
            bmc.step=1
            bmc.growth=quarter
            bmc.last=none
            bmc.bound=loops
            bmc.induction=on
            bmc.invariants=value-sets
            encoding.arithmetic=linear
            encoding.memory=arrays
            encoding.quantifiers=free
            encoding.environment=escaped
            solver=z3
            search.order=topological,breadth-first
            status 0
        "#]],
    );
    let output = Folder::new(&[]).run("list options");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with(
        "algorithm=refinement\n  what is around the search\n  takes refinement, bounded, testing; for every analysis\n"
    ));
}

#[test]
fn a_property_that_is_not_supported_is_refused_if_an_analysis_is_to_run() {
    let files =
        [("a.c", "int main(void) { return 0; }\n"), ("p.prp", "CHECK( init(main()), LTL(G ! overflow) )\n")];
    check(
        &files,
        "verify --preset bmc --property p.prp a.c",
        expect![[r#"
            $ verdikt verify --preset bmc --property p.prp a.c
            messages:
            error[E0513]: the property no-overflow is not supported yet
             --> p.prp:1:1
              |
            1 | CHECK( init(main()), LTL(G ! overflow) )
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: supported is that a function is never called: `G ! call(NAME())`, and automata that watch calls (`.spc`)
              = note: if a task has several properties, `--property FILE.prp` chooses one
            status 65
        "#]],
    );
}
