//! From terms to commands, each symbol declared once and each shared subterm sent once.
//!
//! The encoder mirrors what the child knows: which symbols are declared, which terms have definitions, which
//! assumptions have labels, each with its level. A definition `?d7` stands for term 7 of the store. Subterms that occur twice in a formula
//! get one, and so do those that have become large, so that a later formula that shares any part with an earlier
//! one repeats at most [`CUT`] nodes of it. Under a quantifier, where a term may mention what is bound, `let` is used instead.
//!
//! An assumption that is no literal has a label: a fresh proposition that implies it. The implication belongs to the level at which
//! it was sent; it says nothing as long as nobody assumes the label, but it is work for the solver.

mod lower;
mod names;

#[cfg(test)]
mod tests;

pub(crate) use names::{unwired, wire};

use crate::dialect::{Dialect, Operators, Scope, Sharing};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::transform::FreeSymbols;
use smt::{CoreOp, Op, Sort, SymbolId, TermId, Terms, print};
use std::fmt::Write as _;

/// A subterm with so many nodes of its own gets a definition.
const CUT: u32 = 24;

/// What the child has been told.
enum Told {
    Declared(SymbolId),
    Defined(TermId),
    LabelDeclared(TermId),
    LabelAsserted(TermId),
}

/// The mirror of what the child knows.
pub(crate) struct Encoder {
    dialect: &'static Dialect,
    sharing: Sharing,
    declared: FxHashSet<SymbolId>,
    defined: FxHashSet<TermId>,
    labels_declared: FxHashSet<TermId>,
    labels_asserted: FxHashSet<TermId>,
    told: Vec<Told>,
    levels: Vec<usize>,
    free: FreeSymbols,
}

impl Encoder {
    /// The child knows nothing.
    pub(crate) fn new(dialect: &'static Dialect, sharing: Sharing) -> Self {
        Self {
            dialect,
            sharing,
            declared: FxHashSet::default(),
            defined: FxHashSet::default(),
            labels_declared: FxHashSet::default(),
            labels_asserted: FxHashSet::default(),
            told: Vec::new(),
            levels: Vec::new(),
            free: FreeSymbols::new(),
        }
    }

    /// Whether an assumption is no literal, so that a label has to stand for it.
    pub(crate) fn needs_label(terms: &Terms, assumption: TermId) -> bool {
        !is_literal(terms, assumption)
    }

    /// Number of declarations and definitions that the child keeps.
    pub(crate) fn known_count(&self) -> usize {
        self.declared.len() + self.defined.len() + self.labels_declared.len()
    }

    /// Number of implications of labels in force.
    pub(crate) fn label_count(&self) -> usize {
        self.labels_asserted.len()
    }

    /// Opens a level.
    pub(crate) fn push(&mut self, out: &mut String) {
        self.levels.push(self.told.len());
        out.push_str("(push 1)\n");
    }

    /// Drops a level, and what the child forgets with it.
    pub(crate) fn pop(&mut self, out: &mut String) {
        out.push_str("(pop 1)\n");
        let Some(level) = self.levels.pop() else { return };
        let is_global = self.dialect.scope == Scope::Global;
        for told in self.told.split_off(level) {
            match told {
                Told::LabelAsserted(term) => {
                    self.labels_asserted.remove(&term);
                }
                // What is global belongs to no level from now on; it need not be remembered as told.
                Told::Declared(_) | Told::Defined(_) | Told::LabelDeclared(_) if is_global => {}
                Told::Declared(symbol) => {
                    self.declared.remove(&symbol);
                }
                Told::Defined(term) => {
                    self.defined.remove(&term);
                }
                Told::LabelDeclared(term) => {
                    self.labels_declared.remove(&term);
                }
            }
        }
    }

    /// Asserts a formula.
    pub(crate) fn assert(&mut self, terms: &Terms, formula: TermId, out: &mut String) {
        let text = self.expression(terms, formula, out);
        let _ = writeln!(out, "(assert {text})");
    }

    /// Asserts a formula with an annotation, such as `:named a`.
    pub(crate) fn assert_annotated(
        &mut self,
        terms: &Terms,
        formula: TermId,
        annotation: &str,
        out: &mut String,
    ) {
        let text = self.expression(terms, formula, out);
        let _ = writeln!(out, "(assert (! {text} {annotation}))");
    }

