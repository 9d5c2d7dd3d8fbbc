//! The one place where panics are caught, on a thread with a stack of its own.
//!
//! A panic is a bug of ours; the user gets one message that says so and how to report it, and status 70,
//! never a verdict. The stack is generous because freeing and walking deep structures must not depend on the shell's limits;
//! the memory is only reserved, pages that are not touched cost nothing. Meanwhile the first thread watches ([`Supervisor`]).

use crate::args::{Args, Command};
use crate::exit::Exit;
use crate::supervise::{Run, Supervisor};
use crate::terminal::Terminal;
use std::panic::{self, PanicHookInfo};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

const STACK_BYTES: usize = 256 << 20;

/// Runs the command; a panic becomes a report and [`Exit::Bug`].
pub(crate) fn run(args: Args, command: fn(&Args, &Run) -> Exit) -> Exit {
    let terminal = Terminal::new(&args.output);
    let report = Arc::new(Mutex::new(String::new()));
    let hook_report = Arc::clone(&report);
    panic::set_hook(Box::new(move |panic| {
        *hook_report.lock().unwrap_or_else(PoisonError::into_inner) = describe(panic);
    }));
    let (run, ended) = Run::new(&args);
    let supervisor = match &args.command {
        Command::Verify(args) => match Supervisor::new(&run, args) {
            Ok(supervisor) => Some(supervisor),
            Err(message) => return terminal.usage(&message),
        },
        Command::Run(_) | Command::Dump { .. } | Command::List { .. } | Command::Version => None,
    };
    let worker_run = Arc::clone(&run);
    let spawned = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
        let exit = command(&args, &worker_run);
        worker_run.end(exit.clone());
        exit
    });
    let reason = match spawned {
        Ok(worker) => {
            if let Some(mut supervisor) = supervisor
                && let Some(exit) = supervisor.watch(&ended, || !worker.is_finished())
            {
                return exit;
            }
            match worker.join() {
                Ok(exit) => return exit,
                Err(_) => report.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            }
        }
        Err(reason) => format!("cannot start a thread: {reason}"),
    };
    run.end_progress();
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
    use property::Verdict;

    #[test]
    fn a_panic_becomes_status_70_and_nothing_else_is_lost() {
        for command in [&["verdikt", "version"][..], &["verdikt", "verify", "a.c"]] {
            let args = || Args::parse_from(command);
            assert_eq!(run(args(), |_, _| Exit::Undecided), Exit::Undecided);
            assert_eq!(run(args(), |_, _| panic!("a test of the guard")), Exit::Bug);
        }
        // A worker that does not stop is answered for, when its second of grace is over.
        let stuck = |_: &Args, run: &Run| {
            while !run.is_answered() {
                std::hint::spin_loop();
            }
            Exit::Undecided
        };
        let args = Args::parse_from(["verdikt", "verify", "--time-limit", "1", "a.c"]);
        assert_eq!(run(args, stuck), Exit::Verdict(Verdict::Unknown("time limit".to_owned())));
        // Put the usual hook back for whoever runs on this thread pool.
        drop(panic::take_hook());
    }
}
