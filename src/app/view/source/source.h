/*
 * The script's text as the page edits it: in memory, run in the file's stead, until it is saved.
 *
 * Only the script that the command line names is edited, and only if it is below its own folder
 * when links have been followed. Its file changes when a window asks for it (`save`), whole or not
 * at all, and not when it holds another text than the one which that window has seen.
 *
 * Messages (docs/view.md): `edit` and `save` come from windows, in the server's threads; they are
 * acted on in the thread that simulates. `source` and `saved` go to windows.
 */
#ifndef TW_APP_VIEW_SOURCE_H
#define TW_APP_VIEW_SOURCE_H

#include "app/view/server/server.h"

typedef struct tw_source tw_source;

/* opens the script of a server; windows are told if it cannot be edited */
tw_status tw_source_open(tw_server *server, const char *script, tw_source **edit);
void tw_source_close(tw_source *e); /* NULL is fine */

/* has a window sent another text? Files that it has asked for are written by this call; *saved: the
 * script's file has been */
bool tw_source_asked(tw_source *e, bool *saved);
/* A run begins: the text that it shall run, until the next call; NULL: the file, which is not there
 * or cannot be edited. Reads the file and sends its text to the windows */
tw_status tw_source_begin(tw_source *e, const char **text, size_t *size);

#endif
