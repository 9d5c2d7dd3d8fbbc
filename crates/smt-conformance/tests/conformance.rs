//! The suite on the solver that enumerates, which is the reference: it must pass.

smt_conformance::suite!("enumeration" => || Ok::<_, String>(smt::solver::EnumerationBackend));
