//! What the process has used so far.
//!
//! *Time* is CPU time of all threads of this process and of its children, as competitions measure it, so that a busy machine does not change an answer. Children are the preprocessor and solvers that are
//! processes of their own; what they use counts while they run where the system lists them (Linux), in steps of a hundredth of a second. *Memory* is what is resident now, theirs included, which the system tells
//! in files on Linux; elsewhere it is not known.

use std::fs;
use std::time::Duration;

/// CPU time of this process and its children.
pub(super) fn cpu() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let seconds = u64::try_from(now.tv_sec).unwrap_or(0);
    let nanoseconds = u32::try_from(now.tv_nsec).unwrap_or(0);
    let running: u64 = children().iter().filter_map(|child| Some(Ticks::of(child)?.all())).sum();
    let ended = Ticks::of("self").map_or(0, |own| own.of_ended_children);
    let ticks = (running + ended) as f64;
    Duration::new(seconds, nanoseconds)
        + Duration::from_secs_f64(ticks / rustix::param::clock_ticks_per_second() as f64)
}

/// CPU time in the unit of the system's files.
struct Ticks {
    own: u64,
    of_ended_children: u64,
}

impl Ticks {
    /// What a process used; nothing if it is gone.
    fn of(process: &str) -> Option<Self> {
        let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name may have blanks and parentheses in it; behind it are the state and numbers, the twelfth to fifteenth of which are wanted.
        let (_, rest) = text.rsplit_once(')')?;
        let mut numbers = rest.split_whitespace().skip(11).map_while(|field| field.parse::<u64>().ok());
        let own = numbers.next()? + numbers.next()?;
        Some(Self { own, of_ended_children: numbers.next()? + numbers.next()? })
    }

    fn all(&self) -> u64 {
        self.own + self.of_ended_children
    }
}

/// The children that run now, by number. Each belongs to the thread that started it.
fn children() -> Vec<String> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Ends the children. A solver in the middle of a query would not notice that nobody waits for it any more.
pub(super) fn end_children() {
    end(&children());
}

fn end(processes: &[String]) {
    for child in processes {
        let pid = child.parse().ok().and_then(rustix::process::Pid::from_raw);
        if let Some(pid) = pid {
            // One that is gone already is no concern.
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
    }
}

/// Bytes that are resident, here and in children.
pub(super) fn memory() -> Option<u64> {
    let own = resident("self")?;
    Some(children().iter().filter_map(|child| resident(child)).fold(own, u64::saturating_add))
}

fn resident(process: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages.saturating_mul(rustix::param::page_size() as u64))
}

/// The most bytes that were ever resident in this process.
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

    #[test]
    #[cfg(target_os = "linux")]
    fn work_of_children_is_seen_while_they_run_and_afterwards() {
        let before = cpu();
        let mut child = std::process::Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
        let (pid, begin) = (child.id().to_string(), std::time::Instant::now());
        assert!(children().contains(&pid));
        // On a busy machine it takes its time.
        let busy = || Ticks::of(&pid).unwrap().own >= 20;
        while !busy() && begin.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let while_running = cpu();
        assert!(while_running >= before + Duration::from_millis(150), "{before:?} {while_running:?}");
        end(std::slice::from_ref(&pid));
        child.wait().unwrap();
        assert!(!children().contains(&pid));
        assert!(cpu() >= while_running);
    }
}
