//! Declarators (6.7.6): pointers, arrays (also of variable length) and functions.

use super::Ty;
use crate::elab::{Entity, Res, Unit, with_stack};
use crate::hir::{Local, StmtKind, Volatility};
use c_syntax::ast::{self, ArrayLength, Derived, Flags, Parameters};
use cfa::{ArrayLen, Signature, Type, TypeId, Variadic, VlaId};
use source::Span;
use stdx::{IdRange, Symbol};

/// The deepest derivation of a declarator; real code has a handful.
const MAX_DERIVATIONS: usize = 500;

/// A parameter of a function definition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParamInfo {
    pub(crate) name: Option<Symbol>,
    pub(crate) ty: TypeId,
    pub(crate) volatile: Volatility,
    pub(crate) span: Span,
    /// The declarator to elaborate again inside the body, because an array length in it is not constant.
    pub(crate) variable: Option<(Ty, ast::DeclaratorId)>,
}

impl Unit<'_> {
    /// The type that a declarator derives from the specifiers' type.
    pub(crate) fn declarator_type(&mut self, base: Ty, declarator: ast::DeclaratorId) -> Res<Ty> {
        self.derive(base, declarator, None)
    }

    /// The type of a function definition's declarator; its parameters go to `params` and stay in scope.
    pub(crate) fn definition_type(
        &mut self,
        base: Ty,
        declarator: ast::DeclaratorId,
        params: &mut Vec<ParamInfo>,
    ) -> Res<Ty> {
        self.derive(base, declarator, Some(params))
    }

    fn derive(
        &mut self,
        base: Ty,
        declarator: ast::DeclaratorId,
        mut params: Option<&mut Vec<ParamInfo>>,
    ) -> Res<Ty> {
        let ast = self.ast;
        let written = ast.declarators[declarator];
        let derived = ast.derived_list(written.derived);
        if derived.len() > MAX_DERIVATIONS {
            return Err(self.refuse("declarator of more than 500 derivations"));
        }
        let mut ty = base;
        for (position, step) in derived.iter().enumerate().rev() {
            ty = match *step {
                Derived::Pointer(flags) => {
                    let align =
                        (flags.contains(Flags::ATOMIC)).then(|| self.types().machine().pointer_size());
                    let here =
                        if flags.contains(Flags::VOLATILE) { Volatility::HERE } else { Volatility::NONE };
                    let volatile = ty.volatile.derived().and(here);
                    Ty { id: self.types_mut().pointer(ty.id), align, volatile }
                }
                Derived::Array(length) => {
                    let id = self.array_type(ty.id, length, written.span)?;
                    Ty { id, align: ty.align, volatile: ty.volatile.derived() }
                }
                Derived::Function(parameters) => {
                    let capture = if position == 0 { params.take() } else { None };
                    let id = self.function_type(ty.id, parameters, written.span, capture)?;
                    Ty { id, align: None, volatile: ty.volatile.derived() }
                }
            };
        }
        Ok(ty)
    }

    fn array_type(&mut self, element: TypeId, length: ArrayLength, span: Span) -> Res<TypeId> {
        if self.dimensions(element) >= MAX_DERIVATIONS {
            return Err(self.refuse("declarator of more than 500 derivations"));
        }
        match *self.types().get(element) {
            Type::Function(_) => return Err(self.error("E0314", span, "an array of functions")),
            Type::Void => return Err(self.error("E0314", span, "an array of `void`")),
            Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Array(..) | Type::Record(_) => {}
        }
        let length = match length {
            ArrayLength::Unspecified => ArrayLen::Unknown,
            ArrayLength::Star => {
                self.saw_variable_length = true;
                ArrayLen::Unknown
            }
            ArrayLength::Expr(expr) => self.array_length(element, expr)?,
        };
        Ok(self.types_mut().array(element, length))
    }

    fn array_length(&mut self, element: TypeId, expr: ast::ExprId) -> Res<ArrayLen> {
        let span = self.ast.exprs[expr].span;
        let in_prototype = self.prototypes > 0;
        let value = if in_prototype { self.unevaluated(|unit| unit.value(expr))? } else { self.value(expr)? };
        if self.int_kind(value).is_none() {
            return Err(self.error("E0314", span, "the length of an array is not an integer"));
        }
        if let Some(length) = self.constant_value(value) {
            let length = u64::try_from(length).ok().filter(|&length| {
                let size = self.types().size(element).unwrap_or(1).max(1);
                length.checked_mul(size).is_some_and(|bytes| bytes < 1 << 47)
            });
            return match length {
                Some(length) => Ok(ArrayLen::Fixed(length)),
                None => Err(self.error("E0314", span, "the length of this array is negative or too large")),
            };
        }
        if in_prototype {
            self.saw_variable_length = true;
            return Ok(ArrayLen::Unknown);
        }
        if self.function.is_none() {
            return Err(self.error("E0314", span, "the length of an array at file scope is not constant"));
        }
        let size_type = self.types().size_type();
        let value = self.convert(value, size_type)?;
        let vla = VlaId(self.el.next_vla);
        self.el.next_vla += 1;
        let name = self.fresh_name("vla");
        let local =
            self.body.locals.push(Local { name, ty: size_type, address_taken: false, align: None, span });
        self.declare_in_block(local);
        self.body.vlas.push((vla, local));
        let set = self.push_stmt(StmtKind::SetVlaLength(vla, value), span);
        self.pending.push(set);
        Ok(ArrayLen::Variable(vla))
    }

    fn function_type(
        &mut self,
        result: TypeId,
        parameters: Parameters,
        span: Span,
        capture: Option<&mut Vec<ParamInfo>>,
    ) -> Res<TypeId> {
        match self.types().get(result) {
            Type::Array(..) | Type::Function(_) => {
                return Err(self.error("E0325", span, "a function cannot return an array or a function"));
            }
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Record(_) => {}
        }
        let (params, variadic) = match parameters {
            Parameters::Unspecified | Parameters::Names(_) => (Vec::new(), Variadic::Unprototyped),
            Parameters::Prototype { params, variadic } => {
                let variadic = if variadic { Variadic::Yes } else { Variadic::No };
                (self.parameters(params, capture)?, variadic)
            }
        };
        let signature = Signature { result, params: params.into_boxed_slice(), variadic };
        Ok(self.types_mut().intern(Type::Function(signature)))
    }

    /// How many arrays lie in each other; typedefs may pile them up beyond what one declarator shows.
    fn dimensions(&self, mut ty: TypeId) -> usize {
        let mut dimensions = 0;
        while let Type::Array(element, _) = *self.types().get(ty) {
            (ty, dimensions) = (element, dimensions + 1);
        }
        dimensions
    }

    /// The parameters of a function declarator that point to something constant by what is written
    /// there, as bits. What a typedef hides does not count.
    pub(crate) fn const_params(&self, declarator: ast::DeclaratorId) -> u64 {
        let ast = self.ast;
        let derived = ast.derived_list(ast.declarators[declarator].derived);
        let Some(Derived::Function(Parameters::Prototype { params, .. })) = derived.first() else { return 0 };
        let mut bits = 0;
        for (position, param) in ast.param_list(*params).iter().enumerate().take(64) {
            let steps = ast.derived_list(ast.declarators[param.declarator].derived);
            let flags = match steps {
                [Derived::Pointer(_) | Derived::Array(_)] => ast.specifiers[param.specifiers].flags,
                [Derived::Pointer(_) | Derived::Array(_), Derived::Pointer(flags), ..] => *flags,
                _ => continue,
            };
            bits |= u64::from(flags.contains(Flags::CONST)) << position;
        }
        bits
    }

    /// Elaborates a parameter list; the parameters of a definition stay in scope.
    fn parameters(
        &mut self,
        params: IdRange<ast::Param>,
        capture: Option<&mut Vec<ParamInfo>>,
    ) -> Res<Vec<TypeId>> {
        if self.prototypes as usize > MAX_DERIVATIONS {
            return Err(self.refuse("declarator of more than 500 derivations"));
        }
        let depth = self.scopes.depth();
        if capture.is_none() {
            self.scopes.enter();
        }
        self.prototypes += 1;
        let outer_flag = std::mem::take(&mut self.saw_variable_length);
        let result = with_stack(|| self.parameter_list(params));
        self.prototypes -= 1;
        self.saw_variable_length = outer_flag;
        if capture.is_none() {
            self.scopes.leave_to(depth);
        }
        let infos = result?;
        let types = infos.iter().map(|info| info.ty).collect();
        if let Some(capture) = capture {
            *capture = infos;
        }
        Ok(types)
    }

    fn parameter_list(&mut self, params: IdRange<ast::Param>) -> Res<Vec<ParamInfo>> {
        let ast = self.ast;
        let list = ast.param_list(params);
        let mut infos = Vec::with_capacity(list.len());
        for param in list {
            let declarator = ast.declarators[param.declarator];
            let specified = self.specifiers(param.specifiers)?;
            self.saw_variable_length = false;
            let ty = self.declarator_type(specified.ty, param.declarator)?;
            if ty.id == TypeId::VOID && list.len() == 1 && declarator.name.is_none() {
                return Ok(infos);
            }
            if ty.id == TypeId::VOID {
                return Err(self.error("E0306", declarator.span, "a parameter cannot be `void`"));
            }
            let id = self.adjust_parameter(ty.id);
            let variable = self.saw_variable_length.then_some((specified.ty, param.declarator));
            if let Some(name) = declarator.name {
                self.scopes.declare(name, Entity::Parameter(id), declarator.span);
            }
            let volatile = self.adjusted_volatility(ty);
            infos.push(ParamInfo {
                name: declarator.name,
                ty: id,
                volatile,
                span: declarator.span,
                variable,
            });
        }
        Ok(infos)
    }

    /// Where the type of a parameter says `volatile` after [`Self::adjust_parameter`].
    pub(crate) fn adjusted_volatility(&self, ty: Ty) -> Volatility {
        match *self.types().get(ty.id) {
            Type::Array(..) => ty.volatile.decayed(),
            Type::Function(_) => ty.volatile.derived(),
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Record(_) => ty.volatile,
        }
    }

    /// Arrays and functions become pointers in parameters (6.7.6.3p7, p8).
    pub(crate) fn adjust_parameter(&mut self, ty: TypeId) -> TypeId {
        match *self.types().get(ty) {
            Type::Array(element, _) => self.types_mut().pointer(element),
            Type::Function(_) => self.types_mut().pointer(ty),
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Record(_) => ty,
        }
    }
}
