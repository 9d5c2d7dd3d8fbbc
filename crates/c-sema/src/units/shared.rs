//! What several units declare: whether their declarations agree.
//!
//! An object has one type (6.2.7p2), so that units which disagree on one are an error with both
//! places. A function that is declared otherwise than it is defined is an error in C, too, but
//! common and mostly harmless: arguments that are passed in the same way mean the same. Where they
//! are not, every call of the unit is refused by name.

use super::Birth;
use super::alike::Alike;
use crate::elab::Elaborator;
use crate::hir::{Definition, FunctionId, GlobalId, Linkage, Program};
use cfa::{ArrayLen, RecordId, Type, TypeId, Types};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Span};
use stdx::{Interner, Symbol};

/// What a unit says of an external name.
pub(super) struct Declaration {
    name: Symbol,
    unit: usize,
    ty: TypeId,
    span: Span,
    what: What,
    sharing: Sharing,
}

/// Objects and functions that are defined with more authority are greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Authority {
    Declared,
    Tentative,
    Defined,
}

#[derive(Clone, Copy)]
enum What {
    Function(Authority),
    Object(Authority),
}

/// Whose an object is; linkers keep the two apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sharing {
    AllThreads,
    EachThread,
}

/// What came out.
pub(super) struct Compared {
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) clashes: FxHashSet<Symbol>,
    pub(super) misfits: FxHashSet<(usize, Symbol)>,
    /// Records of different units that should be one type, since what both declare is made of them.
    pub(super) wishes: Vec<(RecordId, RecordId)>,
    /// What is taken for granted of functions that are declared otherwise than they are defined.
    pub(super) assumptions: Vec<(String, Span)>,
}

/// The external declarations of the unit that was just elaborated, whose functions and objects
/// begin at `first`.
pub(super) fn collect(
    alone: &mut Elaborator,
    unit: usize,
    first: (FunctionId, GlobalId),
    declarations: &mut Vec<Declaration>,
) {
    let Program { types, functions, globals, .. } = &mut alone.program;
    for (id, function) in functions.iter_enumerated().filter(|&(id, _)| id >= first.0) {
        if function.linkage == Linkage::External {
            let is_defined = alone.bodies.contains_key(&id);
            let what = What::Function(if is_defined { Authority::Defined } else { Authority::Declared });
            let (name, ty, span) = (function.name, function.ty, function.span);
            let sharing = Sharing::AllThreads;
            declarations.push(Declaration { name, unit, ty, span, what, sharing });
        }
    }
    for (id, global) in globals.iter_enumerated().filter(|&(id, _)| id >= first.1) {
        if global.linkage == Linkage::External {
            let what = What::Object(match global.definition {
                Definition::Extern => Authority::Declared,
                Definition::Tentative => Authority::Tentative,
                Definition::Initialised | Definition::Bytes(_) => Authority::Defined,
            });
            let ty = alone.flexible.get(&global.ty).copied().unwrap_or(global.ty);
            // A tentative array gets one element at the end of its unit (6.9.2p5).
            let ty = match (types.get(ty), &global.definition) {
                (&Type::Array(element, ArrayLen::Unknown), Definition::Tentative) => {
                    types.array(element, ArrayLen::Fixed(1))
                }
                _ => ty,
            };
            let sharing = match alone.thread_locals.contains(&id) {
                true => Sharing::EachThread,
                false => Sharing::AllThreads,
            };
            let (name, span) = (global.name, global.span);
            declarations.push(Declaration { name, unit, ty, span, what, sharing });
        }
    }
}

/// Compares the declarations of all units. One name as a function and as an object is found when
/// the units are elaborated for good.
pub(super) fn compare(
    types: &Types,
    births: &[Birth],
    names: &Interner,
    declarations: &[Declaration],
) -> Compared {
    let alike = Alike::new(types, births);
    let mut compared = Compared {
        diagnostics: Vec::new(),
        clashes: FxHashSet::default(),
        misfits: FxHashSet::default(),
        wishes: Vec::new(),
        assumptions: Vec::new(),
    };
    let mut objects: FxHashMap<Symbol, &Declaration> = FxHashMap::default();
    let mut functions: FxHashMap<Symbol, &Declaration> = FxHashMap::default();
    // The first of those with the most authority is the one that the others are compared with.
    for declaration in declarations {
        let (known, authority) = match declaration.what {
            What::Function(authority) => (&mut functions, authority),
            What::Object(authority) => (&mut objects, authority),
        };
        let best = known.entry(declaration.name).or_insert(declaration);
        let (What::Function(before) | What::Object(before)) = best.what;
        if authority > before {
            *best = declaration;
        }
    }
    for declaration in declarations {
        let best = match declaration.what {
            What::Object(_) => objects.get(&declaration.name),
            What::Function(_) => functions.get(&declaration.name),
        };
        if let Some(&best) = best {
            compare_two((types, names, &alike), best, declaration, &mut compared);
        }
    }
    compared
}

/// Compares a declaration with the one that has the most authority.
fn compare_two(
    (types, names, alike): (&Types, &Interner, &Alike<'_>),
    best: &Declaration,
    declaration: &Declaration,
    compared: &mut Compared,
) {
    let pairs = alike.pairs(best.ty, declaration.ty).filter(|_| best.sharing == declaration.sharing);
    match (best.what, pairs) {
        (_, Some(pairs)) => compared.wishes.extend(pairs),
        (What::Object(_), None) => {
            let is_first = best.unit < declaration.unit;
            let pair = if is_first { (best, declaration) } else { (declaration, best) };
            compared.diagnostics.push(disagreement(types, names, pair));
            compared.clashes.insert(declaration.name);
        }
        (What::Function(Authority::Defined), None) => {
            if alike.is_callable_as(best.ty, declaration.ty) {
                let name = names.text(best.name);
                let [defined, declared] =
                    [best, declaration].map(|one| cfa::dump::type_name(types, names, one.ty));
                let text = format!(
                    "`{name}` is declared as `{declared}`, and defined as `{defined}`: arguments and results keep their bits"
                );
                compared.assumptions.push((text, declaration.span));
            } else {
                compared.misfits.insert((declaration.unit, declaration.name));
            }
        }
        (What::Function(Authority::Declared | Authority::Tentative), None) => {}
    }
}

fn disagreement(
    types: &Types,
    names: &Interner,
    (before, after): (&Declaration, &Declaration),
) -> Diagnostic {
    let [old, new] = [before, after].map(|declaration| cfa::dump::type_name(types, names, declaration.ty));
    let name = names.text(after.name);
    let message = format!("`{name}` is declared as `{new}`, before as `{old}`");
    let diagnostic =
        Diagnostic::error("E0302", after.span, message).with_related(before.span, "the earlier one");
    if before.sharing != after.sharing {
        diagnostic.with_note("an object is thread-local in all units or in none")
    } else if old == new {
        diagnostic.with_note("types of two units are one type only if their members are the same")
    } else {
        diagnostic
    }
}
