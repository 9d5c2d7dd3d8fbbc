//! Benchmarks: many runs of a tool over many tasks, each measured by `bench-system`, the results in `bench-result`'s formats.
