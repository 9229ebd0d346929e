/*
 * The motion as tables of numbers (CSV, 17 significant digits, so that they read back as they
 * were): a line per frame and body, a line per frame and constraint. A table becomes a file when it
 * is closed.
 */
#ifndef TW_APP_TRACE_H
#define TW_APP_TRACE_H

#include "base/file.h"
#include "timeline/sim.h"

typedef struct tw_trace {
    tw_file *bodies;      /* NULL: not asked for */
    tw_file *constraints; /* likewise */
} tw_trace;

/* paths may be NULL */
tw_status tw_trace_open(const char *bodies, const char *constraints, tw_trace *trace);
/* the lines of one frame, from what the world shows */
tw_status tw_trace_frame(tw_trace *trace, tw_sim *sim, int frame, double time);
tw_status tw_trace_close(tw_trace *trace);
void tw_trace_discard(tw_trace *trace);

#endif
