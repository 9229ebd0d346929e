/* A callback by which long computations ask whether to stop. */
#ifndef TW_BASE_POLL_H
#define TW_BASE_POLL_H

#include "base/status.h"

/* callback and its context; with both zero, the computation is never ended */
typedef struct tw_poll {
    /* a status other than TW_OK ends the computation, which returns it; NULL: never */
    tw_status (*ask)(void *context);
    void *context;
} tw_poll;

static inline tw_status tw_poll_ask(tw_poll poll) {
    return poll.ask ? poll.ask(poll.context) : TW_OK;
}

#endif
