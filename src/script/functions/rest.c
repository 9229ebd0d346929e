/*
 * scene:equilibrium{tolerance =, iterations =} and scene:modes(): the pose of rest, and the natural
 * modes about it (analysis/rest/rest.h). Where bodies touch, or a joint is at its limit, rest is
 * found by descent (timeline/descent.h).
 */
#include "script/functions/function.h"
#include "script/scene/scene.h"

#include "analysis/rest/rest.h"
#include "dynamics/limit.h"
#include "dynamics/rhs.h"
#include "timeline/descent.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

/* text: description of the first contact of the scene at stack index 1; false: nothing touches */
static bool touches(lua_State *L, char *text, size_t size) {
    int top = lua_gettop(L);
    char a[120], b[120] = "";
    lua_getfield(L, 1, "contacts");
    bool any = lua_geti(L, -1, 1) != LUA_TNIL;
    if (any) {
        lua_getfield(L, -1, "a");
        tw_describe(L, -1, a, sizeof a);
        lua_getfield(L, -2, "b");
        bool ground = lua_isnil(L, -1);
        if (!ground) tw_describe(L, -1, b, sizeof b);
        snprintf(text, size,
                 "%s and %s touch, and contacts have no part in this: let the model "
                 "come to rest in time",
                 a, ground ? "the ground" : b);
    }
    lua_settop(L, top);
    return any;
}

/* a joint is beyond its limit if it exceeds it by more than this: an angle in rad, a position as a
 * share of the model's extent */
static const double PASSED = 1e-6;

/* text: description of the first joint limit that is exceeded; false: none is */
static bool passes_limit(lua_State *L, const tw_scene *scene, tw_dynamics *d, double extent,
                         char *text, size_t size) {
    char label[200];
    int index;
    tw_try(L, tw_limits_passed(d, PASSED, PASSED * extent, &index));
    if (index < 0) return false;
    tw_object_label(&scene->world->constraint.data[index]->o, label, sizeof label);
    snprintf(text, size,
             "%s is passed, and limits have no part in this: let the model come to rest in time",
             label);
    return true;
}

/* text: which constraint rules out an analysis of rest, and why */
static void say_bar(tw_bar bar, const tw_constraint *of, char *text, size_t size) {
    char label[200];
    tw_object_label(&of->o, label, sizeof label);
    snprintf(text, size,
             bar == TW_BAR_MOVES ? "%s moves by itself: there is no rest while it does"
                                 : "%s yields: the bound of its force or torque is less than rest "
                                   "here needs",
             label);
}

/* ---- scene:equilibrium ----------------------------------------------------------------------- */

typedef struct fields {
    double tolerance, iterations;
} fields;

static const tw_param ROWS[] = {
    {.name = "tolerance", .offset = offsetof(fields, tolerance), .type = TW_PARAM_NUMBER},
    {.name = "iterations", .offset = offsetof(fields, iterations), .type = TW_PARAM_NUMBER}};

static fields read_fields(lua_State *L, tw_scene *scene) {
    fields f = {NAN, 200};
    if (lua_isnoneornil(L, 2)) return f;
    lua_settop(L, 2);
    tw_read_fields(L, 2, scene, "scene:equilibrium", ROWS, 2, &f, NULL);
    if (f.tolerance <= 0)
        tw_error(L, "scene:equilibrium: field 'tolerance': expected a positive number, got %g",
                 f.tolerance);
    if (!(f.iterations >= 1 && f.iterations <= 1e6))
        tw_error(L, "scene:equilibrium: field 'iterations': expected a number from 1 on, got %g",
                 f.iterations);
    return f;
}

/* a search for the pose of rest: its result, and `why` there is no such pose; "": there is one */
typedef struct search {
    const tw_scene *scene;
    tw_dynamics *d;
    tw_rest r;
    bool contacts; /* contacts or limits hold the pose, or may hold one: a descent is needed */
    bool unique;   /* is there no other pose of rest nearby? */
    char why[400];
} search;

