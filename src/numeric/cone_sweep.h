/*
 * The contact problem of many bodies as the loops use it (cone_sweep.c).
 *
 * Velocities are in units in which all masses are 1: v = G v', M^-1 = G G^T, so that D' = D G makes
 * N = D' D'^T and one block of numbers serves both directions.
 */
#ifndef TW_NUMERIC_CONE_SWEEP_H
#define TW_NUMERIC_CONE_SWEEP_H

#include "numeric/cone_impl.h"
#include "numeric/cone_lu.h"

enum {
    TW_CONE_BODY = 8,  /* numbers of a body's velocity: 6, 0, 0 */
    TW_CONE_BLOCK = 36 /* of a contact's D': rows n, t1, t2, each 6 of a, 6 of b */
};

typedef struct tw_cone_bound {
    double inverse; /* 1 / N of the row; 0: nothing moves, passed over */
    double lo, hi, r, lambda;
    double weight; /* N of the row */
    double spare[2];
} tw_cone_bound;

typedef struct tw_cone_island {
    int bodies, contacts, bounded;
    const int *body;         /* [contacts + bounded][2] a body, or `bodies` for what never moves */
    double *D;               /* [contacts][36] */
    tw_cone_local *local;    /* [contacts] */
    double *bound_D;         /* [bounded][12] */
    tw_cone_bound *bound;    /* [bounded] */
    double *v;               /* [bodies + 1][8] G^-1 M^-1 D lambda */
    double *weight;          /* [contacts] trace(N) / 3 */
    double *change;          /* [contacts][4], [bounded]: of lambda in the last sweep */
    double *ahead, *v_ahead; /* as change and v: the direction of the conjugate gradients */
    double *v_before;        /* as v */
} tw_cone_island;

/* each twice, with the same bits: _plain and _wide */

/* every contact and row solved in turn with the others held, from the first on or from the last;
 * returns the sum of weight change^2, and the largest weight |change| */
double tw_cone_sweep_plain(tw_cone_island *s, bool backward, double *largest);
double tw_cone_sweep_wide(tw_cone_island *s, bool backward, double *largest);

/* v from lambda */
void tw_cone_gather_plain(tw_cone_island *s);
void tw_cone_gather_wide(tw_cone_island *s);

/* the residuals of cone.h for lambda and v; returns the sum of weight e^2 */
double tw_cone_judge_plain(const tw_cone_island *s, double *residual_u, double *residual_lambda);
double tw_cone_judge_wide(const tw_cone_island *s, double *residual_u, double *residual_lambda);

/* lambda += beta ahead, ahead = beta ahead + change; and v in the same way, its change being v -
 * v_before; v_before = v */
void tw_cone_extend_plain(tw_cone_island *s, double beta);
void tw_cone_extend_wide(tw_cone_island *s, double beta);

/* one build of all loops */
typedef struct tw_cone_loops {
    double (*sweep)(tw_cone_island *, bool, double *);
    void (*gather)(tw_cone_island *);
    double (*judge)(const tw_cone_island *, double *, double *);
    void (*extend)(tw_cone_island *, double);
    void (*lu_add)(tw_cone_lu *, int, const int *, int, const double *, const double *);
    bool (*lu_factor)(tw_cone_lu *);
    void (*lu_solve)(const tw_cone_lu *, double *);
} tw_cone_loops;

/* a step of Newton's method from lambda with its v (cone_newton.c), m's pattern being that of the
 * contacts and rows. shift (of N, in parts of a contact's own) is what the next step is to use;
 * false: none was found that makes the residuals smaller, lambda is as before */
bool tw_cone_newton(const tw_cone_loops *f, tw_cone_island *s, tw_cone_lu *m, double *shift);

#endif
