//! Regions: the separate memories that the program's objects live in, proved separate before any formula is built.
//!
//! A region is a set of bytes of which no access of the program touches some and others outside (see `nodes.rs` for how they are found,
//! `flow.rs` for what may point where). Each is encoded in the cheapest form that is exact:
//!
//! - [`Form::Whole`]: the region is part of one object that exists once (at a time), at fixed offsets. It is one variable, also if its
//!   address is taken: a pointer to the region that may be followed at all points there. This covers scalars, members of records,
//!   elements at constant indices, small unions, and groups of bit-fields.
//! - [`Form::Cells`]: an array from addresses to cells. If all accesses have one size and cannot overlap in part, a cell is such a scalar
//!   (the model of Burstall and Bornat, here with a proof for each region); otherwise it is what all accesses are made of, at worst a byte.
//!
//! What is written and never read needs no region at all.

mod aliasing;
pub(crate) mod exposed;
mod flow;
mod names;
pub(crate) mod nodes;
pub(crate) mod shape;
mod statics;
pub(crate) mod uses;

use crate::encoding::Environment;
pub use aliasing::{AliasClass, Aliasing};
use cfa::{AddressTaken, Cfa, EdgeId, ExprId, FloatKind, Op, PlaceId, StaticInit, VarId, VarKind};
use flow::Flow;
pub(crate) use names::variable as variable_name;
pub(crate) use nodes::Pointer;
pub use nodes::Sign;
use nodes::{Group, Kind, Node, NodeId, Object};
use rustc_hash::{FxHashMap, FxHashSet};
use stdx::IndexVec;

stdx::define_index! {
    /// A region of memory.
    pub struct RegionId = "r";
}

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Bits: integers, pointers, or floats that are also accessed otherwise. If all are signed integers, so is the cell as a number.
    Bits(Sign),
    /// Floats of one format.
    Float(FloatKind),
}

/// How a region is encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One variable.
    Whole,
    /// An array of cells, addressed by the first byte of each.
    Cells,
}

/// Whose bytes a region has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A variable that no pointer points to: each activation has its own region.
    Activation(VarId),
    /// One variable that exists once at a time.
    Variable(VarId),
    /// Several objects, or one that may exist several times.
    Shared,
}

/// A region.
#[derive(Clone, Debug)]
pub struct Region {
    /// How it is encoded.
    pub form: Form,
    /// What a cell holds.
    pub content: Content,
    /// Bytes of a cell.
    pub unit: u64,
    /// Whose it is.
    pub owner: Owner,
    /// For messages and symbols.
    pub name: String,
    pub(crate) lo: i64,
    pub(crate) hi: i64,
    pub(crate) anchor: i64,
    /// Distance of cells; 0 if there is one.
    pub(crate) step: u64,
    pub(crate) modulus: u64,
    /// Whether a static object with many cells starts as zeros: then the array starts as zeros.
    pub(crate) starts_zero: bool,
    /// Whether an index that varies stays in a member, by assumption.
    pub(crate) is_ranged: bool,
}

/// Whether a variable of several bytes can be read in parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Parts {
    /// Yes, as bit-vectors can.
    Extractable,
    /// No.
    Atomic,
}

/// Where a scalar place is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Located {
    pub(crate) pointer: Pointer,
    pub(crate) region: RegionId,
}

/// The regions of a program, and where everything points.
pub(crate) struct Regions {
    pub(crate) regions: IndexVec<RegionId, Region>,
    by_node: FxHashMap<NodeId, Vec<RegionId>>,
    places: IndexVec<PlaceId, Option<Located>>,
    pointers: IndexVec<PlaceId, Option<Pointer>>,
    values: IndexVec<ExprId, Option<Pointer>>,
    vars: IndexVec<VarId, Pointer>,
    sites: FxHashMap<EdgeId, Pointer>,
    /// Size of the largest object that each node has; `None` if one is of unknown size.
    largest: FxHashMap<NodeId, Option<u64>>,
    moduli: FxHashMap<NodeId, u64>,
    /// Nodes that have one object that exists once at a time, and no other.
    single: FxHashSet<NodeId>,
    /// Nodes that have string literals.
    literals: FxHashSet<NodeId>,
    /// Nodes that have objects of the program.
    populated: FxHashSet<NodeId>,
    /// The node of what the environment knows.
    outside: Option<NodeId>,
    variables: IndexVec<RegionId, Vec<(VarId, i64)>>,
}

