/*
 * Parts of compounds: reads the tables of a script into a list of parts; compound:part(name) gives
 * a handle of a part, with its fields and its points. A handle stores the path from the body to the
 * part, so it is valid as long as the body exists.
 */
#include "script/object/object.h"

#include "base/text/suggest.h"
#include "model/field/parts.h"

#include <assert.h>
#include <string.h>

enum { DEPTH = 16 }; /* greatest depth of compounds within compounds */

/* ---- reading -------------------------------------------------------------------------------- */

/* linked list of the tables that are being read, innermost first, by which a part that contains
 * itself is detected */
typedef struct tw_enclosing {
    const void *table;
    const tw_reader *outer;
} enclosing;

/* __gc of the userdata that owns the list of parts while it is read, so that Lua frees it after an
 * error */
static int holder_gc(lua_State *L) {
    tw_parts **holder = lua_touserdata(L, 1);
    tw_parts_release(*holder);
    *holder = NULL;
    return 0;
}

static tw_parts **push_holder(lua_State *L) {
    tw_parts **holder = lua_newuserdatauv(L, sizeof *holder, 0);
    *holder = NULL;
    if (luaL_newmetatable(L, "tw.parts")) {
        lua_pushcfunction(L, holder_gc);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    return holder;
}

static bool is_given(lua_State *L, int table, const char *name) {
    lua_pushstring(L, name);
    bool is = lua_rawget(L, table) != LUA_TNIL;
    lua_pop(L, 1);
    return is;
}

static const tw_body_kind *read_kind(tw_reader *r, int table) {
    lua_State *L = r->L;
    lua_pushstring(L, "kind");
    if (lua_rawget(L, table) != LUA_TSTRING) {
        char got[64];
        tw_read_fail(r, "field 'kind': expected the name of a kind of body, got %s",
                     tw_describe(L, -1, got, sizeof got));
        return NULL;
    }
    const char *name = lua_tostring(L, -1);
    tw_suggestion near = tw_suggestion_for(name);
    for (int i = 0; tw_body_kinds[i]; i++) {
        if (!strcmp(tw_body_kinds[i]->kind.name, name)) return tw_body_kinds[i];
        tw_suggestion_offer(&near, tw_body_kinds[i]->kind.name);
    }
    tw_read_fail(r, "field 'kind': there is no kind of body '%.40s'%s%s%s", name,
                 near.best ? "; did you mean '" : "", near.best ? near.best : "",
                 near.best ? "'?" : "");
    return NULL;
}

static bool unknown(tw_reader *r, const tw_kind *kind, const char *key) {
    tw_suggestion near = tw_suggestion_for(key);
    for (int i = 0; i < kind->param_count; i++) tw_suggestion_offer(&near, kind->params[i].name);
    for (int i = 0; i < tw_part_param_count; i++)
        tw_suggestion_offer(&near, tw_part_params[i].name);
    if (near.best)
        return tw_read_fail(r, "unknown field '%.60s'; did you mean '%s'?", key, near.best);
    return tw_read_fail(r, "unknown field '%.60s'; 'tauwerk help %s' lists its fields", key,
                        kind->name);
}

/* reads the value on top of the stack into the part's field `key` */
static bool read_one(tw_reader *r, tw_part *part, const char *key) {
    const tw_kind *kind = &part->kind->kind;
    const tw_param *p = tw_params_find(kind->params, kind->param_count, key);
    void *base = p ? part->own : (void *)part;
    if (!p) p = tw_params_find(tw_part_params, tw_part_param_count, key);
    if (!p) return unknown(r, kind, key);
    tw_field_memory memory;
    tw_reader inner = *r;
    if (!tw_read_field(&inner, -1, p, NULL, &memory))
        return tw_read_fail(r, "field '%s': %s", key, inner.error);
    tw_param_clear(p, base);
    memcpy((char *)base + p->offset, &memory, tw_param_size(p->type));
    if (base == (void *)part && !strcmp(key, "material")) part->has_material = true;
    return true;
}

static bool read_rows(tw_reader *r, int table, tw_part *part) {
    lua_State *L = r->L;
    char got[64];
    tw_push_keys(L, table);
    int keys = lua_gettop(L);
    lua_Integer n = (lua_Integer)lua_rawlen(L, keys);
    for (lua_Integer i = 1; i <= n; i++) {
        if (lua_rawgeti(L, keys, i) != LUA_TSTRING)
            return tw_read_fail(r, "expected named fields, got %s as a name",
                                tw_describe(L, -1, got, sizeof got));
        const char *key = lua_tostring(L, -1);
        lua_pushvalue(L, -1);
        lua_rawget(L, table);
        if (strcmp(key, "kind") && !read_one(r, part, key)) return false;
        lua_settop(L, keys);
    }
    const tw_kind *kind = &part->kind->kind;
    for (int i = 0; i < kind->param_count; i++)
        if ((kind->params[i].flags & TW_REQUIRED) && !is_given(L, table, kind->params[i].name))
            return tw_read_fail(r, "field '%s' is missing: expected %s", kind->params[i].name,
                                tw_param_expectation(&kind->params[i]));
    const char *twice = is_given(L, table, "position")      ? "position"
                        : is_given(L, table, "orientation") ? "orientation"
                                                            : NULL;
    bool ends = tw_params_find(kind->params, kind->param_count, "from") != NULL;
    if (ends && twice && is_given(L, table, "from"))
        return tw_read_fail(r, "field '%s': expected either it or 'from' and 'to', got both",
                            twice);
    return true;
}

/* reads the table at index as the next part of the list */
static bool read_part(tw_reader *r, int index, tw_parts *parts) {
    lua_State *L = r->L;
    if (lua_type(L, index) != LUA_TTABLE)
        return tw_read_expected(r, index, "a table {kind = ..., ...}");
    const void *table = lua_topointer(L, index);
    int depth = 0;
    for (const struct tw_enclosing *e = r->enclosing; e; e = e->outer->enclosing, depth++)
        if (e->table == table) return tw_read_fail(r, "this part contains itself");
    if (depth == DEPTH) return tw_read_fail(r, "compounds are nested more than %d deep", DEPTH);
    enclosing here = {table, r};
    tw_reader inner = *r;
    inner.enclosing = &here;
    inner.given = index;
    const tw_body_kind *kind = read_kind(&inner, index);
    if (!kind) return tw_read_fail(r, "%s", inner.error);
    tw_part *part;
    if (tw_parts_add(parts, kind, &part) != TW_OK) return tw_read_failed(r, NULL);
    if (!read_rows(&inner, index, part)) return tw_read_fail(r, "%s", inner.error);
    return tw_parts_finish(parts) == TW_OK || tw_read_failed(r, NULL);
}

static bool read_list(tw_reader *r, int index, tw_parts **parts) {
    lua_State *L = r->L;
    bool one = is_given(L, index, "kind");
    size_t n = one ? 1 : lua_rawlen(L, index);
    if (!n) return tw_read_fail(r, "expected at least one part {kind = ..., ...}");
    if (n > 1000000) return tw_read_fail(r, "too many parts");
    tw_parts **holder = push_holder(L);
    if (tw_parts_create((int)n, holder) != TW_OK) return tw_read_failed(r, NULL);
    int top = lua_gettop(L);
    for (size_t i = 1; i <= n; i++) {
        tw_reader inner = *r;
        if (one)
            lua_pushvalue(L, index);
        else
            lua_rawgeti(L, index, (lua_Integer)i);
        if (!read_part(&inner, lua_gettop(L), *holder))
            return one ? tw_read_fail(r, "%s", inner.error)
                       : tw_read_fail(r, "part %zu: %s", i, inner.error);
        lua_settop(L, top);
    }
    *parts = *holder;
    *holder = NULL;
    return true;
}

bool tw_read_parts(tw_reader *r, int index, tw_parts **parts) {
    lua_State *L = r->L;
    int top = lua_gettop(L);
    index = lua_absindex(L, index);
    *parts = NULL;
    luaL_checkstack(L, 30, "parts are nested too deeply");
    bool ok = lua_type(L, index) == LUA_TTABLE ? read_list(r, index, parts)
                                               : tw_read_expected(r, index, "a list of parts");
    lua_settop(L, top);
    return ok;
}

/* ---- handles -------------------------------------------------------------------------------- */

typedef struct handle {
    int depth;
    /* [level] index of the part in the list of the part around it, from the outermost level on */
    int step[DEPTH];
} handle;

typedef struct found {
    tw_body *body;
    tw_handle *h;
    const tw_part *part;
    int frame; /* index of the part's frame in the body's form */
} found;

static found find(lua_State *L, const handle *at) {
    found f = {0};
    lua_getiuservalue(L, 1, 1);
    f.body = tw_check_object(L, -1, TW_BODY, "body:part", &f.h);
    const tw_parts *list = tw_kind_parts(f.body->o.kind, f.body->o.own);
    for (int i = 0; i < at->depth; i++) {
        f.part = &list->part[at->step[i]];
        f.frame += f.part->frame + (i ? 1 : 0);
        list = tw_part_parts(f.part);
    }
    lua_pop(L, 1);
    return f;
}

/* text: path of the part, like "torso", "arm.hand" or "2", for messages and for names of points */
static void label(const tw_body *b, const handle *at, char *text, size_t size) {
    const tw_parts *list = tw_kind_parts(b->o.kind, b->o.own);
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < at->depth && used < size; i++) {
        const tw_part *p = &list->part[at->step[i]];
        int n = p->name ? snprintf(text + used, size - used, "%s%.40s", i ? "." : "", p->name)
                        : snprintf(text + used, size - used, "%s%d", i ? "." : "", at->step[i] + 1);
        used += n > 0 ? (size_t)n : 0;
        list = tw_part_parts(p);
    }
}

