//! How all processes of a group are ended.
//!
//! Enumerating processes and killing them one by one loses against a process that forks faster, so there are two ways (document, sections 10.3 and 12.1). The second version of
//! control groups kills all at once. In the first the group is frozen, so that nothing can fork, all are killed, and the group is thawed, so that they can die.
//!
//! This is executed by children and therefore neither allocates nor locks.

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{Mode, OFlags, openat};

/// How all processes of a group are ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Killer<'a> {
    /// The folder of a group that has a file `cgroup.kill`, a file `freezer.state`, or just `cgroup.procs`.
    folder: BorrowedFd<'a>,
}

impl<'a> Killer<'a> {
    /// For the group of that folder.
    pub(crate) fn of_folder(folder: &'a OwnedFd) -> Self {
        Self { folder: folder.as_fd() }
    }

    /// The descriptor that this works with.
    pub(crate) fn descriptor(&self) -> BorrowedFd<'a> {
        self.folder
    }

    /// Sends SIGKILL to all. They may need a moment to end; who wants to be sure looks whether the group is empty and calls this again if not.
    pub(crate) fn kill(&self) {
        if self.write(c"cgroup.kill", b"1") {
            return;
        }
        // Kernels before 5.14 have the second version without that file; there, killed processes die although they are frozen.
        let has_freezer = self.write(c"freezer.state", b"FROZEN");
        let is_frozen = has_freezer || self.write(c"cgroup.freeze", b"1");
        // A process that was about to fork when the group was frozen leaves a child that is in the list only now.
        for _ in 0..1000 {
            self.signal_all();
            if !has_freezer || self.is_frozen() {
                break;
            }
            rustix::thread::sched_yield();
        }
        if is_frozen {
            self.signal_all();
            self.write(c"freezer.state", b"THAWED");
            self.write(c"cgroup.freeze", b"0");
        }
    }

    fn write(&self, file: &std::ffi::CStr, text: &[u8]) -> bool {
        let Ok(file) = openat(self.folder, file, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty()) else {
            return false;
        };
        rustix::io::write(&file, text).is_ok()
    }

    fn is_frozen(&self) -> bool {
        let mut buffer = [0; 16];
        let Ok(file) = openat(self.folder, c"freezer.state", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())
        else {
            return true;
        };
        let length = rustix::io::read(&file, &mut buffer).unwrap_or(0);
        buffer.get(..length).is_some_and(|text| text.starts_with(b"FROZEN"))
    }

    /// Kills all that are in the list now. The list is opened anew each time, since an open one is a copy of what was.
    fn signal_all(&self) {
        let Ok(file) = openat(self.folder, c"cgroup.procs", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())
        else {
            return;
        };
        let mut buffer = [0; 4096];
        let mut pid: i32 = 0;
        while let Ok(length @ 1..) = rustix::io::read(&file, &mut buffer) {
            for byte in buffer.iter().take(length) {
                match byte {
                    b'0'..=b'9' => pid = pid.wrapping_mul(10).wrapping_add(i32::from(byte - b'0')),
                    _ => {
                        crate::sys::kill(pid, libc::SIGKILL);
                        pid = 0;
                    }
                }
            }
        }
    }
}
