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
//! that is right everywhere. Where an inline definition stands beside a weak one, it depends on the
//! standard in force which of them the linker sees; that is refused.
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
    /// `inline`: perhaps not for the linker.
    Inline,
    /// It gives way to a strong one.
    Weak,
    /// It gives way to nobody.
    Strong,
}

/// A definition in an announced unit.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    unit: u32,
    span: Span,
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
    /// There are two that nobody may choose between; the other is here.
    Twice(Span),
    /// One of the two is inline and the other weak.
    Unclear(Span),
}

impl Definitions {
    /// Looks through the declarations of a unit.
    pub(super) fn announce(&mut self, ast: &Ast, names: &Interner) {
        let unit = self.units;
        self.units += 1;
        let (internal, weak) = (internal_names(ast), weak_names(ast, names));
        let strength = |name: Symbol| if weak.contains(&name) { Strength::Weak } else { Strength::Strong };
        for (name, id) in function_definitions(ast).filter(|(name, _)| !internal.contains(name)) {
            let definition = ast.functions[id];
            let specifiers = ast.specifiers[definition.specifiers];
            let is_inline = specifiers.flags.contains(Flags::INLINE)
                || has_attribute(ast, names, specifiers.attributes, "gnu_inline");
            let strength = if is_inline { Strength::Inline } else { strength(name) };
            let span = ast.declarators[definition.declarator].span;
            self.functions.entry(name).or_default().push(Candidate { unit, span, strength });
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
                let candidate = Candidate { unit, span: declarator.span, strength: strength(name) };
                self.objects.entry(name).or_default().push(candidate);
            }
        }
    }

    /// The fate of a function's definition that stands at `span`.
    pub(crate) fn function(&self, name: Symbol, span: Span) -> Fate {
        let Some(all) = self.functions.get(&name) else { return Fate::Kept };
        let Some(own) = all.iter().find(|candidate| candidate.span == span) else { return Fate::Kept };
        let first = |strength| all.iter().find(|candidate| candidate.strength == strength);
        let (inline, weak, strong) =
            (first(Strength::Inline), first(Strength::Weak), first(Strength::Strong));
        if let (Some(inline), Some(weak)) = (inline, weak) {
            return match own.strength {
                Strength::Inline => Fate::Unclear(weak.span),
                Strength::Weak => Fate::Unclear(inline.span),
                Strength::Strong => Fate::Kept,
            };
        }
        let Some(kept) = strong.or(weak).or(inline) else { return Fate::Kept };
        match own.strength {
            _ if kept.span == span => Fate::Kept,
            Strength::Inline => Fate::InlineBeside(kept.span),
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
            Strength::Strong | Strength::Inline => false,
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
