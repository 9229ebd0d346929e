/*
 * Making objects: scene:KIND{...} and group:KIND{...} for every kind, by its parameter table.
 * Fields that the script gives are read, checked and transformed from the group's frame to the
 * world; others come from the group's defaults, then from the default of the row.
 */
#include "script/object/object.h"

#include "base/text/suggest.h"
#include "base/text/text.h"
#include "model/prop.h"

#include <string.h>

/* userdata that owns an unfinished object, so that Lua frees it after an error */
typedef struct guard {
    tw_object *draft;
} guard;

static int guard_gc(lua_State *L) {
    guard *g = lua_touserdata(L, 1);
    tw_object_discard(g->draft);
    g->draft = NULL;
    return 0;
}

enum { ROWS = 64 }; /* greatest number of fields of a kind */

/* pushes a guard without an object: the one that the registry keeps for reuse, or a new one if that
 * one has an object, because another object is being made or an error occurred */
static guard *push_guard(lua_State *L) {
    static const char key;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &key);
    guard *g = lua_touserdata(L, -1);
    if (g && !g->draft) return g;
    lua_pop(L, 1);
    g = lua_newuserdatauv(L, sizeof *g, 0);
    g->draft = NULL;
    luaL_setmetatable(L, "tw.guard");
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &key);
    return g;
}

typedef struct maker {
    lua_State *L;
    tw_scene *scene;
    tw_id group;
    tw_pose pose; /* pose of the group's frame in the world */
    tw_object *o;
    int table;     /* stack index of the table of fields that the script gives */
    char what[80]; /* "scene:rod" */
    /* rows of the given fields, by name; base: for each, the struct that has the field */
    const tw_param *row[ROWS];
    void *base[ROWS];
    int rows, top;
    /* fields whose value is a Lua function that is called while the scene runs (tw_is_callback);
     * stored when the object exists */
    const tw_param *asked[ROWS];
    int asks;
} maker;

tw_pose tw_group_pose(const tw_world *w, tw_id group) {
    const tw_group *g = tw_world_group(w, group);
    return g ? g->pose : (tw_pose){v3_zero(), q_identity()};
}

/* ---- fields --------------------------------------------------------------------------------- */

static bool given(lua_State *L, int table, const char *name) {
    lua_pushstring(L, name);
    bool is = lua_rawget(L, table) != LUA_TNIL;
    lua_pop(L, 1);
    return is;
}

/* frame of a field's coordinates: the group's pose; NULL: axes of the world or of a body */
static const tw_pose *frame_of(const maker *m, const tw_param *p) {
    if (tw_id_none(m->group)) return NULL;
    return p->carrier && given(m->L, m->table, p->carrier) ? NULL : &m->pose;
}

/* reads the value on top of the stack (popped) into the field; source: text for errors */
static void put_field(maker *m, const tw_param *p, void *base, const char *source) {
    if (tw_is_callback(m->L, -1, p) && m->asks < ROWS) {
        m->asked[m->asks++] = p;
        lua_pop(m->L, 1);
        return;
    }
    tw_reader r = {.L = m->L, .scene = m->scene, .object = m->o, .given = m->table};
    tw_field_memory memory;
    if (!tw_read_field(&r, -1, p, frame_of(m, p), &memory))
        tw_error(m->L, "%s: field '%s'%s: %s", m->what, p->name, source, r.error);
    tw_param_clear(p, base);
    memcpy((char *)base + p->offset, &memory, tw_param_size(p->type));
    lua_pop(m->L, 1);
}

/* The field `plane` may be a table with fields of the kind (through, normal, on): then m->table is
 * replaced by a copy that has these fields itself */
static void open_plane(maker *m, const tw_kind *kind) {
    lua_State *L = m->L;
    char got[128];
    if (!given(L, m->table, "plane") || tw_params_find(kind->params, kind->param_count, "plane") ||
        !tw_params_find(kind->params, kind->param_count, "normal"))
        return;
    lua_newtable(L);
    int merged = lua_gettop(L);
    lua_getfield(L, m->table, "plane");
    int plane = lua_gettop(L), from[2] = {m->table, plane};
    if (lua_type(L, plane) != LUA_TTABLE)
        tw_error(L, "%s: field 'plane': expected {through=, normal=, on=}, got %s", m->what,
                 tw_describe(L, plane, got, sizeof got));
    for (int i = 0; i < 2; i++)
        for (lua_pushnil(L); lua_next(L, from[i]); lua_pop(L, 1)) {
            const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
            if (i == 0 && !strcmp(key, "plane")) continue;
            if (i == 1 && strcmp(key, "through") && strcmp(key, "normal") && strcmp(key, "on"))
                tw_error(L, "%s: field 'plane': expected 'through', 'normal' or 'on', got '%s'",
                         m->what, key);
            if (i == 1 && given(L, merged, key))
                tw_error(L, "%s: field '%s': given twice, in 'plane' too", m->what, key);
            lua_pushvalue(L, -2);
            lua_pushvalue(L, -2);
            lua_rawset(L, merged);
        }
    lua_settop(L, merged);
    m->table = merged;
}

