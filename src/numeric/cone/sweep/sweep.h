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
    TW_CONE_BODY = 8,  /* numbers of a body's velocity: 6, 0, 0 */
    TW_CONE_BLOCK = 36 /* rows n, t1, t2 of a contact's D', each 6 entries of body a, then 6 of b */
};

typedef struct tw_cone_bound {
    double inverse; /* 1 / N of the row; 0: nothing moves, passed over */
    double lo, hi, r, lambda;
    double weight; /* N of the row */
    double spare[2];
} tw_cone_bound;

/* contacts four at a time (quad.h); none where each is swept alone */
typedef struct tw_cone_quads {
    int count;
    int *contact;   /* [count][4] -1: none */
    int *body;      /* [count][2][4] where the velocities of a and of b begin in v */
    double *block;  /* [count][TW_QUAD_BLOCK] */
    double *lambda; /* [count][3][4] */
    double *ahead;  /* laid out like lambda */
} tw_cone_quads;

typedef struct tw_cone_island {
    int bodies, contacts, bounded;
    const int *body;      /* [contacts + bounded][2] a body, or `bodies` for an immovable side */
    double *D;            /* [contacts][36] */
    tw_cone_local *local; /* [contacts] */
    double *bound_D;      /* [bounded][12] */
    tw_cone_bound *bound; /* [bounded] */
    double *v;            /* [bodies + 1][8] G^-1 M^-1 D lambda */
    double *weight;       /* [contacts] trace(N) / 3 */
    double *change; /* [contacts][4], [bounded]: the next lambda; Newton's method: the last one */
    double *ahead, *v_ahead; /* laid out like change and v: y; in Newton's method the step */
    double *v_before;        /* laid out like v: velocities of the next lambda */
    tw_cone_quads quads;
} tw_cone_island;

/* each twice, with the same bits: _plain and _wide */

/* Gauss-Seidel: each contact and row in turn is made to fulfil its law. The sum of weight change^2,
 * and the largest weight |change|. */
double tw_cone_sweep_plain(tw_cone_island *s, double *largest);
double tw_cone_sweep_wide(tw_cone_island *s, double *largest);

/* lambda += beta (lambda - ahead), and ahead becomes the old lambda; v and v_ahead likewise */
void tw_cone_extend_plain(tw_cone_island *s, double beta);
void tw_cone_extend_wide(tw_cone_island *s, double beta);

/* sweeps the contacts of s->quads: returns the sum of weight^2 change^2, and raises *most to the
 * largest of them */
double tw_cone_quads_sweep_plain(tw_cone_island *s, double *most);
double tw_cone_quads_sweep_wide(tw_cone_island *s, double *most);
void tw_cone_quads_extend_plain(tw_cone_quads *q, double beta);
void tw_cone_quads_extend_wide(tw_cone_quads *q, double beta);

/* next = P_K(y - t F(y) / weight), into change, with y in ahead and its velocity in v_ahead; the
 * velocity of next into v_before */
typedef struct tw_cone_slope {
    double length;    /* sum of weight (next - y)^2 */
    double curvature; /* (next - y) N (next - y) */
    double along;     /* F (next - lambda) */
    double largest;   /* weight |next - y| */
} tw_cone_slope;

tw_cone_slope tw_cone_descend_plain(tw_cone_island *s, double t);
tw_cone_slope tw_cone_descend_wide(tw_cone_island *s, double t);

/* y = next + beta (next - lambda), lambda = next, with their velocities */
void tw_cone_follow_plain(tw_cone_island *s, double beta);
void tw_cone_follow_wide(tw_cone_island *s, double beta);

/* v from lambda */
void tw_cone_gather_plain(tw_cone_island *s);
void tw_cone_gather_wide(tw_cone_island *s);

/* the residuals of cone.h for lambda and v; returns the sum of weight e^2 */
double tw_cone_judge_plain(const tw_cone_island *s, double *residual_u, double *residual_lambda);
double tw_cone_judge_wide(const tw_cone_island *s, double *residual_u, double *residual_lambda);

/* one build of all loops */
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

/* a step of Newton's method from lambda with its v (newton.c), m has the pattern of the contacts
 * and rows. shift: of N, relative to a contact's own part; in the one to use, out that of the next
 * step. false: no step was found that makes the residuals smaller, lambda is as before. bold: the
 * whole step, whatever it does to the residuals, and the shift stays: where redundant contacts
 * cannot all close, such steps carry their load on until one opens [Rockafellar 1976] */
bool tw_cone_newton(const tw_cone_loops *f, tw_cone_island *s, tw_cone_lu *m, double *shift,
                    bool bold);

#endif
