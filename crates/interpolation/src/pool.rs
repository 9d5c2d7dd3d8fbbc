//! The open solvers, found by what they can do.
//!
//! The first back end that has all services gets the work. Each back end has a solver for each [`Lane`], so that one can keep a prefix of
//! a trace asserted while another is asked something else. A solver that broke is closed, and opened anew for the next query.

use crate::error::Failure;
use smt::solver::{self, Backend, Capabilities, Interrupt, Needs, Service, Solver, SolverError, Workload};
use smt::transform::order;
use smt::{Op, Sort, TermId, Terms};
use std::sync::{Arc, Mutex, PoisonError};

/// Which of the solvers of a back end is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// The one for questions that stand alone: its stack is empty between them.
    Common,
    /// The one that holds the beginning of a trace.
    Beginning,
    /// The one that holds what comes next.
    Ending,
}

impl Lane {
    const ALL: [Self; 3] = [Self::Common, Self::Beginning, Self::Ending];

    fn workload(self) -> Workload {
        match self {
            Self::Common => Workload::Large,
            Self::Beginning | Self::Ending => Workload::Incremental,
        }
    }
}

struct Member<'b> {
    lane: Lane,
    backend: &'b dyn Backend,
    capabilities: Capabilities,
    solver: Option<Box<dyn Solver>>,
}

/// The back ends and their solvers.
pub(crate) struct Pool<'b> {
    members: Vec<Member<'b>>,
    /// What stops the solver of each member that has been opened.
    running: Arc<Mutex<Vec<Option<Interrupt>>>>,
    interrupt: Interrupt,
}

impl<'b> Pool<'b> {
    pub(crate) fn new(backends: &[&'b dyn Backend]) -> Self {
        let member = |&backend: &&'b dyn Backend| {
            Lane::ALL.map(|lane| Member { lane, backend, capabilities: backend.capabilities(), solver: None })
        };
        let running = Arc::new(Mutex::new(vec![None; backends.len() * Lane::ALL.len()]));
        let shared: Arc<Mutex<Vec<Option<Interrupt>>>> = Arc::clone(&running);
        let interrupt = Interrupt::waking(move || {
            let running = shared.lock().unwrap_or_else(PoisonError::into_inner);
            running.iter().flatten().for_each(Interrupt::stop);
        });
        Self { members: backends.iter().flat_map(member).collect(), running, interrupt }
    }

    /// What stops all solvers.
    pub(crate) fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// Whether a stop was asked for; asks none of the solvers any longer.
    pub(crate) fn take_interrupt(&self) -> bool {
        for interrupt in self.running.lock().unwrap_or_else(PoisonError::into_inner).iter().flatten() {
            interrupt.take();
        }
        self.interrupt.take()
    }

    /// Whether some back end has all these services.
    pub(crate) fn has(&self, services: &[Service]) -> bool {
        self.members.iter().any(|member| member.has(services))
    }

    /// Lets a solver that has these services do something.
    pub(crate) fn with<R>(
        &mut self,
        services: &[Service],
        work: impl FnOnce(&mut dyn Solver) -> Result<R, SolverError>,
    ) -> Result<R, Failure> {
        self.within(Lane::Common, services, work)
    }

    /// Forgets the solvers of a lane, with all that is on their stacks.
    pub(crate) fn clear(&mut self, lane: Lane) {
        for member in self.members.iter_mut().filter(|member| member.lane == lane) {
            member.solver = None;
        }
    }

    /// Lets the solver of a lane that has these services do something.
    pub(crate) fn within<R>(
        &mut self,
        lane: Lane,
        services: &[Service],
        work: impl FnOnce(&mut dyn Solver) -> Result<R, SolverError>,
    ) -> Result<R, Failure> {
        let is_it = |member: &Member<'_>| member.lane == lane && member.has(services);
        let Some(place) = self.members.iter().position(is_it) else {
            return Err(Failure::Lacks(services.to_vec()));
        };
        let member = &mut self.members[place];
        let solver = match &mut member.solver {
            Some(solver) => solver,
            none => {
                let needs = Needs { workload: lane.workload(), ..Needs::default() };
                let opened = solver::open(member.backend, &needs)?;
                let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
                running[place] = Some(opened.interrupt());
                none.insert(opened)
            }
        };
        let result = work(&mut **solver);
        match &result {
            Ok(_) | Err(SolverError::Failed { .. } | SolverError::Unsupported { .. }) => {}
            Err(
                SolverError::NothingToPop
                | SolverError::NoSuchResult
                | SolverError::NotFormula(_)
                | SolverError::Broken(_)
                | SolverError::Absent(_),
            ) => member.solver = None,
        }
        result.map_err(Failure::Solver)
    }
}

impl Member<'_> {
    fn has(&self, services: &[Service]) -> bool {
        services.iter().all(|service| self.capabilities.services.contains(service))
    }
}

/// The theories that formulas need, as services.
pub(crate) fn theories(terms: &Terms, formulas: &[TermId]) -> Vec<Service> {
    let mut services = Vec::new();
    for part in order(terms, formulas) {
        match terms.sort(part) {
            Sort::Bool => {}
            Sort::BitVec(_) => services.push(Service::BitVectors),
            Sort::Float(_) | Sort::RoundingMode => services.push(Service::Floats),
            Sort::Int | Sort::Real => services.push(Service::Arithmetic),
            Sort::Array(_) => services.push(Service::Arrays),
        }
        match terms.op(part) {
            Op::Apply(_) if !terms.args(part).is_empty() => services.push(Service::Functions),
            Op::Quantified(_) => services.push(Service::Quantifiers),
            Op::Apply(_)
            | Op::Const(_)
            | Op::Core(_)
            | Op::Arith(_)
            | Op::Bv(_)
            | Op::Fp(_)
            | Op::Array(_) => {}
        }
        services.sort_unstable();
        services.dedup();
    }
    services
}
