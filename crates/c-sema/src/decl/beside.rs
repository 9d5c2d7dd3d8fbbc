//! What runs beside `main`, and what is volatile: facts of declarations that no type holds.
//!
//! gcc puts the address of a function with the attribute `constructor` into the section
//! `.init_array`, with a priority into `.init_array.00101`; a program may put pointers there
//! itself. The start of the program calls the functions of `.preinit_array`, then those of
//! `.init_array` by priority, those without one last, and within a priority in the order in which
//! they are linked. gcc writes them in the order of the text at `-O0`; with optimisation, objects
//! of a unit follow its functions. `destructor` and `.fini_array` are the mirror image, at the end
//! of the program.
//!
//! An attribute counts in the unit that defines the function. The older sections `.ctors` and
//! `.dtors` are refused.

use super::Declared;
use crate::elab::{Res, Unit};
use crate::hir::{Beside, BesideWhat, BesideWhen, FunctionId, GlobalId, LocalId, Volatility};
use crate::types::Attributes;
use source::Span;

impl Unit<'_> {
    /// Notes where the type of a local says `volatile`.
    pub(crate) fn note_local(&mut self, local: LocalId, volatile: Volatility) {
        if !volatile.is_none() {
            self.body.volatile.locals.insert(local, volatile);
        }
    }

    /// Notes where the type of an object says `volatile`, in any of its declarations.
    pub(crate) fn note_global(&mut self, global: GlobalId, volatile: Volatility) {
        if !volatile.is_none() {
            let said = self.el.program.volatile.globals.entry(global).or_default();
            *said = said.and(volatile);
        }
    }

    /// Notes what the declaration of a function says beside its type: where its result says
    /// `volatile`, and when it runs by itself.
    pub(super) fn note_function(
        &mut self,
        function: FunctionId,
        result: Volatility,
        attributes: &Attributes,
        span: Span,
    ) {
        if !result.is_none() {
            let said = self.el.program.volatile.results.entry(function).or_default();
            *said = said.and(result);
        }
        let moments =
            [(attributes.constructor, BesideWhen::Before), (attributes.destructor, BesideWhen::After)];
        for (runs, when) in moments {
            let Some(priority) = runs else { continue };
            let what = BesideWhat::Function(function);
            match self.beside.iter_mut().find(|known| known.what == what && known.when == when) {
                Some(known) => known.priority = priority.or(known.priority),
                None => self.beside.push(Beside { what, when, priority, span }),
            }
        }
    }

    /// Notes an object that lies in a section for functions that run beside `main`.
    pub(crate) fn note_section(&mut self, global: GlobalId, declared: &Declared) -> Res<()> {
        let Some(section) = declared.attributes.section else { return Ok(()) };
        let bytes = &self.ast.strings[section].bytes;
        let name = String::from_utf8_lossy(bytes).trim_end_matches('\0').to_owned();
        let (stem, suffix) = match name.get(1..).and_then(|rest| rest.find('.')) {
            Some(at) => name.split_at(at + 1),
            None => (name.as_str(), ""),
        };
        let when = match stem {
            ".preinit_array" => BesideWhen::First,
            ".init_array" => BesideWhen::Before,
            ".fini_array" => BesideWhen::After,
            ".ctors" | ".dtors" => {
                let message = format!("unsupported feature: section {stem}");
                return Err(self.error("E0901", declared.span, message));
            }
            _ => return Ok(()),
        };
        let priority = suffix.get(1..).map(str::parse);
        let Ok(priority) = priority.transpose() else {
            let message = format!("unsupported feature: section {name}");
            return Err(self.error("E0901", declared.span, message));
        };
        let what = BesideWhat::Table(global);
        if !self.beside.iter().any(|known| known.what == what) {
            self.beside.push(Beside { what, when, priority, span: declared.span });
        }
        Ok(())
    }

    /// At the end of the unit: what it declared and defines too.
    pub(crate) fn settle_beside(&mut self) {
        let mut kept = std::mem::take(&mut self.beside);
        kept.retain_mut(|beside| match beside.what {
            BesideWhat::Function(function) => match self.el.bodies.get(&function) {
                Some(&at) if self.is_of_this_unit(at) => {
                    beside.span = at;
                    true
                }
                Some(_) | None => false,
            },
            BesideWhat::Table(_) => true,
        });
        kept.sort_by_key(|beside| beside.span.lo);
        self.el.program.beside.append(&mut kept);
    }

    fn is_of_this_unit(&self, at: Span) -> bool {
        self.own_definitions.contains(&at)
    }
}
