//! `verdikt run`: executes the automaton and says how the execution ended.
//!
//! What the program prints goes through to standard output and standard error; what Verdikt has to say goes to
//! standard error, a message with its place for everything that is not a normal end, and one line `Outcome: ...` last.

use crate::args::{OverflowChoice, RunArgs, UninitialisedChoice};
use crate::exit::Exit;
use crate::terminal::Terminal;
use cfa::interp::{
    Arguments, ChoiceOrigin, Choices, Config, Flow, Limit, ListedValues, Observer, Outcome, Output, Outside,
    Program, Report, Request, SeededChoices, Stream, Uninitialised,
};
use cfa::value::Overflow;
use cfa::{Cfa, EdgeId, FunctionId, Op, Origin};
use engine::{Failure, FrontEnd, Target};
use property::assertion;
use source::{Diagnostic, Span};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};

/// Calls that are shown on the way to an error.
const MAX_CALLERS: usize = 5;

pub(crate) fn run(terminal: Terminal, args: &RunArgs) -> Exit {
    let mut front_end = match args.program.preprocessor() {
        Ok(preprocessor) => FrontEnd::new(preprocessor),
        Err(message) => return terminal.usage(&message),
    };
    let prepared = prepare(&mut front_end, args);
    terminal.finish(&front_end, prepared, |(cfa, mut choices)| {
        let mut output = PassThrough::new();
        let mut observer = ErrorWatch::new(&cfa);
        let config = config(args, choices.listed.as_ref());
        let report = Program::new(&cfa).run(&config, &mut choices, &mut output, &mut observer);
        let written = output.finish();
        let met = observer.met.map(|(error, function)| (error, cfa.function_name(function)));
        let end = End::of(&report, met).with_callers(&report, &cfa);
        let names = report.externals.iter().map(|&(_, function, count)| (cfa.function_name(function), count));
        terminal.diagnostics(&front_end.map, end.diagnostic.as_slice());
        terminal.say(&closing(&report, &end.summary, names));
        match written {
            Ok(()) => end.exit,
            Err(error) => {
                terminal.say(&format!("error: cannot write the output: {error}\n"));
                Exit::Output
            }
        }
    })
}

fn prepare(front_end: &mut FrontEnd, args: &RunArgs) -> Result<(Cfa, Inputs), Failure> {
    let plan = front_end.plan(&args.program.request(None))?;
    let listed = match &args.values {
        Some(path) => Some(front_end.values(path)?),
        None => None,
    };
    // A list alone must suffice; without a list there is always a seed.
    let seed = match (args.seed, &listed) {
        (Some(seed), _) => Some(seed),
        (None, Some(_)) => None,
        (None, None) => Some(0),
    };
    let inputs = Inputs { listed, seeded: seed.map(SeededChoices::new) };
    Ok((front_end.automaton(&Target::from(&plan))?, inputs))
}

/// Arguments of `main` are those of the command line; if it has none, those of the list of values.
fn config(args: &RunArgs, listed: Option<&ListedValues>) -> Config {
    let overflow = match args.overflow {
        OverflowChoice::Wrap => Overflow::Wrap,
        OverflowChoice::Report => Overflow::Undefined,
    };
    let uninitialised = match args.uninitialised {
        UninitialisedChoice::Any => Uninitialised::Chosen,
        UninitialisedChoice::Report => Uninitialised::Undefined,
    };
    // A list may have pointers to objects of the environment, as answers of `verify` show them.
    let outside = if listed.is_some() { Outside::Objects } else { Outside::Nothing };
    let max_steps = args.max_steps;
    let config = Config { overflow, uninitialised, outside, max_steps, ..Config::default() };
    match listed.map(ListedValues::arguments) {
        Some(texts @ [_, ..]) if args.args.is_empty() => {
            Config { arguments: Arguments::Given(texts.to_vec()), ..config }
        }
        Some(_) | None => {
            let name = std::iter::once(b"program".to_vec());
            let texts = name.chain(args.args.iter().map(|text| text.clone().into_bytes()));
            Config { arguments: Arguments::Given(texts.collect()), ..config }
        }
    }
}

/// The listed values first, then the seeded ones.
struct Inputs {
    listed: Option<ListedValues>,
    seeded: Option<SeededChoices>,
}

impl Choices for Inputs {
    fn choose(&mut self, request: Request<'_>) -> Option<u128> {
        let listed = self.listed.as_mut().and_then(|values| values.choose(request));
        // Chance chooses inputs, and no order of evaluation.
        let usual = (request.origin == ChoiceOrigin::Havoc(Origin::Order)).then_some(0);
        listed.or(usual).or_else(|| self.seeded.as_mut().and_then(|values| values.choose(request)))
    }
}

/// Stops where an assertion fails or an error function is called.
struct ErrorWatch<'a> {
    cfa: &'a Cfa,
    /// For each function, whether its call says so, and which of the two it is.
    errors: Vec<Option<Error>>,
    met: Option<(Error, FunctionId)>,
}

/// What an execution does wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Error {
    /// An assertion fails.
    Assertion,
    /// An error function is called.
    Function,
}

impl<'a> ErrorWatch<'a> {
    fn new(cfa: &'a Cfa) -> Self {
        let error = |id: FunctionId| {
            let name = cfa.function_name(id);
            let (_, kind) = assertion::violations().find(|(function, _)| *function == name)?;
            Some(if kind == assertion::NAME { Error::Assertion } else { Error::Function })
        };
        Self { cfa, errors: cfa.functions.indices().map(error).collect(), met: None }
    }
}

