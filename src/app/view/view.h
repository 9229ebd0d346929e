/*
 * `tauwerk view`: a scene in the browser, live.
 *
 *     windows <-> server (threads) <-> view, process/host <-> live (processes that simulate)
 *
 *     message   letters between processes, forms of the windows' messages, JSON
 *     server    HTTP and WebSocket
 *     process   the launcher of processes, and the host that looks after them
 *     live      a process that simulates: orders, copies, the hand, pictures
 *     reel      shapes, poses and curves of a film, as the page gets them
 *     source    the script's text, edited in the page
 *     gallery   a folder of scenes
 *
 * Every message goes to all windows, and again to later ones. A save of a file that the script has
 * read, or a slider, ends a film and begins the next.
 */
#ifndef TW_APP_VIEW_VIEW_H
#define TW_APP_VIEW_VIEW_H

#include "app/base/options.h"
#include "app/base/trust.h"
#include "app/view/process/host.h"
#include "app/view/process/launch.h"
#include "app/view/process/task.h"
#include "app/view/server/server.h"
#include "app/view/source/source.h"

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
    char *path;          /* owned */
    int64_t saved, size; /* time of the last change, ns, and size, bytes; both -1: no file */
} tw_view_file;

enum { TW_VIEW_MOVED = 512 }; /* sliders at most */

typedef struct tw_viewer {
    const tw_view_options *options;
    tw_server *server;
    tw_source *edit;
    tw_view_task task; /* task of the shown film; settings owned, text source.h's */
    tw_launcher launcher;
    tw_host host;
    TW_ARRAY(tw_view_file) file;
    double looked; /* tw_clock when files were last looked at */
    bool changed;
} tw_viewer;

/* a file is read by the film: its saves begin the next one */
tw_status tw_view_file_read(tw_viewer *v, const char *path, int64_t saved, int64_t size);
/* is it a baked film, and no script? */
bool tw_view_is_baked(const tw_view_options *o);
/* the script no longer has this parameter */
void tw_view_unread(tw_viewer *v, const char *name);

#endif
