//! Commands. Those that neither declare, define, assert nor ask are kept by name and do nothing.

use super::sexpr::{Expr, ExprId};
use super::term::{Definition, Elaborator, Scope};
use super::{ParseError, sexpr};
use crate::sort::Sort;
use crate::term::{TermId, Terms};
use rustc_hash::FxHashSet;

/// What a script asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `assert`.
    Assert(TermId),
    /// `check-sat`, or `check-sat-assuming` with its assumptions.
    Check(Vec<TermId>),
    /// `push`.
    Push(u32),
    /// `pop`.
    Pop(u32),
    /// A command that means nothing for the terms, such as `set-info` or `get-model`.
    Other(String),
}

/// A script.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    /// The logic, if it was set.
    pub logic: Option<String>,
    /// The commands in order, without declarations and definitions.
    pub commands: Vec<Command>,
}

/// Reads a script. Only symbols that it declares are known in it.
pub fn parse_script(terms: &mut Terms, text: &str) -> Result<Script, ParseError> {
    let exprs = sexpr::read(text)?;
    let mut elaborator = Elaborator::new(terms, &exprs, Scope::Script(FxHashSet::default()));
    let mut script = Script::default();
    for &root in &exprs.roots {
        if let Some(command) = elaborator.command(root, &mut script)? {
            script.commands.push(command);
        }
    }
    Ok(script)
}

impl<'s> Elaborator<'s, '_> {
    fn command(&mut self, root: ExprId, script: &mut Script) -> Result<Option<Command>, ParseError> {
        let items = self.list(root)?;
        let (&head, args) = items.split_first().ok_or_else(|| self.error(root, "a command is expected"))?;
        let name = self.symbol(head)?;
        match (name, args) {
            ("set-logic", &[logic]) => {
                script.logic = Some(self.symbol(logic)?.to_owned());
                Ok(None)
            }
            ("declare-const", &[name, sort]) => self.declare(name, &[], sort).map(|()| None),
            ("declare-fun", &[name, sorts, sort]) => {
                let sorts = self.list(sorts)?;
                self.declare(name, sorts, sort).map(|()| None)
            }
            ("define-const", &[name, sort, body]) => self.define(name, &[], sort, body).map(|()| None),
            ("define-fun", &[name, parameters, sort, body]) => {
                let parameters = self.list(parameters)?;
                self.define(name, parameters, sort, body).map(|()| None)
            }
            ("assert", &[formula]) => self.formula(formula).map(Command::Assert).map(Some),
            ("check-sat", []) => Ok(Some(Command::Check(Vec::new()))),
            ("check-sat-assuming", &[list]) => {
                let list = self.list(list)?;
                let formulas = list.iter().map(|&formula| self.formula(formula)).collect::<Result<_, _>>()?;
                Ok(Some(Command::Check(formulas)))
            }
            ("push", _) => self.levels(args).map(Command::Push).map(Some),
            ("pop", _) => self.levels(args).map(Command::Pop).map(Some),
            (
                "set-info"
                | "set-option"
                | "get-model"
                | "get-value"
                | "get-unsat-core"
                | "get-info"
                | "get-option"
                | "get-assertions"
                | "get-assignment"
                | "get-proof"
                | "get-unsat-assumptions"
                | "echo"
                | "exit",
                _,
            ) => Ok(Some(Command::Other(name.to_owned()))),
            (_, _) => Err(self.error(root, format!("the command `{name}` is not supported in this form"))),
        }
    }

    fn levels(&self, args: &[ExprId]) -> Result<u32, ParseError> {
        match args {
            [] => Ok(1),
            [count, ..] => self.numeral(*count),
        }
    }

    fn formula(&mut self, expr: ExprId) -> Result<TermId, ParseError> {
        let term = self.term(expr)?;
        if self.terms.sort(term) == Sort::Bool {
            Ok(term)
        } else {
            Err(self.error(expr, "a formula is expected"))
        }
    }

    fn declare(&mut self, name: ExprId, sorts: &[ExprId], result: ExprId) -> Result<(), ParseError> {
        let arguments = sorts.iter().map(|&sort| self.sort(sort)).collect::<Result<Vec<_>, _>>()?;
        let result = self.sort(result)?;
        let text = self.symbol(name)?;
        let declared = self.terms.declare(text, &arguments, result);
        let symbol = declared.map_err(|error| ParseError::sort(self.offset(name), &error))?;
        if let Scope::Script(all) = &mut self.scope {
            all.insert(symbol);
        }
        Ok(())
    }

    fn define(
        &mut self,
        name: ExprId,
        parameters: &[ExprId],
        sort: ExprId,
        body: ExprId,
    ) -> Result<(), ParseError> {
        let mut symbols = Vec::new();
        for &parameter in parameters {
            let &[variable, sort] = self.list(parameter)? else {
                return Err(self.error(parameter, "a name and a sort are expected"));
            };
            let sort = self.sort(sort)?;
            let text = self.symbol(variable)?;
            let fresh = self.terms.fresh(text, sort);
            let fresh = fresh.map_err(|error| ParseError::sort(self.offset(variable), &error))?;
            symbols.push((text, fresh));
        }
        for &(text, symbol) in &symbols {
            self.bind_symbol(text, symbol);
        }
        let expected = self.sort(sort)?;
        let term = self.term(body);
        for &(text, _) in &symbols {
            self.unbind(text);
        }
        let term = term?;
        if self.terms.sort(term) != expected {
            return Err(self.error(body, "the body has another sort than the definition says"));
        }
        let parameters = symbols.into_iter().map(|(_, symbol)| symbol).collect();
        let text = self.symbol(name)?;
        self.definitions.insert(text, Definition { parameters, body: term });
        Ok(())
    }

    /// The items of a list.
    pub(super) fn list(&self, expr: ExprId) -> Result<&'s [ExprId], ParseError> {
        let exprs = self.exprs;
        match &exprs.all[expr].1 {
            Expr::List(items) => Ok(items),
            Expr::Atom(_) | Expr::Quoted(_) | Expr::Text => Err(self.error(expr, "a list is expected")),
        }
    }
}
