/*
 * Traced numbers and vectors: operations of a script on them while its function is recorded. Each
 * operation appends to the tape; operations that cannot be recorded raise an error that names an
 * alternative.
 */
#include "script/value/trace.h"

#include <string.h>

static const char traced_tag;

tw_traced *tw_test_traced(lua_State *L, int index) {
    return tw_test_tag(L, index, &traced_tag);
}

bool tw_is_traced(lua_State *L, int index) {
    tw_traced *v = tw_test_traced(L, index);
    return v && v->dim == 1;
}

bool tw_is_traced3(lua_State *L, int index) {
    tw_traced *v = tw_test_traced(L, index);
    return v && v->dim == 3;
}

bool tw_any_traced(lua_State *L) {
    return tw_test_traced(L, 1) || tw_test_traced(L, 2);
}

static const char *name_of_values(lua_State *L) {
    const tw_tracer *tr = tw_script_of(L)->tracer;
    return tr ? tr->value : "value that depends on t";
}

const char *tw_traced_name(lua_State *L, int index, char *buf, size_t size) {
    const tw_traced *v = tw_test_traced(L, index);
    if (!v) return NULL;
    snprintf(buf, size, "%s %s",
             v->dim == 1   ? "a number"
             : v->dim == 3 ? "a vector"
                           : "a quaternion",
             name_of_values(L) + strlen("value "));
    return buf;
}

static _Noreturn void kept(lua_State *L) {
    tw_error(L, "a value of a function that was traced (its t or x) was kept beyond it");
}

const tw_tracer *tw_active_tracer(lua_State *L) {
    const tw_tracer *tr = tw_script_of(L)->tracer;
    if (!tr) kept(L);
    return tr;
}

tw_traced *tw_push_traced(lua_State *L, const tw_tracer *tr, int dim, const tw_node *node) {
    tw_traced *v = lua_newuserdatauv(L, sizeof *v, 0);
    *v = (tw_traced){.tag = &traced_tag, .serial = tr->serial, .dim = dim};
    memcpy(v->node, node, (size_t)dim * sizeof *node);
    luaL_setmetatable(L, "tw.traced");
    return v;
}

static int constants(const tw_tracer *tr, int dim, const double *c, tw_node *out) {
    for (int i = 0; i < dim; i++) out[i] = tw_tape_const(tr->builder, c[i]);
    return dim;
}

/* reads a table like {t, 0, tw.math.sin(t)} as a vector, some of whose components are traced */
static int table_operand(lua_State *L, int index, tw_node out[4]) {
    if (lua_type(L, index) != LUA_TTABLE) return 0;
    lua_Unsigned n = lua_rawlen(L, index);
    if (n != 3 && n != 4) return 0;
    index = lua_absindex(L, index);
    bool ok = true;
    for (int i = 0; i < (int)n && ok; i++) {
        tw_node one[4];
        lua_rawgeti(L, index, i + 1);
        int type = lua_type(L, -1);
        ok = (type == LUA_TNUMBER || type == LUA_TUSERDATA) &&
             tw_traced_operand(L, -1, one, NULL) == 1;
        out[i] = one[0];
        lua_pop(L, 1);
    }
    return ok ? (int)n : 0;
}

int tw_traced_operand(lua_State *L, int index, tw_node out[4], bool *unit) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_traced *v = tw_test_traced(L, index);
    vec3 c;
    quat q;
    if (unit) *unit = false;
    if (v) {
        if (v->serial != tr->serial) kept(L);
        memcpy(out, v->node, sizeof v->node);
        if (unit) *unit = v->unit;
        return v->dim;
    }
    if (lua_type(L, index) == LUA_TNUMBER) {
        const double x = lua_tonumber(L, index);
        return constants(tr, 1, &x, out);
    }
    if (tw_get_vec3(L, index, &c)) return constants(tr, 3, (const double[]){c.x, c.y, c.z}, out);
    if (tw_get_quat(L, index, &q)) {
        if (unit) *unit = fabs(q_dot(q, q) - 1) <= 4e-16;
        return constants(tr, 4, (const double[]){q.w, q.x, q.y, q.z}, out);
    }
    return table_operand(L, index, out);
}

/* ---- nodes ---------------------------------------------------------------------------------- */

tw_node tw_node_add(const tw_tracer *tr, tw_node x, tw_node y) {
    return tw_tape_apply(tr->builder, TW_TAPE_ADD, x, y, 0);
}

tw_node tw_node_sub(const tw_tracer *tr, tw_node x, tw_node y) {
    return tw_tape_apply(tr->builder, TW_TAPE_SUB, x, y, 0);
}

tw_node tw_node_mul(const tw_tracer *tr, tw_node x, tw_node y) {
    return tw_tape_apply(tr->builder, TW_TAPE_MUL, x, y, 0);
}

