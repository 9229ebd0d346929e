/*
 * scene:assemble{tolerance=, iterations=, restarts=, compare=, diagnose=}: static assembly from Lua
 * (analysis/assembly/assemble.h).
 *
 * It returns a report; failing to assemble is no error. Fields: assembled, deviation, tolerance,
 * iterations, evaluations, restarts, escapes, movement, velocity_change, rate, minimum, gradient,
 * message, branch = "same" | "other" | "unclear" | "not compared" (analysis/assembly/assemble.h),
 * elsewhere = {body, ...}, apart, rows, rank, freedoms, generic, redundant, singular, conflicts,
 * complete as scene:diagnose() gives them, constraints = {{constraint=, name=, deviation=, met=},
 * ...} in the order of the scene, holding = {{constraint, ...}, ...}: the constraints that are not
 * met, in sets that depend on each other.
 */
#include "script/functions/function.h"
#include "script/scene/scene.h"

#include "analysis/assembly/assemble.h"

#include <limits.h>

typedef struct fields {
    double tolerance, iterations, restarts;
    bool compare, diagnose;
} fields;

static const tw_param ROWS[] = {
    {.name = "tolerance", .offset = offsetof(fields, tolerance), .type = TW_PARAM_NUMBER},
    {.name = "iterations", .offset = offsetof(fields, iterations), .type = TW_PARAM_NUMBER},
    {.name = "restarts", .offset = offsetof(fields, restarts), .type = TW_PARAM_NUMBER},
    {.name = "compare", .offset = offsetof(fields, compare), .type = TW_PARAM_BOOL},
    {.name = "diagnose", .offset = offsetof(fields, diagnose), .type = TW_PARAM_BOOL}};

/* defaults: SMALL: islands with at most so many bodies are compared with the animated assembly
 * (field `compare`); ROWS_DIAGNOSED: scenes with at most so many rows of constraints are diagnosed
 * (field `diagnose`) */
enum { SMALL = 12, ROWS_DIAGNOSED = 1000 };

static int rows_of(const tw_scene *scene) {
    const tw_world *w = scene->world;
    int rows = 0;
    for (size_t i = 0; i < w->constraint.count; i++) {
        const tw_constraint *c = w->constraint.data[i];
        if (c->enabled) rows += ((const tw_constraint_kind *)c->o.kind)->rows(c->o.own);
    }
    return rows;
}

static tw_assembly_options read_options(lua_State *L, tw_scene *scene, bool *diagnose) {
    fields f = {1e-10, 12000, 8, false, true};
    int small = SMALL;
    if (lua_isnoneornil(L, 2)) {
        lua_settop(L, 1);
        lua_newtable(L);
    } else if (lua_istable(L, 2) && lua_getfield(L, 2, "compare") == LUA_TBOOLEAN)
        small = lua_toboolean(L, -1) ? INT_MAX : 0;
    lua_settop(L, 2);
    tw_read_fields(L, 2, scene, "scene:assemble", ROWS, 5, &f, NULL);
    if (!(f.tolerance > 0))
        tw_error(L, "scene:assemble: field 'tolerance': expected a positive number, got %g",
                 f.tolerance);
    if (!(f.iterations >= 1 && f.iterations <= 1e9))
        tw_error(L, "scene:assemble: field 'iterations': expected a number from 1 on, got %g",
                 f.iterations);
    if (!(f.restarts >= 0 && f.restarts <= 1e6))
        tw_error(L, "scene:assemble: field 'restarts': expected a number from 0 on, got %g",
                 f.restarts);
    lua_getfield(L, 2, "diagnose");
    *diagnose = lua_isnil(L, -1) ? rows_of(scene) <= ROWS_DIAGNOSED : f.diagnose;
    lua_settop(L, 2);
    return (tw_assembly_options){f.tolerance, (int)f.iterations,
                                 f.restarts < 1 ? -1 : (int)f.restarts, small};
}

/* deviation of constraint c as given in the list `left` of unmet constraints; 0 if it is not in the
 * list */
