/* Methods of bodies and points, and of all objects: remove, exists, enable, disable. */
#include "script/object/object.h"

#include "base/text/path.h"
#include "base/text/text.h"
#include "dynamics/impulse.h"
#include "model/field/parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- points of a body ----------------------------------------------------------------------- */

/* pushes the body's point of that name if it exists; false: it does not, and nothing is pushed */
static bool push_known(lua_State *L, tw_scene *scene, const tw_body *b, const char *name) {
    int top = lua_gettop(L);
    tw_push_attachment(L, scene, TW_BODY, b->o.id, false);
    if (lua_istable(L, -1) && lua_getfield(L, -1, "points") == LUA_TTABLE &&
        lua_getfield(L, -1, name) != LUA_TNIL) {
        tw_handle *h = tw_test_handle(L, -1);
        if (h && tw_world_get(scene->world, TW_POINT, h->id)) {
            lua_replace(L, top + 1);
            lua_settop(L, top + 1);
            return true;
        }
    }
    lua_settop(L, top);
    return false;
}

/* stores the handle on top of the stack, which stays there, as the body's point of that name */
static void remember(lua_State *L, tw_scene *scene, const tw_body *b, const char *name) {
    int handle = lua_gettop(L);
    tw_push_attachment(L, scene, TW_BODY, b->o.id, true);
    luaL_getsubtable(L, -1, "points");
    lua_pushvalue(L, handle);
    lua_setfield(L, -2, name);
    lua_settop(L, handle);
}

/* full: "BODY.NAME", each cut off after 120 bytes */
static void full_name(const char *body, const char *name, char full[256]) {
    size_t b = strnlen(body, 120), n = strnlen(name, 120);
    memcpy(full, body, b);
    full[b] = '.';
    memcpy(full + b + 1, name, n);
    full[b + 1 + n] = 0;
}

/* makes a point of the body with the members of `example`, and pushes its handle; name NULL: the
 * point is named automatically */
static void push_point(lua_State *L, tw_scene *scene, const tw_body *b, const tw_point *example,
                       const char *name) {
    tw_point *p;
    tw_try(L, tw_point_new(scene->world, example->source, &p));
    p->body = b->o.id;
    p->local = example->local;
    p->field = example->field;
    p->method = example->method;
    p->argument = example->argument;
    p->part = example->part;
    p->part_frame = example->part_frame;
    char full[256];
    if (name) full_name(tw_path_name(b->o.name), name, full);
    tw_status s = TW_OK;
    if (example->argument.text) {
        p->argument.text = strdup(example->argument.text);
        if (!p->argument.text) s = tw_fail_memory();
    }
    tw_place place = tw_place_now(L);
    /* a point does not affect the motion, so functions that may only read the scene can make one */
    bool frozen = scene->world->frozen;
    scene->world->frozen = false;
    if (s == TW_OK) s = tw_script_one_more(scene->script);
    if (s == TW_OK)
        s = tw_world_add(scene->world, &p->o, name && !strchr(full, '/') ? full : NULL, b->o.group,
                         place.line ? place.file : NULL, place.line);
    scene->world->frozen = frozen;
    if (s != TW_OK) {
        tw_object_discard(&p->o);
        tw_raise(L, s, b->o.name);
    }
    tw_push_object(L, scene, &p->o);
    if (name) remember(L, scene, b, name);
}

void tw_push_point(lua_State *L, tw_scene *scene, const tw_body *b, const tw_point *example,
                   const char *name) {
    if (!push_known(L, scene, b, name)) push_point(L, scene, b, example, name);
}

void tw_check_point_argument(lua_State *L, const tw_point_method *m, const char *what,
                             tw_point_argument *argument, char *key, size_t size) {
    char got[64];
    int exact = 1;
    if (!strcmp(m->argument, "text")) {
        if (lua_type(L, 2) != LUA_TSTRING)
            tw_error(L, "%s: expected a text, got %s", what, tw_describe(L, 2, got, sizeof got));
        argument->text = lua_tostring(L, 2);
        snprintf(key, size, "%s(%.40s)", m->name, argument->text);
        return;
    }
    if (!strcmp(m->argument, "integer")) lua_tointegerx(L, 2, &exact);
    if (lua_type(L, 2) != LUA_TNUMBER || !exact)
        tw_error(L, "%s: expected a%s number, got %s", what,
                 strcmp(m->argument, "integer") ? "" : " whole",
                 tw_describe(L, 2, got, sizeof got));
    argument->number = lua_tonumber(L, 2);
    snprintf(key, size, "%s(%.14g)", m->name, argument->number);
}

