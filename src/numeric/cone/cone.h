/*
 * The complementarity problem of contacts, limits and motors that touch one island of bodies.
 *
 * Find multipliers lambda [rows] with u = N lambda + r, N = D^T M^-1 D symmetric and positive
 * semidefinite (redundant contacts are normal), such that
 *
 *     a contact (three rows: normal, two tangents; mu >= 0):
 *         0 <= lambda_n  _|_  u_n >= 0,   |lambda_t| <= mu lambda_n,
 *         lambda_t = -mu lambda_n u_t / |u_t| where u_t is not 0;
 *     a bounded row (lo <= hi, either may be infinite):
 *         lambda = lo and u >= 0,  or  lo <= lambda <= hi and u = 0,  or  lambda = hi and u <= 0.
 *
 * lo = 0, hi = inf is a contact without friction or a limit; lo = -inf, hi = inf a bilateral row;
 * finite lo and hi a motor with a bounded force. Bilateral rows may share caps (tw_cone_cap):
 *
 *     |G_k lambda| <= limit_k,   u = -sum kappa_k G_k^T G_k lambda,
 *     kappa_k >= 0, and 0 where |G_k lambda| < limit_k.
 *
 * This is Coulomb's law itself, not its convex approximation, in which sliding bodies are lifted a
 * little: with De Saxce's [De Saxce & Feng 1998] F = (u_n + mu |u_t|, u_t) and the cone K =
 * {|lambda_t| <= mu lambda_n} it reads K contains lambda _|_ F in K*, and
 *
 *     e = lambda - P_K(lambda - F / w),   w = trace(N of the contact) / 3
 *
 * is 0 for solutions only. |e| [unit of lambda] and w |e| [unit of u] are the residuals that are
 * reported, the largest ones over contacts and rows (there P clips to lo ... hi, or to the nearest
 * point within the caps, measured by w; w = N of the row).
 *
 * Units are the caller's: accelerations and newtons, or velocities and newton seconds. Rows stand
 * in this order everywhere: n, t1, t2 of contact 0, of contact 1, ..., then the bounded rows.
 */
#ifndef TW_NUMERIC_CONE_CONE_H
#define TW_NUMERIC_CONE_CONE_H

#include "base/poll.h"

#include <stdbool.h>

/* memory of the solvers, for one problem at a time: it grows to what the largest problem needs, and
 * is reused by later ones */
typedef struct tw_cone tw_cone;

tw_status tw_cone_create(tw_cone **c);
void tw_cone_free(tw_cone *c);

/* one or two caps on adjacent bounded rows: limits of the norm of a constraint's force and torque,
 * |G_k lambda| */
typedef struct tw_cone_cap {
    /* first: index among the bounded rows; their lo and hi must be infinite; at most 6 rows */
    int first, rows;
    int limits; /* number of limits, 1 or 2 */
    double G[2][3][6];
    double limit[2]; /* > 0 */
} tw_cone_cap;

/* the rows of a problem: 3 for each contact, then the bounded ones */
typedef struct tw_cone_rows {
    int contacts, bounded, caps;
    const double *mu;      /* [contacts] finite, >= 0 */
    const double *lo, *hi; /* [bounded] */
    const double *r;       /* [3 contacts + bounded] rates u without lambda; finite */
    /* [caps] in the order of their first rows; no row belongs to two caps */
    const tw_cone_cap *cap;
} tw_cone_rows;

typedef struct tw_cone_options {
    double tolerance_u; /* largest residual_u that is accepted; 0: as small as rounding allows */
    double tolerance_lambda; /* largest residual_lambda that is accepted; 0: not checked */
    /* largest number of iterations; 0: 1000, but 10000 where tw_cone_bodies_solve sweeps: in
     * problems without caps, without `project`, and with at most two bodies in each row */
    int limit;
    bool warm; /* true: lambda on entry is the first guess; false: 0 is */
    /* tw_cone_dense with friction: of many solutions return the one nearest to 0, which shares
     * loads evenly */
    bool even;
    /* with `even`: largest residual_u that is accepted where rows contradict each other */
    double fair_u;
    /* tw_cone_dense with friction: the guess solves the problem to some digits, and is only refined
     * by a few Newton steps; where these fail it is returned unchanged */
    bool polish;
    /* asked every few iterations: if it returns a status other than TW_OK, the solver ends with
     * that status */
    tw_poll poll;
} tw_cone_options;

/* number of iterations between two calls of poll, in a problem of that many contacts and rows: a
 * thousand take some 0.1 ms */
static inline int tw_cone_poll_every(int count) {
    return count < 1000 ? 16 : 1;
}

typedef enum tw_cone_method {
    TW_CONE_NONE,     /* there was nothing to solve */
    TW_CONE_PIVOT,    /* solved exactly, by active sets */
    TW_CONE_NEWTON,   /* exact: Newton's method on the states stick, slide, open of contacts */
    TW_CONE_SWEEP,    /* Gauss-Seidel sweeps, accelerated like conjugate gradients */
    TW_CONE_GRADIENT, /* projected gradients */
    TW_CONE_METHODS
} tw_cone_method;

