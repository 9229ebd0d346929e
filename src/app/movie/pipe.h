/*
 * Running a program that reads our data from a pipe: it is started from an argument vector, without
 * a shell; tw_pipe_close waits for its end. Its standard error becomes part of the failure's text.
 */
#ifndef TW_APP_MOVIE_PIPE_H
#define TW_APP_MOVIE_PIPE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct tw_pipe tw_pipe;

/* starts a program; argv ends with NULL; argv[0] is looked for in PATH. file: a descriptor that
 * becomes the program's descriptor 3; -1: none. TW_IO: failed; *missing: there is no such program
 */
tw_status tw_pipe_open(const char *const *argv, int file, bool *missing, tw_pipe **pipe);
/* writes to the program; TW_IO: the program has ended, and tw_pipe_close gives the reason;
 * TW_INTERRUPTED, TW_TIME_LIMIT: stopped (app/base/stop.h), also while the program does not read */
tw_status tw_pipe_write(tw_pipe *pipe, const void *data, size_t size);
/* closes the program's input and waits for its end; TW_IO, with the end of its error output: it
 * failed. Frees the pipe in every case */
tw_status tw_pipe_close(tw_pipe *pipe);
/* kills the program and frees the pipe */
void tw_pipe_kill(tw_pipe *pipe);

#endif
