/*
 * Private header of the complementarity solver (cone.h): memory, projections, and one contact's
 * part of N.
 *
 * A contact's block W of N is written in tangents t1, t2, turned so that the Schur complement of
 * its normal row is diagonal, S = diag(S1, S2):
 *
 *     W = [W_n  W_n c^T; W_n c  S + W_n c c^T].
 */
#ifndef TW_NUMERIC_CONE_IMPL_H
#define TW_NUMERIC_CONE_IMPL_H

#include "numeric/cone/cone.h"
#include "numeric/cone/sweep/lu.h"

#include <math.h>
#include <stddef.h>

struct tw_cone {
    double *room;
    size_t size, used; /* doubles */
    bool wide;         /* are the loops used that are built for wide vectors? */
    tw_cone_lu lu;
};

/* Makes room for n doubles; what was there before is lost. tw_cone_take then returns pieces of this
 * memory, which begin at multiples of 64 bytes, so that n must contain 8 doubles more for each
 * piece */
tw_status tw_cone_reserve(tw_cone *c, size_t n);
double *tw_cone_take(tw_cone *c, size_t n);

/* checks the caller's rows: mu, bounds, r and caps; TW_ARGUMENT or TW_NONFINITE with the reason */
tw_status tw_cone_check(const tw_cone_rows *rows);

/* ---- cap.c ---------------------------------------------------------------------------------- */

enum { TW_CONE_CAP_ROWS = 6 };

/* Moves x [rows of the cap] to the nearest point within the cap's limits, with distances weighed by
 * w [rows] (0 counts as 1). slope [rows x rows]: derivative of that point with respect to x; NULL:
 * not wanted. false: x is within the limits and unchanged */
bool tw_cone_cap_clip(const tw_cone_cap *c, const double *w, double *x, double *slope);
/* e [rows of the cap] = lambda - P(lambda - u / w), the error of capped rows; P: nearest point
 * within the cap's limits */
void tw_cone_cap_error(const tw_cone_cap *c, const double *w, const double *lambda, const double *u,
                       double *e);

/* ---- eliminate.c ---------------------------------------------------------------------------- */

/* d [m] = J^-1 d, by elimination with row pivots; J [m x m, row-major] is overwritten; false: J is
 * singular. *sharp: smallest pivot divided by the greatest; NULL: not wanted */
bool tw_cone_eliminate(double *J, double *d, int m, double *sharp);

/* ---- one contact ---------------------------------------------------------------------------- */

/* one contact's part of N, in tangents turned so that S is diagonal (see the head of this file) */
typedef struct tw_cone_local {
    /* 1 / W_n, where W_n is the diagonal entry of N for the normal row; 0: neither body moves, so
     * that the contact is skipped */
    double inverse;
    /* c = W_nt / W_n for both tangents t, where W_nt is the entry of W for normal and tangent */
    double c[2];
    double S[2]; /* > 0 */
    double mu;
    /* slip factor kappa that tw_cone_local_solve found last, and from which it starts the next
     * time */
    double slip;
    double inverse_S; /* 1 / (S1 S2) */
    double r[4];      /* rates without lambda, in turned tangents: n, t1, t2, 0 */
    double lambda[4];
} tw_cone_local;

/* Sets *l, except r and lambda, from the contact's block W of N: nn, n1, n2, 11, 12, 22. *cosine,
 * *sine: of the angle by which the tangents are turned: new t1 = cosine t1 + sine t2, new t2 =
 * -sine t1 + cosine t2 */
void tw_cone_local_set(tw_cone_local *l, const double W[6], double mu, double *cosine,
                       double *sine);

/* maximum, and clamping to [lo, hi], of numbers that are not NaN; unlike fmax they are inlined */
static inline double tw_cone_larger(double a, double b) {
    return b > a ? b : a;
}

static inline double tw_cone_within(double x, double lo, double hi) {
    return x < lo ? lo : x > hi ? hi : x;
}

/* projects x [3] (normal, two tangents) onto the friction cone |x_t| <= mu x_n */
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

/* Factor beta of the next accelerated gradient step (gradient.c), by which the last step is
 * continued. *theta: state of the sequence, is advanced. back: F and the last step point the same
 * way, so that the sequence begins anew with beta = 0 */
static inline double tw_cone_momentum(double *theta, bool back) {
    double square = *theta * *theta, after = (sqrt(square * square + 4 * square) - square) / 2;
    double beta = *theta * (1 - *theta) / (square + after);
    *theta = back ? 1 : after;
    return back ? 0 : beta;
}

