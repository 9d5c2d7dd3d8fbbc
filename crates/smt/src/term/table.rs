//! The table that finds terms by their hash.
//!
//! For a table that is far larger than the caches, hash-consing costs what the misses cost, and a hash that scatters makes one for
//! each term. But a term is mostly built soon after its youngest argument, and asked for again with it. So each term is first looked for in
//! a line of eight words whose place grows with the index of the youngest argument: for terms that are built one
//! after the other these lines are neighbours. Only if the line is full does the search go on in a hash table. An argument
//! that many terms share, say a variable, fills its line once, and then costs what a hash table costs.
//!
//! The words have half of the hash, so that few terms are looked at in vain, and growing looks at none. Entries are never removed, so
//! what was put behind a full line stays to be found there.

use super::TermId;

/// A set of terms whose keys the caller knows.
#[derive(Clone, Default)]
pub(super) struct Table {
    /// Lines of words, each with a hash above a term's index plus one; zero where nothing is.
    lines: Vec<u64>,
    /// Words of the same form, by linear probing. The length is a power of two, or zero.
    rest: Vec<u64>,
    rest_count: usize,
}

/// What a term is looked for by.
#[derive(Clone, Copy)]
pub(super) struct Key {
    /// A hash of operator and arguments.
    pub(super) hash: u32,
    /// The youngest argument, if there is one.
    pub(super) youngest: Option<TermId>,
}

/// Where a term is, or could be put.
pub(super) enum Place {
    Found(TermId),
    Line(usize),
    Rest(usize),
}

/// Words of a line of the cache.
const LINE: usize = 8;
const FIRST_CAPACITY: usize = 64;

/// What a word says about a term that is looked for.
enum Word {
    Empty,
    Found(TermId),
    Other,
}

impl Table {
    /// Looks for a term that `is_equal` confirms, and makes room for it.
    #[inline]
    pub(super) fn find(&mut self, key: Key, is_equal: impl Fn(TermId) -> bool) -> Place {
        let look = |word: u64| {
            if word == 0 {
                return Word::Empty;
            }
            let term = TermId(word as u32 - 1);
            if (word >> 32) as u32 == key.hash && is_equal(term) { Word::Found(term) } else { Word::Other }
        };
        if let Some(youngest) = key.youngest {
            // Three words for two terms: most lines are not full, and few words are empty.
            let youngest = youngest.0 as usize;
            let line = (youngest + youngest / 2) & !(LINE - 1);
            if line >= self.lines.len() {
                self.lines.resize((line + line / 4).next_multiple_of(LINE) + LINE, 0);
            }
            for step in 0..LINE {
                let at = line | ((key.hash as usize + step) % LINE);
                match look(self.lines[at]) {
                    Word::Empty => return Place::Line(at),
                    Word::Found(term) => return Place::Found(term),
                    Word::Other => {}
                }
            }
        }
        if self.rest_count >= self.rest.len() / 8 * 5 {
            self.grow();
        }
        let mask = self.rest.len() - 1;
        let mut at = home(key.hash, self.rest.len());
        loop {
            match look(self.rest[at]) {
                Word::Empty => return Place::Rest(at),
                Word::Found(term) => return Place::Found(term),
                Word::Other => at = (at + 1) & mask,
            }
        }
    }

    /// Puts a term where [`Table::find`] found none.
    #[inline]
    pub(super) fn insert(&mut self, place: &Place, key: Key, term: TermId) {
        let word = u64::from(key.hash) << 32 | u64::from(term.0 + 1);
        match *place {
            Place::Found(_) => {}
            Place::Line(at) => self.lines[at] = word,
            Place::Rest(at) => {
                self.rest[at] = word;
                self.rest_count += 1;
            }
        }
    }

    fn grow(&mut self) {
        let capacity = (self.rest.len() * 2).max(FIRST_CAPACITY);
        let old = std::mem::replace(&mut self.rest, vec![0; capacity]);
        for word in old.into_iter().filter(|&word| word != 0) {
            let mut at = home((word >> 32) as u32, capacity);
            while self.rest[at] != 0 {
                at = (at + 1) & (capacity - 1);
            }
            self.rest[at] = word;
        }
    }

    /// Bytes that it holds.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.lines) + size_of_val(&*self.rest)
    }
}

/// As many of the highest bits of a hash as the capacity, a power of two, has: growing moves words from front to back.
fn home(hash: u32, capacity: usize) -> usize {
    (u64::from(hash) << capacity.trailing_zeros() >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers as terms, with hashes that collide often and arguments that are shared by many.
    #[test]
    fn finds_what_was_put_in_and_nothing_else() {
        for bits in [3, 10, 32] {
            let key = |term: TermId| Key {
                hash: term.0.wrapping_mul(0x9e37_79b9) >> (32 - bits) << (32 - bits),
                youngest: (!term.0.is_multiple_of(5)).then_some(TermId(term.0 / 2 % 700)),
            };
            let mut table = Table::default();
            for term in (0..3000).map(TermId) {
                let place = table.find(key(term), |found| found == term);
                assert!(!matches!(place, Place::Found(_)), "{term} was not put in");
                table.insert(&place, key(term), term);
                for old in [term.0, term.0 / 2, 0].map(TermId) {
                    let found = table.find(key(old), |found| found == old);
                    assert!(matches!(found, Place::Found(found) if found == old), "{old}");
                }
            }
        }
    }
}
