/* Messages that come from a window, as JSON objects; which of them there are, forms.h says. */
#ifndef TW_APP_VIEW_HEARD_H
#define TW_APP_VIEW_HEARD_H

#include <stdbool.h>
#include <stddef.h>

struct cJSON;

enum { TW_HEARD_NAME = 120 }; /* bytes of a parameter's name, its NUL included */

/* the message, to be deleted, and its type; NULL: it is none, or too deep for a thread's stack */
struct cJSON *tw_heard_parse(const char *data, size_t size, const char **type);
/* {"type":"set","name":TEXT,"value":NUMBER}: a parameter's slider; false: name or value are bad */
bool tw_heard_setting(const struct cJSON *message, const char **name, double *value);

#endif
