/* Early stop of the program: Ctrl-C, termination, time limit; and the clock. */
#ifndef TW_APP_BASE_STOP_H
#define TW_APP_BASE_STOP_H

#include "base/status.h"

#include <stdbool.h>

/* from now on the first SIGINT, SIGTERM or SIGHUP (not if it is ignored, as under nohup) makes
 * tw_stop_poll fail; the second one kills the process, and so does the lapse of ten seconds;
 * writing to a broken pipe fails instead of killing it */
void tw_stop_install(void);
/* makes tw_stop_poll fail `seconds` from now */
void tw_stop_after(double seconds);
/* For code that does not poll, such as a long call of a library: a process that still runs two
 * seconds after the limit ends at once, with the exit status of a time limit. Files that were
 * finished before are kept (docs/film.md). Not to be used in a process with child processes, which
 * would go on */
tw_status tw_stop_surely(void);

/* limits writable memory of the process to this many MB; TW_USAGE: the system does not allow that
 * limit */
tw_status tw_stop_memory(int megabytes);
/* limits writable memory to this many MB above its present use; a lower limit that is in force
 * stays */
tw_status tw_stop_memory_more(int megabytes);

/* TW_OK, or TW_INTERRUPTED or TW_TIME_LIMIT if the program is to stop; the argument is ignored */
tw_status tw_stop_poll(void *ignored);

/* true: SIGINT had asked for the stop, and that request is cancelled; false: nothing had asked, or
 * another signal or the time limit, which stays */
bool tw_stop_take_back(void);

/* time of a monotonic clock, s; only differences have a meaning */
double tw_clock(void);

#endif
