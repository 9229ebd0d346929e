/*
 * Data of the contact problem of many bodies for the loops of sweep.c.
 *
 * Velocities are in units in which all masses are 1: v = G v', M^-1 = G G^T, so that with D' = D G,
 * N = D' D'^T: the same numbers D' give rates from velocities and velocities from impulses.
 */
#ifndef TW_NUMERIC_CONE_SWEEP_SWEEP_H
#define TW_NUMERIC_CONE_SWEEP_SWEEP_H

#include "numeric/cone/impl.h"
#include "numeric/cone/sweep/lu.h"

enum {
    TW_CONE_BODY = 8, /* number of doubles of a body's velocity: six components and two zeros */
    /* number of doubles of a contact's D': rows n, t1, t2; in each six numbers for body a, then
     * six for body b */
    TW_CONE_BLOCK = 36
};

typedef struct tw_cone_bound {
    /* 1 / N_ii, N_ii the row's diagonal entry of N; 0: neither body moves, and the row is
     * skipped */
    double inverse;
    double lo, hi, r, lambda;
    double weight; /* N_ii, the row's diagonal entry of N */
    double spare[2];
} tw_cone_bound;

/* contacts that are swept four at a time (quad.h); count 0: none are */
typedef struct tw_cone_quads {
    int count;
    int *contact;   /* [count][4] index of the contact in each lane; -1: an empty lane */
    int *body;      /* [count][2][4] index in v of the velocity of body a, then b, of each lane */
    double *block;  /* [count][TW_QUAD_BLOCK] */
    double *lambda; /* [count][3][4] */
    double *ahead;  /* lambda before the last sweep, laid out like lambda */
} tw_cone_quads;

typedef struct tw_cone_island {
    int bodies, contacts, bounded;
    /* [contacts + bounded][2] indices of the two bodies; index `bodies`: a side that does not
     * move */
    const int *body;
    double *D;            /* [contacts][36] */
    tw_cone_local *local; /* [contacts] */
    double *bound_D;      /* [bounded][12] */
    tw_cone_bound *bound; /* [bounded] */
    double *v;            /* [bodies + 1][8] scaled velocities G^-1 M^-1 D lambda due to lambda */
    double *weight; /* [contacts] weight of each contact: trace of its block of N, divided by 3 */
    /* [contacts][4], then [bounded]: lambda after the next gradient step; or, in Newton's method,
     * lambda before the step */
    double *change;
    /* laid out like `change` and `v`: the extrapolated lambda y and the velocities due to it; in
     * Newton's method the step */
    double *ahead, *v_ahead;
    double *v_before; /* laid out like v: velocities due to the next lambda */
    tw_cone_quads quads;
} tw_cone_island;

/* each loop is compiled twice, for plain and wide vectors, with results of the same bits */

/* One Gauss-Seidel sweep: solves each contact and row in turn, as if it were the only one. Returns
 * the sum of weight times (change of lambda)^2; *largest: largest weight times |change| */
double tw_cone_sweep_plain(tw_cone_island *s, double *largest);
double tw_cone_sweep_wide(tw_cone_island *s, double *largest);

/* extrapolates lambda += beta (lambda - ahead), and v likewise; ahead, v_ahead become lambda, v as
 * they were before */
void tw_cone_extend_plain(tw_cone_island *s, double beta);
void tw_cone_extend_wide(tw_cone_island *s, double beta);

/* one Gauss-Seidel sweep over the contacts of s->quads; returns the sum of s->weight (change of
 * lambda)^2; *most: raised to the largest s->weight^2 (change of lambda)^2 of a contact */
double tw_cone_quads_sweep_plain(tw_cone_island *s, double *most);
double tw_cone_quads_sweep_wide(tw_cone_island *s, double *most);
void tw_cone_quads_extend_plain(tw_cone_quads *q, double beta);
void tw_cone_quads_extend_wide(tw_cone_quads *q, double beta);

/* figures of a gradient step next = P_K(y - t F(y) / weight) from y = ahead; `next` is stored in
 * change, its velocities in v_before */
typedef struct tw_cone_slope {
    double length;    /* sum of weight |next - y|^2 */
    double curvature; /* (next - y) N (next - y) */
    double along;     /* F (next - lambda) */
    double largest;   /* weight |next - y| */
} tw_cone_slope;

tw_cone_slope tw_cone_descend_plain(tw_cone_island *s, double t);
tw_cone_slope tw_cone_descend_wide(tw_cone_island *s, double t);

/* after a gradient step: ahead = next + beta (next - lambda), then lambda = next; their velocities
 * likewise */
void tw_cone_follow_plain(tw_cone_island *s, double beta);
void tw_cone_follow_wide(tw_cone_island *s, double beta);

/* computes v from lambda */
void tw_cone_gather_plain(tw_cone_island *s);
void tw_cone_gather_wide(tw_cone_island *s);

/* *residual_u, *residual_lambda: residuals of cone.h at lambda and v of s; returns the sum of
 * weight |e|^2 */
double tw_cone_judge_plain(const tw_cone_island *s, double *residual_u, double *residual_lambda);
double tw_cone_judge_wide(const tw_cone_island *s, double *residual_u, double *residual_lambda);

/* all these loops, compiled for one kind of vectors */
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

/* Makes a Newton step from lambda and v of s (newton.c); m: pattern of the contacts and rows.
 * *shift: shift of N in this step, relative to a contact's own part; on return that of the next
 * step. false: no fraction of the step reduces the residuals, and lambda is unchanged. bold: takes
 * the whole step even if residuals grow, and keeps the shift: where redundant contacts cannot all
 * be closed at once, such steps shift load from one to another until one opens [Rockafellar
 * 1976] */
bool tw_cone_newton(const tw_cone_loops *f, tw_cone_island *s, tw_cone_lu *m, double *shift,
                    bool bold);

#endif
