//! Repetitions of a run as one: means, deviations and confidence intervals.
//!
//! Times of the same run differ from execution to execution (chapter 14.1 of the document: memory layout, page allocation, other processes), so a difference between two tools means something
//! only if it is larger than what chance does. For each figure there is the mean, the standard deviation of the sample, and half the width of the interval in which the true mean lies
//! with 95 %, by Student's distribution, since the number of repetitions is small. That assumes that figures scatter as errors do; with three or more repetitions it is a good guide, and
//! it is never more than that.

use crate::model::{Column, Run};
use crate::score::Category;

/// The mean of numbers with what can be said about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of the sample; there is none of a single number.
    pub deviation: Option<f64>,
    /// Half the width of the 95 % confidence interval of the mean.
    pub confidence: Option<f64>,
}

/// The mean of `numbers`; nothing of nothing.
pub fn mean(numbers: &[f64]) -> Option<Mean> {
    if numbers.is_empty() || numbers.iter().any(|number| !number.is_finite()) {
        return None;
    }
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    if numbers.len() == 1 {
        return Some(Mean { mean, deviation: None, confidence: None });
    }
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    let deviation = (squares / (count - 1.0)).sqrt();
    let confidence = student(0.95, numbers.len() as u32 - 1) * deviation / count.sqrt();
    Some(Mean { mean, deviation: Some(deviation), confidence: Some(confidence) })
}

/// The number t such that a variable with Student's distribution of that many degrees of freedom is in [-t, t] with the given probability.
pub fn student(probability: f64, degrees: u32) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while within(high, degrees) < probability && high < 1e9 {
        high *= 2.0;
    }
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if within(middle, degrees) < probability { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The probability of [-t, t], by the finite series for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4).
fn within(t: f64, degrees: u32) -> f64 {
    let angle = (t / f64::from(degrees).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let odd = degrees % 2 == 1;
    let (mut term, mut sum) = if odd { (cosine, 0.0) } else { (1.0, 0.0) };
    let mut step = if odd { 1 } else { 0 };
    while step + 2 <= degrees {
        sum += term;
        step += 2;
        term *= cosine * cosine * f64::from(step - 1) / f64::from(step);
    }
    if odd { (angle + sine * sum) * 2.0 / std::f64::consts::PI } else { sine * sum }
}

/// One run for each task: repetitions become one with means in place of figures. Runs that were executed once stay as they are.
pub fn merge(runs: &[Run]) -> Vec<Run> {
    let mut groups: Vec<Vec<&Run>> = Vec::new();
    let key =
        |run: &Run| (run.name.clone(), run.properties.clone(), run.options.clone(), text_of(run, "taskset"));
    let mut known = std::collections::BTreeMap::new();
    for run in runs {
        let at = *known.entry(key(run)).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.push(run),
            None => groups.push(vec![run]),
        }
    }
    groups.iter().map(|group| merge_group(group)).collect()
}

fn text_of(run: &Run, title: &str) -> Option<String> {
    run.columns.iter().find(|column| column.title == title).map(|column| column.value.clone())
}

fn merge_group(group: &[&Run]) -> Run {
    let worst = group.iter().max_by_key(|run| badness(run)).copied();
    let Some(first) = worst.filter(|_| group.len() > 1) else { return group[0].clone() };
    let mut merged = first.clone();
    merged.repetition = 1;
    let mut extra = Vec::new();
    for column in &mut merged.columns {
        let values: Option<Vec<(f64, &str)>> =
            group.iter().map(|run| number_of(run, &column.title)).collect();
        let Some(values) =
            values.filter(|values| is_measured(&column.title, column.hidden) && !values.is_empty())
        else {
            continue;
        };
        let unit = values[0].1.to_owned();
        let numbers: Vec<f64> = values.iter().map(|(number, _)| *number).collect();
        let Some(mean) = mean(&numbers).filter(|_| values.iter().all(|(_, other)| *other == unit)) else {
            continue;
        };
        column.value = format!("{}{unit}", show(mean.mean));
        let mut add = |what: &str, number: Option<f64>| {
            extra.extend(number.map(|number| {
                hidden(&format!("{}-{what}", column.title), format!("{}{unit}", show(number)))
            }));
        };
        add("deviation", mean.deviation);
        add("confidence", mean.confidence);
    }
    extra.push(hidden("repetitions", group.len().to_string()));
    let statuses: Vec<String> = group.iter().map(|run| text_of(run, "status").unwrap_or_default()).collect();
    if statuses.iter().any(|status| *status != statuses[0]) {
        extra.push(hidden("statuses", statuses.join(", ")));
    }
    merged.columns.extend(extra);
    merged
}

