/*
 * `run --sweep`: one run for every combination of parameters, each a process with a folder of its
 * own; a table of the results; a sheet of the last pictures.
 *
 *     --sweep tau=0.1:0.1:0.5     A:STEP:B, from A on; B is included if a step ends there
 *     --sweep n=4,8,16            values as they stand
 *
 *     FOLDER/tau=0.1,n=4/         pictures, log.txt, and summary.csv of the point
 *     FOLDER/sweep.csv            a line per point: parameters, status, what summary.csv says
 *     FOLDER/sheet.png            the last pictures
 *
 * A point of which point.txt tells that it was run by this program, with this script (with the Lua
 * files beside it) and these options, and had a result, is not run again.
 */
#ifndef TW_APP_SWEEP_SWEEP_H
#define TW_APP_SWEEP_SWEEP_H

#include "app/run/run.h"
#include "library/scripts.h"

/* a parameter that is varied, and its values */
typedef struct tw_sweep_axis {
    char *name;             /* owned */
    TW_ARRAY(char *) value; /* owned */
} tw_sweep_axis;

/* reads "NAME=A:STEP:B" or "NAME=V,V,..."; TW_USAGE: it has neither form */
tw_status tw_sweep_parse(const char *text, tw_sweep_axis *axis);
void tw_sweep_axis_free(tw_sweep_axis *axis);

/* runs all points; argv [argc]: the words of the command line after `run`. Returns the status of
 * the first point that failed */
tw_status tw_sweep(const tw_run_options *o, int argc, char *const *argv);

/* --summary: file of lines `key,value` about the end of each scene: time, energies, numbers of
 * checks, and the records' last values */
typedef struct tw_summary tw_summary;
tw_status tw_summary_open(const char *path, tw_summary **summary);
/* writes the lines of one scene; prefix: "" or "NAME.", put before each key */
tw_status tw_summary_scene(tw_summary *summary, const char *prefix, tw_scene *scene, int passed,
                           int failed);
tw_status tw_summary_close(
    tw_summary *summary); /* this function and tw_summary_discard do nothing if summary is NULL */
void tw_summary_discard(tw_summary *summary);

#endif