static bool is_special(const tw_object *o, const char *key) {
    return !strcmp(key, "name") || !strcmp(key, "user") ||
           (o->class_ == TW_BODY && !strcmp(key, "points"));
}

static _Noreturn void unknown(maker *m, const char *key) {
    tw_suggestion near = tw_suggestion_for(key);
    const tw_param *p;
    int n;
    void *base;
    tw_object_params(m->o, &p, &n, &base);
    for (int i = 0; i < m->o->kind->param_count; i++)
        tw_suggestion_offer(&near, m->o->kind->params[i].name);
    for (int i = 0; i < n; i++) tw_suggestion_offer(&near, p[i].name);
    tw_suggestion_offer(&near, "name");
    if (m->o->class_ == TW_BODY) tw_suggestion_offer(&near, "points");
    tw_suggestion_offer(&near, "user");
    tw_error_field(m->L, m->what, key, &near, m->o->kind->name);
}

/* true: the script's table has field p */
static bool is_given(const maker *m, const tw_param *p) {
    for (int i = 0; i < m->rows; i++)
        if (m->row[i] == p || tw_text_same(m->row[i]->name, p->name)) return true;
    return false;
}

/* fills m->row with the rows of the given fields, sorted by name; false: some key names no field */
static bool find_given(maker *m) {
    lua_State *L = m->L;
    for (lua_pushnil(L); lua_next(L, m->table); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING) break;
        const char *key = lua_tostring(L, -2);
        void *base;
        const tw_param *p = tw_object_param(m->o, key, &base);
        if (!p && is_special(m->o, key)) continue;
        if (!p || (p->flags & TW_READ_ONLY) || m->rows == ROWS) break;
        int i = m->rows++;
        for (; i > 0 && strcmp(m->row[i - 1]->name, p->name) > 0; i--) {
            m->row[i] = m->row[i - 1];
            m->base[i] = m->base[i - 1];
        }
        m->row[i] = p;
        m->base[i] = base;
    }
    bool all = lua_gettop(L) == m->top;
    lua_settop(L, m->top);
    return all;
}

/* raises the error of the wrong field that is first by name: the same one in every run */
static _Noreturn void refuse_given(maker *m) {
    lua_State *L = m->L;
    char got[128];
    tw_push_keys(L, m->table);
    for (lua_Integer i = 1;; i++) {
        if (lua_rawgeti(L, m->top + 1, i) != LUA_TSTRING)
            tw_error(L, "%s: expected named fields, got %s as a name", m->what,
                     tw_describe(L, -1, got, sizeof got));
        const char *key = lua_tostring(L, -1);
        void *base;
        const tw_param *p = tw_object_param(m->o, key, &base);
        if (p && (p->flags & TW_READ_ONLY))
            tw_error(L, "%s: field '%s' can only be read", m->what, key);
        if (!p && !is_special(m->o, key)) unknown(m, key);
        if (p && p->type != TW_PARAM_FORMULA) {
            lua_pushvalue(L, -1);
            lua_rawget(L, m->table);
            put_field(m, p, base, "");
        }
        lua_pop(L, 1);
    }
}

/* reads the given fields into the object */
static void read_given(maker *m) {
    m->top = lua_gettop(m->L);
    if (!find_given(m)) refuse_given(m);
    for (int i = 0; i < m->rows; i++) {
        /* a formula (function of state) is recorded after the other fields, on which it depends */
        if (m->row[i]->type == TW_PARAM_FORMULA) continue;
        lua_pushstring(m->L, m->row[i]->name);
        lua_rawget(m->L, m->table);
        put_field(m, m->row[i], m->base[i], "");
    }
}