/* methods that give points of a body, like box:corner(3) and box:face"+x"; upvalue: the kind's
 * tw_point_method */
static int point_method(lua_State *L) {
    const tw_point_method *m = lua_touserdata(L, lua_upvalueindex(1));
    char what[64], key[96];
    snprintf(what, sizeof what, "body:%s", m->name);
    tw_handle *h;
    tw_body *b = tw_check_object(L, 1, TW_BODY, what, &h);
    tw_point example = {.source = TW_POINT_METHOD, .method = m};
    tw_check_point_argument(L, m, what, &example.argument, key, sizeof key);
    if (push_known(L, h->scene, b, key)) return 1;
    vec3 local;
    tw_status s = m->point(b->o.own, &example.argument, &local);
    if (s != TW_OK) tw_raise(L, s, what);
    push_point(L, h->scene, b, &example, key);
    return 1;
}

bool tw_push_body_point(lua_State *L, tw_scene *scene, const tw_body *b, const char *name) {
    const tw_body_kind *kind = (const tw_body_kind *)b->o.kind;
    if (push_known(L, scene, b, name)) return true;
    if (tw_text_same(name, "center")) {
        tw_point example = {.source = TW_POINT_LOCAL};
        push_point(L, scene, b, &example, name);
        return true;
    }
    for (const tw_point_field *f = kind->fields; f && f->name; f++)
        if (tw_text_same(f->name, name)) {
            tw_point example = {.source = TW_POINT_FIELD, .field = f};
            push_point(L, scene, b, &example, name);
            return true;
        }
    for (const tw_point_method *m = kind->methods; m && m->name; m++)
        if (tw_text_same(m->name, name)) {
            lua_pushlightuserdata(L, (void *)m);
            lua_pushcclosure(L, point_method, 1);
            return true;
        }
    for (const tw_number_field *n = kind->numbers; n && n->name; n++)
        if (tw_text_same(n->name, name)) {
            lua_pushnumber(L, n->number(b->o.own));
            return true;
        }
    if (tw_text_same(name, "part") && tw_kind_parts(b->o.kind, b->o.own)) {
        lua_pushcfunction(L, tw_body_part);
        return true;
    }
    return false;
}

static bool is_taken(const tw_body *b, const char *name) {
    const tw_body_kind *kind = (const tw_body_kind *)b->o.kind;
    void *base;
    if (!strcmp(name, "center") || tw_object_param(&b->o, name, &base)) return true;
    for (const tw_point_field *f = kind->fields; f && f->name; f++)
        if (!strcmp(f->name, name)) return true;
    for (const tw_point_method *m = kind->methods; m && m->name; m++)
        if (!strcmp(m->name, name)) return true;
    for (const tw_number_field *n = kind->numbers; n && n->name; n++)
        if (!strcmp(n->name, name)) return true;
    if (!strcmp(name, "part") && tw_kind_parts(b->o.kind, b->o.own)) return true;
    for (const tw_getter *g = tw_body_getters; g->name; g++)
        if (!strcmp(g->name, name)) return true;
    for (const luaL_Reg *r = tw_body_methods; r->name; r++)
        if (!strcmp(r->name, name)) return true;
    return false;
}

/* makes the points that a body's field points = {dock = {x, y, z}} lists; scene NULL: only checks
 * the table */
