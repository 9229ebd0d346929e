/*
 * Props in Lua: scene:prop{kind = ..., ...}; and what props need besides their tables: recorded
 * positions for trails, and functions of the script that are called at each frame.
 */
#include "script/object/object.h"

#include "model/prop.h"

#include <stdlib.h>
#include <string.h>

/* ---- scene:prop ------------------------------------------------------------------------------ */

/* pushes a copy of the table at stack index 2 without its field `kind` */
static void without_kind(lua_State *L) {
    lua_newtable(L);
    int copy = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, 2);) {
        bool kind = lua_type(L, -2) == LUA_TSTRING && !strcmp(lua_tostring(L, -2), "kind");
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        if (kind)
            lua_pop(L, 2);
        else
            lua_rawset(L, copy);
    }
}

static int make_prop(lua_State *L) {
    tw_id group;
    char got[128];
    tw_scene *scene = tw_check_maker(L, "prop", &group);
    const char *what = tw_id_none(group) ? "scene:prop" : "group:prop";
    lua_settop(L, 2);
    if (lua_type(L, 2) != LUA_TTABLE)
        tw_error(L, "%s: expected a table of fields, as in %s{...}, got %s", what, what,
                 tw_describe(L, 2, got, sizeof got));
    int type = lua_getfield(L, 2, "kind");
    if (type == LUA_TNIL)
        tw_error(L, "%s: field 'kind' is missing: expected a kind of body, as in kind = \"box\"",
                 what);
    if (type != LUA_TSTRING)
        tw_error(L, "%s: field 'kind': expected a kind of body, got %s", what,
                 tw_describe(L, 3, got, sizeof got));
    const tw_prop_kind *kind;
    tw_status s = tw_prop_solid(lua_tostring(L, 3), &kind);
    if (s != TW_OK) tw_error(L, "%s: field 'kind': %s", what, tw_failure());
    without_kind(L);
    tw_create(L, scene, group, TW_PROP, &kind->kind, kind, 4);
    return 1;
}

void tw_open_props(lua_State *L, int makers) {
    lua_pushcfunction(L, make_prop);
    lua_setfield(L, makers, "prop");
}

/* ---- functions that are asked at each frame -------------------------------------------------- */

bool tw_is_callback(lua_State *L, int index, const tw_param *p) {
    if (!(p->flags & TW_OR_CALLBACK)) return false;
    const tw_spline_data *spline = p->type == TW_PARAM_BOOL ? tw_test_spline(L, index) : NULL;
    return lua_type(L, index) == LUA_TFUNCTION || (spline && spline->dim == 1);
}

void tw_keep_callback(lua_State *L, tw_scene *scene, const tw_object *o, const tw_param *p,
                      int index) {
    index = lua_absindex(L, index);
    bool function = tw_is_callback(L, index, p);
    scene->asks_bodies |= function && o->class_ == TW_BODY;
    tw_push_attachment(L, scene, o->class_, o->id, function);
    if (!lua_isnil(L, -1)) {
        lua_pushfstring(L, "=%s", p->name);
        if (function)
            lua_pushvalue(L, index);
        else
            lua_pushnil(L);
        lua_rawset(L, -3);
    }
    lua_pop(L, 1);
    tw_keep_switch(L, scene, o, p, function);
}

bool tw_push_callback(lua_State *L, tw_scene *scene, const tw_object *o, const tw_param *row) {
    tw_push_attachment(L, scene, o->class_, o->id, false);
    if (lua_istable(L, -1)) {
        lua_pushfstring(L, "=%s", row->name);
        lua_rawget(L, -2);
        lua_remove(L, -2);
    }
    if (!lua_isnil(L, -1)) return true;
    lua_pop(L, 1);
    return false;
}

bool tw_push_answer(lua_State *L, tw_scene *scene, const tw_object *o, const tw_param *p) {
    luaL_checkstack(L, 10, NULL);
    if (!tw_push_callback(L, scene, o, p)) return false;
    lua_pushnumber(L, scene->world->time);
    lua_call(L, 1, 1);
    if (p->type == TW_PARAM_BOOL && lua_type(L, -1) == LUA_TNUMBER)
        lua_pushboolean(L, lua_tonumber(L, -1) > 0);
    return true;
}

bool tw_truth(lua_State *L, bool *truth) {
    bool number = lua_type(L, -1) == LUA_TNUMBER;
    *truth = number ? lua_tonumber(L, -1) > 0 : lua_toboolean(L, -1);
    return number ? !isnan(lua_tonumber(L, -1)) : lua_isboolean(L, -1) || lua_isnil(L, -1);
}