/* pushes a field's default from the innermost group that has one; false: none has */
static bool push_default(maker *m, const char *name) {
    lua_State *L = m->L;
    if (tw_id_none(m->group)) return false;
    const tw_group *g = tw_world_group(m->scene->world, m->group);
    int top = lua_gettop(L);
    for (; g; g = tw_world_group(m->scene->world, g->o.group)) {
        tw_push_attachment(L, m->scene, TW_GROUP, g->o.id, false);
        if (lua_istable(L, -1) && lua_getfield(L, -1, "defaults") == LUA_TTABLE &&
            lua_getfield(L, -1, name) != LUA_TNIL) {
            lua_replace(L, top + 1);
            lua_settop(L, top + 1);
            return true;
        }
        lua_settop(L, top);
    }
    return false;
}

/* transforms a default value from the group's frame to the world, so that a body without a
 * position, for example, is at the group's origin */
static void place_preset(const maker *m, const tw_param *p, void *base) {
    void *f = (char *)base + p->offset;
    const tw_pose *pose = tw_id_none(m->group) ? NULL : &m->pose;
    if (!pose || (p->carrier && given(m->L, m->table, p->carrier))) return;
    if (p->type == TW_PARAM_QUAT && (p->flags & TW_FRAME_ROTATION)) {
        *(quat *)f = q_mul(pose->q, *(quat *)f);
        return;
    }
    if (p->type == TW_PARAM_VALUE4 && (p->flags & TW_FRAME_ROTATION)) {
        double *c = ((tw_value *)f)->c;
        quat q = q_mul(pose->q, (quat){c[0], c[1], c[2], c[3]});
        if (!isnan(c[0]))
            *(tw_value *)f = tw_value_constant((const double[]){q.w, q.x, q.y, q.z}, 4);
        return;
    }
    if (!(p->flags & (TW_FRAME_POINT | TW_FRAME_VECTOR))) return;
    bool varying =
        p->type == TW_PARAM_VALUE3 || p->type == TW_PARAM_PLACE || p->type == TW_PARAM_AXIS;
    double *c = varying ? ((tw_value *)f)->c : (double *)f;
    if (!varying && p->type != TW_PARAM_VEC3) return;
    if (isnan(c[0])) return;
    vec3 v = q_rotate(pose->q, v3_load(c));
    v3_store(c, p->flags & TW_FRAME_POINT ? v3_add(pose->x, v) : v);
}

/* true: the prop's kind has an appearance of its own, which defaults of a group do not replace */
static bool has_own_look(const maker *m, const tw_param *p) {
    return m->o->class_ == TW_PROP && tw_prop_kind_of((const tw_prop *)m->o)->look &&
           (p->type == TW_PARAM_MATERIAL || !strcmp(p->name, "color"));
}

static void read_row(maker *m, const tw_param *p, void *base) {
    lua_State *L = m->L;
    if (is_given(m, p)) {
        if (p->type != TW_PARAM_FORMULA) return;
        lua_getfield(L, m->table, p->name);
        put_field(m, p, base, "");
        return;
    }
    if (!(p->flags & TW_READ_ONLY) && !has_own_look(m, p) && push_default(m, p->name)) {
        put_field(m, p, base, " (of its group)");
        return;
    }
    if (p->flags & TW_REQUIRED)
        tw_error(L, "%s: field '%s' is missing: expected %s", m->what, p->name,
                 tw_param_expectation(p));
    place_preset(m, p, base);
}

static void read_all(maker *m) {
    read_given(m);
    const tw_param *p;
    int n;
    void *base;
    for (int i = 0; i < m->o->kind->param_count; i++)
        read_row(m, &m->o->kind->params[i], m->o->own);
    tw_object_params(m->o, &p, &n, &base);
    for (int i = 0; i < n; i++) read_row(m, &p[i], base);
}

/* ---- making --------------------------------------------------------------------------------- */

static tw_status new_draft(tw_world *w, tw_class class_, const void *kind, tw_object **o) {
    switch (class_) {
    case TW_BODY:
        return tw_body_new(w, kind, (tw_body **)o);
    case TW_FORCE:
        return tw_force_new(w, kind, (tw_force **)o);
    case TW_CONSTRAINT:
        return tw_constraint_new(w, kind, (tw_constraint **)o);
    case TW_GROUP:
        return tw_group_new(w, (tw_group **)o);
    case TW_PROP:
        return tw_prop_new(w, kind, (tw_prop **)o);
    default:
        TW_TRY(tw_point_new(w, TW_POINT_SPACE, (tw_point **)o));
        (*o)->kind = kind;
        return TW_OK;
    }
}

