/*
 * Functions of t: a Lua function is called once with a value that stands for every t; what it does
 * with it is recorded as an expression tape (numeric/tape.h), exact in value and derivatives.
 *
 * A traced value is a number or a vector of nodes. What cannot be recorded (comparisons, text,
 * math.sin, ...) is an error that says what to use instead.
 */
#include "script/internal.h"

#include "numeric/tape_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TRACED_NAME "value that depends on t"

struct tw_tracer {
    tw_tape_builder *builder;
    unsigned serial;
    tw_tracer *outer;
};

typedef struct traced {
    const void *tag;
    unsigned serial; /* of the trace that it belongs to */
    int dim;         /* 1 or 3 */
    tw_node node[3];
} traced;

static const char traced_tag;

static traced *test(lua_State *L, int index) {
    return tw_test_tag(L, index, &traced_tag);
}

bool tw_is_traced(lua_State *L, int index) {
    traced *v = test(L, index);
    return v && v->dim == 1;
}

bool tw_is_traced3(lua_State *L, int index) {
    traced *v = test(L, index);
    return v && v->dim == 3;
}

bool tw_any_traced(lua_State *L) {
    return test(L, 1) || test(L, 2);
}

void tw_refuse_traced(lua_State *L, const char *what) {
    if (tw_script_of(L)->tracer)
        tw_error(L,
                 "cannot be traced: a function of t may not read %s, which changes while the scene "
                 "runs",
                 what);
}

static traced *push(lua_State *L, const tw_tracer *tr, int dim, const tw_node *node) {
    traced *v = lua_newuserdatauv(L, sizeof *v, 0);
    *v = (traced){.tag = &traced_tag, .serial = tr->serial, .dim = dim};
    memcpy(v->node, node, (size_t)dim * sizeof *node);
    luaL_setmetatable(L, "tw.traced");
    return v;
}

/* a number or vector as nodes: its dimension, 0 when it is neither */
static int operand(lua_State *L, int index, tw_node out[3]) {
    const tw_tracer *tr = tw_script_of(L)->tracer;
    traced *v = test(L, index);
    vec3 c;
    if (v) {
        if (!tr || v->serial != tr->serial)
            tw_error(L, "a %s was kept beyond its function", TRACED_NAME);
        memcpy(out, v->node, sizeof v->node);
        return v->dim;
    }
    if (lua_type(L, index) == LUA_TNUMBER) {
        out[0] = tw_tape_const(tr->builder, lua_tonumber(L, index));
        return 1;
    }
    if (tw_get_vec3(L, index, &c)) {
        const double a[3] = {c.x, c.y, c.z};
        for (int i = 0; i < 3; i++) out[i] = tw_tape_const(tr->builder, a[i]);
        return 3;
    }
    if (lua_type(L, index) != LUA_TTABLE || lua_rawlen(L, index) != 3) return 0;
    /* {t, 0, tw.math.sin(t)} */
    index = lua_absindex(L, index);
    bool ok = true;
    for (int i = 0; i < 3 && ok; i++) {
        tw_node one[3];
        lua_rawgeti(L, index, i + 1);
        ok = operand(L, -1, one) == 1;
        out[i] = one[0];
        lua_pop(L, 1);
    }
    return ok ? 3 : 0;
}

static const tw_tracer *active(lua_State *L) {
    const tw_tracer *tr = tw_script_of(L)->tracer;
    if (!tr) tw_error(L, "a %s was kept beyond its function", TRACED_NAME);
    return tr;
}

int tw_traced_arith(lua_State *L, tw_tape_op op) {
    const tw_tracer *tr = active(L);
    tw_node a[3], b[3], out[3];
    char ga[64], gb[64];
    int da = operand(L, 1, a), db = operand(L, 2, b), dim = da > db ? da : db;
    bool fits = da && db;
    if (op == TW_TAPE_ADD || op == TW_TAPE_SUB)
        fits = fits && da == db;
    else if (op == TW_TAPE_MUL)
        fits = fits && (da == 1 || db == 1);
    else if (op == TW_TAPE_DIV)
        fits = fits && db == 1;
    else
        fits = fits && dim == 1;
    if (!fits)
        tw_error(L, "cannot %s %s and %s", tw_tape_op_name(op), tw_describe(L, 1, ga, sizeof ga),
                 tw_describe(L, 2, gb, sizeof gb));
    for (int i = 0; i < dim; i++)
        out[i] = tw_tape_apply(tr->builder, op, a[da == 1 ? 0 : i], b[db == 1 ? 0 : i], 0);
    push(L, tr, dim, out);
    return 1;
}

