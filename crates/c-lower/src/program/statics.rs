//! The initial values of static variables, once all units are known.

use super::Lowerer;
use c_sema::hir::{self, Definition};
use cfa::{AddressTaken, StaticInit, VarKind};
use stdx::Interner;

impl Lowerer {
    /// Gives every static variable its final type and initial value.
    pub(super) fn complete_statics(&mut self, program: &hir::Program, names: &Interner) {
        for (var, global) in std::mem::take(&mut self.globals) {
            let declared = &program.globals[global];
            let init = match &declared.definition {
                Definition::Tentative => StaticInit::Zero,
                Definition::Bytes(bytes) => StaticInit::Literal(bytes.clone()),
                Definition::Initialised => self.initialised.remove(&var).unwrap_or(StaticInit::Zero),
                Definition::Extern => {
                    let name = names.text(declared.name);
                    let text = match declared.weak {
                        true => format!("`{name}` is weak and never defined: it exists and holds any value"),
                        false => format!("`{name}` is declared but never defined: it holds any value"),
                    };
                    self.assume(text, declared.span);
                    StaticInit::Undefined
                }
            };
            let target = &mut self.vars[var];
            target.ty = declared.ty;
            target.align = declared.align;
            target.kind = VarKind::Static(init);
            if declared.address_taken {
                target.address_taken = AddressTaken::Yes;
            }
        }
    }
}