impl Observer for ErrorWatch<'_> {
    fn on_edge(&mut self, edge: EdgeId, _depth: usize) -> Flow {
        let function = match &self.cfa.edges[edge].op {
            Op::Call(call) => self.cfa.calls[*call].callee,
            Op::External { function, .. } => *function,
            _ => return Flow::Continue,
        };
        match self.errors.get(function.0 as usize).copied().flatten() {
            Some(error) => {
                self.met = Some((error, function));
                Flow::Stop
            }
            None => Flow::Continue,
        }
    }
}

/// What the program prints. After a reader has gone away (`| head`) the rest is dropped.
struct PassThrough {
    out: Box<dyn Write>,
    failed: Option<io::Error>,
}

impl PassThrough {
    fn new() -> Self {
        // On a terminal lines appear when they are written, also if the run is interrupted later.
        let out: Box<dyn Write> = match io::stdout().is_terminal() {
            true => Box::new(io::stdout()),
            false => Box::new(BufWriter::new(io::stdout())),
        };
        Self { out, failed: None }
    }

    fn note(&mut self, result: io::Result<()>) {
        if let (Err(error), None) = (result, &self.failed) {
            self.failed = Some(error);
        }
    }

    fn finish(mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.note(flushed);
        match self.failed {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
            Some(_) | None => Ok(()),
        }
    }
}

impl Output for PassThrough {
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        if self.failed.is_some() {
            return;
        }
        let result = match stream {
            Stream::Out => self.out.write_all(bytes),
            // In the order in which the program wrote.
            Stream::Err => self.out.flush().and_then(|()| io::stderr().write_all(bytes)),
        };
        self.note(result);
    }
}

/// How the execution ended, for the user.
struct End {
    diagnostic: Option<Diagnostic>,
    summary: String,
    exit: Exit,
}

impl End {
    fn of(report: &Report, met: Option<(Error, &str)>) -> Self {
        let span = report.span;
        match &report.outcome {
            Outcome::Exited(status) => Self {
                diagnostic: None,
                summary: format!("exited with status {status}"),
                exit: Exit::Success,
            },
            Outcome::Aborted => Self::error("E0602", span, "the program aborted".to_owned()),
            Outcome::Undefined(found) => {
                let kind = found.kind.describe();
                let particulars =
                    if found.message == kind { String::new() } else { format!(": {}", found.message) };
                let message = format!("undefined behaviour: {kind}{particulars}");
                let mut diagnostic = Diagnostic::error("E0601", span, message);
                if let Some((span, remark)) = found.related {
                    diagnostic = diagnostic.with_related(span, remark);
                }
                let summary = format!("undefined behaviour: {kind}");
                Self { diagnostic: Some(diagnostic), summary, exit: Exit::ErrorReached }
            }
            Outcome::Stopped => match met {
                Some((Error::Assertion, _)) => Self::error("E0608", span, "an assertion fails".to_owned()),
                Some((Error::Function, name)) => {
                    Self::error("E0603", span, format!("the error function `{name}` is called"))
                }
                None => Self::error("E0603", span, "an error function is called".to_owned()),
            },
            Outcome::Blocked => {
                Self::undecided("W0604", span, "an assumption of the program does not hold".to_owned())
            }
            Outcome::Unsupported(what) => Self::undecided("W0605", span, format!("not supported: {what}")),
            Outcome::LimitReached(limit) => Self::undecided("W0606", span, limit_text(*limit).to_owned()),
            Outcome::ChoicesExhausted => {
                Self::undecided("W0607", span, "the list of values is used up".to_owned())
            }
        }
    }

    /// The same with the calls that led there, the innermost first.
    fn with_callers(self, report: &Report, cfa: &Cfa) -> Self {
        let calls = report.stack.iter().map(|&edge| &cfa.edges[edge]);
        let calls = calls.filter(|call| cfa.locations[call.from].function != cfa.entry);
        let diagnostic = self.diagnostic.map(|diagnostic| {
            calls.take(MAX_CALLERS).fold(diagnostic, |diagnostic, call| {
                let caller = cfa.function_name(cfa.locations[call.from].function);
                diagnostic.with_related(call.span, format!("called by `{caller}`"))
            })
        });
        Self { diagnostic, ..self }
    }

    fn error(code: &'static str, span: Span, message: String) -> Self {
        let diagnostic = Some(Diagnostic::error(code, span, message.clone()));
        Self { diagnostic, summary: message, exit: Exit::ErrorReached }
    }

    fn undecided(code: &'static str, span: Span, message: String) -> Self {
        let diagnostic = Some(Diagnostic::warning(code, span, message.clone()));
        Self { diagnostic, summary: format!("not decided: {message}"), exit: Exit::Undecided }
    }
}

fn limit_text(limit: Limit) -> &'static str {
    match limit {
        Limit::Steps => "the limit of steps is reached (--max-steps)",
        Limit::Memory => "the limit of memory is reached",
        Limit::Depth => "the limit of nested calls is reached",
    }
}

/// Functions whose body nobody knows, then the outcome.
fn closing<'a>(report: &Report, summary: &str, externals: impl Iterator<Item = (&'a str, u64)>) -> String {
    let calls = externals.map(|(name, count)| {
        format!("Assumed: `{name}` has no body and returns any value ({count} calls)\n")
    });
    format!("{}Outcome: {summary} ({} steps)\n", calls.collect::<String>(), report.n_steps)
}
