//! A run under supervision: limits of time and memory that hold, signals, and the line that shows progress.
//!
//! One thread works and this one, the process's first, watches. When a limit is met, or the user asks for it, the run is asked to stop
//! and all of its solvers are interrupted. Usually the worker then answers UNKNOWN itself. If it has not within a second, or if it takes much more memory
//! than it may, the supervisor answers in its place, with what is known so far, and the process ends under the worker's hands. Exactly one of the
//! two answers: whoever claims it first.

mod progress;
mod usage;

use crate::args::{Args, Command, VerifyArgs};
use crate::exit::Exit;
use crate::report::{Answer, Form, Measured, Subject};
use crate::terminal::Terminal;
use limits::{Exhausted, Meter, StopSign};
use outcome::{Finding, Outcome};
use progress::Line;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// How often the supervisor looks.
const POLL: Duration = Duration::from_millis(10);
/// How long the worker may take to stop.
const GRACE: Duration = Duration::from_secs(1);
/// How much more memory than allowed ends a run without grace: a sixteenth, and what stopping itself may need.
const MARGIN_BYTES: u64 = 64 << 20;

/// What worker and supervisor share.
pub(crate) struct Run {
    /// Stops the run.
    pub(crate) sign: StopSign,
    /// What the run does.
    pub(crate) meter: Meter,
    /// How the answer looks.
    form: Form,
    started: Instant,
    terminal: Terminal,
    subject: Mutex<Option<Subject>>,
    /// How the run ended, once its answer is out.
    answered: Mutex<Option<Exit>>,
    line: Mutex<Line>,
    done: mpsc::Sender<Exit>,
}

impl Run {
    /// A run that has not begun, and where its end is heard of.
    pub(crate) fn new(args: &Args) -> (Arc<Self>, mpsc::Receiver<Exit>) {
        let (done, ended) = mpsc::channel();
        let terminal = Terminal::new(&args.output);
        let (form, line) = match &args.command {
            Command::Verify(args) => (Form::new(args), Line::new(args.progress)),
            Command::Run(_) | Command::Dump { .. } | Command::List { .. } | Command::Version => {
                (Form::default(), Line::silent())
            }
        };
        let run = Self {
            sign: StopSign::default(),
            meter: Meter::default(),
            form,
            started: Instant::now(),
            terminal,
            subject: Mutex::default(),
            answered: Mutex::default(),
            line: Mutex::new(line),
            done,
        };
        (Arc::new(run), ended)
    }

    /// Says what the answer will be about.
    pub(crate) fn set_subject(&self, subject: Subject) {
        *self.subject() = Some(subject);
    }

    fn subject(&self) -> MutexGuard<'_, Option<Subject>> {
        self.subject.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the line of progress away, for good.
    pub(crate) fn end_progress(&self) {
        self.line.lock().unwrap_or_else(PoisonError::into_inner).end();
    }

    /// Prints the answer, unless there is one, and ends the run. Whoever comes second waits until the first answer is out, so that the process does not end without one.
    pub(crate) fn answer(&self, answer: &Answer<'_>) -> Exit {
        let mut answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(exit) = &*answered {
            return exit.clone();
        }
        self.end_progress();
        let measured = Measured {
            timers: self.meter.snapshot().timers,
            wall: self.started.elapsed(),
            cpu: usage::cpu(),
            memory: usage::peak_memory(),
        };
        self.terminal.warnings(&engine::solvers::untested());
        let text = self.form.render(self.subject().as_ref(), answer, &measured);
        let exit = match &answer.outcome.finding {
            Finding::Unknown(reason) if reason.is_internal() => {
                self.terminal.bug(&reason.to_string());
                Exit::Bug
            }
            finding => Exit::Verdict(finding.verdict()),
        };
        let exit = self.terminal.result(&text, exit);
        *answered = Some(exit.clone());
        self.end(exit.clone());
        exit
    }

