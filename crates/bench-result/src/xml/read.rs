//! From a result file to the model.
