/* Checks the form of messages from windows; see forms.h. */
#include "app/view/message/forms.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

typedef enum form_kind { END, COUNT, TRUTH, TEXT, VECTOR, VALUE, WHAT } form_kind;

enum { FIELDS = 6, LONGEST = 120 };
static const double MOST = 1e9; /* greatest count */
static const double FAR = 1e12; /* greatest coordinate */

typedef struct field {
    const char *name;
    form_kind kind;
    const char *only; /* value of the message's field `what` with which this field is required;
                         NULL: always required */
} field;

static const struct {
    const char *type;
    field field[FIELDS + 1];
} forms[] = {
    {"reset", {{0}}},
    {"seek", {{"frame", COUNT, 0}}},
    {"advance", {{"on", TRUTH, 0}}},
    {"drag",
     {{"what", WHAT, 0},
      {"frame", COUNT, "begin"},
      {"playing", TRUTH, "begin"},
      {"id", COUNT, "begin"},
      {"point", VECTOR, "begin"},
      {"target", VECTOR, 0}}},
    {"enable", {{"frame", COUNT, 0}, {"id", COUNT, 0}, {"on", TRUTH, 0}}},
    {"field", {{"frame", COUNT, 0}, {"id", COUNT, 0}, {"name", TEXT, 0}, {"value", VALUE, 0}}},
    {"stepper", {{"frame", COUNT, 0}, {"name", TEXT, 0}}},
    {"render", {{"frame", COUNT, 0}}},
    {"render-film", {{"on", TRUTH, 0}}},
    {"picture", {{"number", COUNT, 0}}},
};

static bool is_number(const cJSON *x, double most) {
    return cJSON_IsNumber(x) && isfinite(x->valuedouble) && fabs(x->valuedouble) <= most;
}

static bool is_vector(const cJSON *x) {
    if (!cJSON_IsArray(x) || cJSON_GetArraySize(x) != 3) return false;
    for (int i = 0; i < 3; i++)
        if (!is_number(cJSON_GetArrayItem(x, i), FAR)) return false;
    return true;
}

static bool is_text(const cJSON *x) {
    const char *text = cJSON_GetStringValue(x);
    return text && *text && strlen(text) < LONGEST;
}

static bool is_what(const cJSON *x) {
    const char *text = cJSON_GetStringValue(x);
    return text && (!strcmp(text, "begin") || !strcmp(text, "move") || !strcmp(text, "end"));
}

static bool fits(const cJSON *x, form_kind kind) {
    switch (kind) {
    case COUNT:
        return is_number(x, MOST) && x->valuedouble >= 0 && floor(x->valuedouble) == x->valuedouble;
    case TRUTH:
        return cJSON_IsBool(x);
    case TEXT:
        return is_text(x);
    case VECTOR:
        return is_vector(x);
    case VALUE:
        return cJSON_IsBool(x) || is_number(x, INFINITY) || is_vector(x);
    case WHAT:
        return is_what(x);
    case END:
        break;
    }
    return false;
}

/* true: the field f is required; what: the message's field `what` (NULL: it has none). Of the
 * message that ends a drag only `what` is required here; tw_forms_fit requires `keep` */
static bool needs(const field *f, const char *what) {
    if (!what) return true;
    if (!strcmp(what, "end")) return f->kind == WHAT;
    return !f->only || !strcmp(f->only, what);
}

tw_heard tw_forms_fit(const char *type, const cJSON *m) {
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (strcmp(forms[i].type, type) != 0) continue;
        const char *what = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(m, "what"));
        for (const field *f = forms[i].field; f->kind != END; f++)
            if (needs(f, what) && !fits(cJSON_GetObjectItemCaseSensitive(m, f->name), f->kind))
                return TW_SERVER_BAD;
        bool ends = what && !strcmp(what, "end") && !strcmp(type, "drag");
        if (ends && !cJSON_IsBool(cJSON_GetObjectItemCaseSensitive(m, "keep")))
            return TW_SERVER_BAD;
        return TW_SERVER_TAKEN;
    }
    return TW_SERVER_NOT_MINE;
}
