/*
 * The script's text while the page edits it: it is in memory and runs instead of the file's text
 * until it is saved.
 *
 * Only the script that the command line names can be edited, and only if its real path, with links
 * followed, is in its own folder. The file is written when a window requests it (`save`), whole or
 * not at all, but not if it has another text than the one which that window has seen.
 *
 * Messages (docs/view.md): `edit` and `save` come from windows, in the server's threads; they are
 * carried out in the main thread. `source` and `saved` go to windows.
 */
#ifndef TW_APP_VIEW_SOURCE_H
#define TW_APP_VIEW_SOURCE_H

#include "app/view/server/server.h"

typedef struct tw_source tw_source;

/* opens the script for editing by the server's windows, which get a message if it cannot be
 * edited */
tw_status tw_source_open(tw_server *server, const char *script, tw_source **edit);
void tw_source_close(tw_source *e); /* does nothing if the argument is NULL */

/* carries out requested saves; *saved: the script's file was written. Returns true if a window has
 * sent a text that differs from the one that runs */
bool tw_source_asked(tw_source *e, bool *saved);
/* To be called when a run begins: reads the file and sends its text to the windows. *text [*size]:
 * the text to run, valid until the next call; NULL: run the file, which is missing or cannot be
 * edited */
tw_status tw_source_begin(tw_source *e, const char **text, size_t *size);

#endif
