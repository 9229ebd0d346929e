/* Private header of bounded forces; see caps.c. */
#ifndef TW_DYNAMICS_SOLVE_CAPS_IMPL_H
#define TW_DYNAMICS_SOLVE_CAPS_IMPL_H

#include "dynamics/solve/caps.h"

/* shift of A's diagonal against singularity, relative to its mean */
#define TW_CAPS_SHIFT 1e-7

/* relative error at which a cap counts as met */
#define TW_CAPS_CLOSE 1e-9

/* a bound on the force or torque of one block of the island */
typedef struct tw_cap {
    int first, rows; /* unknowns of the block: first index in the island, or
                      among those with bounds, and number */
    tw_block *block;
    bool torque;
    double limit; /* N, N m; of impulses N s, N m s */
    double *kept; /* [TW_CAP_STEPS] multipliers stored in the block */
} tw_cap;

/* scratch for the largest island; m: rows of its constraints with bounds */
struct tw_caps {
    double *A, *K;            /* [m x m] */
    double *b, *rhs, *u;      /* [m] */
    double *shift;            /* [m] diagonal of E, equal for the rows of a block */
    double *centre;           /* [m] least-squares solution; at last the bounded one */
    double duration;          /* s, of the impulses that are computed; 0: forces */
    double mean;              /* mean diagonal entry of A without other rows */
    double *P, *KP;           /* [caps x m] G_c^T G_c u, and K^-1 times that */
    double *grad;             /* [m] of one cap */
    double *H, *slope, *step; /* Newton's matrix [caps x caps], right side, step [caps] */
    double *size;             /* [caps] |G_c u| */
    double *mu, *mu0, *trial; /* [caps] multipliers: now, before the step, on trial */
    double most;              /* the greatest |rhs| */
    tw_cap *list;             /* [caps] */
    int *pick;                /* [caps] indices of caps that can move in a step */
    /* caps_first.c */
    int *row;        /* [m] index of the row in the island */
    double *left;    /* [rows of the island] e: remainder of the equations in least squares */
    double *first;   /* [rows of the island] forces of the first stage */
    double *answer;  /* [m x rows of the island] change of these by a unit force in a row */
    tw_twist *moved; /* [bodies] accelerations by the unknowns */
};

/* computes the bounded solution, into `centre`, from A, b, shift, centre and mean. find: computes
 * the multipliers, otherwise those stored in the blocks are used; keep: stores them there */
tw_status tw_caps_bounded(struct tw_caps *s, int m, int n, bool find, bool keep);

/* does any of the first n caps of d->caps->list have a force above its limit, for the unknowns u?
 */
bool tw_caps_over(const tw_dynamics *d, int n, const double *u);

/* unit of impulses of a step in forces; of forces (step 0) in forces */
static inline double tw_caps_unit(double step) {
    return step > 0 ? step : 1;
}

/* lists the island's caps at the time of the pass, or, as impulses, those of a step from there, by
 * the bounds in its middle; returns their number */
int tw_caps_collect(tw_dynamics *d, const tw_island *isl, double step, tw_cap *list);

/* column i of G: force or torque on the first body by unknown i of the cap's block */
static inline vec3 tw_cap_column(const tw_cap *c, int i) {
    const double *j = c->block->J + (size_t)i * (size_t)c->block->bind->slots * 6;
    return v3_scale(v3_load(c->torque ? j + 3 : j), c->block->weight);
}

/* force or torque G_c u of a cap; u [rows of the island] */
vec3 tw_cap_force(const tw_cap *c, const double *u);

/* sets b->held to P of the block's bounds, from b->J; returns its rank */
int tw_cap_range(const tw_block *b);
/* b = A u */
void tw_caps_times(const double *A, int m, const double *u, double *b);
/* A [m x m] of the island's weighted rows */
tw_status tw_caps_matrix(tw_dynamics *d, const tw_island *isl, double *A);
double tw_caps_mean(const double *A, int m);
/* K = A + diag(shift) + sum mu_c G_c^T G_c, the lower triangle of its rows */
void tw_caps_fill(const double *A, int m, const tw_cap *list, int n, const double *shift,
                  const double *mu, double *K);
/* factors K = L L^T; TW_NONFINITE: K is not positive definite */
tw_status tw_caps_factor(double *K, int m);
/* x = K^-1 x */
void tw_caps_back(const double *K, int m, double *x);

#endif
