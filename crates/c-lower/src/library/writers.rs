//! Functions of the C library and of POSIX that write through their arguments and have no model yet.
//!
//! An undefined function is assumed to change nothing. Of these functions that is known to be wrong, so a call is
//! refused by name where it is reached.

use super::{Entry, Model, entry};

/// The name in the ledger.
const FEATURE: &str = "library function that writes and has no model";

macro_rules! writers {
    ($($header:literal { $($ty:literal $($name:ident)*;)* })*) => {
        &[$($($(entry(stringify!($name), $header, $ty, Model::Unsupported(FEATURE)),)*)*)*]
    };
}

pub(super) const TABLE: &[Entry] = writers! {
    "dirent.h" {
        "int(const char *, struct dirent ***, void *, void *)" scandir;
        "int(DIR *, struct dirent *, struct dirent **)" readdir_r;
    }
    "math.h" {
        "long double(long double, int *)" frexpl;
        "double(double, double, int *)" remquo;
        "float(float, float, int *)" remquof;
        "long double(long double, long double, int *)" remquol;
        "void(float, float *, float *)" sincosf;
        "void(long double, long double *, long double *)" sincosl;
    }
    "regex.h" {
        "int(regex_t *, const char *, int)" regcomp;
        "int(const regex_t *, const char *, size_t, void *, int)" regexec;
        "size_t(int, const regex_t *, char *, size_t)" regerror;
    }
    "stdio.h" {
        "int(char **, const char *, ...)" asprintf;
        "int(char **, const char *, va_list)" vasprintf;
        "long(char **, size_t *, FILE *)" getline;
        "long(char **, size_t *, int, FILE *)" getdelim;
        "char *(char *)" gets;
        "int(const char *, va_list)" vscanf;
        "int(FILE *, const char *, va_list)" vfscanf;
        "int(const char *, const char *, va_list)" vsscanf;
        "int(FILE *, void *)" fgetpos;
    }
    "stdlib.h" {
        "int(void **, size_t, size_t)" posix_memalign;
        "double(const char *, char **)" strtod;
        "float(const char *, char **)" strtof;
        "long double(const char *, char **)" strtold;
        "size_t(wchar_t *, const char *, size_t)" mbstowcs;
        "size_t(char *, const wchar_t *, size_t)" wcstombs;
        "int(char **, char *const *, char **)" getsubopt;
        "void(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *)" qsort_r;
        "int(struct random_data *, int *)" random_r;
        "char *(const char *, char *)" realpath;
    }
    "string.h" {
        "size_t(char *, const char *, size_t)" strxfrm;
        // An `int` or a `char *`, as the macros of the program choose.
        "any(int, char *, size_t)" strerror_r;
    }
    "sys" {
        "int(const char *, void *)" stat lstat stat64 lstat64 statfs;
        "int(int, void *)" fstat fstat64 fstatfs;
        "int(int, const char *, void *)" __xstat __lxstat;
        "int(int, int, void *)" __fxstat;
        "int(any)" wait;
        "int(int, int *, int)" waitpid;
        "int(any, int, struct rusage *)" wait3;
        "int(int, any, int, struct rusage *)" wait4;
        "int(int, void *, void *, void *, struct timeval *)" select;
        "int(struct pollfd *, unsigned long, int)" poll;
        "int(struct utsname *)" uname;
        "int(void *)" sysinfo;
        "long(struct tms *)" times;
        "int(int, void *)" getrlimit getrusage;
        "int(int, unsigned long, ...)" ioctl;
        "long(int, void *, size_t, int)" recv;
        "long(int, void *, size_t, int, any, any)" recvfrom;
        "long(int, struct msghdr *, int)" recvmsg;
        "int(int, any, unsigned *)" accept getsockname getpeername;
        "int(int, int, int, void *, unsigned *)" getsockopt;
        "int(int, int, int, int *)" socketpair;
    }
    "time.h" {
        "int(int, void *, void *)" timer_create;
    }
    "unistd.h" {
        "char *(char *, size_t)" getcwd;
        "long(const char *, char *, size_t)" readlink;
        "int(char *, size_t)" gethostname;
        "int(int, unsigned *)" getgroups;
        "long(int, void *, size_t, any)" pread;
        "long(int, const struct iovec *, int)" readv;
        "int(int, char *, size_t)" ttyname_r;
    }
    "wchar.h" {
        "int(wchar_t *, size_t, const wchar_t *, ...)" swprintf;
        "int(wchar_t *, size_t, const wchar_t *, va_list)" vswprintf;
    }
};
