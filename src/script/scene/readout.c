/* Read-outs of scenes, evaluated on demand (those of objects: object/readout.c). */
#include "script/scene/scene.h"

#include "base/hash.h"
#include "model/joint.h"

#include <string.h>

/* the scene's world, after ids of removed objects have been dropped from its lists */
static const tw_world *tidy_world(tw_scene *scene) {
    tw_world_tidy(scene->world);
    return scene->world;
}

/* ---- scenes --------------------------------------------------------------------------------- */

static int get_time(lua_State *L, tw_handle *h, void *o) {
    (void)o;
    tw_refuse_traced(L, "scene.time (it is its argument)");
    lua_pushnumber(L, h->scene->world->time);
    return 1;
}

/* read-outs that list the objects of a class in the order in which they were made */
#define LIST_GETTER(getter, list)                                \
    static int getter(lua_State *L, tw_handle *h, void *scene) { \
        (void)scene;                                             \
        const tw_world *w = tidy_world(h->scene);                \
        lua_createtable(L, (int)w->list.count, 0);               \
        for (size_t i = 0; i < w->list.count; i++) {             \
            tw_push_object(L, h->scene, &w->list.data[i]->o);    \
            lua_rawseti(L, -2, (lua_Integer)i + 1);              \
        }                                                        \
        return 1;                                                \
    }

LIST_GETTER(get_bodies, body)
LIST_GETTER(get_props, prop)
LIST_GETTER(get_constraints, constraint)
LIST_GETTER(get_forces, force)

static int get_random(lua_State *L, tw_handle *h, void *o) {
    (void)o;
    tw_push_scene(L, h->scene);
    lua_getiuservalue(L, -1, 3);
    if (lua_getfield(L, -1, "random") == LUA_TNIL) {
        lua_pop(L, 1);
        tw_scene **r = lua_newuserdatauv(L, sizeof *r, 1);
        *r = h->scene;
        luaL_setmetatable(L, "tw.random");
        lua_pushvalue(L, -3);
        lua_setiuservalue(L, -2, 1);
        lua_pushvalue(L, -1);
        lua_setfield(L, -3, "random");
    }
    return 1;
}

const tw_getter tw_scene_getters[] = {{"time", get_time},
                                      {"bodies", get_bodies},
                                      {"constraints", get_constraints},
                                      {"forces", get_forces},
                                      {"props", get_props},
                                      {"random", get_random},
                                      {"contacts", tw_scene_contacts},
                                      {NULL, NULL}};

static int scene_find(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "find");
    char got[64];
    if (lua_type(L, 2) != LUA_TSTRING)
        tw_error(L, "scene:find: expected a name, got %s", tw_describe(L, 2, got, sizeof got));
    const tw_object *o = tw_world_find(scene->world, lua_tostring(L, 2));
    if (o)
        tw_push_object(L, scene, o);
    else
        lua_pushnil(L);
    return 1;
}

/* scene:energy(): the table, then potential and total as numbers, so that `local e = ...` and
 * `local k, p, total = ...` work */
static int scene_energy(lua_State *L) {
    tw_energy e = tw_push_energy(L, tw_check_scene(L, "energy"), NULL);
    lua_pushnumber(L, e.potential);
    lua_pushnumber(L, e.kinetic + e.potential);
    return 3;
}

static bool moves(const tw_body *b) {
    return !b->fixed && tw_id_none(b->motion);
}

static int scene_momentum(lua_State *L) {
    const tw_world *w = tidy_world(tw_check_scene(L, "momentum"));
    vec3 p = v3_zero();
    for (size_t i = 0; i < w->body.count; i++)
        if (moves(w->body.data[i]))
            p = v3_madd(p, w->body.data[i]->mass, w->body.data[i]->velocity);
    tw_push_vec3(L, p);
    return 1;
}

static int scene_angular_momentum(lua_State *L) {
    const tw_world *w = tidy_world(tw_check_scene(L, "angular_momentum"));
    vec3 sum = v3_zero(), about = v3_zero();
    if (!lua_isnoneornil(L, 2)) about = tw_check_vec3(L, 2, "scene:angular_momentum");
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        if (!moves(b)) continue;
        vec3 arm = v3_sub(b->position, about);
        sum = v3_add(sum, v3_cross(arm, v3_scale(b->velocity, b->mass)));
        sum = v3_add(sum, tw_spin_of(b));
    }
    tw_push_vec3(L, sum);
    return 1;
}

static void number(tw_hash *h, double x) {
    *h = tw_hash_bytes(*h, &x, sizeof x);
}

static void text_of(tw_hash *h, const char *text) {
    *h = tw_hash_bytes(*h, text, strlen(text) + 1);
}

