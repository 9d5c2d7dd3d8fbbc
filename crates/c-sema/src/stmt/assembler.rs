//! Inline assembler (GNU): what it writes, what it reads, and the one program that is understood, the empty one.
//!
//! Code puts empty assembler where the compiler shall not look through, as in `asm("" : "+r"(x))` or the kernel's
//! `barrier()`. It executes nothing: an operand that is read and written keeps its value, an output that shares the place of
//! an input (constraint `"0"`) gets the input's value, and any other output gets whatever is there, which is any value.

use crate::elab::{Res, Unit};
use crate::hir::{AsmEffect, ExprId, ExprKind, StmtId, StmtKind};
use c_syntax::ast;
use cfa::TypeId;
use stdx::IdRange;

impl Unit<'_> {
    /// Inline assembler; statements that come before it go to `out`.
    pub(super) fn assembler(&mut self, id: ast::AsmId, out: &mut Vec<StmtId>) -> Res<StmtKind> {
        let asm = self.ast.asms[id];
        let places = self.asm_outputs(&asm)?;
        let mut inputs = Vec::new();
        for operand in self.ast.asm_operand_list(asm.inputs) {
            inputs.push(self.value(operand.expr)?);
        }
        let is_empty = self.ast.strings[asm.template].bytes.iter().all(u8::is_ascii_whitespace);
        if is_empty && asm.labels.is_empty() {
            return self.empty_assembler(&asm, &places, &inputs, out);
        }
        let effect = if !asm.labels.is_empty() {
            AsmEffect::MayJump
        } else if asm.clobbers_memory {
            AsmEffect::ClobbersMemory
        } else {
            AsmEffect::OutputsOnly
        };
        let outputs = IdRange::store(&mut self.body.pools.exprs, places);
        let inputs = IdRange::store(&mut self.body.pools.exprs, inputs);
        Ok(StmtKind::Asm { outputs, inputs, effect })
    }

    fn asm_outputs(&mut self, asm: &ast::Asm) -> Res<Vec<ExprId>> {
        let mut places = Vec::new();
        for operand in self.ast.asm_operand_list(asm.outputs) {
            let place = self.expr(operand.expr)?;
            if !self.is_place(place) {
                let span = self.ast.exprs[operand.expr].span;
                return Err(self.error("E0310", span, "an output of assembler is not an object"));
            }
            places.push(place);
        }
        Ok(places)
    }

    /// Nothing is executed: see the essay.
    fn empty_assembler(
        &mut self,
        asm: &ast::Asm,
        places: &[ExprId],
        inputs: &[ExprId],
        out: &mut Vec<StmtId>,
    ) -> Res<StmtKind> {
        let (mut unknown, mut used) = (Vec::new(), vec![false; inputs.len()]);
        for (position, (&place, operand)) in
            places.iter().zip(self.ast.asm_operand_list(asm.outputs)).enumerate()
        {
            let effect = if self.ast.strings[operand.constraint].bytes.contains(&b'+') {
                self.push(ExprKind::Cast(place), TypeId::VOID, asm.span)
            } else if let Some(input) = (0..inputs.len()).find(|&at| self.shares(asm, at, position))
                && self.types().is_scalar(self.ty(place))
            {
                used[input] = true;
                let ty = self.ty(place);
                let value = self.convert(inputs[input], ty)?;
                self.push(ExprKind::Assign(place, value), ty, asm.span)
            } else {
                unknown.push(place);
                continue;
            };
            out.push(self.push_stmt(StmtKind::Expr(effect), asm.span));
        }
        for (&input, _) in inputs.iter().zip(used).filter(|&(_, used)| !used) {
            let effect = self.discard(input);
            out.push(self.push_stmt(StmtKind::Expr(effect), asm.span));
        }
        if unknown.is_empty() {
            return Ok(StmtKind::Empty);
        }
        let outputs = IdRange::store(&mut self.body.pools.exprs, unknown);
        Ok(StmtKind::Asm { outputs, inputs: IdRange::EMPTY, effect: AsmEffect::OutputsOnly })
    }

    /// Whether the constraint of an input names an output by its number.
    fn shares(&self, asm: &ast::Asm, input: usize, output: usize) -> bool {
        let operand = self.ast.asm_operand_list(asm.inputs)[input];
        let constraint = std::str::from_utf8(&self.ast.strings[operand.constraint].bytes);
        constraint.ok().and_then(|text| text.parse().ok()) == Some(output)
    }
}
