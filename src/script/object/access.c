/* Access to objects by handle.NAME. NAME is looked up among the methods of the class, the
 * read-outs, the points, and then the fields in the parameter tables. */
#include "script/object/object.h"

#include "base/text/suggest.h"
#include "base/text/text.h"
#include "model/field/parts.h"

#include <math.h>
#include <string.h>

static const tw_getter *const getters[] = {tw_body_getters,  tw_point_getters,
                                           tw_force_getters, tw_constraint_getters,
                                           tw_group_getters, tw_prop_getters};
static const luaL_Reg *const methods[] = {tw_body_methods,       tw_point_methods, tw_force_methods,
                                          tw_constraint_methods, tw_group_methods, tw_prop_methods};

/* ---- reading -------------------------------------------------------------------------------- */

static void suggest_all(tw_suggestion *near, const tw_object *o) {
    const tw_param *p;
    int n;
    void *base;
    tw_object_params(o, &p, &n, &base);
    for (int i = 0; i < n; i++) tw_suggestion_offer(near, p[i].name);
    for (int i = 0; i < o->kind->param_count; i++)
        tw_suggestion_offer(near, o->kind->params[i].name);
    for (const tw_getter *g = getters[o->class_]; g->name; g++) tw_suggestion_offer(near, g->name);
    for (const luaL_Reg *m = methods[o->class_]; m->name; m++) tw_suggestion_offer(near, m->name);
    if (o->class_ != TW_BODY) return;
    const tw_body_kind *kind = (const tw_body_kind *)o->kind;
    for (const tw_point_field *f = kind->fields; f && f->name; f++)
        tw_suggestion_offer(near, f->name);
    for (const tw_point_method *m = kind->methods; m && m->name; m++)
        tw_suggestion_offer(near, m->name);
    for (const tw_number_field *r = kind->numbers; r && r->name; r++)
        tw_suggestion_offer(near, r->name);
    if (tw_kind_parts(o->kind, o->own)) tw_suggestion_offer(near, "part");
}

/* true: the object's table `user` has the key `name` */
static bool user_has(lua_State *L, const tw_handle *h, const char *name) {
    tw_push_attachment(L, h->scene, h->class_, h->id, false);
    if (!lua_istable(L, -1) || lua_getfield(L, -1, "user") != LUA_TTABLE) return false;
    lua_pushstring(L, name);
    return lua_rawget(L, -2) != LUA_TNIL;
}

static _Noreturn void unknown(lua_State *L, const tw_handle *h, const tw_object *o,
                              const char *name) {
    tw_suggestion near = tw_suggestion_for(name);
    suggest_all(&near, o);
    if (user_has(L, h, name))
        tw_error(L, "%s: unknown field '%s'; its table 'user' has it: user.%s", h->label, name,
                 name);
    tw_error_field(L, h->label, name, &near, o->kind->name);
}

static bool is_state(const char *name) {
    return !strcmp(name, "position") || !strcmp(name, "orientation") || !strcmp(name, "velocity") ||
           !strcmp(name, "angular_velocity");
}

static bool is_unset(const tw_value *v) {
    return tw_value_is_constant(v) && isnan(v->c[0]);
}

/* value that a constraint's field tau, k or d has if the script does not set it; NAN: the script
 * sets it, or the constraint has no such field */
static double rate_of(const tw_world *w, const tw_constraint *c, const char *name) {
    const tw_constraint_kind *kind = tw_constraint_kind_of(c);
    bool of_tau = !strcmp(name, "tau"), of_k = !strcmp(name, "k"), of_d = !strcmp(name, "d");
    if (!(of_tau || of_k || of_d)) return NAN;
    if (!of_tau && tw_level_of(kind, c->o.own) != TW_POSITION_LEVEL) return NAN;
    if (!is_unset(of_tau ? &c->tau : of_k ? &c->k : &c->d)) return NAN;
    double tau = tw_value1(is_unset(&c->tau) ? &w->set.tau : &c->tau, w->time);
    return of_tau ? tau : of_k ? 1 / (tau * tau) : 2 / tau;
}

/* pushes the value in effect of a field that is not set (tau, k, d; density if the mass is given);
 * false: the field has none */
static bool push_unset(lua_State *L, const tw_handle *h, const tw_object *o, const char *name) {
    double value = NAN;
    if (h->class_ == TW_CONSTRAINT)
        value = rate_of(h->scene->world, (const tw_constraint *)o, name);
    if (h->class_ == TW_BODY && !strcmp(name, "density")) {
        const tw_body *b = (const tw_body *)o;
        if (!isnan(b->mass_given) && b->volume > 0) value = b->mass / b->volume;
    }
    if (isnan(value)) return false;
    lua_pushnumber(L, value);
    return true;
}

