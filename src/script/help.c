/* Help texts from the parameter tables: what a kind has for fields and points. */
#include "script/internal.h"

#include "base/suggest.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer {
    TW_ARRAY(char) text;
    tw_status status;
} writer;

static void say(writer *w, const char *format, ...) {
    char line[600];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    size_t n = strlen(line);
    if (w->status == TW_OK) w->status = tw_reserve(&w->text, w->text.count + n + 1);
    if (w->status != TW_OK) return;
    memcpy(w->text.data + w->text.count, line, n + 1);
    w->text.count += n;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static void say_default(const tw_param *p, char *buf, size_t size) {
    const double *d = p->preset;
    *buf = 0;
    if (p->flags & TW_REQUIRED) {
        snprintf(buf, size, "required");
        return;
    }
    if (isnan(d[0])) return;
    switch (p->type) {
    case TW_PARAM_NUMBER:
    case TW_PARAM_INTEGER:
    case TW_PARAM_VALUE:
        snprintf(buf, size, "%.6g", d[0]);
        break;
    case TW_PARAM_BOOL:
        snprintf(buf, size, "%s", d[0] != 0 ? "true" : "false");
        break;
    case TW_PARAM_CHOICE:
        snprintf(buf, size, "\"%s\"", p->choices[(int)d[0]]);
        break;
    case TW_PARAM_VEC3:
    case TW_PARAM_VALUE3:
    case TW_PARAM_PLACE:
    case TW_PARAM_AXIS:
        snprintf(buf, size, "{%g, %g, %g}", d[0], d[1], d[2]);
        break;
    case TW_PARAM_QUAT:
        snprintf(buf, size, "{%g, %g, %g, %g}", d[0], d[1], d[2], d[3]);
        break;
    default:
        break;
    }
}

static const char *type_name(const tw_param *p) {
    static const char *const names[TW_PARAM_TYPE_COUNT] = {
        [TW_PARAM_NUMBER] = "number",     [TW_PARAM_INTEGER] = "whole number",
        [TW_PARAM_BOOL] = "boolean",      [TW_PARAM_TEXT] = "text",
        [TW_PARAM_CHOICE] = "choice",     [TW_PARAM_VEC3] = "vector",
        [TW_PARAM_QUAT] = "quaternion",   [TW_PARAM_MAT3] = "matrix",
        [TW_PARAM_VALUE] = "number(t)",   [TW_PARAM_VALUE3] = "vector(t)",
        [TW_PARAM_POINT] = "point",       [TW_PARAM_BODY] = "body",
        [TW_PARAM_BODIES] = "bodies",     [TW_PARAM_PLACE] = "vector(t)",
        [TW_PARAM_AXIS] = "vector(t)",    [TW_PARAM_DIRECTION] = "direction",
        [TW_PARAM_MATERIAL] = "material",
    };
    return names[p->type];
}

static void say_rows(writer *w, const tw_param *p, int n) {
    for (int i = 0; i < n; i++) {
        char preset[64];
        say_default(&p[i], preset, sizeof preset);
        say(w, "  %-17s %-13s %-12s %s%s%s%s%s\n", p[i].name, type_name(&p[i]), preset, p[i].doc,
            p[i].unit && *p[i].unit ? " (" : "", p[i].unit ? p[i].unit : "",
            p[i].unit && *p[i].unit ? ")" : "",
            p[i].flags & TW_AT_CREATION ? "; at creation only" : "");
    }
}

/* ---- kinds ---------------------------------------------------------------------------------- */

static void say_kind(writer *w, const tw_kind *k, const tw_param *common, int n) {
    say(w, "scene:%s{...}   %s\n\n", k->name, k->doc);
    if (k->param_count) say(w, "fields of its own\n");
    say_rows(w, k->params, k->param_count);
    if (n) say(w, "%scommon fields (and name, user)\n", k->param_count ? "\n" : "");
    say_rows(w, common, n);
}

static void say_points(writer *w, const tw_body_kind *k) {
    say(w, "\npoints\n  %-17s the centre of mass\n", "center");
    for (const tw_point_field *f = k->fields; f && f->name; f++)
        say(w, "  %-17s %s\n", f->name, f->doc);
    for (const tw_point_method *m = k->methods; m && m->name; m++) {
        char call[64];
        snprintf(call, sizeof call, ":%s(%s)", m->name, m->argument);
        say(w, "  %-17s %s\n", call, m->doc);
    }
}

static void say_materials(writer *w) {
    const char *doc, *name;
    say(w, "materials: material = \"steel\", or {\"steel\", color = {r, g, b}}\n\n");
    for (int i = 0; (name = tw_look_preset_name(i, &doc)) != NULL; i++)
        say(w, "  %-17s %s\n", name, doc);
    say(w, "\nfields\n");
    say_rows(w, tw_look_params, tw_look_param_count);
}

typedef struct topic {
    const char *name, *title;
    const tw_param *rows;
    const int *count;
} topic;

static const topic topics[] = {
    {"scene", "tw.scene{...}: also size = {width, height}", tw_settings_params,
     &tw_settings_param_count},
    {"camera", "scene.camera = {...}", tw_camera_params, &tw_camera_param_count},
    {"light", "scene:light{...}", tw_light_params, &tw_light_param_count},
    {"ground", "scene:ground{...}", tw_ground_params, &tw_ground_param_count},
};
enum { TOPICS = sizeof topics / sizeof *topics };

static void say_list(writer *w) {
    say(w, "bodies\n");
    for (int i = 0; tw_body_kinds[i]; i++)
        say(w, "  %-17s %s\n", tw_body_kinds[i]->kind.name, tw_body_kinds[i]->kind.doc);
    say(w, "forces\n");
    for (int i = 0; tw_force_kinds[i]; i++)
        say(w, "  %-17s %s\n", tw_force_kinds[i]->kind.name, tw_force_kinds[i]->kind.doc);
    say(w, "constraints\n  %-17s %s\n", "connect",
        "scene:connect(p, q, {...}): two points coincide");
    for (int i = 0; tw_constraint_kinds[i]; i++)
        say(w, "  %-17s %s\n", tw_constraint_kinds[i]->kind.name, tw_constraint_kinds[i]->kind.doc);
    say(w, "more\n  scene camera light ground materials\n");
}

static bool say_topic(writer *w, const char *name, tw_suggestion *near) {
    tw_suggestion_offer(near, "kinds");
    tw_suggestion_offer(near, "materials");
    if (!strcmp(name, "kinds")) return say_list(w), true;
    if (!strcmp(name, "materials")) return say_materials(w), true;
    for (int i = 0; i < TOPICS; i++) {
        tw_suggestion_offer(near, topics[i].name);
        if (strcmp(topics[i].name, name) != 0) continue;
        say(w, "%s\n\n", topics[i].title);
        say_rows(w, topics[i].rows, *topics[i].count);
        return true;
    }
    for (int i = 0; tw_body_kinds[i]; i++) {
        tw_suggestion_offer(near, tw_body_kinds[i]->kind.name);
        if (strcmp(tw_body_kinds[i]->kind.name, name) != 0) continue;
        say_kind(w, &tw_body_kinds[i]->kind, tw_body_params, tw_body_param_count);
        say_points(w, tw_body_kinds[i]);
        return true;
    }
    for (int i = 0; tw_force_kinds[i]; i++) {
        tw_suggestion_offer(near, tw_force_kinds[i]->kind.name);
        if (strcmp(tw_force_kinds[i]->kind.name, name) != 0) continue;
        return say_kind(w, &tw_force_kinds[i]->kind, tw_force_params, tw_force_param_count), true;
    }
    for (int i = 0; tw_constraint_kinds[i]; i++) {
        const tw_kind *k = &tw_constraint_kinds[i]->kind;
        tw_suggestion_offer(near, k->name);
        bool connect = !strcmp(name, "connect") && !strcmp(k->name, "point_to_point");
        if (strcmp(k->name, name) != 0 && !connect) continue;
        return say_kind(w, k, tw_constraint_params, tw_constraint_param_count), true;
    }
    return false;
}

tw_status tw_script_help(const char *name, char **text) {
    writer w = {.status = TW_OK};
    tw_suggestion near = tw_suggestion_for(name);
    bool known = say_topic(&w, name, &near);
    if (known && w.status == TW_OK) {
        *text = w.text.data;
        return TW_OK;
    }
    tw_array_free(&w.text);
    if (w.status != TW_OK) return w.status;
    return tw_fail(TW_USAGE, "no help for '%s'%s%s%s", name, near.best ? "; did you mean '" : "",
                   near.best ? near.best : "", near.best ? "'?" : "");
}
