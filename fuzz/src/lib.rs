//! What the fuzz targets share.

pub mod mutate;
