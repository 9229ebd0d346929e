/* The points of a sweep: their names, processes and results; see sweep.h. */
#ifndef TW_APP_SWEEP_POINTS_H
#define TW_APP_SWEEP_POINTS_H

#include "app/run/sweep/sweep.h"

#include <sys/types.h>

typedef struct tw_sweep_fact {
    char *key, *value; /* owned */
} tw_sweep_fact;

typedef struct tw_sweep_point {
    char *name;                    /* "tau=0.1,n=4"; owned */
    pid_t child;                   /* process of the point; 0: not running */
    bool done;                     /* true: the point has a result */
    int status;                    /* exit status of the point's run */
    TW_ARRAY(tw_sweep_fact) facts; /* lines of the point's summary: keys and values */
    char words[400];               /* last line of the point's log, if its run has failed */
} tw_sweep_point;

typedef struct tw_sweep_points {
    const char *folder;
    tw_sweep_axis *axis; /* [axes] owned */
    size_t axes;
    /* the points of the sweep, one for each combination of values; the last parameter varies
     * fastest */
    TW_ARRAY(tw_sweep_point) point;
    TW_ARRAY(char *) words; /* words of the command line that all points have in common; owned */
    int threads;            /* number of threads of every point's process */
    uint64_t digest; /* digest of program, scripts and words: stored results with another digest are
                        not used */
} tw_sweep_points;

tw_status tw_sweep_points_make(const tw_run_options *o, int argc, char *const *argv,
                               const char *folder, int jobs, tw_sweep_points *points);
void tw_sweep_points_free(tw_sweep_points *points);

/* value, as text, of the sweep's parameter number `axis` at point i */
const char *tw_sweep_value(const tw_sweep_points *points, size_t i, size_t axis);
/* sets `done` and `facts` from the files in the point's folder, if they were made with this sweep's
 * digest */
tw_status tw_sweep_point_read(const tw_sweep_points *points, tw_sweep_point *p);
tw_status tw_sweep_point_start(const tw_sweep_points *points, tw_sweep_point *p);
/* *ended: a point whose process has ended; its status is set, and its result written; NULL: none
 * has ended */
tw_status tw_sweep_ended(tw_sweep_points *points, tw_sweep_point **ended);
void tw_sweep_kill(tw_sweep_points *points);

/* status that belongs to the exit status of a run; TW_IO: no status has it */
tw_status tw_sweep_status(int exit_status);

#endif