static double left_of(const tw_assembly_left *left, int count, const tw_constraint *c) {
    for (int i = 0; i < count; i++)
        if (left[i].c == c) return left[i].deviation;
    return 0;
}

static void push_constraints(lua_State *L, tw_scene *scene, const tw_assembly_left *all, int count,
                             double tolerance) {
    const tw_world *w = scene->world;
    lua_newtable(L);
    lua_Integer n = 0;
    for (size_t i = 0; i < w->constraint.count; i++) {
        const tw_constraint *c = w->constraint.data[i];
        if (!c->enabled) continue;
        double deviation = left_of(all, count, c);
        lua_createtable(L, 0, 4);
        tw_push_object(L, scene, &c->o);
        lua_setfield(L, -2, "constraint");
        lua_pushstring(L, c->o.name);
        lua_setfield(L, -2, "name");
        tw_set_number(L, "deviation", deviation);
        tw_set_boolean(L, "met", deviation <= tolerance);
        lua_rawseti(L, -2, ++n);
    }
}

static void push_holding(lua_State *L, tw_scene *scene, const tw_assembly_left *all, int count,
                         double tolerance) {
    lua_newtable(L);
    lua_Integer sets = 0, members = 0;
    int island = -2;
    for (int i = 0; i < count; i++) {
        if (all[i].deviation <= tolerance) continue;
        if (all[i].island != island || island == -1) {
            if (sets) lua_rawseti(L, -2, sets);
            lua_newtable(L);
            sets++;
            members = 0;
            island = all[i].island;
        }
        tw_push_object(L, scene, &all[i].c->o);
        lua_rawseti(L, -2, ++members);
    }
    if (sets) lua_rawseti(L, -2, sets);
}

/* pushes the fields branch, elsewhere and apart, which compare the result with the animated
 * assembly */
static void push_branch(lua_State *L, tw_scene *scene, const tw_assembly_report *r) {
    static const char *const names[] = {"not compared", "same", "unclear", "other"};
    lua_pushstring(L, names[r->branch]);
    lua_setfield(L, -2, "branch");
    tw_set_number(L, "apart", r->apart);
    lua_newtable(L);
    for (int i = 0; i < r->away_count && i < TW_ASSEMBLY_AWAY; i++) {
        tw_push_object(L, scene, &scene->world->body.data[r->away[i]]->o);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "elsewhere");
}

static void add_branch(luaL_Buffer *b, const tw_world *w, const tw_assembly_report *r) {
    if (r->branch == TW_BRANCH_UNCLEAR)
        luaL_addstring(b,
                       "; the animated assembly was not followed to its end from there: on its way "
                       "constraints lose their independence, or it takes too long");
    if (r->branch != TW_BRANCH_OTHER) return;
    luaL_addstring(b, "; on another branch than the animated assembly, which puts elsewhere:");
    for (int i = 0; i < r->away_count && i < TW_ASSEMBLY_AWAY; i++) {
        char label[256], text[320];
        snprintf(text, sizeof text, "%s %s", i ? "," : "",
                 tw_object_label(&w->body.data[r->away[i]]->o, label, sizeof label));
        luaL_addstring(b, text);
    }
    if (r->away_count > TW_ASSEMBLY_AWAY) luaL_addstring(b, ", ...");
}

/* pushes the report's message, such as "a local minimum: these constraints hold against each other
 * here: ..." */
static void push_message(lua_State *L, const tw_world *w, const tw_assembly_report *r,
                         const tw_assembly_left *all, int count, double tolerance) {
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    if (r->assembled) {
        luaL_addstring(&b, "assembled");
    } else {
        luaL_addstring(&b, r->minimum ? "a local minimum: these constraints hold against each "
                                        "other here:"
                                      : "not assembled: no further progress was made; left are:");
        bool first = true;
        for (int i = 0; i < count; i++) {
            char label[256], text[320];
            if (all[i].deviation <= tolerance) continue;
            snprintf(text, sizeof text, "%s %s (deviation %.3g)", first ? "" : ",",
                     tw_object_label(&all[i].c->o, label, sizeof label), all[i].deviation);
            luaL_addstring(&b, text);
            first = false;
        }
    }
    add_branch(&b, w, r);
    luaL_pushresult(&b);
}

