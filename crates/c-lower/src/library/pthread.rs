//! `pthread.h`: threads are not supported. What one thread alone does with a lock has a model, so that a sequential
//! program with locks can be analysed; a second thread is refused where it is created.

use super::{Entry, Model, entry};

const HEADER: &str = "pthread.h";
const THREADS: &str = "threads";

macro_rules! succeeds {
    ($($name:literal),* $(,)?) => {
        &[
            $(entry($name, HEADER, Model::CText(concat!("int __verdikt_", $name, "(void *object) { return 0; }"))),)*
            // They tell who holds a lock, or make locks tell, which no model keeps.
            entry("pthread_mutex_trylock", HEADER, Model::Unsupported(THREADS)),
            entry("pthread_mutexattr_settype", HEADER, Model::Unsupported(THREADS)),
            entry("pthread_create", HEADER, Model::Unsupported(THREADS)),
            entry("pthread_join", HEADER, Model::Unsupported(THREADS)),
            entry("pthread_detach", HEADER, Model::Unsupported(THREADS)),
            entry("pthread_cancel", HEADER, Model::Unsupported(THREADS)),
            entry("pthread_exit", HEADER, Model::Unsupported(THREADS)),
            entry("pthread_cond_wait", HEADER, Model::Unsupported(THREADS)),
            entry("pthread_cond_timedwait", HEADER, Model::Unsupported(THREADS)),
            entry("pthread_barrier_wait", HEADER, Model::Unsupported(THREADS)),
            entry("pthread_key_create", HEADER, Model::Unsupported(THREADS)),
            entry("pthread_setspecific", HEADER, Model::Unsupported(THREADS)),
            entry("pthread_getspecific", HEADER, Model::Unsupported(THREADS)),
            entry("thrd_create", "threads.h", Model::Unsupported(THREADS)),
            entry("fork", "unistd.h", Model::Unsupported("processes")),
        ]
    };
}

pub(super) const TABLE: &[Entry] = succeeds![
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
    "pthread_mutex_destroy",
    "pthread_cond_signal",
    "pthread_cond_broadcast",
    "pthread_cond_destroy",
    "pthread_spin_lock",
    "pthread_spin_unlock",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_wrlock",
    "pthread_rwlock_unlock",
    "pthread_rwlock_destroy",
    "pthread_attr_init",
    "pthread_attr_destroy",
    "pthread_mutexattr_init",
    "pthread_mutexattr_destroy",
    "pthread_mutex_init",
    "pthread_cond_init",
    "pthread_rwlock_init",
    "pthread_attr_setdetachstate",
];
