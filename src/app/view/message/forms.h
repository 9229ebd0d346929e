/* Forms of messages from windows: a table of types and fields (docs/view.md). */
#ifndef TW_APP_VIEW_FORMS_H
#define TW_APP_VIEW_FORMS_H

#include "app/view/server/server.h"

/* Is the message of a type that the live scene knows, with all its fields and of the right kinds?
 * TW_SERVER_NOT_MINE: of another type */
tw_heard tw_forms_fit(const char *type, const struct cJSON *message);

#endif
