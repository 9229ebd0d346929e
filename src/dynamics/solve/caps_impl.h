/* Private header of bounded forces; see caps.c. */
#ifndef TW_DYNAMICS_SOLVE_CAPS_IMPL_H
#define TW_DYNAMICS_SOLVE_CAPS_IMPL_H

#include "dynamics/solve/caps.h"

/* caps_soft.c: number added to A's diagonal against singularity, relative to its mean */
#define TW_CAPS_SHIFT 1e-7

/* relative error at which a bound counts as met */
#define TW_CAPS_CLOSE 1e-9

/* a bound on the force or the torque of a block of the island */
typedef struct tw_cap {
    /* the unknowns of the block: index of the first one in the island (in the second stage: among
     * the rows with bounds), and their number */
    int first, rows;
    tw_block *block;
    bool torque;
    double limit; /* largest force, N or N m; for impulses N s or N m s */
    double *kept; /* [TW_CAP_STEPS] multipliers of the cap, which are stored in the block */
    /* [rows] columns of the matrix G_c of the bound: G_c u is the force (or torque) that must not
     * exceed `limit`, u the block's unknowns. Memory of the block: each tw_caps_collect of the
     * block's island overwrites it, for all lists that contain the cap */
    vec3 *G;
} tw_cap;

/* Scratch for the largest island. m: rows of its constraints with bounds; caps: number of bounds */
struct tw_caps {
    double *A, *K;       /* [m x m] A; and A with compliances and multipliers, then its factor */
    double *b, *rhs, *u; /* [m] */
    double *shift;       /* [m] diagonal of E; equal for the rows of a block */
    double *centre; /* [m] on entry the least-squares solution, on return the bounded solution */
    /* length, s, of the step whose impulses are computed; 0: forces are computed */
    double duration;
    /* mean of A's diagonal entries, each for its row alone (without the first stage) */
    double mean;
    double *P, *KP; /* [caps x m] G_c^T G_c u, and K^-1 G_c^T G_c u */
    double *grad;   /* [m] G_c^T G_c u of one cap */
    /* Newton's matrix [caps x caps], its right side and the step [caps] */
    double *H, *slope, *step;
    double *size; /* [caps] |G_c u| */
    /* [caps] multipliers: present ones; those before a step; those of a trial */
    double *mu, *mu0, *trial;
    double most;  /* largest |rhs| of all rows */
    tw_cap *list; /* [caps] */
    int *pick;    /* [caps] indices of the caps that can move in a step */
    /* caps_first.c */
    int *row; /* [m] index in the island of each row */
    /* [rows of the island] what the least-squares solution of all rows leaves of the equations, e
     * of caps_first.c */
    double *left;
    double *first; /* [rows of the island] forces of the first stage */
    /* [m x rows of the island] change of `first` by a unit force in each row with bounds */
    double *answer;
    tw_twist *moved; /* [bodies] accelerations by the unknowns */
};

/* computes the bounded solution, into s->centre, from s->A, b, shift, centre and mean, for m rows
 * and n caps. find: determines the multipliers, otherwise uses those stored in the blocks; keep:
 * stores them there */
tw_status tw_caps_bounded(struct tw_caps *s, int m, int n, bool find, bool keep);

/* do the unknowns u [rows of the island] exceed any of the first n caps of d->caps->list? */
bool tw_caps_over(const tw_dynamics *d, int n, const double *u);

/* factor of force bounds for what is computed: `step` if it is impulses of a step of that length,
 * s; 1 if it is forces (step 0) */
static inline double tw_caps_unit(double step) {
    return step > 0 ? step : 1;
}

/* list: the caps of an island, for forces at the time of the pass (step 0), or for the impulses of
 * a step of length `step`, s, that begins then, with the bounds of the middle of the step; returns
 * their number */
int tw_caps_collect(tw_dynamics *d, const tw_island *isl, double step, tw_cap *list);

/* column i of G_c: force or torque on the first body per unit of unknown i of the cap's block */
static inline vec3 tw_cap_column(const tw_cap *c, int i) {
    return c->G[i];
}

/* force or torque G_c u of a cap; u [rows of the island] */
vec3 tw_cap_force(const tw_cap *c, const double *u);

/* sets b->held to the projection P onto the bounded unknowns of the block, from b->J; returns its
 * rank */
int tw_cap_range(const tw_block *b);
/* b = A u */
void tw_caps_times(const double *A, int m, const double *u, double *b);
/* A [m x m] = B B^T of the island's weighted rows, m = isl->rows */
tw_status tw_caps_matrix(tw_dynamics *d, const tw_island *isl, double *A);
double tw_caps_mean(const double *A, int m);
/* K [m x m]: lower triangle, by rows, of A + diag(shift) + sum mu_c G_c^T G_c over n caps */
void tw_caps_fill(const double *A, int m, const tw_cap *list, int n, const double *shift,
                  const double *mu, double *K);
/* factors the lower triangle K = L L^T in place; TW_NONFINITE: K is not positive definite */
tw_status tw_caps_factor(double *K, int m);
/* x = K^-1 x */
void tw_caps_back(const double *K, int m, double *x);

#endif
