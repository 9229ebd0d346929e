/* Parsing of messages from windows, JSON objects; forms.h has their types. */
#ifndef TW_APP_VIEW_HEARD_H
#define TW_APP_VIEW_HEARD_H

#include <stdbool.h>
#include <stddef.h>

struct cJSON;

enum { TW_HEARD_NAME = 120 }; /* largest length of a parameter's name, bytes, including its NUL */

/* parses a message, to be freed by cJSON_Delete; *type: its type; NULL: the data is no message, or
 * nested too deeply */
struct cJSON *tw_heard_parse(const char *data, size_t size, const char **type);
/* reads {"type":"set","name":TEXT,"value":NUMBER}, the move of a parameter's slider; false: name or
 * value are invalid */
bool tw_heard_setting(const struct cJSON *message, const char **name, double *value);

#endif
