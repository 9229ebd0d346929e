/*
 * `tauwerk view DIR`: the scenes of a folder as a gallery with posters.
 *
 * Scenes are the .lua files in it and in its folders whose names begin with a letter or digit. A
 * poster is drawn by a process of its own, through the library alone, one after the other; what
 * fails is told on its card. A scene that a window asks for is shown by a `tauwerk view` of its
 * own, whose address the window gets; these end with the gallery.
 */
#ifndef TW_APP_VIEW_GALLERY_H
#define TW_APP_VIEW_GALLERY_H

#include "app/view/view.h"

/* the launcher of processes that draw posters, before the server is opened */
tw_status tw_gallery_launch(const tw_view_options *o, tw_launcher *launcher);
/* makes a gallery, one in a process. TW_SCRIPT: the folder has no scene */
tw_status tw_gallery_open(const tw_view_options *o, tw_server *server, const tw_launcher *launcher);
/* serves the gallery until Ctrl-C */
tw_status tw_gallery_work(void);
/* frees the gallery; to be called after the server's end */
void tw_gallery_close(void);

#endif
