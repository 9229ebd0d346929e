/*
 * Control of the processes that simulate for `tauwerk view`: starts them, passes on their messages,
 * keeps their copies for going back in time, and sends them the orders of the windows.
 *
 * One process is the live one. An order for a frame other than that at which it waits wakes the
 * last copy before that frame, which becomes the live one.
 */
#ifndef TW_APP_VIEW_HOST_H
#define TW_APP_VIEW_HOST_H

#include "app/view/message/letter.h"
#include "app/view/process/job.h"
#include "app/view/server/server.h"
#include "base/array.h"

#include <pthread.h>
#include <sys/types.h>

struct tw_viewer;

typedef struct tw_process {
    pid_t pid;
    int line;
    int frame; /* of a copy: frame at which it waits */
} tw_process;

typedef struct tw_host {
    struct tw_viewer *viewer;
    tw_server *server;
    tw_process live;            /* line -1: none */
    tw_process drawing;         /* line -1: none */
    bool standing, ended, drag; /* of the process `live`: it waits at `frame`; its film has ended; a
                                   drag is under way */
    int frame;                  /* frame at which the live process waits or last waited */
    TW_ARRAY(tw_process) copy;  /* waiting copies, sorted by frame */
    tw_film_job film;
    bool again; /* a moved slider's parameter no longer exists: the script must be run again */
    /* the lock guards the members below: orders that were received but not yet sent */
    pthread_mutex_t lock;
    bool closed;
    TW_ARRAY(char *) heard; /* JSON, owned */
    int wake[2];            /* pipe that wakes tw_host_work when an order is received */
} tw_host;

/* initializes *h; it receives messages from the server's windows */
tw_status tw_host_open(tw_host *h, struct tw_viewer *viewer, tw_server *server);
void tw_host_close(tw_host *h);
/* ends all processes and starts the simulation of the next film */
tw_status tw_host_start(tw_host *h);
/* passes on letters and orders, waiting at most `ms` for the first one */
tw_status tw_host_work(tw_host *h, int ms);

#endif
