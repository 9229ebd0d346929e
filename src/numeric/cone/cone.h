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
 * finite ones a motor with a cap. Bilateral rows may share caps (tw_cone_cap):
 *
 *     |G_k lambda| <= limit_k,   u = -sum kappa_k G_k^T G_k lambda,
 *     kappa_k >= 0, and 0 where |G_k lambda| < limit_k.
 *
 * This is Coulomb's law itself, not the convex problem that lifts sliding bodies: with De Saxce's
 * [De Saxce & Feng 1998] F = (u_n + mu |u_t|, u_t) and the cone K = {|lambda_t| <= mu lambda_n} it
 * reads K contains lambda _|_ F in K*, and
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

#include "base/status.h"

#include <stdbool.h>

typedef struct tw_cone tw_cone; /* room to work, reused: nothing is allocated once it is enough */

tw_status tw_cone_create(tw_cone **c);
void tw_cone_free(tw_cone *c);

/* up to two caps on rows next to each other: the force and the torque of a constraint */
typedef struct tw_cone_cap {
    int first, rows; /* among the bounded ones, whose lo and hi are infinite; rows <= 6 */
    int limits;      /* 1 or 2 */
    double G[2][3][6];
    double limit[2]; /* > 0 */
} tw_cone_cap;

/* kinds of rows; rows in all: 3 contacts + bounded */
typedef struct tw_cone_rows {
    int contacts, bounded, caps;
    const double *mu;       /* [contacts] finite, >= 0 */
    const double *lo, *hi;  /* [bounded] */
    const double *r;        /* [3 contacts + bounded] finite */
    const tw_cone_cap *cap; /* [caps] in the order of their rows; none is in two */
} tw_cone_rows;

typedef struct tw_cone_options {
    double tolerance_u;      /* residual to reach, unit of u; 0: as small as rounding lets it be */
    double tolerance_lambda; /* change to reach, unit of lambda; 0: not asked for */
    int limit;               /* greatest number of iterations; 0: 1000, of many bodies 10000 */
    bool warm;               /* lambda on entry is the first guess; false: 0 is */
    bool even;               /* tw_cone_dense: of many answers with friction the one near 0 */
    double fair_u; /* with `even`: residual that suffices where rows contradict each other */
    bool polish;   /* tw_cone_dense: with friction a few of Newton's steps from the guess,
                      which solves the problem to some digits; it stays if they fail */
    /* asked every few iterations: a status other than TW_OK ends the solution and is returned;
     * NULL: never asked
     */
    tw_status (*poll)(void *context);
    void *poll_context;
} tw_cone_options;

/* iterations between two questions */
enum { TW_CONE_POLL_EVERY = 16 };
static inline tw_status tw_cone_poll(const tw_cone_options *o) {
    return o->poll ? o->poll(o->poll_context) : TW_OK;
}

typedef enum tw_cone_method {
    TW_CONE_NONE,     /* no method: there was nothing to solve */
    TW_CONE_PIVOT,    /* exact: active sets */
    TW_CONE_NEWTON,   /* exact: stick, slide and open states */
    TW_CONE_SWEEP,    /* Gauss-Seidel's sweeps, made conjugate gradients */
    TW_CONE_GRADIENT, /* projected gradients */
    TW_CONE_METHODS
} tw_cone_method;

typedef struct tw_cone_result {
    double residual_u;      /* unit of u */
    double residual_lambda; /* unit of lambda */
    int iterations;   /* number of factorisations, sweeps and steps; for many bodies their cost, in
                         sweeps */
    bool converged;   /* the residuals are within the tolerances; or all that touches sticks
                         but for what no rigid body can do (tw_cone_dense) */
    bool infeasible;  /* nothing to converge to: some z that the bounds let grow for ever has
                         N z = 0 and r z < 0; told by tw_cone_dense of those without friction */
    bool contradicts; /* with `even`: rows contradict each other, and fair_u is the tolerance */
    tw_cone_method method; /* method that gave the answer */
} tw_cone_result;

/*
 * TW_OK also where no answer was found: the result says so, and lambda is the best one. Where more
 * than one lambda is right for bounded rows it is, to rounding, that with the smallest sum of
 * N_ii lambda_i^2. The same input gives the same bits.
 *
 * TW_NONFINITE: N, r, mu or D is not finite; TW_ARGUMENT: mu < 0, lo > hi; TW_MEMORY.
 */

/* N [rows x rows, row-major, symmetric]; meant for up to 100 rows or so. Exact but for rounding.
 * lambda [rows]; u [rows] = N lambda + r or NULL */
tw_status tw_cone_dense(tw_cone *c, const tw_cone_rows *rows, const double *N,
                        const tw_cone_options *options, double *lambda, double *u,
                        tw_cone_result *result);

/* bodies and which of them the rows act on */
typedef struct tw_cone_bodies {
    int count;
    const double *inverse_mass;    /* [count] 1/kg, 0: never moves */
    const double *inverse_inertia; /* [count][6] xx xy xz yy yz zz, 1/(kg m^2), world frame; at the
                                      point and in the axes that D is written in */
    const int *contact_body;       /* [contacts][2] bodies a and b, different; -1: immovable */
    const double *contact_D;       /* [contacts][2][3][6] for a, then b: rows n, t1, t2; columns
                                      linear, angular: u = sum over both of D v */
    int slots;                     /* bodies of a bounded row; 0: 2 */
    const int *bounded_body;       /* [bounded][slots] */
    const double *bounded_D;       /* [bounded][slots][6] */

    /* v [count][6] = P v: projects velocities onto those that further bilateral rows, not among
     * these, allow, so that u = D^T P M^-1 D lambda + r; symmetric in the sense of M. NULL: nothing
     */
    void (*project)(void *context, double *v);
    void *context;
} tw_cone_bodies;

/* lambda [rows]; v [count][6] = P M^-1 D lambda, or NULL */
tw_status tw_cone_bodies_solve(tw_cone *c, const tw_cone_rows *rows, const tw_cone_bodies *bodies,
                               const tw_cone_options *options, double *lambda, double *v,
                               tw_cone_result *result);

/* the residuals of any lambda with its u; w [rows]: N's diagonal */
void tw_cone_residual(const tw_cone_rows *rows, const double *w, const double *lambda,
                      const double *u, double *residual_u, double *residual_lambda);

/*
 * D of a contact of a and b with the unit normal n from a to b (u_n: rate at which the gap grows)
 * and the tangents t1, t2; ra and rb: from the point where each one's velocity is taken to the
 * contact. D [2][3][6]
 */
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
