//! Objects and their cells: what can have a value.
//!
//! A *cell* is a range of bits of one object: a scalar variable, a member, an element, a bit-field, or whatever was written there. Cells are found when
//! the program gets to them, so that elements at computed indices and heap objects have some too. Cells of one object may overlap; then writing one forgets the others.
//!
//! An *object* is a variable, for a recursive function one for each activation, or one that an edge allocated, by a number ([`crate::heap`]).
//!
//! A *track* is a cell up to activation and number: what precisions are made of. So a local of a recursive function is tracked in all
//! its activations or in none.

use cfa::{AddressTaken, Cfa, EdgeId, FunctionId, StaticInit, VarId, VarKind};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use stdx::IndexVec;

stdx::define_index! {
    /// An object.
    pub(crate) struct ObjectId = "o";
    /// A cell of an object.
    pub(crate) struct CellId = "c";
    /// A cell, up to activation and number.
    pub struct TrackId = "t";
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Object {
    /// A variable in an activation of its function; 0 where there is only one.
    Variable { var: VarId, activation: u32 },
    /// What an edge allocated.
    Heap { site: EdgeId, number: u32, size: Option<u64> },
}

/// Whose cells a track stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Origin {
    Variable(VarId),
    Site(EdgeId),
}

impl Object {
    pub(crate) fn origin(self) -> Origin {
        match self {
            Self::Variable { var, .. } => Origin::Variable(var),
            Self::Heap { site, .. } => Origin::Site(site),
        }
    }
}

/// A range of bits of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Cell {
    pub(crate) object: ObjectId,
    /// First bit.
    pub(crate) start: u64,
    /// Number of bits.
    pub(crate) width: u32,
}

impl Cell {
    pub(crate) fn end(self) -> u64 {
        self.start + u64::from(self.width)
    }
}

/// What is known of an object without looking at a state.
#[derive(Clone, Debug)]
struct ObjectEntry {
    object: Object,
    /// Bits, if known.
    bits: Option<u64>,
    /// Bytes that it has at least.
    least: u64,
    /// Its cells, by first bit and width.
    cells: BTreeMap<(u64, u32), CellId>,
}

/// What is known of a cell without looking at a state.
#[derive(Clone, Debug)]
struct CellEntry {
    cell: Cell,
    track: TrackId,
    /// Cells that share bits with it.
    overlaps: SmallVec<[CellId; 2]>,
}

/// No cell is wider.
const WIDEST: u64 = 128;

/// All objects and cells that the program got to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    objects: IndexVec<ObjectId, ObjectEntry>,
    known_objects: FxHashMap<Object, ObjectId>,
    cells: IndexVec<CellId, CellEntry>,
    known_cells: FxHashMap<Cell, CellId>,
    tracks: IndexVec<TrackId, (Origin, u64, u32)>,
    known_tracks: FxHashMap<(Origin, u64, u32), TrackId>,
    /// How many numbers the objects of an edge have had.
    numbers: FxHashMap<EdgeId, u32>,
    /// The cells of the variables of an activation, in the order in which they were found.
    frames: FxHashMap<(FunctionId, u32), Vec<CellId>>,
}

impl Memory {
    pub(crate) fn object(&mut self, cfa: &Cfa, object: Object) -> ObjectId {
        if let Some(&known) = self.known_objects.get(&object) {
            return known;
        }
        let bytes = match object {
            Object::Variable { var, .. } => variable_size(cfa, var),
            Object::Heap { size, .. } => size,
        };
        let least = match object {
            Object::Variable { var, .. } => cfa.types.size(cfa.vars[var].ty),
            Object::Heap { .. } => bytes,
        };
        let (bits, least) = (bytes.and_then(|bytes| bytes.checked_mul(8)), least.unwrap_or(0));
        let id = self.objects.push(ObjectEntry { object, bits, least, cells: BTreeMap::new() });
        if let Object::Heap { site, number, .. } = object {
            let numbers = self.numbers.entry(site).or_insert(0);
            *numbers = (*numbers).max(number + 1);
        }
        self.known_objects.insert(object, id);
        id
    }

    /// A number that no object of an edge has.
    pub(crate) fn n_of_site(&self, site: EdgeId) -> u32 {
        self.numbers.get(&site).copied().unwrap_or(0)
    }

    pub(crate) fn what(&self, object: ObjectId) -> Object {
        self.objects[object].object
    }

    /// Bits of an object, if known.
    pub(crate) fn bits(&self, object: ObjectId) -> Option<u64> {
        self.objects[object].bits
    }

    /// Bytes that an object has at least.
    pub(crate) fn least(&self, object: ObjectId) -> u64 {
        self.objects[object].least
    }

