//! Traces as text: one statement a line over typed variables, read into formulas in static single assignment.
//!
//! ```text
//! trace counts-up            a name, and the lines up to the next are the trace
//! x:bv32 = 0                 declares and assigns; without a value it is arbitrary
//! a:[bv32]bv8                an array;  f:(bv32, bv32)bv32 is a function
//! repeat 3 { ... }           the statements so many times
//! assume x <u 10             signed and unsigned operators end in s and u
//! x = x + 1
//! a[x] = 7
//! havoc x                    any value
//! block { ... }              the statements as one formula
//! choose { ... } or { ... }  one of the paths, as one formula
//! ```
//!
//! Types are `bool`, `bvN`, `int`, `real`, `half`, `float`, `double`. Operators are those of C; `zext(e, N)`, `sext(e, N)`
//! and `trunc(e, N)` convert to N bits, `bit(e, N)` is a single bit, `isnan(e)` a test. Floats round to nearest.

mod elaborate;
mod syntax;

use smt::{TermId, Terms};

/// A trace of the set.
pub(crate) struct Trace {
    /// Its name.
    pub(crate) name: String,
    /// Its formulas.
    pub(crate) formulas: Vec<TermId>,
}

/// Reads the traces of a text.
pub(crate) fn read(terms: &mut Terms, text: &str) -> Result<Vec<Trace>, String> {
    let mut traces = Vec::new();
    for (name, statements) in syntax::parse(text)? {
        let formulas =
            elaborate::formulas(terms, &name, &statements).map_err(|error| format!("{name}: {error}"))?;
        traces.push(Trace { name, formulas });
    }
    Ok(traces)
}
