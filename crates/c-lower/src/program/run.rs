//! The stage as a whole: elaborate unit by unit, lower each body at once, add the models that are needed.

use super::{Known, Lowerer};
use crate::library::{self, Errno};
use crate::order::{Deeds, Missing, Summaries};
use c_sema::Elaborator;
use c_syntax::ast::Ast;
use cfa::{Cfa, MachineModel};
use source::{Diagnostic, Severity, SourceMap};
use stdx::{Interner, Symbol};

/// What lowering has to know.
#[derive(Clone, Debug)]
pub struct LowerOptions {
    /// Sizes and layout.
    pub machine: MachineModel,
    /// The function where the program starts, usually `main`.
    pub entry: String,
    /// Functions of which every call must be an edge of the automaton, also where a model would leave none: those that a property asks about.
    pub watched: Vec<String>,
    /// Whether the order of these calls matters.
    pub sequence: Sequence,
    /// What is made of functions that are assertions by their name, and have a body.
    pub assertions: Assertions,
    /// What happens outside of the program.
    pub outside: Outside,
}

/// Whether a property can tell in which order the functions are called that it asks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sequence {
    /// The first such call is a violation.
    #[default]
    Ignored,
    /// It is a protocol of calls.
    Judged,
}

/// What happens outside of the program while it runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outside {
    /// What a read of a volatile object gives.
    pub volatile: VolatileReads,
    /// The functions that run whenever an interrupt comes.
    pub interrupts: Vec<String>,
    /// What functions do that the program declares and nobody here knows.
    pub externals: Externals,
}

/// What a read of a volatile object gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum VolatileReads {
    /// What the program wrote there last, which is an assumption.
    #[default]
    Ordinary,
    /// Any value of its type.
    Nondet,
}

/// What functions do that the program declares and that have neither a body nor a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Externals {
    /// They return any value and change nothing.
    #[default]
    Pure,
    /// They change what their arguments reach, and call the functions that they are passed.
    WriteArguments,
    /// They do anything.
    Any,
}

impl Externals {
    /// What is assumed of a call of a function that has no name, as a part of a sentence.
    pub(crate) fn assumed(self) -> &'static str {
        match self {
            Self::Pure => "it returns any value and changes nothing",
            Self::WriteArguments => {
                "it changes only what its arguments point to, and calls only what they are"
            }
            Self::Any => "it may do anything",
        }
    }
}

/// What is made of functions of the program that are assertions by their name, such as
/// `__VERIFIER_assert`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Assertions {
    /// They do what their body says.
    #[default]
    AsWritten,
    /// They fail where their first argument is zero, whatever their body does then.
    Checked,
}

/// The outcome.
pub struct Lowered {
    /// The automaton, unless there was an error.
    pub cfa: Option<Cfa>,
    /// Messages of the elaborator and of lowering.
    pub diagnostics: Vec<Diagnostic>,
}

/// Links the units to one program and lowers it. Models of library functions that the program calls without defining
/// them are parsed as further units.
pub fn lower(map: &mut SourceMap, mut names: Interner, units: Vec<Ast>, options: &LowerOptions) -> Lowered {
    let mut elaborator = Elaborator::new(options.machine);
    for unit in &units {
        elaborator.announce(unit, &mut names);
    }
    let watched: Vec<Symbol> = options.watched.iter().map(|name| names.intern(name)).collect();
    // Headers name it only where the program asks for `errno`.
    let errno = match names.lookup(library::ERRNO) {
        Some(_) => Errno::Seen,
        None => Errno::Unseen,
    };
    let missing = Missing { errno, externals: options.outside.externals };
    let asked = match options.sequence {
        Sequence::Ignored => Deeds::ASKED,
        Sequence::Judged => Deeds::ASKED.and(Deeds::STEPS),
    };
    elaborator.ask(&watched);
    let aliases = elaborator.aliases();
    let summaries = Summaries::new(&units, &names, (&watched, asked), (missing, aliases));
    let known = Known { summaries, errno, system: map.system_texts() };
    let mut lowerer = Lowerer::new(options, watched, known);
    let mut diagnostics = elaborator.join(&units, map, &mut names);
    for unit in units {
        diagnostics.extend(elaborator.unit(&unit, map, &mut names, &mut lowerer));
    }
    if !has_errors(&diagnostics) {
        add_models(map, &mut names, &mut elaborator, &mut lowerer, &mut diagnostics);
    }
    let (program, more) = elaborator.finish();
    diagnostics.extend(more);
    diagnostics.append(&mut lowerer.diagnostics);
    if has_errors(&diagnostics) {
        return Lowered { cfa: None, diagnostics };
    }
    match lowerer.finish(program, names, &options.entry) {
        Ok(cfa) => Lowered { cfa: Some(cfa), diagnostics },
        Err(errors) => {
            diagnostics.extend(errors);
            Lowered { cfa: None, diagnostics }
        }
    }
}

/// Models may call models, so this goes on until nobody asks for another.
fn add_models(
    map: &mut SourceMap,
    names: &mut Interner,
    elaborator: &mut Elaborator,
    lowerer: &mut Lowerer,
    diagnostics: &mut Vec<Diagnostic>,
) {
    while let Some(model) = lowerer.next_model() {
        let Some(file) = map.add(model.file_name(), model.source(lowerer.errno)) else {
            diagnostics.push(Diagnostic::error(
                "E0404",
                source::Span::NONE,
                "the texts of the program exceed 4 GB",
            ));
            return;
        };
        let parsed = c_syntax::parse(map, file, names);
        diagnostics.extend(parsed.diagnostics);
        elaborator.announce(&parsed.ast, names);
        diagnostics.extend(elaborator.unit(&parsed.ast, map, names, lowerer));
        if has_errors(diagnostics) {
            return;
        }
    }
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}
