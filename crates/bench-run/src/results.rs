//! The files that are left when a benchmark is over: result XML, logs in an archive.
//!
//! The journals stay as they are: they are results, too, with every repetition. The XML has one run per task, with means in place of repetitions, since the reference's tables know no
//! repetitions.

use crate::clock::Moment;
use crate::journal::Journal;
use crate::output::Output;
use crate::prepare::Prepared;
use crate::problem::Problem;
use crate::schedule::Outcomes;
use bench_result::{Column, Item, ResultSet, Run, repeat, xml};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Whether results are packed: XML by bzip2, logs in a ZIP archive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Packing {
    /// They are.
    #[default]
    Packed,
    /// They are plain files.
    Plain,
}

/// Whether a benchmark is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// All runs are there.
    Complete,
    /// It was interrupted or failed.
    Partial,
}

/// Makes the folders and the journals of a benchmark that starts, or opens those of one that goes on.
pub fn open(prepared: &Prepared) -> Result<Vec<Journal>, Problem> {
    let make = |folder: &Path| {
        fs::create_dir_all(folder)
            .map_err(|error| Problem::new(format!("cannot make the folder {}: {error}", folder.display())))
    };
    make(&prepared.output.folder)?;
    make(&prepared.output.logs())?;
    let mut journals = Vec::new();
    for (index, (set, head)) in prepared.plan.sets.iter().zip(&prepared.heads).enumerate() {
        let path = prepared.output.journal(&set.name);
        if prepared.continues && path.exists() {
            journals.push(Journal::resume(&path)?.0);
            continue;
        }
        let mut journal = Journal::create(&path, head)?;
        // Runs that are taken over from earlier results.
        let jobs = prepared.jobs.iter().zip(&prepared.done).filter(|(job, _)| job.run.set == index);
        for run in jobs.filter_map(|(_, run)| run.as_ref()) {
            journal.add(run)?;
        }
        journal.sync()?;
        journals.push(journal);
    }
    Ok(journals)
}

/// Writes the final files and says which.
pub fn write(
    prepared: &Prepared,
    journals: &mut [Journal],
    outcomes: &Outcomes,
    packing: Packing,
    warnings: &[String],
) -> Result<Vec<PathBuf>, Problem> {
    let state = if outcomes.is_complete() { State::Complete } else { State::Partial };
    let end = Item { name: "endtime".to_owned(), text: Moment::now().iso() };
    let mut files = Vec::new();
    for (index, set) in prepared.plan.sets.iter().enumerate() {
        let jobs = prepared.jobs.iter().zip(&outcomes.runs).filter(|(job, _)| job.run.set == index);
        let runs: Vec<(&str, &Run)> =
            jobs.filter_map(|(job, run)| Some((job.run.block.as_str(), run.as_ref()?))).collect();
        let mut head = prepared.heads[index].clone();
        head.items.retain(|item| !matches!(item.name.as_str(), "fingerprint" | "endtime" | "error"));
        head.items.push(end.clone());
        if state == State::Partial {
            head.items.push(Item { name: "error".to_owned(), text: "interrupted".to_owned() });
        }
        if !warnings.is_empty() {
            head.items.push(Item { name: "warnings".to_owned(), text: warnings.join("; ") });
        }
        let all = runs.iter().map(|(_, run)| *run);
        files.push(save(&prepared.output, &set.name, &with_runs(&head, all), packing)?);
        if set.blocks.len() > 1 && state == State::Complete {
            for block in &set.blocks {
                let name = [set.name.as_str(), block]
                    .iter()
                    .filter(|part| !part.is_empty())
                    .copied()
                    .collect::<Vec<_>>()
                    .join(".");
                let mut head = head.clone();
                head.items.retain(|item| item.name != "name");
                head.items.push(Item { name: "name".to_owned(), text: name.clone() });
                head.items.push(Item { name: "block".to_owned(), text: block.clone() });
                let own = runs.iter().filter(|(of, _)| *of == block).map(|(_, run)| *run);
                files.push(save(&prepared.output, &name, &with_runs(&head, own), packing)?);
            }
        }
        if state == State::Complete {
            journals[index].close(vec![end.clone()])?;
        }
        files.push(prepared.output.journal(&set.name));
    }
    if state == State::Complete && packing == Packing::Packed {
        files.extend(pack_logs(&prepared.output)?);
    }
    // Folders of result files that stayed empty are of no use to anybody.
    remove_empty(&prepared.output.files());
    Ok(files)
}

fn with_runs<'a>(head: &ResultSet, runs: impl Iterator<Item = &'a Run>) -> ResultSet {
    let runs: Vec<Run> = runs.cloned().collect();
    let seconds = |run: &Run| {
        let time = run.columns.iter().find(|column| column.title == "cputime")?;
        time.value.strip_suffix('s')?.parse::<f64>().ok()
    };
    let total: f64 = runs.iter().filter_map(seconds).sum();
    let total = Column { title: "cputime".to_owned(), value: format!("{total:.6}s"), hidden: false };
    ResultSet { runs: repeat::merge(&runs), totals: vec![total], ..head.clone() }
}

