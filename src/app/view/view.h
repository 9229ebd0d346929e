/*
 * `tauwerk view`: a scene in the browser, live.
 *
 * The simulation runs in the thread that called; the server has threads of its own (server.h). What
 * is said is said to all windows, and again to those that come later. A save of a file that the
 * script has read, or a slider, ends a run and begins the next.
 */
#ifndef TW_APP_VIEW_VIEW_H
#define TW_APP_VIEW_VIEW_H

#include "app/base/options.h"
#include "app/base/trust.h"
#include "app/view/edit.h"
#include "app/view/server.h"

typedef struct tw_view_options {
    const char *script;
    tw_words sets;
    tw_trust trust;
    int port;   /* 0: any that is free */
    bool quiet; /* no browser is opened */
} tw_view_options;

extern const tw_option_table tw_view_table;

tw_status tw_view_command(int argc, char *const *argv);

/* a file that the scene is made of, as it was when it was last read */
typedef struct tw_view_file {
    char *path;            /* owned */
    long long saved, size; /* ns; bytes; both -1: not there */
} tw_view_file;

enum { TW_VIEW_MOVED = 512 }; /* sliders at most */

typedef struct tw_viewer {
    const tw_view_options *options;
    tw_server *server;
    tw_source *edit;
    const char *text; /* [text_size] that runs in the script's stead; NULL: the file's (edit.h) */
    size_t text_size;
    TW_ARRAY(tw_view_file) file;
    TW_ARRAY(char *) moved; /* NAME=VALUE of sliders, owned; they stand above --set */
    double looked;          /* tw_clock when files were last looked at */
    bool changed;
} tw_viewer;

/* the next run: the scene from its beginning to its end, told to all windows; run.c. A script's
 * error is told to them and is no failure; TW_INTERRUPTED: Ctrl-C */
tw_status tw_view_run(tw_viewer *v);
/* has something that the last run has read been saved since, or a slider moved? Files are looked at
 * 50 times a second at most */
bool tw_view_changed(tw_viewer *v);

#endif
