//! The automaton as text, for people: this is the notation to learn the IR from.
//!
//! ```text
//! static int limit = 10;                              // a.c:1
//!
//! int main(void)                                      // a.c:3
//!     result int $result;
//!     local int x;                                    // line 4
//! L0: declare x -> L1                                 // line 4
//! L1: x = 0 -> L2                                     // line 4
//! L2: [x < limit] -> L3                               // line 5, loop head
//!     [!(x < limit)] -> L4                            // line 5
//! L3: x = x + 1 -> L2                                 // line 6
//! L4: call $result = f(x) -> f.L0, back at L5         // line 7
//! L5: exit, return to $start.L2
//! ```
//!
//! A function is its declaration, its variables, and its locations, each with the edges that leave it: what
//! happens, then where it leads. `[c]` is an assumption: the edge can be taken only if `c` holds; `[!(c)]` is the
//! other side. All else reads like C with every conversion written out; `nondet`, `allocate`, `memory_copy` and so on are the
//! operations of [`crate::Op`].
//!
//! **Numbers.** Locations are numbered in each function on their own, from `L0` at its entry in reverse postorder (those
//! that nothing leads to come last), because a change in one function should not renumber the others. Messages about
//! the whole automaton use the global numbers, which [`GlobalIds::Shown`] adds to the dump.
//!
//! **Limits.** Nothing is left out silently: an expression longer than [`EXPRESSION_LIMIT`] and a type longer than
//! [`NAME_LIMIT`] end in `...`. The dumps expect an automaton that the verifier accepts.

mod dot;
mod expr;
mod float;
mod op;
mod text;
mod types;

#[cfg(test)]
mod tests;

pub use dot::dot;
pub use expr::EXPRESSION_LIMIT;
pub use float::float_text;
pub use op::{expression, operation, place};
pub use text::{GlobalIds, function_text, text, text_with};
pub use types::{NAME_LIMIT, declaration, float_name, int_name, type_name};