    /// A literal that can be assumed in place of a formula.
    pub(crate) fn literal(&mut self, terms: &Terms, formula: TermId, out: &mut String) -> String {
        if is_literal(terms, formula) {
            return self.expression(terms, formula, out);
        }
        let label = format!("?l{}", formula.0);
        if self.labels_declared.insert(formula) {
            self.told.push(Told::LabelDeclared(formula));
            let _ = writeln!(out, "(declare-fun {label} () Bool)");
        }
        if self.labels_asserted.insert(formula) {
            let text = self.expression(terms, formula, out);
            self.told.push(Told::LabelAsserted(formula));
            let _ = writeln!(out, "(assert (=> {label} {text}))");
        }
        label
    }

    /// A term as text; declarations and definitions that it needs are appended to the commands.
    pub(crate) fn expression(&mut self, terms: &Terms, root: TermId, out: &mut String) -> String {
        let region = self.region(terms, root);
        self.declare(terms, &region, out);
        if self.sharing == Sharing::Lets {
            return self.with_lets(terms, root);
        }
        for part in chosen(terms, root, &region, CUT) {
            let mut body = String::new();
            self.body(terms, part, &|term| self.definition(term), &mut body);
            let sort = print::sort(terms, terms.sort(part));
            let _ = writeln!(out, "(define-fun ?d{} () {sort} {body})", part.0);
            self.defined.insert(part);
            self.told.push(Told::Defined(part));
        }
        let mut text = String::new();
        self.name_or_body(terms, root, &|term| self.definition(term), &mut text);
        text
    }

    /// A term as text over what the child knows; nothing is declared or defined for it.
    pub(crate) fn with_lets(&self, terms: &Terms, root: TermId) -> String {
        let mut text = String::new();
        self.scoped(terms, root, &|term| self.definition(term), &mut text);
        text
    }

    fn definition(&self, term: TermId) -> Option<char> {
        self.defined.contains(&term).then_some('d')
    }

    /// The subterms that the child does not know, arguments first. Quantifiers are not entered.
    fn region(&self, terms: &Terms, root: TermId) -> Vec<TermId> {
        open_region(terms, root, &|term| self.defined.contains(&term))
    }

    fn declare(&mut self, terms: &Terms, region: &[TermId], out: &mut String) {
        for &part in region {
            match terms.op(part) {
                Op::Apply(symbol) => self.declare_symbol(terms, symbol, out),
                Op::Quantified(_) => {
                    for symbol in self.free.of(terms, part) {
                        self.declare_symbol(terms, symbol, out);
                    }
                }
                Op::Const(_) | Op::Core(_) | Op::Arith(_) | Op::Bv(_) | Op::Fp(_) | Op::Array(_) => {}
            }
        }
    }

    fn declare_symbol(&mut self, terms: &Terms, symbol: SymbolId, out: &mut String) {
        if !self.declared.insert(symbol) {
            return;
        }
        self.told.push(Told::Declared(symbol));
        let decl = terms.symbol(symbol);
        out.push_str("(declare-fun ");
        wire(terms, symbol, out);
        out.push_str(" (");
        for (position, &argument) in decl.arguments.iter().enumerate() {
            let space = if position == 0 { "" } else { " " };
            let _ = write!(out, "{space}{}", print::sort(terms, argument));
        }
        let _ = writeln!(out, ") {})", print::sort(terms, decl.result));
    }

    /// Writes a term with `let` for what occurs twice and has no name yet.
    fn scoped(&self, terms: &Terms, root: TermId, outer: Names<'_>, out: &mut String) {
        let region = open_region(terms, root, &|term| outer(term).is_some());
        let bound = chosen(terms, root, &region, u32::MAX);
        let mut local: FxHashSet<TermId> = FxHashSet::default();
        for &part in &bound {
            let _ = write!(out, "(let ((?e{} ", part.0);
            let names = |term: TermId| outer(term).or_else(|| local.contains(&term).then_some('e'));
            self.body(terms, part, &names, out);
            out.push_str(")) ");
            local.insert(part);
        }
        let names = |term: TermId| outer(term).or_else(|| local.contains(&term).then_some('e'));
        self.name_or_body(terms, root, &names, out);
        out.extend(std::iter::repeat_n(')', bound.len()));
    }

    fn name_or_body(&self, terms: &Terms, term: TermId, names: Names<'_>, out: &mut String) {
        match names(term) {
            Some(kind) => {
                let _ = write!(out, "?{kind}{}", term.0);
            }
            None => self.body(terms, term, names, out),
        }
    }

    /// Writes a term whose arguments may have names.
    fn body(&self, terms: &Terms, root: TermId, names: Names<'_>, out: &mut String) {
        let mut tasks = Vec::new();
        self.open(terms, root, &mut tasks, out);
        while let Some(task) = tasks.pop() {
            match task {
                Task::Text(text) => out.push_str(text),
                Task::Owned(text) => out.push_str(&text),
                Task::Term(term) => match names(term) {
                    Some(kind) => {
                        let _ = write!(out, "?{kind}{}", term.0);
                    }
                    None => self.open(terms, term, &mut tasks, out),
                },
            }
        }
    }

