//! The life of a run, from the request to the figures.

use crate::{Error, Measured, Request, Stop};

/// Runs a command and measures it. Any number of threads may do this at the same time, each with a request of its own.
pub fn execute(request: &Request, stop: &Stop) -> Result<Measured, Error> {
    let _ = (request, stop.reader());
    Err(Error::Machine("not there yet".to_owned()))
}
