//! Symbols that are not what their declaration looks like: a name may be defined as another one (`alias`, `weakref`,
//! `ifunc`), and `asm("name")` gives an object or function another name for the linker.
//!
//! Such a name is refused wherever it is used, also before the declaration that says so; therefore all units are looked through before the
//! first is elaborated. An assembler name that nothing in the program defines is harmless and passed over: the headers of
//! the C library rename many functions, all of which stay undefined.

use c_syntax::ast::{self, Ast, Derived, Storage};
use rustc_hash::{FxHashMap, FxHashSet};
use stdx::{IdRange, Interner, Symbol};

const ALIAS: &str = "alias attribute";
const RENAMED: &str = "assembler name of a symbol that the program defines";

/// What is known of the symbols of all announced units.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    /// Objects with a definition, perhaps a tentative one.
    objects: FxHashSet<Symbol>,
    aliases: FxHashSet<Symbol>,
    /// From names to assembler names.
    renamed: FxHashMap<Symbol, Symbol>,
    /// From assembler names to names.
    names_of: FxHashMap<Symbol, Vec<Symbol>>,
}

impl Symbols {
    /// Looks through the declarations of a unit.
    pub(crate) fn announce(&mut self, ast: &Ast, names: &mut Interner) {
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
                }
            }
        }
    }

    fn attributes(&mut self, ast: &Ast, names: &mut Interner, name: Symbol, list: IdRange<ast::Attribute>) {
        for attribute in ast.attribute_list(list) {
            match names.text(attribute.name) {
                "alias" | "ifunc" | "weakref" => {
                    self.aliases.insert(name);
                }
                "asm" => {
                    let literal = ast.expr_list(attribute.args).first().map(|&arg| ast.exprs[arg].kind);
                    let Some(ast::ExprKind::Str(string)) = literal else { continue };
                    let text = String::from_utf8_lossy(&ast.strings[string].bytes).into_owned();
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
        if self.aliases.contains(&name) {
            return Some(ALIAS);
        }
        let called = |assembler_name: &Symbol| self.names_of.get(assembler_name).into_iter().flatten();
        let means_other = self.renamed.get(&name).is_some_and(|assembler_name| {
            defines(assembler_name) || called(assembler_name).any(|other| *other != name && defines(other))
        });
        let is_other = called(&name).any(defines) && !defines(&name);
        (means_other || is_other).then_some(RENAMED)
    }
}
