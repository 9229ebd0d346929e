/*
 * Work shared by processes: for jobs that need the whole state of this process, such as a script
 * and its scenes, which threads could not share. Each worker is a copy (fork) of the process;
 * changes that it makes are lost when it ends, and its results are sent back.
 */
#ifndef TW_BASE_PROCESS_BESIDE_H
#define TW_BASE_PROCESS_BESIDE_H

#include "base/status.h"

#include <stddef.h>

/* writes the result of job `job` to the memory at `result` */
typedef tw_status (*tw_beside_job)(void *context, int job, void *result);

/* Runs jobs 0 .. count-1 on up to `workers` processes; results [count] of `size` bytes each. With
 * one worker or one job, this process does the work itself. A job's result must depend on its
 * number alone. Returns the failure of the lowest-numbered job that failed; TW_MEMORY: a process
 * could not be started, or ended early; TW_IO: no pipe to it could be made. */
tw_status tw_beside_run(int count, int workers, size_t size, tw_beside_job run, void *context,
                        void *results);

#endif
