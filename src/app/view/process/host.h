/*
 * The processes that simulate for `tauwerk view`, seen from the one that shows: it starts them,
 * passes on their messages, keeps their copies for going back in time, and gives them the orders
 * of the windows.
 *
 * One process is the live one. An order for another frame than where it stands wakes the copy
 * before that frame, which becomes the live one.
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
    int frame; /* frame at which a copy waits */
} tw_process;

typedef struct tw_host {
    struct tw_viewer *viewer;
    tw_server *server;
    tw_process live;            /* line -1: none */
    tw_process drawing;         /* line -1: none */
    bool standing, ended, drag; /* state of `live`; drag: a hand holds something in it */
    int frame;                  /* frame at which the process stands */
    TW_ARRAY(tw_process) copy;  /* copies in the order of their frames */
    tw_film_job film;
    bool again; /* a slider's parameter is gone: to be run again */
    /* orders that have been heard and not been given yet */
    pthread_mutex_t lock;
    bool closed;
    TW_ARRAY(char *) heard; /* JSON, owned */
    int wake[2];            /* pipe: written when something is heard */
} tw_host;

/* listens to the server's windows */
tw_status tw_host_open(tw_host *h, struct tw_viewer *viewer, tw_server *server);
void tw_host_close(tw_host *h);
/* ends all processes, and begins the next film */
tw_status tw_host_start(tw_host *h);
/* passes on letters and orders; waits at most `ms` for the first one */
tw_status tw_host_work(tw_host *h, int ms);

#endif
