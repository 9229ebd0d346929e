/*
 * The contact problem of many bodies as the loops use it (sweep.c).
 *
 * Velocities are in units in which all masses are 1: v = G v', M^-1 = G G^T, so that D' = D G makes
 * N = D' D'^T and one block of numbers serves both directions.
 */
#ifndef TW_NUMERIC_CONE_SWEEP_SWEEP_H
#define TW_NUMERIC_CONE_SWEEP_SWEEP_H

#include "numeric/cone/impl.h"
#include "numeric/cone/sweep/lu.h"

enum {
    TW_CONE_BODY = 8, /* doubles of a body's velocity: six numbers, 0, 0 */
    TW_CONE_BLOCK =
        36 /* doubles of a contact's D': rows n, t1, t2, each 6 of body a, then 6 of b */
};

typedef struct tw_cone_bound {
    double
        inverse; /* 1 / (diagonal of N) of the row; 0: neither body moves, and the row is skipped */
    double lo, hi, r, lambda;
    double weight; /* diagonal of N of the row */
    double spare[2];
} tw_cone_bound;

/* contacts in quads, four at a time (quad.h); count 0: each contact is swept alone */
typedef struct tw_cone_quads {
    int count;
    int *contact;   /* [count][4] contact of each lane; -1: an empty lane */
    int *body;      /* [count][2][4] index in v at which the velocity of body a, of body b begins */
    double *block;  /* [count][TW_QUAD_BLOCK] */
    double *lambda; /* [count][3][4] */
    double *ahead;  /* laid out like lambda */
} tw_cone_quads;

typedef struct tw_cone_island {
    int bodies, contacts, bounded;
    const int
        *body; /* [contacts + bounded][2] the two bodies; number `bodies`: an immovable side */
    double *D; /* [contacts][36] */
    tw_cone_local *local; /* [contacts] */
    double *bound_D;      /* [bounded][12] */
    tw_cone_bound *bound; /* [bounded] */
    double *v;            /* [bodies + 1][8] scaled velocities G^-1 M^-1 D lambda */
    double *weight;       /* [contacts] trace(N) / 3 */
    double *change; /* [contacts][4], then [bounded]: gradients: the next lambda; Newton: the last
                       lambda */
    double *ahead, *v_ahead; /* laid out like change and v: the extrapolated lambda y and its
                                velocities; in Newton's method the step */
    double *v_before;        /* laid out like v: velocities of the next lambda */
    tw_cone_quads quads;
} tw_cone_island;

/* each loop is built twice (_plain, _wide), with results of the same bits */

/* one Gauss-Seidel sweep: solves each contact and row in turn for its own law. Returns the sum of
 * weight change^2 of lambda; *largest: the largest weight |change| */
double tw_cone_sweep_plain(tw_cone_island *s, double *largest);
double tw_cone_sweep_wide(tw_cone_island *s, double *largest);

/* extrapolates lambda += beta (lambda - ahead), v likewise; ahead and v_ahead become the old lambda
 * and v */
void tw_cone_extend_plain(tw_cone_island *s, double beta);
void tw_cone_extend_wide(tw_cone_island *s, double beta);

/* sweeps the contacts of s->quads: returns the sum of weight change^2 of lambda; *most: raised to
 * the largest weight^2 change^2 */
double tw_cone_quads_sweep_plain(tw_cone_island *s, double *most);
double tw_cone_quads_sweep_wide(tw_cone_island *s, double *most);
void tw_cone_quads_extend_plain(tw_cone_quads *q, double beta);
void tw_cone_quads_extend_wide(tw_cone_quads *q, double beta);

/* result of a gradient step next = P_K(y - t F(y) / weight) from y = ahead, v_ahead; next goes into
 * change, its velocities into v_before */
typedef struct tw_cone_slope {
    double length;    /* sum of weight |next - y|^2 */
    double curvature; /* (next - y) N (next - y) */
    double along;     /* F (next - lambda) */
    double largest;   /* weight |next - y| */
} tw_cone_slope;

tw_cone_slope tw_cone_descend_plain(tw_cone_island *s, double t);
tw_cone_slope tw_cone_descend_wide(tw_cone_island *s, double t);

/* after a gradient step: ahead = next + beta (next - lambda), then lambda = next; the velocities
 * likewise */
void tw_cone_follow_plain(tw_cone_island *s, double beta);
void tw_cone_follow_wide(tw_cone_island *s, double beta);

/* v from lambda */
void tw_cone_gather_plain(tw_cone_island *s);
void tw_cone_gather_wide(tw_cone_island *s);

/* residuals of cone.h at s's lambda and v; returns the sum of weight |e|^2 */
double tw_cone_judge_plain(const tw_cone_island *s, double *residual_u, double *residual_lambda);
double tw_cone_judge_wide(const tw_cone_island *s, double *residual_u, double *residual_lambda);

/* all loops in one of the two builds */
typedef struct tw_cone_loops {
    double (*sweep)(tw_cone_island *, double *);
    void (*extend)(tw_cone_island *, double);
    tw_cone_slope (*descend)(tw_cone_island *, double);
    void (*follow)(tw_cone_island *, double);
    void (*gather)(tw_cone_island *);
    double (*judge)(const tw_cone_island *, double *, double *);
    void (*lu_add)(tw_cone_lu *, int, const int *, int, const double *, const double *);
    bool (*lu_factor)(tw_cone_lu *);
    void (*lu_solve)(const tw_cone_lu *, double *);
} tw_cone_loops;

/* A Newton step from lambda and v of s (newton.c); m: pattern of the contacts and rows. *shift:
 * shift of N in this step, relative to a contact's own part; on return that of the next step.
 * false: no part of the step reduces the residuals, and lambda stays. bold: the whole step is taken
 * whatever the residuals, and the shift stays: where redundant contacts cannot all close, such
 * steps move their load until one opens [Rockafellar 1976] */
bool tw_cone_newton(const tw_cone_loops *f, tw_cone_island *s, tw_cone_lu *m, double *shift,
                    bool bold);

#endif
