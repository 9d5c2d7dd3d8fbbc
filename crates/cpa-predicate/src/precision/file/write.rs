//! From a precision to a text.

use super::{VERSION, encoding_line, program_line};
use crate::precision::Precision;
use formula::{Encoder, Key};
use smt::transform::FreeSymbols;
use smt::{SymbolId, TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// What a symbol of a predicate is, in the order in which symbols are written.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Meaning {
    State(Key),
    Function(String),
}

/// A text that grows place by place.
struct Writer<'w> {
    terms: &'w Terms,
    encoder: &'w Encoder<'w>,
    free: FreeSymbols,
    symbols: BTreeMap<Meaning, SymbolId>,
    places: String,
    written: usize,
    left_out: usize,
}

impl Precision {
    /// The precision as text. The same predicates give the same bytes.
    pub fn write(&self, terms: &Terms, encoder: &Encoder<'_>) -> String {
        let mut writer = Writer {
            terms,
            encoder,
            free: FreeSymbols::new(),
            symbols: BTreeMap::new(),
            places: String::new(),
            written: 0,
            left_out: 0,
        };
        writer.place("global", &self.global);
        let cfa = encoder.cfa();
        for (&function, predicates) in &self.functions {
            let place = format!("function {} {}", function.0, cfa.function_name(function));
            writer.place(&place, predicates);
        }
        for (&location, predicates) in &self.locations {
            let name = cfa.function_name(cfa.locations[location].function);
            writer.place(&format!("location {} {name}", location.0), predicates);
        }
        writer.finish()
    }
}

impl Writer<'_> {
    fn place(&mut self, place: &str, predicates: &BTreeSet<TermId>) {
        // By text: terms are numbered in the order in which a run happened to meet them.
        let texts: BTreeSet<String> =
            predicates.iter().filter_map(|&predicate| self.predicate(predicate)).collect();
        if texts.is_empty() {
            return;
        }
        let _ = writeln!(self.places, "\n{place}");
        for text in texts {
            let _ = writeln!(self.places, "{text}");
            self.written += 1;
        }
    }

    /// A predicate, and its symbols into the list; `None` if a symbol has no name that outlives this run.
    fn predicate(&mut self, predicate: TermId) -> Option<String> {
        let symbols = self.free.of(self.terms, predicate);
        let mut meanings = Vec::new();
        for symbol in symbols {
            match self.meaning(symbol) {
                Some(meaning) => meanings.push((meaning, symbol)),
                None => {
                    self.left_out += 1;
                    return None;
                }
            }
        }
        self.symbols.extend(meanings);
        Some(smt::print::term(self.terms, predicate))
    }

    fn meaning(&self, symbol: SymbolId) -> Option<Meaning> {
        let name = self.terms.symbol_name(symbol);
        if let Some(key) = self.encoder.key(symbol) {
            return (!name.contains('@')).then_some(Meaning::State(key));
        }
        self.encoder.function_sort(name).map(|_| Meaning::Function(name.to_owned()))
    }

    fn finish(self) -> String {
        let mut text =
            format!("{VERSION}\n{}\n{}\n", encoding_line(self.encoder), program_line(self.encoder));
        for (meaning, &symbol) in &self.symbols {
            let declaration = smt::print::declaration(self.terms, symbol);
            let _ = match meaning {
                Meaning::State(key) => writeln!(text, "symbol {key} {declaration}"),
                Meaning::Function(_) => writeln!(text, "symbol function {declaration}"),
            };
        }
        if self.left_out > 0 {
            let _ =
                writeln!(text, "; {} predicates with symbols of one run only are left out", self.left_out);
        }
        let _ = write!(text, "{}\nend {}\n", self.places, self.written);
        text
    }
}
