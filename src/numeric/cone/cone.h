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

typedef struct tw_cone tw_cone; /* reusable memory for the solvers: grows to the largest problem,
                                   then nothing is allocated */

tw_status tw_cone_create(tw_cone **c);
void tw_cone_free(tw_cone *c);

/* one or two caps on adjacent bounded rows: limits of the length of a constraint's force and torque
 */
typedef struct tw_cone_cap {
    int first, rows; /* first: index among the bounded rows, whose lo and hi must be infinite here;
                        rows <= 6 */
    int limits;      /* 1 or 2 */
    double G[2][3][6];
    double limit[2]; /* > 0 */
} tw_cone_cap;

/* the rows of a problem: 3 contacts + bounded in all */
typedef struct tw_cone_rows {
    int contacts, bounded, caps;
    const double *mu;       /* [contacts] finite, >= 0 */
    const double *lo, *hi;  /* [bounded] */
    const double *r;        /* [3 contacts + bounded] finite */
    const tw_cone_cap *cap; /* [caps] in the order of their rows; no row is in two caps */
} tw_cone_rows;

typedef struct tw_cone_options {
    double tolerance_u;      /* largest residual_u to accept; 0: as small as rounding allows */
    double tolerance_lambda; /* largest residual_lambda to accept; 0: not checked */
    int limit; /* most iterations; 0: 1000, or 10000 for bodies that only contacts and bounds join
                */
    bool warm; /* true: lambda on entry is the first guess; false: the first guess is 0 */
    bool even; /* tw_cone_dense with friction: of many solutions the one nearest to 0 */
    double fair_u; /* with `even`: largest residual_u to accept where rows contradict each other */
    bool polish;   /* tw_cone_dense: with friction a few of Newton's steps from the guess,
                      which solves the problem to some digits; it stays if they fail */
    /* called every few iterations: a status other than TW_OK ends the solution and is returned;
     * NULL: never called */
    tw_status (*poll)(void *context);
    void *poll_context;
} tw_cone_options;

/* iterations from one call of poll to the next */
enum { TW_CONE_POLL_EVERY = 16 };
static inline tw_status tw_cone_poll(const tw_cone_options *o) {
    return o->poll ? o->poll(o->poll_context) : TW_OK;
}

typedef enum tw_cone_method {
    TW_CONE_NONE,     /* no method: there was nothing to solve */
    TW_CONE_PIVOT,    /* exact: active sets */
    TW_CONE_NEWTON,   /* exact: Newton's method on the states stick, slide and open */
    TW_CONE_SWEEP,    /* Gauss-Seidel sweeps, accelerated like conjugate gradients */
    TW_CONE_GRADIENT, /* projected gradients */
    TW_CONE_METHODS
} tw_cone_method;

typedef struct tw_cone_result {
    double residual_u;      /* unit of u */
    double residual_lambda; /* unit of lambda */
    int iterations;   /* factorisations, sweeps and steps; for many bodies their cost in sweeps */
    bool converged;   /* the residuals are within the tolerances; or (tw_cone_dense) every touching
                         contact sticks and only motions that no rigid body can make are left */
    bool infeasible;  /* there is no solution: a direction z within the bounds has N z = 0 and r z <
                         0; set only by tw_cone_dense for problems without friction */
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

/* For small problems, up to about 100 rows: exact to rounding. N [rows x rows, row-major,
 * symmetric]; lambda [rows]: solution; u [rows]: N lambda + r, may be NULL */
tw_status tw_cone_dense(tw_cone *c, const tw_cone_rows *rows, const double *N,
                        const tw_cone_options *options, double *lambda, double *u,
                        tw_cone_result *result);

/* the bodies of a problem, and the bodies and entries of D of each row */
typedef struct tw_cone_bodies {
    int count;
    const double *inverse_mass;    /* [count] 1/kg; 0: the body never moves */
    const double *inverse_inertia; /* [count][6] xx xy xz yy yz zz, 1/(kg m^2), in world axes, about
                                      the point that D refers to */
    const int *contact_body; /* [contacts][2] bodies a and b, different; -1: an immovable side */
    const double *contact_D; /* [contacts][2][3][6] for a, then b: rows n, t1, t2; columns linear,
                                angular velocity: u = D_a v_a + D_b v_b */
    int slots;               /* number of bodies of each bounded row; 0 means 2 */
    const int *bounded_body; /* [bounded][slots] */
    const double *bounded_D; /* [bounded][slots][6] */

    /* v [count][6] = P v: projects velocities onto those that further bilateral rows (not among
     * `rows`) allow: u = D^T P M^-1 D lambda + r. P is symmetric in the inner product of M. NULL: P
     * = 1 */
    void (*project)(void *context, double *v);
    void *context;
} tw_cone_bodies;

/* For many bodies, iteratively. lambda [rows]: solution; v [count][6] = P M^-1 D lambda, may be
 * NULL */
tw_status tw_cone_bodies_solve(tw_cone *c, const tw_cone_rows *rows, const tw_cone_bodies *bodies,
                               const tw_cone_options *options, double *lambda, double *v,
                               tw_cone_result *result);

/* the residuals (head of this file) of any lambda [rows] with u [rows] = N lambda + r; w [rows]:
 * diagonal of N */
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
