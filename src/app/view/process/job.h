/*
 * Drawing the viewed film by `tauwerk run`, or `render` if it is baked, in a process of its own,
 * into a temporary folder. Its standard output is sent to the windows as progress.
 */
#ifndef TW_APP_VIEW_JOB_H
#define TW_APP_VIEW_JOB_H

#include "app/base/options.h"
#include "app/view/server/server.h"

#include <sys/types.h>

struct tw_viewer;

typedef struct tw_film_job {
    tw_server *server;
    pid_t pid;           /* process that runs `tauwerk run`; 0: none */
    int out;             /* pipe from the standard output of the process; -1: none */
    char folder[96];     /* "": none */
    TW_ARRAY(char) line; /* the part of the output's last, incomplete line that was read so far */
    /* paths of the pictures, path[number], owned; NULL: that picture is missing */
    TW_ARRAY(char *) path;
    int pictures, planned;
    double fps;
    char failure[400];
} tw_film_job;

void tw_job_open(tw_film_job *j, tw_server *server);
/* ends the job, and removes its pictures, too */
void tw_job_close(tw_film_job *j);
/* begins anew */
tw_status tw_job_start(tw_film_job *j, const struct tw_viewer *v);
/* reads what the process has written to its standard output; to be called when there is something
 * to read */
tw_status tw_job_read(tw_film_job *j);
/* ends the process and keeps its pictures */
tw_status tw_job_stop(tw_film_job *j);
/* sends picture `number` to the windows */
tw_status tw_job_picture(tw_film_job *j, int number);

#endif
