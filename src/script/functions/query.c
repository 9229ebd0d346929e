/*
 * scene:ray{from =, along = | to =, max_distance =, bodies =, except =, ground =} and
 * scene:distance(a, b): first hit of a ray, and nearest points of two things, at the present time
 * (contact/query.h).
 */
#include "script/functions/function.h"
#include "script/scene/scene.h"

#include "contact/query.h"

#include <stdlib.h>
#include <string.h>

static void set_vector(lua_State *L, const char *name, vec3 v) {
    tw_push_vec3(L, v);
    lua_setfield(L, -2, name);
}

/* *x: world position of the value at index: of a body's centre, a point, or {x, y, z}; false: the
 * value is none of these */
static bool read_place(lua_State *L, tw_scene *scene, int index, const char *what, vec3 *x) {
    const tw_handle *h = tw_test_handle(L, index);
    if (!h && tw_get_vec3(L, index, x)) {
        *x = tw_check_vec3(L, index, what); /* raises an error for numbers that are not finite */
        return true;
    }
    if (!h) return false;
    if (h->class_ != TW_POINT && h->class_ != TW_BODY) return false;
    if (h->scene != scene) tw_error(L, "%s: %s belongs to another scene", what, h->label);
    const tw_body *b = h->class_ == TW_BODY ? tw_world_body(scene->world, h->id) : NULL;
    const tw_point *p = h->class_ == TW_POINT ? tw_world_point(scene->world, h->id) : NULL;
    vec3 unused;
    if (!b && !p) tw_gone(L, h);
    if (b)
        *x = b->position;
    else
        tw_point_now(scene->world, p, x, &unused);
    return true;
}

/* ---- rays ----------------------------------------------------------------------------------- */

/* position of the place that a field of the table at stack index 2 gives; raises an error for a
 * value that is no place */
static vec3 check_place(lua_State *L, tw_scene *scene, const char *field) {
    char name[64], got[128];
    vec3 x;
    snprintf(name, sizeof name, "scene:ray: field '%s'", field);
    lua_getfield(L, 2, field);
    bool ok = read_place(L, scene, lua_gettop(L), name, &x);
    if (!ok && lua_isnil(L, -1))
        tw_error(L, "%s is missing: expected a point, a body or {x, y, z}", name);
    if (!ok)
        tw_error(L, "%s: expected a point, a body or {x, y, z}, got %s", name,
                 tw_describe(L, -1, got, sizeof got));
    lua_pop(L, 1);
    return x;
}

static void check_fields(lua_State *L) {
    static const char *const names[] = {"from",   "along",  "to",     "max_distance",
                                        "bodies", "except", "ground", NULL};
    char got[64];
    if (lua_type(L, 2) != LUA_TTABLE)
        tw_error(
            L,
            "scene:ray: expected a table, as in scene:ray{from = {0, 0, 2}, along = {0, 0, -1}}, "
            "got %s",
            tw_describe(L, 2, got, sizeof got));
    lua_settop(L, 2);
    tw_read_fields(L, 2, NULL, "scene:ray", NULL, 0, NULL, names);
}

/* reads origin, direction and length of the ray from the table at stack index 2 */
static void read_way(lua_State *L, tw_scene *scene, tw_query_ray *ray) {
    char got[64];
    bool along = lua_getfield(L, 2, "along") != LUA_TNIL;
    bool to = lua_getfield(L, 2, "to") != LUA_TNIL;
    lua_settop(L, 2);
    ray->from = check_place(L, scene, "from");
    ray->far = INFINITY;
    if (along == to)
        tw_error(L, "scene:ray: expected either 'along' or 'to', got %s",
                 to ? "both" : "none of them");
    if (to) {
        ray->direction = v3_sub(check_place(L, scene, "to"), ray->from);
        ray->far = v3_length(ray->direction);
    } else {
        lua_getfield(L, 2, "along");
        ray->direction = tw_check_vec3(L, 3, "scene:ray: field 'along'");
    }
    if (!isfinite(v3_length(ray->direction)))
        tw_error(L, "scene:ray: field '%s': expected a finite distance from 'from'",
                 to ? "to" : "along");
    if (!(v3_length(ray->direction) > 0))
        tw_error(L, "scene:ray: field '%s': expected %s, got %s", to ? "to" : "along",
                 to ? "another place than 'from'" : "a vector that is not zero",
                 to ? "the same" : "zero");
    ray->direction = v3_normalized(ray->direction);
    lua_settop(L, 2);
    if (lua_getfield(L, 2, "max_distance") == LUA_TNIL) return;
    double most = lua_type(L, 3) == LUA_TNUMBER ? lua_tonumber(L, 3) : -1;
    if (!(most > 0))
        tw_error(L, "scene:ray: field 'max_distance': expected a positive number, got %s",
                 tw_describe(L, 3, got, sizeof got));
    ray->far = fmin(ray->far, most);
    lua_settop(L, 2);
}

