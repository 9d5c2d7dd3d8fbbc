//! Functions of the C library and of POSIX that write through their arguments and have no model yet.
//!
//! An undefined function is assumed to change nothing. Of these functions that is known to be wrong, so a call is
//! refused by name where it is reached. A call that passes no pointer is of a program's own function with such a name.

use super::{Entry, Model, entry};

/// The name in the ledger.
pub(super) const FEATURE: &str = "library function that writes and has no model";

macro_rules! writers {
    ($($header:literal: $($name:literal)*;)*) => {
        &[$($(entry($name, $header, Model::Unsupported(FEATURE)),)*)*]
    };
}

pub(super) const TABLE: &[Entry] = writers! {
    "dirent.h": "scandir" "readdir_r";
    "math.h": "frexp" "frexpf" "frexpl" "remquo" "remquof" "remquol" "sincos" "sincosf" "sincosl";
    "regex.h": "regcomp" "regexec" "regerror";
    "stdio.h": "asprintf" "vasprintf" "getline" "getdelim" "gets" "vscanf" "vfscanf" "vsscanf" "fgetpos";
    "stdlib.h": "posix_memalign" "strtod" "strtof" "strtold" "mblen" "mbtowc" "wctomb" "mbstowcs" "wcstombs"
        "getsubopt" "qsort_r" "random_r" "rand_r" "realpath";
    "string.h": "strtok_r" "strsep" "memccpy" "strxfrm" "strerror_r" "swab";
    "sys": "stat" "fstat" "lstat" "stat64" "fstat64" "lstat64" "__xstat" "__fxstat" "__lxstat" "statfs" "fstatfs"
        "wait" "waitpid" "wait3" "wait4" "select" "poll" "pipe" "uname" "sysinfo" "times" "getrlimit" "getrusage"
        "ioctl" "recv" "recvfrom" "recvmsg" "accept" "getsockopt" "getsockname" "getpeername" "socketpair";
    "time.h": "localtime_r" "gmtime_r" "asctime_r" "ctime_r" "strftime" "mktime" "clock_getres" "timer_create";
    "unistd.h": "getcwd" "readlink" "gethostname" "getgroups" "pread" "readv" "ttyname_r";
    "wchar.h": "swprintf" "vswprintf" "wcscpy" "wcsncpy" "wcscat" "wmemcpy" "wmemset" "wmemmove" "mbrtowc" "wcrtomb";
};
