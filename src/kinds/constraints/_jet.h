/* Second-order jets for kinds of constraints: a quantity with its first and second time derivatives
 * along the motion in which no body accelerates. Composing jets gives D, D' and the bias (the part
 * of D'' without accelerations) at once; J, the coefficients of the accelerations in D'', is
 * computed separately. */
#ifndef TW_KINDS_CONSTRAINTS_JET_H
#define TW_KINDS_CONSTRAINTS_JET_H

#include "model/field/kind.h"

static inline tw_jet3 j3_of(const tw_vector_motion *m) {
    return (tw_jet3){m->v, m->d1, m->bias};
}

static inline tw_jet1 j_mul(tw_jet1 a, tw_jet1 b) {
    return (tw_jet1){a.v * b.v, a.d1 * b.v + a.v * b.d1, a.d2 * b.v + 2 * a.d1 * b.d1 + a.v * b.d2};
}

static inline tw_jet1 j3_dot(tw_jet3 a, tw_jet3 b) {
    return (tw_jet1){v3_dot(a.v, b.v), v3_dot(a.d1, b.v) + v3_dot(a.v, b.d1),
                     v3_dot(a.d2, b.v) + 2 * v3_dot(a.d1, b.d1) + v3_dot(a.v, b.d2)};
}

static inline tw_jet3 j3_cross(tw_jet3 a, tw_jet3 b) {
    return (tw_jet3){v3_cross(a.v, b.v), v3_add(v3_cross(a.d1, b.v), v3_cross(a.v, b.d1)),
                     v3_add(v3_add(v3_cross(a.d2, b.v), v3_scale(v3_cross(a.d1, b.d1), 2)),
                            v3_cross(a.v, b.d2))};
}

/* jet of f(c) by the chain rule; f, f1, f2: value and derivatives of f by c, at c.v */
static inline tw_jet1 j_chain(double f, double f1, double f2, tw_jet1 c) {
    return (tw_jet1){f, f1 * c.d1, f2 * c.d1 * c.d1 + f1 * c.d2};
}

/* jet of a vector v, world axes, fixed to a body with the angular velocity omega (0 for the
 * world) */
static inline tw_jet3 j3_carried(vec3 v, vec3 omega) {
    vec3 d1 = v3_cross(omega, v);
    return (tw_jet3){v, d1, v3_cross(omega, d1)};
}

#endif