/* sets only[index] = value for each body that a field names: by a body, a group, or a list of
 * these; false: the field is not given */
static bool mark(lua_State *L, tw_scene *scene, const char *field, unsigned char *only,
                 size_t count, unsigned char value) {
    tw_reader r = {.L = L, .scene = scene};
    const tw_param row = {.name = field, .type = TW_PARAM_BODIES, .flags = TW_OR_GROUP};
    tw_id_list list;
    lua_settop(L, 3);
    if (lua_getfield(L, 2, field) == LUA_TNIL) return false;
    if (!tw_read_bodies(&r, 4, &row, &list))
        tw_error(L, "scene:ray: field '%s': %s", field, r.error);
    for (size_t i = 0; i < list.count; i++) {
        size_t index = (size_t)tw_world_body(scene->world, list.id[i])->index;
        if (index < count) only[index] = value;
    }
    free(list.id);
    return true;
}

/* reads the fields bodies, except and ground; leaves the array ray->only at stack index 3 */
static void read_bodies(lua_State *L, tw_scene *scene, tw_query_ray *ray) {
    size_t count = scene->world->body.count;
    char got[64];
    lua_settop(L, 2);
    unsigned char *only = lua_newuserdatauv(L, count + 1, 0);
    memset(only, 0, count + 1);
    bool some = mark(L, scene, "bodies", only, count, 1);
    if (!some) memset(only, 1, count + 1);
    mark(L, scene, "except", only, count, 0);
    ray->only = only;
    ray->ground = !some; /* if `bodies` is given, the ground is excluded unless `ground` is true */
    lua_settop(L, 3);
    if (lua_getfield(L, 2, "ground") == LUA_TNIL) return;
    if (lua_type(L, 4) != LUA_TBOOLEAN)
        tw_error(L, "scene:ray: field 'ground': expected true or false, got %s",
                 tw_describe(L, 4, got, sizeof got));
    ray->ground = lua_toboolean(L, 4);
}

/* raises an error if a metamethod of the table has made or removed bodies: ray->only has `count`
 * entries */
static void check_count(lua_State *L, const tw_scene *scene, size_t count) {
    if (scene->world->body.count != count)
        tw_error(L, "scene:ray: expected a table that makes and removes no bodies when it is read");
}

static int scene_ray(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "ray");
    tw_query_ray ray = {0};
    tw_query_hit hit;
    tw_refuse_traced(L, "rays");
    check_fields(L);
    tw_world_tidy(scene->world);
    size_t count = scene->world->body.count;
    read_way(L, scene, &ray);
    read_bodies(L, scene, &ray);
    check_count(L, scene, count);
    tw_world_tidy(scene->world);
    if (!tw_query_first(scene->world, &ray, &hit)) {
        lua_pushnil(L);
        return 1;
    }
    lua_createtable(L, 0, 6);
    if (hit.body != TW_CONTACT_GROUND) {
        tw_push_object(L, scene, &scene->world->body.data[hit.body]->o);
        lua_setfield(L, -2, "body");
    }
    tw_set_boolean(L, "ground", hit.body == TW_CONTACT_GROUND);
    set_vector(L, "point", hit.point);
    set_vector(L, "normal", hit.normal);
    tw_set_number(L, "distance", hit.distance);
    tw_set_boolean(L, "inside", hit.inside);
    tw_push_vec3(L, hit.point);
    tw_push_vec3(L, hit.normal);
    lua_pushnumber(L, hit.distance);
    return 4;
}