void tw_make_points(lua_State *L, tw_scene *scene, const tw_body *b, int table) {
    char got[64];
    const char *kind = b->o.kind->name;
    if (lua_type(L, table) != LUA_TTABLE)
        tw_error(L, "scene:%s: field 'points': expected a table {name = {x, y, z}}, got %s", kind,
                 tw_describe(L, table, got, sizeof got));
    tw_push_keys(L, table);
    int keys = lua_gettop(L);
    lua_Integer n = (lua_Integer)lua_rawlen(L, keys);
    for (lua_Integer i = 1; i <= n; i++) {
        if (lua_rawgeti(L, keys, i) != LUA_TSTRING)
            tw_error(L, "scene:%s: field 'points': expected names, got %s", kind,
                     tw_describe(L, -1, got, sizeof got));
        const char *name = lua_tostring(L, -1);
        lua_pushvalue(L, -1);
        lua_rawget(L, table);
        char what[160];
        snprintf(what, sizeof what, "scene:%s: field 'points': '%.80s'", kind, name);
        tw_point example = {.source = TW_POINT_LOCAL, .local = tw_check_vec3(L, -1, what)};
        if (!scene && is_taken(b, name))
            tw_error(L, "%s: a %s has a field of that name already", what, kind);
        if (scene) push_point(L, scene, b, &example, name);
        lua_settop(L, keys);
    }
    lua_pop(L, 1);
}

/* ---- methods of bodies ---------------------------------------------------------------------- */

static int body_point(lua_State *L) {
    tw_handle *h;
    tw_body *b = tw_check_object(L, 1, TW_BODY, "body:point", &h);
    tw_point example = {.source = TW_POINT_LOCAL, .local = tw_check_vec3(L, 2, "body:point")};
    push_point(L, h->scene, b, &example, NULL);
    return 1;
}

static vec3 to_local(const tw_body *b, vec3 x) {
    return q_rotate(q_conj(b->orientation), v3_sub(x, b->position));
}

static int body_point_at(lua_State *L) {
    tw_handle *h;
    tw_body *b = tw_check_object(L, 1, TW_BODY, "body:point_at", &h);
    tw_point example = {.source = TW_POINT_LOCAL,
                        .local = to_local(b, tw_check_vec3(L, 2, "body:point_at"))};
    push_point(L, h->scene, b, &example, NULL);
    return 1;
}

static int body_to_world(lua_State *L) {
    const tw_body *b = tw_check_object(L, 1, TW_BODY, "body:to_world", NULL);
    vec3 v = tw_check_vec3(L, 2, "body:to_world");
    tw_push_vec3(L, v3_add(b->position, q_rotate(b->orientation, v)));
    return 1;
}

static int body_to_local(lua_State *L) {
    const tw_body *b = tw_check_object(L, 1, TW_BODY, "body:to_local", NULL);
    tw_push_vec3(L, to_local(b, tw_check_vec3(L, 2, "body:to_local")));
    return 1;
}

/* body:velocity_at(x): velocity of the body's material point that is now at the world position x */
static int body_velocity_at(lua_State *L) {
    const tw_body *b = tw_check_object(L, 1, TW_BODY, "body:velocity_at", NULL);
    vec3 arm = v3_sub(tw_check_vec3(L, 2, "body:velocity_at"), b->position);
    tw_push_vec3(L, v3_add(b->velocity, v3_cross(b->angular_velocity, arm)));
    return 1;
}

/* body:authored(x): body coordinates of a place x that is given in the coordinates of the mesh's
 * file, or of the parts */
static int body_authored(lua_State *L) {
    const tw_body *b = tw_check_object(L, 1, TW_BODY, "body:authored", NULL);
    tw_push_vec3(L, v3_sub(tw_check_vec3(L, 2, "body:authored"), b->form.com));
    return 1;
}

static void assign(lua_State *L, tw_scene *scene, tw_object *o, const char *name, void *value) {
    void *base;
    const tw_param *p = tw_object_param(o, name, &base);
    tw_status s = tw_world_assign(scene->world, o, p, base, value);
    if (s != TW_OK) tw_raise(L, s, "body:place");
}

