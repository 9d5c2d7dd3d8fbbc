//! What POSIX has beside the headers of C: calls of the system of which a program sees only the
//! result, and some that write. The system is not the program: what a file, a descriptor or a name
//! stands for is any.

use super::results::{declared, results, sets_errno};
use super::{Entry, Model, entry, text};

pub(super) const UNISTD: &[Entry] = results! { "unistd.h";
    status "int" {
        "close" "int file"
        "unlink" "const char *name"
        "rmdir" "const char *name"
        "chdir" "const char *name"
        "fchdir" "int file"
        "access" "const char *name, int mode"
        "chown" "const char *name, unsigned owner, unsigned group"
        "fchown" "int file, unsigned owner, unsigned group"
        "link" "const char *from, const char *to"
        "symlink" "const char *from, const char *to"
        "fsync" "int file"
        "fdatasync" "int file"
        "ftruncate" "int file, long size"
        "truncate" "const char *name, long size"
        "setuid" "unsigned user"
        "setgid" "unsigned group"
        "seteuid" "unsigned user"
        "setegid" "unsigned group"
        "setpgid" "int process, int group"
        "daemon" "int stays, int keeps"
    }
    count "int" {
        "dup" "int file"
        "dup2" "int from, int to"
        "setsid" "void"
        "getpgid" "int process"
    }
    transfer "long" {
        "write" "int file, const void *data, size_t size"
        "pwrite" "int file, const void *data, size_t size, long offset"
    }
    long_count "long" {
        "lseek" "int file, long offset, int whence"
        "sysconf" "int name"
        "pathconf" "const char *path, int name"
        "fpathconf" "int file, int name"
    }
    positive "int" {
        "getpid" "void"
        "getppid" "void"
        "getpgrp" "void"
        "getpagesize" "void"
    }
    unsigned "unsigned" {
        "getuid" "void"
        "geteuid" "void"
        "getgid" "void"
        "getegid" "void"
    }
    flag "int" {
        "isatty" "int file"
    }
    nothing "void" {
        "sync" "void"
    }
};

pub(super) const SYS: &[Entry] = results! { "sys";
    status "int" {
        "mkdir" "const char *name, unsigned mode"
        "mkfifo" "const char *name, unsigned mode"
        "chmod" "const char *name, unsigned mode"
        "fchmod" "int file, unsigned mode"
        "flock" "int file, int operation"
        "bind" "int socket, const void *address, unsigned size"
        "connect" "int socket, const void *address, unsigned size"
        "listen" "int socket, int length"
        "shutdown" "int socket, int how"
        "setsockopt" "int socket, int level, int name, const void *value, unsigned size"
        "setenv" "const char *name, const char *value, int replaces"
        "unsetenv" "const char *name"
        "tcsetattr" "int file, int when, const void *settings"
        "tcflush" "int file, int queue"
        "closedir" "void *folder"
    }
    count "int" {
        "creat" "const char *name, unsigned mode"
        "socket" "int domain, int kind, int protocol"
        "epoll_create" "int size"
        "epoll_create1" "int flags"
    }
    transfer "long" {
        "send" "int socket, const void *data, size_t size, int flags"
        "sendto" "int socket, const void *data, size_t size, int flags, const void *address, unsigned length"
    }
    handle "void *" {
        "opendir" "const char *name"
        "fdopendir" "int file"
    }
    outside "void *" {
        "getenv" "const char *name"
    }
    unsigned "unsigned" {
        "umask" "unsigned mask"
    }
    nothing "void" {
        "openlog" "const char *name, int option, int facility"
        "closelog" "void"
    }
};