/* text: the motion of the body that no force opposes */
static void say_loose(const tw_rest *r, const char *body, char *text, size_t size) {
    const double u[3] = {r->loose.x, r->loose.y, r->loose.z};
    char way[80];
    snprintf(way, sizeof way, "(%.3g, %.3g, %.3g)", u[0], u[1], u[2]);
    for (int i = 0; i < 3; i++)
        if (fabs(u[i]) > 1 - 1e-6) snprintf(way, sizeof way, "%c", "xyz"[i]);
    snprintf(text, size, "nothing holds %s %s %s: it accelerates by %.3g %s", body,
             r->turns ? "about" : "along", way, r->acceleration, r->turns ? "rad/s^2" : "m/s^2");
}

/* may contacts or limits hold the model? */
static bool may_hold(const tw_world *w) {
    for (size_t i = 0; i < w->constraint.count; i++)
        if (tw_constraint_kind_of(w->constraint.data[i])->bounds) return true;
    return tw_contact_wanted(w);
}

/* describes into `why` why there is no rest; label: of the body that moves, or "the model" */
static void say_none(const search *f, const char *label, char *why, size_t size) {
    const tw_rest *r = &f->r;
    if (r->bar != TW_BAR_NONE)
        say_bar(r->bar, r->barred, why, size);
    else if (v3_length(r->loose) > 0)
        say_loose(r, label, why, size);
    else
        snprintf(why, size, "after %d steps %s still accelerates by %.3g m/s^2 or rad/s^2",
                 r->iterations, label, r->acceleration);
}

/* f->why: that constraints are not met at the pose of rest; false: they are */
static bool say_deviation(search *f) {
    const tw_rest *r = &f->r;
    if (r->deviation <= 1e-6 * fmin(r->extent, 1)) return false;
    snprintf(f->why, sizeof f->why,
             "constraints cannot all hold there: the largest deviation is %.3g", r->deviation);
    return true;
}

/* writes into the search's member `why` the reason why the search found no pose of rest, or none
 * that can be used; `contacts` is set if only a descent can tell. Lua arguments: the scene, and the
 * search as light userdata */
static int explain(lua_State *L) {
    search *f = lua_touserdata(L, 2);
    const tw_rest *r = &f->r;
    char label[200] = "the model", text[400];
    if (!r->found && r->body >= 0)
        tw_object_label(&f->scene->world->body.data[r->body]->o, label, sizeof label);
    if (!r->found || r->bar != TW_BAR_NONE) {
        say_none(f, label, f->why, sizeof f->why);
        f->contacts = r->bar == TW_BAR_NONE && may_hold(f->scene->world);
    } else if (touches(L, text, sizeof text) ||
               passes_limit(L, f->scene, f->d, r->extent, text, sizeof text)) {
        f->contacts = true;
    } else {
        say_deviation(f);
    }
    return 0;
}

/* restores the scene at stack index 1 from the snapshot at index 2 */
static void restore(lua_State *L) {
    lua_getfield(L, 1, "restore");
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    lua_call(L, 2, 0);
}

/* moves the world to the pose of rest of a model without contacts; if there is none, or anything
 * fails, the world's state is restored */
static void find_rest(lua_State *L, fields f, search *s) {
    tw_status status =
        tw_rest_find(s->d, isnan(f.tolerance) ? 0 : f.tolerance, (int)f.iterations, &s->r);
    if (status != TW_OK) tw_raise(L, status, "scene:equilibrium");
    s->unique = s->r.least > 0;
    lua_pushcfunction(L, explain);
    lua_pushvalue(L, 1);
    lua_pushlightuserdata(L, s);
    bool failed = lua_pcall(L, 2, 0, 0) != LUA_OK;
    /* the poses of a search that found none are kept, but joints count the turns of its last trial */
    if (failed || *s->why || s->contacts) restore(L);
    if (failed) lua_error(L);
}

/* sets s->r.extent and, if a constraint moves by itself, s->why */
static tw_status look_first(search *s) {
    tw_small small;
    TW_TRY(tw_small_begin(s->d, NULL, &small));
    s->r.extent = tw_small_extent(&small);
    tw_status status = tw_small_bar(&small, &s->r.bar, &s->r.barred);
    tw_small_free(&small);
    if (s->r.bar == TW_BAR_MOVES) say_bar(s->r.bar, s->r.barred, s->why, sizeof s->why);
    return status;
}

