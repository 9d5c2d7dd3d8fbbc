//! Terms that Z3's procedures return.
//!
//! The walk is iterative and memoised over Z3's shared terms. Operators are recognised by their names, because the numbers of their
//! kinds differ between versions. The variables of a binder are replaced by new symbols before its body is read, so every
//! term that is read is closed. What has no counterpart (Skolem functions, `lambda`, partial operators without a meaning of their own) is refused.
//!
//! Terms are rebuilt with the simplifying constructors.

use super::operator::{self, Head};
use super::value;
use crate::error::Z3Error;
use crate::ffi::{Ast, BinderKind, Name, Shape, SortHandle, SortShape};
use crate::translate::Translation;
use rustc_hash::FxHashMap;
use smt::{Op, Quantifier, Sort, SortError, SymbolId, TermId, Terms};

/// Reads terms of one context.
pub(crate) struct TermReader<'a> {
    terms: &'a mut Terms,
    translation: &'a mut Translation,
    known: FxHashMap<usize, TermId>,
    /// What has been read, so that no address is used twice.
    kept: Vec<Ast>,
}

/// A node whose arguments are being read.
struct Frame {
    ast: Ast,
    head: Head,
    children: Vec<Ast>,
}

/// What is still to be done.
enum Step {
    Read(Ast),
    Build(Frame),
}

impl<'a> TermReader<'a> {
    /// A reader that adds to a store what is missing.
    pub(crate) fn new(terms: &'a mut Terms, translation: &'a mut Translation) -> Self {
        Self { terms, translation, known: FxHashMap::default(), kept: Vec::new() }
    }

    /// The term.
    pub(crate) fn read(&mut self, root: &Ast) -> Result<TermId, Z3Error> {
        let mut steps = vec![Step::Read(root.clone())];
        while let Some(step) = steps.pop() {
            match step {
                Step::Read(ast) => {
                    if !self.known.contains_key(&ast.address()) {
                        let frame = self.frame(ast)?;
                        let children = frame.children.clone();
                        steps.push(Step::Build(frame));
                        steps.extend(children.into_iter().map(Step::Read));
                    }
                }
                Step::Build(frame) => {
                    let term = self.build(&frame)?;
                    self.known.insert(frame.ast.address(), term);
                    // The children of a binder are made here and are alive nowhere else.
                    self.kept.extend(frame.children);
                    self.kept.push(frame.ast);
                }
            }
        }
        self.known.get(&root.address()).copied().ok_or_else(|| strange(root))
    }

    fn frame(&mut self, ast: Ast) -> Result<Frame, Z3Error> {
        let (head, children) = match ast.shape()? {
            Shape::Numeral => (Head::Value(self.scalar(&ast)?), Vec::new()),
            Shape::Variable(_) => return Err(strange(&ast)),
            Shape::Binder(kind, sorts, body) => self.binder(&ast, kind, &sorts, &body)?,
            Shape::Application(decl, args) => match decl.name() {
                Name::Number(number) if decl.is_uninterpreted() => {
                    let symbol = self.translation.numbered(number).ok_or_else(|| strange(&ast))?;
                    (Head::Operator(Op::Apply(symbol)), args)
                }
                Name::Text(name) if !decl.is_uninterpreted() => {
                    match operator::of_name(&name, &decl.parameters()) {
                        Some(head) => (head, args),
                        None if args.is_empty() => (Head::Value(self.scalar(&ast)?), args),
                        None => return Err(Z3Error::Untranslatable(format!("the operator `{name}`"))),
                    }
                }
                Name::Number(_) | Name::Text(_) => return Err(strange(&ast)),
            },
        };
        Ok(Frame { ast, head, children })
    }