static void push_report(lua_State *L, tw_scene *scene, double tolerance,
                        const tw_assembly_report *r, const tw_assembly_left *all, int count) {
    lua_newtable(L);
    tw_set_boolean(L, "assembled", r->assembled);
    tw_set_boolean(L, "minimum", r->minimum);
    tw_set_number(L, "deviation", r->deviation);
    tw_set_number(L, "tolerance", tolerance);
    tw_set_number(L, "gradient", r->gradient);
    tw_set_number(L, "movement", r->movement);
    tw_set_number(L, "velocity_change", r->velocity_change);
    tw_set_number(L, "rate", r->rate);
    tw_set_integer(L, "iterations", r->iterations);
    tw_set_integer(L, "evaluations", r->evaluations);
    tw_set_integer(L, "escapes", r->escapes);
    tw_set_integer(L, "restarts", r->restarts);
    push_branch(L, scene, r);
    push_constraints(L, scene, all, count, tolerance);
    lua_setfield(L, -2, "constraints");
    push_holding(L, scene, all, count, tolerance);
    lua_setfield(L, -2, "holding");
    push_message(L, scene->world, r, all, count, tolerance);
    lua_setfield(L, -2, "message");
}

/* adds the results of scene:diagnose() for the assembled scene to the report on top of the stack */
static void add_diagnosis(lua_State *L, tw_scene *scene) {
    static const char *const names[] = {"rows",      "rank",     "freedoms",  "generic",
                                        "redundant", "singular", "conflicts", "complete"};
    tw_push_diagnosis(L, scene);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lua_getfield(L, -1, names[i]);
        lua_setfield(L, -3, names[i]);
    }
    lua_pop(L, 1);
}

static int scene_assemble(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "assemble");
    tw_refuse_traced(L, "scene:assemble");
    tw_check_writable(L, scene, "assemble the scene");
    tw_world_tidy(scene->world);
    bool diagnose;
    tw_assembly_options o = read_options(L, scene, &diagnose);
    tw_dynamics *d;
    tw_try(L, tw_sim_engine(scene->sim, &d));
    /* a userdata of Lua as memory, which is freed even if an error is raised */
    tw_assembly_left *all =
        lua_newuserdatauv(L, (scene->world->constraint.count + 1) * sizeof *all, 0);
    tw_assembly_report r;
    int count = 0;
    tw_status s = tw_assemble_world(d, &o, &r);
    if (s == TW_OK) s = tw_assembly_rest(d, -1, all, &count);
    if (s != TW_OK) tw_raise(L, s, "scene:assemble");
    push_report(L, scene, o.tolerance, &r, all, count);
    if (diagnose) add_diagnosis(L, scene);
    return 1;
}

static const tw_api rows[] = {
    {"scene", "assemble",
     "(options?: { tolerance?: number, iterations?: integer, restarts?: integer, compare?: "
     "boolean, diagnose?: boolean }): tauwerk.assembly",
     "scene:assemble{tolerance = 1e-10}", "all constraints met at once, without motion"},
    {"assembly", "constraints", "table[]", NULL, "each with constraint, name, deviation, met"},
    {"assembly", "holding", "tauwerk.constraint[][]", NULL, "sets that hold one another off"},
    {"assembly", "movement", "number", NULL, "how far the bodies went, in the metric of masses"},
    {"assembly", "branch", "string", NULL,
     "\"same\", \"other\", \"unclear\" or \"not compared\": as where the animation ends"},
    {"assembly", "elsewhere", "tauwerk.body[]", NULL, "bodies on another branch than animated"},
};

static const luaL_Reg methods[] = {{"assemble", scene_assemble}, {NULL, NULL}};

const tw_function_table tw_function_assemble = {
    TW_API_PART("assembly", "poses without motion", rows), .scene = methods};