fn save(output: &Output, set: &str, results: &ResultSet, packing: Packing) -> Result<PathBuf, Problem> {
    let text = xml::write(results);
    let (path, bytes) = match packing {
        Packing::Plain => (output.results(set, "xml"), text.into_bytes()),
        Packing::Packed => {
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
            let path = output.results(set, "xml.bz2");
            let packed = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
            (path.clone(), packed.map_err(|error| failed("write", &path, &error))?)
        }
    };
    replace(&path, &bytes)?;
    Ok(path)
}

/// Writes a file such that it is either the old one or the new one, whatever happens.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let partial = path.with_extension("part");
    let write = || -> std::io::Result<()> {
        let mut file = File::create(&partial)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&partial, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&partial);
        failed("write", path, &error)
    })
}

/// Packs the logs, besides those that are packed already. They are removed only when the archive is on the disk.
fn pack_logs(output: &Output) -> Result<Option<PathBuf>, Problem> {
    let (folder, archive) = (output.logs(), output.log_archive());
    let logs = crate::pattern::expand(&folder.join("*.log"));
    if logs.is_empty() {
        let _ = fs::remove_dir(&folder);
        return Ok(archive.exists().then_some(archive));
    }
    let partial = archive.with_extension("part");
    let pack = || -> Result<(), Box<dyn std::error::Error>> {
        let mut zip = zip::ZipWriter::new(BufWriter::new(File::create(&partial)?));
        let name = |log: &Path| {
            output.log_name(
                &log.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            )
        };
        let new: BTreeSet<String> = logs.iter().map(|log| name(log)).collect();
        if archive.exists() {
            let mut old = zip::ZipArchive::new(File::open(&archive)?)?;
            for index in 0..old.len() {
                let entry = old.by_index_raw(index)?;
                if !new.contains(entry.name()?.as_ref()) {
                    zip.raw_copy_file(entry)?;
                }
            }
        }
        let options =
            zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
        for log in &logs {
            zip.start_file(name(log), options)?;
            std::io::copy(&mut File::open(log)?, &mut zip)?;
        }
        let file = zip.finish()?.into_inner()?;
        file.sync_all()?;
        fs::rename(&partial, &archive)?;
        Ok(())
    };
    pack().map_err(|error| {
        let _ = fs::remove_file(&partial);
        Problem::new(format!("cannot pack the logs into {}: {error}", archive.display()))
            .advise("they stay in their folder")
    })?;
    fs::remove_dir_all(&folder).map_err(|error| failed("remove", &folder, &error))?;
    Ok(Some(archive))
}

fn remove_empty(folder: &Path) {
    for inner in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        if inner.file_type().is_ok_and(|kind| kind.is_dir()) {
            remove_empty(&inner.path());
        }
    }
    // It fails where something is inside, which is what we want.
    let _ = fs::remove_dir(folder);
}

fn failed(what: &str, path: &Path, error: &std::io::Error) -> Problem {
    Problem::new(format!("cannot {what} {}: {error}", path.display()))
        .advise("every run is in the journal beside it: make room, then `--resume` writes the rest")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_added_to_those_of_an_earlier_start() {
        let folder = std::env::temp_dir().join(format!("logs-{}", std::process::id()));
        let output = Output { folder: folder.clone(), name: "b".to_owned(), date: "D".to_owned() };
        let pack = |logs: &[(&str, &str)]| {
            fs::create_dir_all(output.logs()).unwrap();
            logs.iter().for_each(|(name, text)| fs::write(output.logs().join(name), text).unwrap());
            pack_logs(&output).unwrap()
        };
        assert_eq!(pack(&[]), None);
        assert_eq!(pack(&[("a.log", "one"), ("b.log", "two")]), Some(output.log_archive()));
        assert_eq!(pack(&[("b.log", "three"), ("c.log", "four")]), Some(output.log_archive()));
        assert_eq!(pack(&[]), Some(output.log_archive()));
        assert!(!output.logs().exists());
        let mut archive = zip::ZipArchive::new(File::open(output.log_archive()).unwrap()).unwrap();
        let mut found = Vec::new();
        for index in 0..archive.len() {
            let entry = archive.by_index(index).unwrap();
            found.push((entry.name().unwrap().into_owned(), std::io::read_to_string(entry).unwrap()));
        }
        found.sort();
        let wanted =
            [("b.D.logfiles/a.log", "one"), ("b.D.logfiles/b.log", "three"), ("b.D.logfiles/c.log", "four")];
        assert_eq!(found, wanted.map(|(name, text)| (name.to_owned(), text.to_owned())));
        fs::remove_dir_all(&folder).unwrap();
    }
}
