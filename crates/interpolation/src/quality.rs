//! How good facts are for an abstraction: few different atoms, and small ones.
//!
//! A fact that has the same shape at each visit of a loop is what makes an abstraction converge. So atoms are
//! counted after the indices of static single assignment are gone, in normal form.

use crate::normal::Normal;
use smt::transform::{atoms, order};
use smt::{BvOp, Op, TermId, Terms};
use std::collections::BTreeSet;

/// What a sequence of facts is like; less is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Quality {
    /// Different atoms, after the indices of copies are removed.
    pub atoms: usize,
    /// Different subterms of these atoms.
    pub size: usize,
    /// Extracts of a single bit among these.
    pub single_bits: usize,
}

/// What facts are like.
pub fn quality(terms: &mut Terms, normal: &mut Normal, facts: &[TermId]) -> Quality {
    let mut found: BTreeSet<TermId> = BTreeSet::new();
    for &fact in facts {
        // A fact that mentions two copies of one variable may become trivial; it is counted as it is then.
        let plain = terms.without_indices(fact).unwrap_or(fact);
        let plain = normal.of(terms, plain);
        found.extend(atoms(terms, plain));
    }
    let roots: Vec<TermId> = found.into_iter().collect();
    let parts = order(terms, &roots);
    let is_bit = |part: &&TermId| matches!(terms.op(**part), Op::Bv(BvOp::Extract(high, low)) if high == low);
    Quality { atoms: roots.len(), size: parts.len(), single_bits: parts.iter().filter(is_bit).count() }
}