tw_node tw_node_const(const tw_tracer *tr, double value) {
    return tw_tape_const(tr->builder, value);
}

tw_node tw_node_dot(const tw_tracer *tr, int dim, const tw_node *x, const tw_node *y) {
    tw_node sum = tw_node_mul(tr, x[0], y[0]);
    for (int i = 1; i < dim; i++) sum = tw_node_add(tr, sum, tw_node_mul(tr, x[i], y[i]));
    return sum;
}

void tw_node_cross(const tw_tracer *tr, const tw_node x[3], const tw_node y[3], tw_node out[3]) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = tw_node_sub(tr, tw_node_mul(tr, x[j], y[k]), tw_node_mul(tr, x[k], y[j]));
    }
}

static tw_node length_of(const tw_tracer *tr, int dim, const tw_node *x) {
    return tw_tape_apply(tr->builder, TW_TAPE_SQRT, tw_node_dot(tr, dim, x, x), 0, 0);
}

void tw_node_normalize(const tw_tracer *tr, int dim, const tw_node *x, tw_node *out) {
    tw_node n = length_of(tr, dim, x);
    for (int i = 0; i < dim; i++) out[i] = tw_tape_apply(tr->builder, TW_TAPE_DIV, x[i], n, 0);
}

/* ---- arithmetic ----------------------------------------------------------------------------- */

static bool fits(tw_tape_op op, int da, int db) {
    if (!da || !db) return false;
    switch (op) {
    case TW_TAPE_ADD:
    case TW_TAPE_SUB:
        return da == db;
    case TW_TAPE_MUL:
        return da == 1 || db == 1 || da == 4;
    case TW_TAPE_DIV:
        return db == 1;
    default:
        return da == 1 && db == 1;
    }
}

int tw_traced_arith(lua_State *L, tw_tape_op op) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node a[4], b[4], out[4];
    bool ua, ub;
    char ga[64], gb[64];
    int da = tw_traced_operand(L, 1, a, &ua), db = tw_traced_operand(L, 2, b, &ub);
    if (!fits(op, da, db))
        tw_error(L, "cannot %s %s and %s%s", tw_tape_op_name(op), tw_describe(L, 1, ga, sizeof ga),
                 tw_describe(L, 2, gb, sizeof gb),
                 op == TW_TAPE_MUL && da == 3 && db == 3
                     ? " (a:dot(b) and a:cross(b) multiply vectors)"
                     : "");
    if (op == TW_TAPE_MUL && da == 4 && db == 4) {
        tw_node_q_mul(tr, a, b, out);
        tw_push_traced(L, tr, 4, out)->unit = ua && ub;
        return 1;
    }
    if (op == TW_TAPE_MUL && da == 4 && db == 3) {
        const tw_traced *q = tw_test_traced(L, 1);
        if (q && q->axes)
            tw_node_turn(tr, q->axes - 1, q->inverse, b, out);
        else
            tw_node_q_rotate(tr, a, ua, b, out);
        tw_push_traced(L, tr, 3, out);
        return 1;
    }
    int dim = da > db ? da : db;
    for (int i = 0; i < dim; i++)
        out[i] = tw_tape_apply(tr->builder, op, a[da == 1 ? 0 : i], b[db == 1 ? 0 : i], 0);
    tw_push_traced(L, tr, dim, out);
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
    tw_traced *q = tw_test_traced(L, -1);
    const tw_tracer *tr = tw_active_tracer(L);
    if (q->dim != 1) tw_error(L, "cannot be traced: // of a vector");
    tw_node out = tw_tape_apply(tr->builder, TW_TAPE_FLOOR, q->node[0], 0, 0);
    tw_push_traced(L, tr, 1, &out);
    return 1;
}

static int traced_unm(lua_State *L) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node a[4];
    bool unit;
    int dim = tw_traced_operand(L, 1, a, &unit);
    for (int i = 0; i < dim; i++) a[i] = tw_tape_apply(tr->builder, TW_TAPE_NEG, a[i], 0, 0);
    tw_push_traced(L, tr, dim, a)->unit = unit;
    return 1;
}

/* ---- vectors -------------------------------------------------------------------------------- */

int tw_traced_vector(lua_State *L) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node out[3], one[4];
    for (int i = 0; i < 3; i++) {
        char got[64];
        if (tw_traced_operand(L, i + 1, one, NULL) != 1)
            tw_error(L, "tw.vec3: expected a number, got %s",
                     tw_describe(L, i + 1, got, sizeof got));
        out[i] = one[0];
    }
    tw_push_traced(L, tr, 3, out);
    return 1;
}

static void two(lua_State *L, const char *what, tw_node a[4], tw_node b[4]) {
    if (tw_traced_operand(L, 1, a, NULL) != 3 || tw_traced_operand(L, 2, b, NULL) != 3)
        tw_error(L, "%s: expected a vector", what);
}

