//! What can only be done when all units and models are known.

use super::{FunctionInfo, Lowerer, Target};
use crate::body::{self, Start};
use crate::graph::Edges;
use crate::library::Model;
use c_sema::hir;
use cfa::{
    Assumption, Cfa, Expr, FloatKind, Function, FunctionId, FunctionOrigin, MachineModel, Parts, Type,
    TypeId, Types, VarId, VarKind,
};
use source::{Diagnostic, Span};
use stdx::{Idx, Interner, Symbol};

impl Lowerer {
    /// Completes the program. `entry` is where it starts.
    pub(super) fn finish(
        mut self,
        mut program: hir::Program,
        mut names: Interner,
        entry: &str,
    ) -> Result<Cfa, Vec<Diagnostic>> {
        let Some(main) = self.find_entry(&program, &mut names, entry) else {
            return Err(vec![no_entry(entry)]);
        };
        for (text, span) in std::mem::take(&mut program.assumptions) {
            self.assume(text, span);
        }
        self.wrap_models(&mut program, &mut names);
        self.pass_on_watched(&mut program, &mut names);
        self.expand_indirect_calls(&mut program.types, &mut names);
        self.complete_statics(&program, &names);
        self.retype_statics(&mut program.types);
        let constructors = self.constructors(&program, &mut names);
        let endings = self.endings(&mut program, &mut names);
        self.settle_exits(endings);
        let interrupts = self.interrupts_function(&mut program, &mut names)?;
        let statics: Vec<VarId> = self
            .vars
            .iter_enumerated()
            .filter(|(_, var)| matches!(var.kind, VarKind::Static(_)))
            .map(|(id, _)| id)
            .collect();
        let handlers = interrupts.as_ref().map(|interrupts| interrupts.function);
        let start = Start { statics, constructors, interrupts: handlers, main, ending: endings.normally() };
        let start = self.start_function(&mut program, &mut names, start);
        if let Some(interrupts) = interrupts {
            self.add_interrupts(&interrupts);
        }
        if !self.diagnostics.is_empty() {
            return Err(self.diagnostics);
        }
        self.connect_calls(&mut program.types, &mut names);
        self.note_floats(&program.types);
        let missing = self.missing_bodies(&names);
        if !missing.is_empty() {
            return Err(missing);
        }
        let assumptions = self.assumptions.drain(..).map(|(text, span)| Assumption { text, span }).collect();
        let Self { exprs, vars, functions, graph: Edges { locations, edges, calls, .. }, .. } = self;
        let types = program.types;
        let mut cfa = Cfa::new(Parts {
            names,
            types,
            exprs,
            vars,
            functions,
            locations,
            edges,
            calls,
            entry: start,
            assumptions,
        });
        if let Some(span) = cfa::dangling::compared(&cfa) {
            let text = "a pointer to a local that is gone equals no pointer to another object".to_owned();
            cfa.assumptions.push(Assumption { text, span });
        }
        Ok(cfa)
    }

    /// On x86 without SSE, gcc computes in registers of 80 bits, and rounds when it stores.
    fn note_floats(&mut self, types: &Types) {
        let is_narrow = |ty| matches!(types.get(ty), Type::Float(FloatKind::F32 | FloatKind::F64));
        let is_computed = |id| {
            is_narrow(self.exprs.ty(id))
                && match self.exprs.expr(id) {
                    Expr::Binary(..) => true,
                    Expr::Const(_)
                    | Expr::Load(_)
                    | Expr::AddressOf(_)
                    | Expr::Function(_)
                    | Expr::Unary(..)
                    | Expr::Cast(_) => false,
                }
        };
        if types.machine() == MachineModel::Ilp32 && self.exprs.expr_ids().any(is_computed) {
            let text = "results of `float` and `double` are rounded to their type, as by gcc's -mfpmath=sse";
            self.assume(text.to_owned(), Span::NONE);
        }
    }

    pub(super) fn find_entry(
        &mut self,
        program: &hir::Program,
        names: &mut Interner,
        entry: &str,
    ) -> Option<FunctionId> {
        let name = names.lookup(entry)?;
        let found = program
            .functions
            .iter_enumerated()
            .find(|(_, function)| function.name == name && function.defined)?;
        Some(self.function(program, names, found.0))
    }

    /// A library function with a model that is called through a pointer gets a body that does what the model does.
    fn wrap_models(&mut self, program: &mut hir::Program, names: &mut Interner) {
        for position in 0..self.functions.len() {
            let id = FunctionId::new(position);
            let FunctionInfo { target, address_taken: true, .. } = self.infos[id] else { continue };
            if let Target::Model(model) = target
                && !matches!(model, Model::NoEffect | Model::Output)
            {
                body::wrap_model(self, program, names, id, model);
                self.infos[id].target = Target::Body;
            }
        }
    }

    /// A function that no text has.
    pub(super) fn new_synthetic(&mut self, name: Symbol, ty: TypeId, origin: FunctionOrigin) -> FunctionId {
        let (params, result, locals, span) = (Vec::new(), None, Vec::new(), Span::NONE);
        let id = self.functions.push(Function { name, ty, params, result, locals, body: None, origin, span });
        self.infos.push(FunctionInfo {
            target: Target::Body,
            address_taken: false,
            noreturn: false,
            is_model: false,
            entry: None,
            is_libc: false,
            const_params: 0,
        });
        id
    }

    /// The elaborator promised a body for every defined function.
    fn missing_bodies(&self, names: &Interner) -> Vec<Diagnostic> {
        let expected = self.functions.iter().zip(self.infos.iter());
        expected
            .filter(|(function, info)| matches!(info.target, Target::Body) && function.body.is_none())
            .map(|(function, _)| {
                let name = names.text(function.name);
                Diagnostic::error("E0403", function.span, format!("the body of `{name}` is missing"))
            })
            .collect()
    }
}

fn no_entry(entry: &str) -> Diagnostic {
    Diagnostic::error("E0401", Span::NONE, format!("the program has no function `{entry}`"))
        .with_note("another function to start with can be chosen by `--entry NAME`")
}
