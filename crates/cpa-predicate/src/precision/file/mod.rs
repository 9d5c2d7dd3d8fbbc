//! Precisions as text, so that a run can begin with what another one found (precision reuse: Beyer, Löwe, Novikov, Stahlbauer, Wendler, FSE 2013).
//!
//! ```text
//! verdikt-precision 1
//! encoding bit-precise, arrays, quantifier-free, escaped
//! program 5f1c3c5a0ab2a24e
//! symbol region 4 0 (declare-fun |main::x| () (_ BitVec 32))
//!
//! global
//! (bvsle |main::x| #x00000005)
//!
//! function 2 main
//! (= |main::x| #x00000000)
//!
//! location 7 main
//! false
//!
//! end 3
//! ```
//!
//! A line is one thing. `;` begins a remark. The head says what the file is for: the encoding, and a fingerprint of the automaton. A symbol is a part of
//! the program's state, by the numbers that [`formula::Key`] has for it, or an uninterpreted function of the encoding. Then come the places with their predicates, as terms
//! of SMT-LIB: truth values, and `false` means that it matters whether the place is reached. The last line counts them, so that a file that was cut
//! off is seen.
//!
//! *A precision is a hint.* The abstraction computes which combinations of predicates *follow* from what the program does, whatever the predicates are: a useless one
//! costs time, a missing one costs a refinement, and neither changes what is true. That argument needs one thing: a predicate says the same of each
//! state, so that one state can cover another. So a predicate may speak only of parts of the state and of functions that mean the same everywhere. Were a copy of a
//! variable inside some path (`x@3`) accepted as a symbol, a predicate could be true of one path's copy and decide about the other's state; then a
//! proof could be wrong. Names with `@` are refused in every place, and names of functions are those of the encoding only.
//!
//! *Fingerprints* are no protection and need not be: they tell that a file is for another program, where numbers mean something else, and where it would only be in
//! the way. Names and sorts are compared as well, since another version of Verdikt may number regions in another way.

mod read;
mod write;

use formula::{Encoder, Environment};

/// The first line.
const VERSION: &str = "verdikt-precision 1";

/// What is wrong with a line of a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LineError {
    /// The line, from one.
    pub line: usize,
    /// What is wrong: one sentence in lower case.
    pub message: String,
}

/// The choices that decide what predicates look like.
fn encoding_line(encoder: &Encoder<'_>) -> String {
    let encoding = encoder.encoding();
    let environment = match encoding.environment {
        Environment::Escaped => "escaped",
        Environment::Separate => "separate",
    };
    format!("encoding {encoding}, {environment}")
}

fn program_line(encoder: &Encoder<'_>) -> String {
    format!("program {:016x}", cfa::fingerprint(encoder.cfa()))
}
