//! Options that are handed on to the preprocessor, in the order in which they were typed.
//!
//! Compilers spell some of them as a word behind one dash, `-std=c99`, which clap has no notion of.
//! So [`two_dashes`] writes `--std=c99` before clap reads the arguments, and both spellings mean
//! the same. The order matters to compilers: of `-DN=1 -UN` the last counts. A derived parser would
//! collect each option by itself, so that here is written by hand.

use clap::{Arg, ArgAction, ArgMatches, Command};
use engine::preprocess::dialect::Standard;
use std::ffi::OsString;

/// An option of compilers.
struct CompilerOption {
    /// Behind one dash.
    name: &'static str,
    value: &'static str,
    help: &'static str,
    form: Form,
}

/// How compilers want the value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `-DNAME`
    Glued,
    /// `-isystem FOLDER`
    Apart,
    /// `-std=NAME`
    Equals,
    /// There is none.
    Absent,
}

const OPTIONS: &[CompilerOption] = &[
    CompilerOption { name: "I", value: "DIR", help: "Search headers in this folder too", form: Form::Glued },
    CompilerOption {
        name: "isystem",
        value: "DIR",
        help: "The same, after the folders of -I; `-isystem DIR` means this, too",
        form: Form::Apart,
    },
    CompilerOption {
        name: "D",
        value: "NAME[=VALUE]",
        help: "Define a macro for the preprocessor",
        form: Form::Glued,
    },
    CompilerOption {
        name: "U",
        value: "NAME",
        help: "Remove a macro, also a predefined one",
        form: Form::Glued,
    },
    CompilerOption {
        name: "include",
        value: "FILE",
        help: "Read this file before each program; `-include FILE` means this, too",
        form: Form::Apart,
    },
    CompilerOption {
        name: "std",
        value: "STANDARD",
        help: "The standard of C: c90, c99, c11, c17, or gnu90 to gnu17 with the extensions of GNU; `-std=c99` \
               means this, too. It is for the preprocessor; extensions of GNU are always understood",
        form: Form::Equals,
    },
    CompilerOption {
        name: "trigraphs",
        value: "",
        help: "Replace trigraphs such as `??=`, as c90 to c17 do",
        form: Form::Absent,
    },
];

impl CompilerOption {
    /// What is handed on for a value.
    fn words(&self, value: &str) -> Vec<String> {
        let name = self.name;
        match self.form {
            Form::Glued => vec![format!("-{name}{value}")],
            Form::Apart => vec![format!("-{name}"), value.to_owned()],
            Form::Equals => vec![format!("-{name}={value}")],
            Form::Absent => vec![format!("-{name}")],
        }
    }

    fn argument(&self) -> Arg {
        let argument = Arg::new(self.name).help(self.help).help_heading("Preprocessor");
        let argument = match self.name.chars().next() {
            Some(letter) if self.name.len() == 1 => argument.short(letter),
            Some(_) | None => argument.long(self.name),
        };
        match self.form {
            Form::Absent => argument.action(ArgAction::SetTrue),
            Form::Equals => {
                let check = |name: &str| Standard::named(name).map(|_| name.to_owned());
                argument.action(ArgAction::Append).value_name(self.value).value_parser(check)
            }
            Form::Glued | Form::Apart => argument.action(ArgAction::Append).value_name(self.value),
        }
    }
}

/// Options of the preprocessor as they were typed.
#[derive(Debug, Default)]
pub(crate) struct PreprocessorArgs {
    /// In the compiler's words.
    pub(crate) words: Vec<String>,
}

impl clap::FromArgMatches for PreprocessorArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut found = Vec::new();
        for option in OPTIONS {
            if option.form == Form::Absent {
                if matches.get_flag(option.name) {
                    let place = matches.index_of(option.name).unwrap_or_default();
                    found.push((place, option.words("")));
                }
                continue;
            }
            let values = matches.get_many::<String>(option.name).into_iter().flatten();
            let places = matches.indices_of(option.name).into_iter().flatten();
            found.extend(places.zip(values).map(|(place, value)| (place, option.words(value))));
        }
        found.sort_by_key(|&(place, _)| place);
        Ok(Self { words: found.into_iter().flat_map(|(_, words)| words).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.words.extend(Self::from_arg_matches(matches)?.words);
        Ok(())
    }
}

impl clap::Args for PreprocessorArgs {
    fn augment_args(command: Command) -> Command {
        command.args(OPTIONS.iter().map(CompilerOption::argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Writes the options that compilers spell as a word behind one dash with two dashes. What follows
/// `--arg` belongs to the program that is executed, and what follows `--` are names of files.
pub(crate) fn two_dashes(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments = arguments;
    let mut rewritten = Vec::new();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            rewritten.push(argument);
            break;
        }
        if argument == "--arg" {
            rewritten.push(argument);
            rewritten.extend(arguments.next());
            continue;
        }
        rewritten.push(argument.to_str().and_then(with_two_dashes).map_or(argument, OsString::from));
    }
    rewritten.extend(arguments);
    rewritten
}

/// `-isystemDIR` becomes `--isystem=DIR`; nothing if the argument is none of these options.
fn with_two_dashes(argument: &str) -> Option<String> {
    let behind = argument.strip_prefix('-')?;
    OPTIONS.iter().filter(|option| option.name.len() > 1).find_map(|option| {
        let value = behind.strip_prefix(option.name)?;
        match option.form {
            _ if value.is_empty() => Some(format!("--{}", option.name)),
            Form::Equals => value.strip_prefix('=').map(|value| format!("--{}={value}", option.name)),
            Form::Apart => Some(format!("--{}={value}", option.name)),
            Form::Glued | Form::Absent => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(line: &str) -> String {
        let words = two_dashes(line.split(' ').map(OsString::from));
        words.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn one_dash_becomes_two() {
        for (typed, read) in [
            ("-std=c99 a.c", "--std=c99 a.c"),
            ("-isystem dir -include x.h", "--isystem dir --include x.h"),
            ("-isystemdir -includex.h", "--isystem=dir --include=x.h"),
            ("-trigraphs -DN -UN -Idir", "--trigraphs -DN -UN -Idir"),
            ("--std=c99 -stdlib -I -std=c99", "--std=c99 -stdlib -I --std=c99"),
            ("--arg -std=c99 -std=c90", "--arg -std=c99 --std=c90"),
            ("--arg --arg -std=c90", "--arg --arg --std=c90"),
            ("-- -std=c99 --arg", "-- -std=c99 --arg"),
        ] {
            assert_eq!(rewritten(typed), read);
        }
    }
}
