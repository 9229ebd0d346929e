/* Vectors and bodies of the fast path (points.h) in SIMD lanes, four bodies at a time: functions
 * for its loops. Included by kernel.c and chain_kernel.c, each of which is compiled twice. */
#ifndef TW_DYNAMICS_POINTS_LANES_H
#define TW_DYNAMICS_POINTS_LANES_H

#include "dynamics/points/impl.h"

#include <math.h>
#include <stddef.h>

typedef tw_lanes lanes;
typedef tw_lanes_bits bits;

typedef struct lanes3 {
    lanes x, y, z;
} lanes3;

typedef struct lanes33 {
    lanes3 r[3]; /* rows */
} lanes33;

static inline lanes dot(lanes3 a, lanes3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline lanes3 add(lanes3 a, lanes3 b) {
    return (lanes3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline lanes3 scale(lanes s, lanes3 a) {
    return (lanes3){s * a.x, s * a.y, s * a.z};
}

static inline lanes3 cross(lanes3 a, lanes3 b) {
    return (lanes3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline lanes3 turn(const lanes33 *R, lanes3 a) {
    return (lanes3){dot(R->r[0], a), dot(R->r[1], a), dot(R->r[2], a)};
}

static inline lanes3 turn_back(const lanes33 *R, lanes3 a) {
    return add(add(scale(a.x, R->r[0]), scale(a.y, R->r[1])), scale(a.z, R->r[2]));
}

/* |x| + |y| + |z| */
static inline lanes size(lanes3 a) {
    return tw_absolute(a.x) + tw_absolute(a.y) + tw_absolute(a.z);
}

/* transposes a 4 x 4 matrix given as four vectors */
static inline void transpose(lanes v[4]) {
    lanes p = __builtin_shufflevector(v[0], v[1], 0, 4, 2, 6);
    lanes q = __builtin_shufflevector(v[0], v[1], 1, 5, 3, 7);
    lanes r = __builtin_shufflevector(v[2], v[3], 0, 4, 2, 6);
    lanes s = __builtin_shufflevector(v[2], v[3], 1, 5, 3, 7);
    v[0] = __builtin_shufflevector(p, r, 0, 1, 4, 5);
    v[1] = __builtin_shufflevector(q, s, 0, 1, 4, 5);
    v[2] = __builtin_shufflevector(p, r, 2, 3, 6, 7);
    v[3] = __builtin_shufflevector(q, s, 2, 3, 6, 7);
}

/* writes x y z 0 of each of four bodies to `to`; consecutive bodies are `stride` numbers apart */
static inline void spread(lanes3 a, double *to, int stride) {
    lanes v[4] = {a.x, a.y, a.z, tw_all(0)};
    transpose(v);
    for (int j = 0; j < TW_LANES; j++) tw_put(to + j * stride, v[j]);
}

static inline void scatter(lanes v[4], double *const y[TW_LANES], int at) {
    transpose(v);
    for (int j = 0; j < TW_LANES; j++) tw_put(y[j] + at, v[j]);
}

/* ---- bodies and their points ----------------------------------------------------------------- */

/* motion of the four bodies of a group at a state */
typedef struct group_state {
    lanes q[4]; /* not normalised */
    /* velocity v and position x of the centre, angular velocity omega in world axes, and `local`,
     * the same in body axes */
    lanes3 x, v, omega, local;
    lanes3 alpha; /* angular acceleration without constraint forces, body axes */
    lanes3 a;     /* acceleration of the centre without constraint forces */
    lanes33 R;
    const lanes *constant; /* see tw_points */
    const lanes *I;        /* inverse inertia in body axes: xx yy zz xy xz yz */
    lanes m_inv;
} group_state;

static inline lanes33 rotation(const lanes q[4]) {
    lanes s = tw_all(2) / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    lanes sx = s * q[1], sy = s * q[2], sz = s * q[3];
    lanes xx = sx * q[1], yy = sy * q[2], zz = sz * q[3];
    lanes xy = sx * q[2], xz = sx * q[3], yz = sy * q[3];
    lanes wx = sx * q[0], wy = sy * q[0], wz = sz * q[0], one = tw_all(1);
    return (lanes33){{{one - yy - zz, xy - wz, xz + wy},
                      {xy + wz, one - xx - zz, yz - wx},
                      {xz - wy, yz + wx, one - xx - yy}}};
}

static inline lanes3 by_inertia(const lanes *I, lanes3 a) {
    return (lanes3){I[0] * a.x + I[3] * a.y + I[4] * a.z, I[3] * a.x + I[1] * a.y + I[5] * a.z,
                    I[4] * a.x + I[5] * a.y + I[2] * a.z};
}

/* n: the 13 numbers x, q, p, L of four bodies at the state *at; body: indices in the state vector
 * of the first number of each body */
__attribute__((always_inline)) static inline void gather(const tw_points_at *at,
                                                         const int body[TW_LANES], lanes n[13]) {
    for (int part = 0; part < 12; part += TW_LANES) {
        for (int j = 0; j < TW_LANES; j++) {
            int i = body[j] + part;
            n[part + j] = tw_get(at->y + i);
            if (at->k) n[part + j] += tw_all(at->h) * tw_get(at->k + i);
        }
        transpose(n + part);
    }
    const int i[TW_LANES] = {body[0] + 12, body[1] + 12, body[2] + 12, body[3] + 12};
    n[12] = (lanes){at->y[i[0]], at->y[i[1]], at->y[i[2]], at->y[i[3]]};
    if (at->k) n[12] += tw_all(at->h) * (lanes){at->k[i[0]], at->k[i[1]], at->k[i[2]], at->k[i[3]]};
}

/* *s: motion of four bodies; c: their constants (tw_points); body: indices of their states. Always
 * inline, and with a pointer to the result: a struct returned by value would mean copies of thirty
 * vectors */
__attribute__((always_inline)) static inline void
look_along(const lanes *c, const int body[TW_LANES], tw_points_at at, group_state *s) {
    lanes n[13];
    gather(&at, body, n);
    s->constant = c;
    s->m_inv = c[0];
    s->I = c + 2;
    s->x = (lanes3){n[0], n[1], n[2]};
    for (int i = 0; i < 4; i++) s->q[i] = n[3 + i];
    s->R = rotation(s->q);
    s->v = scale(s->m_inv, (lanes3){n[7], n[8], n[9]});
    lanes3 L = turn_back(&s->R, (lanes3){n[10], n[11], n[12]});
    s->local = by_inertia(s->I, L);
    s->omega = turn(&s->R, s->local);
    s->alpha = by_inertia(s->I, cross(L, s->local));
}

/* look_along for a group at the state y; group: its number among the groups of all batches */
__attribute__((always_inline)) static inline void look_at(const tw_points *f, int group,
                                                          const double *y, group_state *s) {
    look_along(f->constant + f->constants[group], f->state[group], (tw_points_at){y, NULL, 0}, s);
}

/* writes the rates of x and q, q' = 1/2 omega q, to the addresses `to`, seven numbers per body; an
 * eighth number is written as well, which the rate of p overwrites later */
static inline void rates_of_pose(const lanes q[4], lanes3 v, lanes3 omega,
                                 double *const to[TW_LANES]) {
    lanes3 w = scale(tw_all(0.5), omega), u = {q[1], q[2], q[3]};
    lanes3 q1 = add(scale(q[0], w), cross(w, u));
    scatter((lanes[4]){v.x, v.y, v.z, -dot(w, u)}, to, 0);
    scatter((lanes[4]){q1.x, q1.y, q1.z, tw_all(0)}, to, 4);
}

/* a + d v + k x, with k = of_x and d = of_v; *sizes: sum of the sizes of these terms */
static inline lanes3 combine(double of_x, double of_v, lanes3 a, lanes3 v, lanes3 x, lanes *sizes) {
    lanes d = tw_all(of_v), k = tw_all(of_x);
    *sizes = size(a) + d * size(v) + k * size(x);
    return add(a, add(scale(d, v), scale(k, x)));
}

/* ---- eigenvalues ----------------------------------------------------------------------------- */

/* the product I^-1 G; I: the 6 numbers of I^-1 */
static inline lanes33 by_inertia33(const lanes *I, const lanes33 *G) {
    lanes33 N;
    N.r[0] = add(add(scale(I[0], G->r[0]), scale(I[3], G->r[1])), scale(I[4], G->r[2]));
    N.r[1] = add(add(scale(I[3], G->r[0]), scale(I[1], G->r[1])), scale(I[5], G->r[2]));
    N.r[2] = add(add(scale(I[4], G->r[0]), scale(I[5], G->r[1])), scale(I[2], G->r[2]));
    return N;
}

/* Upper bound on the largest eigenvalue of N, whose eigenvalues are real, and close to it. Newton's
 * iteration on the characteristic polynomial starts at the mean of the eigenvalues plus 2/3
 * sqrt(trace^2 - 3 sum of minors), which is no less than the largest, and descends to it: quickly
 * if it is a single eigenvalue, by half the distance each time if it is double, so that six rounds
 * leave 1/192 of its distance from the third eigenvalue. */
static inline lanes greatest_eigenvalue(const lanes33 *N) {
    const lanes3 *r = N->r;
    lanes3 minors = {r[1].y * r[2].z - r[1].z * r[2].y, r[0].x * r[2].z - r[0].z * r[2].x,
                     r[0].x * r[1].y - r[0].y * r[1].x};
    lanes trace = r[0].x + r[1].y + r[2].z, sum = minors.x + minors.y + minors.z;
    lanes det = dot(r[0], cross(r[1], r[2])), spread = trace * trace - tw_all(3) * sum;
    lanes zero = tw_all(0), x = tw_root_of(tw_larger(spread, zero));
    x = (trace + tw_all(2) * x) / tw_all(3);
    for (int i = 0; i < 6; i++) {
        lanes p = ((x - trace) * x + sum) * x - det;
        lanes slope = (tw_all(3) * x - tw_all(2) * trace) * x + sum;
        bits down = (p > zero) & (slope > zero);
        x -= (lanes)((bits)(p / slope) & down);
    }
    return x;
}

/* ---- vibrations ------------------------------------------------------------------------------ */

/* squares of three rates of tw_swift (all but `decay`): in each lane the largest of the bodies seen
 * so far in that lane */
typedef struct swift_lanes {
    lanes vibration2, turning2, swinging2;
} swift_lanes;

/* adds (b.F) 1 - sym(b F^T) to G for a force F at the arm b, body axes (see points.h) */
static inline void stiffen(lanes33 *G, lanes3 b, lanes3 F) {
    lanes half = tw_all(0.5), xx = b.x * F.x, yy = b.y * F.y, zz = b.z * F.z;
    lanes xy = half * (b.x * F.y + b.y * F.x), xz = half * (b.x * F.z + b.z * F.x),
          yz = half * (b.y * F.z + b.z * F.y);
    G->r[0] = add(G->r[0], (lanes3){yy + zz, -xy, -xz});
    G->r[1] = add(G->r[1], (lanes3){-xy, xx + zz, -yz});
    G->r[2] = add(G->r[2], (lanes3){-xz, -yz, xx + yy});
}

/* raises *most to the squared rates of four bodies; N = I^-1 G, whose eigenvalues bound squared
 * frequencies */
static inline void swift_of_bodies(lanes3 omega, lanes3 alpha, const lanes33 *N,
                                   swift_lanes *most) {
    most->turning2 = tw_larger(dot(omega, omega), most->turning2);
    most->swinging2 = tw_larger(dot(alpha, alpha), most->swinging2);
    most->vibration2 = tw_larger(greatest_eigenvalue(N), most->vibration2);
}

static inline double greatest(lanes a) {
    double most = a[0];
    for (int j = 1; j < TW_LANES; j++) most = a[j] > most ? a[j] : most;
    return most;
}

static inline void grow(double *most, double a) {
    *most = a > *most ? a : *most;
}

static inline void grow_by_bodies(tw_swift *most, const swift_lanes *found) {
    grow(&most->vibration, sqrt(greatest(found->vibration2)));
    grow(&most->turning, sqrt(greatest(found->turning2)));
    grow(&most->swinging, sqrt(greatest(found->swinging2)));
}

/* raises *most to the frequency and decay rate of a deviation, D'' + d D' + k D = 0. If d and k
 * come from a tau, the roots are equal, d^2 = 4 k but for rounding */
static inline void grow_by_law(tw_swift *most, double k, double d) {
    /* squared difference of the roots of the characteristic polynomial */
    double apart = d * d - 4 * k;
    if (apart < -1e-12 * k) grow(&most->vibration, sqrt(k));
    grow(&most->decay, apart > 1e-12 * k ? (d + sqrt(apart)) / 2 : d / 2);
}

#endif
