//! A page of memory that the parent, the guardian and the command's process share until it becomes the command.
//!
//! Everything in it is atomic, since three processes look at it; a value is read by the parent after a byte came through a pipe, which orders them.

use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous, munmap};
use std::io;
use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64};

/// What is told through shared memory.
#[repr(C)]
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// When the command was started, in nanoseconds of the monotonic clock; 0 before.
    pub(crate) start: AtomicU64,
    /// When it ended, as far as its first process is concerned.
    pub(crate) end: AtomicU64,
    /// How it ended: the value, or minus the signal.
    pub(crate) status: AtomicI32,
    /// What failed before the command ran: one of [`stage`], 0 if nothing did.
    pub(crate) failed: AtomicU32,
    /// Which step of setting up the container it was.
    pub(crate) step: AtomicU32,
    /// What the system said.
    pub(crate) errno: AtomicI32,
    /// The descriptor, in the guardian, of the place for files of the run, plus one.
    pub(crate) scratch: AtomicI32,
    /// Which fallbacks were taken, as a set of bits.
    pub(crate) notes: [AtomicU64; 32],
}

/// What can fail before the command runs.
pub(crate) mod stage {
    /// A step of setting up the container; `step` says which.
    pub(crate) const CONTAINER: u32 = 1;
    /// Making the process of the command.
    pub(crate) const PROCESS: u32 = 2;
    /// Entering the control group.
    pub(crate) const GROUP: u32 = 3;
    /// Entering the folder.
    pub(crate) const FOLDER: u32 = 4;
    /// Redirecting input and output.
    pub(crate) const STREAMS: u32 = 5;
    /// Executing the program.
    pub(crate) const PROGRAM: u32 = 6;
    /// Mapping users of the command's namespace.
    pub(crate) const USERS: u32 = 7;
}

/// The page, as its owner sees it. Children have it at the same address.
#[derive(Debug)]
pub(crate) struct Page(*mut Shared);

impl Page {
    /// A new page of zeroes.
    pub(crate) fn new() -> io::Result<Self> {
        // SAFETY: the kernel chooses an address that nobody uses. It is aligned to a page, and zeroes are values of the type.
        let address = unsafe {
            mmap_anonymous(
                std::ptr::null_mut(),
                size_of::<Shared>(),
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::SHARED,
            )
        }?;
        Ok(Self(address.cast()))
    }

    /// What is in it.
    pub(crate) fn get(&self) -> &Shared {
        // SAFETY: it is mapped while `self` lives, and all its parts are atomic.
        unsafe { &*self.0 }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // SAFETY: nothing borrows from `self` any more. If it fails, a page is lost, which is harmless.
        let _ = unsafe { munmap(self.0.cast(), size_of::<Shared>()) };
    }
}
