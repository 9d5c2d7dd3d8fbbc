//! Whole-program tests: our front end and interpreter against gcc, against the corpus, and against random input.
//!
//! *Purpose:* the programs here answer one question each, with figures: does a random program print
//! what gcc's binary prints ([`csmith`], [`feature_programs`]); are two units linked as gcc links
//! them ([`pairs`]); are addresses followed wherever they go ([`addresses`]); are bit-fields of
//! every width computed with as gcc does ([`bitfields`]); do calls of library functions what glibc
//! does ([`library_calls`]); does every preset give the verdict that all executions show ([`verdicts`]), and that facts of C have ([`facts`]); does every record have
//! gcc's layout ([`layout`]); does no input break the front end ([`robust`]); does every literate
//! test and task of `corpus/` behave as written ([`literate`], [`tasks`]). Each is a library
//! module, called with a small count by `cargo test` and with a large one by the binary:
//!
//! ```text
//! cargo run --release -p corpus-tests -- csmith --count 1000
//! cargo run --release -p corpus-tests -- layout FOLDER
//! ```
//!
//! *Not its purpose:* tests of one stage; those live beside the stage.
//!
//! The oracle is gcc on the same machine (`gcc -m32`, `gcc -m64`). Where it is missing, tests are
//! skipped as `test-needs` says.

pub mod addresses;
pub mod bitfields;
pub mod csmith;
pub mod execute;
pub mod facts;
pub mod feature_programs;
pub mod gcc;
pub mod layout;
pub mod library_calls;
pub mod literate;
pub mod pairs;
pub mod rng;
pub mod robust;
pub mod scalars;
pub mod tasks;
pub mod verdicts;
