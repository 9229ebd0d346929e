/* Messages from windows; see heard.h. */
#include "app/view/message/heard.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

/* true: more than 32 brackets: the JSON may be nested too deeply for the stack of the server's
 * threads, 100 KB */
static bool is_deep(const char *data, size_t size) {
    int open = 0;
    bool quoted = false;
    for (size_t i = 0; i < size; i++) {
        if (quoted && data[i] == '\\')
            i++;
        else if (data[i] == '"')
            quoted = !quoted;
        else if (!quoted)
            open += data[i] == '[' || data[i] == '{';
    }
    return open > 32;
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
