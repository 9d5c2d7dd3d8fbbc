//! The constants that variables can have: what flows into each from constants and from other such variables, wherever that happens.
//!
//! The order of edges is ignored, so each variable has one set for the whole program. A set that would get large, or anything that
//! flows in and is neither a constant nor a variable of this kind nor a truth value, makes a variable unknown.

use crate::assigned::{Assigned, is_local, whole, written};
use algorithms::bmc::InvariantSource;
use cfa::{
    AddressTaken, BinaryOp, Cfa, Expr, ExprId, FunctionId, LocationId, Op, StaticInit, Type, VarId, VarKind,
};
use cpa::Context;
use formula::Logic;
use outcome::Incomplete;
use rustc_hash::FxHashMap;
use smt::{CoreOp, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// Larger sets say little and cost the solver much.
const MOST: usize = 24;

/// What is known of a variable: its values, or nothing.
type Known = Option<BTreeSet<u128>>;

/// The values of variables.
pub struct ValueSets<'a> {
    logic: Logic<'a>,
    values: BTreeMap<VarId, BTreeSet<u128>>,
    assigned: FxHashMap<FunctionId, Assigned>,
}

impl<'a> ValueSets<'a> {
    /// Looks at all edges of a program.
    pub fn of(cfa: &Cfa, logic: Logic<'a>) -> Self {
        let mut flow = Flow::new(cfa);
        flow.collect();
        Self { logic, values: flow.solve(), assigned: FxHashMap::default() }
    }

    /// The values of the variables of which any are known, by variable.
    pub fn values(&self) -> &BTreeMap<VarId, BTreeSet<u128>> {
        &self.values
    }
}

impl InvariantSource for ValueSets<'_> {
    fn at(&mut self, cx: &Context<'_>, location: LocationId) -> Result<Option<TermId>, Incomplete> {
        let cfa = cx.cfa;
        let function = cfa.locations[location].function;
        let assigned = self.assigned.entry(function).or_insert_with(|| Assigned::of(cfa, function));
        let mut facts = Vec::new();
        let mut terms = self.logic.terms.borrow_mut();
        for (&var, values) in &self.values {
            let is_meant = if is_local(&cfa.vars[var].kind) {
                cfa.vars[var].function == Some(function) && assigned.is_assigned(location, var)
            } else {
                true
            };
            if !is_meant {
                continue;
            }
            let mut cases = Vec::new();
            for &value in values {
                let case = self.logic.encoder.has_value(&mut terms, var, value);
                cases.extend(case.map_err(Incomplete::from)?);
            }
            // A variable that nobody reads has no term.
            if cases.len() == values.len() && !cases.is_empty() {
                let any = terms.apply(smt::Op::Core(CoreOp::Or), &cases);
                facts.push(any.map_err(Incomplete::from)?);
            }
        }
        if facts.is_empty() {
            return Ok(None);
        }
        let all = terms.apply(smt::Op::Core(CoreOp::And), &facts);
        all.map(Some).map_err(Incomplete::from)
    }
}

/// What flows where.
struct Flow<'c> {
    cfa: &'c Cfa,
    values: BTreeMap<VarId, Known>,
    /// Variables whose values flow into a variable of the same type.
    copies: Vec<(VarId, VarId)>,
    assigned: FxHashMap<FunctionId, Assigned>,
}

impl<'c> Flow<'c> {
    fn new(cfa: &'c Cfa) -> Self {
        let mut values: BTreeMap<VarId, Known> = BTreeMap::new();
        for (var, declared) in cfa.vars.iter_enumerated() {
            let is_number = matches!(cfa.types.get(declared.ty), Type::Int(_));
            if is_number && declared.address_taken == AddressTaken::No {
                values.insert(var, initial(cfa, var));
            }
        }
        Self { cfa, values, copies: Vec::new(), assigned: FxHashMap::default() }
    }

    fn collect(&mut self) {
        let cfa = self.cfa;
        for edge in &cfa.edges {
            let from = edge.from;
            match edge.op {
                Op::Assign { place, value } => {
                    if let Some(var) = whole(cfa, place) {
                        self.into(from, var, value);
                    }
                }
                Op::Zero { place } => {
                    if let Some(var) = whole(cfa, place) {
                        self.add(var, 0);
                    }
                }
                Op::Call(call) => {
                    let site = &cfa.calls[call];
                    for (&param, &arg) in cfa.functions[site.callee].params.iter().zip(&site.args) {
                        self.into(from, param, arg);
                    }
                    if let Some(var) = site.place.and_then(|place| whole(cfa, place)) {
                        match cfa.functions[site.callee].result {
                            Some(result) if cfa.vars[result].ty == cfa.vars[var].ty => self.copy(result, var),
                            Some(_) | None => self.forget(var),
                        }
                    }
                }
                // What a call gives back is looked at with the call.
                Op::Return(_) => {}
                ref other => {
                    if let Some(var) = written(cfa, other).and_then(|place| whole(cfa, place)) {
                        self.forget(var);
                    }
                }
            }
        }
        // A function that ends without a value, and an entry that is called from outside, have values from nowhere.
        for function in &cfa.functions {
            if let Some(result) = function.result {
                self.forget_unless_assigned(result);
            }
        }
        for &param in &cfa.functions[cfa.entry].params {
            self.forget(param);
        }
    }