/* the step length t of gradient steps is divided by this after each step, so that it can also
 * grow */
#define TW_CONE_LONGER 0.95

/* this part of |lambda_n| is added to the error, so that a lambda that grows without end is never
 * accepted */
#define TW_CONE_ROUNDING 1e-16

/* error of a contact, |lambda - P_K(lambda - F / w)| with w = trace / 3 (cone.h), plus rounding of
 * lambda_n */
static inline double tw_cone_error(double mu, double trace, const double *lambda, const double *u) {
    double f = trace > 0 ? 3 / trace : 1;
    double x[3] = {lambda[0] - f * (u[0] + mu * sqrt(u[1] * u[1] + u[2] * u[2])),
                   lambda[1] - f * u[1], lambda[2] - f * u[2]};
    tw_cone_clip(mu, x);
    double d0 = lambda[0] - x[0], d1 = lambda[1] - x[1], d2 = lambda[2] - x[2];
    return sqrt(d0 * d0 + d1 * d1 + d2 * d2) + TW_CONE_ROUNDING * fabs(lambda[0]);
}

/*
 * Solves Coulomb's law for one contact: finds lambda, where u = W lambda + q. The contact is open,
 * lambda = 0, if q_n >= 0. Otherwise u_n = 0, and u_t = -kappa lambda_t with kappa >= 0 the root of
 *
 *     psi = mu lambda_n / |lambda_t| - 1,  lambda_i = -s_i / (S_i + kappa),
 *     lambda_n = y - c lambda_t,  s = q_t - c q_n,  y = -q_n / W_n,
 *
 * or kappa = 0 (the contact sticks) if psi(0) >= 0. psi is linear in kappa for c = 0 and S1 = S2,
 * so that Newton's method, kept within a bracket, needs one step or few.
 */
static inline void tw_cone_local_solve(tw_cone_local *l, double y, double s1, double s2,
                                       double *lambda) {
    lambda[0] = lambda[1] = lambda[2] = 0;
    if (!(y > 0)) return;
    double c1 = l->c[0], c2 = l->c[1], S1 = l->S[0], S2 = l->S[1], mu = l->mu;
    double a = -s1 * (S2 * l->inverse_S), b = -s2 * (S1 * l->inverse_S), n = y - c1 * a - c2 * b;
    double t2 = a * a + b * b;
    if (n >= 0 && t2 <= mu * mu * n * n) {
        lambda[0] = n;
        lambda[1] = a;
        lambda[2] = b;
        l->slip = 0;
        return;
    }
    if (!(mu > 0)) {
        lambda[0] = y;
        return;
    }
    double low = 0, high = INFINITY, kappa = l->slip, t;
    for (int i = 0; i < 60; i++) {
        double p1 = S1 + kappa, p2 = S2 + kappa, inverse = 1 / (p1 * p2);
        double f1 = p2 * inverse, f2 = p1 * inverse;
        a = -s1 * f1;
        b = -s2 * f2;
        n = y - c1 * a - c2 * b;
        double tt = a * a + b * b;
        t = sqrt(tt);
        if (!(t > 0)) break;
        double psi = mu * n - t;
        if (psi < 0)
            low = kappa;
        else
            high = kappa;
        /* a, b: the two tangential components -s_i / (S_i + kappa) of
         * lambda; aa, bb: minus the derivatives of a, b with respect to
         * kappa */
        double aa = a * f1, bb = b * f2;
        double slope = mu * ((c1 * aa + c2 * bb) * tt + n * (a * aa + b * bb)); /* times tt */
        double next = slope > 0 ? kappa - psi * tt / slope : -1;
        if (!(next >= low && next <= high))
            next = high < INFINITY ? (low + high) / 2 : 2 * kappa + S1;
        double step = fabs(next - kappa);
        kappa = next;
        if (step <= 1e-3 * kappa || step <= 1e-15 * S1) break;
    }
    /* lambda for the kappa found last; its tangential part is scaled to lie exactly on the friction
     * cone */
    double p1 = S1 + kappa, p2 = S2 + kappa, inverse = 1 / (p1 * p2);
    a = -s1 * (p2 * inverse);
    b = -s2 * (p1 * inverse);
    n = tw_cone_larger(0, y - c1 * a - c2 * b);
    t = sqrt(a * a + b * b);
    double f = t > 0 ? mu * n / t : 0;
    l->slip = kappa;
    lambda[0] = n;
    lambda[1] = a * f;
    lambda[2] = b * f;
}

#endif
