//! Array values: a default and finitely many exceptions.
//!
//! Canonical, so that derived equality is extensional equality. Over an infinite index sort the default is
//! determined. Over a finite one several defaults can describe one function; the most frequent element is taken, and of
//! equally frequent ones the smallest. If fewer than half of the indices are exceptions, that is the default already.

use super::Value;
use crate::sort::Sort;
use std::collections::BTreeMap;

/// A total function from index to element.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArrayValue {
    default: Value,
    entries: BTreeMap<Value, Value>,
    /// Number of indices, if there are few enough to count.
    domain: Option<u64>,
}

impl ArrayValue {
    /// The array that is `default` everywhere. `domain` is the number of indices if that is finite and fits.
    pub fn constant(default: Value, domain: Option<u64>) -> Self {
        Self { default, entries: BTreeMap::new(), domain }
    }

    /// The element at an index.
    pub fn select(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// The array with one element replaced.
    pub fn store(&self, index: Value, element: Value) -> Self {
        let mut array = self.clone();
        if element == array.default {
            array.entries.remove(&index);
        } else {
            array.entries.insert(index, element);
        }
        array.normalise();
        array
    }

    /// The element of all indices that are not exceptions.
    pub fn default(&self) -> &Value {
        &self.default
    }

    /// The exceptions in the order of their indices.
    pub fn entries(&self) -> impl Iterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }

    fn normalise(&mut self) {
        let exceptions = self.entries.len() as u64;
        let Some(domain) = self.domain.filter(|&domain| domain <= 2 * exceptions) else { return };
        let mut counts: BTreeMap<&Value, u64> = BTreeMap::new();
        counts.insert(&self.default, domain.saturating_sub(exceptions));
        for element in self.entries.values() {
            *counts.entry(element).or_default() += 1;
        }
        let most = counts.values().copied().max().unwrap_or_default();
        let chosen = counts.iter().find(|&(_, &count)| count == most).map(|(&value, _)| value.clone());
        let Some(chosen) = chosen.filter(|chosen| *chosen != self.default) else { return };
        let old = std::mem::replace(&mut self.default, chosen);
        if exceptions < domain {
            self.rename_missing(old);
        }
        self.entries.retain(|_, element| *element != self.default);
    }

    /// Makes the indices that had the old default exceptions. Only index sorts that can be listed get here.
    fn rename_missing(&mut self, old: Value) {
        let Some(sample) = self.entries.keys().next().cloned() else { return };
        for index in all_like(&sample) {
            self.entries.entry(index).or_insert_with(|| old.clone());
        }
    }
}

/// Number of values of an index sort. Beyond 2^32 it counts as infinite: no array here has so many exceptions.
pub fn domain_size(sort: Sort) -> Option<u64> {
    match sort {
        Sort::Bool => Some(2),
        Sort::RoundingMode => Some(5),
        Sort::BitVec(width) => (width <= 32).then(|| 1 << width),
        Sort::Float(format) if format.width() <= 32 => {
            let nans = 2 * ((1u64 << (format.significand() - 1)) - 1);
            Some((1 << format.width()) - nans + 1)
        }
        Sort::Float(_) | Sort::Int | Sort::Real | Sort::Array(_) => None,
    }
}

/// All values of the sort of a value, if the sort can be listed. [`domain_size`] has counted them.
fn all_like(sample: &Value) -> Vec<Value> {
    match sample {
        Value::Bool(_) => vec![Value::Bool(false), Value::Bool(true)],
        Value::Rounding(_) => super::Rounding::ALL.iter().map(|&mode| Value::Rounding(mode)).collect(),
        Value::Bits(bits) => {
            let width = bits.width();
            (0..1u64 << width).map(|number| Value::Bits(super::Bits::from_u64(width, number))).collect()
        }
        Value::Float(float) => {
            let format = float.format();
            let of = |bits: u64| Value::Float(super::FloatValue::from_bits(format, &bits.into()));
            (0..1u64 << format.width()).map(of).collect()
        }
        Value::Int(_) | Value::Real(_) | Value::Array(_) => Vec::new(),
    }
}