    /// The value of a function that may end without one is any; that is so where its exit is reached without an assignment.
    fn forget_unless_assigned(&mut self, result: VarId) {
        let function = self.cfa.vars[result].function;
        let body = function.and_then(|function| self.cfa.functions[function].body);
        let Some(body) = body else { return self.forget(result) };
        if !self.is_assigned(body.exit, result) {
            self.forget(result);
        }
    }

    /// The value of an expression flows into a variable.
    fn into(&mut self, location: LocationId, var: VarId, value: ExprId) {
        let exprs = &self.cfa.exprs;
        let ty = self.cfa.vars[var].ty;
        if exprs.ty(value) != ty {
            return self.forget(var);
        }
        match exprs.expr(value) {
            Expr::Const(_) => match exprs.as_const(value) {
                Some(bits) => self.add(var, bits),
                None => self.forget(var),
            },
            Expr::Load(place) => match whole(self.cfa, place) {
                Some(from) if self.cfa.vars[from].ty == ty && self.is_assigned(location, from) => {
                    self.copy(from, var);
                }
                // What is read before it is assigned has any value.
                Some(_) | None => self.forget(var),
            },
            Expr::Binary(op, ..) if is_comparison(op) => {
                self.add(var, 0);
                self.add(var, 1);
            }
            Expr::Binary(..) | Expr::Unary(..) | Expr::Cast(_) | Expr::AddressOf(_) | Expr::Function(_) => {
                self.forget(var);
            }
        }
    }

    /// Whether a variable has one of its values where a location is reached.
    fn is_assigned(&mut self, location: LocationId, var: VarId) -> bool {
        if !is_local(&self.cfa.vars[var].kind) {
            return true;
        }
        let (cfa, function) = (self.cfa, self.cfa.locations[location].function);
        let assigned = self.assigned.entry(function).or_insert_with(|| Assigned::of(cfa, function));
        assigned.is_assigned(location, var)
    }

    fn add(&mut self, var: VarId, value: u128) {
        if let Some(known) = self.values.get_mut(&var)
            && let Some(set) = known
        {
            set.insert(value);
            if set.len() > MOST {
                *known = None;
            }
        }
    }

    fn forget(&mut self, var: VarId) {
        if let Some(known) = self.values.get_mut(&var) {
            *known = None;
        }
    }

    fn copy(&mut self, from: VarId, to: VarId) {
        self.copies.push((from, to));
    }

    /// Lets values flow until nothing changes.
    fn solve(mut self) -> BTreeMap<VarId, BTreeSet<u128>> {
        let copies = std::mem::take(&mut self.copies);
        loop {
            let before: usize = self.values.values().flatten().map(BTreeSet::len).sum();
            let unknown = self.values.values().filter(|known| known.is_none()).count();
            for &(from, to) in &copies {
                match self.values.get(&from).cloned().flatten() {
                    Some(set) => set.into_iter().for_each(|value| self.add(to, value)),
                    None => self.forget(to),
                }
            }
            let after: usize = self.values.values().flatten().map(BTreeSet::len).sum();
            if before == after && unknown == self.values.values().filter(|known| known.is_none()).count() {
                break;
            }
        }
        self.values
            .into_iter()
            .filter_map(|(var, known)| Some((var, known?)))
            .filter(|(_, set)| !set.is_empty())
            .collect()
    }
}

/// The values before the first edge: none for locals, since what is not assigned is asked for where it matters.
fn initial(cfa: &Cfa, var: VarId) -> Known {
    match &cfa.vars[var].kind {
        VarKind::Static(init) => match init {
            StaticInit::Zero => Some(BTreeSet::from([0])),
            StaticInit::Bytes(bytes) if bytes.len() <= 16 => {
                Some(BTreeSet::from([bytes.iter().rev().fold(0, |all, &byte| all << 8 | u128::from(byte))]))
            }
            StaticInit::Items(items) => match **items {
                [(place, value)] if whole(cfa, place) == Some(var) => {
                    cfa.exprs.as_const(value).map(|bits| BTreeSet::from([bits]))
                }
                [..] => None,
            },
            StaticInit::Bytes(_) | StaticInit::Literal(_) | StaticInit::Undefined => None,
        },
        VarKind::Param | VarKind::Local | VarKind::Temp | VarKind::Result => Some(BTreeSet::new()),
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge)
}
