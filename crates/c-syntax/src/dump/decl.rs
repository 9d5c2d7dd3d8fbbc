//! Declarations, declarators, records and initialisers in the dump.

use super::*;

impl Dumper<'_> {
    pub(super) fn item(&mut self, item: Item) {
        match item {
            Item::Declaration(id) => self.declaration(id),
            Item::Function(id) => self.function(id),
            Item::StaticAssert(condition, text) => self.static_assert(condition, text),
            Item::Asm(span) => {
                let _ = write!(self.out, "FileAsm {}", self.map.snippet(span));
                self.place(span);
            }
        }
    }

    pub(super) fn static_assert(&mut self, condition: ExprId, text: Option<StringId>) {
        self.write("StaticAssert");
        if let Some(text) = text {
            let _ = write!(self.out, " {}", self.string_text(text));
        }
        self.expr_child("", condition);
    }

    pub(super) fn declaration(&mut self, id: DeclarationId) {
        let declaration = self.ast.declarations[id];
        self.write("Declaration ");
        self.specifiers(declaration.specifiers);
        self.place(declaration.span);
        for &declarator in self.ast.init_declarator_list(declaration.declarators) {
            self.child("", Node::InitDeclarator(declarator));
        }
    }

    pub(super) fn function(&mut self, id: FunctionId) {
        let function = self.ast.functions[id];
        let name = self.ast.declarators[function.declarator].name.map_or("", |name| self.names.text(name));
        let _ = write!(self.out, "Function {name}: ");
        self.specifiers(function.specifiers);
        self.place(function.span);
        self.derivations(function.declarator);
        for &declaration in self.ast.declaration_list(function.kr_declarations) {
            self.child("parameter", Node::Declaration(declaration));
        }
        self.stmt_child("body", function.body);
    }

    /// Writes specifiers in words; what they define becomes children.
    fn specifiers(&mut self, id: SpecifiersId) {
        let Specifiers { storage, flags, ty, attributes, .. } = self.ast.specifiers[id];
        let storage = match storage {
            Storage::None => "",
            Storage::Typedef => "typedef ",
            Storage::Extern => "extern ",
            Storage::Static => "static ",
            Storage::Auto => "auto ",
            Storage::Register => "register ",
        };
        self.write(storage);
        for flag in flags.names() {
            let _ = write!(self.out, "{flag} ");
        }
        self.type_spec(ty);
        self.attributes(attributes);
    }

    fn type_spec(&mut self, ty: TypeSpec) {
        match ty {
            TypeSpec::Missing => self.write("(no type)"),
            TypeSpec::Void => self.write("void"),
            TypeSpec::Basic(basic) => self.write(basic_type(basic)),
            TypeSpec::Complex(basic) => {
                let _ = write!(self.out, "_Complex {}", basic_type(basic));
            }
            TypeSpec::Record(id) => {
                let record = self.ast.records[id];
                let tag = record.tag.map_or("", |tag| self.names.text(tag));
                let _ = write!(self.out, "{} {tag}", record_kind(record.kind));
                self.trim();
                if record.members.is_some() || !record.attributes.is_empty() {
                    self.child("", Node::Record(id));
                }
            }
            TypeSpec::Enum(id) => {
                let spec = self.ast.enums[id];
                let _ = write!(self.out, "enum {}", spec.tag.map_or("", |tag| self.names.text(tag)));
                self.trim();
                if spec.enumerators.is_some() || !spec.attributes.is_empty() {
                    self.child("", Node::Enum(id));
                }
            }
            TypeSpec::Named(name) => {
                let _ = write!(self.out, "{}", self.name(name));
            }
            TypeSpec::TypeofExpr(expr) => {
                self.write("typeof(expression)");
                self.expr_child("typeof", expr);
            }
            TypeSpec::TypeofType(name) => {
                self.write("typeof(type)");
                self.child("typeof", Node::TypeName(name));
            }
            TypeSpec::Atomic(name) => {
                self.write("_Atomic(type)");
                self.child("atomic", Node::TypeName(name));
            }
            TypeSpec::VaList => self.write("__builtin_va_list"),
            TypeSpec::Auto => self.write("__auto_type"),
        }
    }

    /// Takes back the blank behind a missing tag.
    fn trim(&mut self) {
        self.out.truncate(self.out.trim_end_matches(' ').len());
    }

    fn attributes(&mut self, list: IdRange<Attribute>) {
        for &attribute in self.ast.attribute_list(list) {
            self.child("", Node::Attribute(attribute));
        }
    }

    pub(super) fn attribute(&mut self, attribute: Attribute) {
        let _ = write!(self.out, "Attribute {}", self.name(attribute.name));
        self.place(attribute.span);
        for &arg in self.ast.expr_list(attribute.args) {
            self.expr_child("", arg);
        }
    }

    /// The derivations of a declarator as children.
    fn derivations(&mut self, id: DeclaratorId) {
        for &derived in self.ast.derived_list(self.ast.declarators[id].derived) {
            self.child("", Node::Derived(derived));
        }
    }

    /// Writes `Kind name` and the place of the name.
    fn declarator(&mut self, kind: &str, id: DeclaratorId) {
        let declarator = self.ast.declarators[id];
        let name = declarator.name.map_or("(unnamed)", |name| self.names.text(name));
        let _ = write!(self.out, "{kind} {name}");
        self.place(declarator.span);
        self.derivations(id);
    }

    pub(super) fn init_declarator(&mut self, declarator: InitDeclarator) {
        self.declarator("Declarator", declarator.declarator);
        self.attributes(declarator.attributes);
        self.children.extend(declarator.init.map(|init| ("init", Node::Init(init))));
    }

    pub(super) fn derived(&mut self, derived: Derived) {
        match derived {
            Derived::Pointer(flags) => {
                self.write("Pointer");
                for flag in flags.names() {
                    let _ = write!(self.out, " {flag}");
                }
            }
            Derived::Array(ArrayLength::Unspecified) => self.write("Array []"),
            Derived::Array(ArrayLength::Star) => self.write("Array [*]"),
            Derived::Array(ArrayLength::Expr(length)) => {
                self.write("Array");
                self.expr_child("", length);
            }
            Derived::Function(Parameters::Unspecified) => self.write("Parameters unspecified"),
            Derived::Function(Parameters::Prototype { params, variadic }) => {
                self.write(if variadic { "Parameters variadic" } else { "Parameters" });
                for &param in self.ast.param_list(params) {
                    self.child("", Node::Param(param));
                }
            }
            Derived::Function(Parameters::Names(names)) => {
                let _ = write!(self.out, "Parameters named {}", self.name_list(names));
            }
        }
    }

    pub(super) fn param(&mut self, param: Param) {
        let declarator = self.ast.declarators[param.declarator];
        let name = declarator.name.map_or("(unnamed)", |name| self.names.text(name));
        let _ = write!(self.out, "Param {name}: ");
        self.specifiers(param.specifiers);
        self.place(declarator.span);
        self.derivations(param.declarator);
    }

    pub(super) fn type_name(&mut self, id: TypeNameId) {
        let name = self.ast.type_names[id];
        self.write("Type ");
        self.specifiers(name.specifiers);
        self.place(name.span);
        self.derivations(name.declarator);
    }

    pub(super) fn record(&mut self, id: RecordId) {
        let record = self.ast.records[id];
        self.write(match record.kind {
            RecordKind::Struct => "Struct",
            RecordKind::Union => "Union",
        });
        self.tag(record.tag);
        self.place(record.span);
        self.attributes(record.attributes);
        for &member in record.members.map_or(&[][..], |members| self.ast.member_list(members)) {
            self.child("", Node::Member(member));
        }
    }

    fn tag(&mut self, tag: Option<Symbol>) {
        if let Some(tag) = tag {
            let _ = write!(self.out, " {}", self.name(tag));
        }
    }

    pub(super) fn member(&mut self, member: MemberDecl) {
        let name = member.declarator.and_then(|id| self.ast.declarators[id].name);
        let _ = write!(self.out, "Member {}: ", name.map_or("(unnamed)", |name| self.names.text(name)));
        self.specifiers(member.specifiers);
        self.place(member.span);
        if let Some(declarator) = member.declarator {
            self.derivations(declarator);
        }
        self.children.extend(member.bit_width.map(|width| ("width", Node::Expr(width))));
        self.attributes(member.attributes);
    }

    pub(super) fn enumeration(&mut self, id: EnumId) {
        let spec = self.ast.enums[id];
        self.write("Enum");
        self.tag(spec.tag);
        self.place(spec.span);
        self.attributes(spec.attributes);
        for &enumerator in spec.enumerators.map_or(&[][..], |list| self.ast.enumerator_list(list)) {
            self.child("", Node::Enumerator(enumerator));
        }
    }

    pub(super) fn enumerator(&mut self, enumerator: Enumerator) {
        let _ = write!(self.out, "Enumerator {}", self.name(enumerator.name));
        self.place(enumerator.span);
        self.children.extend(enumerator.value.map(|value| ("", Node::Expr(value))));
    }

    pub(super) fn init(&mut self, id: InitId) {
        match self.ast.inits[id] {
            Init::Expr(value) => self.expr(value),
            Init::List(items, span) => {
                self.write("List");
                self.place(span);
                for &item in self.ast.init_item_list(items) {
                    let node = if item.designators.is_empty() {
                        Node::Init(item.init)
                    } else {
                        Node::InitItem(item)
                    };
                    self.child("", node);
                }
            }
        }
    }

    pub(super) fn init_item(&mut self, item: InitItem) {
        self.write("Designated");
        self.designators(item.designators);
        self.child("init", Node::Init(item.init));
    }

    pub(super) fn designators(&mut self, list: IdRange<Designator>) {
        for &designator in self.ast.designator_list(list) {
            self.child("", Node::Designator(designator));
        }
    }

    pub(super) fn designator(&mut self, designator: Designator) {
        match designator {
            Designator::Field(name) => {
                let _ = write!(self.out, "Field {}", self.name(name));
            }
            Designator::Index(index) => {
                self.write("Element");
                self.expr_child("", index);
            }
            Designator::Range(low, high) => {
                self.write("Elements");
                self.expr_child("from", low);
                self.expr_child("to", high);
            }
        }
    }
}

fn record_kind(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    }
}

fn basic_type(basic: BasicType) -> &'static str {
    match basic {
        BasicType::Bool => "_Bool",
        BasicType::Char => "char",
        BasicType::SignedChar => "signed char",
        BasicType::UnsignedChar => "unsigned char",
        BasicType::Short => "short",
        BasicType::UnsignedShort => "unsigned short",
        BasicType::Int => "int",
        BasicType::UnsignedInt => "unsigned int",
        BasicType::Long => "long",
        BasicType::UnsignedLong => "unsigned long",
        BasicType::LongLong => "long long",
        BasicType::UnsignedLongLong => "unsigned long long",
        BasicType::Int128 => "__int128",
        BasicType::UnsignedInt128 => "unsigned __int128",
        BasicType::Float => "float",
        BasicType::Double => "double",
        BasicType::LongDouble => "long double",
        BasicType::Float128 => "__float128",
    }
}
