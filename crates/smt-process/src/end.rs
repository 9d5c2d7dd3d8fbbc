//! When a request to a child ends.
//!
//! A query has a limit of work: CPU time of the thread that asks and of the child. A child that
//! neither works nor answers would never meet it, so it is given up when it was idle for long
//! enough by the clock on the wall. Requests that are no queries, such as that for a model, end by
//! the clock on the wall.

use limits::Moment;
use std::time::{Duration, Instant};

/// When a request ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    work: Option<Moment>,
    wall: Instant,
    /// How long a child may be idle.
    idle: Option<Duration>,
}

impl End {
    /// The end of a request that is no query, by the clock on the wall.
    pub(crate) fn by_wall(time: Duration) -> Self {
        Self { work: None, wall: Instant::now() + time, idle: None }
    }

    /// The end of a query after so much work, or the longest that any query may take.
    pub(crate) fn of_query(work: Option<Duration>, longest: Duration, idle: Duration) -> Self {
        let work = work.and_then(|work| Moment::now().after(work));
        Self { work, wall: Instant::now() + longest, idle: Some(idle) }
    }

    /// The same with a little more of both.
    pub(crate) fn later(self, by: Duration) -> Self {
        Self { work: self.work.and_then(|end| end.after(by)), wall: self.wall + by, ..self }
    }

    /// The same, but not before another end by the wall.
    pub(crate) fn at_least(self, time: Duration) -> Self {
        let other = Self::by_wall(time);
        if self.left() < time { other } else { self }
    }

    /// The work that is left; nothing if the query has no limit of work.
    pub(crate) fn work_left(self) -> Option<Duration> {
        self.work.map(Moment::left)
    }

    /// How long one may wait before the next look; nothing if the end has come. Work takes at least
    /// as long by the clock on the wall.
    pub(crate) fn left(self) -> Duration {
        let wall = self.wall.saturating_duration_since(Instant::now());
        self.work.map_or(wall, |work| wall.min(work.left()))
    }
}

/// A child that used less than this between two looks was idle. The looks themselves are work of
/// the thread that asks.
const LEAST_WORK: Duration = Duration::from_millis(1);

/// Looks at an end again and again, and at whether the child works.
pub(crate) struct Watch {
    end: End,
    worked: Moment,
    since: Instant,
}

impl Watch {
    pub(crate) fn new(end: End) -> Self {
        Self { end, worked: Moment::now(), since: Instant::now() }
    }

    /// How long one may wait before the next look; nothing if the end has come.
    pub(crate) fn left(&mut self) -> Duration {
        let Some(idle) = self.end.idle else { return self.end.left() };
        let now = Moment::now();
        if now.since(self.worked) >= LEAST_WORK {
            (self.worked, self.since) = (now, Instant::now());
        }
        self.end.left().min(idle.saturating_sub(self.since.elapsed()))
    }
}
