/*
 * Functions that are recorded (traced): a Lua function is called once, with values that stand for
 * every t (or every state). Its operations on them are recorded as a tape (numeric/value/tape.h),
 * an expression that gives exact values and derivatives. This file runs functions of t and gives
 * the reason if one cannot be recorded.
 */
#include "script/value/trace.h"

#include <string.h>

void tw_refuse_traced(lua_State *L, const char *what) {
    const tw_tracer *tr = tw_script_of(L)->tracer;
    if (tr)
        tw_error(L, "cannot be traced: %s may not read %s, which changes while the scene runs%s",
                 tr->function_of, what, tr->instead);
}

/* sets the reader's error from an error inside the function; for calls like math.sin(t) the text
 * advises to use tw.math */
static void explain(tw_reader *r, const tw_tracer *tr) {
    lua_State *L = r->L;
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "error";
    const char *name = strstr(text, "to '");
    char function[32] = "";
    bool traced = strstr(text, tr->value) != NULL;
    if (traced && name) sscanf(name, "to '%31[a-z0-9]'", function);
    for (int op = 0; op < TW_TAPE_OP_COUNT && *function; op++)
        if (!strcmp(function, tw_tape_op_name((tw_tape_op)op))) {
            tw_read_fail(r, "%s cannot be traced: %s; use tw.math.%s", tr->function, text,
                         function);
            return;
        }
    tw_read_fail(r, "%s cannot be traced: %s", tr->function, text);
}

bool tw_trace_protected(tw_reader *r, int function, tw_tracer *tr, lua_CFunction f, void *data) {
    lua_State *L = r->L;
    tw_script *s = tw_script_of(L);
    function = lua_absindex(L, function);
    tr->serial = ++s->traces;
    tr->outer = s->tracer;
    if (tr->outer) return tw_read_fail(r, "%s cannot be made inside another one", tr->function_of);
    s->tracer = tr;
    /* Lua's own error messages use this name for traced values */
    luaL_getmetatable(L, "tw.traced");
    lua_pushstring(L, tr->value);
    lua_setfield(L, -2, "__name");
    lua_pop(L, 1);
    lua_pushcfunction(L, f);
    lua_pushvalue(L, function);
    lua_pushlightuserdata(L, data);
    /* frozen while the function runs, so that it cannot change the world: the caller has pointers
     * into it */
    tw_world *w = r->scene ? r->scene->world : NULL;
    bool frozen = w && w->frozen;
    const char *by = w ? w->frozen_by : NULL;
    if (w) {
        w->frozen = true;
        w->frozen_by = tr->function_of;
    }
    int code = lua_pcall(L, 2, 0, 0);
    if (w) {
        w->frozen = frozen;
        w->frozen_by = by;
    }
    s->tracer = tr->outer;
    if (code == LUA_OK) return true;
    explain(r, tr);
    lua_pop(L, 1);
    return false;
}

/* ---- functions of t ------------------------------------------------------------------------- */

static void change_frame(const tw_tracer *tr, const tw_frame_change *change, int dim, tw_node *v) {
    mat3 R = q_matrix(change->pose.q);
    quat q = change->pose.q;
    const double p[3] = {change->pose.x.x, change->pose.x.y, change->pose.x.z};
    tw_node out[4];
    if (dim == 4) {
        const double c[4] = {q.w, q.x, q.y, q.z};
        tw_node turn[4];
        for (int i = 0; i < 4; i++) turn[i] = tw_node_const(tr, c[i]);
        tw_node_q_mul(tr, turn, v, out);
    }
    for (int i = 0; i < 3 && dim == 3; i++) {
        tw_node row[3];
        for (int j = 0; j < 3; j++) row[j] = tw_node_const(tr, R.m[i][j]);
        out[i] = tw_node_dot(tr, 3, row, v);
        if (change->point) out[i] = tw_node_add(tr, out[i], tw_node_const(tr, p[i]));
    }
    memcpy(v, out, (size_t)dim * sizeof *v);
}

/* makes *tape from the function's result, a value of `dim` numbers, on top of the stack */
static bool outputs(tw_reader *r, tw_tracer *tr, int dim, const tw_frame_change *change,
                    tw_tape **tape) {
    tw_node out[4];
    vec3 light;
    bool named = change && change->color && lua_type(r->L, -1) == LUA_TSTRING;
    if (named && !tw_read_color(r, -1, &light)) return false;
    if (named) {
        const double c[3] = {light.x, light.y, light.z};
        for (int i = 0; i < 3; i++) out[i] = tw_node_const(tr, c[i]);
    }
    int got = named ? 3 : tw_traced_operand(r->L, -1, out, NULL);
    if (got != dim)
        return tw_read_expected(r, -1,
                                dim == 1   ? "a function of t that returns a number"
                                : dim == 3 ? "a function of t that returns a vector {x, y, z}"
                                           : "a function of t that returns a quaternion");
    bool moved = change && (dim == 3 ? change->point || change->vector : change->rotation);
    if (dim > 1 && moved) change_frame(tr, change, dim, out);
    if (tw_tape_finish(tr->builder, out, dim, tape) != TW_OK) return tw_read_failed(r, NULL);
    return true;
}

typedef struct run {
    tw_reader *r;
    tw_tracer *tr;
    int dim;
    const tw_frame_change *change;
    tw_tape **tape;
    bool ok;
} run;

/* called in protected mode: calls the function at stack index 1 with a traced t; index 2: the run,
 * as light userdata */
static int call_function(lua_State *L) {
    run *job = lua_touserdata(L, 2);
    tw_node t = tw_tape_input(job->tr->builder, 0);
    lua_pushvalue(L, 1);
    tw_push_traced(L, job->tr, 1, &t);
    lua_call(L, 1, 1);
    lua_State *before = job->r->L;
    job->r->L = L;
    job->ok = outputs(job->r, job->tr, job->dim, job->change, job->tape);
    job->r->L = before;
    return 0;
}

bool tw_trace(tw_reader *r, int index, int dim, const tw_frame_change *change, tw_tape **tape) {
    tw_tracer tr = {.function = "the function of t",
                    .function_of = "a function of t",
                    .instead = "",
                    .value = "value that depends on t"};
    *tape = NULL;
    if (tw_tape_builder_create(1, &tr.builder) != TW_OK) return tw_read_failed(r, NULL);
    run job = {.r = r, .tr = &tr, .dim = dim, .change = change, .tape = tape};
    bool ok = tw_trace_protected(r, index, &tr, call_function, &job);
    tw_tape_builder_destroy(tr.builder);
    return ok && job.ok;
}

void tw_open_trace(lua_State *L, int module) {
    tw_open_traced(L);
    tw_open_state(L);
    tw_open_math(L, module);
}
