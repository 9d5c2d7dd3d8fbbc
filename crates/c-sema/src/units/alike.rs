//! Compatible types of different units (6.2.7), and functions that can be called as one another.
//!
//! Records may lead back to themselves, so compatibility is the greatest relation that its rules
//! allow: a pair that is being compared is taken to be compatible. All rules ask for all parts, so
//! that a list of pairs left to compare is enough.
//!
//! Qualifiers are gone from types, so types that differ in them count as compatible (6.7.3p10 says
//! otherwise).

use super::Birth;
use cfa::{ArrayLen, FloatKind, Record, RecordId, RecordKind, Signature, Type, TypeId, Types, Variadic};
use rustc_hash::FxHashSet;
use stdx::{Idx, Symbol};

/// Compares types of different units, each with records of its own.
pub(super) struct Alike<'a> {
    types: &'a Types,
    /// The tags of records by number; records without a birth are the compiler's own.
    tags: Vec<Option<Symbol>>,
}

impl<'a> Alike<'a> {
    pub(super) fn new(types: &'a Types, births: &[Birth]) -> Self {
        let mut tags = vec![None; types.records().len()];
        for birth in births {
            tags[birth.record.index()] = birth.tag;
        }
        Self { types, tags }
    }

    /// Whether two types are compatible.
    pub(super) fn compatible(&self, left: TypeId, right: TypeId) -> bool {
        self.pairs(left, right).is_some()
    }

    /// The pairs of records that must be compatible for two types to be so, if they are.
    pub(super) fn pairs(&self, left: TypeId, right: TypeId) -> Option<Vec<(RecordId, RecordId)>> {
        let mut open = vec![(left, right)];
        let (mut assumed, mut pairs) = (FxHashSet::default(), Vec::new());
        while let Some((left, right)) = open.pop() {
            if left == right || !assumed.insert((left, right)) {
                continue;
            }
            if !self.parts(left, right, &mut open) {
                return None;
            }
            if let (&Type::Record(left), &Type::Record(right)) = (self.types.get(left), self.types.get(right))
            {
                pairs.push((left, right));
            }
        }
        Some(pairs)
    }

    /// Whether two types are compatible if their parts are, which are added to `open`.
    fn parts(&self, left: TypeId, right: TypeId, open: &mut Vec<(TypeId, TypeId)>) -> bool {
        match (self.types.get(left), self.types.get(right)) {
            (&Type::Pointer(left), &Type::Pointer(right)) => {
                open.push((left, right));
                true
            }
            (&Type::Array(left, n), &Type::Array(right, m)) => {
                open.push((left, right));
                match (n, m) {
                    (ArrayLen::Fixed(n), ArrayLen::Fixed(m)) => n == m,
                    (ArrayLen::Unknown | ArrayLen::Variable(_), _)
                    | (_, ArrayLen::Unknown | ArrayLen::Variable(_)) => true,
                }
            }
            (Type::Function(left), Type::Function(right)) => self.signatures(left, right, open),
            (&Type::Record(left), &Type::Record(right)) => self.records(left, right, open),
            (
                Type::Void
                | Type::Int(_)
                | Type::Float(_)
                | Type::Pointer(_)
                | Type::Array(..)
                | Type::Record(_)
                | Type::Function(_),
                _,
            ) => false,
        }
    }

    /// Functions (6.7.6.3p15).
    fn signatures(&self, left: &Signature, right: &Signature, open: &mut Vec<(TypeId, TypeId)>) -> bool {
        open.push((left.result, right.result));
        let promoted = |signature: &Signature| {
            signature.variadic != Variadic::Yes
                && signature.params.iter().all(|&param| self.is_promoted(param))
        };
        match (says_nothing(left), says_nothing(right)) {
            (true, true) => true,
            (true, false) => promoted(right),
            (false, true) => promoted(left),
            (false, false) => {
                open.extend(left.params.iter().copied().zip(right.params.iter().copied()));
                (left.variadic == Variadic::Yes) == (right.variadic == Variadic::Yes)
                    && left.params.len() == right.params.len()
            }
        }
    }

