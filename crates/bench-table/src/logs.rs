//! Where logs are, and what is in them.
//!
//! A run says where its log is, or it is where the reference tool puts it: beside `NAME.results.SET.xml` there is a folder `NAME.logfiles`, or `NAME.logfiles.zip` with such a folder
//! inside, with `SET.TASK.log`. Archives are listed once.

use crate::table::Log;
use bench_result::{ResultSet, Run};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use zip::ZipArchive;

/// Finds logs and reads them.
#[derive(Debug, Default)]
pub struct Logs {
    /// The members of archives that were looked at; nothing for a path without an archive that can be read.
    members: FxHashMap<PathBuf, Option<FxHashSet<String>>>,
    open: Option<(PathBuf, ZipArchive<BufReader<File>>)>,
    /// Archives that are there but cannot be read.
    pub warnings: Vec<String>,
}

impl Logs {
    /// The log of a run, if there is one.
    pub fn find(&mut self, file: &Path, set: &ResultSet, run: &Run) -> Option<Log> {
        if let Some(log) = &run.log {
            if log.starts_with("https://") || log.starts_with("http://") {
                return Some(Log::Address(log.clone()));
            }
            return self.at(&file.parent().unwrap_or(Path::new("")).join(log));
        }
        let (stem, _) = file.file_name()?.to_str()?.split_once(".results.")?;
        let folder = file.with_file_name(format!("{stem}.logfiles"));
        self.at(&folder.join(name(set, run)))
    }

    /// The log at a path, or in an archive that has the name of one of its folders.
    fn at(&mut self, path: &Path) -> Option<Log> {
        if path.is_file() {
            return Some(Log::File(path.to_owned()));
        }
        for folder in path.ancestors().skip(1) {
            let name = folder.file_name()?;
            let mut archive = name.to_os_string();
            archive.push(".zip");
            let archive = folder.with_file_name(archive);
            let Some(members) = self.list(&archive) else { continue };
            let inner = path.strip_prefix(folder).ok()?.to_str()?.replace('\\', "/");
            let nested = format!("{}/{inner}", name.to_str()?);
            let member = [nested, inner].into_iter().find(|member| members.contains(member))?;
            return Some(Log::Member { archive, path: member });
        }
        None
    }

    fn list(&mut self, archive: &Path) -> Option<&FxHashSet<String>> {
        if !self.members.contains_key(archive) {
            let names = match open(archive) {
                Ok(Some(zip)) => Some(zip.file_names().flatten().map(Cow::into_owned).collect()),
                Ok(None) => None,
                Err(error) => {
                    self.warnings.push(format!("the logs in {} cannot be read: {error}", archive.display()));
                    None
                }
            };
            self.members.insert(archive.to_owned(), names);
        }
        self.members.get(archive)?.as_ref()
    }

    /// The text of a log; nothing if it is not on this machine.
    pub fn read(&mut self, log: &Log) -> Result<Option<Vec<u8>>, String> {
        match log {
            Log::Address(_) => Ok(None),
            Log::File(path) => {
                std::fs::read(path).map(Some).map_err(|error| format!("{}: {error}", path.display()))
            }
            Log::Member { archive, path } => {
                let failed = |error: String| format!("{} in {}: {error}", path, archive.display());
                if self.open.as_ref().is_none_or(|(name, _)| name != archive) {
                    self.open = open(archive).map_err(failed)?.map(|zip| (archive.clone(), zip));
                }
                let Some((_, zip)) = &mut self.open else { return Ok(None) };
                let mut bytes = Vec::new();
                let mut member = zip.by_name(path).map_err(|error| failed(error.to_string()))?;
                member.read_to_end(&mut bytes).map_err(|error| failed(error.to_string()))?;
                Ok(Some(bytes))
            }
        }
    }
}

fn open(archive: &Path) -> Result<Option<ZipArchive<BufReader<File>>>, String> {
    if !archive.is_file() {
        return Ok(None);
    }
    let file = File::open(archive).map_err(|error| error.to_string())?;
    ZipArchive::new(BufReader::new(file)).map(Some).map_err(|error| error.to_string())
}

/// The name that the reference tool gives to the log of a run. In the file of a task set the name of the set is behind that of the run definition, but not in names of logs.
fn name(set: &ResultSet, run: &Run) -> String {
    let item = |name: &str| set.items.iter().find(|item| item.name == name).map(|item| item.text.as_str());
    let mut definition = item("name").unwrap_or_default();
    if let Some(block) = item("block") {
        definition = match definition.strip_suffix(block) {
            Some(rest) => rest.strip_suffix('.').unwrap_or(rest),
            None => definition,
        };
    }
    let task = run.name.rsplit('/').next().unwrap_or_default();
    if definition.is_empty() { format!("{task}.log") } else { format!("{definition}.{task}.log") }
}
