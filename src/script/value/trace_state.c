/*
 * Functions of state: the deviation of a constraint, function(x, t), and the law of a force,
 * function(t, x), recorded as formulas (model/field/formula.h).
 *
 * x is a userdata that gives traced values: x[i] and x.body[k] of a constraint's points and bodies,
 * x[k] of a force's bodies; handles serve as indices, too. A body has the fields position and
 * orientation; for forces and constraints at velocity level also velocity and angular_velocity, and
 * x.velocity[i] is the velocity of a constraint's point.
 */
#include "script/value/trace.h"

#include "base/text/suggest.h"
#include "model/field/formula.h"

#include <stdlib.h>
#include <string.h>

typedef enum part { PART_X, PART_BODIES, PART_BODY, PART_VELOCITIES } part;

/* userdata for x, x.body, x.body[k] or x.velocity */
typedef struct state {
    const void *tag;
    unsigned serial;
    part part;
    int body; /* PART_BODY: number of the body in its list, from 0 */
} state;

static const char state_tag;

typedef struct run {
    tw_tracer tr; /* the first member, so that a pointer to the tracer is one to the run */
    tw_reader *r;
    tw_scene *scene;
    const tw_id_list *points,
        /* ids of the object's points, and of its bodies; empty if the kind has no such list */
        *bodies;
    bool force, velocities;
    TW_ARRAY(tw_node) out;
    tw_formula **formula;
} run;

static const tw_id_list none = {0};

/* ---- x -------------------------------------------------------------------------------------- */

static void push_part(lua_State *L, const run *job, part p, int body) {
    state *s = lua_newuserdatauv(L, sizeof *s, 0);
    *s = (state){&state_tag, job->tr.serial, p, body};
    luaL_setmetatable(L, "tw.state");
}

static const run *active(lua_State *L, state **s) {
    const tw_tracer *tr = tw_active_tracer(L);
    *s = tw_test_tag(L, 1, &state_tag);
    if (!*s || (*s)->serial != tr->serial)
        tw_error(L, "the x of a function that was traced was kept beyond it");
    return (const run *)tr;
}

static tw_traced *push_inputs(lua_State *L, const run *job, int from, int dim) {
    tw_node node[4];
    for (int i = 0; i < dim; i++) node[i] = tw_tape_input(job->tr.builder, from + i);
    return tw_push_traced(L, &job->tr, dim, node);
}

static void push_orientation(lua_State *L, const run *job, int body) {
    tw_traced *q = push_inputs(L, job, body + TW_FORMULA_Q, 4);
    q->unit = true;
    q->axes = 1 + body + TW_FORMULA_AXES;
}

/* number in the list, from 0, of the object that the key at stack index 2 gives by its number (from
 * 1) or its handle; raises an error for another key */
static int place_of(lua_State *L, const tw_id_list *list, tw_class class_, const char *x,
                    const char *noun, const char *field) {
    char got[128];
    tw_handle *h = tw_test_handle(L, 2);
    for (size_t i = 0; h && h->class_ == class_ && i < list->count; i++)
        if (tw_id_equal(list->id[i], h->id)) return (int)i;
    int exact = 0;
    lua_Integer i = lua_type(L, 2) == LUA_TNUMBER ? lua_tointegerx(L, 2, &exact) : 0;
    if (exact && i >= 1 && (size_t)i <= list->count) return (int)i - 1;
    if (list->count == 0)
        tw_error(L, "%s[%s]: no %s are given; list them in the field '%s'", x,
                 tw_describe(L, 2, got, sizeof got), noun, field);
    tw_error(L, "%s[%s]: expected a number from 1 to %zu or one of the %s in the field '%s'", x,
             tw_describe(L, 2, got, sizeof got), list->count, noun, field);
}

