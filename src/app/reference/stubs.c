/* Generation of the stubs; see stubs.h. */
#include "app/reference/stubs.h"

#include "app/reference/api.h"
#include "library/catalogue.h"

#include <string.h>

enum { NAME = 96, TYPE = 512 };

/* type of a field when it is read, if it differs from that which can be assigned: an assigned
 * vector may be a table, a read one is a vec3, so that editors know v.x */
static const char *type_read(const char *given) {
    if (!strcmp(given, "tauwerk.vector")) return "tauwerk.vec3";
    if (!strcmp(given, "tauwerk.rotation")) return "tauwerk.quat";
    if (!strcmp(given, "tauwerk.vectors")) return "tauwerk.vec3|tauwerk.spline|fun(t: number): any";
    return given;
}

static void doc_line(FILE *out, const char *text) {
    if (text && *text) fprintf(out, "---%s\n", text);
}

static void put_row(FILE *out, const tw_param *p, bool read) {
    char type[TYPE];
    tw_stub_type(p, type, sizeof type);
    bool must = (p->flags & TW_REQUIRED) && !read;
    bool unit = p->unit && *p->unit;
    fprintf(out, "---@field %s%s %s # %s%s%s\n", p->name, must || read ? "" : "?",
            read ? type_read(type) : type, unit ? p->unit : "", unit ? ": " : "",
            p->doc ? p->doc : "");
}

/* writes the fields of a table, except those that the class has as rows of its own (api.h) */
static void put_rows(FILE *out, const char *class_, tw_field_rows rows, bool read) {
    for (int i = 0; i < rows.count; i++)
        if (!tw_api_find(class_, rows.row[i].name)) put_row(out, &rows.row[i], read);
}

/* ---- functions ------------------------------------------------------------------------------ */

/* end of the piece of text that begins at p: the first of the characters `ends` that is outside
 * brackets and quotes */
static const char *span(const char *p, const char *ends) {
    int depth = 0;
    bool quoted = false;
    for (; *p; p++) {
        if (*p == '"') quoted = !quoted;
        if (quoted) continue;
        if (!depth && strchr(ends, *p)) break;
        if (strchr("(<{[", *p)) depth++;
        if (strchr(")>}]", *p)) depth--;
    }
    return p;
}

/* writes arguments "a: T, b?: U" as annotation lines @param; list: receives the names, separated by
 * commas */
static void put_arguments(FILE *out, const char *p, const char *end, char *list, size_t size) {
    size_t used = 0;
    list[0] = '\0';
    while (p < end) {
        const char *next = span(p, ",)"), *colon = span(p, ":");
        int n = (int)(colon - p), plain = n - (p[n - 1] == '?');
        fprintf(out, "---@param %.*s %.*s\n", n, p, (int)(next - colon - 2), colon + 2);
        if (used < size)
            used +=
                (size_t)snprintf(list + used, size - used, "%s%.*s", used ? ", " : "", plain, p);
        p = next + 1 + strspn(next + 1, " ");
        if (*next != ',') break;
    }
}

/* writes the stub of a function; type: its arguments and results, like "<T>(a: T): T, number" */
static void put_function(FILE *out, const char *local, bool method, const char *name,
                         const char *type) {
    char list[256];
    if (*type == '<') {
        const char *end = span(type + 1, ">");
        fprintf(out, "---@generic %.*s\n", (int)(end - type - 1), type + 1);
        type = end + 1;
    }
    const char *close = span(type + 1, ")");
    put_arguments(out, type + 1, close, list, sizeof list);
    if (*close && close[1] == ':')
        for (const char *p = close + 2 + strspn(close + 2, " "); *p;) {
            const char *end = span(p, ",");
            fprintf(out, "---@return %.*s\n", (int)(end - p), p);
            p = *end ? end + 1 + strspn(end + 1, " ") : end;
        }
    fprintf(out, "function %s%s%s(%s) end\n\n", local, method ? ":" : ".", name, list);
}

static bool is_kind(const char *name) {
    const tw_kind *k;
    for (int i = 0; (k = tw_catalogue_kind(TW_KIND_CONSTRAINT, i)); i++)
        if (!strcmp(k->name, name)) return true;
    return false;
}