/// The largest region that becomes one variable.
const MAX_WHOLE: i64 = 64;
/// More cells than this of a static object in a shared region are not written one by one.
pub(crate) const MANY_CELLS: u64 = 64;
/// More cells than this are not written one by one at all.
pub(crate) const MAX_CELLS: u64 = 1024;

impl Regions {
    /// Finds the regions.
    pub(crate) fn of(cfa: &Cfa, environment: Environment, parts: Parts) -> Self {
        let mut flow = Flow::run(cfa, environment);
        let mut found = Self {
            regions: IndexVec::new(),
            by_node: FxHashMap::default(),
            places: IndexVec::from_elem(None, flow.places.len()),
            pointers: IndexVec::from_elem(None, flow.places.len()),
            values: IndexVec::from_elem(None, flow.values.len()),
            vars: IndexVec::new(),
            sites: FxHashMap::default(),
            largest: FxHashMap::default(),
            moduli: FxHashMap::default(),
            single: FxHashSet::default(),
            literals: FxHashSet::default(),
            populated: FxHashSet::default(),
            outside: None,
            variables: IndexVec::new(),
        };
        for (id, node) in flow.nodes.roots() {
            found.add_node(cfa, id, node, parts);
        }
        found.take(cfa, &mut flow);
        found
    }

    fn add_node(&mut self, cfa: &Cfa, id: NodeId, node: &Node, parts: Parts) {
        let mut list = Vec::new();
        for group in node.groups.values() {
            list.push(self.regions.push(region(cfa, node, group, parts)));
            self.variables.push(variables(node));
        }
        if !list.is_empty() {
            self.by_node.insert(id, list);
        }
        let mut largest = Some(0);
        for (object, _) in &node.objects {
            let size = match *object {
                Object::Variable(var) => cfa.types.size(cfa.vars[var].ty),
                Object::Site(edge) => site_size(cfa, edge),
                Object::Unknown => None,
            };
            largest = largest.zip(size).map(|(one, two): (u64, u64)| one.max(two));
        }
        if let [(Object::Variable(_), _)] = node.objects[..] {
            self.single.insert(id);
        }
        if node.objects.iter().any(|&(object, _)| is_literal(cfa, object)) {
            self.literals.insert(id);
        }
        if node.objects.iter().any(|&(object, _)| object != Object::Unknown) {
            self.populated.insert(id);
        }
        self.largest.insert(id, largest);
        self.moduli.insert(id, node.modulus);
    }

    fn take(&mut self, cfa: &Cfa, flow: &mut Flow<'_>) {
        self.vars = flow.vars.iter().copied().map(|pointer| flow.nodes.find(pointer)).collect();
        let sites: Vec<(EdgeId, Pointer)> =
            cfa.edges.indices().filter_map(|edge| Some((edge, *flow.sites.get(&edge)?))).collect();
        for (edge, pointer) in sites {
            self.sites.insert(edge, flow.nodes.find(pointer));
        }
        for id in flow.values.indices() {
            self.values[id] = flow.values[id].map(|pointer| flow.nodes.find(pointer));
        }
        // Nobody knows where these lead; accesses by `*` have the same in their places.
        let unknown = flow.nodes.find(flow.unknown);
        self.outside = Some(unknown.node);
        for edge in &cfa.edges {
            let (Op::MemoryCopy { target, source, .. } | Op::MemorySet { target, value: source, .. }) =
                edge.op
            else {
                continue;
            };
            let is_copy = matches!(edge.op, Op::MemoryCopy { .. });
            for id in std::iter::once(target).chain(is_copy.then_some(source)) {
                self.values[id] = self.values[id].or(Some(unknown));
            }
        }
        let mut pointers: Vec<(PlaceId, Pointer)> = flow
            .places
            .iter_enumerated()
            .filter_map(|(id, shape)| Some((id, shape.as_ref()?.pointer)))
            .collect();
        for var in &cfa.vars {
            let VarKind::Static(StaticInit::Items(items)) = &var.kind else { continue };
            for &(place, _) in items {
                pointers.extend(flow.static_place(place).map(|shape| (place, shape.pointer)));
            }
        }
        for (id, pointer) in pointers {
            let pointer = flow.nodes.find(pointer);
            self.pointers[id] = Some(pointer);
            self.places[id] = self.region_at(pointer).map(|region| Located { pointer, region });
        }
    }

    fn region_at(&self, pointer: Pointer) -> Option<RegionId> {
        let list = self.by_node.get(&pointer.node)?;
        let behind = list.partition_point(|&id| self.regions[id].lo <= pointer.offset);
        let id = list[behind.checked_sub(1)?];
        (pointer.offset < self.regions[id].hi).then_some(id)
    }

