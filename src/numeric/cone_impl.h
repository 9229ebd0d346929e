/*
 * What the files of the complementarity solver (cone.h) share: room to work, projections, and one
 * contact's part of N.
 *
 * A contact's block of N is used in tangents t1, t2 turned so that the Schur complement of its
 * normal row is diagonal, S = diag(S1, S2):
 *
 *     W = [W_n  W_n c^T; W_n c  S + W_n c c^T].
 */
#ifndef TW_NUMERIC_CONE_IMPL_H
#define TW_NUMERIC_CONE_IMPL_H

#include "numeric/cone.h"
#include "numeric/cone_lu.h"

#include <math.h>
#include <stddef.h>

struct tw_cone {
    double *room;
    size_t size, used; /* doubles */
    bool wide;         /* which build of the loops */
    tw_cone_lu lu;
};

/* makes room for n doubles in all and forgets what was there; pieces are taken by tw_cone_take and
 * begin at multiples of 64 bytes, for which 8 doubles each are to be counted in */
tw_status tw_cone_reserve(tw_cone *c, size_t n);
double *tw_cone_take(tw_cone *c, size_t n);

/* what the caller gave, but N and D */
tw_status tw_cone_check(const tw_cone_rows *rows);

/* one contact in its turned frame */
typedef struct tw_cone_local {
    double inverse; /* 1 / W_n; 0: nothing moves, the contact is passed over */
    double c[2];    /* W_nt / W_n */
    double S[2];    /* > 0 */
    double mu;
    double spare[2]; /* fills the line of cache */
    double r[4];     /* of n, t1, t2; 0 */
    double lambda[4];
} tw_cone_local;

/* the turn of the tangents and what follows from it; W: nn, n1, n2, 11, 12, 22. cosine, sine: new
 * t1 = cosine t1 + sine t2, new t2 = -sine t1 + cosine t2 */
void tw_cone_local_set(tw_cone_local *l, const double W[6], double mu, double *cosine,
                       double *sine);

/* x [3] onto the cone of mu */
static inline void tw_cone_clip(double mu, double *x) {
    double t = sqrt(x[1] * x[1] + x[2] * x[2]);
    if (x[0] >= 0 && t <= mu * x[0]) return;
    if (mu * t <= -x[0]) {
        x[0] = x[1] = x[2] = 0;
        return;
    }
    double n = (mu * t + x[0]) / (1 + mu * mu), f = mu * n / t;
    x[0] = n;
    x[1] *= f;
    x[2] *= f;
}

/* below this part of lambda its rounding decides; counted in, so that a lambda that grows for ever
 * is never taken for an answer */
#define TW_CONE_ROUNDING 1e-16

/* |lambda - P_K(lambda - F / w)|, w = a third of the trace; see cone.h */
static inline double tw_cone_error(double mu, double trace, const double *lambda, const double *u) {
    double f = trace > 0 ? 3 / trace : 1;
    double x[3] = {lambda[0] - f * (u[0] + mu * sqrt(u[1] * u[1] + u[2] * u[2])),
                   lambda[1] - f * u[1], lambda[2] - f * u[2]};
    tw_cone_clip(mu, x);
    double d0 = lambda[0] - x[0], d1 = lambda[1] - x[1], d2 = lambda[2] - x[2];
    return sqrt(d0 * d0 + d1 * d1 + d2 * d2) + TW_CONE_ROUNDING * fabs(lambda[0]);
}

#endif