static const char *name_of(maker *m) {
    char got[128];
    lua_pushstring(m->L, "name");
    int type = lua_rawget(m->L, m->table);
    if (type == LUA_TNIL)
        /* nothing is popped: the text stays on the stack, so that it lives until the caller has
         * used it */
        return NULL;
    if (type != LUA_TSTRING)
        tw_error(m->L, "%s: field 'name': expected a text, got %s", m->what,
                 tw_describe(m->L, -1, got, sizeof got));
    return lua_tostring(m->L, -1);
}

/* raises an error if ends or origin, and also position or orientation, give a body's place */
static void check_placed_once(const maker *m) {
    static const char *const twice[][2] = {
        {"from", "position"}, {"from", "orientation"}, {"origin", "position"}};
    for (int i = 0; i < 3; i++)
        if (tw_params_find(m->o->kind->params, m->o->kind->param_count, twice[i][0]) &&
            given(m->L, m->table, twice[i][0]) && given(m->L, m->table, twice[i][1]))
            tw_error(m->L, "%s: field '%s': expected either it or %s, got both", m->what,
                     twice[i][1], i < 2 ? "'from' and 'to'" : "'origin'");
}

static void keep_user(maker *m) {
    lua_State *L = m->L;
    if (!given(L, m->table, "user")) return;
    tw_push_attachment(L, m->scene, m->o->class_, m->o->id, true);
    lua_getfield(L, m->table, "user");
    lua_setfield(L, -2, "user");
    lua_pop(L, 1);
}

static void keep_callbacks(maker *m) {
    for (int i = 0; i < m->asks; i++) {
        const tw_param *p = m->asked[i];
        int top = lua_gettop(m->L);
        if (lua_getfield(m->L, m->table, p->name) == LUA_TNIL) push_default(m, p->name);
        tw_keep_callback(m->L, m->scene, m->o, p, -1);
        lua_settop(m->L, top);
    }
}

/* prepares a new prop after its fields have been set (tw_prop_made) */
static void keep_prop(maker *m) {
    tw_status s = tw_prop_made(m->scene, (const tw_prop *)m->o);
    if (s != TW_OK) tw_raise(m->L, s, m->what);
}

static void say_what(maker *m, const char *kind) {
    size_t n = strnlen(kind, sizeof m->what - 7);
    memcpy(m->what, tw_id_none(m->group) ? "scene:" : "group:", 6);
    memcpy(m->what + 6, kind, n);
    m->what[6 + n] = 0;
}

void tw_create(lua_State *L, tw_scene *scene, tw_id group, tw_class class_, const tw_kind *kind,
               const void *own_kind, int table) {
    maker m = {.L = L, .scene = scene, .group = group, .table = lua_absindex(L, table)};
    char got[128];
    say_what(&m, kind->name);
    if (lua_type(L, table) != LUA_TTABLE)
        tw_error(L, "%s: expected a table of fields, as in %s{...}, got %s", m.what, m.what,
                 tw_describe(L, table, got, sizeof got));
    tw_status s = tw_world_writable(scene->world, "create objects");
    if (s == TW_OK) s = tw_script_one_more(scene->script);
    if (s != TW_OK) tw_raise(L, s, m.what);
    m.pose = tw_group_pose(scene->world, group);
    luaL_checkstack(L, 30, NULL);
    open_plane(&m, kind);
    int top = lua_gettop(L);
    guard *g = push_guard(L);
    s = new_draft(scene->world, class_, own_kind, &g->draft);
    if (s != TW_OK) tw_raise(L, s, m.what);
    m.o = g->draft;
    read_all(&m);
    if (class_ == TW_BODY) check_placed_once(&m);
    bool points = class_ == TW_BODY && given(L, m.table, "points");
    if (points) {
        lua_getfield(L, m.table, "points");
        tw_make_points(L, NULL, (tw_body *)m.o, lua_gettop(L)); /* checks only */
    }
    tw_place place = tw_place_now(L);
    const char *name = name_of(&m);
    s = tw_world_add(scene->world, m.o, name, group, place.line ? place.file : NULL, place.line);
    if (s != TW_OK) tw_raise(L, s, m.what);
    g->draft = NULL;
    keep_user(&m);
    keep_callbacks(&m);
    if (class_ == TW_PROP) keep_prop(&m);
    if (points) {
        lua_getfield(L, m.table, "points");
        tw_make_points(L, scene, (tw_body *)m.o, lua_gettop(L));
    }
    tw_make_friction(L, scene, group, m.o);
    lua_settop(L, top);
    tw_push_object(L, scene, m.o);
}

