/*
 * The motion as tables of numbers (CSV, 17 significant digits, so that they read back as they
 * were): a line per frame and body, per frame and constraint, per sample of a record. A table
 * becomes a file when it is closed.
 */
#ifndef TW_APP_RUN_TRACE_H
#define TW_APP_RUN_TRACE_H

#include "base/file.h"
#include "io/store/store.h"
#include "library/states.h"

typedef struct tw_trace {
    tw_file *bodies;      /* NULL: not asked for */
    tw_file *constraints; /* table of constraints; NULL: not asked for */
    tw_file *events;      /* table of events; NULL: not asked for */
    tw_file *records;     /* table of records; NULL: not asked for */
} tw_trace;

/* paths may be NULL */
typedef struct tw_trace_paths {
    const char *bodies, *constraints, *events, *records;
} tw_trace_paths;
tw_status tw_trace_open(const tw_trace_paths *paths, tw_trace *trace);
/* adds a line for an event */
void tw_trace_event(tw_trace *trace, const tw_store_event *event);
/* the lines of one frame, at the instant that the scene shows */
tw_status tw_trace_frame(tw_trace *trace, tw_scene *scene, int frame, double time);
/* all samples of the scene's records, in the order of time, then of registration */
tw_status tw_trace_records(tw_trace *trace, const tw_scene *scene);
tw_status tw_trace_close(tw_trace *trace);
void tw_trace_discard(tw_trace *trace);

#endif
