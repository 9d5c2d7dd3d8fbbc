//! System calls that neither the standard library nor `rustix` offers: all `unsafe` code of this crate is in this folder and in the child's side of a run.
//!
//! What runs in a child between `clone3` and `execve` is a copy of one thread of a process that may have many. Another thread may have held the
//! allocator's lock, so nothing there may allocate, lock or print. Everything that the child needs is therefore prepared before, as texts that end with a zero.
#![expect(unsafe_code, reason = "system calls without a safe wrapper; each block says why it is sound")]

mod shared;

pub(crate) use shared::{Page, Shared, stage};

use rustix::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use rustix::io::Errno;
use rustix::process::Pid;
use std::ffi::CStr;

/// Makes the child in the group that `cgroup` stands for. The C library's constant is too narrow for it.
const CLONE_INTO_CGROUP: u64 = 1 << 33;

/// The arguments of `clone3` as far as they exist since Linux 5.7.
#[repr(C)]
#[derive(Default)]
struct CloneArguments {
    flags: u64,
    pidfd: u64,
    child_tid: u64,
    parent_tid: u64,
    exit_signal: u64,
    stack: u64,
    stack_size: u64,
    tls: u64,
    set_tid: u64,
    set_tid_size: u64,
    cgroup: u64,
}

/// A process that was made.
#[derive(Debug)]
pub(crate) struct Child {
    /// Its number, as the maker sees it.
    pub(crate) pid: Pid,
    /// It, as something to wait for.
    pub(crate) pidfd: OwnedFd,
}

/// Ends the process if the code of a child unwinds, since it must never go on as a second copy of its parent.
struct NoReturn;

impl Drop for NoReturn {
    fn drop(&mut self) {
        exit(255);
    }
}

/// Makes a process in new namespaces and, with `cgroup`, in that group of the second version from its first instruction on. It executes `child` and ends with its result.
///
/// # Safety
/// `child` must not allocate, lock, or use anything that another thread may have left half done.
pub(crate) unsafe fn spawn(
    namespaces: u64,
    cgroup: Option<BorrowedFd<'_>>,
    child: impl FnOnce() -> u8,
) -> Result<Child, Errno> {
    let mut pidfd: RawFd = -1;
    let mut arguments = CloneArguments {
        flags: namespaces | libc::CLONE_PIDFD as u64,
        pidfd: &raw mut pidfd as u64,
        exit_signal: libc::SIGCHLD as u64,
        ..CloneArguments::default()
    };
    if let Some(cgroup) = cgroup {
        arguments.flags |= CLONE_INTO_CGROUP;
        arguments.cgroup = cgroup.as_raw_fd() as u64;
    }
    // SAFETY: the structure lives during the call and its size is right. Without CLONE_VM the child has a copy of our memory, including this stack.
    let result =
        unsafe { libc::syscall(libc::SYS_clone3, &raw const arguments, size_of::<CloneArguments>()) };
    if result == 0 {
        let _guard = NoReturn;
        let status = child();
        exit(status);
    }
    match i32::try_from(result).ok().and_then(Pid::from_raw) {
        Some(pid) if result > 0 => {
            // SAFETY: the kernel has just made this descriptor for us, and nobody else knows it.
            Ok(Child { pid, pidfd: unsafe { OwnedFd::from_raw_fd(pidfd) } })
        }
        _ => Err(last_error()),
    }
}

/// Ends this process at once.
pub(crate) fn exit(status: u8) -> ! {
    // SAFETY: it does not return and touches nothing of ours.
    unsafe { libc::_exit(i32::from(status)) }
}

/// What the last call of the C library complained about.
fn last_error() -> Errno {
    // SAFETY: the C library has a place for this thread.
    Errno::from_raw_os_error(unsafe { *libc::__errno_location() })
}

/// Turns the result of a call of the C library into one of ours.
fn checked(result: libc::c_long) -> Result<libc::c_long, Errno> {
    if result < 0 { Err(last_error()) } else { Ok(result) }
}

/// Texts for the kernel: a list of pointers that ends with null. It borrows what it points to.
pub(crate) struct Pointers<'a> {
    list: Vec<*const libc::c_char>,
    _texts: std::marker::PhantomData<&'a CStr>,
}

impl<'a> Pointers<'a> {
    /// Of these texts.
    pub(crate) fn new(texts: impl Iterator<Item = &'a CStr>) -> Self {
        let list = texts.map(CStr::as_ptr).chain([std::ptr::null()]).collect();
        Self { list, _texts: std::marker::PhantomData }
    }
}

/// Becomes another program; returns only if that fails.
pub(crate) fn execute(path: &CStr, arguments: &Pointers<'_>, environment: &Pointers<'_>) -> Errno {
    // SAFETY: all three are ended as the call wants it and live until it is done.
    unsafe { libc::execve(path.as_ptr(), arguments.list.as_ptr(), environment.list.as_ptr()) };
    last_error()
}

