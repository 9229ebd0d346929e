/* Orders that change fields, switches and the stepper of a scene whose motion has stopped; see
 * live.h. */
#include "app/view/live/live.h"
#include "app/view/message/json.h"

#include <cjson/cJSON.h>
#include <string.h>

bool tw_touch_knows(const char *type) {
    return !strcmp(type, "enable") || !strcmp(type, "field") || !strcmp(type, "stepper");
}

static tw_variant value_of(const cJSON *x) {
    if (cJSON_IsBool(x)) return tw_bool(cJSON_IsTrue(x));
    if (cJSON_IsNumber(x)) return tw_number(x->valuedouble);
    return tw_vector(cJSON_GetNumberValue(cJSON_GetArrayItem(x, 0)),
                     cJSON_GetNumberValue(cJSON_GetArrayItem(x, 1)),
                     cJSON_GetNumberValue(cJSON_GetArrayItem(x, 2)));
}

static tw_status say_changed(tw_work *w, const tw_origin *o, const char *field,
                             const cJSON *value) {
    tw_message m;
    char *text = cJSON_PrintUnformatted(value);
    if (!text) return tw_fail_memory();
    tw_status s = tw_message_begin(&m);
    if (s == TW_OK) {
        fprintf(m.out, "{\"type\":\"changed\",\"frame\":%d,\"time\":%.17g,", w->frame,
                tw_scene_state_of(w->scene).time);
        tw_put_object(m.out, o);
        fputs(",\"field\":", m.out);
        tw_json_text(m.out, field);
        fprintf(m.out, ",\"value\":%s}", text);
        s = tw_message_send(w, &m, TW_SAY_ONCE, 0, true);
    }
    cJSON_free(text);
    return s;
}

static tw_status set_field(tw_work *w, const cJSON *order, const char *field, const cJSON *value) {
    double id = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(order, "id"));
    tw_origin o;
    tw_ref ref;
    TW_TRY(tw_live_ref(&w->door, w->scene, id, &ref));
    (void)tw_origin_of(w->scene, id, &o);
    const tw_variant v = value_of(value);
    TW_TRY(tw_live_set(&w->door, ref, field, &v));
    return say_changed(w, &o, field, value);
}

tw_status tw_touch_do(tw_work *w, const char *type, const cJSON *order) {
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(order, "name"));
    if (!strcmp(type, "enable"))
        return set_field(w, order, "enabled", cJSON_GetObjectItemCaseSensitive(order, "on"));
    if (!strcmp(type, "field"))
        return set_field(w, order, name, cJSON_GetObjectItemCaseSensitive(order, "value"));
    const tw_variant v = tw_text(name);
    return tw_live_set(&w->door, w->scene_ref, "stepper", &v);
}
