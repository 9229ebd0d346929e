/* Private header of bounded forces; see caps.c. */
#ifndef TW_DYNAMICS_SOLVE_CAPS_IMPL_H
#define TW_DYNAMICS_SOLVE_CAPS_IMPL_H

#include "dynamics/solve/caps.h"

/* shift of A's diagonal where A may be singular, relative to its mean */
#define TW_CAPS_SHIFT 1e-7

/* relative: a cap is met */
#define TW_CAPS_CLOSE 1e-9

/* relative: what is left of the equations is more than rounding */
#define TW_CAPS_CONTRADICTION 1e-7

/* a cap of one block of the island */
typedef struct tw_cap {
    int first, rows; /* unknowns of the constraint in the island */
    tw_block *block;
    bool torque;
    double limit; /* N, N m; of impulses N s, N m s */
    double *kept; /* [TW_CAP_STEPS] its multipliers in the pass */
} tw_cap;

/* scratch for the largest island */
struct tw_caps {
    double *A, *K;            /* [m x m] */
    double *b, *rhs, *u;      /* [m] */
    double *P, *KP;           /* [caps x m] P_c u, and K^-1 of it */
    double *grad;             /* [m] of one cap */
    double *H, *slope, *step; /* [caps x caps], [caps], [caps] */
    double *size;             /* [caps] |G_c u| */
    double *mu, *mu0, *trial; /* [caps] the multipliers, before a step, tried */
    double most;              /* the greatest |rhs| */
    tw_cap *list;             /* [caps] */
    int *pick;                /* [caps] the caps that are free to move */
    tw_twist *moved;          /* [bodies] accelerations by the unknowns */
};

/* some force of u passes its bound; the first n of the list */
bool tw_caps_over(const tw_dynamics *d, int n, const double *u);

/* the caps of the island at the time of the pass, each limit times `scale` */
int tw_caps_collect(tw_dynamics *d, const tw_island *isl, double scale, tw_cap *list);

/* direction of unknown i of the cap's block on the first body: force or torque */
static inline vec3 tw_cap_column(const tw_cap *c, int i) {
    const double *j = c->block->J + (size_t)i * (size_t)c->block->bind->slots * 6;
    return v3_scale(v3_load(c->torque ? j + 3 : j), c->block->weight);
}

/* G_c u; u of the island */
vec3 tw_cap_force(const tw_cap *c, const double *u);

/* do the cap's directions span all unknowns of its block? */
bool tw_cap_whole(const tw_cap *c);
/* a contradicted constraint: its force of least squares, the largest of its right-hand side, what
 * is left of that, and the force that would undo this if it were alone */
typedef struct tw_cap_ask {
    double force, demand, left, against;
} tw_cap_ask;
/* share of a contradicted constraint that stands aside */
double tw_cap_aside(const tw_cap *c, const tw_cap_ask *ask);

/* b = A u */
void tw_caps_times(const double *A, int m, const double *u, double *b);
/* A [m x m] of the island's weighted rows */
tw_status tw_caps_matrix(tw_dynamics *d, const tw_island *isl, double *A);
double tw_caps_mean(const double *A, int m);
/* K = A + shift 1 + sum mu_c G_c^T G_c, the lower triangle of its rows */
void tw_caps_fill(const double *A, int m, const tw_cap *list, int n, double shift, const double *mu,
                  double *K);
/* factors K = L L^T; TW_NONFINITE: K is not positive definite */
tw_status tw_caps_factor(double *K, int m);
/* x = K^-1 x */
void tw_caps_back(const double *K, int m, double *x);

#endif