/* pushes a handle of part number `step` of the part `outer` (NULL: of the body itself); body: stack
 * index of the body's handle */
static handle *push_handle(lua_State *L, int body, const handle *outer, int step) {
    body = lua_absindex(L, body);
    handle *h = lua_newuserdatauv(L, sizeof *h, 1);
    *h = outer ? *outer : (handle){0};
    /* cannot fail: lists that are nested more deeply are refused when they are read */
    assert(h->depth < DEPTH);
    h->step[h->depth++] = step;
    luaL_setmetatable(L, "tw.bodypart");
    lua_pushvalue(L, body);
    lua_setiuservalue(L, -2, 1);
    return h;
}

/* index in `list` of the part that the Lua argument 2 names or numbers (from 1); raises an error if
 * there is none */
static int step_of(lua_State *L, const tw_parts *list, const char *what) {
    char got[64];
    if (lua_type(L, 2) == LUA_TNUMBER) {
        int exact;
        lua_Integer n = lua_tointegerx(L, 2, &exact);
        if (!exact || n < 1 || n > list->count)
            tw_error(L, "%s: expected a part from 1 to %d, got %s", what, list->count,
                     tw_describe(L, 2, got, sizeof got));
        return (int)n - 1;
    }
    if (lua_type(L, 2) != LUA_TSTRING)
        tw_error(L, "%s: expected a part's name or number, got %s", what,
                 tw_describe(L, 2, got, sizeof got));
    const char *name = lua_tostring(L, 2);
    tw_suggestion near = tw_suggestion_for(name);
    for (int i = 0; i < list->count; i++) {
        if (!list->part[i].name) continue;
        if (!strcmp(list->part[i].name, name)) return i;
        tw_suggestion_offer(&near, list->part[i].name);
    }
    tw_error(L, "%s: no part is called '%.60s'%s%s%s", what, name,
             near.best ? "; did you mean '" : "", near.best ? near.best : "",
             near.best ? "'?" : "");
}

