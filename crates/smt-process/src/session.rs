//! One child and what it has been told.
//!
//! Commands that have no answer are collected and sent with the next question, which ends with an `echo` of a
//! marker, a different one for each question. What comes back before the marker is the answer to the question, or complaints about the
//! commands. A session in which anything went wrong is dropped by the solver; it is never asked again. So an answer that comes
//! late, after the caller has given up, is read by nobody: its session is gone, and its marker would not fit.

use crate::backend::Setup;
use crate::child::{Bounds, Child, Ending, Wake};
use crate::dialect::{Assumptions, Reasons, Sharing};
use crate::encode::Encoder;
use crate::end::End;
use crate::logic::Extent;
use crate::reply::{self, Trouble};
use smt::solver::{Answer, Failure, Limits, Reason, Service};
use smt::{TermId, Terms};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

/// So many labels that nobody assumes may stay.
const STALE_LABELS: usize = 16;

/// So many queries are between looks at the size of the child.
const QUERIES_BETWEEN_LOOKS: u64 = 256;

/// A running solver.
pub(crate) struct Session {
    setup: Arc<Setup>,
    child: Child,
    pub(crate) encoder: Encoder,
    unsent: String,
    extent: Extent,
    logic: String,
    is_logic_fixed: bool,
    questions: u64,
    queries: u64,
    /// The size of the child after its first query.
    first_size: Option<u64>,
    /// The bound on time that the child was last told, in milliseconds.
    told_time: Option<u128>,
    /// Whether there is a level for assumptions above those of the caller.
    has_level: bool,
    /// The literals of the last query, in the order of its assumptions.
    literals: Vec<String>,
}

impl Session {
    /// Starts a child for these formulas, which it is not told yet.
    pub(crate) fn start(
        setup: &Arc<Setup>,
        terms: &Terms,
        formulas: &[TermId],
        opening: &Opening<'_>,
    ) -> Result<Self, Trouble> {
        let child = Child::start(&setup.line).map_err(|error| {
            let program = setup.line.program.display();
            Trouble::failed(Failure::Died, format!("`{program}` cannot be started: {error}"))
        })?;
        let mut extent = Extent::default();
        for &formula in formulas {
            extent.note(terms, formula);
        }
        let chosen = opening.logic.map_or_else(|| extent.logic(setup.dialect), ToOwned::to_owned);
        let mut unsent = String::new();
        for option in opening.options {
            let _ = writeln!(unsent, "{option}");
        }
        let _ = writeln!(unsent, "(set-logic {chosen})");
        Ok(Self {
            child,
            encoder: Encoder::new(setup.dialect, opening.sharing),
            setup: Arc::clone(setup),
            unsent,
            extent,
            logic: chosen,
            is_logic_fixed: opening.logic.is_some(),
            questions: 0,
            queries: 0,
            first_size: None,
            told_time: None,
            has_level: false,
            literals: Vec::new(),
        })
    }

    /// Whether the child can go on with a formula: it runs, and the logic has what the formula needs.
    pub(crate) fn admits(&mut self, terms: &Terms, formula: TermId) -> bool {
        self.extent.note(terms, formula);
        self.is_logic_fixed || self.extent.logic(self.setup.dialect) == self.logic
    }

    /// Whether the child has grown so much that a new one is better. Asked before each query, answered now and then.
    pub(crate) fn is_bloated(&mut self) -> bool {
        self.queries += 1;
        if self.queries == 2 {
            self.first_size = self.child.resident();
        }
        if !self.queries.is_multiple_of(QUERIES_BETWEEN_LOOKS) {
            return false;
        }
        let sizes = self.child.resident().zip(self.first_size);
        sizes.is_some_and(|(now, first)| now >= first.saturating_add(self.setup.options.most_growth))
    }

    /// Whether the child has ended by itself.
    pub(crate) fn has_ended(&self) -> bool {
        self.child.has_ended()
    }

    pub(crate) fn push(&mut self) {
        self.close_level();
        self.encoder.push(&mut self.unsent);
    }

    pub(crate) fn pop(&mut self) {
        self.close_level();
        self.encoder.pop(&mut self.unsent);
    }