static int traced_add(lua_State *L) {
    return tw_traced_arith(L, TW_TAPE_ADD);
}
static int traced_sub(lua_State *L) {
    return tw_traced_arith(L, TW_TAPE_SUB);
}
static int traced_mul(lua_State *L) {
    return tw_traced_arith(L, TW_TAPE_MUL);
}
static int traced_div(lua_State *L) {
    return tw_traced_arith(L, TW_TAPE_DIV);
}
static int traced_pow(lua_State *L) {
    return tw_traced_arith(L, TW_TAPE_POW);
}
static int traced_mod(lua_State *L) {
    return tw_traced_arith(L, TW_TAPE_MOD);
}

static int traced_idiv(lua_State *L) {
    tw_traced_arith(L, TW_TAPE_DIV);
    traced *q = test(L, -1);
    const tw_tracer *tr = active(L);
    if (q->dim != 1) tw_error(L, "cannot be traced: // of a vector");
    tw_node out = tw_tape_apply(tr->builder, TW_TAPE_FLOOR, q->node[0], 0, 0);
    push(L, tr, 1, &out);
    return 1;
}

static int traced_unm(lua_State *L) {
    const tw_tracer *tr = active(L);
    tw_node a[3];
    int dim = operand(L, 1, a);
    for (int i = 0; i < dim; i++) a[i] = tw_tape_apply(tr->builder, TW_TAPE_NEG, a[i], 0, 0);
    push(L, tr, dim, a);
    return 1;
}

/* ---- vectors -------------------------------------------------------------------------------- */

int tw_traced_vector(lua_State *L) {
    const tw_tracer *tr = active(L);
    tw_node out[3], one[3];
    for (int i = 0; i < 3; i++) {
        char got[64];
        if (operand(L, i + 1, one) != 1)
            tw_error(L, "tw.vec3: expected a number, got %s",
                     tw_describe(L, i + 1, got, sizeof got));
        out[i] = one[0];
    }
    push(L, tr, 3, out);
    return 1;
}

static void two(lua_State *L, const char *what, tw_node a[3], tw_node b[3]) {
    if (operand(L, 1, a) != 3 || operand(L, 2, b) != 3) tw_error(L, "%s: expected a vector", what);
}

static tw_node dot(tw_tape_builder *b, const tw_node x[3], const tw_node y[3]) {
    tw_node sum = tw_tape_apply(b, TW_TAPE_MUL, x[0], y[0], 0);
    for (int i = 1; i < 3; i++)
        sum = tw_tape_apply(b, TW_TAPE_ADD, sum, tw_tape_apply(b, TW_TAPE_MUL, x[i], y[i], 0), 0);
    return sum;
}

int tw_traced_dot(lua_State *L) {
    const tw_tracer *tr = active(L);
    tw_node a[3], b[3];
    two(L, "dot", a, b);
    tw_node out = dot(tr->builder, a, b);
    push(L, tr, 1, &out);
    return 1;
}

int tw_traced_cross(lua_State *L) {
    const tw_tracer *tr = active(L);
    tw_node a[3], b[3], out[3];
    two(L, "cross", a, b);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = tw_tape_apply(tr->builder, TW_TAPE_SUB,
                               tw_tape_apply(tr->builder, TW_TAPE_MUL, a[j], b[k], 0),
                               tw_tape_apply(tr->builder, TW_TAPE_MUL, a[k], b[j], 0), 0);
    }
    push(L, tr, 3, out);
    return 1;
}

static int traced_length(lua_State *L) {
    const tw_tracer *tr = active(L);
    tw_node a[3];
    if (operand(L, 1, a) != 3) tw_error(L, "length: expected a vector");
    tw_node out = tw_tape_apply(tr->builder, TW_TAPE_SQRT, dot(tr->builder, a, a), 0, 0);
    push(L, tr, 1, &out);
    return 1;
}

static int traced_normalized(lua_State *L) {
    const tw_tracer *tr = active(L);
    tw_node a[3];
    if (operand(L, 1, a) != 3) tw_error(L, "normalized: expected a vector");
    tw_node n = tw_tape_apply(tr->builder, TW_TAPE_SQRT, dot(tr->builder, a, a), 0, 0);
    for (int i = 0; i < 3; i++) a[i] = tw_tape_apply(tr->builder, TW_TAPE_DIV, a[i], n, 0);
    push(L, tr, 3, a);
    return 1;
}

static int traced_index(lua_State *L) {
    traced *v = test(L, 1);
    const char *s = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    if (v->dim != 3) tw_error(L, "cannot be traced: a number has no field '%s'", s);
    int i = 0;
    if (lua_type(L, 2) == LUA_TNUMBER)
        i = lua_tonumber(L, 2) >= 1 && lua_tonumber(L, 2) <= 3 ? (int)lua_tonumber(L, 2) : 0;
    else if (s[0] >= 'x' && s[0] <= 'z' && !s[1])
        i = s[0] - 'x' + 1;
    if (i) {
        push(L, active(L), 1, &v->node[i - 1]);
        return 1;
    }
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TNIL)
        tw_error(L, "a vector has no field '%s'", s);
    return 1;
}