    /// The cell of a range; `None` where it is not inside the object.
    pub(crate) fn cell(&mut self, cfa: &Cfa, object: ObjectId, start: i64, width: u32) -> Option<CellId> {
        let start = u64::try_from(start).ok()?;
        let cell = Cell { object, start, width };
        if let Some(&known) = self.known_cells.get(&cell) {
            return Some(known);
        }
        let end = start.checked_add(u64::from(width))?;
        if width == 0 || self.objects[object].bits.is_some_and(|bits| end > bits) {
            return None;
        }
        let overlaps: SmallVec<[CellId; 2]> = self.cells_in(object, start, end).into_iter().collect();
        let what = self.objects[object].object;
        let key = (what.origin(), start, width);
        let track = *self.known_tracks.entry(key).or_insert_with(|| self.tracks.push(key));
        let id = self.cells.push(CellEntry { cell, track, overlaps: overlaps.clone() });
        for other in overlaps {
            self.cells[other].overlaps.push(id);
        }
        self.objects[object].cells.insert((start, width), id);
        self.known_cells.insert(cell, id);
        if let Object::Variable { var, activation } = what
            && !is_static(cfa, var)
            && let Some(function) = cfa.vars[var].function
        {
            self.frames.entry((function, activation)).or_default().push(id);
        }
        Some(id)
    }

    /// The cells that share bits with a range, in order.
    pub(crate) fn cells_in(&self, object: ObjectId, start: u64, end: u64) -> Vec<CellId> {
        let cells = &self.objects[object].cells;
        let from = (start.saturating_sub(WIDEST), 0);
        let near = cells.range(from..(end, 0));
        near.filter(|((first, width), _)| first + u64::from(*width) > start).map(|(_, &cell)| cell).collect()
    }

    pub(crate) fn range(&self, cell: CellId) -> Cell {
        self.cells[cell].cell
    }

    pub(crate) fn overlaps(&self, cell: CellId) -> &[CellId] {
        &self.cells[cell].overlaps
    }

    pub(crate) fn track(&self, cell: CellId) -> TrackId {
        self.cells[cell].track
    }

    /// All cells of an object.
    pub(crate) fn cells_of(&self, object: ObjectId) -> impl Iterator<Item = CellId> {
        self.objects[object].cells.values().copied()
    }

    /// Number of cells of an object.
    pub(crate) fn n_cells(&self, object: ObjectId) -> usize {
        self.objects[object].cells.len()
    }

    /// The cells of the variables of an activation.
    pub(crate) fn frame(&self, function: FunctionId, activation: u32) -> &[CellId] {
        self.frames.get(&(function, activation)).map_or(&[], Vec::as_slice)
    }

    /// What a track stands for: whose cells, first bit, number of bits.
    pub(crate) fn tracked(&self, track: TrackId) -> (Origin, u64, u32) {
        self.tracks[track]
    }

    pub(crate) fn n_tracks(&self) -> usize {
        self.tracks.len()
    }

    /// The name of what a track stands for.
    pub(crate) fn name(&self, cfa: &Cfa, track: TrackId) -> String {
        let (origin, start, width) = self.tracks[track];
        let of_whole = |bytes: Option<u64>| start == 0 && bytes == Some(u64::from(width) / 8);
        let (mut name, is_whole) = match origin {
            Origin::Variable(var) => {
                let variable = &cfa.vars[var];
                let own = cfa.names.text(variable.name);
                let name = match variable.function {
                    Some(function) if !is_static(cfa, var) => {
                        format!("{}::{own}", cfa.function_name(function))
                    }
                    Some(_) | None => own.to_owned(),
                };
                (name, of_whole(cfa.types.size(variable.ty)))
            }
            Origin::Site(site) => (format!("heap@{site}"), false),
        };
        if !is_whole {
            name.push_str(&if start.is_multiple_of(8) && width.is_multiple_of(8) {
                format!("[{}..{}]", start / 8, start / 8 + u64::from(width) / 8)
            } else {
                format!("[{}:{width}]", start)
            });
        }
        name
    }
}

pub(crate) fn is_static(cfa: &Cfa, var: VarId) -> bool {
    matches!(cfa.vars[var].kind, VarKind::Static(_))
}

/// Whether a pointer to a variable can exist.
pub(crate) fn is_exposed(cfa: &Cfa, object: Object) -> bool {
    match object {
        Object::Variable { var, .. } => cfa.vars[var].address_taken == AddressTaken::Yes,
        Object::Heap { .. } => true,
    }
}

/// Bytes of a variable. A record with an initialised flexible array is larger than its type says: its size is left open.
fn variable_size(cfa: &Cfa, var: VarId) -> Option<u64> {
    let variable = &cfa.vars[var];
    let declared = cfa.types.size(variable.ty);
    match &variable.kind {
        VarKind::Static(StaticInit::Bytes(bytes) | StaticInit::Literal(bytes)) => {
            declared.map(|size| size.max(bytes.len() as u64))
        }
        VarKind::Static(StaticInit::Items(_)) => None,
        VarKind::Static(StaticInit::Zero | StaticInit::Undefined)
        | VarKind::Param
        | VarKind::Local
        | VarKind::Temp
        | VarKind::Result => declared,
    }
}
