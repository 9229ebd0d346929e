/* Kinds and their fields as JSON, from which the page makes its panels; see kinds.h. */
#include "app/view/source/kinds.h"

#include "app/view/message/json.h"
#include "base/text/memo.h"
#include "library/catalogue.h"

#include <math.h>
#include <stdlib.h>

/* how the page lets users enter a field: name of a form; "": only as Lua text */
static const char *entry(const tw_param *p) {
    switch (p->type) {
    case TW_PARAM_NUMBER:
    case TW_PARAM_VALUE:
        return "number";
    case TW_PARAM_INTEGER:
        return "integer";
    case TW_PARAM_BOOL:
        return "boolean";
    case TW_PARAM_TEXT:
        return "text";
    case TW_PARAM_CHOICE:
        return "choice";
    case TW_PARAM_VALUE3:
        return p->flags & TW_COLOR ? "color" : "vector";
    case TW_PARAM_VEC3:
    case TW_PARAM_PLACE:
    case TW_PARAM_AXIS:
    case TW_PARAM_DIRECTION:
        return "vector";
    case TW_PARAM_QUAT:
    case TW_PARAM_VALUE4:
        return "turn";
    case TW_PARAM_BODY:
        return "body";
    case TW_PARAM_POINT:
        return "point";
    case TW_PARAM_JOINT:
        return "joint";
    case TW_PARAM_MATERIAL:
        return "material";
    default:
        return "";
    }
}

static const char *range(tw_range r) {
    static const char *const names[] = {
        [TW_ANY] = "any",         [TW_POSITIVE] = "positive", [TW_NOT_NEGATIVE] = "not negative",
        [TW_UNIT_RANGE] = "unit", [TW_SHARE] = "share",       [TW_NOT_ZERO] = "not zero",
        [TW_VIEW_ANGLE] = "view"};
    return names[r];
}

static void put_text(FILE *out, const char *name, const char *text) {
    fprintf(out, ",\"%s\":", name);
    tw_json_text(out, text);
}

static void put_preset(FILE *out, const tw_param *p) {
    if (isnan(p->preset[0]) || p->flags & TW_UNSET_OK) return;
    fputs(",\"preset\":[", out);
    for (int i = 0; i < 4; i++) {
        if (i) fputc(',', out);
        tw_json_number(out, p->preset[i]);
    }
    fputc(']', out);
}

static void put_field(FILE *out, const tw_param *p) {
    fputs("{\"name\":", out);
    tw_json_text(out, p->name);
    put_text(out, "entry", entry(p));
    put_text(out, "range", range(p->range));
    put_text(out, "unit", p->unit);
    put_text(out, "doc", p->doc);
    if (p->flags & TW_REQUIRED) fputs(",\"required\":true", out);
    if (p->type == TW_PARAM_CHOICE && p->choices) {
        fputs(",\"choices\":[", out);
        for (int i = 0; p->choices[i]; i++) {
            if (i) fputc(',', out);
            tw_json_text(out, p->choices[i]);
        }
        fputc(']', out);
    }
    put_preset(out, p);
    fputc('}', out);
}

static void put_fields(FILE *out, const char *name, const tw_param *p, int count) {
    bool first = true;
    fprintf(out, "\"%s\":[", name);
    for (int i = 0; i < count; i++) {
        if (p[i].flags & TW_READ_ONLY) continue;
        if (!first) fputc(',', out);
        put_field(out, &p[i]);
        first = false;
    }
    fputc(']', out);
}

static void put_table(FILE *out, const char *name, tw_field_table table) {
    tw_field_rows rows = tw_catalogue_rows(table);
    put_fields(out, name, rows.row, rows.count);
}

static void put_kind(FILE *out, const char *sort, const tw_kind *k, bool first) {
    fprintf(out, "%s{\"class\":\"%s\"", first ? "" : ",\n", sort);
    put_text(out, "name", k->name);
    put_text(out, "doc", k->doc);
    fputc(',', out);
    put_fields(out, "fields", k->params, k->param_count);
    fputc('}', out);
}

static void put_kinds(FILE *out) {
    static const struct {
        tw_kind_class c;
        const char *name;
    } classes[] = {
        {TW_KIND_BODY, "body"}, {TW_KIND_CONSTRAINT, "constraint"}, {TW_KIND_FORCE, "force"}};
    const tw_kind *k;
    fputs("{\"type\":\"kinds\",\"common\":{", out);
    put_table(out, "body", TW_TABLE_BODY);
    fputc(',', out);
    put_table(out, "constraint", TW_TABLE_CONSTRAINT);
    fputc(',', out);
    put_table(out, "force", TW_TABLE_FORCE);
    fputs("},\"kinds\":[", out);
    for (size_t n = 0; n < sizeof classes / sizeof *classes; n++)
        for (int i = 0; (k = tw_catalogue_kind(classes[n].c, i)); i++)
            put_kind(out, classes[n].name, k, n == 0 && i == 0);
    fputs("],\"materials\":[", out);
    const char *doc, *name;
    for (int i = 0; (name = tw_catalogue_material(i, &doc)); i++) {
        if (i) fputc(',', out);
        tw_json_text(out, name);
    }
    fputs("],\"colors\":[", out);
    for (int i = 0; (name = tw_catalogue_material(i, &doc)); i++) {
        tw_material_about about = {0};
        if (i) fputc(',', out);
        if (tw_catalogue_material_about(name, &about) == TW_OK)
            fprintf(out, "[%.4g,%.4g,%.4g]", about.color.x, about.color.y, about.color.z);
        else
            fputs("null", out);
    }
    fputs("]}", out);
}

tw_status tw_kinds_say(tw_server *server) {
    char *bytes;
    size_t size;
    FILE *out = tw_memo_open(&bytes, &size);
    if (!out) return tw_fail_memory();
    put_kinds(out);
    bool bad = ferror(out);
    bad = fclose(out) != 0 || bad;
    tw_status s = bad ? tw_fail_memory() : tw_server_keep(server, "kinds", bytes, size);
    free(bytes);
    return s;
}