pub(super) const TABLE: &[Entry] = &[
    text("open", "fcntl.h", OPEN),
    text("getrandom", "sys/random.h", GETRANDOM),
    text("getentropy", "unistd.h", GETENTROPY),
    text("pipe", "unistd.h", PIPE),
    text("inet_pton", "arpa/inet.h", INET_PTON),
    text("inet_aton", "arpa/inet.h", INET_ATON),
    text("htonl", "arpa/inet.h", HTONL),
    text("ntohl", "arpa/inet.h", NTOHL),
    text("htons", "arpa/inet.h", HTONS),
    text("ntohs", "arpa/inet.h", NTOHS),
    text("strerror", "string.h", STRERROR),
    text("lfind", "search.h", LFIND),
    text("lsearch", "search.h", LSEARCH),
    text("call_once", "threads.h", CALL_ONCE),
    text("pthread_once", "pthread.h", PTHREAD_ONCE),
    text("sem_init", "semaphore.h", SEM_INIT),
    text("sem_destroy", "semaphore.h", SEM_DESTROY),
    text("sem_post", "semaphore.h", SEM_POST),
    text("sem_wait", "semaphore.h", SEM_WAIT),
    text("sem_trywait", "semaphore.h", SEM_TRYWAIT),
    text("sem_getvalue", "semaphore.h", SEM_GETVALUE),
    entry("pthread_self", "pthread.h", "any(void)", Model::NoEffect),
];

