//! `verdikt-bench table`: makes tables of results.
//!
//! Reads result files, or a table definition that names them, and writes a page and CSV files. What is printed is short: the counts of each set, what changed if that is asked for, and
//! where the files are.

use crate::exit::{Exit, report_error, report_warning};
use bench_table::{
    Change, Definition, LogPolicy, Logs, Page, Part, Shape, Source, Table, Timeouts, Variables, Visible,
    Wanted,
};
use clap::ValueEnum;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  verdikt-bench table results                      page and CSV of all results in a folder
  verdikt-bench table results/*.xml.bz2            of these
  verdikt-bench table old.xml.bz2 new.xml.bz2 --diff
                                                   what became worse, what became better
  verdikt-bench table --definition table.xml       groups, unions and columns as defined there
  verdikt-bench table a.xml b.xml --union          both below each other, as one set
  verdikt-bench table a.xml -f csv -o -            CSV to standard output
  verdikt-bench table a.xml --logs embed           one file with everything, logs included

In the page, filters can be typed above columns: text or /regex/ for names, >10 or 1..5 for numbers.
Its address holds what is shown, so that a link leads to the same view.";

/// What `table` can be told.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Result files of verdikt-bench or benchexec (XML, also .bz2 and .gz, or JSON lines), or folders with them
    #[arg(required_unless_present = "definition", conflicts_with = "definition", value_name = "RESULTS")]
    results: Vec<PathBuf>,
    /// A table definition (XML) that names the results and the columns
    #[arg(short = 'x', long, value_name = "FILE")]
    definition: Option<PathBuf>,
    /// Where the tables go, or `-` for standard output; otherwise beside the first result file
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// The name of the tables, to which `.table.html` and `.table.csv` are added
    #[arg(short, long)]
    name: Option<String>,
    /// The title of the page
    #[arg(long)]
    title: Option<String>,
    /// What to write; may be given more than once, HTML and CSV otherwise
    #[arg(short, long, value_name = "FORMAT")]
    format: Vec<Format>,
    /// CSV as the reference tool has it (tabs, three lines of headings) or plain (commas, one line)
    #[arg(long, value_name = "SHAPE", default_value = "reference")]
    csv: CsvShape,
    /// Show these columns, by commas, in this order
    #[arg(long, value_name = "TITLES", value_delimiter = ',')]
    columns: Vec<String>,
    /// Show all columns, hidden ones included
    #[arg(long, conflicts_with = "columns")]
    all_columns: bool,
    /// Put all results below each other as one set, instead of side by side
    #[arg(long)]
    union: bool,
    /// Only tasks that all sets have
    #[arg(short, long)]
    common: bool,
    /// Only values of correct results
    #[arg(long)]
    correct_only: bool,
    /// Say what changed between the two last sets, and write the rows that differ to a CSV file of their own
    #[arg(short, long)]
    diff: bool,
    /// Like --diff, and end with status 1 if a result became worse
    #[arg(long)]
    fail_if_worse: bool,
    /// Do not count a timeout as a change if an earlier set has it, too
    #[arg(long)]
    ignore_flapping_timeouts: bool,
    /// What the page has of logs
    #[arg(long, value_name = "HOW", default_value = "link")]
    logs: LogChoice,
    /// Put environment variables into the page; they may have secrets
    #[arg(long)]
    environment: bool,
    /// What the page shows first: the part of its address behind `#`, such as `table?f.0.status=@wrong`
    #[arg(long, value_name = "STATE", default_value = "")]
    state: String,
    /// Print nothing but warnings
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A page for browsers
    Html,
    /// For other programs
    Csv,
    /// Counts by set, for LaTeX
    Tex,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CsvShape {
    /// Tabs, three lines of headings
    Reference,
    /// Commas, one line of headings
    Plain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LogChoice {
    /// Links to the logs where they are
    Link,
    /// The logs themselves
    Embed,
    /// Nothing
    None,
}

/// Does it.
pub(crate) fn run(args: &Args) -> Exit {
    let parts = match parts(args) {
        Ok(parts) => parts,
        Err(message) => {
            report_error(message);
            return Exit::Input;
        }
    };
    let visible = if args.all_columns { Visible::All } else { Visible::Usual };
    let mut logs = Logs::default();
    let mut table = bench_table::join(&parts, visible, &mut logs);
    if args.common {
        table.retain(|table, row| table.groups.iter().all(|group| group.outcomes[row].is_some()));
    }
    if args.correct_only {
        table.keep_correct_only();
    }
    table.warnings.iter().for_each(report_warning);
    match write(args, &parts, &table, &mut logs) {
        Ok(exit) => exit,
        Err(message) => {
            report_error(message);
            Exit::Output
        }
    }
}

/// The groups of the table with their results.
fn parts(args: &Args) -> Result<Vec<Part>, String> {
    let Some(definition) = &args.definition else {
        let wanted: Vec<Wanted> =
            args.columns.iter().map(|title| Wanted { title: title.clone(), ..Wanted::default() }).collect();
        let mut sources = Vec::new();
        for file in &args.results {
            sources.extend(load(file)?);
        }
        let (sources, notes) = bench_table::distinct(sources);
        // A folder has results as parts and as lines as a matter of course.
        if !args.results.iter().any(|file| file.is_dir()) {
            notes.iter().for_each(report_warning);
        }
        if args.union {
            return Ok(vec![Part { title: None, sources, columns: wanted }]);
        }
        let part = |source| Part { title: None, sources: vec![source], columns: wanted.clone() };
        return Ok(sources.into_iter().map(part).collect());
    };
    let named = |message: String| format!("{}: {message}", definition.display());
    let text = std::fs::read_to_string(definition).map_err(|error| named(error.to_string()))?;
    let parsed = Definition::parse(&text).map_err(named)?;
    for warning in &parsed.warnings {
        report_warning(named(warning.clone()));
    }
    let folder = definition.parent().unwrap_or(Path::new(""));
    let mut parts = Vec::new();
    for group in &parsed.groups {
        let columns = if group.columns.is_empty() { parsed.columns.clone() } else { group.columns.clone() };
        let mut sources = Vec::new();
        for file in bench_table::files(group, folder).map_err(named)? {
            sources.extend(load(&file)?);
        }
        if group.is_union {
            parts.push(Part { title: group.title.clone(), sources, columns });
        } else {
            let part = |source| Part { title: None, sources: vec![source], columns: columns.clone() };
            parts.extend(sources.into_iter().map(part));
        }
    }
    Ok(parts)
}

/// The sets in a file, or in all result files of a folder.
fn load(file: &Path) -> Result<Vec<Source>, String> {
    if file.is_dir() {
        let files = bench_table::result_files(file);
        if files.is_empty() {
            return Err(format!("{}: there is no result file in this folder", file.display()));
        }
        let mut sources = Vec::new();
        for file in files {
            sources.extend(load(&file)?);
        }
        return Ok(sources);
    }
    let loaded = bench_result::load(file).map_err(|error| error.to_string())?;
    for warning in loaded.warnings {
        report_warning(format!("{}: {warning}", file.display()));
    }
    Ok(loaded.sets.into_iter().map(|set| Source { file: file.to_owned(), set }).collect())
}

/// Where files go.
enum Target {
    Output,
    Folder(PathBuf),
}

fn write(args: &Args, parts: &[Part], table: &Table, logs: &mut Logs) -> Result<Exit, String> {
    let first = parts.first().and_then(|part| part.sources.first()).map(|source| source.file.as_path());
    let target = match &args.output {
        Some(folder) if folder.as_os_str() == "-" => Target::Output,
        Some(folder) => Target::Folder(folder.clone()),
        None => Target::Folder(first.and_then(Path::parent).unwrap_or(Path::new("")).to_owned()),
    };
    let name = args.name.clone().unwrap_or_else(|| standard_name(parts));
    let formats = match (args.format.as_slice(), &target) {
        ([], Target::Output) => vec![Format::Csv],
        ([], Target::Folder(_)) => vec![Format::Html, Format::Csv],
        (formats, _) => formats.to_vec(),
    };
    let shape = match args.csv {
        CsvShape::Reference => Shape::Reference,
        CsvShape::Plain => Shape::Plain,
    };
    let mut written = Vec::new();
    for format in formats {
        let (text, ending) = match format {
            Format::Html => (page(args, table, &target, &name, logs), "table.html"),
            Format::Csv => (bench_table::csv(table, shape), "table.csv"),
            Format::Tex => (bench_table::latex(table), "table.tex"),
        };
        written.extend(put(&target, &format!("{name}.{ending}"), &text)?);
    }
    let changes = if args.diff || args.fail_if_worse {
        let mut rows = table.clone();
        rows.retain(bench_table::differs);
        if !rows.rows.is_empty() && matches!(target, Target::Folder(_)) {
            written.extend(put(&target, &format!("{name}.diff.csv"), &bench_table::csv(&rows, shape))?);
        }
        let timeouts = if args.ignore_flapping_timeouts { Timeouts::IgnoreFlapping } else { Timeouts::Count };
        bench_table::changes(table, timeouts)
    } else {
        Vec::new()
    };
    if !args.quiet && matches!(target, Target::Folder(_)) {
        let text = format!("{}{}", counts(table), report(args, table, &changes));
        let files: String = written.iter().map(|file| format!("{}\n", file.display())).collect();
        std::io::stdout()
            .write_all(format!("{text}{files}").as_bytes())
            .map_err(|error| error.to_string())?;
    }
    let has_worse = changes.iter().any(|(_, change)| *change == Change::Worse);
    Ok(if args.fail_if_worse && has_worse { Exit::Worse } else { Exit::Success })
}

fn page(args: &Args, table: &Table, target: &Target, name: &str, logs: &mut Logs) -> String {
    let page = Page {
        title: args.title.clone().unwrap_or_else(|| name.to_owned()),
        folder: match target {
            Target::Folder(folder) => folder.clone(),
            Target::Output => PathBuf::new(),
        },
        logs: match args.logs {
            LogChoice::Link => LogPolicy::Link,
            LogChoice::Embed => LogPolicy::Embed,
            LogChoice::None => LogPolicy::Omit,
        },
        variables: if args.environment { Variables::Show } else { Variables::Omit },
        state: args.state.clone(),
    };
    let (text, warnings) = bench_table::html(table, &page, logs);
    warnings.iter().for_each(report_warning);
    text
}

fn put(target: &Target, name: &str, text: &str) -> Result<Option<PathBuf>, String> {
    match target {
        Target::Output => {
            std::io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string())?;
            Ok(None)
        }
        Target::Folder(folder) => {
            let path = folder.join(name);
            let failed = |error: std::io::Error| format!("{}: {error}", path.display());
            if !folder.as_os_str().is_empty() {
                std::fs::create_dir_all(folder).map_err(failed)?;
            }
            std::fs::write(&path, text).map_err(failed)?;
            Ok(Some(path))
        }
    }
}

/// The name of the only file without its endings, or `results`.
fn standard_name(parts: &[Part]) -> String {
    let mut files = parts.iter().flat_map(|part| &part.sources).map(|source| &source.file);
    let (Some(file), None) = (files.next(), files.next()) else { return "results".to_owned() };
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let endings = [".bz2", ".gz", ".xml", ".jsonl", ".json"];
    let stem = endings.iter().fold(name.as_str(), |name, ending| name.strip_suffix(ending).unwrap_or(name));
    stem.to_owned()
}

/// A line of counts for each set.
fn counts(table: &Table) -> String {
    let mut out = String::new();
    let lines: Vec<[String; 7]> = table
        .groups
        .iter()
        .map(|group| {
            let counts = bench_table::counts(table, group);
            let score =
                if counts.best > 0 { format!("{} of {}", counts.score, counts.best) } else { String::new() };
            [
                group.title.clone(),
                counts.total.to_string(),
                counts.correct().to_string(),
                counts.wrong().to_string(),
                (counts.unknown + counts.missing + counts.unconfirmed).to_string(),
                counts.error().to_string(),
                score,
            ]
        })
        .collect();
    let head = ["set", "results", "correct", "wrong", "unknown", "error", "score"].map(str::to_owned);
    let width = |column: usize| {
        lines.iter().chain([&head]).map(|line| line[column].chars().count()).max().unwrap_or_default()
    };
    for line in [&head].into_iter().chain(&lines) {
        let cells: Vec<String> = line
            .iter()
            .enumerate()
            .map(|(column, text)| match column {
                0 => format!("{text:<width$}", width = width(0)),
                _ => format!("{text:>width$}", width = width(column)),
            })
            .collect();
        let _ = writeln!(out, "{}", cells.join("  ").trim_end());
    }
    out
}

/// What changed, most important first.
fn report(args: &Args, table: &Table, changes: &[(usize, Change)]) -> String {
    let mut out = String::new();
    if !args.diff && !args.fail_if_worse {
        return out;
    }
    let [.., before, last] = table.groups.as_slice() else {
        return "there is one set of results, so there is nothing to compare\n".to_owned();
    };
    let _ = writeln!(out, "\nfrom {} to {}:", before.title, last.title);
    for change in [Change::Worse, Change::Changed, Change::Better] {
        let rows: Vec<usize> =
            changes.iter().filter(|(_, kind)| *kind == change).map(|(row, _)| *row).collect();
        let _ = writeln!(out, "{change}: {}", rows.len());
        for row in rows {
            let status = |outcomes: &[Option<bench_table::Outcome>]| {
                outcomes[row].as_ref().map(|outcome| outcome.status.clone()).unwrap_or_default()
            };
            let name = &table.rows[row].name;
            let _ = writeln!(out, "  {name}: {} -> {}", status(&before.outcomes), status(&last.outcomes));
        }
    }
    out.push('\n');
    out
}
