/*
 * `tauwerk watch`: runs a scene again whenever its script, or a file beside it, is saved, and shows
 * a preview: a picture file, and the same in the terminal.
 *
 * Every run is a process of its own, in draft quality; only those pictures are drawn that are shown
 * and have changed (app/render/manifest.h). A save during a run ends that run. A run leaves copies
 * of itself (app/run/keep.h), which are tried after a save of the script alone, the last one first:
 * a copy continues if it can with the changed script; if none can, a run from the start begins.
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
    const char *look; /* look of the pictures; NULL: the scene's */
    int width, height;
    int frame; /* number of the frame that is shown; 0: a sheet of several frames is shown */
    int count; /* number of pictures of the sheet */
    tw_show show;
    bool once;
    tw_words sets;
    tw_trust trust;
} tw_watch_options;

/* ---- run.c: one run ------------------------------------------------------------------------- */

/* a process that is a copy of a run and waits at a frame (app/run/keep.h) */
typedef struct tw_watch_copy {
    pid_t pid;
    int frame;
} tw_watch_copy;

typedef struct tw_watch_run {
    pid_t child;                    /* 0: none */
    TW_ARRAY(tw_watch_copy) copies; /* waiting copies of the run, in the order of their frames */
    int resumed; /* frame from which the child, a copy, continues; 0: the child is a new run */
    /* inode of the log when the copy was woken: a copy that continues makes a new log */
    uint64_t log_before;
    /* true: lines of the script have moved, so line numbers in messages of the copy are wrong */
    bool moved;
    bool no;      /* true: the child was a copy that could not continue */
    bool refused; /* true: copies were tried, and none could continue */
    char log[4096];
    /* results of the run, set when it has ended */
    int status;
    tw_movie_frames frames; /* pictures of the film, in their order */
    int drawn;
    TW_ARRAY(char) said; /* text to show: output of the script, notices, failed checks */
    char failure[1200];  /* reason of a failed run */
    bool noted;          /* true: the output names lines of the script */
} tw_watch_run;

/* starts a run. copies: the last copy is woken first, to continue; if there is none, or copies is
 * false, the run begins at the start */
tw_status tw_watch_start(const tw_watch_options *o, const char *folder, bool copies,
                         tw_watch_run *r);
/* *ended: the run has ended, and its results in *r are set */
tw_status tw_watch_ended(tw_watch_run *r, bool *ended);
void tw_watch_stop(tw_watch_run *r);
void tw_watch_free(tw_watch_run *r);

/* ---- show.c: the terminal ------------------------------------------------------------------- */

/* shows a picture in the terminal by the means `show` (chafa or half blocks); clear: clears the
 * screen first. TW_IO: the program chafa is required but missing */
tw_status tw_watch_show(const char *path, tw_show show, bool clear);

extern const tw_option_table tw_watch_table;

tw_status tw_watch_command(int argc, char *const *argv);

#endif
