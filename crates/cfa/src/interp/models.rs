//! Choices that models of library functions leave to whoever executes them.
//!
//! A standard allows `memcmp` any negative number, and a proof has to hold for each. An execution
//! is of one library, so it takes the number that glibc gives. A model says both by one call
//! without a body: a formula knows nothing of the result, and an execution computes it here.
//!
//! | call | in a formula | in an execution |
//! |---|---|---|
//! | `typical_T(x)` | any value | `x` |
//! | `within_T(low, high)` | any value | a chosen value from `low` to `high` |
//!
//! What the model assumes of the result behind the call must hold of both.

use super::choices::ChoiceOrigin;
use super::eval::Value;
use super::machine::{Machine, Run};
use crate::{ExprId, FunctionId, PlaceId};

/// Who chooses, by the beginning of the name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Chooser {
    /// The model.
    Typical,
    /// The environment, between two limits.
    Within,
}

impl Chooser {
    /// The chooser that a function of the library's is.
    pub(super) fn of(name: &str) -> Option<Self> {
        match name.split_once('_') {
            Some(("typical", _)) => Some(Self::Typical),
            Some(("within", _)) => Some(Self::Within),
            _ => None,
        }
    }
}

impl Machine<'_, '_> {
    /// Gives the result of such a call to its place.
    pub(super) fn choose_for_model(
        &mut self,
        (chooser, function): (Chooser, FunctionId),
        args: &[ExprId],
        place: Option<PlaceId>,
    ) -> Run<()> {
        let Some(place) = place else { return Ok(()) };
        // Another library gives another result.
        self.is_open = true;
        match (chooser, args) {
            (Chooser::Typical, &[value]) => {
                let value = self.scalar(value)?;
                self.store(place, value)
            }
            (Chooser::Within, &[low, high]) => {
                let (low, high) = (self.scalar(low)?.bits, self.scalar(high)?.bits);
                let ty = self.place_ty(place);
                let drawn = self.choose(ty, ChoiceOrigin::External(function))?;
                let types = &self.program.cfa.types;
                let number = |bits| crate::int_value(types, ty, bits);
                let chosen = between(number(low), number(high), number(drawn));
                let bits = crate::canonical(types, ty, chosen as u128);
                self.store(place, Value::number(bits))
            }
            (Chooser::Typical | Chooser::Within, _) => {
                self.choose_into(place, ChoiceOrigin::External(function))
            }
        }
    }
}

/// A number between the limits; the given one if it is.
fn between(low: i128, high: i128, given: i128) -> i128 {
    if (low..=high).contains(&given) || high < low {
        return given;
    }
    match high.checked_sub(low).and_then(|width| width.checked_add(1)) {
        Some(count) => low + given.wrapping_sub(low).rem_euclid(count),
        None => low,
    }
}

#[cfg(test)]
mod tests {
    use super::between;

    #[test]
    fn numbers_are_moved_between_the_limits() {
        assert_eq!(between(-1, 255, 7), 7);
        assert_eq!(between(-1, 255, 256), -1);
        assert_eq!(between(-1, 0, 1), -1);
        assert_eq!(between(0, i128::from(u64::MAX), -1), i128::from(u64::MAX));
        assert_eq!(between(3, 3, -9), 3);
    }
}
