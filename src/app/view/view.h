/*
 * `tauwerk view`: a scene in the browser, live.
 *
 *     windows <-> server (threads) <-> view, process/host <-> live (processes that simulate)
 *
 *     message   letters between processes, forms of the windows' messages, JSON
 *     server    HTTP and WebSocket
 *     process   the launcher of processes, and the host that controls them
 *     live      a process that simulates: orders, copies, dragging (the hand), pictures
 *     reel      shapes, poses and curves of a film, as the page gets them
 *     source    the script's text, edited in the page
 *     gallery   a folder of scenes
 *
 * A window is a page in a browser that is connected to the server. Every message goes to all
 * windows, also to those that connect later. When a file that the script has read is saved, the
 * text is edited, or a slider is moved, the film ends and the next one begins; after an edit it
 * goes on from a frame before which the text changes nothing, if there is a copy (live).
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
    int port;   /* TCP port of the server; 0: any free one */
    bool quiet; /* true: no browser is opened */
} tw_view_options;

extern const tw_option_table tw_view_table;

tw_status tw_view_command(int argc, char *const *argv);

/* a file that the script has read, and its state when it was last read */
typedef struct tw_view_file {
    char *path; /* owned */
    /* time of the file's last change, ns, and its size, bytes; both -1: there was no file */
    int64_t saved, size;
} tw_view_file;

enum { TW_VIEW_MOVED = 512 }; /* largest number of sliders that can be moved */

typedef struct tw_viewer {
    const tw_view_options *options;
    tw_server *server;
    tw_source *edit;
    tw_view_task task; /* task for the process that simulates the film shown; its settings are
                          owned, its text belongs to source.h */
    tw_launcher launcher;
    tw_host host;
    TW_ARRAY(tw_view_file) file;
    double looked; /* time (tw_clock) of the last check of the files */
    bool changed;
} tw_viewer;

/* registers a file that the film has read; when it is saved, the next film begins */
tw_status tw_view_file_read(tw_viewer *v, const char *path, int64_t saved, int64_t size);
/* true: the argument is a baked film, not a script */
bool tw_view_is_baked(const tw_view_options *o);
/* to be called if the script no longer has the parameter of a slider that was moved: forgets its
 * setting */
void tw_view_unread(tw_viewer *v, const char *name);

#endif
