//! A run's groups in both versions as one.

use super::v1::V1Group;
use super::v2::V2Group;
use super::{Entrance, Event, Figure, Group, Killer};
use rustix::fd::BorrowedFd;
use std::ffi::CString;
use std::time::Duration;

/// The first version is asked first, the second for what the first does not know. At least one is there.
pub(crate) struct Joined {
    pub(crate) v1: Option<V1Group>,
    pub(crate) v2: Option<V2Group>,
}

impl Joined {
    fn ask<T>(
        &self,
        first: impl FnOnce(&V1Group) -> Figure<T>,
        second: impl FnOnce(&V2Group) -> Figure<T>,
    ) -> Figure<T> {
        match (&self.v1, &self.v2) {
            (Some(v1), Some(v2)) => first(v1).or_else(|reason| second(v2).map_err(|_| reason)),
            (Some(v1), None) => first(v1),
            (None, Some(v2)) => second(v2),
            (None, None) => Err("there is no control group".to_owned()),
        }
    }

    fn parts(&self) -> impl Iterator<Item = &dyn Group> {
        let v1 = self.v1.iter().map(|group| group as &dyn Group);
        v1.chain(self.v2.iter().map(|group| group as &dyn Group))
    }
}

impl Group for Joined {
    fn cpu(&self) -> Figure<Duration> {
        self.ask(V1Group::cpu, V2Group::cpu)
    }

    fn cpu_by_core(&self) -> Figure<Vec<(u32, Duration)>> {
        self.ask(V1Group::cpu_by_core, V2Group::cpu_by_core)
    }

    fn memory(&self) -> Figure<u64> {
        self.ask(V1Group::memory, V2Group::memory)
    }

    fn is_out_of_memory(&self) -> Figure<bool> {
        self.ask(V1Group::is_out_of_memory, V2Group::is_out_of_memory)
    }

    fn block_io(&self) -> Figure<(u64, u64)> {
        self.ask(V1Group::block_io, V2Group::block_io)
    }

    fn pressure(&self) -> Figure<Vec<(&'static str, Duration)>> {
        self.ask(V1Group::pressure, V2Group::pressure)
    }

    fn memory_event(&self) -> Option<Event<'_>> {
        self.parts().find_map(Group::memory_event)
    }

    fn entrance(&self) -> Entrance<'_> {
        let mut entrance = Entrance::default();
        for part in self.parts() {
            let Entrance { tasks, birth } = part.entrance();
            entrance.tasks.extend(tasks);
            entrance.birth = entrance.birth.or(birth);
        }
        entrance
    }

    fn killer(&self) -> Killer<'_> {
        // The second version kills in one step, unless it is old.
        let v2 = self.v2.iter().filter(|group| self.v1.is_none() || group.kills_at_once());
        let part = v2.map(|group| group as &dyn Group).chain(self.parts()).next();
        part.expect("a run has a group of one version at least").killer()
    }

    fn folders(&self) -> Vec<(BorrowedFd<'_>, &CString)> {
        self.parts().flat_map(Group::folders).collect()
    }
}
