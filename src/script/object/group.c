/*
 * Groups: objects with a common name, frame and defaults. An object is in a group if its group id
 * is the group's or that of a group inside it.
 */
#include "script/object/object.h"

#include "base/text/suggest.h"
#include "model/users.h"

#include <string.h>

/* pushes a userdata with the ids [*count] of the objects of class c in the group and in the groups
 * inside it, in order of creation. It is a copy, because code of the script may change the group
 * while the ids are used */
static const tw_id *members(lua_State *L, const tw_handle *h, tw_class c, size_t *count) {
    const tw_member *list;
    tw_try(L, tw_group_members(h->scene->world, h->id, c, &list, count));
    tw_id *ids = lua_newuserdatauv(L, (*count + 1) * sizeof *ids, 0);
    for (size_t i = 0; i < *count; i++) ids[i] = list[i].id;
    return ids;
}

static int push_members(lua_State *L, tw_handle *h, tw_class c) {
    size_t n;
    const tw_id *id = members(L, h, c, &n);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        tw_push_id(L, h->scene, c, id[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int get_bodies(lua_State *L, tw_handle *h, void *o) {
    (void)o;
    return push_members(L, h, TW_BODY);
}

static int get_constraints(lua_State *L, tw_handle *h, void *o) {
    (void)o;
    return push_members(L, h, TW_CONSTRAINT);
}

static int get_forces(lua_State *L, tw_handle *h, void *o) {
    (void)o;
    return push_members(L, h, TW_FORCE);
}

static int get_props(lua_State *L, tw_handle *h, void *o) {
    (void)o;
    return push_members(L, h, TW_PROP);
}

/* reads group.settled or group.met: true if all enabled constraints in the group are settled
 * (`settled` true) or met */
static int all(lua_State *L, tw_handle *h, bool settled) {
    tw_world *w = h->scene->world;
    tw_dynamics *d;
    bool yes = true;
    tw_refuse_traced(L, h->label);
    tw_try(L, tw_sim_pass(h->scene->sim, &d));
    size_t n;
    const tw_id *id = members(L, h, TW_CONSTRAINT, &n);
    for (size_t i = 0; i < n && yes; i++) {
        const tw_constraint *c = tw_world_constraint(w, id[i]);
        tw_constraint_reading r;
        if (!c || !c->enabled) continue;
        tw_try(L, tw_read_constraint(d, c, &r));
        yes = settled ? r.settled : r.met;
    }
    lua_pushboolean(L, yes);
    return 1;
}

static int get_met(lua_State *L, tw_handle *h, void *o) {
    (void)o;
    return all(L, h, false);
}

static int get_settled(lua_State *L, tw_handle *h, void *o) {
    (void)o;
    return all(L, h, true);
}

static int get_name(lua_State *L, tw_handle *h, void *o) {
    (void)h;
    lua_pushstring(L, ((const tw_object *)o)->name);
    return 1;
}

static int get_kind(lua_State *L, tw_handle *h, void *o) {
    (void)h;
    (void)o;
    lua_pushstring(L, "group");
    return 1;
}

static int get_position(lua_State *L, tw_handle *h, void *o) {
    (void)h;
    tw_push_vec3(L, ((const tw_group *)o)->pose.x);
    return 1;
}

static int get_orientation(lua_State *L, tw_handle *h, void *o) {
    (void)h;
    tw_push_quat(L, ((const tw_group *)o)->pose.q);
    return 1;
}

const tw_getter tw_group_getters[] = {{"bodies", get_bodies},
                                      {"constraints", get_constraints},
                                      {"forces", get_forces},
                                      {"props", get_props},
                                      {"met", get_met},
                                      {"settled", get_settled},
                                      {"name", get_name},
                                      {"kind", get_kind},
                                      {"position", get_position},
                                      {"orientation", get_orientation},
                                      {NULL, NULL}};

/* ---- making --------------------------------------------------------------------------------- */

/* parameter row of a field that all bodies, all constraints or all forces have; NULL: there is none
 * of that name */
static const tw_param *common_row(const char *name) {
    const tw_param *p = tw_params_find(tw_body_params, tw_body_param_count, name);
    if (!p) p = tw_params_find(tw_constraint_params, tw_constraint_param_count, name);
    return p ? p : tw_params_find(tw_force_params, tw_force_param_count, name);
}

static _Noreturn void unknown(lua_State *L, const char *key) {
    tw_suggestion near = tw_suggestion_for(key);
    const char *const own[] = {"name", "position", "orientation", "user"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) tw_suggestion_offer(&near, own[i]);
    for (int i = 0; i < tw_body_param_count; i++)
        tw_suggestion_offer(&near, tw_body_params[i].name);
    for (int i = 0; i < tw_constraint_param_count; i++)
        tw_suggestion_offer(&near, tw_constraint_params[i].name);
    tw_error_field(L, "scene:group", key, &near, "group");
}

/* copies those fields of the options at `from` that are defaults for the group's objects to the
 * table on top of the stack */
static void collect_defaults(lua_State *L, tw_scene *scene, int from) {
    int defaults = lua_gettop(L);
    char got[64];
    tw_push_keys(L, from);
    lua_Integer n = (lua_Integer)lua_rawlen(L, -1);
    for (lua_Integer i = 1; i <= n; i++) {
        if (lua_rawgeti(L, defaults + 1, i) != LUA_TSTRING)
            tw_error(L, "scene:group: expected named fields, got %s as a name",
                     tw_describe(L, -1, got, sizeof got));
        const char *key = lua_tostring(L, -1);
        bool own = !strcmp(key, "name") || !strcmp(key, "position") ||
                   !strcmp(key, "orientation") || !strcmp(key, "user");
        const tw_param *p = own ? NULL : common_row(key);
        if (!own && !p) unknown(L, key);
        if (p) {
            tw_reader r = {.L = L, .scene = scene};
            tw_field_memory memory;
            tw_param zero = tw_param_at_zero(p);
            lua_pushvalue(L, -1);
            lua_rawget(L, from);
            if (!tw_is_callback(L, -1, p)) {
                if (!tw_read_field(&r, -1, p, NULL, &memory))
                    tw_error(L, "scene:group: field '%s': %s", key, r.error);
                tw_param_clear(&zero, &memory);
            }
            lua_setfield(L, defaults, key);
        }
        lua_settop(L, defaults + 1);
    }
    lua_settop(L, defaults);
}

/* scene:group{name =, position =, orientation =, FIELD = default} */
static int make_group(lua_State *L) {
    static const tw_param rows[] = {
        {.name = "position", .offset = 0, .type = TW_PARAM_VEC3, .flags = TW_FRAME_POINT},
        {.name = "orientation",
         .offset = sizeof(vec3),
         .type = TW_PARAM_QUAT,
         .flags = TW_FRAME_ROTATION}};
    tw_id outer;
    tw_scene *scene = tw_check_maker(L, "group", &outer);
    char got[64];
    lua_settop(L, 2);
    if (lua_isnil(L, 2)) {
        lua_newtable(L);
        lua_replace(L, 2);
    }
    if (lua_type(L, 2) != LUA_TTABLE)
        tw_error(L, "scene:group: expected a table of fields, got %s",
                 tw_describe(L, 2, got, sizeof got));
    lua_newtable(L);
    collect_defaults(L, scene, 2);
    tw_pose pose = tw_group_pose(scene->world, outer), base = pose;
    tw_reader r = {.L = L, .scene = scene};
    for (int i = 0; i < 2; i++) {
        void *field = i ? (void *)&pose.q : (void *)&pose.x;
        if (lua_getfield(L, 2, rows[i].name) != LUA_TNIL &&
            !tw_read_field(&r, -1, &rows[i], &base, field))
            tw_error(L, "scene:group: field '%s': %s", rows[i].name, r.error);
        lua_pop(L, 1);
    }
    lua_newtable(L); /* the group's table of attachments, where create.c looks up its defaults */
    lua_getfield(L, 2, "name");
    lua_setfield(L, -2, "name");
    lua_getfield(L, 2, "user");
    lua_setfield(L, -2, "user");
    tw_create(L, scene, outer, TW_GROUP, &tw_kind_group, &tw_kind_group, 4);
    tw_handle *h = tw_test_handle(L, -1);
    tw_group *g = tw_world_group(scene->world, h->id);
    g->pose = pose;
    tw_push_attachment(L, scene, TW_GROUP, h->id, true);
    lua_pushvalue(L, 3);
    lua_setfield(L, -2, "defaults");
    lua_pop(L, 1);
    return 1;
}

/* ---- methods -------------------------------------------------------------------------------- */

static int group_find(lua_State *L) {
    char got[64];
    tw_handle *h;
    tw_group *g = tw_check_object(L, 1, TW_GROUP, "group:find", &h);
    if (lua_type(L, 2) != LUA_TSTRING)
        tw_error(L, "group:find: expected a name, got %s", tw_describe(L, 2, got, sizeof got));
    lua_pushfstring(L, "%s/%s", g->o.name, lua_tostring(L, 2));
    const tw_object *o = tw_world_find(h->scene->world, lua_tostring(L, -1));
    if (o)
        tw_push_object(L, h->scene, o);
    else
        lua_pushnil(L);
    return 1;
}

static int switch_all(lua_State *L, const char *what, bool on) {
    tw_handle *h;
    tw_check_object(L, 1, TW_GROUP, what, &h);
    tw_world *w = h->scene->world;
    const tw_class classes[] = {TW_CONSTRAINT, TW_FORCE};
    for (size_t k = 0; k < 2; k++) {
        size_t n;
        const tw_id *id = members(L, h, classes[k], &n);
        for (size_t i = 0; i < n; i++) {
            tw_object *o = tw_world_get(w, classes[k], id[i]);
            void *base;
            const tw_param *p = tw_object_param(o, "enabled", &base);
            tw_status s = tw_world_assign(w, o, p, base, &on);
            if (s != TW_OK) tw_raise(L, s, what);
            lua_pushboolean(L, on);
            tw_keep_callback(L, h->scene, o, p, -1);
            lua_pop(L, 1);
        }
    }
    lua_settop(L, 1);
    return 1;
}

static int group_enable(lua_State *L) {
    return switch_all(L, "group:enable", true);
}

static int group_disable(lua_State *L) {
    return switch_all(L, "group:disable", false);
}

static int group_remove(lua_State *L) {
    return tw_method_remove(L, TW_GROUP, "group:remove");
}

/* group:set{field = value}: assigns to every object in the group that has the field */
static int group_set(lua_State *L) {
    tw_handle *h;
    char got[64];
    tw_check_object(L, 1, TW_GROUP, "group:set", &h);
    tw_check_writable(L, h->scene, "assign a field");
    lua_settop(L, 2);
    if (lua_type(L, 2) != LUA_TTABLE)
        tw_error(L, "group:set: expected a table of fields, got %s",
                 tw_describe(L, 2, got, sizeof got));
    tw_push_keys(L, 2);
    lua_Integer n = (lua_Integer)lua_rawlen(L, 3);
    const tw_class classes[] = {TW_BODY, TW_FORCE, TW_CONSTRAINT, TW_PROP};
    for (lua_Integer k = 1; k <= n; k++) {
        if (lua_rawgeti(L, 3, k) != LUA_TSTRING)
            tw_error(L, "group:set: expected named fields, got %s as a name",
                     tw_describe(L, -1, got, sizeof got));
        const char *key = lua_tostring(L, 4);
        int hits = 0;
        for (size_t c = 0; c < 4; c++) {
            size_t m;
            /* members pushes a block of memory with the ids, which is now at stack index 5 */
            const tw_id *id = members(L, h, classes[c], &m);
            for (size_t i = 0; i < m; i++) {
                const tw_object *o = tw_world_get(h->scene->world, classes[c], id[i]);
                void *base;
                if (!o || !tw_object_param(o, key, &base)) continue;
                tw_push_object(L, h->scene, o);
                lua_pushvalue(L, 4);
                lua_pushvalue(L, 4);
                lua_rawget(L, 2);
                lua_settable(L, -3);
                lua_settop(L, 5);
                hits++;
            }
            lua_settop(L, 4);
        }
        if (!hits && !common_row(key))
            tw_error(L, "group:set: nothing in it has a field '%s'", key);
        lua_settop(L, 3);
    }
    lua_settop(L, 1);
    return 1;
}

static void move_body(tw_body *b, const tw_pose *from, const tw_pose *to) {
    quat turn = q_normalized(q_mul(to->q, q_conj(from->q)));
    b->position = v3_add(to->x, q_rotate(turn, v3_sub(b->position, from->x)));
    b->orientation = q_normalized(q_mul(turn, b->orientation));
    b->velocity = q_rotate(turn, b->velocity);
    b->angular_velocity = q_rotate(turn, b->angular_velocity);
    b->o.jumps++;
}

/* group:place{position =, orientation =}: moves the group's frame and all of its bodies with it, as
 * one rigid body */
static int group_place(lua_State *L) {
    static const tw_param rows[] = {
        {.name = "position", .offset = offsetof(tw_pose, x), .type = TW_PARAM_VEC3},
        {.name = "orientation", .offset = offsetof(tw_pose, q), .type = TW_PARAM_QUAT}};
    tw_handle *h;
    tw_group *g = tw_check_object(L, 1, TW_GROUP, "group:place", &h);
    tw_world *w = h->scene->world;
    tw_check_writable(L, h->scene, "place a group");
    tw_pose to = g->pose, from = g->pose;
    tw_read_fields(L, 2, h->scene, "group:place", rows, 2, &to, NULL);
    size_t n;
    const tw_id *id = members(L, h, TW_BODY, &n);
    for (size_t i = 0; i < n; i++) move_body(tw_world_body(w, id[i]), &from, &to);
    g->pose = to;
    tw_world_touch_state(w);
    lua_settop(L, 1);
    return 1;
}

/* group:scatter{min =, max =}: moves every body to a random place in the box, with a random
 * orientation */
static int group_scatter(lua_State *L) {
    static const tw_param rows[] = {{.name = "min", .offset = 0, .type = TW_PARAM_VEC3},
                                    {.name = "max", .offset = sizeof(vec3), .type = TW_PARAM_VEC3}};
    vec3 box[2] = {{NAN, 0, 0}, {NAN, 0, 0}};
    tw_handle *h;
    tw_group *g = tw_check_object(L, 1, TW_GROUP, "group:scatter", &h);
    tw_scene *scene = h->scene;
    tw_check_writable(L, scene, "scatter a group");
    tw_read_fields(L, 2, scene, "group:scatter", rows, 2, box, NULL);
    for (int i = 0; i < 2; i++)
        if (isnan(box[i].x))
            tw_error(L, "group:scatter: field '%s' is missing: expected a vector", rows[i].name);
    if (!scene->seeded) scene->random = tw_random_seed((uint64_t)scene->world->set.seed);
    scene->seeded = true;
    size_t n;
    const tw_id *id = members(L, h, TW_BODY, &n);
    for (size_t i = 0; i < n; i++) {
        tw_body *b = tw_world_body(scene->world, id[i]);
        double u[3];
        for (int k = 0; k < 3; k++) u[k] = tw_random_uniform(&scene->random);
        vec3 size = v3_sub(box[1], box[0]);
        vec3 x = v3_add(box[0], v3(u[0] * size.x, u[1] * size.y, u[2] * size.z));
        b->position = v3_add(g->pose.x, q_rotate(g->pose.q, x));
        b->orientation = tw_random_rotation(&scene->random);
        b->o.jumps++;
    }
    tw_world_touch_state(scene->world);
    lua_settop(L, 1);
    return 1;
}

const luaL_Reg tw_group_methods[] = {
    {"find", group_find},     {"enable", group_enable},     {"disable", group_disable},
    {"remove", group_remove}, {"exists", tw_method_exists}, {"set", group_set},
    {"place", group_place},   {"scatter", group_scatter},   {NULL, NULL}};

/*
 * group.orientation is a quaternion, but group:orientation{...} must make the constraint
 * `orientation`. Lua then calls the quaternion with the group as first argument, and this __call of
 * quaternions calls the function that makes the constraint. Upvalue: table of these functions by
 * name
 */
static int call_quaternion(lua_State *L) {
    tw_handle *h = tw_test_handle(L, 2);
    char got[64];
    if (!h || h->class_ != TW_GROUP)
        tw_error(L, "attempt to call a quaternion%s%s", lua_gettop(L) > 1 ? " with " : "",
                 lua_gettop(L) > 1 ? tw_describe(L, 2, got, sizeof got) : "");
    lua_getfield(L, lua_upvalueindex(1), "orientation");
    lua_replace(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

void tw_open_group(lua_State *L, int makers) {
    lua_pushcfunction(L, make_group);
    lua_setfield(L, makers, "group");
    luaL_getmetatable(L, "tw.quat");
    lua_pushvalue(L, makers);
    lua_pushcclosure(L, call_quaternion, 1);
    lua_setfield(L, -2, "__call");
    lua_pop(L, 1);
}