/* ---- distances ------------------------------------------------------------------------------- */

static tw_query_side check_side(lua_State *L, tw_scene *scene, int index, const char *what) {
    char got[128];
    const tw_handle *h = tw_test_handle(L, index);
    tw_query_side side = {0};
    if (lua_type(L, index) == LUA_TSTRING && !strcmp(lua_tostring(L, index), "ground")) {
        if (!scene->world->stage.ground.present)
            tw_error(L, "%s: expected a scene with a ground, got one without", what);
        side.ground = true;
    } else if (h && h->class_ == TW_BODY && h->scene == scene) {
        side.body = tw_world_body(scene->world, h->id);
        if (!side.body) tw_gone(L, h);
        if (side.body->form.count == 0)
            tw_error(L, "%s: expected a body with a shape, got %s, which has none", what, h->label);
    } else if (!read_place(L, scene, index, what, &side.place)) {
        tw_error(L, "%s: expected a body, a point, {x, y, z} or \"ground\", got %s", what,
                 tw_describe(L, index, got, sizeof got));
    }
    return side;
}

/* scene:distance{a =, b =, length =} with a single table makes the constraint `distance` */
static int make_constraint(lua_State *L) {
    lua_getfield(L, LUA_REGISTRYINDEX, "tw.makers");
    lua_getfield(L, -1, "distance");
    lua_replace(L, -2);
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

static int scene_distance(lua_State *L) {
    if (lua_gettop(L) < 3) return make_constraint(L);
    tw_scene *scene = tw_check_scene(L, "distance");
    tw_nearest n;
    tw_refuse_traced(L, "distances");
    tw_world_tidy(scene->world);
    tw_query_side a = check_side(L, scene, 2, "scene:distance: the first argument");
    tw_query_side b = check_side(L, scene, 3, "scene:distance: the second argument");
    if ((a.body && a.body == b.body) || (a.ground && b.ground))
        tw_error(L, "scene:distance: expected two things, got the same one twice");
    tw_query_distance(scene->world, &a, &b, &n);
    lua_createtable(L, 0, 4);
    tw_set_number(L, "gap", n.distance);
    set_vector(L, "point_a", n.on_a);
    set_vector(L, "point_b", n.on_b);
    set_vector(L, "normal", n.normal);
    tw_push_vec3(L, n.on_a);
    tw_push_vec3(L, n.on_b);
    return 3;
}

static const tw_api rows[] = {
    {"scene", "ray",
     "(t: { from: any, along?: tauwerk.vector, to?: any, max_distance?: number, bodies?: any, "
     "except?: any, ground?: boolean }): tauwerk.hit?, tauwerk.vec3?, tauwerk.vec3?, number?",
     "scene:ray{from =, along = | to =, max_distance =, bodies =, except =, ground =}",
     "the first thing that it meets: nil, or body, ground, point, normal, distance (m), inside; "
     "then point, normal, distance again"},
    {"hit", "body", "tauwerk.body?", NULL, "nil: the ground"},
    {"hit contact", "ground", "boolean", NULL, "it is the ground"},
    {"hit contact", "point", "tauwerk.vec3", NULL, "where, m, world"},
    {"hit contact gap", "normal", "tauwerk.vec3", NULL, "of length 1, world, towards a"},
    {"hit", "distance", "number", NULL, "from where the ray begins, m"},
    {"hit", "inside", "boolean", NULL, "the ray begins inside of it"},
    {"scene", "distance", "(a: any, b?: any): tauwerk.gap, tauwerk.vec3, tauwerk.vec3",
     "scene:distance(a, b)",
     "of bodies, points or \"ground\" now: gap (m; negative: depth), point_a and point_b, normal; "
     "then both points again; with one table: the constraint"},
    {"gap", "point_a", "tauwerk.vec3", NULL, "the place of a that is nearest to b, m, world"},
    {"gap", "point_b", "tauwerk.vec3", NULL, "the place of b that is nearest to a, m, world"},
};

static const luaL_Reg methods[] = {{"ray", scene_ray}, {"distance", scene_distance}, {NULL, NULL}};

const tw_function_table tw_function_query = {
    TW_API_PART("queries", "what a ray meets, and distances", rows), .scene = methods};
