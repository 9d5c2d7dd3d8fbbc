//! The conditions of a program as predicates to begin with (dissertation, section 4.1.2): the other way to a first precision that is not empty, beside a file of an earlier run.
//!
//! What the program asks is likely to matter. Each atom of a condition is tracked in the function that asks, or everywhere if it is about nothing but globals and memory; at the
//! location of the condition alone it would be of no use, since blocks seldom end there. Refinement goes on from here as from any other precision.
//!
//! *Soundness.* A precision never makes an answer wrong: abstraction finds out which of its predicates hold. What it costs is another matter, and is why this is not the default: programs
//! have many conditions, and most of them do not bear on the property.

use super::Precision;
use crate::analysis::PredicateAnalysis;
use crate::refine::Scope;
use cfa::{FunctionId, Op};
use cpa::Context;
use formula::Frames;
use outcome::Incomplete;

/// The first activation of each function: conditions are asked about its variables.
struct First;

impl Frames for First {
    fn active(&self, _function: FunctionId) -> u32 {
        1
    }
}

impl PredicateAnalysis<'_> {
    /// The predicates that the conditions of the program give.
    pub(crate) fn conditions(&self, cx: &Context<'_>) -> Result<Precision, Incomplete> {
        let mut precision = Precision::default();
        let start = self.logic.encoder.initial(&mut self.logic.terms.borrow_mut());
        for (id, edge) in cx.cfa.edges.iter_enumerated() {
            if !matches!(edge.op, Op::Assume { .. }) {
                continue;
            }
            cx.budget.check()?;
            let function = cx.cfa.locations[edge.from].function;
            let post = self.logic.encoder.post(&mut self.logic.terms.borrow_mut(), &start, id, &First);
            // What cannot be encoded is said when the search gets there.
            let Ok(post) = post else { continue };
            let asked = self.asked(post.formula, &start.ssa)?;
            let asked = self.with_bounds(asked)?;
            let terms = self.logic.terms.borrow();
            for predicate in asked {
                match self.scope(&terms, function, predicate) {
                    Scope::Global => precision.add_global([predicate]),
                    Scope::Function | Scope::Location => precision.add_in_function(function, [predicate]),
                }
            }
        }
        Ok(precision)
    }
}
