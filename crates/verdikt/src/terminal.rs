//! Writing for people: diagnostics and reports on standard error, results on standard output.

use crate::args::{ColourChoice, MessageFormat, OutputArgs};
use crate::exit::Exit;
use engine::{Failure, FrontEnd};
use source::{Colour, Diagnostic, SourceMap};
use std::io::{self, ErrorKind, IsTerminal, Write};

/// How to write on standard error.
#[derive(Clone, Copy)]
pub(crate) struct Terminal {
    colour: Colour,
    format: MessageFormat,
}

/// Diagnostics printed in one run; a file of garbage has thousands, and the first ones matter.
const MAX_DIAGNOSTICS: usize = 50;

impl Terminal {
    pub(crate) fn new(args: &OutputArgs) -> Self {
        let colour = match args.color {
            ColourChoice::Always => Colour::Always,
            ColourChoice::Never => Colour::Never,
            ColourChoice::Auto => automatic_colour(),
        };
        Self { colour, format: args.message_format }
    }

    /// Prints diagnostics, the errors among the first.
    pub(crate) fn diagnostics(self, map: &SourceMap, diagnostics: &[Diagnostic]) {
        let mut text = String::new();
        for diagnostic in diagnostics.iter().take(MAX_DIAGNOSTICS) {
            match self.format {
                // A blank line tells where the next message begins.
                MessageFormat::Full if !text.is_empty() => {
                    text.push('\n');
                    text += &source::render(diagnostic, map, self.colour);
                }
                MessageFormat::Full => text += &source::render(diagnostic, map, self.colour),
                MessageFormat::Short => text += &source::render_line(diagnostic, map),
            }
        }
        if let Some(rest) = diagnostics.len().checked_sub(MAX_DIAGNOSTICS).filter(|&rest| rest > 0) {
            text += &format!("and {rest} more messages\n");
        }
        self.say(&text);
    }

    /// Prints what the front end has to say, and goes on with its result if there is one.
    pub(crate) fn finish<T>(
        self,
        front_end: &FrontEnd,
        result: Result<T, Failure>,
        go_on: impl FnOnce(T) -> Exit,
    ) -> Exit {
        self.diagnostics(&front_end.map, &front_end.diagnostics);
        match result {
            Ok(value) => go_on(value),
            Err(Failure::Input) => Exit::Input,
            Err(Failure::Bug(reason)) => {
                self.bug(&reason);
                Exit::Bug
            }
        }
    }

    /// Says that Verdikt itself is wrong, and what to do about it.
    pub(crate) fn bug(self, reason: &str) {
        let command: Vec<String> = std::env::args().collect();
        self.say(&format!(
            "internal error: {reason}\n\
             This is a bug of Verdikt, not of your program; no result was computed.\n\
             Please report it with this text, the input files and the command:\n    {}\n    verdikt {}\n",
            command.join(" "),
            env!("CARGO_PKG_VERSION"),
        ));
    }

    /// Says what users should know although nothing is wrong.
    pub(crate) fn warnings(self, warnings: &[String]) {
        for warning in warnings {
            self.say(&format!("warning: {warning}\n"));
        }
    }

    /// Says what is wrong with the arguments, as the parser of arguments does.
    pub(crate) fn usage(self, message: &str) -> Exit {
        self.say(&format!("error: {message}\n\nFor more information, try '--help'.\n"));
        Exit::Usage
    }

    /// Writes to standard error; if nobody listens there, nobody can be told.
    pub(crate) fn say(self, text: &str) {
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    /// Writes a result to standard output. A reader that went away (`| head`) is not an error.
    pub(crate) fn result(self, text: &str, exit: Exit) -> Exit {
        let mut out = io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => exit,
            Err(error) if error.kind() == ErrorKind::BrokenPipe => exit,
            Err(error) => {
                self.say(&format!("error: cannot write the output: {error}\n"));
                Exit::Output
            }
        }
    }
}

fn automatic_colour() -> Colour {
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    if io::stderr().is_terminal() && !no_colour && !dumb { Colour::Always } else { Colour::Never }
}