/* body:place{point = body.end1, at = {x, y, z}, orientation = q}: moves and turns the body */
static int body_place(lua_State *L) {
    static const tw_param rows[] = {
        {.name = "point", .offset = 0, .type = TW_PARAM_POINT, .flags = TW_UNSET_OK},
        {.name = "at", .offset = sizeof(tw_id), .type = TW_PARAM_VEC3},
        {.name = "orientation", .offset = sizeof(tw_id) + sizeof(vec3), .type = TW_PARAM_QUAT},
    };
    struct {
        tw_id point;
        vec3 at;
        quat orientation;
    } to = {{0, 0}, {NAN, 0, 0}, {NAN, 0, 0, 0}};
    tw_handle *h;
    tw_body *b = tw_check_object(L, 1, TW_BODY, "body:place", &h);
    tw_check_writable(L, h->scene, "place a body");
    tw_read_fields(L, 2, h->scene, "body:place", rows, 3, &to, NULL);
    if (isnan(to.at.x) && isnan(to.orientation.w))
        tw_error(L, "body:place: expected 'at' or 'orientation'");
    vec3 local = v3_zero();
    const tw_point *p = tw_world_point(h->scene->world, to.point);
    if (p) {
        if (!tw_id_equal(p->body, b->o.id))
            tw_error(L, "body:place: field 'point': expected a point of this body");
        tw_try(L, tw_point_local(h->scene->world, p, &local));
    }
    /* the body is rotated about the point, which stays where it is unless `at` is given */
    vec3 at = isnan(to.at.x) ? v3_add(b->position, q_rotate(b->orientation, local)) : to.at;
    if (!isnan(to.orientation.w)) assign(L, h->scene, &b->o, "orientation", &to.orientation);
    vec3 position = v3_sub(at, q_rotate(b->orientation, local));
    assign(L, h->scene, &b->o, "position", &position);
    lua_settop(L, 1);
    return 1;
}

/* ---- methods of all objects ----------------------------------------------------------------- */

static tw_handle *check_any(lua_State *L, const char *what) {
    tw_handle *h = tw_test_handle(L, 1);
    char got[64];
    if (!h)
        tw_error(L, "%s: call it with a colon, as in x:%s(); expected an object before it, got %s",
                 what, what, tw_describe(L, 1, got, sizeof got));
    return h;
}

static int object_remove(lua_State *L) {
    tw_handle *h = check_any(L, "remove");
    if (!tw_world_get(h->scene->world, h->class_, h->id)) tw_gone(L, h);
    tw_status s = tw_world_retire(h->scene->world, h->class_, h->id);
    if (s != TW_OK) tw_raise(L, s, h->label);
    return 0;
}

static int object_exists(lua_State *L) {
    tw_handle *h = check_any(L, "exists");
    lua_pushboolean(L, tw_world_get(h->scene->world, h->class_, h->id) != NULL);
    return 1;
}

static int switch_object(lua_State *L, const char *what, bool on) {
    tw_handle *h = check_any(L, what);
    tw_object *o = tw_world_get(h->scene->world, h->class_, h->id);
    void *base;
    if (!o) tw_gone(L, h);
    const tw_param *p = tw_object_param(o, "enabled", &base);
    if (!p) tw_error(L, "%s: cannot be switched on and off", h->label);
    tw_status s = tw_world_assign(h->scene->world, o, p, base, &on);
    if (s != TW_OK) tw_raise(L, s, h->label);
    lua_pushboolean(L, on);
    tw_keep_callback(L, h->scene, o, p, -1);
    lua_settop(L, 1);
    return 1;
}

static int object_enable(lua_State *L) {
    return switch_object(L, "enable", true);
}

static int object_disable(lua_State *L) {
    return switch_object(L, "disable", false);
}

const luaL_Reg tw_body_methods[] = {{"point", body_point},       {"point_at", body_point_at},
                                    {"to_world", body_to_world}, {"to_local", body_to_local},
                                    {"authored", body_authored}, {"velocity_at", body_velocity_at},
                                    {"place", body_place},       {"remove", object_remove},
                                    {"exists", object_exists},   {NULL, NULL}};
const luaL_Reg tw_point_methods[] = {
    {"remove", object_remove}, {"exists", object_exists}, {NULL, NULL}};
const luaL_Reg tw_force_methods[] = {{"enable", object_enable},
                                     {"disable", object_disable},
                                     {"remove", object_remove},
                                     {"exists", object_exists},
                                     {NULL, NULL}};