fn hidden(title: &str, value: String) -> Column {
    Column { title: title.to_owned(), value, hidden: true }
}

/// Which repetition stands for all: the worst one, since an answer that is wrong once is wrong.
fn badness(run: &Run) -> u8 {
    match text_of(run, "category").as_deref().and_then(Category::from_name) {
        Some(Category::Wrong) => 5,
        Some(Category::Error) => 4,
        Some(Category::Unknown) => 3,
        Some(Category::Missing) => 2,
        Some(Category::CorrectUnconfirmed) => 1,
        Some(Category::Correct) | None => 0,
    }
}

/// Whether the column is a figure that scatters; hidden ones are about the execution, such as numbers of cores.
fn is_measured(title: &str, hidden: bool) -> bool {
    title != "status" && !hidden
}

fn number_of<'a>(run: &'a Run, title: &str) -> Option<(f64, &'a str)> {
    let text = run.columns.iter().find(|column| column.title == title)?.value.as_str();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '-').unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// Enough digits for what is measured in nanoseconds, none more than needed.
fn show(number: f64) -> String {
    let text = format!("{number:.9}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    /// Values of the usual tables.
    #[test]
    fn students_distribution() {
        let cases = [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (1000, 1.962)];
        for (degrees, wanted) in cases {
            assert!((student(0.95, degrees) - wanted).abs() < 6e-4, "{degrees}: {}", student(0.95, degrees));
        }
        assert!((student(0.99, 10) - 3.169).abs() < 6e-4);
    }

    #[test]
    fn means() {
        let five = mean(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert!((five.mean - 3.0).abs() < 1e-12);
        assert!((five.deviation.unwrap() - 1.581_138_83).abs() < 1e-8);
        assert!((five.confidence.unwrap() - 1.963_243_16).abs() < 1e-6, "{five:?}");
        assert_eq!(mean(&[7.5]), Some(Mean { mean: 7.5, deviation: None, confidence: None }));
        assert_eq!(mean(&[]), None);
        assert_eq!(mean(&[f64::NAN]), None);
    }

    #[test]
    fn repetitions_become_one_run() {
        let run = |name: &str, repetition, status: &str, category: &str, time: &str| Run {
            name: name.to_owned(),
            repetition,
            columns: [
                ("status", status, false),
                ("cputime", time, false),
                ("category", category, true),
                ("cores", "3", true),
            ]
            .map(|(title, value, hidden)| Column { title: title.to_owned(), value: value.to_owned(), hidden })
            .to_vec(),
            ..Run::default()
        };
        let runs = [
            run("a", 1, "true", "correct", "1.5s"),
            run("b", 1, "true", "correct", "1s"),
            run("a", 2, "TIMEOUT", "error", "2.5s"),
        ];
        let merged = merge(&runs);
        let shown: String = merged
            .iter()
            .map(|run| {
                let columns: Vec<String> =
                    run.columns.iter().map(|c| format!("{}={}", c.title, c.value)).collect();
                format!("{} {}\n", run.name, columns.join(" "))
            })
            .collect();
        expect![[r#"
            a status=TIMEOUT cputime=2s category=error cores=3 cputime-deviation=0.707106781s cputime-confidence=6.353102368s repetitions=2 statuses=true, TIMEOUT
            b status=true cputime=1s category=correct cores=3
        "#]].assert_eq(&shown);
    }
}