static _Noreturn void unknown(lua_State *L, const char *of, const char *const *names) {
    char got[128], has[128] = "";
    const char *s = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    tw_suggestion near = tw_suggestion_for(s);
    for (size_t used = 0; *names && used < sizeof has; names++) {
        used += (size_t)snprintf(has + used, sizeof has - used, "%s%s", *has ? ", " : "", *names);
        tw_suggestion_offer(&near, *names);
    }
    tw_error(L, "%s has no field %s; it has %s%s%s%s", of, tw_describe(L, 2, got, sizeof got), has,
             near.best ? "; did you mean '" : "", near.best ? near.best : "",
             near.best ? "'?" : "");
}

static int body_field(lua_State *L, const run *job, int body) {
    static const char *const names[] = {"position", "orientation", "velocity", "angular_velocity",
                                        NULL};
    static const char *const still[] = {"position", "orientation", NULL};
    static const int at[] = {0, TW_FORMULA_Q, TW_FORMULA_V, TW_FORMULA_OMEGA};
    const char *s = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    int from = tw_formula_body((int)job->points->count, job->velocities, body);
    for (int i = 0; names[i]; i++) {
        if (strcmp(s, names[i]) != 0) continue;
        if (i > 1 && !job->velocities)
            tw_error(L, "a deviation is a function of positions and orientations: it may not "
                        "depend on the velocity of a body, unless level = \"velocity\"");
        if (i == 1)
            push_orientation(L, job, from);
        else
            push_inputs(L, job, from + at[i], 3);
        return 1;
    }
    unknown(L, "a body of x", job->velocities ? names : still);
}

static int state_index(lua_State *L) {
    state *s;
    const run *job = active(L, &s);
    if (s->part == PART_BODY) return body_field(L, job, s->body);
    if (job->force || s->part == PART_BODIES) {
        int k = place_of(L, job->bodies, TW_BODY, job->force ? "x" : "x.body", "bodies", "bodies");
        push_part(L, job, PART_BODY, k);
        return 1;
    }
    bool rate = s->part == PART_VELOCITIES;
    if (lua_type(L, 2) == LUA_TSTRING && !rate) {
        static const char *const names[] = {"[1], [2], ... (points)", "body", "velocity", NULL};
        bool velocity = !strcmp(lua_tostring(L, 2), "velocity");
        if (!velocity && strcmp(lua_tostring(L, 2), "body") != 0) unknown(L, "x", names);
        if (velocity && !job->velocities)
            tw_error(L, "x.velocity: expected level = \"velocity\" beside such a deviation");
        push_part(L, job, velocity ? PART_VELOCITIES : PART_BODIES, 0);
        return 1;
    }
    int i = place_of(L, job->points, TW_POINT, rate ? "x.velocity" : "x", "points", "points");
    push_inputs(L, job, tw_formula_point(job->velocities, i) + 3 * rate, 3);
    return 1;
}

static int state_len(lua_State *L) {
    state *s;
    const run *job = active(L, &s);
    bool points = (s->part == PART_X && !job->force) || s->part == PART_VELOCITIES;
    lua_pushinteger(L, s->part == PART_BODY ? 0
                       : points             ? (lua_Integer)job->points->count
                                            : (lua_Integer)job->bodies->count);
    return 1;
}

static int state_newindex(lua_State *L) {
    tw_error(L, "cannot be traced: x can only be read");
}

/* ---- results -------------------------------------------------------------------------------- */

static void put(lua_State *L, run *job, const tw_node *node, int count) {
    for (int i = 0; i < count; i++) tw_try(L, tw_push(&job->out, node[i]));
}

