//! Functions of the C library and of POSIX that nobody here has a model of, and that write through
//! their arguments, change something that the program sees, or call back.
//!
//! A program that includes their header shows by that whose they are. These names count also where
//! it declares them itself. Under `--externals pure` they are unknown functions like any other.

/// Whether a function of this name is taken for the library's.
pub(super) fn is_without_model(name: &str) -> bool {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    NAMES.iter().any(|group| group.split_ascii_whitespace().any(|known| known == name))
}

const NAMES: &[&str] = &[
    // stdlib.h, stdio.h
    "at_quick_exit initstate setstate lcong48",
    "seed48 srand48 getsubopt tmpnam_r tempnam open_memstream open_wmemstream putenv",
    "fgetwc getwc getwchar fgetpos getline getdelim vscanf vfscanf fwscanf wscanf swscanf",
    // signal.h, setjmp.h
    "bsd_signal sysv_signal raise",
    "sigsuspend sigwait sigwaitinfo sigtimedwait sigaltstack siginterrupt sigset kill",
    "killpg alarm ualarm setitimer timer_create timer_settime timer_gettime",
    // search.h, ftw.h, glob.h
    "tdelete twalk twalk_r tdestroy hsearch hsearch_r hcreate hcreate_r hdestroy insque remque",
    "ftw ftw64 nftw nftw64 glob glob64 globfree wordexp wordfree scandir",
    // time.h
    "strptime tzset getdate getdate_r adjtime",
    "clock_settime settimeofday",
    // wchar.h, uchar.h, inttypes.h
    "wcstod wcstof wcstold wcstoimax wcstoumax wcstok wcsftime mbrlen",
    "mbsrtowcs wcsrtombs mbrtoc16 c16rtomb c32rtomb",
    // unistd.h, sys
    "getopt getopt_long getopt_long_only getlogin_r crypt crypt_r tcgetattr cfmakeraw",
    "cfsetispeed cfsetospeed cfsetspeed epoll_wait epoll_pwait epoll_ctl ppoll pselect getdents preadv",
    "mmap mremap munmap msync shmat shmctl semctl msgrcv fcntl ioctl ptrace setpgrp",
    // network
    "getaddrinfo freeaddrinfo getnameinfo gethostbyname gethostbyname_r getifaddrs gethostname",
    "getdomainname getpwnam_r getpwuid_r getgrnam_r getgrgid_r",
    // pthread.h, threads.h
    "pthread_atfork pthread_once_t tss_create mtx_init mtx_lock mtx_trylock mtx_unlock cnd_wait pthread_getattr_np",
    "pthread_attr_getstacksize pthread_attr_getdetachstate pthread_getschedparam sem_timedwait sem_open",
];
