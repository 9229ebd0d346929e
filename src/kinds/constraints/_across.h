/*
 * Two unit directions U, V perpendicular to a third one, a, with derivatives; U, V, a are
 * orthonormal.
 *
 *     V = a x e / |a x e|,   U = V x a
 *
 * with a reference direction e that is fixed to the carrier of a: a body, or the world. For a
 * constant a, e is v3_orthogonal of a, so U = e. If a varies with an argument (a direction that is
 * a function of time, the tangent along a curve), e is that direction of a fixed list whose angle
 * to a is never small: its least value over a range of the argument is the largest. U and V are
 * smooth wherever a is not parallel to e.
 */
#ifndef TW_KINDS_CONSTRAINTS_ACROSS_H
#define TW_KINDS_CONSTRAINTS_ACROSS_H

#include "kinds/constraints/_jet.h"

static inline tw_jet3 j3_normalized(tw_jet3 x) {
    double l = v3_length(x.v);
    vec3 n = v3_scale(x.v, 1 / l);
    double l1 = v3_dot(n, x.d1);
    vec3 n1 = v3_scale(v3_madd(x.d1, -l1, n), 1 / l);
    double l2 = (v3_dot(x.d1, x.d1) + v3_dot(x.v, x.d2) - l1 * l1) / l;
    vec3 n2 = v3_scale(v3_madd(v3_madd(x.d2, -l2, n), -2 * l1, n1), 1 / l);
    return (tw_jet3){n, n1, n2};
}

static inline void tw_across(tw_jet3 a, tw_jet3 e, tw_jet3 *U, tw_jet3 *V) {
    *V = j3_normalized(j3_cross(a, e));
    *U = j3_cross(*V, a);
}

enum { TW_ACROSS_CHOICES = 13 };

/* candidate number i for e, a unit vector: 3 axes, 6 diagonals of the faces of a cube, 4 diagonals
 * of the cube */
static inline vec3 tw_across_choice(int i) {
    static const vec3 choice[TW_ACROSS_CHOICES] = {
        {0, 0, 1}, {1, 0, 0},  {0, 1, 0}, {1, 1, 0},  {1, -1, 0}, {1, 0, 1}, {1, 0, -1},
        {0, 1, 1}, {0, 1, -1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}};
    return v3_normalized(choice[i]);
}

/* for each candidate e_i, lowers least[i], which is 1 at the beginning, to |a x e_i| / |a| if that
 * is less */
static inline void tw_across_meet(vec3 a, double least[TW_ACROSS_CHOICES]) {
    double n = v3_length(a);
    if (!(n > 0) || !isfinite(n)) return;
    for (int i = 0; i < TW_ACROSS_CHOICES; i++)
        least[i] = fmin(least[i], v3_length(v3_cross(a, tw_across_choice(i))) / n);
}

/* the candidate e_i with the largest least[i]; *apart: least[i], the smallest |a x e_i| among the
 * unit vectors a given so far */
static inline vec3 tw_across_best(const double least[TW_ACROSS_CHOICES], double *apart) {
    int best = 0;
    for (int i = 1; i < TW_ACROSS_CHOICES; i++)
        if (least[i] > least[best] + 1e-9) best = i;
    *apart = least[best];
    return tw_across_choice(best);
}

/* reference direction e for a direction a(t); if a varies, chosen by its values from t0 to t1 */
static inline vec3 tw_across_reference(const tw_value *a, double t0, double t1) {
    if (tw_value_is_constant(a)) return v3_orthogonal(v3_normalized(v3_load(a->c)));
    double least[TW_ACROSS_CHOICES], apart;
    for (int i = 0; i < TW_ACROSS_CHOICES; i++) least[i] = 1;
    for (int i = 0; i <= 1000; i++) tw_across_meet(tw_value3(a, t0 + (t1 - t0) * i / 1000), least);
    return tw_across_best(least, &apart);
}

/* Adds n . (X_P - X_O) to a row: D, D', bias and J. n and O belong to one body. The reaction on
 * that body acts at the place of P, so that the two forces together make no torque. */
static inline void tw_row_along(const tw_terms *out, int row, const tw_point_motion *p,
                                const tw_point_motion *o, tw_jet3 n) {
    vec3 r = v3_sub(p->x, o->x), r1 = v3_sub(p->v, o->v);
    out->D[row] += v3_dot(n.v, r);
    out->D1[row] += v3_dot(n.v, r1) + v3_dot(n.d1, r);
    out->bias[row] +=
        v3_dot(n.v, v3_sub(p->bias, o->bias)) + 2 * v3_dot(n.d1, r1) + v3_dot(n.d2, r);
    tw_row_add(out, row, p->slot, n.v, v3_cross(p->b, n.v));
    tw_row_add(out, row, o->slot, v3_neg(n.v), v3_neg(v3_cross(v3_add(o->b, r), n.v)));
}

/* jet of a vector that is fixed to the body in `slot` (slot < 0: to the world), with the
 * coordinates `local` in its axes */
static inline tw_jet3 j3_fixed_to(const tw_terms_in *in, int slot, vec3 local) {
    if (slot < 0) return (tw_jet3){local, {0, 0, 0}, {0, 0, 0}};
    const tw_body_motion *b = in->body[slot];
    return j3_carried(m3_mul_v(&b->R, local), b->omega);
}

#endif
