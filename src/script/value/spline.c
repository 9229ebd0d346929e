/*
 * Values of fields: tw.spline, and the conversion of numbers, vectors, splines and functions of t
 * to tw_value.
 */
#include "script/value/trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char spline_tag;

const tw_spline_data *tw_test_spline(lua_State *L, int index) {
    return tw_test_tag(L, index, &spline_tag);
}

static int spline_gc(lua_State *L) {
    tw_spline_data *d = tw_test_tag(L, 1, &spline_tag);
    tw_spline_release(d->spline);
    free(d->knots);
    d->spline = NULL;
    d->knots = NULL;
    return 0;
}

/* spline(t): value of the spline at t, where t may be a traced number (trace.h) */
static int spline_call(lua_State *L) {
    const tw_spline_data *d = tw_test_spline(L, 1);
    double out[3][TW_VALUE_MAX];
    char got[64];
    if (tw_is_traced(L, 2)) {
        const tw_tracer *tr = tw_active_tracer(L);
        tw_node x[4], y[4];
        tw_traced_operand(L, 2, x, NULL);
        tw_node_spline(tr, d->spline, x[0], y);
        tw_push_traced(L, tr, d->dim, y);
        return 1;
    }
    if (lua_type(L, 2) != LUA_TNUMBER)
        tw_error(L, "spline(t): expected a number, got %s", tw_describe(L, 2, got, sizeof got));
    tw_spline_eval(d->spline, lua_tonumber(L, 2), 0, out);
    if (d->dim == 1)
        lua_pushnumber(L, out[0][0]);
    else if (d->dim == 4)
        tw_push_quat(L, q_normalized((quat){out[0][0], out[0][1], out[0][2], out[0][3]}));
    else
        tw_push_vec3(L, v3_load(out[0]));
    return 1;
}

/* by dimension */
static const char *const one_of[] = {[1] = "a number", [3] = "a vector", [4] = "a quaternion"};
static const char *const many_of[] = {[1] = "numbers", [3] = "vectors", [4] = "quaternions"};

/* reads the knot {t, v} on top of the stack into *t and out; returns the dimension of v: 1, 3 or 4
 */
static int read_knot(lua_State *L, int i, double *t, double out[4]) {
    char got[64];
    vec3 v;
    quat q;
    if (lua_type(L, -1) != LUA_TTABLE || lua_rawlen(L, -1) != 2)
        tw_error(L, "tw.spline: knot %d: expected {t, value}", i);
    if (lua_rawgeti(L, -1, 1) != LUA_TNUMBER || !isfinite(lua_tonumber(L, -1)))
        tw_error(L, "tw.spline: knot %d: expected a finite time, got %s", i,
                 tw_describe(L, -1, got, sizeof got));
    *t = lua_tonumber(L, -1);
    int dim = 3;
    if (lua_rawgeti(L, -2, 2) == LUA_TNUMBER) {
        dim = 1;
        out[0] = lua_tonumber(L, -1);
    } else if (tw_get_vec3(L, -1, &v)) {
        v3_store(out, v);
    } else if (tw_get_quat(L, -1, &q)) {
        dim = 4;
        memcpy(out, (const double[]){q.w, q.x, q.y, q.z}, sizeof(double[4]));
    } else {
        tw_error(L,
                 "tw.spline: knot %d: expected a number, a vector {x, y, z} or a quaternion as its "
                 "value, got %s",
                 i, tw_describe(L, -1, got, sizeof got));
    }
    for (int k = 0; k < dim; k++)
        if (!isfinite(out[k])) tw_error(L, "tw.spline: knot %d: expected finite numbers", i);
    lua_pop(L, 2);
    return dim;
}

/* scales the quaternion q to length 1 and gives it the sign that is nearer to the knot before, so
 * that the curve rotates the shorter way */