    pub(crate) fn assert(&mut self, terms: &Terms, formula: TermId) {
        self.close_level();
        self.encoder.assert(terms, formula, &mut self.unsent);
    }

    pub(crate) fn assert_annotated(&mut self, terms: &Terms, formula: TermId, annotation: &str) {
        self.encoder.assert_annotated(terms, formula, annotation, &mut self.unsent);
    }

    /// A term as text, after the declarations that it needs have been sent.
    pub(crate) fn expression(&mut self, terms: &Terms, term: TermId) -> String {
        self.encoder.expression(terms, term, &mut self.unsent)
    }

    /// The number of the process.
    pub(crate) fn process_id(&self) -> u32 {
        self.child.process_id()
    }

    /// Bounds the memory, if the dialect can.
    pub(crate) fn limit_memory(&mut self, limits: &Limits) {
        let memory = limits.memory.filter(|_| self.setup.dialect.services.contains(&Service::MemoryLimit));
        self.child.limit_memory(memory);
    }

    /// Ends the level of assumptions.
    fn close_level(&mut self) {
        if std::mem::take(&mut self.has_level) {
            self.encoder.pop(&mut self.unsent);
        }
    }

    /// Asks whether there is a model.
    pub(crate) fn check(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        limits: &Limits,
        clock: &Clock<'_>,
    ) -> Result<Answer, Trouble> {
        self.limit_memory(limits);
        let grace = self.tell_time(limits.time);
        self.literals.clear();
        let question = match self.setup.dialect.assumptions {
            _ if assumptions.is_empty() => {
                self.close_level();
                "(check-sat)".to_owned()
            }
            Assumptions::Native => {
                self.open_labels(terms, assumptions);
                for &assumption in assumptions {
                    let literal = self.encoder.literal(terms, assumption, &mut self.unsent);
                    self.literals.push(literal);
                }
                format!("(check-sat-assuming ({}))", self.literals.join(" "))
            }
            Assumptions::Asserted => {
                self.close_level();
                self.encoder.push(&mut self.unsent);
                self.has_level = true;
                for &assumption in assumptions {
                    self.encoder.assert(terms, assumption, &mut self.unsent);
                }
                "(check-sat)".to_owned()
            }
        };
        let text = self.ask(&question, &Clock { end: clock.end.later(grace), ..*clock })?;
        let (exprs, answer) = reply::read_one(&text)?;
        match exprs.word(answer) {
            Some("sat") => Ok(Answer::Sat),
            Some("unsat") => Ok(Answer::Unsat),
            Some("unknown") => {
                let reason = self.reason(clock)?;
                // What was too hard must not stay behind a label that the next query leaves open: the solver may try it again.
                self.close_level();
                Ok(Answer::Unknown(reason))
            }
            Some("timeout") => {
                self.close_level();
                Ok(Answer::Unknown(Reason::Time))
            }
            Some(_) | None => Err(reply::unreadable(&text)),
        }
    }

    /// Makes the level in which labels imply their assumptions. It stays for queries that assume much the same, and is made
    /// anew when most of its labels are of no use any more: what they imply costs the solver as if it were asserted.
    fn open_labels(&mut self, terms: &Terms, assumptions: &[TermId]) {
        let labelled =
            assumptions.iter().filter(|&&assumption| Encoder::needs_label(terms, assumption)).count();
        if self.encoder.label_count() > STALE_LABELS + 2 * labelled {
            self.close_level();
        }
        if labelled > 0 && !self.has_level {
            self.encoder.push(&mut self.unsent);
            self.has_level = true;
        }
    }

    /// Tells the child the bound on time, if it has an option for it. It then stops by itself and need not be started
    /// again, for which it gets a little more time.
    fn tell_time(&mut self, time: Option<Duration>) -> Duration {
        let Some(option) = self.setup.dialect.time_option else { return Duration::ZERO };
        let millis = time.map(|time| time.as_millis().max(1));
        if millis != self.told_time {
            // The largest number of 32 bits is no bound for the solvers that have the option.
            let value = millis.unwrap_or(u128::from(u32::MAX)).min(u128::from(u32::MAX));
            let _ = writeln!(self.unsent, "(set-option {option} {value})");
            self.told_time = millis;
        }
        time.map_or(Duration::ZERO, |time| (time / 10).min(Duration::from_millis(250)))
    }

