/*
 * `tauwerk view DIR`: shows the scenes of a folder as a gallery with posters.
 *
 * Scenes are the .lua files in it and in its subfolders, at most four levels down and 500 in all;
 * the names of files and folders must begin with a letter or digit. Posters are drawn one after the
 * other, each in a process of its own that uses only the library; a failure is shown in the
 * poster's place. A scene that a window opens is shown by a `tauwerk view` of its own, whose
 * address the window gets; these processes end with the gallery.
 */
#ifndef TW_APP_VIEW_GALLERY_H
#define TW_APP_VIEW_GALLERY_H

#include "app/view/view.h"

/* starts the launcher of processes that draw posters; to be called before the server is opened */
tw_status tw_gallery_launch(const tw_view_options *o, tw_launcher *launcher);
/* opens the process's only gallery. TW_SCRIPT: the folder has no scene */
tw_status tw_gallery_open(const tw_view_options *o, tw_server *server, const tw_launcher *launcher);
/* serves the gallery until Ctrl-C */
tw_status tw_gallery_work(void);
/* frees the gallery; to be called after the server's end */
void tw_gallery_close(void);

#endif
