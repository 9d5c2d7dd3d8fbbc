//! Several translation units: which of their types are one type, and whether their declarations
//! agree (6.2.7).
//!
//! Records are nominal here, but a header that two units include declares its records twice, and
//! both mean one type. Whether they do is known only when both are complete, and with them all
//! records that they lead to. So a program of several units is elaborated twice. The first time
//! each unit is alone, with records of its own, and nothing is kept but its records and its
//! external declarations. From the records follow the *classes* ([`classes`]): sets of records of
//! different units that are one type, at most one of each unit. The declarations are compared by
//! compatibility itself ([`alike`], [`shared`]). The second time, each specifier gives the record
//! of its class, so that the types of different units are one identity if they are one type, from
//! the first mention on.
//!
//! *Compatible and one type.* Compatibility is not transitive: `struct s *` with `struct s` never
//! completed is compatible with the `struct s *` of two other units that differ. Classes are an
//! equivalence, so they separate more. Declarations that are compatible, but of records in
//! different classes, are refused by name.
//!
//! *Incomplete records* belong to the class of a record that completes their tag, first of one that
//! a shared declaration leads to, if their unit has no other record there. Nothing but a pointer
//! can be made of them, so nothing depends on the choice.
//!
//! *Enumerations* are their integer types, whatever their constants are (6.2.7p1 asks for more).
//!
//! *Library models* in C text are elaborated after the units of the program and are not joined. A
//! record that a model defines under a tag or typedef name of the program is the program's, if it
//! has the same members: see [`Unit::same_typedef_of_earlier_unit`].

mod alike;
mod classes;
mod shared;
#[cfg(test)]
mod tests;

use crate::elab::{Elaborator, Unit};
use crate::hir::{Body, BodySink, FunctionId, GlobalId, Initialiser, Program};
use c_syntax::ast::{self, Ast};
use cfa::{Layout, RecordId, RecordKind};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, SourceMap};
use stdx::{Idx, Interner, Symbol};

/// What elaboration knows of other units.
#[derive(Debug)]
pub(crate) enum Joining {
    /// There are none, or nobody asked.
    Alone,
    /// Each unit for itself; its records are noted.
    Recording(Vec<Birth>),
    /// All units were recorded.
    Planned(Plan),
}

/// Where a record came from while units were recorded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Birth {
    record: RecordId,
    origin: Origin,
    kind: RecordKind,
    tag: Option<Symbol>,
    is_at_file_scope: bool,
    /// The record whose definition was open, and how many were born in it before.
    parent: Option<(usize, usize)>,
}

/// The same record in every elaboration of a unit: the specifier that made it, and how many it had
/// made before. (The parameters of a definition are elaborated twice.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Origin {
    unit: usize,
    specifier: ast::RecordId,
    earlier: usize,
}

/// What is known of all units before the second elaboration.
#[derive(Debug)]
pub(crate) struct Plan {
    /// How many units there are; what follows them are models.
    units: usize,
    /// The class of each record that is not alone in its class.
    classes: FxHashMap<Origin, usize>,
    /// The record of each class, once it was made.
    records: Vec<Option<RecordId>>,
    /// Objects that two units declare with types that are not compatible. That was reported.
    clashes: FxHashSet<Symbol>,
    /// Functions whose definition cannot be called as a unit declares it.
    misfits: FxHashSet<(usize, Symbol)>,
}

/// Drops all bodies.
struct Nothing;

impl BodySink for Nothing {
    fn function(&mut self, _: &mut Program, _: &mut Interner, _: FunctionId, _: Body) {}

    fn static_init(&mut self, _: &mut Program, _: &mut Interner, _: GlobalId, _: Body, _: Initialiser) {}
}

