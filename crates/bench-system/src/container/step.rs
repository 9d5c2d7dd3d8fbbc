//! The steps by which a container is made, each one system call or two.
//!
//! They are prepared by the parent and performed by the guardian, which must not allocate; see [`crate::sys`].

use crate::sys::{self, Shared};
use rustix::fd::IntoRawFd;
use rustix::fs::{Gid, Mode, OFlags, Uid};
use rustix::io::Errno;
use rustix::mount::{MountFlags, MountPropagationFlags, UnmountFlags};
use std::ffi::{CStr, CString};
use std::fmt;
use std::sync::atomic::Ordering;

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Nothing that is mounted from now on is seen by others.
    Private,
    /// Writes a text to an existing file.
    Write { path: CString, text: Vec<u8> },
    /// Mounts a `tmpfs` for everything that the run writes, and remembers it for the parent.
    Scratch { path: CString, options: CString },
    /// Makes a folder, if there is none.
    Folder { path: CString, mode: u32, owner: Option<(u32, u32)> },
    /// Makes an empty file, if there is none.
    File { path: CString },
    /// Makes a symbolic link.
    Link { path: CString, target: CString },
    /// Shows a folder or file, with all that is mounted below, at another place, too.
    Bind { source: CString, target: CString },
    /// Makes a mount read-only, with all that is mounted below.
    ReadOnly { target: CString },
    /// Shows a folder with writes that go elsewhere.
    Overlay { target: CString, options: CString },
    /// Mounts a file system of the kernel's, such as `proc`.
    Kernel { kind: &'static CStr, target: CString },
    /// Switches the loopback device on.
    LoopbackUp,
    /// Makes a folder the root, and forgets the old one.
    Pivot { root: CString },
    /// Takes the second way if the first fails, and notes it.
    Either { first: Vec<Step>, otherwise: Vec<Step>, note: usize },
}

impl Step {
    /// Does it.
    pub(crate) fn perform(&self, shared: &Shared) -> Result<(), Errno> {
        match self {
            Self::Private => {
                rustix::mount::mount_change(c"/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)
            }
            Self::Write { path, text } => {
                let file = rustix::fs::open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
                rustix::io::write(file, text).map(drop)
            }
            Self::Scratch { path, options } => make_scratch(path, options, shared),
            Self::Folder { path, mode, owner } => make_folder(path, *mode, *owner),
            Self::File { path } => {
                let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::CLOEXEC;
                rustix::fs::open(path, flags, Mode::from_raw_mode(0o644)).map(drop)
            }
            Self::Link { path, target } => match rustix::fs::symlink(target, path) {
                Err(Errno::EXIST) | Ok(()) => Ok(()),
                Err(error) => Err(error),
            },
            Self::Bind { source, target } => rustix::mount::mount_bind_recursive(source, target),
            Self::ReadOnly { target } => sys::make_read_only(target),
            Self::Overlay { target, options } => {
                rustix::mount::mount(c"overlay", target, c"overlay", MountFlags::empty(), options.as_c_str())
            }
            Self::Kernel { kind, target } => {
                let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
                rustix::mount::mount(*kind, target, *kind, flags, None)
            }
            Self::LoopbackUp => sys::loopback_up(),
            Self::Pivot { root } => pivot(root),
            Self::Either { first, otherwise, note } => {
                if first.iter().try_for_each(|step| step.perform(shared)).is_ok() {
                    return Ok(());
                }
                if let Some(word) = shared.notes.get(note / 64) {
                    word.fetch_or(1 << (note % 64), Ordering::Relaxed);
                }
                otherwise.iter().try_for_each(|step| step.perform(shared))
            }
        }
    }
}

fn make_scratch(path: &CStr, options: &CStr, shared: &Shared) -> Result<(), Errno> {
    rustix::mount::mount(c"tmpfs", path, c"tmpfs", MountFlags::NOSUID | MountFlags::NODEV, options)?;
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let fd = rustix::fs::open(path, flags, Mode::empty())?.into_raw_fd();
    shared.scratch.store(fd + 1, Ordering::Release);
    Ok(())
}

fn make_folder(path: &CStr, mode: u32, owner: Option<(u32, u32)>) -> Result<(), Errno> {
    match rustix::fs::mkdir(path, Mode::from_raw_mode(mode)) {
        Err(Errno::EXIST) => return Ok(()),
        Err(error) => return Err(error),
        Ok(()) => {}
    }
    if let Some((user, group)) = owner {
        // A folder that belongs to us instead can be used as well by whoever runs as us.
        let _ = rustix::fs::chown(path, Some(Uid::from_raw(user)), Some(Gid::from_raw(group)));
    }
    Ok(())
}

/// The new root is put over the old one, which is then unmounted from under it.
fn pivot(root: &CStr) -> Result<(), Errno> {
    rustix::process::chdir(root)?;
    rustix::process::pivot_root(c".", c".")?;
    rustix::mount::unmount(c".", UnmountFlags::DETACH)?;
    rustix::process::chdir(c"/")
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |path: &CString| path.to_string_lossy().into_owned();
        match self {
            Self::Private => f.write_str("separate mounts from the machine's"),
            Self::Write { path, text } => {
                write!(f, "write {:?} to {}", String::from_utf8_lossy(text), show(path))
            }
            Self::Scratch { options, .. } => write!(f, "mount a tmpfs ({})", show(options)),
            Self::Folder { path, .. } => write!(f, "make the folder {}", show(path)),
            Self::File { path } => write!(f, "make the file {}", show(path)),
            Self::Link { path, .. } => write!(f, "make the link {}", show(path)),
            Self::Bind { source, target } => write!(f, "mount {} at {}", show(source), show(target)),
            Self::ReadOnly { target } => write!(f, "make {} read-only (Linux 5.12 or later)", show(target)),
            Self::Overlay { options, .. } => write!(f, "mount an overlay ({})", show(options)),
            Self::Kernel { kind, target } => {
                write!(f, "mount {} at {}", kind.to_string_lossy(), show(target))
            }
            Self::LoopbackUp => f.write_str("switch the loopback device on"),
            Self::Pivot { .. } => f.write_str("change the root folder"),
            Self::Either { otherwise, .. } => match otherwise.last() {
                Some(step) => step.fmt(f),
                None => f.write_str("mount a folder"),
            },
        }
    }
}
