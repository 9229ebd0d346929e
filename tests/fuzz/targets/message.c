/* Messages from windows of `tauwerk view`. One that fits a form is passed on as text, which has to
 * fit, too. */
#include "file.h"

#include "app/view/message/forms.h"
#include "app/view/message/heard.h"

#include <cjson/cJSON.h>

static void pass_on(const cJSON *message) {
    const char *type;
    char *text = cJSON_PrintUnformatted(message);
    if (!text) abort();
    cJSON *again = tw_heard_parse(text, strlen(text), &type);
    if (!again || tw_forms_fit(type, again) != TW_SERVER_TAKEN) abort();
    cJSON_Delete(again);
    cJSON_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *type, *name;
    double value;
    if (size > 1 << 16) return 0;
    char *text = fuzz_text(data, size);
    cJSON *m = tw_heard_parse(text, size, &type);
    if (m && !tw_heard_setting(m, &name, &value) && tw_forms_fit(type, m) == TW_SERVER_TAKEN)
        pass_on(m);
    cJSON_Delete(m);
    free(text);
    return 0;
}
