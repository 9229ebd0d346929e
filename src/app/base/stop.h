/* When to stop before the end: Ctrl-C, termination, the time limit. And the clock. */
#ifndef TW_APP_BASE_STOP_H
#define TW_APP_BASE_STOP_H

#include "base/status.h"

/* the first SIGINT, SIGTERM or SIGHUP from now on asks to stop, the second one kills; a broken pipe
 * becomes a failed write */
void tw_stop_install(void);
/* asks to stop `seconds` from now */
void tw_stop_after(double seconds);
/* Nobody asks while a function of Lua or of a library works on: a process that goes on for two more
 * seconds then ends at once, with the limit's status. That is like being killed, which loses
 * nothing that is finished (docs/film.md). Not for who has other processes at work */
tw_status tw_stop_surely(void);

/* no more than so many MB of memory that can be written; TW_USAGE when that cannot be asked for */
tw_status tw_stop_memory(int megabytes);
/* a limit of so many MB above the present use; a lower limit stays */
tw_status tw_stop_memory_more(int megabytes);

/* TW_INTERRUPTED or TW_TIME_LIMIT when asked to stop; the argument is ignored */
tw_status tw_stop_poll(void *ignored);

/* seconds of a clock that never jumps */
double tw_clock(void);

#endif
