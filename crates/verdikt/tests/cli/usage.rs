//! Arguments: what is refused, what is suggested, and what the help says.

use crate::session::{Folder, check};
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
            analyses: bmc, k-induction, predicate-abstraction, predicate-abstraction-lf, predicate-abstraction-sbe, impact, impact-plain, impact-sbe
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
        assert!(output.status.success() && output.stderr.is_empty());
    }
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

        Usage: verdikt verify --property <FILE.prp> <FILE>...

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
              verdikt verify program.c                       is an error function ever called?
              verdikt verify task.yml                        check what a task definition asks for
              verdikt verify --property no-overflow.prp --32 a.c b.c
              verdikt run program.c --seed 7                 execute, choosing inputs by a seed
              verdikt dump cfa program.c                     show the control-flow automaton

            Exit status:
              0, 1, 2   verify: TRUE, FALSE, UNKNOWN
                        run: normal end, an error was reached, not decided
              64        wrong usage
              65        wrong input (a message says what and where)
              70        a bug of Verdikt (a message says how to report it)
              74        the output could not be written

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
                  --cc <COMMAND>           C compiler whose `-E` preprocesses programs with directives [default:
                                           $CC, else cc]
              -I <DIR>                     Search headers in this folder too
                  --color <WHEN>           Colour messages: `auto` does on a terminal, unless NO_COLOR is set
                                           [default: auto] [possible values: auto, always, never]
              -D <NAME[=VALUE]>            Define a macro for the preprocessor
                  --cpp <WHEN>             When to run the preprocessor: `needed` if the text has directives
                                           [default: needed] [possible values: needed, always, never]
                  --message-format <FORM>  Show messages with their source line, or on one line each [default:
                                           full] [possible values: full, short]
              -p, --property <FILE.prp>    The property to check: a file with lines such as `CHECK(
                                           init(main()), LTL(G ! call(reach_error())) )`
                  --verbose                Say more: with --version, what is supported and which solvers there
                                           are
                  --preset <NAME>          The analysis to run; `verdikt list presets` shows them
                  --time-limit <SECONDS>   Give up after so many seconds
              -h, --help                   Print help (see more with '--help')
            status 0
        "#]],
    );
}
