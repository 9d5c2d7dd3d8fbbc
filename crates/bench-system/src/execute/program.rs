//! Which file a command names, and what it gets as arguments and environment.

use crate::{Error, Request};
use std::ffi::{CString, OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A program with all it gets, as the kernel wants it.
#[derive(Debug)]
pub(super) struct Program {
    /// Where it may be, the first that exists counting.
    pub(super) paths: Vec<CString>,
    pub(super) arguments: Vec<CString>,
    pub(super) environment: Vec<CString>,
}

impl Program {
    /// Of a request.
    pub(super) fn of(request: &Request) -> Result<Self, Error> {
        let Some(name) = request.command.first().filter(|name| !name.is_empty()) else {
            return Err(Error::Request("there is no command".to_owned()));
        };
        let arguments = request.command.iter().map(|text| c_string(text)).collect::<Result<_, _>>()?;
        let ours = std::env::vars_os().filter(|(name, _)| request.inherited.has(name));
        let mut variables: Vec<(OsString, OsString)> = ours.collect();
        for (name, value) in &request.set {
            if name.is_empty() || name.as_bytes().contains(&b'=') {
                return Err(Error::Request(format!(
                    "{name:?} cannot be the name of an environment variable"
                )));
            }
            variables.retain(|(other, _)| other != name);
            variables.push((name.clone(), value.clone()));
        }
        let path = variables.iter().find(|(name, _)| name == "PATH").map(|(_, path)| path.clone());
        let mut environment = Vec::with_capacity(variables.len());
        for (name, value) in variables {
            let mut text = name;
            text.push("=");
            text.push(value);
            environment.push(c_string(&text)?);
        }
        let paths = candidates(name, path.as_deref().unwrap_or(OsStr::new("/usr/local/bin:/usr/bin:/bin")));
        let paths = paths.iter().map(|path| c_string(path.as_os_str())).collect::<Result<_, _>>()?;
        Ok(Self { paths, arguments, environment })
    }
}

/// A name with a slash is a path; others are looked for in the folders of PATH.
fn candidates(name: &OsStr, path: &OsStr) -> Vec<PathBuf> {
    if name.as_bytes().contains(&b'/') {
        return vec![PathBuf::from(name)];
    }
    std::env::split_paths(path)
        .map(
            |folder| {
                if folder.as_os_str().is_empty() { Path::new(".").join(name) } else { folder.join(name) }
            },
        )
        .collect()
}

/// A text for the kernel.
pub(super) fn c_string(text: &OsStr) -> Result<CString, Error> {
    CString::new(text.as_bytes()).map_err(|_| Error::Request(format!("{text:?} contains a zero byte")))
}
