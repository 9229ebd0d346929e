/*
 * Control of the processes that simulate for `tauwerk view`: starts them, passes on their messages,
 * keeps their copies for going back in time, and sends them the orders of the windows.
 *
 * One of them is the live process, which gets the orders. An order for a frame other than the one
 * at which the live process waits wakes the last copy before that frame, and a fork of the copy
 * becomes the live process.
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
    int frame; /* if the process is a waiting copy: the frame at which it waits */
    int text;  /* if it is a copy: number of the text that it has (tw_host.texts) */
} tw_process;

typedef struct tw_host {
    struct tw_viewer *viewer;
    tw_server *server;
    tw_process live;    /* the live process; live.line -1: there is none */
    tw_process drawing; /* process that draws a frame; drawing.line -1: none */
    /* of the live process: standing: it waits at `frame`; ended: its film has ended; drag: a
     * drag is under way */
    bool standing, ended, drag;
    /* time (tw_clock) until which orders wait for the answer of the live process, which was told to
     * go on and has left no copy of what was changed yet; 0: they need not wait */
    double starts;
    int frame;                 /* frame at which the live process waits, or waited last */
    TW_ARRAY(tw_process) copy; /* waiting copies, sorted by frame */
    bool aged;   /* the copies are those of the film before: the present one has no frame so far */
    char *text;  /* the text that runs, owned; NULL: the file's */
    size_t size; /* bytes of `text` */
    int texts;   /* number of the text that runs */
    tw_film_job film;
    /* true: the parameter of a moved slider no longer exists, so the script must be run again
     * without it */
    bool again;
    /* the lock guards the members below: orders that were received but not yet sent */
    pthread_mutex_t lock;
    bool closed;
    TW_ARRAY(char *) heard; /* JSON, owned */
    int wake[2]; /* pipe by which the server's threads wake tw_host_work when an order was received
                  */
} tw_host;

/* initializes *h, and registers it to receive messages from the server's windows */
tw_status tw_host_open(tw_host *h, struct tw_viewer *viewer, tw_server *server);
void tw_host_close(tw_host *h);
/* Goes on with another text of the script (the viewer's task has it) from the last copy that can:
 * up to its frame the film stays as it is. *goes false: there is none */
tw_status tw_host_go_on(tw_host *h, bool *goes);
/* ends the live process and starts the simulation of the next film. keep: texts that come later may
 * go on from the copies of the film before */
tw_status tw_host_start(tw_host *h, bool keep);
/* passes on letters and orders that have arrived, after waiting at most `ms` for the first one */
tw_status tw_host_work(tw_host *h, int ms);

#endif
