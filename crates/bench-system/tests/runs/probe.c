/* Loads of known size and bad manners, for the tests: `probe WHAT ARGUMENTS`. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double thread_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static double process_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void *burn(void *seconds) {
    double end = thread_seconds() + *(double *)seconds;
    while (thread_seconds() < end) {
        for (volatile int i = 0; i < 1000; i++) { }
    }
    return NULL;
}

static void burn_threads(double seconds, int threads) {
    pthread_t ids[64];
    for (int i = 0; i < threads; i++) pthread_create(&ids[i], NULL, burn, &seconds);
    for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
}

static char *touch(size_t megabytes, int flags) {
    size_t size = megabytes * 1000 * 1000;
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) exit(3);
    for (size_t i = 0; i < size; i += 4096) memory[i] = 1;
    return memory;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    double number = argc > 2 ? atof(argv[2]) : 0;
    int count = argc > 3 ? atoi(argv[3]) : 1;
    if (!strcmp(what, "burn")) {
        /* number seconds on each of count threads; says what its own clock says. */
        burn_threads(number, count);
        printf("%.6f\n", process_seconds());
    } else if (!strcmp(what, "touch")) {
        touch(number, MAP_PRIVATE);
    } else if (!strcmp(what, "peak")) {
        /* number megabytes for an instant. */
        munmap(touch(number, MAP_PRIVATE), number * 1000 * 1000);
        usleep(50000);
    } else if (!strcmp(what, "shared")) {
        /* number megabytes that count processes use together. */
        char *memory = touch(number, MAP_SHARED);
        for (int i = 0; i < count; i++) {
            if (fork() == 0) {
                for (size_t at = 0; at < number * 1000 * 1000; at += 4096) memory[at]++;
                sleep(1);
                _exit(0);
            }
        }
        while (wait(NULL) > 0) { }
    } else if (!strcmp(what, "together")) {
        /* number megabytes in each of count processes. */
        for (int i = 0; i < count; i++) {
            if (fork() == 0) {
                touch(number, MAP_PRIVATE);
                pause();
            }
        }
        while (wait(NULL) > 0) { }
        sleep(100);
    } else if (!strcmp(what, "unwaited")) {
        /* A child uses number seconds; its parent knows when it is done, but never asks for its status. */
        int ends[2];
        char byte;
        if (pipe(ends)) return 1;
        signal(SIGCHLD, SIG_DFL);
        if (fork() == 0) {
            burn(&number);
            if (write(ends[1], "x", 1) != 1) return 1;
            pause();
        }
        if (read(ends[0], &byte, 1) != 1) return 1;
    } else if (!strcmp(what, "daemon")) {
        /* A grandchild in a session of its own that ignores signals and stays. */
        if (fork() == 0) {
            setsid();
            if (fork() == 0) {
                setpgid(0, 0);
                for (int i = 1; i < 32; i++) signal(i, SIG_IGN);
                for (;;) pause();
            }
            _exit(0);
        }
        wait(NULL);
    } else if (!strcmp(what, "bomb")) {
        /* count processes, or as many as there can be, each of which tries to make further ones. */
        for (int i = 0; i < count; i++) {
            pid_t pid = fork();
            if (pid == 0) {
                for (int j = 0; j < 1; j++) {
                    if (number > 0 && fork() == 0) pause();
                }
                pause();
            }
            if (pid < 0) break;
        }
        puts("lit");
    } else if (!strcmp(what, "endless")) {
        /* Forks for ever, faster than somebody who looks can kill. */
        for (;;) {
            if (fork() == 0) setsid();
        }
    } else if (!strcmp(what, "affinity")) {
        /* Allows itself all cores, uses number seconds, and says on which cores it was. */
        cpu_set_t all, seen;
        CPU_ZERO(&all);
        CPU_ZERO(&seen);
        for (int i = 0; i < CPU_SETSIZE; i++) CPU_SET(i, &all);
        sched_setaffinity(0, sizeof all, &all);
        double end = thread_seconds() + number;
        while (thread_seconds() < end) {
            CPU_SET(sched_getcpu(), &seen);
            for (volatile int i = 0; i < 100000; i++) { }
            sched_yield();
        }
        for (int i = 0; i < CPU_SETSIZE; i++) {
            if (CPU_ISSET(i, &seen)) printf("%d\n", i);
        }
    } else {
        return 2;
    }
    return 0;
}
