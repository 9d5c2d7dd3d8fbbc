//! What can only be done when all units and models are known.

use super::{FunctionInfo, Lowerer, Target};
use crate::body;
use crate::graph::Edges;
use crate::library::Model;
use c_sema::hir;
use cfa::{
    Assumption, Cfa, Function, FunctionId, FunctionOrigin, Parts, Signature, Type, TypeId, VarId, VarKind,
    Variadic,
};
use source::{Diagnostic, Span};
use stdx::{Idx, Interner};

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
        self.expand_indirect_calls(&mut program.types, &mut names);
        self.complete_statics(&program, &names);
        self.retype_statics(&mut program.types);
        let start = self.start_function(&mut program, &mut names, main);
        self.connect_calls(&mut program.types, &mut names);
        let missing = self.missing_bodies(&names);
        if !missing.is_empty() {
            return Err(missing);
        }
        let assumptions = self.assumptions.drain(..).map(|(text, span)| Assumption { text, span }).collect();
        let Self { exprs, vars, functions, graph: Edges { locations, edges, calls, .. }, .. } = self;
        let types = program.types;
        Ok(Cfa::new(Parts {
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
        }))
    }

    fn find_entry(
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

    /// The synthetic function that initialises static variables and calls the entry.
    fn start_function(
        &mut self,
        program: &mut hir::Program,
        names: &mut Interner,
        main: FunctionId,
    ) -> FunctionId {
        let signature = Signature { result: TypeId::VOID, params: Box::default(), variadic: Variadic::No };
        let ty = program.types.intern(Type::Function(signature));
        let name = names.intern("$start");
        let (params, result, locals, span) = (Vec::new(), None, Vec::new(), Span::NONE);
        let origin = FunctionOrigin::Synthetic;
        let id = self.functions.push(Function { name, ty, params, result, locals, body: None, origin, span });
        self.infos.push(FunctionInfo {
            target: Target::Body,
            address_taken: false,
            noreturn: true,
            is_model: false,
            entry: None,
            is_libc: false,
            const_params: 0,
        });
        let statics: Vec<VarId> = self
            .vars
            .iter_enumerated()
            .filter(|(_, var)| matches!(var.kind, VarKind::Static(_)))
            .map(|(id, _)| id)
            .collect();
        body::lower_start(self, program, names, id, main, &statics);
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
