//! The suite on the pinned library, and on the system's if there is one.

use smt_z3::{Z3Backend, Z3Error};

smt_conformance::suite! {
    "z3" => || Ok::<_, Z3Error>(Z3Backend::default()),
    "z3-system" => || Z3Backend::load(std::path::Path::new("libz3.so.4")),
}
