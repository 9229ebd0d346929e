/* The message `kinds`: every kind of body, constraint and force with its fields, for the page's
 * panels. */
#ifndef TW_APP_VIEW_KINDS_H
#define TW_APP_VIEW_KINDS_H

#include "app/view/server/server.h"

/* to all windows, also to those that come later */
tw_status tw_kinds_say(tw_server *server);

#endif
