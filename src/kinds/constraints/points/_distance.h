/*
 * The distance of two points as a row:
 *
 *     D   = l - L,  l = |r|,  r = X_a - X_b,  u = r / l
 *     D'  = u . r' - L'
 *     D'' = u . r'' + (|r'|^2 - (u . r')^2) / l - L''
 *
 * The force is along u, through both points, so both momenta are conserved. At l = 0 there is no
 * direction: for l below TW_DISTANCE_LEAST, u is z of the world.
 */
#ifndef TW_KINDS_CONSTRAINTS_POINTS_DISTANCE_H
#define TW_KINDS_CONSTRAINTS_POINTS_DISTANCE_H

#include "model/field/kind.h"

#define TW_DISTANCE_LEAST 1e-9 /* m */

static inline void tw_distance_row(const tw_terms *out, int row, const tw_point_motion *a,
                                   const tw_point_motion *b, tw_jet1 L) {
    vec3 r = v3_sub(a->x, b->x), r1 = v3_sub(a->v, b->v);
    double l = v3_length(r);
    bool apart = l > TW_DISTANCE_LEAST;
    vec3 u = apart ? v3_scale(r, 1 / l) : v3(0, 0, 1);
    double l1 = v3_dot(u, r1);
    tw_row_point(out, row, a, u);
    tw_row_point(out, row, b, v3_neg(u));
    out->D[row] = l - L.v;
    out->D1[row] -= L.d1;
    out->bias[row] += (apart ? (v3_dot(r1, r1) - l1 * l1) / l : 0) - L.d2;
}

#endif