/* scene:KIND{...} and group:KIND{...}; upvalues: class, kind of that name, kind of the object */
static int make_kind(lua_State *L) {
    const tw_kind *kind = lua_touserdata(L, lua_upvalueindex(2));
    tw_id group;
    tw_scene *scene = tw_check_maker(L, kind->name, &group);
    if (lua_isnoneornil(L, 2)) {
        lua_settop(L, 1);
        lua_newtable(L);
    }
    tw_create(L, scene, group, (tw_class)lua_tointeger(L, lua_upvalueindex(1)), kind,
              lua_touserdata(L, lua_upvalueindex(3)), 2);
    return 1;
}

static void add_maker(lua_State *L, int makers, tw_class class_, const tw_kind *kind,
                      const void *own) {
    lua_pushinteger(L, class_);
    lua_pushlightuserdata(L, (void *)kind);
    lua_pushlightuserdata(L, (void *)own);
    lua_pushcclosure(L, make_kind, 3);
    lua_setfield(L, makers, kind->name);
}

/* ---- points in space ------------------------------------------------------------------------ */

/* pushes a copy of the options at `from` (nil: {}) with position = the value at `value` */
static void with_position(lua_State *L, int from, int value) {
    value = lua_absindex(L, value);
    lua_newtable(L);
    if (lua_istable(L, from)) {
        tw_push_keys(L, from);
        lua_Integer n = (lua_Integer)lua_rawlen(L, -1);
        for (lua_Integer i = 1; i <= n; i++) {
            lua_rawgeti(L, -1, i);
            if (lua_type(L, -1) == LUA_TNUMBER) {
                lua_pop(L, 1);
                continue;
            }
            lua_pushvalue(L, -1);
            lua_rawget(L, from);
            lua_rawset(L, -4);
        }
        lua_pop(L, 1);
    }
    lua_pushvalue(L, value);
    lua_setfield(L, -2, "position");
}

/* scene:nail{x, y, z, name =}, scene:nail(vec3, {name =}), scene:nail{position =} */
static int make_nail(lua_State *L) {
    tw_id group;
    char got[128];
    tw_scene *scene = tw_check_maker(L, "nail", &group);
    const char *who = tw_id_none(group) ? "scene" : "group";
    lua_settop(L, 3);
    if (lua_type(L, 2) != LUA_TTABLE && !tw_test_vec3(L, 2))
        tw_error(L, "%s:nail: expected a place, as in %s:nail{x, y, z}, got %s", who, who,
                 tw_describe(L, 2, got, sizeof got));
    if (lua_istable(L, 2) && !given(L, 2, "position") && !given(L, 2, "x") && lua_rawlen(L, 2) != 3)
        tw_error(L, "%s:nail: expected three coordinates, as in %s:nail{x, y, z}, got %s", who, who,
                 tw_describe(L, 2, got, sizeof got));
    if (tw_test_vec3(L, 2)) {
        with_position(L, 3, 2);
    } else if (lua_rawlen(L, 2) == 3) {
        lua_createtable(L, 3, 0);
        for (int i = 1; i <= 3; i++) {
            lua_rawgeti(L, 2, i);
            lua_rawseti(L, -2, i);
        }
        with_position(L, 2, -1);
    } else if (given(L, 2, "x")) {
        with_position(L, 3, 2);
    } else {
        lua_pushvalue(L, 2);
    }
    tw_create(L, scene, group, TW_POINT, &tw_point_kind_nail, &tw_point_kind_nail, lua_gettop(L));
    return 1;
}

/* scene:path(function or spline, {name =}) */
static int make_path(lua_State *L) {
    tw_id group;
    char got[128];
    tw_scene *scene = tw_check_maker(L, "path", &group);
    const char *who = tw_id_none(group) ? "scene" : "group";
    lua_settop(L, 3);
    if (lua_istable(L, 2) && given(L, 2, "position")) {
        lua_pushvalue(L, 2);
    } else {
        if (lua_type(L, 2) != LUA_TFUNCTION && !tw_test_spline(L, 2))
            tw_error(L, "%s:path: expected a function of t or a spline, got %s", who,
                     tw_describe(L, 2, got, sizeof got));
        with_position(L, 3, 2);
    }
    tw_create(L, scene, group, TW_POINT, &tw_point_kind_path, &tw_point_kind_path, lua_gettop(L));
    return 1;
}