    /// A quantifier with new symbols for its variables.
    fn binder(
        &mut self,
        ast: &Ast,
        kind: BinderKind,
        sorts: &[SortHandle],
        body: &Ast,
    ) -> Result<(Head, Vec<Ast>), Z3Error> {
        let quantifier = match kind {
            BinderKind::Forall => Quantifier::Forall,
            BinderKind::Exists => Quantifier::Exists,
            BinderKind::Lambda => return Err(strange(ast)),
        };
        let mut symbols = Vec::new();
        for handle in sorts {
            let sort = self.sort(handle)?;
            symbols.push(self.terms.fresh("bound", sort).map_err(refuse)?);
        }
        let body = self.instance(body, &symbols)?;
        Ok((Head::Quantified(quantifier, symbols), vec![body]))
    }

    /// The body of a binder with symbols for its variables.
    fn instance(&mut self, body: &Ast, symbols: &[SymbolId]) -> Result<Ast, Z3Error> {
        let mut constants = Vec::new();
        // The innermost variable, which is the last, comes first.
        for &symbol in symbols.iter().rev() {
            constants.push(self.translation.constant_of(self.terms, symbol)?);
        }
        body.substitute(&constants)
    }

    /// The meaning of a predicate over symbols, where Z3 has it over the bound variables that are the predicate's arguments.
    pub(crate) fn define(
        &mut self,
        arguments: &[Ast],
        symbols: &[SymbolId],
        meaning: &Ast,
    ) -> Result<TermId, Z3Error> {
        let mut constants = Vec::new();
        for (argument, &symbol) in arguments.iter().zip(symbols) {
            let Shape::Variable(index) = argument.shape()? else { return Err(strange(argument)) };
            constants.push((index, self.translation.constant_of(self.terms, symbol)?));
        }
        constants.sort_by_key(|&(index, _)| index);
        let is_dense = constants.iter().zip(0..).all(|((index, _), place)| *index == place);
        if !is_dense || arguments.len() != symbols.len() {
            return Err(strange(meaning));
        }
        let constants: Vec<Ast> = constants.into_iter().map(|(_, constant)| constant).collect();
        let closed = if constants.is_empty() { meaning.clone() } else { meaning.substitute(&constants)? };
        self.read(&closed)
    }

    /// A sort that Z3 has.
    fn sort(&mut self, handle: &SortHandle) -> Result<Sort, Z3Error> {
        let shape = handle.shape()?;
        if let SortShape::Array(index, element) = &shape {
            // As deep as sorts nest, which is what somebody wrote.
            let (index, element) = (self.sort(index)?, self.sort(element)?);
            return self.terms.array_sort(index, element).map_err(refuse);
        }
        value::plain_sort(&shape)?.ok_or_else(|| Z3Error::Untranslatable("a sort of arrays".to_owned()))
    }

    /// A constant that is no array.
    fn scalar(&mut self, ast: &Ast) -> Result<TermId, Z3Error> {
        let sort = self.sort(&ast.sort()?)?;
        let value = value::scalar(ast, sort)?.ok_or_else(|| strange(ast))?;
        self.terms.value_term(value, sort).map_err(refuse)
    }

    fn build(&mut self, frame: &Frame) -> Result<TermId, Z3Error> {
        let mut args = Vec::with_capacity(frame.children.len());
        for child in &frame.children {
            args.push(self.known.get(&child.address()).copied().ok_or_else(|| strange(child))?);
        }
        match &frame.head {
            Head::Value(term) => Ok(*term),
            Head::Quantified(quantifier, symbols) => {
                let body = args.first().copied().ok_or_else(|| strange(&frame.ast))?;
                self.terms.quantify(*quantifier, symbols, body).map_err(refuse)
            }
            Head::Operator(op) => self.terms.apply(*op, &args).map_err(refuse),
            Head::Folded(op) => operator::fold(self.terms, *op, &args).map_err(refuse),
            Head::Special(special) => {
                let sort = self.sort(&frame.ast.sort()?)?;
                operator::special(self.terms, *special, &args, sort).map_err(refuse)
            }
        }
    }
}

fn strange(ast: &Ast) -> Z3Error {
    Z3Error::Untranslatable(ast.text())
}

/// A term of Z3 that is well-sorted there and not here.
fn refuse(error: SortError) -> Z3Error {
    Z3Error::Untranslatable(error.to_string())
}
