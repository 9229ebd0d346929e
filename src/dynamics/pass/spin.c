/*
 * Free rotation of a rigid body (Euler's top):
 *
 *     L_b' = L_b x omega,  omega = I^-1 L_b,  q' = q omega / 2            body axes
 *
 * Bodies with an axis of symmetry n go in closed form, whatever the angle: with the inverse moments
 * p across the axis and a along it,
 *
 *     q(h) = exp(h p L) q exp(h (a - p) (L_b . n) n).
 *
 * For other bodies L_b and q are Taylor series in time, each term of which follows from those
 * before it by products of series (both equations are bilinear). The time is divided into parts. A
 * series ends where its terms are below rounding, so that each part is exact; where the terms do
 * not fall fast enough the part is halved. Every part begins with L_b = R^T L: angular momentum and
 * energy stay to rounding.
 */
#include "dynamics/pass/spin.h"

#include "base/math/turn.h"

#include <math.h>
#include <stdbool.h>

enum { TERMS = 24 };

/* rotation, rad, that one part of the time covers if its series converges */
static const double PART = 0.5;

/* largest number of parts in one call. After so many radians of rotation no digit of the angle is
 * right any more: L and the energy stay exact, the phase does not */
static const double MOST = 1e5;

/* terms of a series below this, relative to the sum, are left out */
static const double NOTHING = 1e-17;

/* index (0, 1, 2) of the body axis about which the inertia is symmetric; 3: it is about every axis;
 * -1: about none, or the body axes are not principal axes */
static int symmetry(const mat3 *I_inv) {
    const double(*m)[3] = I_inv->m;
    if (m[0][1] != 0 || m[0][2] != 0 || m[1][2] != 0) return -1;
    static const double EQUAL = 4e-16;
    bool same[3]; /* same[i]: are the moments of inertia about the two axes other than i equal? */
    for (int i = 0; i < 3; i++) {
        double u = m[(i + 1) % 3][(i + 1) % 3], v = m[(i + 2) % 3][(i + 2) % 3];
        same[i] = fabs(u - v) <= EQUAL * fmax(u, v);
    }
    if (same[0] && same[1]) return 3;
    return same[0] ? 0 : same[1] ? 1 : same[2] ? 2 : -1;
}

/* n-th coefficient of a product of two power series a and b: the sum over i of a_i x b_(n-i); for
 * quaternions the sum of r_i (0, b_(n-i)) */
static vec3 sum_cross(const vec3 *a, const vec3 *b, int n) {
    vec3 sum = v3_zero();
    for (int i = 0; i <= n; i++) sum = v3_add(sum, v3_cross(a[i], b[n - i]));
    return sum;
}

static quat sum_turn(const quat *r, const vec3 *b, int n) {
    quat sum = {0, 0, 0, 0};
    for (int i = 0; i <= n; i++) {
        quat p = q_mul(r[i], (quat){0, b[n - i].x, b[n - i].y, b[n - i].z});
        sum = (quat){sum.w + p.w, sum.x + p.x, sum.y + p.y, sum.z + p.z};
    }
    return sum;
}

/* *turn: rotation (body axes) in s seconds that begin with the angular momentum L_b; false: the
 * series does not converge within TERMS terms */
static bool part_of_way(const mat3 *I_inv, vec3 L_b, double s, quat *turn) {
    vec3 L[TERMS + 1], omega[TERMS + 1];
    quat r[TERMS + 1];
    double size = v3_length(L_b);
    L[0] = L_b;
    r[0] = (quat){1, 0, 0, 0};
    *turn = r[0];
    int small = 0;
    for (int n = 0; n < TERMS; n++) {
        omega[n] = m3_mul_v(I_inv, L[n]);
        double by = s / (n + 1);
        L[n + 1] = v3_scale(sum_cross(L, omega, n), by);
        quat p = sum_turn(r, omega, n);
        r[n + 1] = (quat){by / 2 * p.w, by / 2 * p.x, by / 2 * p.y, by / 2 * p.z};
        const quat *x = &r[n + 1];
        *turn = (quat){turn->w + x->w, turn->x + x->x, turn->y + x->y, turn->z + x->z};
        double most = fmax(fmax(fabs(x->w), fabs(x->x)), fmax(fabs(x->y), fabs(x->z)));
        small = most <= NOTHING && v3_length(L[n + 1]) <= NOTHING * size ? small + 1 : 0;
        if (small == 2) return true;
    }
    return false;
}

static quat by_series(const mat3 *I_inv, quat q, vec3 L, double h) {
    double rest = fabs(h), sign = h < 0 ? -1 : 1, least = rest / MOST;
    while (rest > 0) {
        vec3 L_b = q_rotate(q_conj(q), L);
        double speed = v3_length(m3_mul_v(I_inv, L_b)), s = fmin(rest, PART / speed);
        quat turn;
        while (!part_of_way(I_inv, L_b, sign * s, &turn))
            if (!((s /= 2) > 0)) return q;
        q = q_normalized(q_mul(q, turn));
        rest -= fmax(s, least);
    }
    return q;
}

quat tw_spin(const mat3 *I_inv, quat q, vec3 L, double h) {
    double size = v3_dot(L, L);
    if (size == 0 || h == 0 || !isfinite(size)) return q;
    int axis = symmetry(I_inv);
    if (axis < 0) return by_series(I_inv, q, L, h);
    if (axis == 3) return q_turned(v3_scale(L, h * I_inv->m[0][0]), q);
    double across = I_inv->m[(axis + 1) % 3][(axis + 1) % 3], along = I_inv->m[axis][axis];
    vec3 L_b = q_rotate(q_conj(q), L);
    double own[3] = {0, 0, 0};
    own[axis] = h * (along - across) * (axis == 0 ? L_b.x : axis == 1 ? L_b.y : L_b.z);
    return q_turned(v3_scale(L, h * across), q_mul(q, q_exp(v3_load(own))));
}