/* ---- connect -------------------------------------------------------------------------------- */

static const tw_constraint_kind *constraint_kind(const char *name) {
    for (int i = 0; tw_constraint_kinds[i]; i++)
        if (!strcmp(tw_constraint_kinds[i]->kind.name, name)) return tw_constraint_kinds[i];
    return NULL;
}

static tw_point *check_point(lua_State *L, int index, const char *what, tw_scene *scene) {
    tw_reader r = {.L = L, .scene = scene};
    static const tw_param row = {.name = "point", .type = TW_PARAM_POINT};
    tw_id id;
    if (!tw_read_field(&r, index, &row, NULL, &id)) tw_error(L, "%s: %s", what, r.error);
    return tw_world_point(scene->world, id);
}

/* connect(p, q, options): makes a nail, path or point-to-point constraint, as the points require */
static int connect_points(lua_State *L) {
    tw_id group;
    char got[128];
    tw_scene *scene = tw_check_maker(L, "connect", &group);
    const char *what = tw_id_none(group) ? "scene:connect" : "group:connect";
    lua_settop(L, 4);
    tw_point *p = check_point(L, 2, what, scene), *q = check_point(L, 3, what, scene);
    if (!lua_isnil(L, 4) && !lua_istable(L, 4))
        tw_error(L, "%s: expected a table of options after the points, got %s", what,
                 tw_describe(L, 4, got, sizeof got));
    bool ps = p->source == TW_POINT_SPACE, qs = q->source == TW_POINT_SPACE;
    if (ps && qs) tw_error(L, "%s: expected a point of a body, got two points in space", what);
    if (!ps && !qs && tw_id_equal(p->body, q->body))
        tw_error(L, "%s: expected points of two bodies, got two of the same body", what);
    if (ps) {
        lua_pushvalue(L, 2);
        lua_copy(L, 3, 2);
        lua_replace(L, 3);
        q = p;
    }
    const tw_constraint_kind *kind =
        constraint_kind(!ps && !qs                         ? "point_to_point"
                        : q->o.kind == &tw_point_kind_path ? "point_to_path"
                                                           : "point_to_nail");
    lua_newtable(L);
    int table = lua_gettop(L);
    if (lua_istable(L, 4)) {
        tw_push_keys(L, 4);
        lua_Integer n = (lua_Integer)lua_rawlen(L, -1);
        for (lua_Integer i = 1; i <= n; i++) {
            lua_rawgeti(L, -1, i);
            lua_pushvalue(L, -1);
            lua_rawget(L, 4);
            lua_rawset(L, table);
        }
        lua_settop(L, table);
    }
    for (int i = 0, k = 2; i < kind->kind.param_count && k < 4; i++)
        if (kind->kind.params[i].type == TW_PARAM_POINT) {
            lua_pushvalue(L, k++);
            lua_setfield(L, table, kind->kind.params[i].name);
        }
    tw_create(L, scene, group, TW_CONSTRAINT, &kind->kind, kind, table);
    return 1;
}

void tw_open_makers(lua_State *L, int makers) {
    for (int i = 0; tw_body_kinds[i]; i++)
        add_maker(L, makers, TW_BODY, &tw_body_kinds[i]->kind, tw_body_kinds[i]);
    for (int i = 0; tw_force_kinds[i]; i++)
        add_maker(L, makers, TW_FORCE, &tw_force_kinds[i]->kind, tw_force_kinds[i]);
    for (int i = 0; tw_constraint_kinds[i]; i++)
        add_maker(L, makers, TW_CONSTRAINT, &tw_constraint_kinds[i]->kind, tw_constraint_kinds[i]);
    for (int i = 0; tw_prop_kinds[i]; i++)
        add_maker(L, makers, TW_PROP, &tw_prop_kinds[i]->kind, tw_prop_kinds[i]);
    tw_open_props(L, makers);
    static const luaL_Reg functions[] = {
        {"nail", make_nail}, {"path", make_path}, {"connect", connect_points}, {NULL, NULL}};
    tw_open_group(L, makers);
    lua_pushvalue(L, makers);
    luaL_setfuncs(L, functions, 0);
    lua_pop(L, 1);
    luaL_newmetatable(L, "tw.guard");
    lua_pushcfunction(L, guard_gc);
    lua_setfield(L, -2, "__gc");
    lua_pop(L, 1);
}
