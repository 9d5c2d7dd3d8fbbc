//! String interning: names become [`Symbol`]s, equal text gives the equal symbol.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

crate::define_index! {
    /// An interned string. Compare symbols, not strings.
    pub struct Symbol = "sym";
}

/// The table behind the symbols. Texts are kept in one buffer; nothing is ever removed.
#[derive(Default, Clone)]
pub struct Interner {
    text: String,
    ends: Vec<u32>,
    table: HashTable<u32>,
}

impl Interner {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// The symbol of `text`, new or known.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let hash = hash(text);
        let Self { text: buffer, ends, table } = self;
        if let Some(&found) = table.find(hash, |&id| slice(buffer, ends, id) == text) {
            return Symbol(found);
        }
        let id = ends.len() as u32;
        buffer.push_str(text);
        ends.push(buffer.len() as u32);
        table.insert_unique(hash, id, |&id| self::hash(slice(buffer, ends, id)));
        Symbol(id)
    }

    /// The symbol of `text` if it was interned before.
    pub fn lookup(&self, text: &str) -> Option<Symbol> {
        self.table.find(hash(text), |&id| self.text_at(id) == text).map(|&id| Symbol(id))
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.text_at(symbol.0)
    }

    /// Number of symbols.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether nothing was interned.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn text_at(&self, id: u32) -> &str {
        slice(&self.text, &self.ends, id)
    }
}

fn slice<'a>(text: &'a str, ends: &[u32], id: u32) -> &'a str {
    let start = if id == 0 { 0 } else { ends[id as usize - 1] as usize };
    &text[start..ends[id as usize] as usize]
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_text_equal_symbol() {
        let mut names = Interner::new();
        let words = ["main", "x", "", "main", "y", "x"];
        let symbols: Vec<Symbol> = words.iter().map(|word| names.intern(word)).collect();
        assert_eq!(symbols[0], symbols[3]);
        assert_eq!(symbols[1], symbols[5]);
        assert_eq!(names.len(), 4);
        for (word, symbol) in words.iter().zip(symbols) {
            assert_eq!(names.text(symbol), *word);
            assert_eq!(names.lookup(word), Some(symbol));
        }
        assert_eq!(names.lookup("absent"), None);
    }
}
