//! Parameters of Z3's procedures.

use super::context::{Context, handle};
use super::raw::*;
use crate::error::Z3Error;
use std::rc::Rc;

handle! {
    /// Parameters of a procedure.
    ParamsHandle, RawParams, params_inc_ref, params_dec_ref
}

impl Context {
    /// Parameters that are switched on or off.
    pub(super) fn switches(self: &Rc<Self>, switches: &[(&str, bool)]) -> Result<ParamsHandle, Z3Error> {
        let table = &self.api.table;
        // SAFETY: the context is alive.
        let params = ParamsHandle::own(self, unsafe { (table.mk_params)(self.raw) })?;
        for &(name, value) in switches {
            let name = self.symbol(name)?;
            // SAFETY: all handles and symbols are of this context.
            unsafe { (table.params_set_bool)(self.raw, params.raw, name, value) };
        }
        Ok(params)
    }
}
