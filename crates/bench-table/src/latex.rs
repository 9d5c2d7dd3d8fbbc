//! The counts of a table for papers, as LaTeX.
//!
//! A `tabular` with a line for each set: results, correct ones by answer, wrong ones, unknown ones, failures, the score if there is one, and the sum of CPU times of correct results with three significant
//! digits, as section 15.7 of document 000 presents results. It needs no package.

use crate::statistics::counts;
use crate::table::{Group, Table, Values};
use crate::value::significant;
use bench_result::score::Category;
use std::fmt::Write as _;

/// The text of the file.
pub fn latex(table: &Table) -> String {
    let all: Vec<_> = table.groups.iter().map(|group| (group, counts(table, group))).collect();
    let has_score = all.iter().any(|(_, counts)| counts.best > 0);
    let mut heads = vec!["Set", "Results", "Correct", "true", "false", "Wrong", "Unknown", "Error"];
    if has_score {
        heads.push("Score");
    }
    heads.push("CPU time (s)");
    let mut out = String::from("% Made by verdikt-bench. CPU time is the sum over correct results.\n");
    let _ = writeln!(out, "\\begin{{tabular}}{{l{}}}\n\\hline", "r".repeat(heads.len() - 1));
    let _ = writeln!(out, "{} \\\\\n\\hline", heads.join(" & "));
    for (group, counts) in &all {
        let unknown = counts.unknown + counts.unconfirmed + counts.missing;
        let numbers = [
            counts.total,
            counts.correct(),
            counts.correct_true,
            counts.correct_false,
            counts.wrong(),
            unknown,
            counts.error(),
        ];
        let mut cells = vec![escape(&group.title)];
        cells.extend(numbers.map(|number| number.to_string()));
        if has_score {
            cells.push(counts.score.to_string().replace('-', "$-$"));
        }
        cells.push(time(group).map_or_else(|| "--".to_owned(), |time| significant(time, 3)));
        let _ = writeln!(out, "{} \\\\", cells.join(" & "));
    }
    out.push_str("\\hline\n\\end{tabular}\n");
    out
}

/// The CPU time of correct results; nothing if it was not measured for one of them.
fn time(group: &Group) -> Option<f64> {
    let column = group.columns.iter().find(|column| column.title == "cputime" && column.unit == "s")?;
    let Values::Numbers(numbers) = &column.values else { return None };
    let correct =
        group.outcomes.iter().zip(numbers).filter(|(outcome, _)| {
            outcome.as_ref().is_some_and(|outcome| outcome.category == Category::Correct)
        });
    correct.map(|(_, number)| number.as_ref().map(|number| number.number())).sum()
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            c => out.push(c),
        }
    }
    out
}
