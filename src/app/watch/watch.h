/*
 * `tauwerk watch`: runs a scene again whenever it, or what lies beside it, is saved, and shows a
 * preview: a still file, and the same in the terminal.
 *
 * Every run is a process of its own, in draft quality; of its film only those pictures are drawn
 * that are shown and have changed (app/render/manifest.h). A run that is overtaken by another save
 * is ended. It leaves copies of itself behind (app/run/keep.h), which are asked, the last one
 * first, whether they can go on with the script as it is now; a run from the start begins when none
 * can.
 */
#ifndef TW_APP_WATCH_WATCH_H
#define TW_APP_WATCH_WATCH_H

#include "app/base/options.h"
#include "app/base/trust.h"
#include "app/movie/frames.h"

#include <stdint.h>
#include <sys/types.h>

typedef enum tw_show { TW_SHOW_AUTO, TW_SHOW_CHAFA, TW_SHOW_BLOCKS, TW_SHOW_NONE } tw_show;

typedef struct tw_watch_options {
    const char *script, *still, *folder;
    const char *look; /* NULL: the scene's */
    int width, height;
    int frame; /* 0: a sheet of the film */
    int count; /* pictures of the sheet */
    tw_show show;
    bool once;
    tw_words sets;
    tw_trust trust;
} tw_watch_options;

/* ---- run.c: one run ------------------------------------------------------------------------- */

/* a copy of a run that waits at a frame */
typedef struct tw_watch_copy {
    pid_t pid;
    int frame;
} tw_watch_copy;

typedef struct tw_watch_run {
    pid_t child;                    /* 0: none */
    TW_ARRAY(tw_watch_copy) copies; /* copies in the order of their frames */
    int resumed;         /* frame at which the child, a copy, resumed; 0: it is a new run */
    uint64_t log_before; /* inode of the log when the copy was asked */
    bool moved;          /* lines of the script have moved, so the copy does not know them */
    bool no;             /* the child was a copy that could not continue */
    bool refused;        /* copies were asked, and none could continue */
    char log[4096];
    /* result, known when the run has ended */
    int status;
    tw_movie_frames frames; /* frames of the film, in order */
    int drawn;
    TW_ARRAY(char) said; /* output of the script, notices, failed checks */
    char failure[1200];  /* reason of a failed run */
    bool noted;          /* the output named places in the script */
} tw_watch_run;

/* asks the copies, if `copies`; else, or when none is left, a new run begins */
tw_status tw_watch_start(const tw_watch_options *o, const char *folder, bool copies,
                         tw_watch_run *r);
/* has the run ended? Then all of *r is known */
tw_status tw_watch_ended(tw_watch_run *r, bool *ended);
void tw_watch_stop(tw_watch_run *r);
void tw_watch_free(tw_watch_run *r);

/* ---- show.c: the terminal ------------------------------------------------------------------- */

/* the picture, on a cleared screen if `clear`; columns and rows: of the terminal */
tw_status tw_watch_show(const char *path, tw_show show, bool clear);

extern const tw_option_table tw_watch_table;

tw_status tw_watch_command(int argc, char *const *argv);

#endif
