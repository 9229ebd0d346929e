/* Parses messages from windows; see heard.h. */
#include "app/view/message/heard.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

enum {
    DEPTH = 32
}; /* largest depth of nested arrays and objects that is accepted; parsing it needs less than the
      stack of the server's threads, 100 KB */

/* true: arrays and objects are nested deeper than DEPTH. The count is exact as far as the text is
 * valid JSON; cJSON does not read beyond that */
static bool is_deep(const char *data, size_t size) {
    size_t depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < size && depth <= DEPTH; i++) {
        char c = data[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '[' || c == '{'))
            depth++;
        else if (!quoted && depth > 0 && (c == ']' || c == '}'))
            depth--;
    }
    return depth > DEPTH;
}

cJSON *tw_heard_parse(const char *data, size_t size, const char **type) {
    if (is_deep(data, size)) return NULL;
    cJSON *m = cJSON_ParseWithLength(data, size);
    *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(m, "type"));
    if (*type) return m;
    cJSON_Delete(m);
    return NULL;
}

bool tw_heard_setting(const cJSON *m, const char **name, double *value) {
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(m, "value");
    *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(m, "name"));
    if (!*name || !**name || strlen(*name) >= TW_HEARD_NAME || strpbrk(*name, "=\n")) return false;
    if (!cJSON_IsNumber(number) || !isfinite(number->valuedouble)) return false;
    *value = number->valuedouble;
    return true;
}
