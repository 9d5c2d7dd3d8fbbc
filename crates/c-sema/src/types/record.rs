//! Structs and unions (6.7.2.1): tags and members.
//!
//! Records are nominal. Which records of different units are one type is known before
//! ([`crate::units`]); so a record may be complete already when its unit comes to define it.

use super::Attributes;
use super::specifiers::TagUse;
use crate::elab::{Res, Stop, Tag, Unit, with_stack};
use crate::hir::Volatility;
use crate::layout::{self, Demands, Member};
use crate::units::same_layout;
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
                    Some(members) => with_stack(|| self.define_record(id, &written, members))?,
                    None => self.mention_record(id, &written, tag_use)?,
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

    fn mention_record(&mut self, id: ast::RecordId, written: &ast::RecordSpec, tag_use: TagUse) -> Res<Tag> {
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
        let tag = Tag::Record(self.new_record(id, kind, Some(name)));
        self.scopes.declare_tag(name, tag, written.span);
        Ok(tag)
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

    fn define_record(
        &mut self,
        id: ast::RecordId,
        written: &ast::RecordSpec,
        members: IdRange<ast::MemberDecl>,
    ) -> Res<Tag> {
        let kind = record_kind(written.kind);
        let attributes = self.attributes(written.attributes)?;
        let record = match written.tag {
            Some(name) => self.tagged_record(id, name, written)?,
            None => self.new_record(id, kind, None),
        };
        self.open_records.push((record, 0));
        let layout = self.members_layout(record, written, members, attributes);
        self.open_records.pop();
        if let (Ok(layout), Some(name)) = (&layout, written.tag)
            && let Some(known) = self.same_tag_of_program(kind, name, layout)
        {
            if let Some(binding) = self.scopes.tags.get_mut(name) {
                binding.meaning = Tag::Record(known);
            }
            return Ok(Tag::Record(known));
        }
        let completed = layout.and_then(|layout| self.complete(record, layout, written.span));
        match (completed, written.tag) {
            (Ok(()), _) => {
                if attributes.transparent_union {
                    self.el.transparent.insert(record);
                }
                Ok(Tag::Record(record))
            }
            (Err(Stop::Refused(feature)), Some(name)) => {
                if let Some(binding) = self.scopes.tags.get_mut(name) {
                    binding.meaning = Tag::Refused(feature);
                }
                Ok(Tag::Refused(feature))
            }
            (Err(stop), _) => Err(stop),
        }
    }

    /// In a library model, a record that the program defines under the same tag, with equal
    /// members, is the same type. No other type of the model was made of it before.
    fn same_tag_of_program(&self, kind: RecordKind, name: Symbol, layout: &Layout) -> Option<RecordId> {
        if self.is_joined() || self.scopes.depth() > 0 {
            return None;
        }
        let record = *self.el.earlier_tags.get(&name)?;
        let known = self.types().record(record);
        let is_same =
            known.kind == kind && known.layout.as_ref().is_some_and(|known| same_layout(known, layout));
        is_same.then_some(record)
    }

    /// The record that a definition with a tag completes.
    fn tagged_record(&mut self, id: ast::RecordId, name: Symbol, written: &ast::RecordSpec) -> Res<RecordId> {
        let kind = record_kind(written.kind);
        let Some(binding) = self.scopes.tag_here(name) else {
            let record = self.new_record(id, kind, Some(name));
            self.scopes.declare_tag(name, Tag::Record(record), written.span);
            return Ok(record);
        };
        self.check_tag(binding.meaning, kind, name, written.span, binding.span)?;
        match binding.meaning {
            Tag::Record(record) if !self.defined_records.contains_key(&record) => Ok(record),
            Tag::Record(_) | Tag::Refused(_) | Tag::Enum(_) => {
                let message = format!("`{}` is defined twice", self.text(name));
                Err(self.error_with("E0313", written.span, message, binding.span))
            }
        }
    }

    /// Completes a record, or finds it complete by the definition of another unit.
    fn complete(&mut self, record: RecordId, layout: Layout, span: Span) -> Res<()> {
        if let Some(earlier) = self.defined_records.insert(record, span) {
            let message = "a record is defined in its own definition".to_owned();
            return Err(self.error_with("E0313", span, message, earlier));
        }
        match &self.types().record(record).layout {
            None => self.types_mut().define_record(record, layout),
            Some(known) if same_layout(known, &layout) => {}
            // The members have types here that depend on what other units declare, which C does not
            // know.
            Some(_) => {
                return Err(self.error(
                    "E0313",
                    span,
                    "the members of this record depend on what another unit declares",
                ));
            }
        }
        Ok(())
    }

    fn members_layout(
        &mut self,
        record: RecordId,
        written: &ast::RecordSpec,
        list: IdRange<ast::MemberDecl>,
        attributes: Attributes,
    ) -> Res<Layout> {
        let ast = self.ast;
        let list = ast.member_list(list);
        let mut members = Vec::with_capacity(list.len());
        let mut seen = FxHashSet::default();
        let mut last = None;
        let mut n_fields = 0;
        for declaration in list {
            let base = match last {
                Some((id, base)) if id == declaration.specifiers => base,
                Some(_) | None => self.specifiers(declaration.specifiers)?,
            };
            last = Some((declaration.specifiers, base));
            let Some((member, volatile)) = self.member(declaration, &base, attributes.packed)? else {
                continue;
            };
            self.check_member_names(&member, declaration.span, &mut seen)?;
            // Unnamed bit-fields are no members.
            let is_field = member.name.is_some() || member.width.is_none();
            if is_field && !volatile.is_none() {
                self.el.program.volatile.fields.insert((record, n_fields), volatile);
            }
            n_fields += u32::from(is_field);
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
    ) -> Res<Option<(Member, Volatility)>> {
        let own = self.attributes(written.attributes)?;
        let attributes = base.attributes.and(own);
        let (name, mut ty) = match written.declarator {
            Some(declarator) => {
                (self.ast.declarators[declarator].name, self.declarator_type(base.ty, declarator)?)
            }
            None => (None, base.ty),
        };
        ty.id = self.apply_mode(ty.id, attributes.mode)?;
        ty = self.as_vector(ty, own.vector, written.span)?;
        if name.is_none()
            && written.bit_width.is_none()
            && (!matches!(self.types().get(ty.id), Type::Record(_)) || self.vector_shape(ty.id).is_some())
        {
            return Ok(None);
        }
        let width = match written.bit_width {
            Some(width) => Some(self.bit_width(width, ty.id, name, written.span)?),
            None => None,
        };
        self.check_member_type(ty.id, written.span)?;
        if ty.align.is_none() {
            self.note_vector_member(ty.id, written.span);
        }
        let member = Member {
            name,
            ty: ty.id,
            type_align: ty.align,
            demanded: attributes.align,
            packed: packed || attributes.packed,
            width,
        };
        Ok(Some((member, ty.volatile)))
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
