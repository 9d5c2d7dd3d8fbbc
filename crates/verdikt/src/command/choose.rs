//! From what was typed to a configuration: a preset, and options that change it.

use crate::args::AnalysisArgs;
use engine::analysis::options;
use engine::analysis::{Chosen, Configuration, Preset, Sequence, chosen, default_sequence, presets};

/// The preset with a name, or in a file.
pub(super) fn preset(name: &str) -> Result<Preset, String> {
    match chosen(name)? {
        Chosen::Preset(preset) => Ok(*preset),
        Chosen::Sequence(_) => Err(format!("`{name}` is a sequence of presets and has no options itself")),
    }
}

/// What is to run.
pub(super) enum Choice {
    /// One analysis.
    One(Box<Configuration>),
    /// Several in turn.
    InTurn(Sequence),
}

/// What is to run; without a preset the default sequence. The error is a message that says what
/// would fit.
pub(super) fn choice(args: &AnalysisArgs) -> Result<Choice, String> {
    let found = match &args.preset {
        Some(name) => chosen(name)?,
        None => Chosen::Sequence(default_sequence().clone()),
    };
    match found {
        Chosen::Preset(preset) => {
            configuration(args, preset.configuration).map(|one| Choice::One(Box::new(one)))
        }
        Chosen::Sequence(sequence) => match (args.set.first(), precision_option(args)) {
            (Some(_), _) => Err("`--set` changes an option of a preset: say `--preset NAME`".to_owned()),
            (None, Some(option)) => Err(format!("`{option}` is for one preset: say `--preset NAME`")),
            (None, None) => Ok(Choice::InTurn(sequence)),
        },
    }
}

/// The options of a preset with the changes of the command line.
fn configuration(args: &AnalysisArgs, mut configuration: Configuration) -> Result<Configuration, String> {
    configuration.smt_log.clone_from(&args.smt_log);
    configuration.precision.kept.clone_from(&args.write_precision);
    let mut keys = Vec::new();
    for text in &args.set {
        let Some((key, value)) = text.split_once('=') else {
            return Err(format!("`--set {text}` has no value: say `--set KEY=VALUE`"));
        };
        options::set(&mut configuration, key.trim(), value.trim()).map_err(|error| error.to_string())?;
        keys.push(key.trim());
    }
    options::check(&configuration, keys).map_err(|error| error.to_string())?;
    configuration.solver.check()?;
    match precision_option(args) {
        Some(option) if !options::Reader::Precision.is_in(&configuration) => Err(format!(
            "`{option}` would have no effect: it is for {}\n  presets that find predicates are {}",
            options::Reader::Precision,
            with_predicates().join(", ")
        )),
        Some(_) | None => Ok(configuration),
    }
}

/// The option about precision files that was given, if one was.
fn precision_option(args: &AnalysisArgs) -> Option<&'static str> {
    match (&args.read_precision, &args.write_precision) {
        (Some(_), _) => Some("--read-precision"),
        (None, Some(_)) => Some("--write-precision"),
        (None, None) => None,
    }
}

/// The presets that refine by predicates.
fn with_predicates() -> Vec<&'static str> {
    let all = presets().iter();
    let fit = all.filter(|preset| options::Reader::Precision.is_in(&preset.configuration));
    fit.map(|preset| preset.name.as_str()).collect()
}
