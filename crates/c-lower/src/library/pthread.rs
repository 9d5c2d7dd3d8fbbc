//! `pthread.h`: threads are not supported. What one thread alone does with a lock has a model, so that a sequential
//! program with locks can be analysed; a second thread is refused where it is created.

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

pub(super) const TABLE: &[Entry] = &[
    succeeds!("pthread_mutex_lock"),
    succeeds!("pthread_mutex_unlock"),
    succeeds!("pthread_mutex_destroy"),
    succeeds!("pthread_cond_signal"),
    succeeds!("pthread_cond_broadcast"),
    succeeds!("pthread_cond_destroy"),
    succeeds!("pthread_spin_lock"),
    succeeds!("pthread_spin_unlock"),
    succeeds!("pthread_rwlock_rdlock"),
    succeeds!("pthread_rwlock_wrlock"),
    succeeds!("pthread_rwlock_unlock"),
    succeeds!("pthread_rwlock_destroy"),
    succeeds!("pthread_attr_init"),
    succeeds!("pthread_attr_destroy"),
    succeeds!("pthread_mutexattr_init"),
    succeeds!("pthread_mutexattr_destroy"),
    succeeds!("pthread_mutex_init", "void *object, const void *attributes"),
    succeeds!("pthread_cond_init", "void *object, const void *attributes"),
    succeeds!("pthread_rwlock_init", "void *object, const void *attributes"),
    succeeds!("pthread_attr_setdetachstate", "void *object, int state"),
    // They tell who holds a lock, or make locks tell, which no model keeps.
    entry("pthread_mutex_trylock", HEADER, "int(pthread_mutex_t *)", Model::Unsupported(THREADS)),
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