static void toward(lua_State *L, int i, double q[4], const double *before) {
    quat n = {q[0], q[1], q[2], q[3]};
    int exponent;
    if (n.w == 0 && n.x == 0 && n.y == 0 && n.z == 0)
        tw_error(L, "tw.spline: knot %d: expected a quaternion that is not 0", i);
    n = q_normalized(q_scaled(n, &exponent));
    if (before && q_dot(n, (quat){before[0], before[1], before[2], before[3]}) < 0)
        n = (quat){-n.w, -n.x, -n.y, -n.z};
    memcpy(q, (const double[]){n.w, n.x, n.y, n.z}, sizeof(double[4]));
}

static tw_spline_ends read_ends(lua_State *L) {
    tw_spline_ends ends = TW_SPLINE_NATURAL;
    char got[64];
    if (lua_getfield(L, 1, "ends") != LUA_TNIL) {
        const char *s = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
        if (!strcmp(s, "rest"))
            ends = TW_SPLINE_REST;
        else if (strcmp(s, "natural") != 0)
            tw_error(L, "tw.spline: field 'ends': expected 'natural' or 'rest', got %s",
                     tw_describe(L, -1, got, sizeof got));
    }
    lua_pop(L, 1);
    return ends;
}

static int new_spline(lua_State *L) {
    char got[64];
    if (lua_type(L, 1) != LUA_TTABLE)
        tw_error(L, "tw.spline: expected a table of knots {{t, value}, ...}, got %s",
                 tw_describe(L, 1, got, sizeof got));
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        if (lua_type(L, -2) == LUA_TSTRING && strcmp(lua_tostring(L, -2), "ends") != 0)
            tw_error(L, "tw.spline: unknown field '%s'; did you mean 'ends'?", lua_tostring(L, -2));
        lua_pop(L, 1);
    }
    tw_spline_ends ends = read_ends(L);
    int count = (int)lua_rawlen(L, 1);
    if (count < 2) tw_error(L, "tw.spline: expected 2 knots or more, got %d", count);
    tw_spline_data *d = lua_newuserdatauv(L, sizeof *d, 0);
    *d = (tw_spline_data){.tag = &spline_tag, .count = count, .ends = ends};
    luaL_setmetatable(L, "tw.spline");
    d->knots = malloc((size_t)count * 5 * sizeof *d->knots);
    if (!d->knots) tw_raise(L, tw_fail_memory(), NULL);
    double *point = d->knots + count;
    for (int i = 0; i < count; i++) {
        double v[4];
        lua_rawgeti(L, 1, i + 1);
        int dim = read_knot(L, i + 1, &d->knots[i], v);
        lua_pop(L, 1);
        if (i == 0) d->dim = dim;
        if (dim != d->dim)
            tw_error(L, "tw.spline: knot %d: expected %s, as before", i + 1, one_of[d->dim]);
        if (i && d->knots[i] <= d->knots[i - 1])
            tw_error(L, "tw.spline: knot %d: expected a time after %.14g, got %.14g", i + 1,
                     d->knots[i - 1], d->knots[i]);
        if (dim == 4) toward(L, i + 1, v, i ? point + 4 * (i - 1) : NULL);
        memcpy(point + i * dim, v, (size_t)dim * sizeof *v);
    }
    tw_status s = tw_spline_create(count, d->dim, d->knots, point, ends, &d->spline);
    if (s != TW_OK) tw_raise(L, s, "tw.spline");
    return 1;
}

/* ---- values --------------------------------------------------------------------------------- */

static vec3 changed(const tw_frame_change *change, vec3 v) {
    if (!change || (!change->point && !change->vector)) return v;
    vec3 w = q_rotate(change->pose.q, v);
    return change->point ? v3_add(change->pose.x, w) : w;
}

/* true: the change of frame affects values of this dimension */
static bool changes(const tw_frame_change *change, int dim) {
    if (!change || dim == 1) return false;
    return dim == 4 ? change->rotation : change->point || change->vector;
}