/* appends the numbers and vectors at index, also those in nested tables, as rows of the formula */
static void put_rows(lua_State *L, run *job, int index, int depth) {
    char got[128];
    index = lua_absindex(L, index);
    if (lua_type(L, index) == LUA_TTABLE && depth < 8) {
        lua_Integer n = (lua_Integer)lua_rawlen(L, index);
        if (n == 0) tw_error(L, "expected numbers or vectors as deviations, got an empty table");
        for (lua_Integer i = 1; i <= n; i++) {
            lua_rawgeti(L, index, i);
            put_rows(L, job, -1, depth + 1);
            lua_pop(L, 1);
        }
        return;
    }
    tw_node node[4];
    int dim = lua_type(L, index) == LUA_TTABLE ? 0 : tw_traced_operand(L, index, node, NULL);
    if (dim == 4)
        tw_error(L, "expected numbers or vectors as deviations, got a quaternion; return its "
                    "components that shall be 0, as q.x, q.y, q.z");
    if (dim == 0)
        tw_error(L, "expected numbers or vectors as deviations, got %s",
                 tw_describe(L, index, got, sizeof got));
    put(L, job, node, dim);
}

static bool vector_field(lua_State *L, int table, const char *name, tw_node out[4]) {
    char got[128];
    lua_pushstring(L, name);
    if (lua_rawget(L, table) == LUA_TNIL) {
        lua_pop(L, 1);
        return false;
    }
    if (tw_traced_operand(L, -1, out, NULL) != 3)
        tw_error(L, "field '%s' of a force: expected a vector {x, y, z}, got %s", name,
                 tw_describe(L, -1, got, sizeof got));
    lua_pop(L, 1);
    return true;
}

/* appends a body's force, and its torque about the centre of mass, from the table {force =, torque
 * =, at =} on top of the stack, which is popped */
static void put_wrench(lua_State *L, run *job, int body) {
    static const char *const names[] = {"force", "torque", "at", NULL};
    const tw_tracer *tr = &job->tr;
    int table = lua_gettop(L), known = 0, keys;
    char got[128];
    tw_node zero = tw_node_const(tr, 0), F[4] = {zero, zero, zero}, T[4] = {zero, zero, zero},
            at[4];
    if (lua_type(L, table) != LUA_TTABLE)
        tw_error(L, "expected a table {force =, torque =, at =} for a body, got %s",
                 tw_describe(L, table, got, sizeof got));
    bool force = vector_field(L, table, "force", F), torque = vector_field(L, table, "torque", T);
    bool place = vector_field(L, table, "at", at);
    known = force + torque + place;
    tw_push_keys(L, table);
    keys = (int)lua_rawlen(L, -1);
    for (int i = 1; i <= keys && keys > known; i++) {
        lua_rawgeti(L, table + 1, i);
        const char *s = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
        bool is = false;
        for (int k = 0; names[k]; k++) is = is || !strcmp(s, names[k]);
        if (is) continue;
        lua_replace(L, 2);
        unknown(L, "the force on a body", names);
    }
    if (place && !force) tw_error(L, "the force on a body: field 'at' needs 'force'");
    if (place) {
        tw_node arm[3], turn[3];
        int from = tw_formula_body(0, true, body);
        for (int i = 0; i < 3; i++)
            arm[i] = tw_node_sub(tr, at[i], tw_tape_input(tr->builder, from + i));
        tw_node_cross(tr, arm, F, turn);
        for (int i = 0; i < 3; i++) T[i] = torque ? tw_node_add(tr, T[i], turn[i]) : turn[i];
    }
    put(L, job, F, 3);
    put(L, job, T, 3);
    lua_settop(L, table - 1);
}

/* appends forces and torques of all bodies from the table {[body] = {...}} at index, whose keys are
 * handles or numbers of bodies */
static void put_forces(lua_State *L, run *job, int index) {
    char got[128];
    int found = 0;
    if (lua_type(L, index) != LUA_TTABLE)
        tw_error(L, "expected a table {[body] = {force =, torque =, at =}}, got %s",
                 tw_describe(L, index, got, sizeof got));
    for (size_t k = 0; k < job->bodies->count; k++) {
        tw_push_id(L, job->scene, TW_BODY, job->bodies->id[k]);
        if (lua_rawget(L, index) == LUA_TNIL) {
            lua_pop(L, 1);
            lua_rawgeti(L, index, (lua_Integer)k + 1);
        }
        if (lua_isnil(L, -1)) {
            lua_pop(L, 1);
            lua_newtable(L);
        } else {
            found++;
        }
        put_wrench(L, job, (int)k);
    }
    tw_push_keys(L, index);
    if (found < (int)lua_rawlen(L, -1))
        tw_error(L, "expected a table {[body] = {force =, torque =, at =}} with the bodies in the "
                    "field 'bodies' as keys, got another key");
    if (found == 0) tw_error(L, "expected a force on at least one body, got an empty table");
    lua_pop(L, 1);
}