static void put_member(FILE *out, const char *class_, const tw_api *row) {
    bool module = !strncmp(class_, "tw", 2);
    const char *local = strcmp(class_, "tw") ? "c" : "tw";
    if (row->use) fprintf(out, "---`%s`\n---\n", row->use);
    doc_line(out, row->doc);
    /* a method that is also the name of a kind, like scene:distance(a, b), has a second signature:
     * that of scene:distance{...} */
    if (!strcmp(class_, "scene") && is_kind(row->name))
        fprintf(out,
                "---@overload fun(self: tauwerk.scene, fields: tauwerk.%s.fields): tauwerk.%s\n",
                row->name, row->name);
    put_function(out, local, !module, row->name, row->type);
}

/* ---- kinds ---------------------------------------------------------------------------------- */

/* name: class of a kind's objects, like "hinge"; if another class has that name, as "body_kind" */
static void kind_class(const char *kind, char name[NAME]) {
    snprintf(name, NAME, "%s%s", kind, tw_api_class_named(kind) ? "_kind" : "");
}

static void put_maker(FILE *out, const tw_kind *k) {
    char name[NAME];
    kind_class(k->name, name);
    doc_line(out, k->doc);
    fprintf(
        out,
        "---@param fields tauwerk.%s.fields\n---@return tauwerk.%s\nfunction c:%s(fields) end\n\n",
        k->name, name, k->name);
}

static void put_makers(FILE *out) {
    const tw_kind *k;
    for (tw_kind_class c = 0; c < TW_KIND_CLASSES; c++)
        for (int i = 0; (k = tw_catalogue_kind(c, i)); i++) put_maker(out, k);
}

/* writes the class for the table of a kind's fields, then the first lines of the class of its
 * objects; the caller can then add members to that class */
static void begin_kind(FILE *out, const tw_kind *k, const char *class_) {
    char name[NAME];
    kind_class(k->name, name);
    fprintf(out, "---fields of scene:%s{...}\n---@class tauwerk.%s.fields: tauwerk.%s_fields\n",
            k->name, k->name, class_);
    for (int i = 0; i < k->param_count; i++) put_row(out, &k->params[i], false);
    fputc('\n', out);
    doc_line(out, k->doc);
    fprintf(out, "---@class tauwerk.%s: tauwerk.%s\n", name, class_);
    for (int i = 0; i < k->param_count; i++)
        if (!tw_api_find(class_, k->params[i].name)) put_row(out, &k->params[i], true);
}

static void put_body_kind(FILE *out, const tw_kind *k) {
    tw_kind_member m;
    bool methods = false;
    fputs("do\n", out);
    begin_kind(out, k, "body");
    for (int i = 0; tw_catalogue_member(k, i, &m); i++)
        if (m.sort != TW_MEMBER_POINT_METHOD)
            fprintf(out, "---@field %s %s # %s\n", m.name,
                    m.sort == TW_MEMBER_POINT ? "tauwerk.point" : "number", m.doc);
    for (int i = 0; tw_catalogue_member(k, i, &m); i++) {
        if (m.sort != TW_MEMBER_POINT_METHOD) continue;
        if (!methods) fputs("local c = {}\n\n", out);
        methods = true;
        doc_line(out, m.doc);
        fprintf(out, "---@param which %s\n---@return tauwerk.point\nfunction c:%s(which) end\n\n",
                strcmp(m.argument, "text") ? m.argument : "string", m.name);
    }
    fputs("\nend\n\n", out);
}

static void put_kinds(FILE *out) {
    static const char *const classes[TW_KIND_CLASSES] = {
        [TW_KIND_FORCE] = "force", [TW_KIND_CONSTRAINT] = "constraint", [TW_KIND_PROP] = "prop"};
    const tw_kind *k;
    for (int i = 0; (k = tw_catalogue_kind(TW_KIND_BODY, i)); i++) put_body_kind(out, k);
    for (tw_kind_class c = TW_KIND_BODY + 1; c < TW_KIND_CLASSES; c++)
        for (int i = 0; (k = tw_catalogue_kind(c, i)); i++) {
            begin_kind(out, k, classes[c]);
            fputc('\n', out);
        }
}

/* writes the classes for scene:prop{kind = "box", ...}: one for each solid (kind of body that can
 * be a prop), and one that stands for any of them
 */