/* descriptions of a descent that found no rest */
static void say_descent(const search *s, const tw_descent *r, char *text, size_t size) {
    char label[200] = "the model";
    double way = v3_length(r->leaves);
    if (r->body >= 0) tw_object_label(&s->scene->world->body.data[r->body]->o, label, sizeof label);
    if (way > 0)
        snprintf(
            text, size,
            "nothing holds %s: it leaves along (%.3g, %.3g, %.3g), and is %.3g m away after %d "
            "steps",
            label, r->leaves.x / way, r->leaves.y / way, r->leaves.z / way, way, r->steps);
    else
        snprintf(text, size, "after %d steps %s still accelerates by %.3g m/s^2 or rad/s^2",
                 r->steps, label, r->acceleration);
}

/* number of steps of a descent for one of Newton's method */
static const double STEPS = 100;

/* moves the world to the pose of rest of a model with contacts or limits; if there is none, and
 * Newton's method has found a motion that nothing holds, that remains the reason */
static void descend(lua_State *L, fields f, search *s) {
    tw_descent r;
    tw_rest first = s->r;
    if (!*s->why) {
        tw_status status = look_first(s);
        if (status != TW_OK) tw_raise(L, status, "scene:equilibrium");
        if (*s->why) return;
    }
    tw_status status = tw_descent_find(s->d, isnan(f.tolerance) ? 0 : f.tolerance, s->r.extent,
                                       (int)(STEPS * f.iterations), &r);
    if (status != TW_OK) {
        restore(L);
        tw_raise(L, status, "scene:equilibrium");
    }
    if (!r.found && *s->why && v3_length(first.loose) > 0) return;
    s->r = (tw_rest){.found = r.found,
                     .stable = r.stable,
                     .acceleration = r.acceleration,
                     .deviation = r.deviation,
                     .extent = s->r.extent,
                     .body = r.body,
                     .iterations = r.steps,
                     .least = NAN};
    s->unique = r.unique;
    *s->why = 0;
    if (!r.found) say_descent(s, &r, s->why, sizeof s->why);
    if (r.found && say_deviation(s)) restore(L);
}

static int scene_equilibrium(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "equilibrium");
    tw_refuse_traced(L, "scene:equilibrium");
    tw_check_writable(L, scene, "move the scene");
    fields f = read_fields(L, scene);
    search s = {.scene = scene, .r = {.body = -1}};
    tw_world_tidy(scene->world);
    lua_settop(L, 1);
    s.contacts = touches(L, (char[400]){0}, 400);
    lua_getfield(L, 1, "snapshot");
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    tw_try(L, tw_sim_engine(scene->sim, &s.d));
    if (!s.contacts) find_rest(L, f, &s);
    if (s.contacts) descend(L, f, &s);
    const tw_rest r = s.r;
    const char *why = s.why;
    lua_createtable(L, 0, 10);
    tw_set_boolean(L, "ok", !*why);
    tw_set_boolean(L, "stable", !*why && r.stable);
    tw_set_boolean(L, "unique", !*why && s.unique);
    tw_set_boolean(L, "contacts", s.contacts);
    tw_set_number(L, "acceleration", r.acceleration);
    tw_set_number(L, "deviation", r.deviation);
    if (!isnan(r.least)) tw_set_number(L, "stiffness", r.least);
    tw_set_integer(L, "iterations", r.iterations);
    if (*why) {
        lua_pushstring(L, why);
        lua_setfield(L, -2, "why");
    }
    if (r.body >= 0) {
        tw_push_object(L, scene, &scene->world->body.data[r.body]->o);
        lua_setfield(L, -2, "body");
    }
    return 1;
}

/* ---- scene:modes ----------------------------------------------------------------------------- */

/* shape of a natural mode: userdata that is an upvalue of mode:play, together with the scene */
typedef struct shape {
    tw_scene *scene;
    unsigned long topology;
    int n;
    double z[];
} shape;