static int traced_compare(lua_State *L) {
    tw_error(L, "cannot be traced: a comparison of a " TRACED_NAME
                "; use tw.math.select(c, a, b) (a where c >= 0), tw.math.min or tw.math.max");
}

static int traced_text(lua_State *L) {
    tw_error(L, "cannot be traced: a " TRACED_NAME " has no text");
}

static int traced_call(lua_State *L) {
    tw_error(L, "cannot be traced: a call of a " TRACED_NAME);
}

/* ---- tw.math -------------------------------------------------------------------------------- */

static tw_tape_op op_of(lua_State *L, int operands) {
    tw_tape_op op = (tw_tape_op)lua_tointeger(L, lua_upvalueindex(1));
    /* as Lua's math.atan(y, x) */
    return op == TW_TAPE_ATAN && operands == 2 ? TW_TAPE_ATAN2 : op;
}

static void check_operand(lua_State *L, int i, tw_tape_op op) {
    char got[64];
    if (lua_type(L, i) != LUA_TNUMBER && !tw_is_traced(L, i))
        tw_error(L, "tw.math.%s: expected a number as argument %d, got %s", tw_tape_op_name(op), i,
                 tw_describe(L, i, got, sizeof got));
}

/* op of the operands at a and b (and at 3 for select); pushes the result */
static void apply(lua_State *L, tw_tape_op op, int a, int b, int c) {
    if (!tw_is_traced(L, a) && !tw_is_traced(L, b) && !tw_is_traced(L, c)) {
        lua_pushnumber(
            L, tw_tape_op_value(op, lua_tonumber(L, a), lua_tonumber(L, b), lua_tonumber(L, c)));
        return;
    }
    const tw_tracer *tr = active(L);
    tw_node x[3] = {0}, y[3] = {0}, z[3] = {0};
    operand(L, a, x);
    if (tw_tape_operands(op) > 1) operand(L, b, y);
    if (tw_tape_operands(op) > 2) operand(L, c, z);
    tw_node out = tw_tape_apply(tr->builder, op, x[0], y[0], z[0]);
    push(L, tr, 1, &out);
}

static int math_op(lua_State *L) {
    int given = lua_gettop(L);
    tw_tape_op op = op_of(L, given);
    int n = tw_tape_operands(op);
    bool many = op == TW_TAPE_MIN || op == TW_TAPE_MAX;
    if (many && given > n) n = given;
    if (many && given == 1) n = 1;
    if (op == TW_TAPE_LOG && given == 2) n = 2;
    if (given != n)
        tw_error(L, "tw.math.%s: expected %d argument%s, got %d", tw_tape_op_name(op), n,
                 n == 1 ? "" : "s", given);
    for (int i = 1; i <= n; i++) check_operand(L, i, op);
    if (many) {
        lua_pushvalue(L, 1);
        for (int i = 2; i <= n; i++) apply(L, op, lua_gettop(L), i, i);
    } else if (op == TW_TAPE_LOG && n == 2) {
        apply(L, op, 1, 1, 1);
        apply(L, op, 2, 2, 2);
        apply(L, TW_TAPE_DIV, -2 + lua_gettop(L) + 1, lua_gettop(L), lua_gettop(L));
    } else {
        apply(L, op, 1, n > 1 ? 2 : 1, n > 2 ? 3 : 1);
    }
    return 1;
}

/* ---- tracing -------------------------------------------------------------------------------- */

static void change_frame(tw_tape_builder *b, const tw_frame_change *change, tw_node v[3]) {
    mat3 R = q_matrix(change->pose.q);
    const double p[3] = {change->pose.x.x, change->pose.x.y, change->pose.x.z};
    tw_node out[3];
    for (int i = 0; i < 3; i++) {
        tw_node row[3];
        for (int j = 0; j < 3; j++) row[j] = tw_tape_const(b, R.m[i][j]);
        out[i] = dot(b, row, v);
        if (change->point)
            out[i] = tw_tape_apply(b, TW_TAPE_ADD, out[i], tw_tape_const(b, p[i]), 0);
    }
    memcpy(v, out, sizeof out);
}

/* the text of an error inside the function, with advice where it is a matter of math.sin(t) */
static void explain(tw_reader *r) {
    lua_State *L = r->L;
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "error";
    const char *name = strstr(text, "to '");
    char function[32] = "";
    bool of_t = strstr(text, TRACED_NAME) != NULL;
    if (of_t && name) sscanf(name, "to '%31[a-z0-9]'", function);
    for (int op = 0; op < TW_TAPE_OP_COUNT && *function; op++)
        if (!strcmp(function, tw_tape_op_name((tw_tape_op)op))) {
            tw_read_fail(r, "the function of t cannot be traced: %s; use tw.math.%s", text,
                         function);
            return;
        }
    tw_read_fail(r, "the function of t cannot be traced: %s", text);
}