    fn reason(&mut self, clock: &Clock<'_>) -> Result<Reason, Trouble> {
        if self.setup.dialect.reasons == Reasons::Untold {
            return Ok(Reason::Incomplete("the solver does not say why".to_owned()));
        }
        let clock = Clock { end: clock.end.at_least(self.setup.options.request_time), ..*clock };
        let text = self.ask("(get-info :reason-unknown)", &clock)?;
        let (exprs, answer) = reply::read_one(&text)?;
        let said = match exprs.list(answer) {
            Some(&[_, said]) => exprs.text(said),
            Some(_) | None => return Err(reply::unreadable(&text)),
        };
        Ok(reply::reason(said.trim_matches('"')))
    }

    /// The positions of assumptions of the last query that are a core.
    pub(crate) fn core(&mut self, clock: &Clock<'_>) -> Result<Vec<usize>, Trouble> {
        let text = self.ask("(get-unsat-assumptions)", clock)?;
        let (exprs, list) = reply::read_one(&text)?;
        let normal = |text: &str| text.replace('|', "");
        let mut positions = Vec::new();
        for &item in exprs.list(list).ok_or_else(|| reply::unreadable(&text))? {
            let said = normal(exprs.text(item));
            let position = self.literals.iter().position(|literal| normal(literal) == said);
            positions.push(position.ok_or_else(|| reply::unreadable(&text))?);
        }
        positions.sort_unstable();
        positions.dedup();
        Ok(positions)
    }

    /// Sends what is unsent and a question, and returns the answer.
    pub(crate) fn ask(&mut self, question: &str, clock: &Clock<'_>) -> Result<String, Trouble> {
        self.questions += 1;
        let marker = format!("verdikt-{}", self.questions);
        let mut text = std::mem::take(&mut self.unsent);
        let _ = writeln!(text, "{question}\n(echo \"{marker}\")");
        let bounds = Bounds { end: clock.end, wake: clock.wake, most_output: self.setup.options.most_output };
        match self.child.converse(text.as_bytes(), &marker, &bounds) {
            Ok(answer) => String::from_utf8(answer)
                .map_err(|error| reply::unreadable(&String::from_utf8_lossy(error.as_bytes()))),
            Err(Ending::TimeUp) => Err(Trouble::Undecided(Reason::Time)),
            Err(Ending::Interrupted) => Err(Trouble::Undecided(Reason::Interrupted)),
            Err(Ending::TooMuch) => Err(Trouble::failed(Failure::Unreadable, "the answer does not end")),
            Err(Ending::System(error)) => Err(Trouble::failed(Failure::Died, error)),
            Err(Ending::Closed(heard)) => Err(self.death(&heard)),
        }
    }

    /// What it means that the child closed its output: its last words, if it complained, or how it ended.
    fn death(&mut self, heard: &[u8]) -> Trouble {
        let heard = String::from_utf8_lossy(heard);
        let has_bound = self.child.memory().is_some();
        let obituary = self.child.obituary();
        let is_memory = reply::is_about_memory(&heard) || reply::is_about_memory(&obituary.said);
        if has_bound && (is_memory || obituary.is_abort) {
            return Trouble::Undecided(Reason::Memory);
        }
        if let Err(complaint) = reply::read(&heard)
            && heard.contains("(error")
        {
            return complaint;
        }
        let said = [heard.trim(), &obituary.said]
            .iter()
            .filter(|text| !text.is_empty())
            .fold(obituary.how.clone(), |all, text| format!("{all}: {}", reply::shortened(text)));
        Trouble::failed(Failure::Died, said)
    }
}

/// What a session begins with.
pub(crate) struct Opening<'a> {
    /// Commands before the logic.
    pub(crate) options: &'a [&'a str],
    /// The logic, if it is not to be chosen from the formulas.
    pub(crate) logic: Option<&'a str>,
    pub(crate) sharing: Sharing,
}

/// How long to wait and what ends the wait.
#[derive(Clone, Copy)]
pub(crate) struct Clock<'a> {
    pub(crate) end: End,
    pub(crate) wake: Option<&'a Wake>,
}