    /// Whether an answer is out.
    #[cfg(test)]
    pub(crate) fn is_answered(&self) -> bool {
        self.answered.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Ends the run. What the worker still has to tidy up is the business of the system.
    pub(crate) fn end(&self, exit: Exit) {
        // Nobody listens only if the process is at its end already.
        let _ = self.done.send(exit);
    }

    /// Answers in the worker's place.
    fn answer_for_worker(&self, reason: Exhausted) -> Exit {
        let known = self.meter.snapshot();
        let mut outcome = Outcome::unknown(reason);
        outcome.statistics.push(("states", known.states));
        outcome.statistics.extend(known.round.map(|(name, round)| (name, u64::from(round))));
        let forced = Some(known.running);
        self.answer(&Answer { outcome: &outcome, program: None, warnings: Vec::new(), forced })
    }
}

/// Watches a run.
pub(crate) struct Supervisor {
    run: Arc<Run>,
    time: Option<Duration>,
    memory: Option<u64>,
    is_signalled: Arc<AtomicBool>,
    stopped: Option<(Exhausted, Instant)>,
}

impl Supervisor {
    /// The supervisor of a verification; other commands end by themselves or by the system's signals.
    pub(crate) fn new(run: &Arc<Run>, args: &VerifyArgs) -> Result<Self, String> {
        let memory = args.memory_limit.map(|megabytes| megabytes.saturating_mul(1_000_000));
        if memory.is_some() && usage::memory().is_none() {
            return Err(
                "`--memory-limit` needs a system that tells how much memory a process uses".to_owned()
            );
        }
        let is_signalled = Arc::new(AtomicBool::new(false));
        listen(&is_signalled).map_err(|error| format!("cannot listen to signals: {error}"))?;
        Ok(Self {
            run: Arc::clone(run),
            time: args.time_limit.map(Duration::from_secs),
            memory,
            is_signalled,
            stopped: None,
        })
    }

    /// Waits for the end of the run, which is where `ended` hears of it. Nothing if the worker went away without a word.
    pub(crate) fn watch(
        &mut self,
        ended: &mpsc::Receiver<Exit>,
        is_alive: impl Fn() -> bool,
    ) -> Option<Exit> {
        loop {
            match ended.recv_timeout(POLL) {
                Ok(exit) => return Some(exit),
                Err(mpsc::RecvTimeoutError::Disconnected) => return None,
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
            // The sender lives as long as the run, so a worker that panicked is seen here only.
            if !is_alive() {
                return ended.try_recv().ok();
            }
            if let Some(exit) = self.look() {
                return Some(exit);
            }
            let mut line = self.run.line.lock().unwrap_or_else(PoisonError::into_inner);
            line.show(&self.run.meter, self.run.started.elapsed());
        }
    }

    /// Looks at all limits. An exit ends the process.
    fn look(&mut self) -> Option<Exit> {
        let used = self.memory.and_then(|most| usage::memory().map(|used| (used, most)));
        if self.stopped.is_none() {
            self.stopped = self.cause(used).map(|cause| (cause, Instant::now()));
        }
        let (cause, since) = self.stopped?;
        self.run.sign.stop(cause);
        let is_far_beyond = used
            .is_some_and(|(used, most)| used > most.saturating_add(most / 16).saturating_add(MARGIN_BYTES));
        (is_far_beyond || since.elapsed() >= GRACE).then(|| {
            let exit = self.run.answer_for_worker(cause);
            usage::end_children();
            exit
        })
    }

    fn cause(&self, memory: Option<(u64, u64)>) -> Option<Exhausted> {
        if self.is_signalled.load(Ordering::Relaxed) {
            return Some(Exhausted::Interrupted);
        }
        if self.time.is_some_and(|most| usage::cpu() >= most) {
            return Some(Exhausted::Time);
        }
        memory.is_some_and(|(used, most)| used > most).then_some(Exhausted::Memory)
    }
}

/// The first signal asks for an answer, the second ends the process.
fn listen(is_signalled: &Arc<AtomicBool>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    for signal in [SIGINT, SIGTERM] {
        // In this order, so that the signal that sets the flag does not see it set.
        let status = i32::from(crate::exit::INTERRUPTED);
        signal_hook::flag::register_conditional_shutdown(signal, status, Arc::clone(is_signalled))?;
        signal_hook::flag::register(signal, Arc::clone(is_signalled))?;
    }
    Ok(())
}
