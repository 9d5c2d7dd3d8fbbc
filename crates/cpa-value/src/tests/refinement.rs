//! Refinement.
