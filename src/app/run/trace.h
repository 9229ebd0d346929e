/*
 * Tables of the motion (CSV, 17 significant digits, so that numbers are read back exactly): a line
 * per frame and body, per frame and constraint, per event, and per sample of a record (three if it
 * is a vector). A file appears when its table is closed.
 */
#ifndef TW_APP_RUN_TRACE_H
#define TW_APP_RUN_TRACE_H

#include "base/file.h"
#include "io/store/store.h"
#include "library/states.h"

typedef struct tw_trace {
    tw_file *bodies;      /* file of the table of bodies; NULL: not asked for */
    tw_file *constraints; /* file of the table of constraints; NULL: not asked for */
    tw_file *events;      /* file of the table of events; NULL: not asked for */
    tw_file *records;     /* file of the table of records; NULL: not asked for */
} tw_trace;

/* paths of the tables; NULL: not asked for */
typedef struct tw_trace_paths {
    const char *bodies, *constraints, *events, *records;
} tw_trace_paths;
tw_status tw_trace_open(const tw_trace_paths *paths, tw_trace *trace);
/* adds a line for an event, if the table of events was asked for */
void tw_trace_event(tw_trace *trace, const tw_store_event *event);
/* adds the lines of one frame to the tables; they show the scene's present state */
tw_status tw_trace_frame(tw_trace *trace, tw_scene *scene, int frame, double time);
/* adds all samples of the scene's records, sorted by time, then by registration */
tw_status tw_trace_records(tw_trace *trace, const tw_scene *scene);
tw_status tw_trace_close(tw_trace *trace);
void tw_trace_discard(tw_trace *trace);

#endif
