//! The one place where panics are caught, on a thread with a stack of its own.
//!
//! A panic is a bug of ours; the user gets one message that says so and how to report it, and status 70,
//! never a verdict. The stack is generous because freeing and walking deep structures must not depend on the shell's limits;
//! the memory is only reserved, pages that are not touched cost nothing.

use crate::args::Args;
use crate::exit::Exit;
use crate::terminal::Terminal;
use std::panic::{self, PanicHookInfo};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

const STACK_BYTES: usize = 256 << 20;

/// Runs the command; a panic becomes a report and [`Exit::Bug`].
pub(crate) fn run(args: Args, command: fn(&Args) -> Exit) -> Exit {
    let terminal = Terminal::new(&args.output);
    let report = Arc::new(Mutex::new(String::new()));
    let hook_report = Arc::clone(&report);
    panic::set_hook(Box::new(move |panic| {
        *hook_report.lock().unwrap_or_else(PoisonError::into_inner) = describe(panic);
    }));
    let spawned = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || command(&args));
    let reason = match spawned {
        Ok(worker) => match worker.join() {
            Ok(exit) => return exit,
            Err(_) => report.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        },
        Err(reason) => format!("cannot start a thread: {reason}"),
    };
    terminal.bug(&reason);
    Exit::Bug
}

fn describe(panic: &PanicHookInfo<'_>) -> String {
    let message = panic.payload_as_str().unwrap_or("no message");
    match panic.location() {
        Some(place) => format!("{message} ({}:{}:{})", place.file(), place.line(), place.column()),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[test]
    fn a_panic_becomes_status_70_and_nothing_else_is_lost() {
        let args = || Args::parse_from(["verdikt", "version"]);
        assert_eq!(run(args(), |_| Exit::Undecided), Exit::Undecided);
        assert_eq!(run(args(), |_| panic!("a test of the guard")), Exit::Bug);
        // Put the usual hook back for whoever runs on this thread pool.
        drop(panic::take_hook());
    }
}