/* compound:part(name or number) */
int tw_body_part(lua_State *L) {
    const tw_body *b = tw_check_object(L, 1, TW_BODY, "body:part", NULL);
    const tw_parts *list = tw_kind_parts(b->o.kind, b->o.own);
    if (!list)
        tw_error(L, "body:part: expected a body of parts, got %s '%s'", b->o.kind->name, b->o.name);
    push_handle(L, 1, NULL, step_of(L, list, "body:part"));
    return 1;
}

/* pushes a list with handles of the parts in `list`, of the body whose handle is at index; list
 * NULL: pushes nil */
void tw_push_parts(lua_State *L, int index, const tw_parts *list) {
    index = lua_absindex(L, index);
    if (!list) {
        lua_pushnil(L);
        return;
    }
    lua_createtable(L, list->count, 0);
    for (int i = 0; i < list->count; i++) {
        push_handle(L, index, NULL, i);
        lua_rawseti(L, -2, i + 1);
    }
}

static handle *check(lua_State *L, const char *what) {
    handle *h = luaL_testudata(L, 1, "tw.bodypart");
    if (!h) tw_error(L, "%s: call it with a colon, as in part:%s()", what, what);
    return h;
}

static int part_part(lua_State *L) {
    const handle *at = check(L, "part");
    found f = find(L, at);
    const tw_parts *list = tw_part_parts(f.part);
    if (!list) tw_error(L, "part:part: a %s has no parts", f.part->kind->kind.name);
    int step = step_of(L, list, "part:part");
    lua_getiuservalue(L, 1, 1);
    push_handle(L, -1, at, step);
    return 1;
}

static void push_point(lua_State *L, const found *f, const handle *at, tw_point *example,
                       const char *name) {
    char path[160], key[256];
    label(f->body, at, path, sizeof path);
    snprintf(key, sizeof key, "%.120s.%.100s", path, name);
    example->part = f->part;
    example->part_frame = f->frame;
    tw_push_point(L, f->h->scene, f->body, example, key);
}

