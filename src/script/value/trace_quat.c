/*
 * Traced quaternions: products, rotations and constructors from traced numbers and vectors, with
 * the same meaning as for plain ones (vec.c). q * v rotates v by q / |q|. For orientations of
 * bodies, plain quaternions of length 1, results of tw.axis_angle, tw.euler, tw.rotation and
 * q:normalized(), and products of these, |q| = 1 is known and the division is left out; derivatives
 * along the motion do not change by this, because the motion stays on the unit sphere.
 */
#include "script/value/trace.h"

#include <string.h>

static tw_node neg(const tw_tracer *tr, tw_node x) {
    return tw_tape_apply(tr->builder, TW_TAPE_NEG, x, 0, 0);
}

void tw_node_q_mul(const tw_tracer *tr, const tw_node p[4], const tw_node q[4], tw_node out[4]) {
    static const struct {
        int at;
        bool minus;
    } term[4][4] = {{{0, 0}, {1, 1}, {2, 1}, {3, 1}},
                    {{1, 0}, {0, 0}, {3, 0}, {2, 1}},
                    {{2, 0}, {3, 1}, {0, 0}, {1, 0}},
                    {{3, 0}, {2, 0}, {1, 1}, {0, 0}}};
    for (int i = 0; i < 4; i++) {
        tw_node sum = tw_node_mul(tr, p[0], q[term[i][0].at]);
        for (int j = 1; j < 4; j++) {
            tw_node one = tw_node_mul(tr, p[j], q[term[i][j].at]);
            sum = term[i][j].minus ? tw_node_sub(tr, sum, one) : tw_node_add(tr, sum, one);
        }
        out[i] = sum;
    }
}

static bool is_zero(const tw_tracer *tr, tw_node x) {
    double value;
    return tw_tape_constant(tr->builder, x, &value) && value == 0;
}

/* by the columns of the rotation matrix of q (base/math/vec.h, q_matrix); a column that is
 * multiplied by a constant 0 of v is left out */
void tw_node_q_rotate(const tw_tracer *tr, const tw_node q[4], bool unit, const tw_node v[3],
                      tw_node out[3]) {
    tw_node two = tw_node_const(tr, 2), s[4];
    if (!unit) two = tw_tape_apply(tr->builder, TW_TAPE_DIV, two, tw_node_dot(tr, 4, q, q), 0);
    for (int i = 0; i < 4; i++) s[i] = tw_node_mul(tr, two, q[i]);
    for (int i = 0; i < 3; i++) out[i] = -1;
    for (int j = 0; j < 3; j++) {
        if (is_zero(tr, v[j])) continue;
        int k = (j + 1) % 3, l = (j + 2) % 3;
        tw_node column[3];
        column[j] = tw_node_sub(tr, tw_node_const(tr, 1),
                                tw_node_add(tr, tw_node_mul(tr, s[k + 1], q[k + 1]),
                                            tw_node_mul(tr, s[l + 1], q[l + 1])));
        column[k] =
            tw_node_add(tr, tw_node_mul(tr, s[j + 1], q[k + 1]), tw_node_mul(tr, s[l + 1], q[0]));
        column[l] =
            tw_node_sub(tr, tw_node_mul(tr, s[j + 1], q[l + 1]), tw_node_mul(tr, s[k + 1], q[0]));
        for (int i = 0; i < 3; i++) {
            tw_node one = tw_node_mul(tr, column[i], v[j]);
            out[i] = out[i] < 0 ? one : tw_node_add(tr, out[i], one);
        }
    }
    for (int i = 0; i < 3; i++)
        if (out[i] < 0) out[i] = tw_node_const(tr, 0);
}

void tw_node_turn(const tw_tracer *tr, int axes, bool inverse, const tw_node v[3], tw_node out[3]) {
    for (int i = 0; i < 3; i++) {
        out[i] = -1;
        for (int j = 0; j < 3; j++) {
            if (is_zero(tr, v[j])) continue;
            tw_node r = tw_tape_input(tr->builder, axes + (inverse ? 3 * i + j : 3 * j + i));
            tw_node one = tw_node_mul(tr, r, v[j]);
            out[i] = out[i] < 0 ? one : tw_node_add(tr, out[i], one);
        }
        if (out[i] < 0) out[i] = tw_node_const(tr, 0);
    }
}

/* ---- making --------------------------------------------------------------------------------- */

static tw_node number(lua_State *L, int index, const char *what) {
    tw_node one[4];
    char got[64];
    if (tw_traced_operand(L, index, one, NULL) != 1)
        tw_error(L, "%s: expected a number, got %s", what, tw_describe(L, index, got, sizeof got));
    return one[0];
}

int tw_traced_quat(lua_State *L) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node out[4];
    for (int i = 0; i < 4; i++) out[i] = number(L, i + 1, "tw.quat");
    tw_push_traced(L, tr, 4, out);
    return 1;
}