    /// Writes the beginning of a term and leaves the rest as tasks, the first last.
    fn open(&self, terms: &Terms, term: TermId, tasks: &mut Vec<Task>, out: &mut String) {
        let (op, args) = (terms.op(term), terms.args(term));
        if let Op::Quantified(_) = op {
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.quantified(terms, term, out));
            return;
        }
        let lowered = match self.dialect.operators {
            Operators::Standard => None,
            Operators::Older => lower::lowered(terms, op, args),
        };
        if let Some(text) = lowered {
            tasks.push(Task::Owned(format!(")) {text})")));
            for (position, &arg) in args.iter().enumerate().rev() {
                tasks.push(Task::Term(arg));
                let before = if position == 0 { "(let ((" } else { ") (" };
                tasks.push(Task::Owned(format!("{before}{} ", lower::argument(position))));
            }
            return;
        }
        if !args.is_empty() {
            out.push('(');
            tasks.push(Task::Text(")"));
        }
        match op {
            Op::Apply(symbol) => wire(terms, symbol, out),
            Op::Const(_)
            | Op::Quantified(_)
            | Op::Core(_)
            | Op::Arith(_)
            | Op::Bv(_)
            | Op::Fp(_)
            | Op::Array(_) => out.push_str(&print::operator(terms, op)),
        }
        for &arg in args.iter().rev() {
            tasks.push(Task::Term(arg));
            tasks.push(Task::Text(" "));
        }
    }

    /// What is bound may have another meaning inside, so no name from outside is used there.
    fn quantified(&self, terms: &Terms, term: TermId, out: &mut String) {
        let Some((&body, bound)) = terms.args(term).split_last() else { return };
        let _ = write!(out, "({} (", print::operator(terms, terms.op(term)));
        for &variable in bound {
            out.push('(');
            if let Op::Apply(symbol) = terms.op(variable) {
                wire(terms, symbol, out);
            }
            let _ = write!(out, " {})", print::sort(terms, terms.sort(variable)));
        }
        out.push_str(") ");
        self.scoped(terms, body, &|_| None, out);
        out.push(')');
    }
}

/// The letter of the name that a term has, if it has one.
type Names<'a> = &'a dyn Fn(TermId) -> Option<char>;

enum Task {
    Term(TermId),
    Text(&'static str),
    Owned(String),
}

/// A variable or the negation of one.
fn is_literal(terms: &Terms, formula: TermId) -> bool {
    let is_variable = |term: TermId| terms.as_variable(term).is_some();
    match terms.op(formula) {
        Op::Core(CoreOp::Not) => terms.args(formula).iter().all(|&arg| is_variable(arg)),
        Op::Apply(_) => is_variable(formula) && terms.sort(formula) == Sort::Bool,
        Op::Const(_)
        | Op::Quantified(_)
        | Op::Core(_)
        | Op::Arith(_)
        | Op::Bv(_)
        | Op::Fp(_)
        | Op::Array(_) => false,
    }
}

/// The subterms of a root that are not known, without what is below those that are, and without what is under
/// quantifiers; arguments first.
fn open_region(terms: &Terms, root: TermId, is_known: &dyn Fn(TermId) -> bool) -> Vec<TermId> {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut found = Vec::new();
    let mut pending = vec![root];
    while let Some(term) = pending.pop() {
        if is_known(term) || !seen.insert(term) {
            continue;
        }
        found.push(term);
        if !matches!(terms.op(term), Op::Quantified(_)) {
            pending.extend_from_slice(terms.args(term));
        }
    }
    found.sort_unstable();
    found
}

/// The terms of a region that get names: those with several uses, and those that have reached a size. Not the root.
fn chosen(terms: &Terms, root: TermId, region: &[TermId], cut: u32) -> Vec<TermId> {
    let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
    for &part in region {
        if !matches!(terms.op(part), Op::Quantified(_)) {
            for &arg in terms.args(part) {
                *uses.entry(arg).or_default() += 1;
            }
        }
    }
    let mut sizes: FxHashMap<TermId, u32> = FxHashMap::default();
    let mut found = Vec::new();
    for &part in region.iter().filter(|&&part| part != root && !terms.args(part).is_empty()) {
        let size = |arg: &TermId| sizes.get(arg).copied().unwrap_or(1);
        let total = terms.args(part).iter().map(size).fold(1, u32::saturating_add);
        if total >= cut || uses.get(&part).is_some_and(|&count| count > 1) {
            found.push(part);
        } else {
            sizes.insert(part, total);
        }
    }
    found
}