const luaL_Reg tw_constraint_methods[] = {{"enable", object_enable},
                                          {"disable", object_disable},
                                          {"remove", object_remove},
                                          {"exists", object_exists},
                                          {NULL, NULL}};

/* ---- impulses, random numbers --------------------------------------------------------------- */

/* scene:impulse{at = point, value = J} or {on = body, value = J, torque =}; constraints transmit it
 * to other bodies */
static int scene_impulse(lua_State *L) {
    struct {
        tw_id at, on;
        vec3 value, torque;
    } in = {{0, 0}, {0, 0}, {NAN, 0, 0}, {0, 0, 0}};
    static const tw_param rows[] = {
        {.name = "at", .offset = 0, .type = TW_PARAM_POINT},
        {.name = "on", .offset = sizeof(tw_id), .type = TW_PARAM_BODY},
        {.name = "value", .offset = 2 * sizeof(tw_id), .type = TW_PARAM_VEC3},
        {.name = "torque", .offset = 2 * sizeof(tw_id) + sizeof(vec3), .type = TW_PARAM_VEC3}};
    tw_scene *scene = tw_check_scene(L, "impulse");
    tw_check_writable(L, scene, "give an impulse");
    tw_read_fields(L, 2, scene, "scene:impulse", rows, 4, &in, NULL);
    if (isnan(in.value.x))
        tw_error(L, "scene:impulse: field 'value' is missing: expected a vector");
    if (tw_id_none(in.at) == tw_id_none(in.on))
        tw_error(L, "scene:impulse: expected one of 'at' (a point) and 'on' (a body)");
    const tw_point *p = tw_world_point(scene->world, in.at);
    tw_body *b = tw_world_body(scene->world, p ? p->body : in.on);
    if (!b) tw_error(L, "scene:impulse: field 'at': expected a point of a body");
    tw_wrench w = {in.value, in.torque};
    if (p) {
        vec3 x, v;
        tw_point_now(scene->world, p, &x, &v);
        w.torque = v3_add(w.torque, v3_cross(v3_sub(x, b->position), in.value));
    }
    tw_dynamics *d;
    tw_try(L, tw_sim_engine(scene->sim, &d));
    tw_status s = tw_impulse(d, b, &w);
    if (s != TW_OK) tw_raise(L, s, "scene:impulse");
    return 0;
}

static tw_random *check_random(lua_State *L) {
    tw_scene **r = luaL_testudata(L, 1, "tw.random");
    if (!r) tw_error(L, "scene.random: call it with a colon, as in scene.random:uniform(a, b)");
    tw_scene *scene = *r;
    if (!scene->seeded) scene->random = tw_random_seed((uint64_t)scene->world->set.seed);
    scene->seeded = true;
    return &scene->random;
}

static int random_uniform(lua_State *L) {
    char got[64];
    tw_random *r = check_random(L);
    for (int i = 2; i <= 3; i++)
        if (!lua_isnoneornil(L, i) && lua_type(L, i) != LUA_TNUMBER)
            tw_error(L, "scene.random:uniform: expected numbers, got %s",
                     tw_describe(L, i, got, sizeof got));
    double a = luaL_optnumber(L, 2, 0), b = luaL_optnumber(L, 3, 1);
    if (lua_gettop(L) == 2) {
        b = a;
        a = 0;
    }
    lua_pushnumber(L, a + (b - a) * tw_random_uniform(r));
    return 1;
}

static int random_direction(lua_State *L) {
    tw_push_vec3(L, tw_random_direction(check_random(L)));
    return 1;
}

static int random_rotation(lua_State *L) {
    tw_push_quat(L, tw_random_rotation(check_random(L)));
    return 1;
}

void tw_open_random(lua_State *L) {
    static const luaL_Reg functions[] = {{"uniform", random_uniform},
                                         {"direction", random_direction},
                                         {"rotation", random_rotation},
                                         {NULL, NULL}};
    luaL_newmetatable(L, "tw.random");
    lua_newtable(L);
    luaL_setfuncs(L, functions, 0);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}

const luaL_Reg tw_advance_functions[] = {{"impulse", scene_impulse}, {NULL, NULL}};