typedef struct tw_cone_result {
    double residual_u;      /* largest residual w |e|, in the unit of u */
    double residual_lambda; /* largest residual |e|, in the unit of lambda */
    /* number of factorisations, sweeps and gradient steps; in tw_cone_bodies_solve a Newton step
     * counts as the sweeps that it costs */
    int iterations;
    /* the residuals are within the tolerances. Also true in tw_cone_dense if every touching contact
     * sticks and the remaining residual is a motion that rigid bodies cannot make */
    bool converged;
    /* there is no solution: a direction z within the bounds has N z = 0 and r z < 0; set only by
     * tw_cone_dense for problems without friction and caps */
    bool infeasible;
    /* with `even`: rows contradict each other, so that the residual had to be at most fair_u
     * only */
    bool contradicts;
    tw_cone_method method; /* the method that found lambda */
} tw_cone_result;

/*
 * The solvers return TW_OK also where no solution was found: then result->converged is false, and
 * lambda has the smallest residual found. If bounded rows have more than one solution, lambda of
 * tw_cone_dense is, without friction and caps and to rounding, the one with the smallest sum of
 * N_ii lambda_i^2. The same input gives the same bits.
 *
 * TW_NONFINITE: N, r, mu or D is not finite; TW_ARGUMENT: mu < 0, lo > hi, a cap's limit <= 0, an
 * inverse mass < 0; TW_MEMORY.
 */

/* For small problems, up to about 100 rows: exact to rounding. N [rows x rows, row-major,
 * symmetric]; lambda [rows]: solution, on entry the guess if options->warm; u [rows]: N lambda + r;
 * NULL: not wanted */
tw_status tw_cone_dense(tw_cone *c, const tw_cone_rows *rows, const double *N,
                        const tw_cone_options *options, double *lambda, double *u,
                        tw_cone_result *result);

/* bodies of a problem, and for each row its bodies and entries of D */
typedef struct tw_cone_bodies {
    int count;
    const double *inverse_mass; /* [count] inverse mass, 1/kg; 0: the body never moves */
    /* [count][6] inverse inertia, xx xy xz yy yz zz, 1/(kg m^2), world axes, about the point that D
     * refers to */
    const double *inverse_inertia;
    /* [contacts][2] indices of bodies a and b, not equal; -1: a side that does not move */
    const int *contact_body;
    /* [contacts][2][3][6] of a, then of b: rows n, t1, t2; columns: linear, then angular velocity;
     * u = D_a v_a + D_b v_b */
    const double *contact_D;
    int slots;               /* number of bodies that each bounded row acts on; 0 stands for 2 */
    const int *bounded_body; /* [bounded][slots] */
    const double *bounded_D; /* [bounded][slots][6] */

    /* v [count][6] becomes P v: P projects velocities onto those that further bilateral rows allow,
     * which are not among `rows`. Then u = D^T P M^-1 D lambda + r. P must be symmetric in the
     * inner product of M. NULL: there are no such rows, P = 1 */
    void (*project)(void *context, double *v);
    void *context;
} tw_cone_bodies;

/* For many bodies, iteratively. lambda [rows]: solution, on entry the guess if options->warm; v
 * [count][6] = P M^-1 D lambda; NULL: not wanted */
tw_status tw_cone_bodies_solve(tw_cone *c, const tw_cone_rows *rows, const tw_cone_bodies *bodies,
                               const tw_cone_options *options, double *lambda, double *v,
                               tw_cone_result *result);

/* *residual_u, *residual_lambda: the residuals (defined at the head of this file) of any lambda
 * [rows] with u [rows] = N lambda + r; w [rows]: diagonal of N */
void tw_cone_residual(const tw_cone_rows *rows, const double *w, const double *lambda,
                      const double *u, double *residual_u, double *residual_lambda);

/* Sets D [2][3][6] (a, b; n, t1, t2) of a contact of bodies a and b. frame: the unit normal n from
 * a to b and the tangents t1, t2; u_n is the rate at which the gap grows. ra, rb: from the point to
 * which each body's velocity belongs, to the contact */
static inline void tw_cone_contact(const double frame[3][3], const double ra[3], const double rb[3],
                                   double *D) {
    for (int side = 0; side < 2; side++) {
        const double *x = side ? rb : ra;
        double sign = side ? 1 : -1;
        for (int k = 0; k < 3; k++) {
            const double *e = frame[k];
            double *d = D + side * 18 + k * 6;
            for (int i = 0; i < 3; i++) {
                int j = (i + 1) % 3, l = (i + 2) % 3;
                d[i] = sign * e[i];
                d[3 + i] = sign * (x[j] * e[l] - x[l] * e[j]);
            }
        }
    }
}

#endif
