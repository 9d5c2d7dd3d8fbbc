//! Records, variables and functions.

use super::{Checker, Rule, Subject, shown};
use crate::{
    ArrayLen, Field, Function, FunctionId, Record, RecordId, Signature, StaticInit, Type, VarId, VarKind,
    Variadic,
};
use rustc_hash::{FxBuildHasher, FxHashSet};
use source::Span;
use stdx::IndexVec;

impl Checker<'_> {
    pub(super) fn declarations(&mut self) {
        let cfa = self.cfa;
        for (id, record) in cfa.types.records().iter_enumerated() {
            self.record(id, record);
        }
        let mut n_listed: IndexVec<VarId, u32> = IndexVec::from_elem(0, cfa.vars.len());
        for (id, function) in cfa.functions.iter_enumerated() {
            for &local in &function.locals {
                n_listed[local] += 1;
                let is_own = cfa.vars[local].function == Some(id);
                self.require(
                    is_own && !is_static(&cfa.vars[local].kind),
                    Rule::VariableOwner,
                    Subject::Var(local),
                    |_| format!("listed in the locals of {id}, to which it does not belong"),
                );
            }
            self.function(id, function);
        }
        let mut names = FxHashSet::with_capacity_and_hasher(cfa.vars.len(), FxBuildHasher);
        for (id, var) in cfa.vars.iter_enumerated() {
            let is_new = names.insert((var.function, is_static(&var.kind), var.name, var.copy));
            self.require(is_new, Rule::VariableName, Subject::Var(id), |cfa| {
                format!("another variable is named `{}` too, with the same number", cfa.names.text(var.name))
            });
            let listed = if is_static(&var.kind) { 0 } else { 1 };
            self.require(n_listed[id] == listed, Rule::VariableOwner, Subject::Var(id), |_| {
                format!("listed {} times among the locals of functions, not {listed}", n_listed[id])
            });
            let may_be_incomplete = matches!(var.kind, VarKind::Static(StaticInit::Undefined));
            self.require(
                self.is_object(var.ty) || may_be_incomplete,
                Rule::VariableType,
                Subject::Var(id),
                |cfa| format!("`{}` is not a complete object type", shown(cfa, var.ty)),
            );
            self.span(var.span, Subject::Var(id));
        }
        for (id, location) in cfa.locations.iter_enumerated() {
            let has_body = cfa.functions[location.function].body.is_some();
            self.require(has_body, Rule::Body, Subject::Location(id), |_| {
                format!("belongs to {}, which has no body", location.function)
            });
        }
        let entry = &cfa.functions[cfa.entry];
        self.require(
            entry.body.is_some() && entry.params.is_empty(),
            Rule::Entry,
            Subject::Function(cfa.entry),
            |_| "the entry function needs a body and no parameters".to_owned(),
        );
    }

    pub(super) fn span(&mut self, span: Span, subject: Subject) {
        self.require(span.lo <= span.hi, Rule::Span, subject, |_| format!("{span:?} ends before it begins"));
    }

    fn record(&mut self, id: RecordId, record: &Record) {
        let Some(layout) = &record.layout else { return };
        for (position, field) in layout.fields.iter().enumerate() {
            if !self.field_is_inside(field, layout.size) {
                self.report(Rule::Layout, Subject::Record(id), |cfa| {
                    format!(
                        "member {position} of type `{}` does not fit its {} bytes",
                        shown(cfa, field.ty),
                        layout.size
                    )
                });
            }
        }
    }

    fn field_is_inside(&self, field: &Field, record_size: u64) -> bool {
        let types = &self.cfa.types;
        match (field.bits, types.get(field.ty)) {
            (Some(bits), Type::Int(kind)) => {
                let end = bits.start.checked_add(u64::from(bits.width));
                bits.width >= 1
                    && bits.width <= types.int_kind_shape(*kind).bits
                    && field.offset == bits.start / 8
                    && end.is_some_and(|end| end <= record_size.saturating_mul(8))
            }
            (Some(_), _) => false,
            // A flexible array member begins inside, or at the end.
            (None, Type::Array(_, ArrayLen::Unknown)) => field.offset <= record_size,
            (None, _) => {
                let end = self.sizes[field.ty].and_then(|size| field.offset.checked_add(size));
                end.is_some_and(|end| end <= record_size)
            }
        }
    }

    fn function(&mut self, id: FunctionId, function: &Function) {
        let cfa = self.cfa;
        let subject = Subject::Function(id);
        self.span(function.span, subject);
        if let Some(body) = function.body {
            let own = |location| cfa.locations[location].function == id;
            self.require(own(body.entry) && own(body.exit), Rule::Body, subject, |_| {
                format!("{} or {} is not a location of the function", body.entry, body.exit)
            });
        }
        for &param in &function.params {
            let var = &cfa.vars[param];
            self.require(
                var.function == Some(id) && var.kind == VarKind::Param,
                Rule::VariableOwner,
                subject,
                |_| format!("{param} is not a parameter of the function"),
            );
        }
        if let Some(result) = function.result {
            let var = &cfa.vars[result];
            self.require(
                var.function == Some(id) && var.kind == VarKind::Result,
                Rule::VariableOwner,
                subject,
                |_| format!("{result} is not the result of the function"),
            );
        }
        match cfa.types.get(function.ty) {
            Type::Function(signature) => self.signature(id, function, signature),
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Record(_) => {
                self.report(Rule::Signature, subject, |cfa| {
                    format!("`{}` is not a function type", shown(cfa, function.ty))
                });
            }
        }
    }

    fn signature(&mut self, id: FunctionId, function: &Function, signature: &Signature) {
        let cfa = self.cfa;
        let subject = Subject::Function(id);
        if function.body.is_none() && function.params.is_empty() && function.result.is_none() {
            return;
        }
        let (n_params, n_listed) = (function.params.len(), signature.params.len());
        let count_fits = match signature.variadic {
            Variadic::No => n_params == n_listed,
            Variadic::Yes => n_params == n_listed + 1,
            Variadic::Unprototyped => n_params >= n_listed,
        };
        self.require(count_fits, Rule::Signature, subject, |_| {
            format!("{n_params} parameters do not fit a signature that lists {n_listed}")
        });
        for (&param, &ty) in function.params.iter().zip(&signature.params) {
            self.require(cfa.vars[param].ty == ty, Rule::Signature, subject, |cfa| {
                let (own, listed) = (shown(cfa, cfa.vars[param].ty), shown(cfa, ty));
                format!("parameter {param} has type `{own}` and the signature says `{listed}`")
            });
        }
        if let (Variadic::Yes, Some(&last)) = (signature.variadic, function.params.last()) {
            self.require(self.is_pointer(cfa.vars[last].ty), Rule::Signature, subject, |_| {
                format!("{last}, which holds the variable arguments, is not a pointer")
            });
        }
        let result = function.result.map_or(crate::TypeId::VOID, |result| cfa.vars[result].ty);
        self.require(result == signature.result, Rule::Signature, subject, |cfa| {
            format!(
                "the result is `{}` and the signature says `{}`",
                shown(cfa, result),
                shown(cfa, signature.result)
            )
        });
    }
}

fn is_static(kind: &VarKind) -> bool {
    match kind {
        VarKind::Static(_) => true,
        VarKind::Param | VarKind::Local | VarKind::Temp | VarKind::Result => false,
    }
}