/* methods of parts that give points, like part:corner(3); upvalue: the kind's tw_point_method */
static int part_method(lua_State *L) {
    const tw_point_method *m = lua_touserdata(L, lua_upvalueindex(1));
    const handle *at = check(L, m->name);
    char what[64], key[96];
    found f = find(L, at);
    tw_point example = {.source = TW_POINT_METHOD, .method = m};
    snprintf(what, sizeof what, "part:%s", m->name);
    tw_check_point_argument(L, m, what, &example.argument, key, sizeof key);
    vec3 local;
    tw_status s = m->point(f.part->own, &example.argument, &local);
    if (s != TW_OK) tw_raise(L, s, what);
    push_point(L, &f, at, &example, key);
    return 1;
}

static _Noreturn void no_field(lua_State *L, const found *f, const handle *at, const char *name) {
    char path[160];
    const tw_body_kind *kind = f->part->kind;
    label(f->body, at, path, sizeof path);
    tw_suggestion near = tw_suggestion_for(name);
    tw_suggestion_offer(&near, "center");
    tw_suggestion_offer(&near, "part");
    for (int i = 0; i < kind->kind.param_count; i++)
        tw_suggestion_offer(&near, kind->kind.params[i].name);
    for (int i = 0; i < tw_part_param_count; i++)
        tw_suggestion_offer(&near, tw_part_params[i].name);
    for (const tw_point_field *p = kind->fields; p && p->name; p++)
        tw_suggestion_offer(&near, p->name);
    for (const tw_point_method *m = kind->methods; m && m->name; m++)
        tw_suggestion_offer(&near, m->name);
    if (near.best)
        tw_error(L, "%s: part '%s': unknown field '%.60s'; did you mean '%s'?", f->h->label, path,
                 name, near.best);
    tw_error(L, "%s: part '%s': unknown field '%.60s'; 'tauwerk help %s' lists its points",
             f->h->label, path, name, kind->kind.name);
}

static bool push_fields(lua_State *L, const found *f, const char *name) {
    const tw_kind *kind = &f->part->kind->kind;
    const tw_param *p = tw_params_find(kind->params, kind->param_count, name);
    const void *base = p ? f->part->own : (const void *)f->part;
    if (!p) p = tw_params_find(tw_part_params, tw_part_param_count, name);
    /* the list of inner parts is no field here: part:part(name) gives them */
    if (p && p->type == TW_PARAM_PARTS) return false;
    if (p) tw_push_field(L, f->h->scene, p, base);
    return p;
}

static int part_index(lua_State *L) {
    const handle *at = check(L, "part");
    found f = find(L, at);
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
    const tw_body_kind *kind = f.part->kind;
    if (!strcmp(name, "part")) {
        lua_pushcfunction(L, part_part);
        return 1;
    }
    if (!strcmp(name, "kind")) {
        lua_pushstring(L, kind->kind.name);
        return 1;
    }
    if (!strcmp(name, "center")) {
        tw_point example = {.source = TW_POINT_LOCAL};
        push_point(L, &f, at, &example, name);
        return 1;
    }
    for (const tw_point_field *p = kind->fields; p && p->name; p++)
        if (!strcmp(p->name, name)) {
            tw_point example = {.source = TW_POINT_FIELD, .field = p};
            push_point(L, &f, at, &example, name);
            return 1;
        }
    for (const tw_point_method *m = kind->methods; m && m->name; m++)
        if (!strcmp(m->name, name)) {
            lua_pushlightuserdata(L, (void *)m);
            lua_pushcclosure(L, part_method, 1);
            return 1;
        }
    for (const tw_number_field *n = kind->numbers; n && n->name; n++)
        if (!strcmp(n->name, name)) {
            lua_pushnumber(L, n->number(f.part->own));
            return 1;
        }
    if (!push_fields(L, &f, name)) no_field(L, &f, at, name);
    return 1;
}

static int part_newindex(lua_State *L) {
    char path[160];
    const handle *at = check(L, "part");
    found f = find(L, at);
    label(f.body, at, path, sizeof path);
    tw_error(L, "%s: part '%s': fields of a part can only be read", f.h->label, path);
}

static int part_tostring(lua_State *L) {
    char path[160];
    const handle *at = check(L, "tostring");
    found f = find(L, at);
    label(f.body, at, path, sizeof path);
    lua_pushfstring(L, "part '%s' of %s", path, f.h->label);
    return 1;
}

void tw_open_parts(lua_State *L) {
    static const luaL_Reg functions[] = {{"__index", part_index},
                                         {"__newindex", part_newindex},
                                         {"__tostring", part_tostring},
                                         {NULL, NULL}};
    luaL_newmetatable(L, "tw.bodypart");
    luaL_setfuncs(L, functions, 0);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}
