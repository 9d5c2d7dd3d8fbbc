//! Lists per key in two vectors: how edge lists and graphs are stored without a vector per node.

/// The list of key `i` is `items[starts[i]..starts[i + 1]]`.
#[derive(Clone, Debug)]
pub(crate) struct Packed<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Packed<T> {
    /// Packs `n_pairs` pairs of key and item; the items of a key keep their order. Pairs whose key does not
    /// exist are left out, so that a broken automaton can be built and then refused.
    pub(crate) fn new(n_keys: usize, n_pairs: usize, pair: impl Fn(usize) -> (usize, T)) -> Self {
        let mut starts = vec![0u32; n_keys + 1];
        for position in 0..n_pairs {
            if let Some(count) = starts.get_mut(pair(position).0 + 1) {
                *count += 1;
            }
        }
        for key in 0..n_keys {
            starts[key + 1] += starts[key];
        }
        let mut next = starts.clone();
        let mut items = match n_pairs {
            0 => Vec::new(),
            _ => vec![pair(0).1; starts[n_keys] as usize],
        };
        for position in 0..n_pairs {
            let (key, item) = pair(position);
            if key < n_keys {
                items[next[key] as usize] = item;
                next[key] += 1;
            }
        }
        Self { starts, items }
    }

    /// Number of keys.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The items of a key; none if the key does not exist.
    #[inline]
    pub(crate) fn of(&self, key: usize) -> &[T] {
        match (self.starts.get(key), self.starts.get(key + 1)) {
            (Some(&start), Some(&end)) => &self.items[start as usize..end as usize],
            _ => &[],
        }
    }
}