    /// The region of a scalar place; `None` if nobody reads it.
    pub(crate) fn of_place(&self, place: PlaceId) -> Option<Located> {
        self.places.get(place).copied().flatten()
    }

    /// Where a place is.
    pub(crate) fn pointer_of(&self, place: PlaceId) -> Option<Pointer> {
        self.pointers.get(place).copied().flatten()
    }

    /// Where the value of an expression points.
    pub(crate) fn value_of(&self, expr: ExprId) -> Option<Pointer> {
        self.values.get(expr).copied().flatten()
    }

    /// Whether two values can only point to one object.
    pub(crate) fn are_of_one_object(&self, one: ExprId, two: ExprId) -> bool {
        let nodes = self.value_of(one).zip(self.value_of(two));
        nodes.is_some_and(|(one, two)| one.node == two.node && self.single.contains(&one.node))
    }

    /// Whether the value of an expression may be the address of a string literal.
    pub(crate) fn may_be_literal(&self, expr: ExprId) -> bool {
        self.value_of(expr).is_some_and(|pointer| self.literals.contains(&pointer.node))
    }

    /// Whether the value of an expression may point to an object of the program.
    pub(crate) fn may_be_object(&self, expr: ExprId) -> bool {
        self.value_of(expr).is_some_and(|pointer| self.populated.contains(&pointer.node))
    }

    /// Whether a pointer may come from outside.
    pub(crate) fn may_be_outside(&self, expr: ExprId) -> bool {
        self.value_of(expr).is_some_and(|pointer| Some(pointer.node) == self.outside)
    }

    /// Where a variable is.
    pub(crate) fn of_var(&self, var: VarId) -> Pointer {
        self.vars[var]
    }

    /// Where the objects are that an edge allocates.
    pub(crate) fn of_site(&self, edge: EdgeId) -> Option<Pointer> {
        self.sites.get(&edge).copied()
    }

    /// Bytes of the largest object that a pointer may point into, if all sizes are known.
    pub(crate) fn largest_object(&self, pointer: Pointer) -> Option<u64> {
        self.largest.get(&pointer.node).copied().flatten()
    }

    /// The variables that a region has bytes of, with their offsets.
    pub(crate) fn variables_of(&self, region: RegionId) -> &[(VarId, i64)] {
        &self.variables[region]
    }

    /// The regions of the node of a pointer.
    pub(crate) fn of_node(&self, pointer: Pointer) -> &[RegionId] {
        self.by_node.get(&pointer.node).map_or(&[], Vec::as_slice)
    }

    /// The regions that have some of `size` bytes behind a pointer.
    pub(crate) fn window(&self, pointer: Pointer, size: u64) -> Vec<RegionId> {
        let modulus = self.moduli.get(&pointer.node).copied().unwrap_or(0);
        let end = pointer.offset.saturating_add(i64::try_from(size).unwrap_or(i64::MAX));
        let all = self.of_node(pointer).iter().copied();
        if modulus > 0 && end > modulus as i64 {
            return all.collect();
        }
        all.filter(|&id| self.regions[id].lo < end && self.regions[id].hi > pointer.offset).collect()
    }
}

impl Region {
    /// Distances from a pointer into the region's node to the cells among the next `size` bytes.
    pub(crate) fn cells(&self, offset: i64, size: u64) -> Vec<u64> {
        let (Ok(end), unit) = (i64::try_from(size), self.unit as i64) else { return Vec::new() };
        let step = if self.step == 0 { self.modulus } else { self.step } as i64;
        if step == 0 {
            let at = self.anchor - offset;
            return if at >= 0 && at + unit <= end { vec![at as u64] } else { Vec::new() };
        }
        let mut at = (self.anchor - offset).rem_euclid(step);
        let mut found = Vec::new();
        while at + unit <= end {
            let position = offset + at;
            let position =
                if self.modulus == 0 { position } else { position.rem_euclid(self.modulus as i64) };
            if position >= self.lo && position < self.hi {
                found.push(at as u64);
            }
            at += step;
        }
        found
    }

    /// How many cells so many bytes can have.
    pub(crate) fn n_cells(&self, size: u64) -> u64 {
        let step = if self.step == 0 { self.modulus } else { self.step };
        let extent = if self.modulus == 0 { size.min((self.hi - self.lo).unsigned_abs()) } else { size };
        extent.checked_div(step).map_or(1, |count| count + 1)
    }
}

