//! The columns of a group: which there are, whether they are numbers, and of which unit.

use super::{Part, Place, Visible};
use crate::definition::Wanted;
use crate::logs::Logs;
use crate::table::{Column, Number, Values};
use crate::value::{Decimal, Quantity};
use bench_result::repeat::mean;
use bench_result::score::score;
use rustc_hash::FxHashSet;

/// Digits that measured values are rounded to where nobody wants others (section 15.7 of document 000).
const DIGITS: usize = 3;

pub(super) fn columns(
    part: &Part,
    rows: &[Vec<Place<'_>>],
    visible: Visible,
    logs: &mut Logs,
) -> Vec<Column> {
    let wanted = if part.columns.is_empty() { usual(part, visible) } else { part.columns.clone() };
    let mut columns = Vec::new();
    for wanted in wanted.iter().filter(|wanted| wanted.title != "status") {
        let texts: Vec<Vec<Option<String>>> = rows
            .iter()
            .map(|places| places.iter().map(|place| text(place, wanted, logs)).collect())
            .collect();
        let margins: Vec<Option<String>> = rows
            .iter()
            .map(|places| match places.as_slice() {
                [place] => place.value(&format!("{}-confidence", wanted.title)).map(str::to_owned),
                _ => None,
            })
            .collect();
        columns.push(column(wanted, &texts, &margins));
    }
    columns
}

/// The columns that the results have, those first that they name for tables.
fn usual(part: &Part, visible: Visible) -> Vec<Wanted> {
    let mut titles: Vec<&str> = Vec::new();
    let mut present = FxHashSet::default();
    for column in part.sources.iter().flat_map(|source| &source.set.runs).flat_map(|run| &run.columns) {
        let is_wanted = visible == Visible::All || !column.hidden;
        if is_wanted && column.title != "status" && present.insert(column.title.as_str()) {
            titles.push(&column.title);
        }
    }
    let named: Vec<&str> =
        part.sources.iter().flat_map(|source| &source.set.columns).map(String::as_str).collect();
    let position = |title: &&str| named.iter().position(|name| name == title).unwrap_or(named.len());
    titles.sort_by_key(position);
    titles.into_iter().map(|title| Wanted { title: title.to_owned(), ..Wanted::default() }).collect()
}

fn text(place: &Place<'_>, wanted: &Wanted, logs: &mut Logs) -> Option<String> {
    match &wanted.pattern {
        Some(pattern) => {
            let log = logs.find(place.file, place.set, place.run)?;
            match logs.read(&log) {
                Ok(bytes) => extract(&String::from_utf8_lossy(&bytes?), pattern),
                Err(error) => {
                    logs.warnings.push(format!("the column {} is empty for a run: {error}", wanted.title));
                    None
                }
            }
        }
        None if wanted.title == "score" && place.value("score").is_none() => {
            Some(score(place.category(), place.value("status").unwrap_or_default()).to_string())
        }
        None => place.value(&wanted.title).map(str::to_owned),
    }
}

/// What stands behind the pattern, up to a gap: the last occurrence counts, since tools print totals at the end.
fn extract(log: &str, pattern: &str) -> Option<String> {
    let line =
        log.lines().rev().find_map(|line| line.split_once(pattern.trim_end()).map(|(_, rest)| rest))?;
    let value = line.trim_start_matches([' ', ':', '=', '\t']);
    let end = value.find(['\t', '(', ',', ';']).unwrap_or(value.len());
    let value = value[..end].trim();
    let value = value.split("  ").next().unwrap_or_default();
    (!value.is_empty()).then(|| value.to_owned())
}

/// `margins` has what result files say about means that were calculated before.
fn column(wanted: &Wanted, texts: &[Vec<Option<String>>], margins: &[Option<String>]) -> Column {
    let label = wanted.label.clone().unwrap_or_else(|| wanted.title.clone());
    let for_diff = wanted.for_diff.unwrap_or(false);
    let quantities = quantities(wanted, texts);
    let Some((unit, quantities)) = quantities else {
        let values = texts.iter().map(|texts| {
            let mut distinct: Vec<&str> = texts.iter().flatten().map(String::as_str).collect();
            distinct.dedup();
            (!distinct.is_empty()).then(|| distinct.join(" | "))
        });
        let values = Values::Texts(values.collect());
        return Column {
            title: wanted.title.clone(),
            label,
            unit: String::new(),
            digits: None,
            for_diff,
            values,
        };
    };
    let (unit, scale) = match (&wanted.unit, wanted.scale) {
        (Some(shown), Some(scale)) => (shown.clone(), Scale::of(scale)),
        (Some(shown), None) => (shown.clone(), Scale::between(&unit, shown)),
        (None, Some(scale)) => (unit, Scale::of(scale)),
        (None, None) if unit == "B" => ("MB".to_owned(), Scale::Shift(-6)),
        (None, None) => (unit, Scale::Shift(0)),
    };
    let is_count = unit.is_empty()
        && quantities.iter().flatten().all(|decimal| decimal.is_whole())
        && quantities.iter().all(|row| row.len() <= 1);
    let digits = wanted.digits.or((!is_count).then_some(DIGITS));
    let values = quantities.into_iter().zip(margins).map(|(samples, margin)| {
        let number = number(samples, scale)?;
        let margin = margin.as_deref().and_then(Quantity::parse).map(Quantity::in_base_unit);
        Some(match margin {
            Some(margin) => {
                let margin = scale.apply(margin.digits).number();
                Number::Mean { mean: number.number(), margin, samples: Vec::new() }
            }
            None => number,
        })
    });
    let values = values.collect();
    Column { title: wanted.title.clone(), label, unit, digits, for_diff, values: Values::Numbers(values) }
}

/// The numbers by row and repetition, if all values are numbers of one unit.
fn quantities(wanted: &Wanted, texts: &[Vec<Option<String>>]) -> Option<(String, Vec<Vec<Decimal>>)> {
    let mut unit: Option<String> = None;
    let mut rows = Vec::with_capacity(texts.len());
    for texts in texts {
        let mut samples = Vec::new();
        for text in texts.iter().flatten() {
            let mut quantity = Quantity::parse(text)?;
            if quantity.unit.is_empty()
                && let Some(source) = &wanted.source_unit
            {
                quantity.unit.clone_from(source);
            }
            let quantity = quantity.in_base_unit();
            match &unit {
                Some(known) if *known != quantity.unit => return None,
                Some(_) => {}
                None => unit = Some(quantity.unit),
            }
            samples.push(quantity.digits);
        }
        rows.push(samples);
    }
    // A column without a single value is shown as texts.
    Some((unit?, rows))
}

/// How numbers get into the unit that is shown.
#[derive(Clone, Copy, Debug)]
enum Scale {
    /// By a power of ten, without a loss.
    Shift(i32),
    Factor(f64),
}

impl Scale {
    fn of(factor: f64) -> Self {
        let power = factor.log10().round();
        let is_power = factor > 0.0 && (10_f64.powf(power) / factor - 1.0).abs() < 1e-12;
        if is_power { Self::Shift(power as i32) } else { Self::Factor(factor) }
    }

    fn apply(self, number: Decimal) -> Number {
        match self {
            Self::Shift(power) => Number::Measured(number.shift(power)),
            Self::Factor(factor) => Number::Scaled(number.number() * factor),
        }
    }

    /// From a base unit to one that is derived of it; other units are only names.
    fn between(from: &str, to: &str) -> Self {
        let one = |unit: &str| {
            let quantity = Quantity { digits: Decimal::parse("1")?, unit: unit.to_owned() }.in_base_unit();
            (quantity.unit == from).then(|| quantity.digits.number())
        };
        match (from, to) {
            ("s", "min") => Self::Factor(1.0 / 60.0),
            ("s", "h") => Self::Factor(1.0 / 3600.0),
            _ => one(to).map_or(Self::Shift(0), |size| Self::of(1.0 / size)),
        }
    }
}

fn number(mut samples: Vec<Decimal>, scale: Scale) -> Option<Number> {
    if samples.len() > 1 {
        let samples: Vec<f64> = samples.into_iter().map(|sample| scale.apply(sample).number()).collect();
        let result = mean(&samples)?;
        // Values that are all the same have a margin of rounding errors, which is none.
        let margin =
            result.confidence.filter(|margin| *margin > 1e-12 * result.mean.abs()).unwrap_or_default();
        return Some(Number::Mean { mean: result.mean, margin, samples });
    }
    samples.pop().map(|sample| scale.apply(sample))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_from_logs() {
        let log = "Steps: 1\nTotal time for analysis:   12.5s (Max: 3s)\nSteps: 42   of 100\n";
        assert_eq!(extract(log, "Steps: ").as_deref(), Some("42"));
        assert_eq!(extract(log, "Total time for analysis").as_deref(), Some("12.5s"));
        assert_eq!(extract(log, "Memory"), None);
    }
}