/* what the function returned, as nodes of `dim` outputs */
static bool outputs(tw_reader *r, tw_tracer *tr, int dim, const tw_frame_change *change,
                    tw_tape **tape) {
    tw_node out[3];
    int got = operand(r->L, -1, out);
    if (got != dim)
        return tw_read_expected(r, -1,
                                dim == 1 ? "a function of t that returns a number"
                                         : "a function of t that returns a vector {x, y, z}");
    if (dim == 3 && change && (change->point || change->vector))
        change_frame(tr->builder, change, out);
    if (tw_tape_finish(tr->builder, out, dim, tape) != TW_OK)
        return tw_read_fail(r, "%s", tw_failure());
    return true;
}

typedef struct run {
    tw_reader *r;
    int dim;
    const tw_frame_change *change;
    tw_tape **tape;
    bool ok;
} run;

/* protected: calls the function at 1 with t; the run is at 2 */
static int call_function(lua_State *L) {
    run *job = lua_touserdata(L, 2);
    tw_tracer *tr = tw_script_of(L)->tracer;
    tw_node t = tw_tape_input(tr->builder, 0);
    lua_pushvalue(L, 1);
    push(L, tr, 1, &t);
    lua_call(L, 1, 1);
    lua_State *before = job->r->L;
    job->r->L = L;
    job->ok = outputs(job->r, tr, job->dim, job->change, job->tape);
    job->r->L = before;
    return 0;
}

bool tw_trace(tw_reader *r, int index, int dim, const tw_frame_change *change, tw_tape **tape) {
    lua_State *L = r->L;
    tw_script *s = tw_script_of(L);
    tw_tracer tr = {.serial = ++s->traces, .outer = s->tracer};
    *tape = NULL;
    if (tr.outer) return tw_read_fail(r, "a function of t cannot be made inside another one");
    if (tw_tape_builder_create(1, &tr.builder) != TW_OK) return tw_read_fail(r, "%s", tw_failure());
    run job = {.r = r, .dim = dim, .change = change, .tape = tape};
    index = lua_absindex(L, index);
    s->tracer = &tr;
    lua_pushcfunction(L, call_function);
    lua_pushvalue(L, index);
    lua_pushlightuserdata(L, &job);
    /* the caller holds on to what the field belongs to: the function may look, and change nothing
     */
    tw_world *w = r->scene ? r->scene->world : NULL;
    bool frozen = w && w->frozen;
    const char *by = w ? w->frozen_by : NULL;
    if (w) {
        w->frozen = true;
        w->frozen_by = "a function of t";
    }
    int code = lua_pcall(L, 2, 0, 0);
    if (w) {
        w->frozen = frozen;
        w->frozen_by = by;
    }
    s->tracer = tr.outer;
    tw_tape_builder_destroy(tr.builder);
    if (code == LUA_OK) return job.ok;
    explain(r);
    lua_pop(L, 1);
    return false;
}

void tw_open_trace(lua_State *L, int module) {
    static const luaL_Reg meta[] = {
        {"__add", traced_add},       {"__sub", traced_sub},    {"__mul", traced_mul},
        {"__div", traced_div},       {"__pow", traced_pow},    {"__mod", traced_mod},
        {"__idiv", traced_idiv},     {"__unm", traced_unm},    {"__lt", traced_compare},
        {"__le", traced_compare},    {"__eq", traced_compare}, {"__concat", traced_text},
        {"__tostring", traced_text}, {"__call", traced_call},  {NULL, NULL}};
    static const luaL_Reg methods[] = {{"dot", tw_traced_dot},
                                       {"cross", tw_traced_cross},
                                       {"length", traced_length},
                                       {"normalized", traced_normalized},
                                       {NULL, NULL}};
    luaL_newmetatable(L, "tw.traced");
    luaL_setfuncs(L, meta, 0);
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    lua_pushcclosure(L, traced_index, 1);
    lua_setfield(L, -2, "__index");
    lua_pushstring(L, TRACED_NAME);
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);

    lua_newtable(L);
    for (int op = TW_TAPE_POW; op < TW_TAPE_OP_COUNT; op++) {
        lua_pushinteger(L, op);
        lua_pushcclosure(L, math_op, 1);
        lua_setfield(L, -2, tw_tape_op_name((tw_tape_op)op));
    }
    lua_pushnumber(L, M_PI);
    lua_setfield(L, -2, "pi");
    lua_pushnumber(L, HUGE_VAL);
    lua_setfield(L, -2, "huge");
    lua_setfield(L, module, "math");
}
