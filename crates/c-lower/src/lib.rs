//! Placeholder text of the skeleton.
