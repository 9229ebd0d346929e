/*
 * scene:diagnose(): redundant and contradictory constraints (analysis/diagnosis/diagnose.h), as a
 * table:
 *
 *   rows, rank, freedoms          at the pose where static assembly ends
 *   generic = {rank, freedoms}    at other poses of the assembled motion
 *   assembled, deviation          every constraint within its tolerance; the largest |D|
 *   redundant = {entry, ...}      each could go without changing the motion
 *   circuits = {set, ...}         minimal sets some rows of which follow from the others; set =
 *                                 {entry, ..., rows=, surplus=, message=}
 *   singular = {entry, ...}       dependent in this pose only
 *   conflicts = {set, ...}        minimal sets that cannot all hold; set = {entry, ..., always=,
 *                                 rates=, deviation=, message=}
 *   complete                      every minimal set was found
 *   message                       all of it as a text
 *
 * entry = {name=, kind=, file=, line=, constraint=}; tostring gives
 * "constraint 'knee' (scene.lua:41)", as notices and errors name it.
 */
#include "script/functions/function.h"
#include "script/scene/scene.h"

#include "analysis/diagnosis/diagnose.h"

static int entry_tostring(lua_State *L) {
    if (!lua_istable(L, 1) || lua_getfield(L, 1, "label") != LUA_TSTRING)
        lua_pushstring(L, "an entry of scene:diagnose()");
    return 1;
}

static void push_entry(lua_State *L, tw_scene *scene, const tw_constraint *c) {
    char label[400];
    lua_createtable(L, 0, 6);
    tw_set_text(L, "name", c->o.name);
    tw_set_text(L, "kind", c->o.kind->name);
    tw_set_text(L, "file", c->o.file ? c->o.file : "?");
    tw_set_integer(L, "line", c->o.line);
    tw_set_text(L, "label", tw_object_label(&c->o, label, sizeof label));
    tw_push_object(L, scene, &c->o);
    lua_setfield(L, -2, "constraint");
    if (luaL_newmetatable(L, "tw.diagnosis.entry")) {
        lua_pushcfunction(L, entry_tostring);
        lua_setfield(L, -2, "__tostring");
    }
    lua_setmetatable(L, -2);
}