/* transforms a spline by transforming its knots, which is exact because a rigid motion is linear in
 * them */
static tw_status changed_spline(const tw_spline_data *d, const tw_frame_change *change,
                                tw_spline **s) {
    int dim = d->dim;
    double *point = malloc((size_t)d->count * (size_t)dim * sizeof *point);
    if (!point) return tw_fail_memory();
    for (int i = 0; i < d->count; i++) {
        const double *from = d->knots + d->count + dim * i;
        double *to = point + dim * i;
        if (dim == 3) {
            v3_store(to, changed(change, v3_load(from)));
        } else {
            quat q = q_mul(change->pose.q, (quat){from[0], from[1], from[2], from[3]});
            memcpy(to, (const double[]){q.w, q.x, q.y, q.z}, sizeof(double[4]));
        }
    }
    tw_status status = tw_spline_create(d->count, dim, d->knots, point, d->ends, s);
    free(point);
    return status;
}

static bool spline_value(tw_reader *r, const tw_spline_data *d, int dim,
                         const tw_frame_change *change, tw_value *v) {
    if (d->dim != dim)
        return tw_read_fail(r, "expected a spline of %s, got one of %s", many_of[dim],
                            many_of[d->dim]);
    tw_spline *s = d->spline;
    if (!changes(change, dim))
        tw_spline_retain(s);
    else if (changed_spline(d, change, &s) != TW_OK)
        return tw_read_failed(r, NULL);
    *v = tw_value_from_spline(s);
    return true;
}

bool tw_read_value(tw_reader *r, int index, int dim, const tw_frame_change *change, tw_value *v) {
    lua_State *L = r->L;
    const tw_spline_data *spline = tw_test_spline(L, index);
    vec3 c;
    quat q;
    if (spline) return spline_value(r, spline, dim, change, v);
    if (lua_type(L, index) == LUA_TFUNCTION) {
        tw_tape *tape;
        if (!tw_trace(r, index, dim, change, &tape)) return false;
        if (tw_value_check_tape(tape) != TW_OK) {
            tw_tape_release(tape);
            return tw_read_failed(r, NULL);
        }
        *v = tw_value_from_tape(tape);
        return true;
    }
    if (dim == 1 && lua_type(L, index) == LUA_TNUMBER) {
        *v = tw_value_scalar(lua_tonumber(L, index));
        return true;
    }
    if (dim == 3 && tw_get_vec3(L, index, &c)) {
        *v = tw_value_vector(changed(change, c));
        return true;
    }
    if (dim == 4 && tw_get_quat(L, index, &q)) {
        if (change && change->rotation) q = q_mul(change->pose.q, q);
        *v = tw_value_constant((const double[]){q.w, q.x, q.y, q.z}, 4);
        return true;
    }
    return tw_read_expected(r, index,
                            dim == 1   ? "a number, a spline or a function of t"
                            : dim == 4 ? "a quaternion, a spline or a function of t"
                                       : "a vector {x, y, z}, a spline or a function of t");
}

void tw_push_value(lua_State *L, const tw_value *v, double t) {
    double out[3][TW_VALUE_MAX];
    tw_value_eval(v, t, 0, out);
    if (isnan(out[0][0]))
        lua_pushnil(L);
    else if (v->dim == 1)
        lua_pushnumber(L, out[0][0]);
    else if (v->dim == 4)
        tw_push_quat(L, q_normalized((quat){out[0][0], out[0][1], out[0][2], out[0][3]}));
    else
        tw_push_vec3(L, v3_load(out[0]));
}

void tw_open_spline(lua_State *L, int module) {
    static const luaL_Reg meta[] = {{"__gc", spline_gc}, {"__call", spline_call}, {NULL, NULL}};
    luaL_newmetatable(L, "tw.spline");
    luaL_setfuncs(L, meta, 0);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
    lua_pushcfunction(L, new_spline);
    lua_setfield(L, module, "spline");
}