#[repr(C)]
struct MountAttributes {
    set: u64,
    clear: u64,
    propagation: u64,
    userns_fd: u64,
}

/// Makes a mount and all below it read-only, leaving its other attributes alone.
pub(crate) fn make_read_only(target: &CStr) -> Result<(), Errno> {
    let attributes = MountAttributes { set: libc::MOUNT_ATTR_RDONLY, clear: 0, propagation: 0, userns_fd: 0 };
    // SAFETY: the text ends with a zero, and the size is that of the structure.
    checked(unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            target.as_ptr(),
            libc::AT_RECURSIVE,
            &raw const attributes,
            size_of::<MountAttributes>(),
        )
    })?;
    Ok(())
}

/// Closes all descriptors from one number to another, both included.
pub(crate) fn close_range(first: u32, last: u32) {
    // SAFETY: only called by a child that has its own table and uses none of them again.
    // Kernels before 5.9 do not know the call; what is left open then has no reader or writer among us.
    let _ = unsafe { libc::syscall(libc::SYS_close_range, first, last, 0) };
}

/// Sees to it that the next program inherits no descriptor but the three standard ones.
pub(crate) fn close_on_execute() {
    const CLOSE_RANGE_CLOEXEC: u32 = 4;
    // SAFETY: it only sets flags.
    let _ = unsafe { libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, CLOSE_RANGE_CLOEXEC) };
}

/// Switches the loopback device of this network namespace on.
pub(crate) fn loopback_up() -> Result<(), Errno> {
    use rustix::net::{AddressFamily, SocketFlags, SocketType, socket_with};
    let socket = socket_with(AddressFamily::INET, SocketType::DGRAM, SocketFlags::CLOEXEC, None)?;
    // SAFETY: all zeroes are a value of this structure of numbers.
    let mut request: libc::ifreq = unsafe { std::mem::zeroed() };
    request.ifr_name[0] = b'l' as libc::c_char;
    request.ifr_name[1] = b'o' as libc::c_char;
    request.ifr_ifru.ifru_flags = (libc::IFF_UP | libc::IFF_RUNNING) as libc::c_short;
    // SAFETY: the request is of the type that this operation reads.
    let result = unsafe { libc::ioctl(socket.as_raw_fd(), libc::SIOCSIFFLAGS, &raw const request) };
    checked(libc::c_long::from(result))?;
    Ok(())
}

/// The signals that a thread does not take now.
#[derive(Clone, Copy)]
pub(crate) struct Mask(libc::sigset_t);

impl Mask {
    /// Takes no signal from now on; gives what was before.
    pub(crate) fn block_all() -> Self {
        // SAFETY: both sets are ours, and `sigfillset` fills the first.
        unsafe {
            let mut all: libc::sigset_t = std::mem::zeroed();
            let mut old: libc::sigset_t = std::mem::zeroed();
            libc::sigfillset(&raw mut all);
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut old);
            Self(old)
        }
    }

    /// Makes this the set again.
    pub(crate) fn restore(&self) {
        // SAFETY: the set was filled by the kernel.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, std::ptr::null_mut()) };
    }
}

/// Gives the signals back their usual effects that Rust's runtime or our starter may have switched off, as far as a program that starts notices.
pub(crate) fn default_signals() {
    for signal in [libc::SIGPIPE, libc::SIGCHLD, libc::SIGINT, libc::SIGQUIT, libc::SIGTERM] {
        // SAFETY: it sets the default action.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Something that becomes readable when a child ends; SIGCHLD must be blocked.
pub(crate) fn child_events() -> Result<OwnedFd, Errno> {
    // SAFETY: the set is ours and filled before it is used; the descriptor is new.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        let fd = libc::signalfd(-1, &raw const set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK);
        checked(libc::c_long::from(fd))?;
        Ok(OwnedFd::from_raw_fd(fd))
    }
}

/// Sends a signal to all processes that this one may signal and sees, except to itself and to the first of its namespace.
pub(crate) fn kill_everybody(signal: i32) {
    // SAFETY: it touches no memory. It fails only if there is nobody.
    unsafe { libc::kill(-1, signal) };
}

/// Sends a signal to a process by its number. Whether it still exists does not matter.
pub(crate) fn kill(pid: i32, signal: i32) {
    if pid > 0 {
        // SAFETY: it touches no memory.
        unsafe { libc::kill(pid, signal) };
    }
}

/// Makes the second standard descriptors of a program: input, output, errors.
pub(crate) fn set_standard_streams(streams: [BorrowedFd<'_>; 3]) -> Result<(), Errno> {
    for (number, stream) in (0..).zip(streams) {
        // SAFETY: only called by a child whose own use of these numbers is over.
        checked(libc::c_long::from(unsafe { libc::dup2(stream.as_raw_fd(), number) }))?;
    }
    Ok(())
}
