/*
 * Another program that reads what we write: started from an argument vector (no shell), fed through
 * a pipe, waited for. Its standard error is kept and becomes part of the failure.
 */
#ifndef TW_APP_MOVIE_PIPE_H
#define TW_APP_MOVIE_PIPE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct tw_pipe tw_pipe;

/* argv ends with NULL; argv[0] is looked for in PATH. `file` (a descriptor, or -1) is the program's
 * descriptor 3. TW_IO; *missing: there is no such program */
tw_status tw_pipe_open(const char *const *argv, int file, bool *missing, tw_pipe **pipe);
/* TW_IO when the program has gone away: tw_pipe_close then knows why; TW_INTERRUPTED,
 * TW_TIME_LIMIT (app/base/stop.h) although the program does not read */
tw_status tw_pipe_write(tw_pipe *pipe, const void *data, size_t size);
/* ends the input and waits for the program's end; TW_IO with its last words if it failed. Frees in
 * any case */
tw_status tw_pipe_close(tw_pipe *pipe);
/* ends the program */
void tw_pipe_kill(tw_pipe *pipe);

#endif