const OPEN: &str = concat!(
    declared!(),
    "
int __verdikt_open(const char *name, int flags, ...) {
    int result = __verdikt_within_int(-1, 2147483647);
    __verdikt_assume(result >= -1);",
    sets_errno!("result < 0"),
    "\n}"
);

/// Random bytes: as many as the result says.
const GETRANDOM: &str = concat!(
    declared!(),
    "
extern char __verdikt_any_char(void);
long __verdikt_getrandom(void *target, size_t size, unsigned flags) {
    long result = __verdikt_within_long(-1, size > 2147483647 ? 2147483647 : (long)size);
    __verdikt_assume(result >= -1 && (result < 0 || (size_t)result <= size));
    for (long at = 0; at < result; at++) ((char *)target)[at] = __verdikt_any_char();",
    sets_errno!("result < 0"),
    "\n}"
);

const GETENTROPY: &str = concat!(
    declared!(),
    "
extern char __verdikt_any_char(void);
int __verdikt_getentropy(void *target, size_t size) {
    int result = size > 256 ? -1 : __verdikt_within_int(-1, 0);
    __verdikt_assume(result == 0 | result == -1);
    if (!result) for (size_t at = 0; at < size; at++) ((char *)target)[at] = __verdikt_any_char();",
    sets_errno!("result"),
    "\n}"
);

const PIPE: &str = concat!(
    declared!(),
    "
int __verdikt_pipe(int *files) {
    int result = __verdikt_within_int(-1, 0);
    __verdikt_assume(result == 0 | result == -1);
    if (!result) {
        int from = __verdikt_within_int(0, 2147483646), to = __verdikt_within_int(0, 2147483646);
        __verdikt_assume(from >= 0 & to >= 0 & from != to);
        files[0] = from;
        files[1] = to;
    }",
    sets_errno!("result"),
    "\n}"
);

/// The text is not read: which address it names, and whether it does, is computed by nobody here.
const INET_PTON: &str = concat!(
    declared!(),
    "
extern int __verdikt_guess_int(void);
extern unsigned char __verdikt_guess_uchar(void);
int __verdikt_inet_pton(int family, const char *text, void *target) {
    if (family != 2 && family != 10) {
        if (errno_is_seen) __verdikt___failed();
        return -1;
    }
    if (!__verdikt_guess_int()) return 0;
    for (int at = 0; at < (family == 2 ? 4 : 16); at++) ((unsigned char *)target)[at] = __verdikt_guess_uchar();
    return 1;
}"
);

const INET_ATON: &str = "
extern int __verdikt_guess_int(void);
extern unsigned __verdikt_guess_uint(void);
extern int __verdikt___any_of_truth(int);
int __verdikt_inet_aton(const char *text, void *target) {
    if (!__verdikt_guess_int()) return 0;
    *(unsigned *)target = __verdikt_guess_uint();
    return __verdikt___any_of_truth(1);
}";

const HTONL: &str = "
unsigned __verdikt_htonl(unsigned x) { return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24; }";
const NTOHL: &str = "
unsigned __verdikt_ntohl(unsigned x) { return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24; }";
const HTONS: &str = "
unsigned short __verdikt_htons(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }";
const NTOHS: &str = "
unsigned short __verdikt_ntohs(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }";

/// Any text, in memory that the next call may use again.
const STRERROR: &str = "
struct text { char bytes[64]; };
extern struct text __verdikt_any_text(void);
char *__verdikt_strerror(int error) {
    static struct text kept;
    kept = __verdikt_any_text();
    kept.bytes[63] = 0;
    return kept.bytes;
}";

const LFIND: &str = "
void *__verdikt_lfind(const void *key, const void *base, size_t *count, size_t size,
                      int (*compare)(const void *, const void *)) {
    for (size_t at = 0; at < *count; at++)
        if (!compare(key, (const char *)base + at * size)) return (char *)base + at * size;
    return 0;
}";

const LSEARCH: &str = "
extern void *__verdikt_memcpy(void *, const void *, size_t);
void *__verdikt_lsearch(const void *key, void *base, size_t *count, size_t size,
                        int (*compare)(const void *, const void *)) {
    size_t at = 0;
    for (; at < *count; at++)
        if (!compare(key, (char *)base + at * size)) return (char *)base + at * size;
    __verdikt_memcpy((char *)base + at * size, key, size);
    *count = at + 1;
    return (char *)base + at * size;
}";

const CALL_ONCE: &str = "
void __verdikt_call_once(void *flag, void (*initialise)(void)) {
    int *state = flag;
    if (*state == 2) return;
    *state = 2;
    initialise();
}";

const PTHREAD_ONCE: &str = "
int __verdikt_pthread_once(int *state, void (*initialise)(void)) {
    if (*state == 2) return 0;
    *state = 2;
    initialise();
    return 0;
}";

/// The number that a semaphore holds is its first `int`, which is glibc's own on LP64.
const SEM_INIT: &str = concat!(
    declared!(),
    "
int __verdikt_sem_init(void *semaphore, int shared, unsigned value) {
    if (value > 2147483647) {
        if (errno_is_seen) __verdikt___failed();
        return -1;
    }
    *(int *)semaphore = (int)value;
    return 0;
}"
);

const SEM_DESTROY: &str = "
int __verdikt_sem_destroy(void *semaphore) { return 0; }";

const SEM_POST: &str = concat!(
    declared!(),
    "
int __verdikt_sem_post(void *semaphore) {
    if (*(int *)semaphore == 2147483647) {
        if (errno_is_seen) __verdikt___failed();
        return -1;
    }
    ++*(int *)semaphore;
    return 0;
}"
);

/// Nobody else posts: a program that waits for nothing waits forever, unless a signal ends the
/// call.
const SEM_WAIT: &str = concat!(
    declared!(),
    "
int __verdikt_sem_wait(void *semaphore) {
    if (*(int *)semaphore == 0) {
        if (__verdikt_within_int(0, 1)) __verdikt_assume(0);
        if (errno_is_seen) __verdikt___failed();
        return -1;
    }
    --*(int *)semaphore;
    return 0;
}"
);

const SEM_TRYWAIT: &str = concat!(
    declared!(),
    "
int __verdikt_sem_trywait(void *semaphore) {
    if (*(int *)semaphore == 0) {
        if (errno_is_seen) __verdikt___failed();
        return -1;
    }
    --*(int *)semaphore;
    return 0;
}"
);

const SEM_GETVALUE: &str = "
int __verdikt_sem_getvalue(void *semaphore, int *value) { *value = *(int *)semaphore; return 0; }";
