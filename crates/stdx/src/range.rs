//! A half-open range of positions in a pool: how tree nodes keep lists without owning a vector.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

/// `start..end` positions of a `Vec<T>` pool.
pub struct IdRange<T> {
    start: u32,
    end: u32,
    marker: PhantomData<fn(T)>,
}

impl<T> IdRange<T> {
    /// The empty list.
    pub const EMPTY: Self = Self { start: 0, end: 0, marker: PhantomData };

    /// Appends `items` to the pool and returns where they are.
    pub fn store(pool: &mut Vec<T>, items: impl IntoIterator<Item = T>) -> Self {
        let start = pool.len() as u32;
        pool.extend(items);
        Self { start, end: pool.len() as u32, marker: PhantomData }
    }

    /// The items of this list.
    #[inline]
    pub fn of(self, pool: &[T]) -> &[T] {
        &pool[self.start as usize..self.end as usize]
    }

    /// Number of items.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the list is empty.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The positions, for callers that must index the pool while changing something else.
    pub fn positions(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl<T> Clone for IdRange<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for IdRange<T> {}
impl<T> PartialEq for IdRange<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.end) == (other.start, other.end)
    }
}
impl<T> Eq for IdRange<T> {}
impl<T> std::hash::Hash for IdRange<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.start, self.end).hash(state);
    }
}
impl<T> fmt::Debug for IdRange<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
