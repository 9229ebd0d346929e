/* The message `kinds`: every kind of body, constraint and force with its fields, for the page's
 * panels. */
#ifndef TW_APP_VIEW_KINDS_H
#define TW_APP_VIEW_KINDS_H

#include "app/view/server/server.h"

/* sends the message `kinds` to all windows, and to those that connect later */
tw_status tw_kinds_say(tw_server *server);

#endif
