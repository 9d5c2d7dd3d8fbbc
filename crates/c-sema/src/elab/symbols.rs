//! Symbols that are not what their declaration looks like: a name may be defined as another one
//! (`alias`, `weakref`,
//! `ifunc`), and `asm("name")` gives an object or function another name for the linker.
//!
//! An alias of a function or object that the same unit defines *is* that function or object, in all
//! units: every declaration of its name means the target. That holds where one unit says it, nobody
//! else defines the alias or the target, and no property asks about calls of the alias. All other
//! such names are refused wherever they are used, also before the declaration that says so;
//! therefore all units are looked through before the first is elaborated. A weak alias is one like
//! any other, since nobody else defines its name. `ifunc` is refused: which function the name has
//! is known only when the program starts, and its address is that of no function of the text.
//!
//! An assembler name that nothing in the program defines is harmless and passed over: the headers
//! of the C library rename many functions, all of which stay undefined.

use c_syntax::ast::{self, Ast, Derived, Storage};
use rustc_hash::{FxHashMap, FxHashSet};
use stdx::{IdRange, Interner, Symbol};

pub(crate) const ALIAS: &str = "alias attribute";
const RENAMED: &str = "assembler name of a symbol that the program defines";

/// What is known of the symbols of all announced units.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    /// Objects with a definition, perhaps a tentative one.
    objects: FxHashSet<Symbol>,
    /// Names that are defined as others, with the unit that says so; the target of `alias`.
    aliases: FxHashMap<Symbol, (u32, Option<Symbol>)>,
    /// Where functions and objects are defined.
    defined: FxHashMap<Symbol, Site>,
    /// Aliases that are refused all the same.
    asked: FxHashSet<Symbol>,
    units: u32,
    /// From names to assembler names.
    renamed: FxHashMap<Symbol, Symbol>,
    /// From assembler names to names.
    names_of: FxHashMap<Symbol, Vec<Symbol>>,
}

/// The unit of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Site {
    One { unit: u32, is_internal: bool },
    Several,
}

/// What an alias means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    pub(crate) name: Symbol,
    /// Whether it is `static`.
    pub(crate) is_internal: bool,
}

impl Symbols {
    /// Looks through the declarations of a unit.
    pub(crate) fn announce(&mut self, ast: &Ast, names: &mut Interner) {
        self.units += 1;
        let internal = super::internal_names(ast);
        for (name, _) in super::function_definitions(ast) {
            self.define(name, internal.contains(&name));
        }
        for item in &ast.items {
            let ast::Item::Declaration(id) = *item else { continue };
            let declaration = ast.declarations[id];
            let specifiers = &ast.specifiers[declaration.specifiers];
            if specifiers.storage == Storage::Typedef {
                continue;
            }
            for init in ast.init_declarator_list(declaration.declarators) {
                let declarator = ast.declarators[init.declarator];
                let Some(name) = declarator.name else { continue };
                self.attributes(ast, names, name, specifiers.attributes);
                self.attributes(ast, names, name, init.attributes);
                let is_function =
                    matches!(ast.derived_list(declarator.derived).first(), Some(Derived::Function(_)));
                if !is_function && (specifiers.storage != Storage::Extern || init.init.is_some()) {
                    self.objects.insert(name);
                    if !self.aliases.contains_key(&name) {
                        self.define(name, internal.contains(&name));
                    }
                }
            }
        }
    }

    fn define(&mut self, name: Symbol, is_internal: bool) {
        let site = Site::One { unit: self.units, is_internal };
        let known = self.defined.entry(name).or_insert(site);
        if *known != site {
            *known = Site::Several;
        }
    }

    /// Refuses aliases of these names: a property asks about them.
    pub(crate) fn ask(&mut self, names: &[Symbol]) {
        self.asked.extend(names);
    }

    /// The names that mean others, with those.
    pub(crate) fn targets(&self) -> impl Iterator<Item = (Symbol, Symbol)> + '_ {
        self.aliases.keys().filter_map(|&name| Some((name, self.target(name)?.name)))
    }

    /// What a name means that is an alias.
    pub(crate) fn target(&self, name: Symbol) -> Option<Target> {
        let &(unit, target) = self.aliases.get(&name)?;
        let target = target?;
        let is_plain = |name: Symbol| !self.renamed.contains_key(&name) && !self.names_of.contains_key(&name);
        let is_alone = !self.defined.contains_key(&name) && !self.asked.contains(&name);
        if !is_alone || !is_plain(name) || !is_plain(target) || self.aliases.contains_key(&target) {
            return None;
        }
        match *self.defined.get(&target)? {
            Site::One { unit: home, is_internal } if home == unit => {
                Some(Target { name: target, is_internal })
            }
            Site::One { .. } | Site::Several => None,
        }
    }

    fn attributes(&mut self, ast: &Ast, names: &mut Interner, name: Symbol, list: IdRange<ast::Attribute>) {
        for attribute in ast.attribute_list(list) {
            match names.text(attribute.name) {
                "alias" => {
                    let target = text_argument(ast, attribute).map(|text| names.intern(&text));
                    let said = (self.units, target);
                    let known = self.aliases.entry(name).or_insert(said);
                    if *known != said {
                        known.1 = None;
                    }
                }
                "ifunc" | "weakref" => {
                    self.aliases.insert(name, (self.units, None));
                }
                "asm" => {
                    let Some(text) = text_argument(ast, attribute) else { continue };
                    let assembler_name = names.intern(&text);
                    if assembler_name != name {
                        self.renamed.insert(name, assembler_name);
                        self.names_of.entry(assembler_name).or_default().push(name);
                    }
                }
                _ => {}
            }
        }
    }

    /// The feature for which a name is refused. `functions` are those that the program defines.
    pub(crate) fn refusal(&self, name: Symbol, functions: &FxHashSet<Symbol>) -> Option<&'static str> {
        let defines = |name: &Symbol| functions.contains(name) || self.objects.contains(name);
        if self.aliases.contains_key(&name) {
            return if self.target(name).is_none() { Some(ALIAS) } else { None };
        }
        let called = |assembler_name: &Symbol| self.names_of.get(assembler_name).into_iter().flatten();
        let means_other = self.renamed.get(&name).is_some_and(|assembler_name| {
            defines(assembler_name) || called(assembler_name).any(|other| *other != name && defines(other))
        });
        let is_other = called(&name).any(defines) && !defines(&name);
        (means_other || is_other).then_some(RENAMED)
    }
}

/// The string that is an attribute's argument.
fn text_argument(ast: &Ast, attribute: &ast::Attribute) -> Option<String> {
    match ast.exprs[*ast.expr_list(attribute.args).first()?].kind {
        ast::ExprKind::Str(string) => Some(String::from_utf8_lossy(&ast.strings[string].bytes).into_owned()),
        _ => None,
    }
}
