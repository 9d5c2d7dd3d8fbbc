//! `switch` (6.8.4.2): cases are collected where they stand, converted to the promoted type of the condition.

use crate::elab::{Res, Unit};
use crate::hir::{Case, CaseId, StmtKind};
use c_syntax::ast;
use cfa::TypeId;
use source::Span;
use stdx::IdRange;

/// An open `switch`.
#[derive(Debug)]
pub(crate) struct SwitchState {
    ty: TypeId,
    cases: Vec<(Case, Span)>,
    default: Option<(CaseId, Span)>,
}

impl Unit<'_> {
    /// `switch (value) body`
    pub(super) fn switch(&mut self, value: ast::ExprId, body: ast::StmtId, span: Span) -> Res<StmtKind> {
        let value = self.value(value)?;
        if self.int_kind(value).is_none() {
            return Err(self.error("E0309", span, "a `switch` needs an integer"));
        }
        let value = self.promote(value);
        let ty = self.ty(value);
        if let Some(function) = &mut self.function {
            function.enter_switch(SwitchState { ty, cases: Vec::new(), default: None });
        }
        let body = self.sub_stmt(body);
        let state = self.function.as_mut().and_then(|function| {
            function.leave();
            function.switches.pop()
        });
        let Some(state) = state else { return Ok(StmtKind::Empty) };
        self.check_cases(&state.cases);
        let cases = state.cases.iter().map(|&(case, _)| case);
        let cases = IdRange::store(&mut self.body.pools.cases, cases);
        let default = state.default.map(|(case, _)| case);
        Ok(StmtKind::Switch { value, cases, default, body })
    }

    fn new_case(&mut self) -> CaseId {
        let case = CaseId(self.body.n_cases);
        self.body.n_cases += 1;
        case
    }

    /// `case low:` and `case low ... high:`
    pub(super) fn case(&mut self, low: ast::ExprId, high: Option<ast::ExprId>, span: Span) -> Res<CaseId> {
        let Some(ty) = self.function.as_ref().and_then(|function| function.switches.last()).map(|s| s.ty)
        else {
            return Err(self.error("E0317", span, "`case` outside of a `switch`"));
        };
        let low = self.case_value(low, ty)?;
        let high = match high {
            Some(high) => self.case_value(high, ty)?,
            None => low,
        };
        let id = self.new_case();
        if low > high {
            // gcc warns of an empty range and goes on; nothing jumps here.
            self.warning("W0305", span, "an empty range in `case`");
        } else if let Some(state) = self.function.as_mut().and_then(|function| function.switches.last_mut()) {
            state.cases.push((Case { low, high, id }, span));
        }
        Ok(id)
    }

    fn case_value(&mut self, value: ast::ExprId, ty: TypeId) -> Res<i128> {
        let value = self.integer_constant(value)?;
        let bits = cfa::canonical(self.types(), ty, value as u128);
        Ok(cfa::int_value(self.types(), ty, bits))
    }

    /// `default:`
    pub(super) fn default(&mut self, span: Span) -> Res<CaseId> {
        let id = self.new_case();
        let Some(state) = self.function.as_mut().and_then(|function| function.switches.last_mut()) else {
            return Err(self.error("E0317", span, "`default` outside of a `switch`"));
        };
        if let Some((_, earlier)) = state.default {
            let message = "a second `default` in a `switch`".to_owned();
            return Err(self.error_with("E0318", span, message, earlier));
        }
        state.default = Some((id, span));
        Ok(id)
    }

    /// No two cases may overlap.
    fn check_cases(&mut self, cases: &[(Case, Span)]) {
        let mut sorted = cases.to_vec();
        sorted.sort_by_key(|(case, _)| (case.low, case.id));
        for pair in sorted.windows(2) {
            if let [(left, first), (right, second)] = pair
                && right.low <= left.high
            {
                let message = format!("the value {} has two cases", right.low);
                self.error_with("E0318", *second, message, *first);
            }
        }
    }
}
