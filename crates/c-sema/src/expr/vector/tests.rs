//! Vectors: what they become, element by element, and what is refused.

use crate::testing::{check_body, check_messages};
use expect_test::expect;