    /// Whether the default argument promotions keep a type (6.5.2.2p6).
    fn is_promoted(&self, ty: TypeId) -> bool {
        match *self.types.get(ty) {
            Type::Int(kind) => self.types.int_kind_shape(kind).bits >= 32,
            Type::Float(kind) => kind != FloatKind::F32,
            Type::Void | Type::Pointer(_) | Type::Array(..) | Type::Record(_) | Type::Function(_) => true,
        }
    }

    /// Records: of one kind and tag, and, if both are complete, with the same members (6.2.7p1).
    fn records(&self, left: RecordId, right: RecordId, open: &mut Vec<(TypeId, TypeId)>) -> bool {
        if self.tags[left.index()] != self.tags[right.index()] {
            return false;
        }
        let (left, right): (&Record, &Record) = (self.types.record(left), self.types.record(right));
        let kind = left.kind;
        if kind != right.kind {
            return false;
        }
        let (Some(left), Some(right)) = (&left.layout, &right.layout) else { return true };
        let [mut left_fields, mut right_fields] = [left, right].map(|layout| layout.fields.clone());
        if kind == RecordKind::Union {
            // The members of unions correspond by their names, in any order.
            left_fields.sort_by_key(|field| field.name);
            right_fields.sort_by_key(|field| field.name);
        }
        open.extend(left_fields.iter().zip(&right_fields).map(|(left, right)| (left.ty, right.ty)));
        (left.size, left.align, left_fields.len()) == (right.size, right.align, right_fields.len())
            && left_fields.iter().zip(&right_fields).all(|(left, right)| {
                (left.name, left.offset, left.bits) == (right.name, right.offset, right.bits)
            })
    }

    /// Whether a function can be called as it is declared elsewhere: arguments and result are
    /// passed in the same way.
    pub(super) fn is_callable_as(&self, definition: TypeId, declaration: TypeId) -> bool {
        let (Type::Function(definition), Type::Function(declaration)) =
            (self.types.get(definition), self.types.get(declaration))
        else {
            return false;
        };
        // A result that is dropped, or that does not exist, disturbs nobody, unless it needs
        // memory.
        let results = (definition.result, declaration.result);
        let is_dropped = [results, (results.1, results.0)]
            .iter()
            .any(|&(one, other)| one == TypeId::VOID && self.types.is_scalar(other));
        if !is_dropped && !self.passed_alike(results.0, results.1) {
            return false;
        }
        if says_nothing(definition) || says_nothing(declaration) {
            let known = if says_nothing(definition) { declaration } else { definition };
            let is_float = |&param: &TypeId| param == TypeId::FLOAT;
            return known.variadic != Variadic::Yes && !known.params.iter().any(is_float);
        }
        let mut params = definition.params.iter().zip(&declaration.params);
        (definition.variadic == Variadic::Yes) == (declaration.variadic == Variadic::Yes)
            && definition.params.len() == declaration.params.len()
            && params.all(|(&left, &right)| self.passed_alike(left, right))
    }

    /// Whether values of two types are passed in the same way and mean the same: pointers are
    /// alike, and so are integers of one width.
    fn passed_alike(&self, left: TypeId, right: TypeId) -> bool {
        match (self.types.get(left), self.types.get(right)) {
            (Type::Int(left), Type::Int(right)) => {
                self.types.int_kind_shape(*left).bits == self.types.int_kind_shape(*right).bits
            }
            (Type::Pointer(_), Type::Pointer(_)) => true,
            (
                Type::Void
                | Type::Int(_)
                | Type::Float(_)
                | Type::Pointer(_)
                | Type::Array(..)
                | Type::Record(_)
                | Type::Function(_),
                _,
            ) => self.compatible(left, right),
        }
    }
}

/// Whether a signature tells nothing of its parameters.
fn says_nothing(signature: &Signature) -> bool {
    signature.variadic == Variadic::Unprototyped && signature.params.is_empty()
}
