//! Conversations with solvers: real ones, and scripts that misbehave.

mod real;
