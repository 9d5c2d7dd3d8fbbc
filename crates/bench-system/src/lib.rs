//! One command, run and measured: what the operating system is asked for, and nothing else.
//!
//! Part II of "Towards Practical Predicate Analysis" (Wendler 2017), chapters 9 to 13: a run has a control group of its own, so that CPU time and memory of all its
//! processes are counted once and by the kernel, limits hold for the sum, and every process can be ended for sure; and a container of its own, so that it neither
//! sees nor disturbs other runs. Beside the one that loads Z3, this is the only crate with `unsafe` code.
//!
//! [`Request`] says what to run, [`execute`] runs it, [`Measured`] is what came of it. What could not be measured is absent, never zero.

mod check;
mod container;
mod cores;
mod energy;
mod error;
mod execute;
mod group;
mod measured;
mod mounts;
mod request;
mod stop;
mod sys;
mod units;
mod values;

pub use check::{Finding, Offered, check};
pub use cores::parse_list;
pub use error::Error;
pub use execute::execute;
pub use group::{find_groups, release};
pub use measured::{End, Measured, Reason};
pub use request::{Access, Container, Inherited, Limits, Network, Request, Rule};
pub use stop::Stop;
pub use units::{parse_size, parse_time};
pub use values::{Value, values};
