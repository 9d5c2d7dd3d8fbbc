//! Finding and loading the library. This happens at the first use and not at start-up, because most runs of the binary that ask for
//! a version or help never need it, and because the library is then a choice of the run and not of the build.
//!
//! Order: the variable `VERDIKT_Z3` (a file, or a folder that has the library), the folder of the executable and its
//! sibling `lib`, the path that the build script found, and what the system's loader knows. A variable that is set decides: if it
//! names nothing that can be loaded, that is an error and no reason to take another library. A library is loaded once
//! for each path and never unloaded, since its threads and tables live until the process ends.

use super::raw::Table;
use crate::error::Z3Error;
use libloading::Library;
use std::env;
use std::ffi::{CStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The variable that names the library.
pub(crate) const VARIABLE: &str = "VERDIKT_Z3";

/// What the build script found; empty if nothing.
const BUILT_WITH: &str = env!("SMT_Z3_LIBRARY");

/// What makes Z3 write `x <= 10` as a comparison of four bits and the rest: good for bit-blasting, and bad where Z3's formulas are
/// read back and become predicates of ours. What it costs in speed was not measured.
const KEEP_WORDS: &CStr = c"rewriter.bv_le2extract";

/// File names of the library, most specific last.
const NAMES: &[&str] = if cfg!(target_os = "macos") {
    &["libz3.dylib"]
} else if cfg!(windows) {
    &["libz3.dll"]
} else {
    &["libz3.so", "libz3.so.4"]
};

/// A loaded library.
pub(crate) struct Api {
    pub(crate) table: Table,
    /// Where it came from.
    pub(crate) path: PathBuf,
    /// Its version, in Z3's words.
    pub(crate) version: String,
    /// Its version as numbers.
    pub(crate) numbers: (u32, u32),
    /// All four numbers of its version, as packages write them.
    pub(crate) release: String,
    /// The kind of declarations that no theory has; its number differs between versions.
    pub(crate) uninterpreted: u32,
}

/// Loaded libraries by what was asked for.
static LOADED: Mutex<Vec<(PathBuf, &'static Api)>> = Mutex::new(Vec::new());

/// Loads one file, or takes it if it is loaded.
pub(crate) fn load(path: &Path) -> Result<&'static Api, Z3Error> {
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, api)) = loaded.iter().find(|(known, _)| known == path) {
        return Ok(api);
    }
    let failed = |reason: String| Z3Error::Unloadable { path: path.to_owned(), reason };
    // SAFETY: initialisers of the library run. It is Z3 or what the user calls Z3; nothing here could tell.
    let library = unsafe { Library::new(path) }.map_err(|error| failed(error.to_string()))?;
    // SAFETY: as above, and the version is checked to have every function of the table.
    let table = unsafe { Table::new(&library) }.map_err(|name| failed(format!("it has no `{name}`")))?;
    // Unloading is not safe with Z3's threads, so it is never done.
    std::mem::forget(library);
    // SAFETY: the function takes nothing and returns a static text.
    let version = unsafe { CStr::from_ptr((table.get_full_version)()) }.to_string_lossy().into_owned();
    let (numbers, release) = version_numbers(&table);
    if numbers >= crate::MODERN {
        // SAFETY: the texts end with zero, and the version has the parameter. No context exists yet that could miss it.
        unsafe { (table.global_param_set)(KEEP_WORDS.as_ptr(), c"false".as_ptr()) };
    }
    let uninterpreted = super::context::uninterpreted_kind(&table);
    let api: &'static Api =
        Box::leak(Box::new(Api { table, path: path.to_owned(), version, numbers, release, uninterpreted }));
    loaded.push((path.to_owned(), api));
    Ok(api)
}

fn version_numbers(table: &Table) -> ((u32, u32), String) {
    let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
    // SAFETY: the function writes four numbers to local variables.
    unsafe { (table.get_version)(&raw mut major, &raw mut minor, &raw mut build, &raw mut revision) };
    ((major, minor), format!("{major}.{minor}.{build}.{revision}"))
}

/// The libraries that were loaded until now. Nobody waits: while one is being loaded there are
/// none.
pub(crate) fn loaded() -> Vec<&'static Api> {
    LOADED.try_lock().map(|loaded| loaded.iter().map(|&(_, api)| api).collect()).unwrap_or_default()
}

/// Loads the library that the order at the head of this file finds first.
pub(crate) fn load_default() -> Result<&'static Api, Z3Error> {
    let mut tried = Vec::new();
    for path in candidates() {
        match load(&path) {
            Ok(api) => return Ok(api),
            Err(error) => tried.push(error.to_string()),
        }
    }
    Err(Z3Error::NotFound { tried })
}

fn candidates() -> Vec<PathBuf> {
    if let Some(chosen) = env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
        return named_by(&chosen);
    }
    let executable = env::current_exe().unwrap_or_default();
    let beside = executable.parent().into_iter().flat_map(|folder| {
        let library_folder = folder.parent().map(|parent| parent.join("lib"));
        [Some(folder.to_owned()), library_folder].into_iter().flatten()
    });
    let mut found: Vec<PathBuf> =
        beside.flat_map(|folder| in_folder(&folder)).filter(|path| path.is_file()).collect();
    if !BUILT_WITH.is_empty() {
        found.push(PathBuf::from(BUILT_WITH));
    }
    found.extend(NAMES.iter().map(PathBuf::from));
    found
}

/// What the variable means: a file, or a folder with the library.
fn named_by(chosen: &OsString) -> Vec<PathBuf> {
    let path = PathBuf::from(chosen);
    if !path.is_dir() {
        return vec![path];
    }
    let inside: Vec<PathBuf> = in_folder(&path).into_iter().filter(|file| file.is_file()).collect();
    if inside.is_empty() { vec![path.join(NAMES[0])] } else { inside }
}

fn in_folder(folder: &Path) -> Vec<PathBuf> {
    NAMES.iter().map(|name| folder.join(name)).collect()
}
