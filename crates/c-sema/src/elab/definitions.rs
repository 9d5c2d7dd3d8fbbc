//! Which of several definitions of an external name the program has, as `ld` decides it.
//!
//! A weak definition gives way to a strong one of any unit, in whatever order the units come; of
//! several weak ones the first is kept. A tentative definition is a strong one here, unless its
//! unit declares the name weak. All of a unit's definitions of a name are weak if one of its
//! declarations says so. So all units are looked through before the first is elaborated: the body
//! that is dropped is never lowered.
//!
//! An inline definition (6.7.4p7) is kept only if there is no other. C leaves open which of the two
//! the unit of the inline one calls; all other units call the external one, so that is the choice
//! that is right everywhere. Which inline definitions the linker sees depends on the standard:
//! those without `extern` in GNU89, and the others since C99. Those that it sees under all are
//! definitions like any other. Where the choice would depend on the standard, it is refused: beside
//! a weak definition, and where of two inline ones each is seen under another standard.
//!
//! A definition is known by the place of its name, which is unique among all texts. Declarations in
//! blocks are not looked at: where one says `weak` of a name with several definitions,
//! [`Elaborator::conflicting_weak`] refuses it.

use super::{Elaborator, function_definitions, internal_names};
use c_syntax::ast::{self, Ast, Flags, Storage};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;
use stdx::{IdRange, Interner, Symbol};

/// How a definition stands against others of its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strength {
    /// `inline`, and the linker sees it under some standards only.
    Inline(Seen),
    /// `inline` in a unit that declares it weak, too.
    InlineWeak,
    /// It gives way to a strong one.
    Weak,
    /// It gives way to nobody.
    Strong,
}

/// Under which standards the linker sees an inline definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seen {
    /// Under none.
    Never,
    /// In C99 and later: its unit has a declaration with `extern` or without `inline`.
    SinceC99,
    /// In GNU89: it is not `extern`.
    InGnu89,
}

/// A definition in an announced unit.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    unit: u32,
    /// Its name.
    span: Span,
    /// All of it.
    whole: Span,
    strength: Strength,
}

/// The external definitions of all announced units.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    units: u32,
    functions: FxHashMap<Symbol, Vec<Candidate>>,
    objects: FxHashMap<Symbol, Vec<Candidate>>,
}

/// What becomes of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// It is the program's, or one of several that are merged or in conflict as they are met.
    Kept,
    /// The other definition is taken instead, as the linker does.
    GivesWay,
    /// It is inline, and the one at this place is taken instead.
    InlineBeside(Span),
    /// It is inline, and so is the one that is taken. Perhaps each unit calls its own, so that both
    /// must be the same.
    InlineCopy {
        /// All of this one.
        own: Span,
        /// All of the other one.
        kept: Span,
        /// The name of the other one.
        at: Span,
    },
    /// There are two that nobody may choose between; the other is here.
    Twice(Span),
    /// Which of the two the linker takes depends on the standard in force.
    Unclear(Span),
}

impl Definitions {
    /// Looks through the declarations of a unit.
    pub(super) fn announce(&mut self, ast: &Ast, names: &Interner) {
        let unit = self.units;
        self.units += 1;
        let (internal, weak) = (internal_names(ast), weak_names(ast, names));
        let strength = |name: Symbol| if weak.contains(&name) { Strength::Weak } else { Strength::Strong };
        let external = external_names(ast);
        for (name, id) in function_definitions(ast).filter(|(name, _)| !internal.contains(name)) {
            let definition = ast.functions[id];
            let specifiers = ast.specifiers[definition.specifiers];
            let is_gnu = has_attribute(ast, names, specifiers.attributes, "gnu_inline");
            let in_gnu89 = specifiers.storage != Storage::Extern;
            let since_c99 = if is_gnu { in_gnu89 } else { external.contains(&name) };
            let strength = match (specifiers.flags.contains(Flags::INLINE) || is_gnu, strength(name)) {
                (false, strength) => strength,
                (true, Strength::Weak) => Strength::InlineWeak,
                (true, strength) => match (since_c99, in_gnu89) {
                    (true, true) => strength,
                    (true, false) => Strength::Inline(Seen::SinceC99),
                    (false, true) => Strength::Inline(Seen::InGnu89),
                    (false, false) => Strength::Inline(Seen::Never),
                },
            };
            let span = ast.declarators[definition.declarator].span;
            let candidate = Candidate { unit, span, whole: definition.span, strength };
            self.functions.entry(name).or_default().push(candidate);
        }
        for (specifiers, init) in file_scope_declarators(ast) {
            let declarator = ast.declarators[init.declarator];
            let Some(name) = declarator.name.filter(|name| !internal.contains(name)) else { continue };
            let defines = match specifiers.storage {
                Storage::None | Storage::Auto => true,
                Storage::Extern => init.init.is_some(),
                Storage::Typedef | Storage::Static | Storage::Register => false,
            };
            if defines {
                let span = declarator.span;
                let candidate = Candidate { unit, span, whole: span, strength: strength(name) };
                self.objects.entry(name).or_default().push(candidate);
            }
        }
    }

