/* Signals, time limit, clock; see stop.h. */
#include "app/base/stop.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t asked; /* number of the signal that asked for the stop; 0: none */
static double limit, deadline;      /* 0: none */
static const double GRACE = 2;      /* s */
enum {
    PATIENCE = 10
}; /* time from a signal to the forced end of a process that does not stop, s */

static void on_signal(int number) {
    if (asked) {
        signal(number, SIG_DFL);
        raise(number);
    }
    asked = number;
    alarm(PATIENCE);
}

/* handler of SIGALRM: ends the process PATIENCE seconds after the signal that asked for a stop, in
 * case some code does not poll */
static void on_alarm(int number) {
    static const char text[] = "tauwerk: interrupted; it did not stop by itself\n";
    ssize_t told = write(STDERR_FILENO, text, sizeof text - 1);
    (void)told, (void)number;
    _exit(tw_status_exit(TW_INTERRUPTED));
}

void tw_stop_install(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    /* under nohup, SIGHUP is ignored when the program starts, and must stay so */
    struct sigaction before;
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
    action.sa_handler = on_alarm;
    sigaction(SIGALRM, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

double tw_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *watch(void *ignored) {
    (void)ignored;
    for (double left; (left = deadline + GRACE - tw_clock()) > 0;) {
        struct timespec t = {(time_t)left, (long)(1e9 * (left - floor(left)))};
        nanosleep(&t, NULL);
    }
    char text[100];
    int n = snprintf(text, sizeof text, "tauwerk: time limit of %g s reached\n", limit);
    ssize_t told = write(STDERR_FILENO, text, (size_t)n);
    (void)told;
    _exit(tw_status_exit(TW_TIME_LIMIT));
}

void tw_stop_after(double seconds) {
    limit = seconds;
    deadline = tw_clock() + seconds;
}

tw_status tw_stop_surely(void) {
    /* no time limit is set, or one of more than thirty years, which the clock's arithmetic need not
     * bear */
    if (!(deadline > 0) || limit > 1e9) return TW_OK;
    pthread_t thread;
    int e = pthread_create(&thread, NULL, watch, NULL);
    if (e) return tw_fail(TW_MEMORY, "cannot start a thread: %s", strerror(e));
    pthread_detach(thread);
    return TW_OK;
}

/* sets RLIMIT_DATA, which counts private writable memory, but not the program itself nor address
 * space that is only reserved */
tw_status tw_stop_memory(int megabytes) {
    struct rlimit r;
    rlim_t bytes = (rlim_t)megabytes << 20;
    if (getrlimit(RLIMIT_DATA, &r) == 0 && (r.rlim_max == RLIM_INFINITY || bytes <= r.rlim_max)) {
        r.rlim_cur = bytes;
        if (setrlimit(RLIMIT_DATA, &r) == 0) return TW_OK;
    } else {
        errno = EINVAL;
    }
    return tw_fail(TW_USAGE, "cannot limit the memory to %d MB: %s", megabytes, strerror(errno));
}

/* bytes that RLIMIT_DATA counts now: the sixth number of /proc/self/statm, in pages; -1: unknown */
static double data_now(void) {
    FILE *in = fopen("/proc/self/statm", "r");
    double pages = 0;
    bool read = in && fscanf(in, "%*s %*s %*s %*s %*s %lf", &pages) == 1;
    if (in) fclose(in);
    return read ? pages * (double)sysconf(_SC_PAGESIZE) : -1;
}

tw_status tw_stop_memory_more(int megabytes) {
    struct rlimit r;
    double now = data_now(), most = now + 0x1p20 * megabytes;
    if (now < 0 || getrlimit(RLIMIT_DATA, &r) != 0)
        return tw_fail_system("cannot read how much memory the process has");
    if (r.rlim_cur != RLIM_INFINITY && (double)r.rlim_cur <= most) return TW_OK;
    r.rlim_cur = (rlim_t)most;
    if (setrlimit(RLIMIT_DATA, &r) == 0) return TW_OK;
    return tw_fail_system("cannot limit the memory to %d MB", megabytes);
}

bool tw_stop_take_back(void) {
    if (asked != SIGINT) return false;
    alarm(0);
    asked = 0;
    return true;
}

tw_status tw_stop_poll(void *ignored) {
    (void)ignored;
    if (asked) return tw_fail(TW_INTERRUPTED, "interrupted");
    if (deadline > 0 && tw_clock() > deadline)
        return tw_fail(TW_TIME_LIMIT, "time limit of %g s reached", limit);
    return TW_OK;
}
