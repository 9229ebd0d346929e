/* Help on fields of parameter tables; see help.h. */
#include "app/help.h"

#include <math.h>
#include <string.h>

static const char *type_name(const tw_param *p) {
    switch (p->type) {
    case TW_PARAM_NUMBER:
        return "number";
    case TW_PARAM_INTEGER:
        return "integer";
    case TW_PARAM_BOOL:
        return p->flags & TW_OR_CALLBACK ? "boolean, spline or f(t)" : "boolean";
    case TW_PARAM_TEXT:
        return p->flags & TW_OR_CALLBACK ? "text or f(t)" : "text";
    case TW_PARAM_CHOICE:
        return "one of";
    case TW_PARAM_VEC3:
        return "vector";
    case TW_PARAM_QUAT:
        return "quaternion";
    case TW_PARAM_MAT3:
        return "{xx, yy, zz} or 3 x 3";
    case TW_PARAM_VALUE:
        return "number or f(t)";
    case TW_PARAM_VALUE3:
        return p->flags & TW_COLOR ? "colour or f(t)" : "vector or f(t)";
    case TW_PARAM_VALUE4:
        return "quaternion or f(t)";
    case TW_PARAM_POINT:
        return "point";
    case TW_PARAM_BODY:
        return "body";
    case TW_PARAM_BODIES:
        return p->flags & TW_OR_GROUP ? "body, group or list of them" : "list of bodies";
    case TW_PARAM_POINTS:
        return "list of points";
    case TW_PARAM_FORMULA:
        return "function";
    case TW_PARAM_JOINT:
        return p->flags & TW_ANY_CONSTRAINT ? "constraint" : "joint";
    case TW_PARAM_PLACE:
        return "position";
    case TW_PARAM_AXIS:
    case TW_PARAM_DIRECTION:
        return "direction";
    case TW_PARAM_TURN:
        return p->flags & TW_OR_BODY ? "quaternion, body or f(t)" : "number or quaternion";
    case TW_PARAM_MATERIAL:
        return "material";
    case TW_PARAM_MESH:
        return strcmp(p->name, "file") ? "list" : "file";
    case TW_PARAM_TEXTURE:
        return "name or file";
    case TW_PARAM_PARTS:
        return "list of parts";
    case TW_PARAM_STATIONS:
        return p->flags & TW_LISTED ? "point, body, vector or f(t), or a list of them"
                                    : "point, body, vector or f(t)";
    case TW_PARAM_TYPE_COUNT:
        break;
    }
    return "";
}

static int components(tw_param_type t) {
    switch (t) {
    case TW_PARAM_VEC3:
    case TW_PARAM_VALUE3:
    case TW_PARAM_PLACE:
    case TW_PARAM_AXIS:
        return 3;
    case TW_PARAM_QUAT:
    case TW_PARAM_VALUE4:
        return 4;
    case TW_PARAM_NUMBER:
    case TW_PARAM_INTEGER:
    case TW_PARAM_VALUE:
        return 1;
    default:
        return 0;
    }
}

/* writes the default into `text`, like " (default 0.5)"; "": none */
static void put_default(const tw_param *p, char *text, size_t size) {
    int n = components(p->type);
    text[0] = '\0';
    if (p->flags & TW_REQUIRED) {
        snprintf(text, size, " (required)");
    } else if (p->type == TW_PARAM_CHOICE && p->choices && !isnan(p->preset[0])) {
        snprintf(text, size, " (default \"%s\")", p->choices[(int)p->preset[0]]);
    } else if (p->type == TW_PARAM_BOOL && !isnan(p->preset[0])) {
        snprintf(text, size, " (default %s)", p->preset[0] != 0 ? "true" : "false");
    } else if (n && !isnan(p->preset[0]) && !(p->flags & TW_UNSET_OK)) {
        size_t used = (size_t)snprintf(text, size, " (default %s", n > 1 ? "{" : "");
        for (int i = 0; i < n && used < size; i++)
            used += (size_t)snprintf(text + used, size - used, "%s%g", i ? ", " : "", p->preset[i]);
        if (used < size) snprintf(text + used, size - used, "%s)", n > 1 ? "}" : "");
    }
}

static void put_param(FILE *out, const tw_param *p) {
    char doc[1024], preset[96];
    put_default(p, preset, sizeof preset);
    size_t used = (size_t)snprintf(doc, sizeof doc, "%s", type_name(p));
    for (int i = 0; p->type == TW_PARAM_CHOICE && p->choices && p->choices[i]; i++)
        if (used < sizeof doc)
            used += (size_t)snprintf(doc + used, sizeof doc - used, " \"%s\"", p->choices[i]);
    if (used < sizeof doc)
        snprintf(doc + used, sizeof doc - used, "%s%s%s%s%s%s", p->unit && *p->unit ? ", " : "",
                 p->unit ? p->unit : "", preset, p->flags & TW_READ_ONLY ? " (read only)" : "",
                 p->doc && *p->doc ? ": " : "", p->doc ? p->doc : "");
    tw_help_item(out, p->name, doc, 22);
}

void tw_help_params(FILE *out, const char *title, const tw_param *p, int n) {
    if (!n) return;
    if (title) fprintf(out, "\n%s\n", title);
    for (int i = 0; i < n; i++) put_param(out, &p[i]);
}

void tw_help_table(FILE *out, const char *title, tw_field_table table) {
    tw_field_rows rows = tw_catalogue_rows(table);
    tw_help_params(out, title, rows.row, rows.count);
}
