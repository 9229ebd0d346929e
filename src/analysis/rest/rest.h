/*
 * Rest and small motion about it: the pose in which nothing accelerates, and the natural modes.
 *
 * Small motions are measured in the mass metric: z = M^1/2 (dx, dtheta), six numbers a free body,
 * x += dx, q <- exp(dtheta) q. N [n x freedoms], orthonormal, spans the motions that the
 * constraints allow, w J M^-1/2 N = 0. With the accelerations a(q) of a model that does not move,
 * constraint forces included,
 *
 *     g = N^T M^1/2 a          generalised forces, 0 at rest
 *     K = -dg/dz N             stiffness: with that of the constraint forces (strings, pendulums)
 *     C = -dg/dz' N            damping
 *
 * by central differences (of fourth order for K), so that every kind of force and constraint is
 * included. Contacts and limits are not.
 */
#ifndef TW_ANALYSIS_REST_REST_H
#define TW_ANALYSIS_REST_REST_H

#include "dynamics/dynamics.h"

/* most coordinates, six for each free body; larger models are refused */
enum { TW_REST_MOST = 1200 };

typedef struct tw_small {
    tw_dynamics *d;
    double t;
    int states, n, freedoms; /* length of a state, length of z, number of columns of N */
    int bodies;
    int *body;      /* [bodies] indices of the free bodies */
    double *y;      /* [states] the pose, without velocities */
    double *moved;  /* [states] scratch */
    double *N;      /* [n x n] by columns; the first `freedoms` columns are set */
    double *z;      /* [n] scratch */
    double *memory; /* owned */
} tw_small;

/* sets up s at the poses of y [states], or of the world if y is NULL; the world stays as it is */
tw_status tw_small_begin(tw_dynamics *d, const double *y, tw_small *s);
void tw_small_free(tw_small *s);
/* computes N and `freedoms` at the pass's pose; called by tw_small_begin */
tw_status tw_small_freedoms(tw_small *s);
/* rotational part of M^-1/2 of a body, by its index: R C with C C^T = I^-1 in body axes */
mat3 tw_small_whitener(const tw_small *s, int body);
/* g [freedoms] at the pose moved by N xi, with velocities N xi1; xi, xi1 NULL: 0 */
tw_status tw_small_forces(tw_small *s, const double *xi, const double *xi1, double *g);
/* moved [states]: the state s->y with its poses moved by z [n] */
void tw_small_move(const tw_small *s, const double *z, double *moved);
/* K [freedoms x freedoms] by columns, symmetrised; *asymmetry: |K - K^T| / |K| before */
tw_status tw_small_stiffness(tw_small *s, double *K, double *asymmetry);
/* Rotates N to the eigenvectors of K. w [freedoms]: eigenvalues, ascending, set to 0 if within
 * their error; error [freedoms]: from the rounding of the forces along each eigenvector */
tw_status tw_small_spectrum(tw_small *s, double *w, double *error, double *asymmetry);
/* z = N xi */
void tw_small_motion(const tw_small *s, const double *xi, double *z);
/* dx and dtheta of the i-th free body in the small motion z */
void tw_small_body(const tw_small *s, const double *z, int i, vec3 *dx, vec3 *dtheta);
/* tw_small_size: largest radius of gyration of the i-th free body, m; tw_small_extent: size of the
 * model: the largest such radius plus the largest distance from the first body, m */
double tw_small_size(const tw_small *s, int i);
double tw_small_extent(const tw_small *s);
/* the larger of the model's extent and the largest distance of a body from the origin, m */
double tw_small_far(const tw_small *s);

/* reason why a pose is not at rest, though nothing accelerates along the freedoms */
typedef enum tw_bar {
    TW_BAR_NONE,
    TW_BAR_MOVES, /* a constraint requires a velocity: a motor with a speed, a body on a path */
    TW_BAR_YIELDS /* a constraint's force would have to exceed its bound */
} tw_bar;

/* finds such a reason at the pose of s; *of: the constraint; NULL: none */
tw_status tw_small_bar(tw_small *s, tw_bar *bar, const tw_constraint **of);

/* ---- modes ----------------------------------------------------------------------------------- */

typedef struct tw_modes {
    int count, n;
    double *stiffness; /* [count] eigenvalues of K, rad^2/s^2, ascending; < 0: unstable; 0: within
                          rounding */
    double *damping;   /* [count] 1/s, of each mode by itself: x'' + damping x' + stiffness x = 0 */
    double *shape;     /* [count][n] z of each; its largest motion is 1 m or 1 rad */
    double asymmetry;  /* |K - K^T| / |K|: 0 where forces have a potential */
    double force;      /* |g| at the pose, m/s^2 sqrt(kg); 0 in equilibrium */
    double *memory;    /* owned */
} tw_modes;

/* natural modes about the pose of s; the columns of s->N become the modes */
tw_status tw_modes_of(tw_small *s, tw_modes *m);
void tw_modes_free(tw_modes *m);

/* ---- equilibrium ----------------------------------------------------------------------------- */

typedef struct tw_rest {
    bool found, stable;
    double acceleration; /* the largest acceleration at the last pose, m/s^2 or rad/s^2 */
    /* if no rest was found because nothing holds `body` in a direction: that unit vector; otherwise
     * 0 */
    vec3 loose;
    bool turns; /* `loose` is an axis of rotation */
    int body;   /* index of the body with the largest acceleration; -1: none */
    int iterations;
    double least;     /* the smallest eigenvalue of K, rad^2/s^2 */
    double deviation; /* largest |D| of the constraints at the last pose */
    double extent;    /* extent of the model, m */
    tw_bar bar; /* reason of the constraint `barred` against rest; TW_BAR_NONE: there is none */
    const tw_constraint *barred;
} tw_rest;

/* Moves the world to the nearest equilibrium downhill: Newton's method with |eigenvalues| of K,
 * short steps far away, constraints met after each; `most` steps. Velocities become 0; if none is
 * found the world stays as it is. tolerance: of accelerations, m/s^2 and rad/s^2; 0: 1e-8, or 1e-9
 * of those by gravity and forces if less. A step within rounding ends the search, too */
tw_status tw_rest_find(tw_dynamics *d, double tolerance, int most, tw_rest *r);

#endif