/* out: unit vector along the vector at index, traced or not */
static void direction(lua_State *L, int index, const char *what, tw_node out[3]) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node a[4];
    vec3 v;
    char got[64];
    if (tw_get_vec3(L, index, &v)) {
        if (!(v3_length(v) > 0)) tw_error(L, "%s: a direction has length 0", what);
        v = v3_normalized(v);
        const double c[3] = {v.x, v.y, v.z};
        for (int i = 0; i < 3; i++) out[i] = tw_node_const(tr, c[i]);
        return;
    }
    if (tw_traced_operand(L, index, a, NULL) != 3)
        tw_error(L, "%s: expected a vector, got %s", what, tw_describe(L, index, got, sizeof got));
    tw_node_normalize(tr, 3, a, out);
}

/* out: quaternion of the rotation by an angle about a unit axis */
static void turn(const tw_tracer *tr, const tw_node axis[3], tw_node angle, tw_node out[4]) {
    tw_node half = tw_node_mul(tr, tw_node_const(tr, 0.5), angle);
    tw_node s = tw_tape_apply(tr->builder, TW_TAPE_SIN, half, 0, 0);
    out[0] = tw_tape_apply(tr->builder, TW_TAPE_COS, half, 0, 0);
    for (int i = 0; i < 3; i++)
        out[i + 1] = is_zero(tr, axis[i]) ? tw_node_const(tr, 0) : tw_node_mul(tr, s, axis[i]);
}

int tw_traced_axis_angle(lua_State *L) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node axis[3], out[4];
    direction(L, 1, "tw.axis_angle", axis);
    turn(tr, axis, number(L, 2, "tw.axis_angle"), out);
    tw_push_traced(L, tr, 4, out)->unit = true;
    return 1;
}

/* Euler angles: the product of the rotations Rz Ry Rx */
int tw_traced_euler(lua_State *L) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node q[4] = {tw_node_const(tr, 1), tw_node_const(tr, 0), tw_node_const(tr, 0),
                    tw_node_const(tr, 0)};
    for (int k = 0; k < 3; k++) {
        tw_node axis[3], one[4], product[4];
        for (int i = 0; i < 3; i++) axis[i] = tw_node_const(tr, i == k ? 1 : 0);
        turn(tr, axis, number(L, k + 1, "tw.euler"), one);
        tw_node_q_mul(tr, one, q, product);
        memcpy(q, product, sizeof q);
    }
    tw_push_traced(L, tr, 4, q)->unit = true;
    return 1;
}

/* tw.rotation(a, b) for traced vectors, like q_between of base/math/vec.h; for opposite directions
 * the result is NaN */
int tw_traced_rotation(lua_State *L) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node a[3], b[3], q[4];
    direction(L, 1, "tw.rotation", a);
    direction(L, 2, "tw.rotation", b);
    q[0] = tw_node_add(tr, tw_node_const(tr, 1), tw_node_dot(tr, 3, a, b));
    tw_node_cross(tr, a, b, q + 1);
    tw_node_normalize(tr, 4, q, q);
    tw_push_traced(L, tr, 4, q)->unit = true;
    return 1;
}

/* ---- methods -------------------------------------------------------------------------------- */

static void quat_at(lua_State *L, int index, const char *what, tw_node q[4], bool *unit) {
    char got[64];
    if (tw_traced_operand(L, index, q, unit) != 4)
        tw_error(L, "%s: expected a quaternion, got %s", what,
                 tw_describe(L, index, got, sizeof got));
}

/* pushes the conjugate of the quaternion at stack index 1, whose components are q */
static int push_conj(lua_State *L, const tw_tracer *tr, tw_node q[4], bool unit) {
    const tw_traced *from = tw_test_traced(L, 1);
    for (int i = 1; i < 4; i++) q[i] = neg(tr, q[i]);
    tw_traced *v = tw_push_traced(L, tr, 4, q);
    v->unit = unit;
    if (from && from->axes) {
        v->axes = from->axes;
        v->inverse = !from->inverse;
    }
    return 1;
}

static int traced_conj(lua_State *L) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node q[4];
    bool unit;
    quat_at(L, 1, "conj", q, &unit);
    return push_conj(L, tr, q, unit);
}

static int traced_inverse(lua_State *L) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node q[4];
    bool unit;
    quat_at(L, 1, "inverse", q, &unit);
    tw_node n = unit ? -1 : tw_node_dot(tr, 4, q, q);
    for (int i = 0; i < 4 && !unit; i++) q[i] = tw_tape_apply(tr->builder, TW_TAPE_DIV, q[i], n, 0);
    return push_conj(L, tr, q, unit);
}

static int traced_q_normalized(lua_State *L) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node q[4];
    bool unit;
    quat_at(L, 1, "normalized", q, &unit);
    if (unit) {
        lua_settop(L, 1);
        return 1;
    }
    tw_node_normalize(tr, 4, q, q);
    tw_push_traced(L, tr, 4, q)->unit = true;
    return 1;
}

int tw_traced_q_dot(lua_State *L) {
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node p[4], q[4];
    quat_at(L, 1, "dot", p, NULL);
    quat_at(L, 2, "dot", q, NULL);
    tw_node out = tw_node_dot(tr, 4, p, q);
    tw_push_traced(L, tr, 1, &out);
    return 1;
}

const luaL_Reg tw_traced_quat_methods[] = {{"conj", traced_conj},
                                           {"inverse", traced_inverse},
                                           {"normalized", traced_q_normalized},
                                           {"dot", tw_traced_q_dot},
                                           {NULL, NULL}};
