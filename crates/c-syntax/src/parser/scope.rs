//! Which names are typedef names where: the one thing a C parser must know about declarations
//! (C11 6.7.8, 6.2.1, and the ambiguity of `T * x;`).
//!
//! One byte per symbol says what the name means here, so that the question, asked at every identifier that
//! could begin a declaration, costs one load. Inner scopes log what they change and undo it at their end.
//! A name that was never declared counts as ordinary.

use stdx::Symbol;

/// What a name means to the parser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// A variable, function, enumeration constant, or nothing yet.
    Ordinary,
    /// A typedef name.
    Typedef,
}

/// The names in force.
#[derive(Default)]
pub(crate) struct Scopes {
    meanings: Vec<Meaning>,
    /// What to restore at the end of inner scopes.
    undo: Vec<(Symbol, Meaning)>,
    open: u32,
}

impl Scopes {
    /// Whether `name` is a typedef name here.
    #[inline]
    pub(crate) fn is_typedef(&self, name: Symbol) -> bool {
        self.meanings.get(name.0 as usize) == Some(&Meaning::Typedef)
    }

    /// Declares `name` in the innermost scope.
    pub(crate) fn declare(&mut self, name: Symbol, meaning: Meaning) {
        let index = name.0 as usize;
        if index >= self.meanings.len() {
            if meaning == Meaning::Ordinary {
                return;
            }
            self.meanings.resize(index + 1, Meaning::Ordinary);
        }
        let old = std::mem::replace(&mut self.meanings[index], meaning);
        if old != meaning && self.open > 0 {
            self.undo.push((name, old));
        }
    }

    /// Begins a scope; the mark ends it.
    pub(crate) fn enter(&mut self) -> Mark {
        self.open += 1;
        Mark(self.undo.len())
    }

    /// Ends the scope that `mark` began, and those inside it.
    pub(crate) fn leave(&mut self, mark: Mark) {
        self.open -= 1;
        while self.undo.len() > mark.0 {
            let Some((name, meaning)) = self.undo.pop() else { break };
            self.meanings[name.0 as usize] = meaning;
        }
    }
}

/// The beginning of a scope.
#[derive(Clone, Copy)]
pub(crate) struct Mark(usize);
