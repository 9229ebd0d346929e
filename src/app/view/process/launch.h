/*
 * The launcher: a process without threads, which forks the processes that simulate and draw for
 * `tauwerk view`. A process with threads cannot fork them safely: at the moment of the fork a
 * thread may hold a lock, such as the allocator's, which would never be released in the child. So
 * the launcher is forked before the server with its threads is opened.
 */
#ifndef TW_APP_VIEW_LAUNCH_H
#define TW_APP_VIEW_LAUNCH_H

#include "base/status.h"

#include <stddef.h>
#include <sys/types.h>

typedef struct tw_launcher {
    int line; /* line to the launcher's process; -1: none */
} tw_launcher;

/* function that a started process runs: task [size] is followed by a NUL; line: to the process that
 * sent the task. Must end the process */
typedef void tw_launch_work(void *context, const char *task, size_t size, int line);

/* forks the launcher; the process must have no threads yet */
tw_status tw_launcher_open(tw_launcher *l, tw_launch_work *work, void *context);
/* starts a process that works on task [size]; *line: a line to it. It is a grandchild, which this
 * process adopts if the system allows that (base/process/kin.h) */
tw_status tw_launcher_start(const tw_launcher *l, const void *task, size_t size, pid_t *pid,
                            int *line);
/* ends the launcher; the processes that it has started live on */
void tw_launcher_close(tw_launcher *l);

#endif
