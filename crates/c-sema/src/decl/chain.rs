//! The end of a function that others are nested in: hidden parameters, calls and pointers.
//!
//! *Calls.* A nested function takes a pointer to every variable that it captures, and to those that
//! the nested functions capture which it calls or whose address it takes. Who calls it passes the
//! addresses of its own variables and its own hidden parameters for the others.
//!
//! *Pointers* to nested functions are the matter of [`super::slots`].
//!
//! *Lengths* of arrays of variable length are captured like other variables. A nested function copies
//! them when it begins: they cannot change while it runs.

use super::nested::{Member, Variable};
use super::slots::Pointers;
use crate::elab::Unit;
use crate::hir::{
    Body, Callee, Expr, ExprId, ExprKind, FunctionId, InitItem, Initialiser, Local, LocalId, Rest, Stmt,
    StmtId, StmtKind,
};
use cfa::{ArrayLen, Signature, Type, TypeId, VlaId};
use rustc_hash::FxHashSet;
use source::Span;
use std::collections::{BTreeMap, BTreeSet};
use stdx::IdRange;

/// The functions that a body mentions: called, and whose address is taken.
#[derive(Default)]
pub(super) struct Mentions {
    pub(super) called: BTreeSet<usize>,
    taken: BTreeSet<usize>,
}

