/* A callback `poll` (base/poll.h) that asks to stop at a chosen call. */
#ifndef TW_TESTS_ASKED_H
#define TW_TESTS_ASKED_H

#include "base/poll.h"

typedef struct asked {
    int calls; /* number of calls so far */
    int last;  /* number of the call that asks to stop, by a failure "call N"; 0: none does */
} asked;

static inline tw_status asked_by(void *context) {
    asked *a = context;
    return ++a->calls == a->last ? tw_fail(TW_INTERRUPTED, "call %d", a->calls) : TW_OK;
}

#endif