/* ---- tracing -------------------------------------------------------------------------------- */

/* called in protected mode: calls the function at stack index 1 with traced arguments; index 2: the
 * run, as light userdata */
static int call_function(lua_State *L) {
    run *job = lua_touserdata(L, 2);
    lua_pushvalue(L, 1);
    if (job->force) push_inputs(L, job, 0, 1);
    push_part(L, job, PART_X, 0);
    if (!job->force) push_inputs(L, job, 0, 1);
    lua_call(L, 2, LUA_MULTRET);
    int results = lua_gettop(L) - 2;
    luaL_checkstack(L, 40, NULL);
    if (results == 0)
        tw_error(L, "expected %s, got nothing (is there a 'return'?)",
                 job->force ? "a table {[body] = {force =, torque =, at =}}"
                            : "numbers or vectors as deviations");
    if (job->force) put_forces(L, job, 3);
    for (int i = 1; i <= results && !job->force; i++) put_rows(L, job, 2 + i, 0);
    return 0;
}

static tw_status finish(run *job) {
    tw_tape *tape;
    TW_TRY(tw_tape_finish(job->tr.builder, job->out.data, (int)job->out.count, &tape));
    return tw_formula_create(tape, (int)job->points->count, (int)job->bodies->count,
                             job->velocities, !job->force, job->formula);
}

bool tw_read_formula(tw_reader *r, int index, tw_formula **formula) {
    const tw_object *o = r->object;
    *formula = NULL;
    if (lua_type(r->L, index) != LUA_TFUNCTION) return tw_read_expected(r, index, "a function");
    if (!o || !r->scene) return tw_read_fail(r, "cannot be given here");
    bool force = o->class_ == TW_FORCE;
    run job = {.tr = {.function = "the function",
                      .function_of = force ? "the function of a force" : "a deviation",
                      .instead = force ? "; use x[body], which it is given"
                                       : "; use x[i] and x.body[k], which it is given",
                      .value = "value that depends on x"},
               .r = r,
               .scene = r->scene,
               .points = &none,
               .bodies = &none,
               .force = force,
               .velocities = force,
               .formula = formula};
    for (int i = 0; i < o->kind->param_count; i++) {
        const tw_param *p = &o->kind->params[i];
        const void *field = (const char *)o->own + p->offset;
        if (p->type == TW_PARAM_POINTS) job.points = field;
        if (p->type == TW_PARAM_BODIES) job.bodies = field;
        if (p->flags & TW_FORMULA_LEVEL) job.velocities = *(const int *)field == TW_VELOCITY_LEVEL;
    }
    int inputs = tw_formula_inputs((int)job.points->count, (int)job.bodies->count, job.velocities);
    if (tw_tape_builder_create(inputs, &job.tr.builder) != TW_OK) return tw_read_failed(r, NULL);
    bool ok = tw_trace_protected(r, index, &job.tr, call_function, &job);
    if (ok && finish(&job) != TW_OK) ok = tw_read_failed(r, NULL);
    tw_array_free(&job.out);
    tw_tape_builder_destroy(job.tr.builder);
    return ok;
}

void tw_open_state(lua_State *L) {
    static const luaL_Reg meta[] = {{"__index", state_index},
                                    {"__newindex", state_newindex},
                                    {"__len", state_len},
                                    {NULL, NULL}};
    luaL_newmetatable(L, "tw.state");
    luaL_setfuncs(L, meta, 0);
    lua_pushstring(L, "x");
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}
