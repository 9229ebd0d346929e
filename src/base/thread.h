/*
 * Work shared by threads: run(job, context) for every job in [0, count). Which thread takes which
 * job is left open, so a job's result must depend on its number alone.
 */
#ifndef TW_BASE_THREAD_H
#define TW_BASE_THREAD_H

#include "base/status.h"

typedef struct tw_team tw_team;

typedef void (*tw_job)(void *context, int job, int thread);

/* a team of `threads` >= 1 workers: the calling thread, and threads - 1 more with lower priority.
 * TW_MEMORY: they cannot all be started */
tw_status tw_team_create(int threads, tw_team **team);
void tw_team_destroy(tw_team *team);
int tw_team_threads(const tw_team *team);

/* runs jobs 0 .. count-1 and returns when all are done */
void tw_team_run(tw_team *team, int count, tw_job run, void *context);

/* Lowers the calling thread's priority below the others of this process, so that the others run
 * first when all processors are busy. (On Linux each thread has a priority of its own.) A failure
 * is ignored: only time is lost */
void tw_thread_step_back(void);

/* the number of processors of the machine that are in operation, 1 .. 1024 (limits of this process
 * to some of them are not considered) */
int tw_processors(void);

#endif