/* mode:play(amplitude): puts the scene at the pose of rest plus amplitude times the mode's shape,
 * without velocities */
static int play(lua_State *L) {
    const shape *m = lua_touserdata(L, lua_upvalueindex(2));
    double amplitude = luaL_checknumber(L, 2);
    tw_dynamics *d;
    tw_small s;
    tw_check_writable(L, m->scene, "play a mode");
    if (!isfinite(amplitude))
        tw_error(L, "mode:play: expected a finite amplitude, got %g", amplitude);
    tw_world_tidy(m->scene->world);
    if (m->scene->world->topology != m->topology)
        tw_error(L, "mode:play: objects were made, changed or removed since scene:modes()");
    tw_try(L, tw_sim_engine(m->scene->sim, &d));
    tw_status status = tw_small_begin(d, NULL, &s);
    if (status == TW_OK) {
        for (int i = 0; i < s.n; i++) s.z[i] = amplitude * m->z[i];
        tw_small_move(&s, s.z, s.moved);
        for (int i = 0; i < s.bodies; i++) m->scene->world->body.data[s.body[i]]->o.jumps++;
        tw_rhs_unpack(d, s.t, s.moved);
        tw_world_touch_state(m->scene->world);
        tw_small_free(&s);
    }
    if (status != TW_OK) tw_raise(L, status, "mode:play");
    lua_getfield(L, lua_upvalueindex(1), "assemble");
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_call(L, 1, 0);
    return 0;
}

/* pushes a mode's shape: {{body =, displacement =, rotation =}, ...} */
static void push_shape(lua_State *L, tw_scene *scene, const tw_small *s, const double *z) {
    lua_createtable(L, s->bodies, 0);
    for (int i = 0; i < s->bodies; i++) {
        vec3 dx, dtheta;
        tw_small_body(s, z, i, &dx, &dtheta);
        lua_createtable(L, 0, 3);
        tw_push_object(L, scene, &scene->world->body.data[s->body[i]]->o);
        lua_setfield(L, -2, "body");
        tw_push_vec3(L, dx);
        lua_setfield(L, -2, "displacement");
        tw_push_vec3(L, dtheta);
        lua_setfield(L, -2, "rotation");
        lua_rawseti(L, -2, i + 1);
    }
}

static void push_mode(lua_State *L, tw_scene *scene, const tw_small *s, const tw_modes *m, int k) {
    double stiffness = m->stiffness[k];
    double omega = sqrt(fmax(stiffness, 0));
    lua_createtable(L, 0, 8);
    tw_set_number(L, "omega", omega);
    tw_set_number(L, "frequency", omega / (2 * PI));
    tw_set_number(L, "stiffness", stiffness);
    tw_set_number(L, "growth", sqrt(fmax(-stiffness, 0)));
    tw_set_number(L, "damping", omega > 0 ? m->damping[k] / (2 * omega) : 0);
    push_shape(L, scene, s, m->shape + (size_t)k * (size_t)m->n);
    lua_setfield(L, -2, "shape");
    lua_pushvalue(L, 1);
    shape *own = lua_newuserdatauv(L, sizeof *own + (size_t)m->n * sizeof *own->z, 0);
    *own = (shape){.scene = scene, .topology = scene->world->topology, .n = m->n};
    memcpy(own->z, m->shape + (size_t)k * (size_t)m->n, (size_t)m->n * sizeof *own->z);
    lua_pushcclosure(L, play, 2);
    lua_setfield(L, -2, "play");
}

typedef struct found {
    tw_small small;
    tw_modes modes;
} found;

static int found_gc(lua_State *L) {
    found *f = lua_touserdata(L, 1);
    tw_small_free(&f->small);
    tw_modes_free(&f->modes);
    return 0;
}