    /// The fate of a function's definition that stands at `span`.
    pub(crate) fn function(&self, name: Symbol, span: Span) -> Fate {
        let Some(all) = self.functions.get(&name) else { return Fate::Kept };
        let Some(own) = all.iter().find(|candidate| candidate.span == span) else { return Fate::Kept };
        let first = |wanted: Strength| all.iter().find(|candidate| candidate.strength == wanted);
        let (strong, weak) = (first(Strength::Strong), first(Strength::Weak));
        let (since_c99, in_gnu89) =
            (first(Strength::Inline(Seen::SinceC99)), first(Strength::Inline(Seen::InGnu89)));
        let inline = since_c99.or(in_gnu89).or(first(Strength::Inline(Seen::Never)));
        let both = first(Strength::InlineWeak).filter(|_| all.len() > 1);
        let is_unclear = both.is_some()
            || weak.is_some() && inline.is_some()
            || strong.is_none() && since_c99.is_some() && in_gnu89.is_some();
        let other = all.iter().find(|candidate| candidate.span != span);
        if let (true, Some(other)) = (is_unclear && own.strength != Strength::Strong, other) {
            return Fate::Unclear(other.span);
        }
        let Some(kept) = strong.or(weak).or(inline) else { return Fate::Kept };
        match own.strength {
            _ if kept.span == span => Fate::Kept,
            Strength::Inline(_) | Strength::InlineWeak => match kept.strength {
                Strength::Inline(_) | Strength::InlineWeak => {
                    Fate::InlineCopy { own: own.whole, kept: kept.whole, at: kept.span }
                }
                Strength::Weak | Strength::Strong => Fate::InlineBeside(kept.span),
            },
            Strength::Weak if kept.unit != own.unit => Fate::GivesWay,
            Strength::Weak | Strength::Strong => Fate::Twice(kept.span),
        }
    }

    /// The fate of an object's definition, perhaps a tentative one, that stands at `span`.
    pub(crate) fn object(&self, name: Symbol, span: Span) -> Fate {
        let Some(all) = self.objects.get(&name) else { return Fate::Kept };
        let own = all.iter().find(|candidate| candidate.span == span);
        let Some((own, first)) = own.zip(all.first()) else { return Fate::Kept };
        let has_strong = all.iter().any(|candidate| candidate.strength == Strength::Strong);
        let gives_way = match own.strength {
            Strength::Strong | Strength::Inline(_) | Strength::InlineWeak => false,
            Strength::Weak => has_strong || own.unit != first.unit,
        };
        if gives_way { Fate::GivesWay } else { Fate::Kept }
    }
}

impl Elaborator {
    /// Whether a declaration in a block that says `weak` of this name would change which definition
    /// is linked.
    pub(crate) fn conflicting_weak(&self, name: Symbol) -> bool {
        let Definitions { functions, objects, .. } = &self.definitions;
        [functions, objects].iter().any(|all| {
            all.get(&name).is_some_and(|all| all.iter().any(|candidate| candidate.unit != all[0].unit))
        })
    }
}

/// The declarators at file scope, each with its specifiers.
fn file_scope_declarators(ast: &Ast) -> impl Iterator<Item = (&ast::Specifiers, &ast::InitDeclarator)> {
    let declarations = ast.items.iter().filter_map(|item| match *item {
        ast::Item::Declaration(id) => Some(ast.declarations[id]),
        ast::Item::Function(_) | ast::Item::StaticAssert(..) | ast::Item::Asm(_) => None,
    });
    declarations.flat_map(|declaration| {
        let specifiers = &ast.specifiers[declaration.specifiers];
        ast.init_declarator_list(declaration.declarators).iter().map(move |init| (specifiers, init))
    })
}

/// The names that a unit declares at file scope with `extern` or without `inline`, so that its
/// definition is external in C99 (6.7.4p7).
fn external_names(ast: &Ast) -> FxHashSet<Symbol> {
    let is_external = |specifiers: &ast::Specifiers| {
        specifiers.storage == Storage::Extern || !specifiers.flags.contains(Flags::INLINE)
    };
    let declared = file_scope_declarators(ast)
        .filter(|(specifiers, _)| is_external(specifiers))
        .filter_map(|(_, init)| ast.declarators[init.declarator].name);
    let defined = function_definitions(ast)
        .filter(|(_, id)| is_external(&ast.specifiers[ast.functions[*id].specifiers]))
        .map(|(name, _)| name);
    declared.chain(defined).collect()
}

/// The names that a unit declares weak at file scope.
fn weak_names(ast: &Ast, names: &Interner) -> FxHashSet<Symbol> {
    let is_weak = |list| has_attribute(ast, names, list, "weak");
    let declared = file_scope_declarators(ast)
        .filter(|(specifiers, init)| is_weak(specifiers.attributes) || is_weak(init.attributes))
        .filter_map(|(_, init)| ast.declarators[init.declarator].name);
    let defined = function_definitions(ast)
        .filter(|(_, id)| is_weak(ast.specifiers[ast.functions[*id].specifiers].attributes))
        .map(|(name, _)| name);
    declared.chain(defined).collect()
}

fn has_attribute(ast: &Ast, names: &Interner, list: IdRange<ast::Attribute>, wanted: &str) -> bool {
    ast.attribute_list(list).iter().any(|attribute| names.text(attribute.name) == wanted)
}
