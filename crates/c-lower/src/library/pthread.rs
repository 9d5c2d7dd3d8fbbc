//! `pthread.h`: threads are not supported. What one thread alone does with a lock has a model, so that a sequential
//! program with locks can be analysed; a second thread is refused where it is created.
//!
//! A mutex of glibc's type has its state in its first `int` and its kind behind three more (four on
//! LP64). To lock a normal one twice is a deadlock: the execution goes no further. Of the other
//! kinds nothing is known here. A type of another size is somebody's stand-in, whose locks always
//! succeed.

use super::{Entry, Model, entry, text};

const HEADER: &str = "pthread.h";
const THREADS: &str = "threads";

/// A function of one object that has nothing to do.
macro_rules! succeeds {
    ($name:literal) => {
        succeeds!($name, "void *object")
    };
    ($name:literal, $params:literal) => {
        text($name, HEADER, concat!("int __verdikt_", $name, "(", $params, ") { return 0; }"))
    };
}

/// A function of a lock that tells who holds it, which no model keeps: any error, and none in
/// executions.
macro_rules! mostly_succeeds {
    ($name:literal) => {
        text(
            $name,
            HEADER,
            concat!(
                "extern int __verdikt_typical_int(int);
extern void __verdikt_assume(int);
int __verdikt_",
                $name,
                "(void *object) {
    int result = __verdikt_typical_int(0);
    __verdikt_assume(result >= 0);
    return result;
}"
            ),
        )
    };
}

/// A function of a mutex.
macro_rules! mutex {
    ($name:literal, $params:literal, $body:literal) => {
        text(
            $name,
            HEADER,
            concat!(
                "extern void __verdikt_assume(int);
extern void __verdikt___other_mutex(void);
int __verdikt_",
                $name,
                "(",
                $params,
                ") {
    int *word = mutex, kind = word[sizeof(size_t) / 4 + 2] & 127;
    if (kind == 1 || kind == 2) __verdikt___other_mutex();",
                $body,
                "\n}"
            ),
        )
    };
}

pub(super) const TABLE: &[Entry] = &[
    mutex!(
        "pthread_mutex_lock",
        "void *mutex",
        "
    if (*word) __verdikt_assume(0);
    *word = 1;
    return 0;"
    ),
    mutex!(
        "pthread_mutex_trylock",
        "void *mutex",
        "
    if (*word) return 16;
    *word = 1;
    return 0;"
    ),
    mutex!(
        "pthread_mutex_unlock",
        "void *mutex",
        "
    *word = 0;
    return 0;"
    ),
    mutex!(
        "pthread_mutex_destroy",
        "void *mutex",
        "
    return *word ? 16 : 0;"
    ),
    text(
        "pthread_mutex_init",
        HEADER,
        "int __verdikt_pthread_mutex_init(void *mutex, const void *attributes) {
    int *word = mutex;
    *word = word[sizeof(size_t) / 4 + 2] = 0;
    return 0;
}",
    ),
    entry("__other_mutex", HEADER, "void(void)", Model::Unsupported("mutex that is not a normal one")),
    succeeds!("pthread_cond_signal"),
    succeeds!("pthread_cond_broadcast"),
    succeeds!("pthread_cond_destroy"),
    mostly_succeeds!("pthread_spin_lock"),
    mostly_succeeds!("pthread_spin_unlock"),
    mostly_succeeds!("pthread_rwlock_rdlock"),
    mostly_succeeds!("pthread_rwlock_wrlock"),
    mostly_succeeds!("pthread_rwlock_unlock"),
    mostly_succeeds!("pthread_rwlock_destroy"),
    succeeds!("pthread_attr_init"),
    succeeds!("pthread_attr_destroy"),
    succeeds!("pthread_mutexattr_init"),
    succeeds!("pthread_mutexattr_destroy"),
    succeeds!("pthread_cond_init", "void *object, const void *attributes"),
    succeeds!("pthread_rwlock_init", "void *object, const void *attributes"),
    succeeds!("pthread_attr_setdetachstate", "void *object, int state"),
    // They tell who holds a lock, or make locks tell, which no model keeps.
    entry(
        "pthread_mutexattr_settype",
        HEADER,
        "int(pthread_mutexattr_t *, int)",
        Model::Unsupported(THREADS),
    ),
    entry(
        "pthread_create",
        HEADER,
        "int(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)",
        Model::Unsupported(THREADS),
    ),
    entry("pthread_join", HEADER, "int(any, void **)", Model::Unsupported(THREADS)),
    entry("pthread_detach", HEADER, "int(any)", Model::Unsupported(THREADS)),
    entry("pthread_cancel", HEADER, "int(any)", Model::Unsupported(THREADS)),
    entry("pthread_exit", HEADER, "void(void *)", Model::Unsupported(THREADS)),
    entry(
        "pthread_cond_wait",
        HEADER,
        "int(pthread_cond_t *, pthread_mutex_t *)",
        Model::Unsupported(THREADS),
    ),
    entry(
        "pthread_cond_timedwait",
        HEADER,
        "int(pthread_cond_t *, pthread_mutex_t *, const struct timespec *)",
        Model::Unsupported(THREADS),
    ),
    entry("pthread_barrier_wait", HEADER, "int(pthread_barrier_t *)", Model::Unsupported(THREADS)),
    entry("pthread_key_create", HEADER, "int(any *, void (*)(void *))", Model::Unsupported(THREADS)),
    entry("pthread_setspecific", HEADER, "int(any, const void *)", Model::Unsupported(THREADS)),
    entry("pthread_getspecific", HEADER, "void *(any)", Model::Unsupported(THREADS)),
    entry("thrd_create", "threads.h", "int(thrd_t *, int (*)(void *), void *)", Model::Unsupported(THREADS)),
    entry("fork", "unistd.h", "int(void)", Model::Unsupported("processes")),
];