static void put_solids(FILE *out) {
    const tw_kind *solid;
    const char *name;
    for (int i = 0; (name = tw_catalogue_solid(i, &solid)); i++) {
        fprintf(out,
                "---@class tauwerk.solid_%s.fields: tauwerk.prop_fields\n---@field kind \"%s\" # "
                "what it looks like\n",
                name, name);
        for (int k = 0; k < solid->param_count; k++)
            if (strcmp(solid->params[k].name, "kind") != 0) put_row(out, &solid->params[k], false);
        fputc('\n', out);
    }
    fputs("---@alias tauwerk.solid.fields", out);
    for (int i = 0; (name = tw_catalogue_solid(i, &solid)); i++)
        fprintf(out, "%stauwerk.solid_%s.fields", i ? "|" : " ", name);
    fputs("\n\n", out);
}

/* ---- classes -------------------------------------------------------------------------------- */

/* parameter tables of classes: fields of objects, or fields in the tables that make objects */
static const struct table {
    const char *class_, *doc;
    tw_field_table table;
    bool read;
} tables[] = {
    {"body", NULL, TW_TABLE_BODY, true},
    {"force", NULL, TW_TABLE_FORCE, true},
    {"constraint", NULL, TW_TABLE_CONSTRAINT, true},
    {"prop", NULL, TW_TABLE_PROP, true},
    {"scene", NULL, TW_TABLE_SCENE, true},
    {"scene", NULL, TW_TABLE_STAGE, true},
    {"body_fields", NULL, TW_TABLE_BODY, false},
    {"force_fields", NULL, TW_TABLE_FORCE, false},
    {"constraint_fields", NULL, TW_TABLE_CONSTRAINT, false},
    {"prop_fields", NULL, TW_TABLE_PROP, false},
    {"scene.fields", NULL, TW_TABLE_SCENE, false},
    {"scene.fields", NULL, TW_TABLE_STAGE, false},
    {"camera.fields", NULL, TW_TABLE_CAMERA, false},
    {"light.fields", "fields of scene:light{...}", TW_TABLE_LIGHT, false},
    {"ground.fields", "fields of scene:ground{...}", TW_TABLE_GROUND, false},
    {"gradient.fields", "fields of scene.background = {top =, ...}", TW_TABLE_GRADIENT, false},
    {"fog.fields", "fields of scene.fog = {...}", TW_TABLE_FOG, false},
    {"look.fields", "fields of scene.look = {\"NAME\", ...}", TW_TABLE_LOOK, false},
    {"material.fields", "fields of material = {...}", TW_TABLE_MATERIAL, false},
    {"check.fields", "fields of scene.check = {...}", TW_TABLE_CHECK, false},
};

static void put_tables(FILE *out, const char *class_) {
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (!strcmp(tables[i].class_, class_))
            put_rows(out, class_, tw_catalogue_rows(tables[i].table), tables[i].read);
}

/* writes item 1 of tables of fields that may begin with the name of a preset */
static void put_first(FILE *out, const char *class_) {
    if (!strcmp(class_, "look.fields") || !strcmp(class_, "material.fields"))
        fputs("---@field [1]? string # the preset that it begins with\n", out);
}

/* writes the stubs of classes that have only a parameter table, each class once */
static void put_plain_tables(FILE *out) {
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (!tables[i].doc) continue;
        fprintf(out, "---%s\n---@class tauwerk.%s\n", tables[i].doc, tables[i].class_);
        put_first(out, tables[i].class_);
        put_tables(out, tables[i].class_);
        fputc('\n', out);
    }
    fputs("---a part of a compound: {kind = \"box\", ...} with the fields of that kind\n"
          "---@class tauwerk.part.fields\n---@field kind string # a kind of body\n"
          "---@field [string] any\n",
          out);
    tw_field_rows part = tw_catalogue_rows(TW_TABLE_PART);
    for (int i = 0; i < part.count; i++) put_row(out, &part.row[i], false);
    fputc('\n', out);
}

static const char *operators(const char *class_) {
    if (!strcmp(class_, "vec3"))
        return "---@operator add(tauwerk.vector): tauwerk.vec3\n"
               "---@operator sub(tauwerk.vector): tauwerk.vec3\n"
               "---@operator mul(number): tauwerk.vec3\n"
               "---@operator div(number): tauwerk.vec3\n"
               "---@operator unm: tauwerk.vec3\n"
               "---@field [integer] number\n";
    if (!strcmp(class_, "quat"))
        return "---@operator mul(tauwerk.quat): tauwerk.quat\n"
               "---@operator mul(tauwerk.vector): tauwerk.vec3\n"
               "---@field [integer] number\n";
    if (!strcmp(class_, "spline")) return "---@overload fun(t: number): any\n";
    if (!strcmp(class_, "part") || !strcmp(class_, "stats")) return "---@field [string] any\n";
    if (!strcmp(class_, "text.fields"))
        return "---@field [1] string|fun(t: number): string # what it says\n";
    return "";
}