uint64_t tw_scene_hash(tw_scene *scene) {
    const tw_world *w = tidy_world(scene);
    tw_hash h = tw_hash_begin();
    number(&h, w->time);
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        text_of(&h, b->o.name);
        const double state[] = {
            b->position.x,         b->position.y,    b->position.z,         b->orientation.w,
            b->orientation.x,      b->orientation.y, b->orientation.z,      b->velocity.x,
            b->velocity.y,         b->velocity.z,    b->angular_velocity.x, b->angular_velocity.y,
            b->angular_velocity.z, b->mass};
        for (size_t k = 0; k < sizeof state / sizeof *state; k++) number(&h, state[k]);
    }
    for (size_t i = 0; i < w->constraint.count; i++) {
        text_of(&h, w->constraint.data[i]->o.name);
        number(&h, w->constraint.data[i]->enabled);
        if (w->constraint.data[i]->beyond) number(&h, w->constraint.data[i]->beyond);
        if (!tw_world_joint(w, w->constraint.data[i]->o.id) ||
            !tw_joint_has(w->constraint.data[i], TW_COORDINATE_ANGLE))
            continue;
        /* of the angle only the number of whole turns is used: the rest follows from the poses */
        double angle, speed;
        tw_joint_now(w, w->constraint.data[i], TW_COORDINATE_ANGLE, &angle, &speed);
        number(&h, floor(angle / 6.283185307179586 + 0.5));
    }
    for (size_t i = 0; i < w->force.count; i++) {
        text_of(&h, w->force.data[i]->o.name);
        number(&h, w->force.data[i]->enabled);
    }
    return tw_hash_end(h);
}

static int scene_hash(lua_State *L) {
    char text[40];
    snprintf(text, sizeof text, "%016llx",
             (unsigned long long)tw_scene_hash(tw_check_scene(L, "hash")));
    lua_pushstring(L, text);
    return 1;
}

/* adds statistics of contacts to the table on top of the stack: those of the last step of the
 * stepper `timestep`, or, if the world is not at the end of such a step, those of the forces at the
 * present instant */
static void set_contact_stats(lua_State *L, tw_scene *scene, tw_dynamics *d) {
    const tw_contact_reading *list;
    int count;
    tw_contact_stats c;
    tw_try(L, tw_contact_read(d, &list, &count));
    tw_sim_contact_statistics(scene->sim, &c);
    bool impulses = c.step > 0;
    double h = impulses ? c.step : scene->world->set.step;
    double force = impulses ? c.residual_lambda / h : c.residual_lambda;
    double speed = impulses ? c.residual_u : c.residual_u * h;
    tw_set_integer(L, "contacts", count);
    tw_set_integer(L, "sweeps", (lua_Integer)c.sweeps);
    tw_set_integer(L, "unfinished", (lua_Integer)c.unfinished);
    tw_set_integer(L, "divided", (lua_Integer)c.divided);
    tw_set_integer(L, "passed", (lua_Integer)c.passed);
    tw_set_number(L, "depth", fmax(c.depth, 0));
    tw_set_number(L, "complementarity", c.scale_u > 0 ? c.residual_u / c.scale_u : 0);
    tw_set_number(L, "complementarity_force", force);
    tw_set_number(L, "complementarity_impulse", force * h);
    tw_set_number(L, "complementarity_speed", speed);
    tw_set_number(L, "complementarity_length", speed * h);
}

static int scene_stats(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "stats");
    tw_dynamics *d = tw_evaluate(L, scene, "statistics");
    tw_sim_stats s;
    tw_solve_stats v;
    tw_sim_statistics(scene->sim, &s);
    tw_sim_solve_statistics(scene->sim, &v);
    const struct {
        const char *name;
        double value;
    } counts[] = {{"steps", (double)s.steps},
                  {"rejected", (double)s.rejected},
                  {"evaluations", (double)v.evaluations},
                  {"coarse_steps", (double)s.coarse},
                  {"restarts", (double)s.restarts},
                  {"events", (double)s.events},
                  {"svd_calls", (double)v.svd_calls},
                  {"sparse_solves", (double)v.sparse_solves},
                  {"rows", v.rows},
                  {"rank", v.rank},
                  {"islands", v.islands},
                  {"bodies", (double)scene->world->body.count},
                  {"constraints", (double)scene->world->constraint.count},
                  {"forces", (double)scene->world->force.count}};
    lua_newtable(L);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        lua_pushinteger(L, (lua_Integer)counts[i].value);
        lua_setfield(L, -2, counts[i].name);
    }
    tw_set_number(L, "seconds", s.seconds);
    lua_pushstring(L, tw_sim_stepper(scene->sim));
    lua_setfield(L, -2, "stepper");
    lua_pushstring(L, v.svd_islands == 0      ? "sparse"
                      : v.sparse_islands == 0 ? "svd"
                                              : "sparse, svd");
    lua_setfield(L, -2, "solver");
    tw_set_number(L, "residual", v.residual);
    tw_set_number(L, "condition", v.condition);
    set_contact_stats(L, scene, d);
    return 1;
}

const luaL_Reg tw_readout_functions[] = {{"find", scene_find},
                                         {"energy", scene_energy},
                                         {"momentum", scene_momentum},
                                         {"angular_momentum", scene_angular_momentum},
                                         {"hash", scene_hash},
                                         {"stats", scene_stats},
                                         {NULL, NULL}};