fn variables(node: &Node) -> Vec<(VarId, i64)> {
    let variable = |&(object, offset): &(Object, i64)| match object {
        Object::Variable(var) => Some((var, offset)),
        Object::Site(_) | Object::Unknown => None,
    };
    node.objects.iter().filter_map(variable).collect()
}

fn site_size(cfa: &Cfa, edge: EdgeId) -> Option<u64> {
    match cfa.edges[edge].op {
        Op::Allocate { size, .. } => shape::constant(cfa, size).and_then(|size| u64::try_from(size).ok()),
        _ => None,
    }
}

/// Whether a variable exists at most once at a time.
fn exists_once(cfa: &Cfa, var: VarId) -> bool {
    let variable = &cfa.vars[var];
    match (&variable.kind, variable.function) {
        (VarKind::Static(_), _) | (_, None) => true,
        (VarKind::Param | VarKind::Local | VarKind::Temp | VarKind::Result, Some(function)) => {
            !cfa.structure().calls().is_recursive(function)
        }
    }
}

fn is_literal(cfa: &Cfa, object: Object) -> bool {
    match object {
        Object::Variable(var) => matches!(cfa.vars[var].kind, VarKind::Static(StaticInit::Literal(_))),
        Object::Site(_) | Object::Unknown => false,
    }
}

fn is_static(cfa: &Cfa, var: VarId) -> bool {
    matches!(cfa.vars[var].kind, VarKind::Static(_))
}

fn owner_of(cfa: &Cfa, node: &Node) -> Owner {
    match *node.objects {
        [(Object::Variable(var), _)] => {
            if cfa.vars[var].address_taken == AddressTaken::No && !is_static(cfa, var) {
                Owner::Activation(var)
            } else if exists_once(cfa, var) {
                Owner::Variable(var)
            } else {
                Owner::Shared
            }
        }
        [..] => Owner::Shared,
    }
}

fn region(cfa: &Cfa, node: &Node, group: &Group, parts: Parts) -> Region {
    let owner = owner_of(cfa, node);
    let unit = group.unit(node.modulus);
    let len = group.hi - group.lo;
    let is_atomic = unit as i64 == len;
    let is_whole = owner != Owner::Shared
        && node.modulus == 0
        && !group.is_ranged
        && (is_atomic || parts == Parts::Extractable && len <= MAX_WHOLE);
    let (form, unit) = if is_whole { (Form::Whole, len as u64) } else { (Form::Cells, unit) };
    let content = match group.kind {
        Kind::Float(kind) if group.is_uniform && unit == group.size => Content::Float(kind),
        Kind::Bits(sign) if group.is_uniform && unit == group.size => Content::Bits(sign),
        Kind::Float(_) | Kind::Bits(_) => Content::Bits(Sign::Unsigned),
    };
    // A cell that is no whole access is found at every multiple of its size.
    let step = match (form, group.is_uniform && unit == group.size) {
        (Form::Whole, _) => 0,
        (Form::Cells, true) => nodes::gcd(group.step, node.modulus),
        (Form::Cells, false) => unit,
    };
    let anchor = if form == Form::Whole { group.lo } else { group.anchor };
    let mut region = Region {
        form,
        content,
        unit,
        owner,
        name: names::region(cfa, node, group, form),
        lo: group.lo,
        hi: group.hi,
        anchor,
        step,
        modulus: node.modulus,
        starts_zero: false,
        is_ranged: group.is_ranged,
    };
    region.starts_zero = form == Form::Cells && owner == Owner::Shared && starts_zero(cfa, node, &region);
    region
}

/// Whether a region had better start as zeros than have zeros written cell by cell. Then fresh objects in it must be made
/// any, which is easy only if they are small.
fn starts_zero(cfa: &Cfa, node: &Node, region: &Region) -> bool {
    let (mut n_static, mut has_fresh) = (0, false);
    for (object, _) in &node.objects {
        let Object::Variable(var) = *object else {
            has_fresh = true;
            continue;
        };
        let n_cells = region.n_cells(cfa.types.size(cfa.vars[var].ty).unwrap_or(0));
        match &cfa.vars[var].kind {
            VarKind::Static(StaticInit::Zero | StaticInit::Items(_) | StaticInit::Bytes(_)) => {
                n_static = n_static.max(n_cells);
            }
            VarKind::Static(StaticInit::Literal(_) | StaticInit::Undefined) => {}
            VarKind::Param | VarKind::Local | VarKind::Temp | VarKind::Result => {
                has_fresh |= n_cells > MANY_CELLS;
            }
        }
    }
    n_static > MAX_CELLS || n_static > MANY_CELLS && !has_fresh
}
