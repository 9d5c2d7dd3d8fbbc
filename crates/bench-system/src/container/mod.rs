//! The container of a run: what it sees of the machine (document, section 12.2).
//!
//! It is made of namespaces: a tree of files of its own, with the host's folders as they are, read-only, under an overlay or hidden; process numbers of its own, so that it can
//! signal nobody else and dies with its first process; a network with the loopback device only; and its own users and interprocess communication.
//!
//! What the run writes goes to a `tmpfs` of its own, whose pages the kernel charges to the run that wrote them, and which vanishes with the run. Nothing of this needs a folder
//! of the host: the `tmpfs` is mounted over `/proc`, which the run gets anew anyway.
//!
//! Root can overlay `/` itself. Others need a user namespace, in which the kernel refuses that if something is mounted below; there each folder of `/` gets an overlay of its own.

mod plan;
mod results;
mod rules;
mod step;

pub(crate) use plan::{Arrangement, Rights, Root, plan};
pub(crate) use results::copy_results;
pub(crate) use rules::Rules;
pub(crate) use step::Step;
