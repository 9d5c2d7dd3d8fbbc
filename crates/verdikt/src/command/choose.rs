//! From what was typed to a configuration: a preset, and options that change it.

use crate::args::AnalysisArgs;
use engine::analysis::options;
use engine::analysis::{Configuration, Preset, presets, similar_presets};

/// The preset with a name; else a message that says which there are.
pub(super) fn preset(name: &str) -> Result<&'static Preset, String> {
    engine::analysis::preset(name).ok_or_else(|| {
        let known: Vec<&str> = presets().iter().map(|preset| preset.name).collect();
        let meant = match similar_presets(name).as_slice() {
            [] => String::new(),
            similar => format!("; did you mean {}?", similar.join(" or ")),
        };
        format!("there is no preset `{name}`{meant}\n  there are {}", known.join(", "))
    })
}

/// What is to run; without a preset nobody has chosen. The error is a message that says what would fit.
pub(super) fn configuration(args: &AnalysisArgs) -> Result<Option<Configuration>, String> {
    let Some(name) = &args.preset else {
        return match (args.set.first(), precision_option(args)) {
            (Some(_), _) => Err("`--set` changes an option of a preset: say `--preset NAME`".to_owned()),
            (None, Some(option)) => Err(format!("`{option}` is for one preset: say `--preset NAME`")),
            (None, None) => Ok(None),
        };
    };
    let mut configuration = preset(name)?.configuration.clone();
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
        Some(_) | None => Ok(Some(configuration)),
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
    fit.map(|preset| preset.name).collect()
}