impl Unit<'_> {
    /// The outermost function is complete: it goes to the sink with those nested in it.
    pub(super) fn finish_nest(&mut self, function: FunctionId) {
        let body = std::mem::take(&mut self.body);
        let mut nest = std::mem::take(&mut self.nest);
        for (promised, span) in std::mem::take(&mut nest.promised) {
            let name = self.el.program.functions[promised].name;
            let message = format!("the nested function `{}` is declared and not defined", self.text(name));
            self.error("E0302", span, message);
        }
        let Some(outermost) = nest.members.first_mut() else {
            self.sink.function(&mut self.el.program, self.names, function, body);
            return;
        };
        outermost.body = Some(body);
        let mut members = nest.members;
        let mentions: Vec<Mentions> = members.iter().map(|member| self.mentions(member, &members)).collect();
        self.capture_lengths(&mut members);
        self.close_captures(&mut members, &mentions);
        let taken = mentions.iter().flat_map(|own| own.taken.iter().copied());
        // A function that captures nothing needs no activation.
        let taken: BTreeSet<usize> = taken.filter(|&at| !members[at].captured.is_empty()).collect();
        let frames = self.frames(&mut members, &taken);
        self.close_captures(&mut members, &mentions);
        let pointers = self.pointers(&members, &mentions, &taken, &frames);
        for position in 0..members.len() {
            let Some(mut body) = members[position].body.take() else { continue };
            self.rewrite(&mut body, position, &members, &pointers);
            if let Some(&frame) = frames.get(&position) {
                let inner = pointers.iter().filter(|(at, _)| members[**at].parent == Some(position));
                self.release_frame(&mut body, frame, inner.map(|(_, pointers)| pointers));
            }
            let hidden: Vec<LocalId> = members[position].captured.values().copied().collect();
            self.take_hidden(members[position].function, &hidden, &body);
            body.params.splice(0..0, hidden);
            members[position].body = Some(body);
        }
        self.made_up_bodies(&pointers);
        for member in members {
            let Some(body) = member.body else { continue };
            self.sink.function(&mut self.el.program, self.names, member.function, body);
        }
    }

    fn mentions(&self, member: &Member, members: &[Member]) -> Mentions {
        let mut found = Mentions::default();
        let Some(body) = &member.body else { return found };
        let position = |function: FunctionId| members.iter().position(|member| member.function == function);
        for expr in body.exprs.iter() {
            match expr.kind {
                ExprKind::Call(Callee::Direct(function), _) => found.called.extend(position(function)),
                // One that is not a pointer is the name in a call.
                ExprKind::Function(function) if !self.is_function(expr.ty) => {
                    found.taken.extend(position(function));
                }
                _ => {}
            }
        }
        found
    }

    // ---- what is captured -----------------------------------------------------------------------

    /// Gives each body the lengths of outer functions that its types mention.
    fn capture_lengths(&mut self, members: &mut [Member]) {
        for position in 1..members.len() {
            let Some(body) = &members[position].body else { continue };
            let own: FxHashSet<VlaId> = body.vlas.iter().map(|&(vla, _)| vla).collect();
            let types = body.exprs.iter().flat_map(|expr| match expr.kind {
                ExprKind::SizeofVla(ty) => [expr.ty, ty],
                _ => [expr.ty, expr.ty],
            });
            let types = types.chain(body.locals.iter().map(|local| local.ty));
            let mentioned: BTreeSet<TypeId> = types.collect();
            let mut lengths: BTreeSet<VlaId> = BTreeSet::new();
            for ty in mentioned {
                self.lengths_of(ty, &mut lengths);
            }
            for vla in lengths.into_iter().filter(|vla| !own.contains(vla)) {
                let ancestors = std::iter::successors(members[position].parent, |&at| members[at].parent);
                let found = ancestors.into_iter().find_map(|at| {
                    let body = members[at].body.as_ref()?;
                    let (_, local) = body.vlas.iter().find(|(known, _)| *known == vla)?;
                    Some((at, *local))
                });
                if let Some(variable) = found {
                    self.copy_length(members, position, vla, variable);
                }
            }
        }
    }

    fn lengths_of(&self, ty: TypeId, found: &mut BTreeSet<VlaId>) {
        let mut ty = ty;
        loop {
            match self.types().get(ty) {
                &Type::Array(element, length) => {
                    if let ArrayLen::Variable(vla) = length {
                        found.insert(vla);
                    }
                    ty = element;
                }
                &Type::Pointer(target) => ty = target,
                Type::Void | Type::Int(_) | Type::Float(_) | Type::Record(_) | Type::Function(_) => return,
            }
        }
    }

    /// A local with the length, which the body sets when it begins.
    fn copy_length(&mut self, members: &mut [Member], position: usize, vla: VlaId, variable: Variable) {
        let Some(owner) = &members[variable.0].body else { return };
        let length = owner.locals[variable.1].clone();
        let hidden = self.hidden_parameter(members, position, variable);
        let Some(body) = &mut members[position].body else { return };
        let (ty, span) = (length.ty, length.span);
        let copy = body.locals.push(Local { address_taken: false, ..length });
        let pointer = body.locals[hidden].ty;
        let place = body.exprs.push(Expr { kind: ExprKind::Local(hidden), ty: pointer, span });
        let value = body.exprs.push(Expr { kind: ExprKind::Load(place), ty: pointer, span });
        let place = body.exprs.push(Expr { kind: ExprKind::Deref(value), ty, span });
        let value = body.exprs.push(Expr { kind: ExprKind::Load(place), ty, span });
        let items = IdRange::store(&mut body.pools.init_items, [InitItem { path: IdRange::EMPTY, value }]);
        let init = Initialiser { rest: Rest::None, items };
        let declare = body.stmts.push(Stmt { kind: StmtKind::Declare(copy), span });
        let init = body.stmts.push(Stmt { kind: StmtKind::Init(copy, init), span });
        begin_with(body, &[declare, init], copy);
        body.vlas.push((vla, copy));
    }

    /// The hidden parameter of a member that points to a variable.
    fn hidden_parameter(&mut self, members: &mut [Member], position: usize, variable: Variable) -> LocalId {
        if let Some(&known) = members[position].captured.get(&variable) {
            return known;
        }
        let Some(owner) = &mut members[variable.0].body else { return LocalId(0) };
        owner.locals[variable.1].address_taken = true;
        let Local { name, ty, span, .. } = owner.locals[variable.1];
        let volatile = owner.volatile.locals.get(&variable.1).copied().unwrap_or_default().derived();
        let ty = self.types_mut().pointer(ty);
        let Some(body) = &mut members[position].body else { return LocalId(0) };
        let hidden = body.locals.push(Local { name, ty, address_taken: false, align: None, span });
        if !volatile.is_none() {
            body.volatile.locals.insert(hidden, volatile);
        }
        members[position].captured.insert(variable, hidden);
        hidden
    }

    /// The variables by which activations are known, of functions with a nested one whose address
    /// is taken; that one captures it.
    fn frames(&mut self, members: &mut [Member], taken: &BTreeSet<usize>) -> BTreeMap<usize, LocalId> {
        let mut frames = BTreeMap::new();
        for &position in taken {
            let Some(parent) = members[position].parent else { continue };
            let name = self.names.intern("$frame");
            let span = self.el.program.functions[members[parent].function].span;
            let Some(body) = &mut members[parent].body else { continue };
            let frame = *frames.entry(parent).or_insert_with(|| {
                let (ty, align) = (TypeId::CHAR, None);
                body.locals.push(Local { name, ty, address_taken: true, align, span })
            });
            if members[position].body.is_some() {
                self.hidden_parameter(members, position, (parent, frame));
            }
        }
        frames
    }

    /// What a function mentions needs its captures too, unless they are the function's own.
    fn close_captures(&mut self, members: &mut [Member], mentions: &[Mentions]) {
        loop {
            let mut changed = false;
            for (position, own) in mentions.iter().enumerate() {
                let mentioned = own.called.iter().chain(&own.taken);
                let wanted: BTreeSet<Variable> = mentioned
                    .flat_map(|&other| members[other].captured.keys().copied())
                    .filter(|variable| variable.0 != position)
                    .collect();
                for variable in wanted {
                    if members[position].body.is_some() && !members[position].captured.contains_key(&variable)
                    {
                        self.hidden_parameter(members, position, variable);
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Puts the hidden parameters into the type of a function.
    fn take_hidden(&mut self, function: FunctionId, hidden: &[LocalId], body: &Body) {
        let types: Vec<TypeId> = hidden.iter().map(|&local| body.locals[local].ty).collect();
        self.el.program.functions[function].ty = self.with_hidden(function, &types);
    }

    fn with_hidden(&mut self, function: FunctionId, hidden: &[TypeId]) -> TypeId {
        let ty = self.el.program.functions[function].ty;
        let Some(signature) = self.el.program.signature(function).filter(|_| !hidden.is_empty()) else {
            return ty;
        };
        let params = hidden.iter().chain(&signature.params).copied().collect();
        let signature = Signature { params, ..signature.clone() };
        self.types_mut().intern(Type::Function(signature))
    }

    // ---- calls and pointers ---------------------------------------------------------------------

    /// Calls pass the hidden arguments, and an address is that of the slot's function.
    fn rewrite(
        &mut self,
        body: &mut Body,
        position: usize,
        members: &[Member],
        pointers: &BTreeMap<usize, Pointers>,
    ) {
        let find = |function: FunctionId| {
            let at = members.iter().position(|member| member.function == function);
            at.filter(|&at| at > 0 && !members[at].captured.is_empty())
        };
        let ids: Vec<ExprId> = body.exprs.indices().collect();
        for id in ids {
            let Expr { kind, ty, span } = body.exprs[id];
            match kind {
                ExprKind::Call(Callee::Direct(function), args) => {
                    let Some(callee) = find(function) else { continue };
                    let mut all = self.hidden_arguments(body, position, (members, callee), span);
                    all.extend(args.of(&body.pools.exprs));
                    let args = IdRange::store(&mut body.pools.exprs, all);
                    body.exprs[id].kind = ExprKind::Call(Callee::Direct(function), args);
                }
                ExprKind::Function(function) if !self.is_function(ty) => {
                    let Some(callee) = find(function) else { continue };
                    let Some(pointers) = pointers.get(&callee) else { continue };
                    let args = self.hidden_arguments(body, position, (members, callee), span);
                    let args = IdRange::store(&mut body.pools.exprs, args);
                    body.exprs[id].kind = ExprKind::Call(Callee::Direct(pointers.bind), args);
                }
                _ => {}
            }
        }
    }

    /// The pointers that a member passes to another one: to its own variables, and those that it
    /// was passed.
    fn hidden_arguments(
        &mut self,
        body: &mut Body,
        position: usize,
        (members, callee): (&[Member], usize),
        span: Span,
    ) -> Vec<ExprId> {
        let mut args = Vec::with_capacity(members[callee].captured.len());
        for variable in members[callee].captured.keys() {
            let (local, is_own) = match members[position].captured.get(variable) {
                Some(&hidden) => (hidden, false),
                None => (variable.1, true),
            };
            let ty = body.locals[local].ty;
            let place = body.exprs.push(Expr { kind: ExprKind::Local(local), ty, span });
            let (kind, ty) = match is_own {
                true => (ExprKind::AddressOf(place), self.types_mut().pointer(ty)),
                false => (ExprKind::Load(place), ty),
            };
            args.push(body.exprs.push(Expr { kind, ty, span }));
        }
        args
    }
}

/// Puts statements before all others of a body, in its outermost block, which gets one more
/// variable.
pub(super) fn begin_with(body: &mut Body, first: &[StmtId], local: LocalId) {
    let Some(root) = body.root else { return };
    let StmtKind::Block(stmts, locals) = body.stmts[root].kind else { return };
    let all: Vec<StmtId> = first.iter().chain(stmts.of(&body.pools.stmts)).copied().collect();
    let stmts = IdRange::store(&mut body.pools.stmts, all);
    let mut all = locals.of(&body.pools.locals).to_vec();
    all.push(local);
    let locals = IdRange::store(&mut body.pools.locals, all);
    body.stmts[root].kind = StmtKind::Block(stmts, locals);
}
