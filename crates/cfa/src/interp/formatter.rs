//! `sprintf`, `snprintf` and their forms with a `va_list`, executed as the C library does instead of by their models.
//!
//! The model writes any text of any length, which is what an analysis needs to see. An execution can do better: the
//! text that the format gives is one of those that the model allows.

use super::eval::Value;
use super::external::Rest;
use super::machine::{Machine, Run};
use super::memory::{Cell, Mode};
use crate::{CallId, Cfa, EdgeId, ExprId, FunctionOrigin, Op};

/// A model that formats into memory, with the arguments of a call.
pub(super) struct Formatter<'a> {
    target: ExprId,
    size: Option<ExprId>,
    format: ExprId,
    rest: Rest<'a>,
}

impl<'a> Formatter<'a> {
    /// What a call formats; `None` for calls of other functions.
    pub(super) fn of(cfa: &'a Cfa, call: CallId) -> Option<Self> {
        let site = &cfa.calls[call];
        if cfa.functions[site.callee].origin != FunctionOrigin::Library {
            return None;
        }
        match (cfa.function_name(site.callee), &*site.args) {
            ("sprintf", &[target, format, ref rest @ ..]) => {
                Some(Self { target, size: None, format, rest: Rest::Arguments(rest) })
            }
            ("snprintf", &[target, size, format, ref rest @ ..]) => {
                Some(Self { target, size: Some(size), format, rest: Rest::Arguments(rest) })
            }
            ("vsprintf", &[target, format, list]) => {
                Some(Self { target, size: None, format, rest: Rest::List(list) })
            }
            ("vsnprintf", &[target, size, format, list]) => {
                Some(Self { target, size: Some(size), format, rest: Rest::List(list) })
            }
            (_, _) => None,
        }
    }
}

impl Machine<'_, '_> {
    /// Executes the call on `edge`; the edge that leads back behind it.
    pub(super) fn format_into_memory(&mut self, edge: EdgeId) -> Run<EdgeId> {
        let cfa = self.program.cfa;
        let Op::Call(call) = cfa.edges[edge].op else { return Ok(edge) };
        let site = &cfa.calls[call];
        if let Some(formatter) = Formatter::of(cfa, call) {
            let target = self.pointer(formatter.target)?;
            let size = match formatter.size {
                Some(size) => Some(self.scalar(size)?.bits as u64),
                None => None,
            };
            let mut text = self.format(formatter.format, formatter.rest)?;
            let length = text.len();
            if let Some(size) = size {
                text.truncate(usize::try_from(size.saturating_sub(1)).unwrap_or(usize::MAX));
            }
            text.push(0);
            if size != Some(0) {
                self.write_text(target, &text)?;
            }
            if let Some(place) = site.place {
                self.store(place, Value::number(u128::from(length as u32)))?;
            }
        }
        Ok(site.return_edge)
    }

    fn write_text(&mut self, target: Cell, text: &[u8]) -> Run<()> {
        for (offset, &byte) in text.iter().enumerate() {
            let at = Cell { bits: target.bits.wrapping_add(offset as u64), ..target };
            let access = self.memory.access(at, 1, Mode::Write);
            let at = self.allow(access)?;
            self.memory.store(at, u64::from(byte));
        }
        Ok(())
    }
}