/* Stores the result of a field's function, on top of the stack, in the field; false: it has a wrong
 * type. Such fields affect pictures only, so the object is not checked again and the scene does not
 * count as changed */
static bool take_answer(lua_State *L, const tw_param *row, void *field) {
    if (row->type == TW_PARAM_BOOL) return tw_truth(L, field);
    if (row->type == TW_PARAM_TEXT) {
        if (!lua_isnil(L, -1) && !lua_isstring(L, -1)) return false;
        const char *text = lua_isnil(L, -1) ? "" : lua_tostring(L, -1);
        char *copy = strdup(text), line[160];
        if (!copy || tw_prop_text(text, 0, line, sizeof line) != TW_OK) {
            free(copy);
            return false;
        }
        free(*(char **)field);
        *(char **)field = copy;
        return true;
    }
    vec3 v = v3_zero();
    if (!lua_isnil(L, -1) && !tw_get_vec3(L, -1, &v)) return false;
    if (!(isfinite(v.x) && isfinite(v.y) && isfinite(v.z))) return false;
    tw_value_clear(field);
    *(tw_value *)field = tw_value_vector(v);
    return true;
}

/* calls the function of one field at time t and stores its result */
static tw_status ask(tw_scene *scene, tw_object *o, const tw_param *row, void *base, double t) {
    lua_State *L = scene->script->now;
    scene->script->placed = false;
    if (!lua_checkstack(L, 40)) return tw_fail_memory();
    if (!tw_push_callback(L, scene, o, row)) return TW_OK;
    lua_pushnumber(L, t);
    char what[160], got[128];
    snprintf(what, sizeof what, "field '%s' of %.100s", row->name, o->name);
    TW_TRY(tw_callback_call(scene, L, 1, 1, what, t));
    tw_status s = TW_OK;
    if (!take_answer(L, row, (char *)base + row->offset))
        s = tw_fail(TW_SCRIPT, "%s:%d: %s at t = %.9g s: expected %s, got %s",
                    o->file ? o->file : "?", o->line, what, t,
                    row->type == TW_PARAM_BOOL   ? "true, false or a number"
                    : row->type == TW_PARAM_TEXT ? "a text"
                                                 : "a finite vector {x, y, z}",
                    tw_describe(L, -1, got, sizeof got));
    lua_pop(L, 1);
    return s;
}

static tw_status ask_rows(tw_scene *scene, tw_object *o, const tw_param *row, int count, void *base,
                          double t) {
    for (int i = 0; i < count; i++)
        if (row[i].flags & TW_OR_CALLBACK) TW_TRY(ask(scene, o, &row[i], base, t));
    return TW_OK;
}

tw_status tw_ask_functions(tw_scene *scene, double t) {
    const tw_world *w = scene->world;
    for (size_t i = 0; i < w->prop.count; i++) {
        tw_object *o = &w->prop.data[i]->o;
        TW_TRY(ask_rows(scene, o, o->kind->params, o->kind->param_count, o->own, t));
        TW_TRY(ask_rows(scene, o, tw_prop_params, tw_prop_param_count, o, t));
    }
    for (size_t i = 0; scene->asks_bodies && i < w->body.count; i++)
        TW_TRY(ask_rows(scene, &w->body.data[i]->o, tw_body_params, tw_body_param_count,
                        w->body.data[i], t));
    return TW_OK;
}

/* ---- a prop of the script once it is there --------------------------------------------------- */

tw_status tw_prop_made(tw_scene *scene, const tw_prop *p) {
    return tw_tracks_add(scene->tracks, p);
}

tw_tracks *tw_scene_tracks(const tw_scene *scene) {
    return scene->tracks;
}

/* ---- methods --------------------------------------------------------------------------------- */

static int prop_remove(lua_State *L) {
    return tw_method_remove(L, TW_PROP, "prop:remove");
}

const luaL_Reg tw_prop_methods[] = {
    {"remove", prop_remove}, {"exists", tw_method_exists}, {NULL, NULL}};

static int get_name(lua_State *L, tw_handle *h, void *object) {
    (void)h;
    lua_pushstring(L, ((tw_prop *)object)->o.name);
    return 1;
}

static int get_kind(lua_State *L, tw_handle *h, void *object) {
    (void)h;
    const tw_prop_kind *k = tw_prop_kind_of(object);
    lua_pushstring(L, k->solid ? k->solid->kind.name : k->kind.name);
    return 1;
}

const tw_getter tw_prop_getters[] = {{"name", get_name}, {"kind", get_kind}, {NULL, NULL}};