int tw_traced_dot(lua_State *L) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node a[4], b[4];
    two(L, "dot", a, b);
    tw_node out = tw_node_dot(tr, 3, a, b);
    tw_push_traced(L, tr, 1, &out);
    return 1;
}

int tw_traced_cross(lua_State *L) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node a[4], b[4], out[3];
    two(L, "cross", a, b);
    tw_node_cross(tr, a, b, out);
    tw_push_traced(L, tr, 3, out);
    return 1;
}

static int traced_length(lua_State *L) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node a[4];
    if (tw_traced_operand(L, 1, a, NULL) != 3) tw_error(L, "length: expected a vector");
    tw_node out = length_of(tr, 3, a);
    tw_push_traced(L, tr, 1, &out);
    return 1;
}

static int traced_normalized(lua_State *L) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node a[4];
    if (tw_traced_operand(L, 1, a, NULL) != 3) tw_error(L, "normalized: expected a vector");
    tw_node_normalize(tr, 3, a, a);
    tw_push_traced(L, tr, 3, a);
    return 1;
}

/* number, 1 .. dim, of the component that the key at stack index 2 names by a letter of "xyz" or
 * "wxyz", or gives by its number; 0: none */
static int component(lua_State *L, const tw_traced *v) {
    if (lua_type(L, 2) == LUA_TNUMBER) {
        double k = lua_tonumber(L, 2);
        return k >= 1 && k <= v->dim ? (int)k : 0;
    }
    const char *s = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    const char *names = v->dim == 4 ? "wxyz" : "xyz";
    const char *at = *s && !s[1] ? strchr(names, *s) : NULL;
    return at ? (int)(at - names) + 1 : 0;
}

/* __index of traced values; upvalues: methods of vectors, methods of quaternions */
static int traced_index(lua_State *L) {
    tw_traced *v = tw_test_traced(L, 1);
    const char *s = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    if (v->dim == 1) tw_error(L, "cannot be traced: a number has no field '%s'", s);
    int i = component(L, v);
    if (i) {
        tw_push_traced(L, tw_active_tracer(L), 1, &v->node[i - 1]);
        return 1;
    }
    /* no value for a number out of range, so that ipairs ends */
    if (lua_type(L, 2) == LUA_TNUMBER) return 0;
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(v->dim == 4 ? 2 : 1)) == LUA_TNIL)
        tw_error(L,
                 v->dim == 4 ? "a quaternion has no field '%s'; it has w, x, y, z, inverse, "
                               "conj, dot, normalized"
                             : "a vector has no field '%s'; it has x, y, z, dot, cross, length, "
                               "normalized",
                 s);
    return 1;
}

static int traced_len(lua_State *L) {
    tw_traced *v = tw_test_traced(L, 1);
    if (v->dim == 1) tw_error(L, "cannot be traced: a number has no length");
    lua_pushinteger(L, v->dim);
    return 1;
}

static int traced_compare(lua_State *L) {
    tw_error(L,
             "cannot be traced: a comparison of a %s; use tw.math.select(c, a, b) (a where c >= "
             "0), tw.math.min or tw.math.max",
             name_of_values(L));
}

static int traced_text(lua_State *L) {
    tw_error(L, "cannot be traced: a %s has no text", name_of_values(L));
}

static int traced_call(lua_State *L) {
    tw_error(L, "cannot be traced: a call of a %s", name_of_values(L));
}

const luaL_Reg tw_traced_vec_methods[] = {{"dot", tw_traced_dot},
                                          {"cross", tw_traced_cross},
                                          {"length", traced_length},
                                          {"normalized", traced_normalized},
                                          {NULL, NULL}};

void tw_open_traced(lua_State *L) {
    static const luaL_Reg meta[] = {{"__add", traced_add},    {"__sub", traced_sub},
                                    {"__mul", traced_mul},    {"__div", traced_div},
                                    {"__pow", traced_pow},    {"__mod", traced_mod},
                                    {"__idiv", traced_idiv},  {"__unm", traced_unm},
                                    {"__lt", traced_compare}, {"__le", traced_compare},
                                    {"__eq", traced_compare}, {"__concat", traced_text},
                                    {"__len", traced_len},    {"__tostring", traced_text},
                                    {"__call", traced_call},  {NULL, NULL}};
    luaL_newmetatable(L, "tw.traced");
    luaL_setfuncs(L, meta, 0);
    lua_newtable(L);
    luaL_setfuncs(L, tw_traced_vec_methods, 0);
    lua_newtable(L);
    luaL_setfuncs(L, tw_traced_quat_methods, 0);
    lua_pushcclosure(L, traced_index, 2);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}