static void put_class(FILE *out, const tw_api_class *c) {
    const tw_api_part *part;
    bool given = strstr(c->name, "fields") || !strcmp(c->name, "follow");
    bool module = !strcmp(c->name, "tw");
    const char *name = strcmp(c->name, "tw.math") ? c->name : "math";
    fprintf(out, "%s---%s\n---@class tauwerk%s%s%s%s\n", module ? "" : "do\n", c->doc,
            module ? "" : ".", module ? "" : name, c->base ? ": tauwerk." : "",
            c->base ? c->base : "");
    fputs(operators(c->name), out);
    for (int i = 0; (part = tw_api_part_at(i)); i++)
        for (int k = 0; k < part->count; k++) {
            const tw_api *row = &part->row[k];
            if (tw_api_owned(row, c->name) && !tw_api_is_function(row))
                fprintf(out, "---@field %s%s %s # %s\n", row->name, given ? "?" : "", row->type,
                        row->doc);
        }
    put_tables(out, c->name);
    fprintf(out, "local %s = {}\n\n", module ? "tw" : "c");
    for (int i = 0; (part = tw_api_part_at(i)); i++)
        for (int k = 0; k < part->count; k++)
            if (tw_api_owned(&part->row[k], c->name) && tw_api_is_function(&part->row[k]))
                put_member(out, c->name, &part->row[k]);
    if (!strcmp(c->name, "maker")) put_makers(out);
    fputs(module ? "return tw\n" : "end\n\n", out);
}

/* ---- models --------------------------------------------------------------------------------- */

typedef struct models {
    FILE *out;
    char last[NAME];
} models;

static void put_model_field(void *context, const tw_script_model *m) {
    models *all = context;
    if (strcmp(all->last, m->model) != 0) {
        snprintf(all->last, sizeof all->last, "%s", m->model);
        fprintf(all->out,
                "\n---fields of scene:%s{...}\n---@class tauwerk.%s.fields: tauwerk.body_fields\n"
                "---@field position? tauwerk.vector # of its frame, m\n"
                "---@field orientation? tauwerk.rotation # of its frame\n",
                m->model, m->model);
    }
    if (m->field)
        fprintf(all->out, "---@field %s%s %s # %s\n", m->field, m->required ? "" : "?", m->type,
                m->doc);
}

static tw_status put_models(FILE *out) {
    models all = {.out = out};
    tw_status s = tw_catalogue_models(put_model_field, &all);
    fputc('\n', out);
    return s;
}

/* ---- the file ------------------------------------------------------------------------------- */

static const char head[] =
    "---@meta tauwerk\n"
    "-- The module `tauwerk` for editors (LuaLS). Written by `tauwerk stubs`; nothing here runs.\n"
    "-- SI units, radians, Z up; quaternions are (w, x, y, z), body to world.\n\n"
    "---a vector: {x, y, z} or tw.vec3\n"
    "---@alias tauwerk.vector tauwerk.vec3|number[]|{ x: number, y: number, z: number }\n"
    "---a number, or one that changes with t\n"
    "---@alias tauwerk.scalar number|tauwerk.spline|fun(t: number): number\n"
    "---a vector, or one that changes with t\n"
    "---@alias tauwerk.vectors tauwerk.vector|tauwerk.spline|fun(t: number): any\n"
    "---an orientation: tw.quat, tw.euler, tw.axis_angle, {w, x, y, z}\n"
    "---@alias tauwerk.rotation tauwerk.quat|number[]\n"
    "---an orientation, or one that changes with t\n"
    "---@alias tauwerk.rotations tauwerk.rotation|tauwerk.spline|fun(t: number): any\n"
    "---a colour: a name, \"#rrggbb\", {r, g, b} in linear light, or one that changes with t\n"
    "---@alias tauwerk.color string|tauwerk.vectors\n\n";

tw_status tw_stubs_write(FILE *out) {
    fputs(head, out);
    put_plain_tables(out);
    for (const tw_api_class *c = tw_api_classes; c->name; c++)
        if (strcmp(c->name, "tw") != 0) put_class(out, c);
    put_kinds(out);
    put_solids(out);
    TW_TRY(put_models(out));
    put_class(out, tw_api_classes); /* the module */
    return TW_OK;
}
