//! Built-in functions that are more than calls: variable arguments, `alloca`, checked arithmetic, hints.
//!
//! A built-in `__builtin_foo` that mirrors a library function `foo` becomes a call of `foo`; one that has no library function
//! but a meaning of its own, such as `__builtin_clz`, becomes a call of a function with that very name, for which
//! lowering has a model. What is left is refused by name.

use crate::elab::{Res, Unit};
use crate::hir::{Builtin, ExprId, ExprKind, FunctionId};
use c_syntax::ast;
use cfa::{Type, TypeId};
use source::Span;
use stdx::{IdRange, Symbol};

/// Built-ins that the standard library has under a name of its own, with the argument that guards the size of the object
/// left out.
const CHECKED: &[(&str, &str, usize)] = &[
    ("__memcpy_chk", "memcpy", 3),
    ("__memmove_chk", "memmove", 3),
    ("__memset_chk", "memset", 3),
    ("__mempcpy_chk", "mempcpy", 3),
    ("__strcpy_chk", "strcpy", 2),
    ("__stpcpy_chk", "stpcpy", 2),
    ("__strcat_chk", "strcat", 2),
    ("__strncpy_chk", "strncpy", 3),
    ("__strncat_chk", "strncat", 3),
];

impl Unit<'_> {
    /// A call of a name that begins with two underscores; `None` if it is no built-in.
    pub(super) fn builtin_call(
        &mut self,
        name: Symbol,
        args: IdRange<ast::ExprId>,
        span: Span,
    ) -> Option<Res<ExprId>> {
        let text = self.text(name).to_owned();
        let args = self.ast.expr_list(args).to_vec();
        if let Some(short) = text.strip_prefix("__builtin_") {
            return Some(self.gnu_builtin(name, short, &args, span));
        }
        if let Some(short) = text.strip_prefix("__sync_") {
            return Some(self.sync_builtin(short, &args, span));
        }
        if let Some(short) = text.strip_prefix("__atomic_") {
            return Some(self.atomic_builtin(short, &args, span));
        }
        None
    }

    fn gnu_builtin(&mut self, name: Symbol, short: &str, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        match short {
            "expect" | "expect_with_probability" => self.expect_builtin(args, span),
            "constant_p" => {
                let known = self.unevaluated(|unit| {
                    let value = unit.first(args, span)?;
                    Ok(unit.evaluate(value).is_some())
                })?;
                Ok(self.int(i128::from(known), TypeId::INT, span))
            }
            "object_size" | "dynamic_object_size" => self.object_size(args, span),
            "prefetch" | "__clear_cache" => self.evaluate_all(args, span),
            "assume_aligned" => {
                let value = self.first(args, span)?;
                self.convert(value, TypeId::VOID_PTR)
            }
            "va_start" | "stdarg_start" => self.va_builtin(Builtin::VaStart, args, 1, span),
            "va_end" => self.va_builtin(Builtin::VaEnd, args, 1, span),
            "va_copy" => self.va_builtin(Builtin::VaCopy, args, 2, span),
            "alloca" | "alloca_with_align" | "alloca_with_align_and_max" => {
                let size = self.first(args, span)?;
                let size_type = self.types().size_type();
                let size = self.convert(size, size_type)?;
                Ok(self.builtin(Builtin::Alloca, &[size], TypeId::VOID_PTR, span))
            }
            "complex" => self.complex_builtin(args, span),
            "assume" => self.promise(args, span),
            "unreachable" => Ok(self.builtin(Builtin::Unreachable, &[], TypeId::VOID, span)),
            "trap" => Ok(self.builtin(Builtin::Trap, &[], TypeId::VOID, span)),
            _ => {
                if let Some(checked) = overflow_builtin(short) {
                    return self.checked_arithmetic(checked, args, span);
                }
                if let Some(result) = self.floating_builtin(short, args, span) {
                    return result;
                }
                if let Some(result) = self.vector_builtin(short, args, span) {
                    return result;
                }
                self.mirrored(name, short, args, span)
            }
        }
    }

    /// clang's `__builtin_assume(c)`: where `c` is zero, control does not come here.
    fn promise(&mut self, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        let Some(&condition) = args.first() else {
            return Err(self.error("E0308", span, "too few arguments for this built-in function"));
        };
        let test = self.scalar(condition)?;
        let nothing = self.int(0, TypeId::INT, span);
        let nothing = self.discard(nothing);
        let unreachable = self.builtin(Builtin::Unreachable, &[], TypeId::VOID, span);
        Ok(self.push(ExprKind::Conditional(test, nothing, unreachable), TypeId::VOID, span))
    }

    /// A built-in that is a call.
    fn mirrored(&mut self, name: Symbol, short: &str, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        if let Some(&(_, plain, count)) = CHECKED.iter().find(|(checked, ..)| *checked == short)
            && let Some(function) = self.library_function(plain, span)
        {
            self.refuse_own_builtin(name, function)?;
            let mut values = Vec::with_capacity(count);
            for &arg in args.iter().take(count) {
                values.push(self.value(arg)?);
            }
            return self.call_with(function, &values, span);
        }
        let Some(function) = self.builtin_function(name, span) else {
            let feature = format!("`{}`", self.text(name));
            return Err(self.refuse(&feature));
        };
        self.refuse_own_builtin(name, function)?;
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            values.push(self.value(arg)?);
        }
        let wanted = self.el.program.signature(function).map_or(0, |signature| signature.params.len());
        if values.len() < wanted {
            let message = format!("too few arguments: {} given, {wanted} declared", values.len());
            return Err(self.error("E0308", span, message));
        }
        if let Some(known) = self.bits_of_constant(short, function, &values, span) {
            return Ok(known);
        }
        self.call_with(function, &values, span)
    }

    /// Refuses a built-in in the body of the function that it mirrors. In an inline definition, as the
    /// headers have for `_FORTIFY_SOURCE`, gcc calls the library's function, and not this one again.
    fn refuse_own_builtin(&mut self, name: Symbol, function: FunctionId) -> Res<()> {
        if self.function.as_ref().is_none_or(|around| around.id != function) {
            return Ok(());
        }
        let feature = format!("`{}` in the function that it stands for", self.text(name));
        Err(self.refuse(&feature))
    }

    /// The function that stands for a built-in: the library's, or one of the built-in's own name.
    pub(super) fn builtin_function(&mut self, name: Symbol, span: Span) -> Option<FunctionId> {
        let own = self.text(name).to_owned();
        if let Some(function) = self.library_function(&own, span) {
            return Some(function);
        }
        let plain = own.strip_prefix("__builtin_")?.to_owned();
        self.library_function(&plain, span)
    }

    /// A node of a built-in.
    pub(super) fn builtin(&mut self, builtin: Builtin, args: &[ExprId], ty: TypeId, span: Span) -> ExprId {
        let args = IdRange::store(&mut self.body.pools.exprs, args.iter().copied());
        self.push(ExprKind::Builtin(builtin, args), ty, span)
    }

    /// The value of the first argument.
    pub(super) fn first(&mut self, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        self.nth(args, 0, span)
    }

    /// The value of an argument by position.
    pub(super) fn nth(&mut self, args: &[ast::ExprId], position: usize, span: Span) -> Res<ExprId> {
        match args.get(position) {
            Some(&arg) => self.value(arg),
            None => Err(self.error("E0308", span, "too few arguments for this built-in function")),
        }
    }

    /// `__builtin_expect(e, c)` is `e`, a `long`.
    fn expect_builtin(&mut self, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        let value = self.first(args, span)?;
        let value = self.convert(value, TypeId::LONG)?;
        let expected = self.nth(args, 1, span)?;
        if self.evaluate(expected).is_some() {
            return Ok(value);
        }
        let expected = self.discard(expected);
        Ok(self.push(ExprKind::Comma(expected, value), TypeId::LONG, span))
    }

    /// Nothing is known of the object: all ones, or zero where the least size is asked for.
    fn object_size(&mut self, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        let mode = match args.get(1) {
            Some(&mode) => self.integer_constant(mode)?,
            None => 0,
        };
        let text = "`__builtin_object_size` says that it does not know the size, also where a compiler does";
        self.el.program.assumptions.push((text.to_owned(), span));
        let size_type = self.types().size_type();
        Ok(self.int(if mode & 2 == 0 { -1 } else { 0 }, size_type, span))
    }

    /// Evaluates all arguments for their effects.
    pub(super) fn evaluate_all(&mut self, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        let zero = self.int(0, TypeId::INT, span);
        let mut result = self.discard(zero);
        for &arg in args {
            let value = self.value(arg)?;
            if self.evaluate(value).is_some() {
                continue;
            }
            let value = self.discard(value);
            result = self.push(ExprKind::Comma(result, value), TypeId::VOID, span);
        }
        Ok(result)
    }

    /// The place of a `va_list`: on LP64 the record that the array or the decayed parameter holds.
    fn va_place(&mut self, list: ast::ExprId, span: Span) -> Res<ExprId> {
        let expr = self.expr(list)?;
        match *self.types().get(self.ty(expr)) {
            Type::Array(element, _) => {
                let index = self.types().ptrdiff_type();
                let zero = self.constant(0, index, span);
                Ok(self.push(ExprKind::Index(expr, zero), element, span))
            }
            Type::Pointer(target) if matches!(self.types().get(target), Type::Record(_)) => {
                let pointer = self.rvalue(expr)?;
                self.deref(pointer, span)
            }
            _ if self.is_place(expr) => Ok(expr),
            _ => Err(self.error("E0309", span, "this is not a `va_list`")),
        }
    }

    fn va_builtin(
        &mut self,
        builtin: Builtin,
        args: &[ast::ExprId],
        count: usize,
        span: Span,
    ) -> Res<ExprId> {
        let mut places = Vec::with_capacity(count);
        for position in 0..count {
            let Some(&arg) = args.get(position) else {
                return Err(self.error("E0308", span, "too few arguments for this built-in function"));
            };
            places.push(self.va_place(arg, span)?);
        }
        Ok(self.builtin(builtin, &places, TypeId::VOID, span))
    }

    /// `__builtin_va_arg(list, type)`
    pub(super) fn va_arg(&mut self, list: ast::ExprId, ty: ast::TypeNameId, span: Span) -> Res<ExprId> {
        let (ty, set_lengths) = self.type_name_with_lengths(ty)?;
        let place = self.va_place(list, span)?;
        if ty.id != TypeId::VOID && self.types().size(ty.id).is_none() {
            return Err(self.incomplete(ty.id, span));
        }
        let value = self.builtin(Builtin::VaArg, &[place], ty.id, span);
        if !ty.volatile.is_none() {
            self.body.volatile.casts.insert(value, ty.volatile.value());
        }
        Ok(self.after(set_lengths, value, span))
    }

    fn checked_arithmetic(&mut self, checked: Checked, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        let mut left = self.nth(args, 0, span)?;
        let mut right = self.nth(args, 1, span)?;
        let result = self.nth(args, 2, span)?;
        match checked.operands {
            Some(ty) => {
                left = self.convert(left, ty)?;
                right = self.convert(right, ty)?;
            }
            None => {
                // A bit-field's type counts as the one that keeps its values: results are exact.
                left = self.promoted_object(left)?;
                right = self.promoted_object(right)?;
            }
        }
        let target = self.types().pointee(self.ty(result)).map(|target| self.types().get(target).clone());
        let (Some(_), Some(_), Some(Type::Int(_))) = (self.int_kind(left), self.int_kind(right), target)
        else {
            return Err(self.error("E0309", span, "checked arithmetic is on integers and a pointer to one"));
        };
        Ok(self.builtin(checked.builtin, &[left, right, result], TypeId::BOOL, span))
    }
}

/// A checked operation and, for the typed variants, the type of its operands.
struct Checked {
    builtin: Builtin,
    operands: Option<TypeId>,
}

/// `add_overflow`, `saddl_overflow`, `umulll_overflow`, ...
fn overflow_builtin(short: &str) -> Option<Checked> {
    let name = short.strip_suffix("_overflow")?;
    for (word, builtin) in
        [("add", Builtin::AddOverflow), ("sub", Builtin::SubOverflow), ("mul", Builtin::MulOverflow)]
    {
        if name == word {
            return Some(Checked { builtin, operands: None });
        }
        let (sign, rest) = name.split_at_checked(1)?;
        let Some(longs) = rest.strip_prefix(word) else { continue };
        let ty = match (sign, longs) {
            ("s", "") => TypeId::INT,
            ("s", "l") => TypeId::LONG,
            ("s", "ll") => TypeId::LLONG,
            ("u", "") => TypeId::UINT,
            ("u", "l") => TypeId::ULONG,
            ("u", "ll") => TypeId::ULLONG,
            _ => return None,
        };
        return Some(Checked { builtin, operands: Some(ty) });
    }
    None
}
