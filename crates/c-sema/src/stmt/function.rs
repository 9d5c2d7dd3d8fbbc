//! The state of the function under construction: labels (6.8.1), and what `break`, `continue` and `case` belong to.

use super::switch::SwitchState;
use crate::elab::{Res, Unit};
use crate::hir::{ExprId, ExprKind, FunctionId, GlobalId, Label, LabelId};
use cfa::TypeId;
use rustc_hash::FxHashMap;
use source::Span;
use stdx::{IdRange, IndexVec, Symbol};

/// What is known of a label.
#[derive(Clone, Copy, Debug, Default)]
struct LabelState {
    defined: Option<Span>,
    used: Option<Span>,
}

/// A statement that `break` leaves.
#[derive(Debug)]
enum Breakable {
    Loop,
    Switch,
}

/// The function under construction.
#[derive(Debug)]
pub(crate) struct FunctionState {
    pub(crate) id: FunctionId,
    pub(crate) result: TypeId,
    /// The array behind `__func__`, once used.
    pub(crate) name_object: Option<GlobalId>,
    labels: FxHashMap<Symbol, LabelId>,
    local_labels: Vec<(Symbol, LabelId)>,
    states: IndexVec<LabelId, LabelState>,
    breakables: Vec<Breakable>,
    pub(super) switches: Vec<SwitchState>,
    /// How many static initialisers are open.
    pub(crate) static_depth: u32,
}

impl FunctionState {
    /// A function that begins.
    pub(crate) fn new(id: FunctionId, result: TypeId) -> Self {
        Self {
            id,
            result,
            name_object: None,
            labels: FxHashMap::default(),
            local_labels: Vec::new(),
            states: IndexVec::new(),
            breakables: Vec::new(),
            switches: Vec::new(),
            static_depth: 0,
        }
    }

    /// Whether `__label__` declares this label in an open block.
    pub(crate) fn declares_label(&self, name: Symbol) -> bool {
        self.local_labels.iter().any(|(known, _)| *known == name)
    }

    pub(super) fn enter_loop(&mut self) {
        self.breakables.push(Breakable::Loop);
    }

    pub(super) fn enter_switch(&mut self, state: SwitchState) {
        self.breakables.push(Breakable::Switch);
        self.switches.push(state);
    }

    pub(super) fn leave(&mut self) {
        self.breakables.pop();
    }

    pub(super) fn in_breakable(&self) -> bool {
        !self.breakables.is_empty()
    }

    pub(super) fn in_loop(&self) -> bool {
        self.breakables.iter().any(|breakable| matches!(breakable, Breakable::Loop))
    }
}

impl Unit<'_> {
    /// Whether an initialiser of static storage is being elaborated inside a function.
    pub(crate) fn in_static_init(&self) -> bool {
        self.function.as_ref().is_some_and(|function| function.static_depth > 0)
    }

    fn new_label(&mut self, name: Symbol) -> LabelId {
        let label = self.body.labels.push(Label { name, address_taken: false });
        if let Some(function) = &mut self.function {
            function.states.push(LabelState::default());
        }
        label
    }

    /// The label of a name: declared by `__label__` in an open block, or the function's.
    fn label(&mut self, name: Symbol) -> LabelId {
        if let Some(function) = &self.function {
            let local = function.local_labels.iter().rev().find(|(known, _)| *known == name);
            if let Some(&(_, label)) = local {
                return label;
            }
            if let Some(&label) = function.labels.get(&name) {
                return label;
            }
        }
        let label = self.new_label(name);
        if let Some(function) = &mut self.function {
            function.labels.insert(name, label);
        }
        label
    }

    /// `__label__ a, b;`
    pub(super) fn local_labels(&mut self, names: IdRange<Symbol>) {
        let ast = self.ast;
        for &name in ast.symbol_list(names) {
            let label = self.new_label(name);
            if let Some(function) = &mut self.function {
                function.local_labels.push((name, label));
            }
        }
    }

    /// How many local labels are declared, to close a block with.
    pub(super) fn label_mark(&self) -> usize {
        self.function.as_ref().map_or(0, |function| function.local_labels.len())
    }

    /// Ends the scope of local labels declared since the mark.
    pub(super) fn close_labels(&mut self, mark: usize) {
        if let Some(function) = &mut self.function {
            function.local_labels.truncate(mark);
        }
    }

    /// `name:`
    pub(super) fn define_label(&mut self, name: Symbol, span: Span) -> Res<LabelId> {
        let label = self.label(name);
        let Some(function) = &mut self.function else { return Ok(label) };
        if let Some(earlier) = function.states[label].defined.replace(span) {
            let message = format!("the label `{}` is defined twice", self.text(name));
            return Err(self.error_with("E0316", span, message, earlier));
        }
        Ok(label)
    }

    /// `goto name;`
    pub(super) fn use_label(&mut self, name: Symbol, span: Span) -> LabelId {
        let label = self.label(name);
        if let Some(function) = &mut self.function {
            function.states[label].used.get_or_insert(span);
        }
        label
    }

    /// `&&name`
    pub(crate) fn label_address(&mut self, name: Symbol, span: Span) -> Res<ExprId> {
        if self.function.is_none() {
            return Err(self.error("E0316", span, "the address of a label outside of a function"));
        }
        if self.is_outer_label(name) {
            return Err(self.refuse("goto out of a nested function"));
        }
        let label = self.use_label(name, span);
        self.body.labels[label].address_taken = true;
        Ok(self.push(ExprKind::LabelAddress(label), TypeId::VOID_PTR, span))
    }

    /// Every label that is used must be defined.
    pub(crate) fn check_labels(&mut self) {
        let Some(function) = &self.function else { return };
        let mut missing = Vec::new();
        for (label, state) in function.states.iter_enumerated() {
            if let (None, Some(used)) = (state.defined, state.used) {
                missing.push((used, self.body.labels[label].name));
            }
        }
        for (span, name) in missing {
            let message = format!("the label `{}` is not defined", self.text(name));
            self.error("E0316", span, message);
        }
    }
}