static void push_entries(lua_State *L, tw_scene *scene, tw_constraint *const *list, int n) {
    lua_createtable(L, n, 4);
    for (int i = 0; i < n; i++) {
        push_entry(L, scene, list[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

static void add_list(luaL_Buffer *b, tw_constraint *const *list, int n) {
    for (int i = 0; i < n; i++) {
        char label[400];
        luaL_addstring(b, i ? ", " : " ");
        luaL_addstring(b, tw_object_label(&list[i]->o, label, sizeof label));
    }
}

/* true: the kind's deviations are lengths only, because it constrains points; joints have angles as
 * well */
static bool of_points(const tw_constraint_kind *k) {
    for (int i = 0; i < k->kind.param_count; i++)
        if (k->kind.params[i].type == TW_PARAM_POINT) return !k->angular;
    return false;
}

/* unit of a conflict's deviation, for its message */
static const char *unit_of(const tw_conflict *c) {
    bool lengths = true, angles = true;
    for (int i = 0; i < c->count; i++) {
        const tw_constraint_kind *k = tw_constraint_kind_of(c->item[i]);
        lengths = lengths && of_points(k);
        angles = angles && k->angular;
    }
    if (lengths) return c->rates ? "m/s" : "m";
    if (angles) return c->rates ? "rad/s" : "rad";
    return c->rates ? "m/s or rad/s" : "m or rad";
}

static void add_conflict(luaL_Buffer *b, const tw_conflict *c) {
    char text[120];
    snprintf(text, sizeof text, "cannot all hold%s (still missing: %.3g %s):",
             c->always ? "" : (c->rates ? " in this pose" : " from this start"), c->deviation,
             unit_of(c));
    luaL_addstring(b, text);
    add_list(b, c->item, c->count);
}

static void push_conflicts(lua_State *L, tw_scene *scene, const tw_diagnosis *x) {
    lua_createtable(L, x->conflicts, 0);
    for (int i = 0; i < x->conflicts; i++) {
        const tw_conflict *c = &x->conflict[i];
        push_entries(L, scene, c->item, c->count);
        tw_set_boolean(L, "always", c->always);
        tw_set_boolean(L, "rates", c->rates);
        lua_pushnumber(L, c->deviation);
        lua_setfield(L, -2, "deviation");
        luaL_Buffer b;
        luaL_buffinit(L, &b);
        add_conflict(&b, c);
        luaL_pushresult(&b);
        lua_setfield(L, -2, "message");
        lua_rawseti(L, -2, i + 1);
    }
}

static void add_circuit(luaL_Buffer *b, const tw_circuit *c) {
    char text[120];
    snprintf(text, sizeof text, "%d of %d rows follow%s from the others:", c->surplus, c->rows,
             c->surplus == 1 ? "s" : "");
    luaL_addstring(b, text);
    add_list(b, c->item, c->count);
}

static void push_circuits(lua_State *L, tw_scene *scene, const tw_diagnosis *x) {
    lua_createtable(L, x->circuits, 0);
    for (int i = 0; i < x->circuits; i++) {
        const tw_circuit *c = &x->circuit[i];
        push_entries(L, scene, c->item, c->count);
        tw_set_integer(L, "rows", c->rows);
        tw_set_integer(L, "surplus", c->surplus);
        luaL_Buffer b;
        luaL_buffinit(L, &b);
        add_circuit(&b, c);
        luaL_pushresult(&b);
        lua_setfield(L, -2, "message");
        lua_rawseti(L, -2, i + 1);
    }
}

static void push_message(lua_State *L, const tw_diagnosis *x) {
    char text[200];
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    snprintf(text, sizeof text, "%d rows of rank %d, %d freedoms", x->rows, x->rank, x->freedoms);
    luaL_addstring(&b, text);
    if (x->generic_rank != x->rank) {
        snprintf(text, sizeof text, "; a singular pose: elsewhere rank %d, %d freedoms",
                 x->generic_rank, x->generic_freedoms);
        luaL_addstring(&b, text);
    }
    if (x->redundants) luaL_addstring(&b, "\nredundant (each could go):");
    add_list(&b, x->redundant, x->redundants);
    if (x->singulars) luaL_addstring(&b, "\ndependent in this pose only:");
    add_list(&b, x->singular, x->singulars);
    for (int i = 0; i < x->circuits; i++) {
        luaL_addstring(&b, "\n");
        add_circuit(&b, &x->circuit[i]);
    }
    for (int i = 0; i < x->conflicts; i++) {
        luaL_addstring(&b, "\n");
        add_conflict(&b, &x->conflict[i]);
    }
    if (!x->complete) luaL_addstring(&b, "\n(there are more such sets than can be listed)");
    luaL_pushresult(&b);
}

static void push_report(lua_State *L, tw_scene *scene, const tw_diagnosis *x) {
    lua_newtable(L);
    tw_set_integer(L, "rows", x->rows);
    tw_set_integer(L, "rank", x->rank);
    tw_set_integer(L, "freedoms", x->freedoms);
    lua_createtable(L, 0, 2);
    tw_set_integer(L, "rank", x->generic_rank);
    tw_set_integer(L, "freedoms", x->generic_freedoms);
    lua_setfield(L, -2, "generic");
    tw_set_boolean(L, "assembled", x->assembled);
    tw_set_boolean(L, "complete", x->complete);
    lua_pushnumber(L, x->deviation);
    lua_setfield(L, -2, "deviation");
    push_entries(L, scene, x->redundant, x->redundants);
    lua_setfield(L, -2, "redundant");
    push_entries(L, scene, x->singular, x->singulars);
    lua_setfield(L, -2, "singular");
    push_circuits(L, scene, x);
    lua_setfield(L, -2, "circuits");
    push_conflicts(L, scene, x);
    lua_setfield(L, -2, "conflicts");
    push_message(L, x);
    lua_setfield(L, -2, "message");
}

/* __gc of the userdata that owns the diagnosis, so that it is freed even if an error is raised */
static int diagnosis_gc(lua_State *L) {
    tw_diagnosis_free(lua_touserdata(L, 1));
    return 0;
}

void tw_push_diagnosis(lua_State *L, tw_scene *scene) {
    tw_diagnosis *x = lua_newuserdatauv(L, sizeof *x, 0);
    *x = (tw_diagnosis){0};
    if (luaL_newmetatable(L, "tw.diagnosis")) {
        lua_pushcfunction(L, diagnosis_gc);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    tw_dynamics *d;
    tw_try(L, tw_sim_engine(scene->sim, &d));
    tw_try(L, tw_diagnose(d, x));
    push_report(L, scene, x);
    lua_remove(L, -2);
}

static int scene_diagnose(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "diagnose");
    tw_refuse_traced(L, "scene:diagnose");
    tw_push_diagnosis(L, scene);
    return 1;
}

static const tw_api rows[] = {
    {"scene", "diagnose", "(): tauwerk.diagnosis", "scene:diagnose()",
     "rank, rows, redundant, freedoms, and conflicts: a list, each with its message"},
    {"diagnosis", "rank", "integer", NULL, "of the rows of all constraints, now"},
    {"diagnosis", "rows", "integer", NULL, "of all constraints"},
    {"diagnosis", "freedoms", "integer", NULL, "ways in which the bodies can move"},
    {"diagnosis", "generic", "table", NULL, "rank and freedoms next to this pose"},
    {"diagnosis", "redundant", "table[]", NULL, "constraints that could go without a change"},
    {"diagnosis", "circuits", "table[]", NULL,
     "smallest sets some rows of which follow from the others: .rows .surplus .message"},
    {"diagnosis", "singular", "table[]", NULL, "rows that depend on others in this pose only"},
    {"diagnosis", "conflicts", "table[]", NULL, "sets that cannot all hold, each with its message"},
    {"diagnosis", "deviation", "number", NULL, "what is left of it at the assembled minimum"},
    {"diagnosis", "assembled", "boolean", NULL, "all constraints can hold"},
    {"diagnosis", "complete", "boolean", NULL, "no set of conflicts was left out"},
    {"diagnosis", "message", "string", NULL, "the whole in words"},
};

static const luaL_Reg methods[] = {{"diagnose", scene_diagnose}, {NULL, NULL}};

const tw_function_table tw_function_diagnose = {
    TW_API_PART("diagnosis", "rank, freedoms and conflicts of the constraints", rows),
    .scene = methods};
