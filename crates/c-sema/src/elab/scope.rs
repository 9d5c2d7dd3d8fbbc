//! Scopes (6.2.1) and the two name spaces (6.2.3) that follow them: ordinary identifiers and tags.
//!
//! Symbols are small numbers, so a binding is found by indexing a vector with its symbol; each binding remembers
//! what it hides, and leaving a scope undoes the bindings made in it. Labels have function scope and live with
//! the function; members live with their record.

use crate::hir::{FunctionId, GlobalId, LocalId};
use crate::types::Ty;
use cfa::TypeId;
use source::Span;
use stdx::{Idx, Symbol};

/// What an ordinary identifier means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Entity {
    /// A typedef name.
    Typedef(Ty),
    /// A parameter or automatic variable.
    Local(LocalId),
    /// An object of static storage.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// An enumeration constant.
    Enumerator(i128, TypeId),
    /// A parameter in a prototype, which has a type but no value.
    Parameter(TypeId),
    /// Its declaration used an unsupported feature, which is refused where the name is used.
    Refused(Symbol),
}

/// What a tag means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tag {
    /// A struct or union.
    Record(cfa::RecordId),
    /// An enumeration; without its type while it is only mentioned.
    Enum(Option<TypeId>),
    /// Its definition used an unsupported feature.
    Refused(Symbol),
}

/// A binding: what a name means, where that was said, and in which scope.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding<T> {
    /// What it means.
    pub(crate) meaning: T,
    /// Its declaration.
    pub(crate) span: Span,
    /// Nesting of its scope; the file scope has 0.
    pub(crate) depth: u32,
    symbol: Symbol,
    hidden: u32,
}

const NOTHING: u32 = u32::MAX;

/// The bindings of one name space.
#[derive(Debug)]
pub(crate) struct NameSpace<T> {
    innermost: Vec<u32>,
    bindings: Vec<Binding<T>>,
}

impl<T: Copy> NameSpace<T> {
    fn new() -> Self {
        Self { innermost: Vec::new(), bindings: Vec::new() }
    }

    fn position(&self, symbol: Symbol) -> Option<usize> {
        match self.innermost.get(symbol.index()) {
            Some(&position) if position != NOTHING => Some(position as usize),
            Some(_) | None => None,
        }
    }

    /// The innermost binding of a name.
    pub(crate) fn get(&self, symbol: Symbol) -> Option<&Binding<T>> {
        self.position(symbol).map(|position| &self.bindings[position])
    }

    /// The innermost binding, to change what it means.
    pub(crate) fn get_mut(&mut self, symbol: Symbol) -> Option<&mut Binding<T>> {
        self.position(symbol).map(|position| &mut self.bindings[position])
    }

    /// The binding of a name at file scope, hidden or not.
    pub(crate) fn at_file_scope(&self, symbol: Symbol) -> Option<&Binding<T>> {
        let mut position = self.position(symbol)?;
        loop {
            let binding = &self.bindings[position];
            if binding.depth == 0 {
                return Some(binding);
            }
            if binding.hidden == NOTHING {
                return None;
            }
            position = binding.hidden as usize;
        }
    }

    /// All bindings at file scope, in order of declaration; meaningful while no inner scope is open.
    pub(crate) fn file_scope(&self) -> impl Iterator<Item = (Symbol, T)> + '_ {
        self.bindings.iter().map(|binding| (binding.symbol, binding.meaning))
    }

    /// All names in scope, innermost first; for suggestions.
    pub(crate) fn names(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.bindings.iter().rev().map(|binding| binding.symbol)
    }

    fn bind(&mut self, symbol: Symbol, meaning: T, span: Span, depth: u32) {
        if self.innermost.len() <= symbol.index() {
            self.innermost.resize(symbol.index() + 1, NOTHING);
        }
        let hidden = std::mem::replace(&mut self.innermost[symbol.index()], self.bindings.len() as u32);
        self.bindings.push(Binding { meaning, span, depth, symbol, hidden });
    }

    fn undo_to(&mut self, mark: usize) {
        while self.bindings.len() > mark {
            if let Some(binding) = self.bindings.pop() {
                self.innermost[binding.symbol.index()] = binding.hidden;
            }
        }
    }
}

/// The scopes that are open.
#[derive(Debug)]
pub(crate) struct Scopes {
    /// Ordinary identifiers.
    pub(crate) ordinary: NameSpace<Entity>,
    /// Tags.
    pub(crate) tags: NameSpace<Tag>,
    marks: Vec<(usize, usize)>,
}

impl Scopes {
    /// The file scope of a new unit.
    pub(crate) fn new() -> Self {
        Self { ordinary: NameSpace::new(), tags: NameSpace::new(), marks: Vec::new() }
    }

    /// Nesting of the innermost scope; the file scope has 0.
    pub(crate) fn depth(&self) -> u32 {
        self.marks.len() as u32
    }

    /// Opens a scope.
    pub(crate) fn enter(&mut self) {
        self.marks.push((self.ordinary.bindings.len(), self.tags.bindings.len()));
    }

    /// Closes the innermost scope.
    pub(crate) fn leave(&mut self) {
        if let Some((ordinary, tags)) = self.marks.pop() {
            self.ordinary.undo_to(ordinary);
            self.tags.undo_to(tags);
        }
    }

    /// Closes scopes until `depth` are left, after an error broke off inside one.
    pub(crate) fn leave_to(&mut self, depth: u32) {
        while self.depth() > depth {
            self.leave();
        }
    }

    /// Declares an ordinary identifier in the innermost scope.
    pub(crate) fn declare(&mut self, symbol: Symbol, entity: Entity, span: Span) {
        let depth = self.depth();
        self.ordinary.bind(symbol, entity, span, depth);
    }

    /// Declares a tag in the innermost scope.
    pub(crate) fn declare_tag(&mut self, symbol: Symbol, tag: Tag, span: Span) {
        let depth = self.depth();
        self.tags.bind(symbol, tag, span, depth);
    }

    /// The binding of a name in the innermost scope itself.
    pub(crate) fn here(&self, symbol: Symbol) -> Option<Binding<Entity>> {
        self.ordinary.get(symbol).copied().filter(|binding| binding.depth == self.depth())
    }

    /// The binding of a tag in the innermost scope itself.
    pub(crate) fn tag_here(&self, symbol: Symbol) -> Option<Binding<Tag>> {
        self.tags.get(symbol).copied().filter(|binding| binding.depth == self.depth())
    }
}
