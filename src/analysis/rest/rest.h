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
 * by central differences of fourth order, so that every kind of force and constraint counts.
 * Contacts and limits have no part in it.
 */
#ifndef TW_ANALYSIS_REST_REST_H
#define TW_ANALYSIS_REST_REST_H

#include "dynamics/dynamics.h"

/* largest number of coordinates that is tried, six for each free body */
enum { TW_REST_MOST = 1200 };

typedef struct tw_small {
    tw_dynamics *d;
    double t;
    int states, n, freedoms; /* length of a state, length of z, columns of N */
    int bodies;
    int *body;      /* [bodies] indices of the free bodies */
    double *y;      /* [states] the pose, without velocities */
    double *moved;  /* [states] scratch */
    double *N;      /* [n x n] by columns, of which `freedoms` count */
    double *z;      /* [n] scratch */
    double *memory; /* owned */
} tw_small;

/* begins at the poses of y [states], or of the world if y is NULL; the world is not touched */
tw_status tw_small_begin(tw_dynamics *d, const double *y, tw_small *s);
void tw_small_free(tw_small *s);
/* sets N and `freedoms` at the pass's pose; called by tw_small_begin */
tw_status tw_small_freedoms(tw_small *s);
/* M^-1/2 of a body's rotations, by its index: R C with C C^T = I^-1 in body axes */
mat3 tw_small_whitener(const tw_small *s, int body);
/* g [freedoms] at the pose moved by N xi, with velocities N xi1; NULL: 0 */
tw_status tw_small_forces(tw_small *s, const double *xi, const double *xi1, double *g);
/* moved [states]: the pose moved by z [n] */
void tw_small_move(const tw_small *s, const double *z, double *moved);
/* K [freedoms x freedoms] by columns, its symmetric part; asymmetry: |K - K^T| / |K| */
tw_status tw_small_stiffness(tw_small *s, double *K, double *asymmetry);
/* Turns N to the eigenvectors of K. w [freedoms]: eigenvalues, ascending, 0 where they are within
 * their error; error [freedoms]: of each, from the rounding of the forces along it */
tw_status tw_small_spectrum(tw_small *s, double *w, double *error, double *asymmetry);
/* z = N xi */
void tw_small_motion(const tw_small *s, const double *xi, double *z);
/* dx and dtheta of the i-th free body under z */
void tw_small_body(const tw_small *s, const double *z, int i, vec3 *dx, vec3 *dtheta);
/* largest radius of gyration of the i-th free body, m; and extent of the model: the largest such
 * radius plus the largest distance from the first body, m */
double tw_small_size(const tw_small *s, int i);
double tw_small_extent(const tw_small *s);
/* the largest of the extent and of the bodies' distances from the origin, m */
double tw_small_far(const tw_small *s);

/* reason why a pose without accelerations along the freedoms is not at rest */
typedef enum tw_bar {
    TW_BAR_NONE,
    TW_BAR_MOVES, /* a constraint asks for velocity: a motor with a speed, a body on a path */
    TW_BAR_YIELDS /* the bound of a constraint's force is less than rest here needs */
} tw_bar;

/* finds the bar at the pose; of: its constraint, NULL: none */
tw_status tw_small_bar(tw_small *s, tw_bar *bar, const tw_constraint **of);

/* ---- modes ----------------------------------------------------------------------------------- */

typedef struct tw_modes {
    int count, n;
    double *stiffness; /* [count] eigenvalues of K, rad^2/s^2, ascending; below 0: it falls away;
                          0: less than rounding */
    double *damping;   /* [count] of each mode by itself, x'' + damping x' + stiffness x = 0, 1/s */
    double *shape;     /* [count][n] z of each; its largest motion is 1 m or 1 rad */
    double asymmetry;  /* |K - K^T| / |K|: 0 where forces have a potential */
    double force;      /* |g|, m/s^2 sqrt(kg): the pose is at rest where it is 0 */
    double *memory;    /* owned */
} tw_modes;

/* natural modes about the pose of s, whose N becomes their basis */
tw_status tw_modes_of(tw_small *s, tw_modes *m);
void tw_modes_free(tw_modes *m);

/* ---- equilibrium ----------------------------------------------------------------------------- */

typedef struct tw_rest {
    bool found, stable;
    double acceleration; /* the largest that is left, m/s^2 or rad/s^2 */
    /* unit vector, if no pose was found because nothing holds `body` along it; otherwise 0 */
    vec3 loose;
    bool turns; /* the loose direction is an axis of rotation */
    int body;   /* index of the body; -1: none */
    int iterations;
    double least;     /* the smallest eigenvalue of K, rad^2/s^2 */
    double deviation; /* largest |D| of the constraints */
    double extent;    /* extent of the model, m */
    tw_bar bar;       /* reason in the constraint `barred`; TW_BAR_NONE: none */
    const tw_constraint *barred;
} tw_rest;

/* Moves the world to the nearest rest downhill: Newton's method with |eigenvalues| of K, short
 * steps where it is far, constraints met after each. Velocities are 0 then; where no rest is found
 * the world stays as it is. tolerance: of accelerations, m/s^2 and rad/s^2; 0: 1e-8, or
 * 1e-9 of the free ones where these are less. Rest is also where the step is rounding */
tw_status tw_rest_find(tw_dynamics *d, double tolerance, int most, tw_rest *r);

#endif
