//! Which locals are certainly assigned where a location is reached: a must-analysis of each function by itself.

use cfa::{Cfa, FunctionId, LocationId, Op, Place, PlaceId, VarId, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The locals of one function that every path from its entry to a location has assigned.
pub(crate) struct Assigned {
    at: FxHashMap<LocationId, FxHashSet<VarId>>,
}

/// Locations times locals, above which nothing is said to be assigned: the sets would take more memory than the facts are worth.
const MOST: usize = 4_000_000;

impl Assigned {
    pub(crate) fn of(cfa: &Cfa, function: FunctionId) -> Self {
        let mut at: FxHashMap<LocationId, FxHashSet<VarId>> = FxHashMap::default();
        let order = cfa.structure().reached(function);
        if order.len().saturating_mul(cfa.functions[function].locals.len()) > MOST {
            return Self { at };
        }
        if let Some(&entry) = order.first() {
            at.insert(entry, cfa.functions[function].params.iter().copied().collect());
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &location in order {
                let Some(before) = at.get(&location).cloned() else { continue };
                for &edge in cfa.outgoing(location) {
                    let Some(to) = cfa.target_within(edge) else { continue };
                    let mut after = before.clone();
                    step(cfa, &cfa.edges[edge].op, &mut after);
                    changed |= meet(&mut at, to, after);
                }
            }
        }
        Self { at }
    }

    /// Whether a variable is assigned wherever the location is reached.
    pub(crate) fn is_assigned(&self, location: LocationId, var: VarId) -> bool {
        self.at.get(&location).is_some_and(|vars| vars.contains(&var))
    }
}

/// Only what came on all ways stays. Says whether something changed.
fn meet(at: &mut FxHashMap<LocationId, FxHashSet<VarId>>, to: LocationId, after: FxHashSet<VarId>) -> bool {
    match at.get_mut(&to) {
        None => {
            at.insert(to, after);
            true
        }
        Some(known) => {
            let count = known.len();
            known.retain(|var| after.contains(var));
            known.len() != count
        }
    }
}

fn step(cfa: &Cfa, op: &Op, vars: &mut FxHashSet<VarId>) {
    if let Op::Declare(var) = op {
        vars.remove(var);
    }
    if let Some(var) = written(cfa, op).and_then(|place| whole(cfa, place)) {
        vars.insert(var);
    }
}

/// The variable that a place is all of.
pub(crate) fn whole(cfa: &Cfa, place: PlaceId) -> Option<VarId> {
    match cfa.exprs.place(place) {
        Place::Var(var) => Some(var),
        Place::Deref(_) | Place::Field(..) | Place::Index(..) => None,
    }
}

/// The place that an operation writes, if it writes a named one. A call is stepped over here: its result is there behind it.
pub(crate) fn written(cfa: &Cfa, op: &Op) -> Option<PlaceId> {
    match *op {
        Op::Assign { place, .. }
        | Op::Zero { place }
        | Op::Havoc { place, .. }
        | Op::Allocate { place, .. }
        | Op::ObjectSize { place, .. } => Some(place),
        Op::External { place, .. } | Op::UnknownCall { place, .. } => place,
        Op::Call(call) | Op::Return(call) => cfa.calls[call].place,
        Op::Nop
        | Op::Assume { .. }
        | Op::InitStatic(_)
        | Op::Declare(_)
        | Op::EndLifetime(_)
        | Op::Free { .. }
        | Op::MemoryCopy { .. }
        | Op::MemorySet { .. }
        | Op::Halt(_)
        | Op::Unsupported { .. } => None,
    }
}

/// Whether a variable belongs to activations of a function.
pub(crate) fn is_local(kind: &VarKind) -> bool {
    match kind {
        VarKind::Param | VarKind::Local | VarKind::Temp | VarKind::Result => true,
        VarKind::Static(_) => false,
    }
}