impl Elaborator {
    /// Finds out which types of several units are one, and reports what they declare differently.
    /// Call it after all of them were announced and before the first is elaborated, and elaborate
    /// them in the same order.
    pub fn join(&mut self, units: &[Ast], map: &SourceMap, names: &mut Interner) -> Vec<Diagnostic> {
        if units.len() < 2 {
            return Vec::new();
        }
        let mut alone = Self::new(self.program.types.machine());
        alone.joining = Joining::Recording(Vec::new());
        for unit in units {
            alone.announce(unit, names);
        }
        let mut declarations = Vec::new();
        for (number, unit) in units.iter().enumerate() {
            let first = (alone.program.functions.next_index(), alone.program.globals.next_index());
            // Its messages come again when it is elaborated for good.
            let _ = alone.unit(unit, map, names, &mut Nothing);
            shared::collect(&mut alone, number, first, &mut declarations);
            alone.forget_externals();
        }
        let types = alone.program.types;
        let Joining::Recording(births) = alone.joining else { return Vec::new() };
        let compared = shared::compare(&types, &births, names, &declarations);
        self.program.assumptions.extend(compared.assumptions);
        let (classes, count) = classes::classes(&types, &births, &compared.wishes);
        let origins = births.iter().zip(classes);
        self.joining = Joining::Planned(Plan {
            units: units.len(),
            classes: origins.filter_map(|(birth, class)| Some((birth.origin, class?))).collect(),
            records: vec![None; count],
            clashes: compared.clashes,
            misfits: compared.misfits,
        });
        compared.diagnostics
    }

    fn plan(&self) -> Option<&Plan> {
        match &self.joining {
            Joining::Planned(plan) => Some(plan),
            Joining::Alone | Joining::Recording(_) => None,
        }
    }

    /// Whether two units disagree on an object, which was reported.
    pub(crate) fn is_clash(&self, name: Symbol) -> bool {
        self.plan().is_some_and(|plan| plan.clashes.contains(&name))
    }
}

impl Unit<'_> {
    /// The record that a specifier makes: that of its class, if units were joined.
    pub(crate) fn new_record(
        &mut self,
        specifier: ast::RecordId,
        kind: RecordKind,
        tag: Option<Symbol>,
    ) -> RecordId {
        let count = &mut self.born[specifier.index()];
        let origin = Origin { unit: self.number, specifier, earlier: *count };
        *count += 1;
        let is_at_file_scope = self.scopes.depth() == 0;
        let Elaborator { joining, program, .. } = &mut *self.el;
        match joining {
            Joining::Alone => program.types.declare_record(kind, tag),
            Joining::Recording(births) => {
                let record = program.types.declare_record(kind, tag);
                let parent = self.open_records.last_mut().map(|(open, children)| {
                    *children += 1;
                    (births.iter().rposition(|birth| birth.record == *open), *children)
                });
                let parent = parent.and_then(|(parent, ordinal)| Some((parent?, ordinal)));
                births.push(Birth { record, origin, kind, tag, is_at_file_scope, parent });
                record
            }
            Joining::Planned(plan) => match plan.classes.get(&origin) {
                Some(&class) => {
                    *plan.records[class].get_or_insert_with(|| program.types.declare_record(kind, tag))
                }
                None => program.types.declare_record(kind, tag),
            },
        }
    }

    /// Whether this unit is one of those that were joined, or may be joined yet.
    pub(crate) fn is_joined(&self) -> bool {
        match &self.el.joining {
            Joining::Alone => false,
            Joining::Recording(_) => true,
            Joining::Planned(plan) => self.number < plan.units,
        }
    }

    /// Whether this unit declares an external function in a way in which its definition cannot be
    /// called.
    pub(crate) fn is_misfit(&self, function: FunctionId) -> bool {
        let name = self.el.program.functions[function].name;
        self.el.plan().is_some_and(|plan| plan.misfits.contains(&(self.number, name)))
    }
}

/// Whether two layouts have the same members at the same places.
pub(crate) fn same_layout(left: &Layout, right: &Layout) -> bool {
    (left.size, left.align) == (right.size, right.align) && left.fields == right.fields
}
