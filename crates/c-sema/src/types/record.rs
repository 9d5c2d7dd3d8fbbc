//! Structs and unions (6.7.2.1): tags, members, and the identity of records across units.
//!
//! Records are nominal, but two units that define one tag alike mean one type (6.2.7p1). So a tag that an earlier unit
//! defined is first taken to be that record; when this unit's definition turns out to differ, the unit gets
//! a record of its own, unless the tag was mentioned before, which is refused by name.

use super::specifiers::TagUse;
use super::{Attributes, same_layout};
use crate::elab::{Res, Stop, Tag, Unit, with_stack};
use crate::layout::{self, Demands, Member};
use c_syntax::ast;
use cfa::{ArrayLen, Layout, RecordId, RecordKind, Type, TypeId};
use rustc_hash::FxHashSet;
use source::Span;
use stdx::{IdRange, Idx, Symbol};

impl Unit<'_> {
    /// The type of a `struct` or `union` specifier.
    pub(crate) fn record(&mut self, id: ast::RecordId, tag_use: TagUse) -> Res<TypeId> {
        let tag = match self.records[id.index()] {
            Some(tag) => tag,
            None => {
                let written = self.ast.records[id];
                let tag = match written.members {
                    Some(members) => with_stack(|| self.define_record(&written, members))?,
                    None => self.mention_record(&written, tag_use)?,
                };
                // A mention may mean different records at different places, a definition is one.
                if written.members.is_some() {
                    self.records[id.index()] = Some(tag);
                }
                tag
            }
        };
        match tag {
            Tag::Record(record) => Ok(self.types_mut().intern(Type::Record(record))),
            Tag::Refused(feature) => Err(Stop::Refused(feature)),
            Tag::Enum(_) => Err(self.error("E0313", self.ast.records[id].span, "this tag is an enumeration")),
        }
    }

    fn mention_record(&mut self, written: &ast::RecordSpec, tag_use: TagUse) -> Res<Tag> {
        let kind = record_kind(written.kind);
        let Some(name) = written.tag else {
            return Err(self.error("E0313", written.span, "a record needs a tag or members"));
        };
        let known = match tag_use {
            TagUse::Alone => self.scopes.tag_here(name),
            TagUse::WithDeclarators => self.scopes.tags.get(name).copied(),
        };
        if let Some(binding) = known {
            self.check_tag(binding.meaning, kind, name, written.span, binding.span)?;
            return Ok(binding.meaning);
        }
        let tag = Tag::Record(self.earlier_or_new(name, kind));
        self.scopes.declare_tag(name, tag, written.span);
        Ok(tag)
    }

    fn earlier_or_new(&mut self, name: Symbol, kind: RecordKind) -> RecordId {
        if self.scopes.depth() == 0
            && let Some(&earlier) = self.el.earlier_tags.get(&name)
            && self.types().record(earlier).kind == kind
        {
            self.mentioned.insert(name);
            return earlier;
        }
        self.types_mut().declare_record(kind, Some(name))
    }

    fn check_tag(&mut self, tag: Tag, kind: RecordKind, name: Symbol, span: Span, earlier: Span) -> Res<()> {
        let fits = match tag {
            Tag::Record(record) => self.types().record(record).kind == kind,
            Tag::Refused(_) => true,
            Tag::Enum(_) => false,
        };
        if fits {
            return Ok(());
        }
        let message = format!("`{}` is the tag of another kind of type", self.text(name));
        Err(self.error_with("E0313", span, message, earlier))
    }

    fn define_record(&mut self, written: &ast::RecordSpec, members: IdRange<ast::MemberDecl>) -> Res<Tag> {
        let kind = record_kind(written.kind);
        let attributes = self.attributes(written.attributes)?;
        let Some(name) = written.tag else {
            let record = self.types_mut().declare_record(kind, None);
            let layout = self.members_layout(written, members, attributes)?;
            self.complete(record, layout, attributes.transparent_union);
            return Ok(Tag::Record(record));
        };
        let earlier_mention = self.mentioned.contains(&name);
        let record = match self.scopes.tag_here(name) {
            Some(binding) => {
                self.check_tag(binding.meaning, kind, name, written.span, binding.span)?;
                match binding.meaning {
                    Tag::Record(record)
                        if self.types().record(record).layout.is_none() || earlier_mention =>
                    {
                        record
                    }
                    Tag::Record(_) | Tag::Refused(_) | Tag::Enum(_) => {
                        let message = format!("`{}` is defined twice", self.text(name));
                        return Err(self.error_with("E0313", written.span, message, binding.span));
                    }
                }
            }
            None => {
                let record = self.earlier_or_new(name, kind);
                self.scopes.declare_tag(name, Tag::Record(record), written.span);
                record
            }
        };
        let layout = match self.members_layout(written, members, attributes) {
            Ok(layout) => layout,
            Err(Stop::Refused(feature)) => {
                if let Some(binding) = self.scopes.tags.get_mut(name) {
                    binding.meaning = Tag::Refused(feature);
                }
                return Ok(Tag::Refused(feature));
            }
            Err(Stop::Reported) => return Err(Stop::Reported),
        };
        let record = self.same_as_earlier(record, name, &layout, earlier_mention, (written, members))?;
        match record {
            (record, None) => self.complete(record, layout, attributes.transparent_union),
            (record, Some(own)) => self.complete(record, own, attributes.transparent_union),
        }
        self.mentioned.remove(&name);
        Ok(Tag::Record(record.0))
    }

    /// If `record` is an earlier unit's and differs, makes a new one and lays it out again.
    fn same_as_earlier(
        &mut self,
        record: RecordId,
        name: Symbol,
        layout: &Layout,
        earlier_mention: bool,
        again: (&ast::RecordSpec, IdRange<ast::MemberDecl>),
    ) -> Res<(RecordId, Option<Layout>)> {
        let Some(known) = &self.types().record(record).layout else { return Ok((record, None)) };
        if same_layout(self.types(), known, layout) {
            // The earlier layout stays, since earlier units refer to the records without tags in it.
            return Ok((record, Some(known.clone())));
        }
        if earlier_mention {
            let feature = format!("`{}` with different members in two units", self.text(name));
            return Err(self.refuse(&feature));
        }
        let kind = self.types().record(record).kind;
        let own = self.types_mut().declare_record(kind, Some(name));
        if let Some(binding) = self.scopes.tags.get_mut(name) {
            binding.meaning = Tag::Record(own);
        }
        let (written, members) = again;
        let attributes = self.attributes(written.attributes)?;
        let layout = self.members_layout(written, members, attributes)?;
        Ok((own, Some(layout)))
    }

    fn complete(&mut self, record: RecordId, layout: Layout, transparent: bool) {
        self.types_mut().define_record(record, layout);
        if transparent {
            self.el.transparent.insert(record);
        }
    }

    fn members_layout(
        &mut self,
        written: &ast::RecordSpec,
        list: IdRange<ast::MemberDecl>,
        attributes: Attributes,
    ) -> Res<Layout> {
        let ast = self.ast;
        let list = ast.member_list(list);
        let mut members = Vec::with_capacity(list.len());
        let mut seen = FxHashSet::default();
        let mut last = None;
        for declaration in list {
            let base = match last {
                Some((id, base)) if id == declaration.specifiers => base,
                Some(_) | None => self.specifiers(declaration.specifiers)?,
            };
            last = Some((declaration.specifiers, base));
            let Some(member) = self.member(declaration, &base, attributes.packed)? else { continue };
            self.check_member_names(&member, declaration.span, &mut seen)?;
            members.push(member);
        }
        let demands = Demands {
            kind: record_kind(written.kind),
            align: attributes.last_align,
            bound: attributes.bound,
        };
        match layout::lay_out(self.types(), &members, demands) {
            Some(layout) => Ok(layout),
            None => Err(self.error("E0314", written.span, "this record is too large")),
        }
    }

    /// One member; `None` for a declaration that declares nothing.
    fn member(
        &mut self,
        written: &ast::MemberDecl,
        base: &super::Specified,
        packed: bool,
    ) -> Res<Option<Member>> {
        let attributes = base.attributes.and(self.attributes(written.attributes)?);
        let (name, mut ty) = match written.declarator {
            Some(declarator) => {
                (self.ast.declarators[declarator].name, self.declarator_type(base.ty, declarator)?)
            }
            None => (None, base.ty),
        };
        if attributes.vector {
            return Err(self.refuse("vector type"));
        }
        ty.id = self.apply_mode(ty.id, attributes.mode)?;
        if name.is_none()
            && written.bit_width.is_none()
            && !matches!(self.types().get(ty.id), Type::Record(_))
        {
            return Ok(None);
        }
        let width = match written.bit_width {
            Some(width) => Some(self.bit_width(width, ty.id, name, written.span)?),
            None => None,
        };
        self.check_member_type(ty.id, written.span)?;
        Ok(Some(Member {
            name,
            ty: ty.id,
            type_align: ty.align,
            demanded: attributes.align,
            packed: packed || attributes.packed,
            width,
        }))
    }

    fn check_member_type(&mut self, ty: TypeId, span: Span) -> Res<()> {
        match *self.types().get(ty) {
            Type::Function(_) => Err(self.error("E0306", span, "a member cannot be a function")),
            Type::Array(element, ArrayLen::Unknown) if self.types().size(element).is_some() => Ok(()),
            Type::Array(_, ArrayLen::Variable(_)) => Err(self.refuse("variable-length array in a record")),
            Type::Void => Err(self.error("E0306", span, "a member cannot be `void`")),
            Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Array(..) | Type::Record(_) => {
                if self.types().size(ty).is_some() {
                    return Ok(());
                }
                let message = format!("the member's type `{}` is incomplete", self.type_text(ty));
                Err(self.error("E0306", span, message))
            }
        }
    }

    fn bit_width(&mut self, width: ast::ExprId, ty: TypeId, name: Option<Symbol>, span: Span) -> Res<u32> {
        let value = self.integer_constant(width)?;
        let Some(shape) = self.types().int_shape(ty).filter(|_| self.types().pointee(ty).is_none()) else {
            return Err(self.error("E0315", span, "a bit-field needs an integer type"));
        };
        let most = if ty == TypeId::BOOL { 1 } else { shape.bits };
        match u32::try_from(value) {
            Ok(0) if name.is_some() => Err(self.error("E0315", span, "a named bit-field has width zero")),
            Ok(bits) if bits <= most => Ok(bits),
            Ok(_) | Err(_) => {
                let message = format!("the width {value} of this bit-field is not within 0 to {most}");
                Err(self.error("E0315", span, message))
            }
        }
    }

    /// No two members of a record, anonymous ones opened, have one name.
    fn check_member_names(&mut self, member: &Member, span: Span, seen: &mut FxHashSet<Symbol>) -> Res<()> {
        let mut names = Vec::new();
        match member.name {
            Some(name) => names.push(name),
            None => self.anonymous_names(member.ty, &mut names),
        }
        for name in names {
            if !seen.insert(name) {
                let message = format!("two members are named `{}`", self.text(name));
                return Err(self.error("E0322", span, message));
            }
        }
        Ok(())
    }

    fn anonymous_names(&self, ty: TypeId, names: &mut Vec<Symbol>) {
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            let Type::Record(record) = *self.types().get(ty) else { continue };
            for field in self.types().fields(record) {
                match field.name {
                    Some(name) => names.push(name),
                    None => open.push(field.ty),
                }
            }
        }
    }
}

fn record_kind(kind: ast::RecordKind) -> RecordKind {
    match kind {
        ast::RecordKind::Struct => RecordKind::Struct,
        ast::RecordKind::Union => RecordKind::Union,
    }
}
