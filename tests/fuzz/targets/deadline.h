/* Seconds for an input that simulates: the bounds of a script do not bound the time simulated. */
#ifndef TW_FUZZ_DEADLINE_H
#define TW_FUZZ_DEADLINE_H

#include "base/status.h"

#include <time.h>

static double fuzz_deadline;

static inline double fuzz_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void fuzz_begin(double seconds) {
    fuzz_deadline = fuzz_now() + seconds;
}

/* for tw_script_options.poll */
static inline tw_status fuzz_poll(void *context) {
    (void)context;
    return fuzz_now() > fuzz_deadline ? tw_fail(TW_TIME_LIMIT, "time limit") : TW_OK;
}

#endif
