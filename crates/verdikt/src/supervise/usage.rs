//! What the process has used so far.
//!
//! *Time* is CPU time of all threads of this process, as competitions measure it, so that a busy machine does not change an answer. The preprocessor
//! is a process of its own and not counted. *Memory* is what is resident now, which the system tells in a file on Linux; elsewhere it is not known.

use std::fs;
use std::time::Duration;

/// CPU time of this process.
pub(super) fn cpu() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let seconds = u64::try_from(now.tv_sec).unwrap_or(0);
    let nanoseconds = u32::try_from(now.tv_nsec).unwrap_or(0);
    Duration::new(seconds, nanoseconds)
}

/// Bytes that are resident.
pub(super) fn memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages.saturating_mul(rustix::param::page_size() as u64))
}

/// The most bytes that were ever resident.
pub(super) fn peak_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes.saturating_mul(1024))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_and_memory_are_seen() {
        let before = cpu();
        let mut bytes = vec![0_u8; 64 << 20];
        bytes.iter_mut().zip(0_u32..).for_each(|(byte, at)| *byte = at as u8);
        assert!(cpu() > before);
        if cfg!(target_os = "linux") {
            assert!(memory().unwrap() >= 64 << 20, "{}", bytes.len());
            assert!(peak_memory().unwrap() >= memory().unwrap() / 2);
        }
    }
}