static int scene_modes(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "modes");
    tw_refuse_traced(L, "scene:modes");
    char why[400];
    tw_dynamics *d;
    lua_settop(L, 1);
    tw_world_tidy(scene->world);
    if (touches(L, why, sizeof why)) tw_error(L, "scene:modes: %s", why);
    tw_try(L, tw_sim_engine(scene->sim, &d));
    found *f = lua_newuserdatauv(L, sizeof *f, 0);
    *f = (found){0};
    if (luaL_newmetatable(L, "tw.modes")) {
        lua_pushcfunction(L, found_gc);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    tw_status s = tw_small_begin(d, NULL, &f->small);
    if (s != TW_OK) tw_raise(L, s, "scene:modes");
    if (passes_limit(L, scene, d, tw_small_extent(&f->small), why, sizeof why))
        tw_error(L, "scene:modes: %s", why);
    tw_bar bar;
    const tw_constraint *barred;
    tw_try(L, tw_small_bar(&f->small, &bar, &barred));
    if (bar != TW_BAR_NONE) {
        say_bar(bar, barred, why, sizeof why);
        tw_error(L, "scene:modes: %s", why);
    }
    s = tw_modes_of(&f->small, &f->modes);
    if (s != TW_OK) tw_raise(L, s, "scene:modes");
    if (f->modes.asymmetry > 1e-4)
        tw_notice(L,
                  "scene:modes: forces here have no potential (%.2g of the stiffness is not "
                  "symmetric): these are the modes of the symmetric part",
                  f->modes.asymmetry);
    lua_createtable(L, f->modes.count, 2);
    for (int k = 0; k < f->modes.count; k++) {
        push_mode(L, scene, &f->small, &f->modes, k);
        lua_rawseti(L, -2, k + 1);
    }
    tw_set_number(L, "force", f->modes.force);
    tw_set_number(L, "asymmetry", f->modes.asymmetry);
    return 1;
}

static const tw_api rows[] = {
    {"scene", "equilibrium", "(t?: { tolerance?: number, iterations?: integer }): tauwerk.rest",
     "scene:equilibrium{tolerance =, iterations =}",
     "moves the bodies to the nearest pose of rest under forces, constraints and contacts"},
    {"rest", "ok", "boolean", NULL,
     "it was found; else the scene stays, and `why` says the reason"},
    {"rest", "why", "string?", NULL, "what is in the way of rest"},
    {"rest", "stable", "boolean", NULL, "small pushes do not grow"},
    {"rest", "unique", "boolean", NULL,
     "no other pose of rest is near; false: friction holds, or a freedom has no stiffness"},
    {"rest", "contacts", "boolean", NULL, "contacts or limits may hold it: found by descent"},
    {"rest", "stiffness", "number?", NULL,
     "the least eigenvalue, rad^2/s^2; below 0: it falls away; nil with contacts"},
    {"rest", "acceleration", "number", NULL, "the largest that is left, m/s^2 or rad/s^2"},
    {"rest", "body", "tauwerk.body?", NULL, "its body"},
    {"rest", "deviation", "number", NULL, "the largest of a constraint"},
    {"rest", "iterations", "integer", NULL, "steps of Newton's method, or of the descent"},
    {"scene", "modes", "(): tauwerk.mode[]", "scene:modes()",
     "natural modes about the present pose, the slowest first; .force: how far it is from rest"},
    {"mode", "frequency", "number", NULL, "Hz; 0 where nothing holds, or where it falls away"},
    {"mode", "omega", "number", NULL, "the same in rad/s"},
    {"mode", "stiffness", "number", NULL, "omega^2, below 0 where it falls away, rad^2/s^2"},
    {"mode", "growth", "number", NULL, "rate at which it falls away, 1/s; else 0"},
    {"mode", "damping", "number", NULL, "damping ratio: 1 is critical"},
    {"mode", "shape",
     "{ body: tauwerk.body, displacement: tauwerk.vec3, rotation: tauwerk.vec3 }[]", NULL,
     "motion of each body, m and rad, the largest is 1"},
    {"mode", "play", "(amplitude: number)", "mode:play(amplitude)",
     "the scene begins with that shape, at rest: its film shows the mode"},
};

static const luaL_Reg methods[] = {
    {"equilibrium", scene_equilibrium}, {"modes", scene_modes}, {NULL, NULL}};

const tw_function_table tw_function_rest = {
    TW_API_PART("rest", "poses of rest, and natural modes about them", rows), .scene = methods};
