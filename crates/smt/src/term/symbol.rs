//! Declared symbols: variables and uninterpreted functions, and the copies of a variable that static
//! single assignment makes, which are called `name@index`.

use super::{SymbolId, TermId, Terms};
use crate::sort::{Sort, SortError};
use crate::value::Rounding;
use rustc_hash::FxHashMap;
use stdx::{IndexVec, Interner, Symbol};

/// A declared symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolDecl {
    /// Its name.
    pub name: Symbol,
    /// The sorts of its arguments; none for a variable.
    pub arguments: Box<[Sort]>,
    /// The sort of its value.
    pub result: Sort,
    /// Which symbol it is a copy of, and with which index.
    pub copy_of: Option<(SymbolId, u32)>,
}

#[derive(Default, Clone)]
pub(crate) struct Symbols {
    names: Interner,
    declared: IndexVec<SymbolId, SymbolDecl>,
    by_name: FxHashMap<Symbol, SymbolId>,
    copies: FxHashMap<(SymbolId, u32), SymbolId>,
    fresh: u32,
}

impl Terms {
    /// Whether a symbol can have this name: the operators and constants of the theories have theirs.
    pub fn may_be_name(name: &str) -> bool {
        !name.contains(['|', '\\']) && super::op::plain_operator(name).is_none() && !is_theory_constant(name)
    }

    /// Declares a symbol. The same declaration twice is the same symbol.
    pub fn declare(&mut self, name: &str, arguments: &[Sort], result: Sort) -> Result<SymbolId, SortError> {
        if !Self::may_be_name(name) {
            return Err(SortError::Name(name.to_owned()));
        }
        for &sort in arguments.iter().chain([&result]) {
            self.check_sort(sort)?;
        }
        let symbols = &mut self.symbols;
        let text = symbols.names.intern(name);
        if let Some(&known) = symbols.by_name.get(&text) {
            let decl = &symbols.declared[known];
            let is_same = *decl.arguments == *arguments && decl.result == result;
            return if is_same { Ok(known) } else { Err(SortError::Redeclared(name.to_owned())) };
        }
        let decl = SymbolDecl { name: text, arguments: arguments.into(), result, copy_of: None };
        let id = symbols.declared.push(decl);
        symbols.by_name.insert(text, id);
        Ok(id)
    }

    /// A variable as a term, declared if it is new.
    pub fn variable(&mut self, name: &str, sort: Sort) -> Result<TermId, SortError> {
        let symbol = self.declare(name, &[], sort)?;
        self.apply(super::Op::Apply(symbol), &[])
    }

    /// A variable whose name nobody has used.
    pub fn fresh(&mut self, stem: &str, sort: Sort) -> Result<SymbolId, SortError> {
        loop {
            let name = format!("{stem}!{}", self.symbols.fresh);
            self.symbols.fresh += 1;
            if self.symbols.names.lookup(&name).is_none() {
                return self.declare(&name, &[], sort);
            }
        }
    }

    /// The copy `name@index` of a symbol. A copy of a copy is a copy of the original.
    pub fn copy_at(&mut self, symbol: SymbolId, index: u32) -> Result<SymbolId, SortError> {
        let base = self.symbols.declared[symbol].copy_of.map_or(symbol, |(base, _)| base);
        if let Some(&known) = self.symbols.copies.get(&(base, index)) {
            return Ok(known);
        }
        let decl = self.symbols.declared[base].clone();
        let name = format!("{}@{index}", self.symbol_name(base));
        let copy = self.declare(&name, &decl.arguments, decl.result)?;
        self.symbols.declared[copy].copy_of = Some((base, index));
        self.symbols.copies.insert((base, index), copy);
        Ok(copy)
    }

    /// What was declared.
    pub fn symbol(&self, id: SymbolId) -> &SymbolDecl {
        &self.symbols.declared[id]
    }

    /// The name of a symbol.
    pub fn symbol_name(&self, id: SymbolId) -> &str {
        self.symbols.names.text(self.symbols.declared[id].name)
    }

    /// The symbol with a name.
    pub fn lookup(&self, name: &str) -> Option<SymbolId> {
        let text = self.symbols.names.lookup(name)?;
        self.symbols.by_name.get(&text).copied()
    }

    /// All symbols in the order of their declarations.
    pub fn symbols(&self) -> impl Iterator<Item = SymbolId> + use<> {
        self.symbols.declared.indices()
    }
}

/// Names of values, which no symbol can have.
fn is_theory_constant(name: &str) -> bool {
    let is_mode = |mode: &Rounding| [mode.name(), mode.long_name()].contains(&name);
    matches!(name, "true" | "false") || Rounding::ALL.iter().any(is_mode)
}
