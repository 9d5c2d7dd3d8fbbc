//! Typed indices: a `u32` that says which collection it belongs to, and a vector addressed by it.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A typed index. Implemented by [`define_index!`](crate::define_index).
pub trait Idx: Copy + Eq + Ord + Hash + fmt::Debug + 'static {
    /// The index with this position.
    fn new(position: usize) -> Self;
    /// The position this index stands for.
    fn index(self) -> usize;
}

/// Defines index types: `define_index! { /// Doc. pub struct EdgeId = "e"; }`; the string prefixes `Debug`
/// and `Display`.
#[macro_export]
macro_rules! define_index {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident = $prefix:literal;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(pub u32);
        impl $crate::Idx for $name {
            #[inline]
            fn new(position: usize) -> Self {
                debug_assert!(position < u32::MAX as usize, "index space exhausted");
                Self(position as u32)
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}

/// A vector addressed by a typed index.
#[derive(Clone, PartialEq, Eq)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    marker: PhantomData<fn(I)>,
}

impl<I: Idx, T> IndexVec<I, T> {
    /// An empty vector.
    pub const fn new() -> Self {
        Self { items: Vec::new(), marker: PhantomData }
    }

    /// `count` clones of `value`.
    pub fn from_elem(value: T, count: usize) -> Self
    where
        T: Clone,
    {
        Self { items: vec![value; count], marker: PhantomData }
    }

    /// Appends `item` and returns its index.
    #[inline]
    pub fn push(&mut self, item: T) -> I {
        let id = I::new(self.items.len());
        self.items.push(item);
        id
    }

    /// The index that the next [`push`](Self::push) will return.
    pub fn next_index(&self) -> I {
        I::new(self.items.len())
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item, if the index is in range.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// All indices in order.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::new)
    }

    /// All items in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// All items in order, mutable.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// All items in order with their indices.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(position, item)| (I::new(position), item))
    }

    /// The items as a slice.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    /// The last item.
    pub fn last_mut(&mut self) -> Option<&mut T> {
        self.items.last_mut()
    }

    /// Exchanges two items.
    pub fn swap(&mut self, left: I, right: I) {
        self.items.swap(left.index(), right.index());
    }

    /// Shortens to the first `count` items.
    pub fn truncate(&mut self, count: usize) {
        self.items.truncate(count);
    }

    /// Gives back memory that is not used.
    pub fn shrink_to_fit(&mut self) {
        self.items.shrink_to_fit();
    }
}

impl<I: Idx, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Idx, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter_enumerated()).finish()
    }
}

impl<I: Idx, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Idx, T> IndexMut<I> for IndexVec<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: Idx, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(iter: It) -> Self {
        Self { items: iter.into_iter().collect(), marker: PhantomData }
    }
}

impl<'a, I: Idx, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}