/* __index of handles; upvalue 1: the methods of the class */
static int handle_index(lua_State *L) {
    tw_handle *h = tw_test_handle(L, 1);
    char got[64];
    if (!h || lua_type(L, 2) != LUA_TSTRING)
        tw_error(L, "%s has no field %s", h ? h->label : "this",
                 tw_describe(L, 2, got, sizeof got));
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    lua_pop(L, 1);
    tw_object *o = tw_world_get(h->scene->world, h->class_, h->id);
    if (!o) tw_gone(L, h);
    const char *name = lua_tostring(L, 2);
    for (const tw_getter *g = getters[h->class_]; g->name; g++)
        if (tw_text_same(g->name, name)) return g->get(L, h, o);
    if (h->class_ == TW_BODY && tw_push_body_point(L, h->scene, (tw_body *)o, name)) return 1;
    void *base;
    const tw_param *p = tw_object_param(o, name, &base);
    if (p && p->type == TW_PARAM_MATERIAL) {
        tw_push_part(L, h->scene, h->class_ == TW_PROP ? TW_PART_PROP_MATERIAL : TW_PART_MATERIAL,
                     h->id, 0);
        return 1;
    }
    if (p && p->type == TW_PARAM_PARTS) {
        tw_push_parts(L, 1, tw_kind_parts(o->kind, o->own));
        return 1;
    }
    if (p) {
        if (h->class_ == TW_BODY && is_state(name)) tw_refuse_traced(L, h->label);
        if (push_unset(L, h, o, name)) return 1;
        if ((p->flags & TW_OR_CALLBACK) && tw_push_answer(L, h->scene, o, p)) return 1;
        tw_push_field(L, h->scene, p, base);
        return 1;
    }
    if (!strcmp(name, "user")) {
        tw_push_attachment(L, h->scene, h->class_, h->id, false);
        if (!lua_isnil(L, -1)) lua_getfield(L, -1, "user");
        return 1;
    }
    if (h->class_ == TW_GROUP) {
        lua_getfield(L, LUA_REGISTRYINDEX, "tw.makers");
        lua_pushvalue(L, 2);
        if (lua_rawget(L, -2) != LUA_TNIL) return 1;
    }
    unknown(L, h, o, name);
}

/* ---- assigning ------------------------------------------------------------------------------ */

static bool is_getter(tw_class class_, const char *name) {
    for (const tw_getter *g = getters[class_]; g->name; g++)
        if (!strcmp(g->name, name)) return true;
    return false;
}

static bool is_number(const tw_object *o, const char *name) {
    const tw_body_kind *kind = (const tw_body_kind *)o->kind;
    for (const tw_number_field *n = o->class_ == TW_BODY ? kind->numbers : NULL; n && n->name; n++)
        if (!strcmp(n->name, name)) return true;
    return false;
}

static int handle_newindex(lua_State *L) {
    tw_handle *h = tw_test_handle(L, 1);
    char got[64];
    if (!h || lua_type(L, 2) != LUA_TSTRING)
        tw_error(L, "%s has no field %s", h ? h->label : "this",
                 tw_describe(L, 2, got, sizeof got));
    tw_object *o = tw_world_get(h->scene->world, h->class_, h->id);
    if (!o) tw_gone(L, h);
    const char *name = lua_tostring(L, 2);
    if (!strcmp(name, "user")) {
        tw_push_attachment(L, h->scene, h->class_, h->id, true);
        lua_pushvalue(L, 3);
        lua_setfield(L, -2, "user");
        return 0;
    }
    void *base;
    const tw_param *p = tw_object_param(o, name, &base);
    if (!p) {
        if (is_getter(h->class_, name) || is_number(o, name))
            tw_error(L, "%s: field '%s' can only be read", h->label, name);
        unknown(L, h, o, name);
    }
    char prefix[300];
    snprintf(prefix, sizeof prefix, "%.200s: field '%s'", h->label, name);
    tw_status s = tw_world_writable(h->scene->world, "assign a field");
    if (s != TW_OK) tw_raise(L, s, prefix);
    tw_field_memory memory;
    tw_param zero = tw_param_at_zero(p);
    bool callback = tw_is_callback(L, 3, p);
    if (callback || (lua_isnil(L, 3) && (p->flags & TW_UNSET_OK))) {
        s = tw_param_preset(&zero, &memory);
        if (s != TW_OK) tw_raise(L, s, prefix);
    } else {
        tw_reader r = {.L = L, .scene = h->scene, .object = o};
        if (!tw_read_field(&r, 3, p, NULL, &memory)) tw_error(L, "%s: %s", prefix, r.error);
        /* reading the value may have run metamethods of the script, and these may have removed the
         * object */
        if (tw_world_get(h->scene->world, h->class_, h->id) != o) {
            tw_param_clear(&zero, &memory);
            tw_gone(L, h);
        }
    }
    s = tw_world_assign(h->scene->world, o, p, base, &memory);
    if (s != TW_OK) {
        tw_param_clear(&zero, &memory);
        tw_raise(L, s, prefix);
    }
    if (p->flags & TW_OR_CALLBACK) tw_keep_callback(L, h->scene, o, p, 3);
    return 0;
}

static int handle_tostring(lua_State *L) {
    tw_handle *h = tw_test_handle(L, 1);
    lua_pushstring(L, h ? h->label : "?");
    return 1;
}

void tw_open_handles(lua_State *L) {
    for (int c = 0; c < TW_CLASS_TOTAL; c++) {
        luaL_newmetatable(L, tw_handle_metatables[c]);
        lua_newtable(L);
        luaL_setfuncs(L, methods[c], 0);
        lua_pushvalue(L, -1);
        lua_setfield(L, -3, "methods");
        lua_pushcclosure(L, handle_index, 1);
        lua_setfield(L, -2, "__index");
        lua_pushcfunction(L, handle_newindex);
        lua_setfield(L, -2, "__newindex");
        lua_pushcfunction(L, handle_tostring);
        lua_setfield(L, -2, "__tostring");
        lua_pushboolean(L, 0);
        lua_setfield(L, -2, "__metatable");
        lua_pop(L, 1);
    }
}
