/* Checks that messages from windows have the right form, by a table of their types and fields
 * (docs/view.md). */
#ifndef TW_APP_VIEW_FORMS_H
#define TW_APP_VIEW_FORMS_H

#include "app/view/server/server.h"

/* TW_SERVER_TAKEN: the message is an order for the live scene, with all required fields of the
 * right kinds; TW_SERVER_NOT_MINE: it has another type; TW_SERVER_BAD: it has a wrong form */
tw_heard tw_forms_fit(const char *type, const struct cJSON *message);

#endif
