/*
 * Rest and small motion about it: the pose in which nothing accelerates, and the natural modes.
 *
 * Small motions are measured in the mass metric: z = M^1/2 (dx, dtheta), six numbers for each free
 * body, which moves by x += dx, q <- exp(dtheta) q. N [n x freedoms], orthonormal, spans the
 * motions that the constraints allow, w J M^-1/2 N = 0. With the accelerations a(q) of a model that
 * does not move, constraint forces included,
 *
 *     g = N^T M^1/2 a          generalised forces, 0 at rest
 *     K = -dg/dz N             stiffness, including that of constraint forces (strings, pendulums)
 *     C = -dg/dz' N            damping
 *
 * by central differences (of fourth order for K), so that every kind of force and constraint is
 * included. Contacts and limits are not.
 */
#ifndef TW_ANALYSIS_REST_REST_H
#define TW_ANALYSIS_REST_REST_H

#include "dynamics/dynamics.h"

/* largest number of coordinates, six for each free body; larger models are refused with an error,
 * since matrices are dense */
enum { TW_REST_MOST = 1200 };

typedef struct tw_small {
    tw_dynamics *d;
    double t;
    /* states: length of a state; n: length of z; freedoms: number of columns of N */
    int states, n, freedoms;
    int bodies;
    int *body;      /* [bodies] index in world.body of each free body */
    double *y;      /* [states] the state of the pose, with velocities 0 */
    double *moved;  /* [states] scratch */
    double *N;      /* [n x n] column-major; only the first `freedoms` columns are set */
    double *z;      /* [n] scratch */
    double *memory; /* owned */
} tw_small;

/* *s: set up at the poses of y [states], or of the world if y is NULL; the world is not changed. To
 * be freed by tw_small_free */
tw_status tw_small_begin(tw_dynamics *d, const double *y, tw_small *s);
void tw_small_free(tw_small *s);
/* computes s->N and s->freedoms at the pose in the pass; tw_small_begin calls it */
tw_status tw_small_freedoms(tw_small *s);
/* rotational part of M^-1/2 of the body with this index in world.body: R C, with C C^T = I^-1 in
 * body axes */
mat3 tw_small_whitener(const tw_small *s, int body);
/* g [freedoms]: generalised forces at the pose s->y moved by N xi, where the velocities are N xi1;
 * xi or xi1 NULL: 0 */
tw_status tw_small_forces(tw_small *s, const double *xi, const double *xi1, double *g);
/* moved [states]: state s->y with its poses moved by the small motion z [n] */
void tw_small_move(const tw_small *s, const double *z, double *moved);
/* K [freedoms x freedoms] column-major, made symmetric; *asymmetry: |K - K^T| / |K| before that */
tw_status tw_small_stiffness(tw_small *s, double *K, double *asymmetry);
/* Rotates N to the eigenvectors of K. w [freedoms]: eigenvalues, ascending; set to 0 if they may be
 * 0 within their error. error [freedoms]: of the eigenvalues, estimated from the rounding of the
 * forces along each eigenvector, from differences over steps of several lengths, and from the
 * rounding of eigenvectors. *asymmetry as in tw_small_stiffness */
tw_status tw_small_spectrum(tw_small *s, double *w, double *error, double *asymmetry);
/* z = N xi */
void tw_small_motion(const tw_small *s, const double *xi, double *z);
/* *dx, *dtheta: displacement and rotation vector of the i-th free body in the small motion z */
void tw_small_body(const tw_small *s, const double *z, int i, vec3 *dx, vec3 *dtheta);
/* Lengths, m. tw_small_size: largest radius of gyration of the i-th free body. tw_small_extent:
 * extent of the model, the largest such radius plus the largest distance of a body from the first
 * one */
double tw_small_size(const tw_small *s, int i);
double tw_small_extent(const tw_small *s);
/* the larger of two lengths, m: the model's extent, and the largest distance of a body from the
 * origin */
double tw_small_far(const tw_small *s);

/* why a pose is not at rest although nothing accelerates along its freedoms */
typedef enum tw_bar {
    TW_BAR_NONE,
    /* a constraint requires a velocity, such as a motor with a speed or a body on a path */
    TW_BAR_MOVES,
    TW_BAR_YIELDS /* a constraint would need a force above its bound */
} tw_bar;

/* *bar: whether and why a constraint prevents rest at the pose of s; *of: that constraint; NULL:
 * there is none */
tw_status tw_small_bar(tw_small *s, tw_bar *bar, const tw_constraint **of);

/* ---- modes ----------------------------------------------------------------------------------- */

typedef struct tw_modes {
    int count, n;
    /* [count] eigenvalues of K, rad^2/s^2, ascending; < 0: the mode is unstable; 0: the eigenvalue
     * is rounding */
    double *stiffness;
    /* [count] damping of each mode by itself, 1/s, as in x'' + damping x' + stiffness x = 0 */
    double *damping;
    /* [count][n] small motion z of each mode, scaled so that the body that moves most moves by 1 m
     * or 1 rad */
    double *shape;
    /* asymmetry of the stiffness, |K - K^T| / |K|: 0 if all forces have a potential */
    double asymmetry;
    double force;   /* size |g| of the generalised forces at the pose, m/s^2 sqrt(kg); 0 at rest */
    double *memory; /* owned */
} tw_modes;

/* *m: natural modes about the pose of s, to be freed by tw_modes_free; s->N is rotated to the
 * modes */
tw_status tw_modes_of(tw_small *s, tw_modes *m);
void tw_modes_free(tw_modes *m);

/* ---- equilibrium ----------------------------------------------------------------------------- */

typedef struct tw_rest {
    bool found, stable;
    /* largest acceleration of a body along the freedoms at the last pose, m/s^2 or rad/s^2 */
    double acceleration;
    /* of the last step, also if rest was found: if nothing resists the motion of `body` by it: unit
     * direction of that motion, or its axis if `turns`; otherwise 0 */
    vec3 loose;
    bool turns; /* is `loose` an axis about which the body can turn? */
    /* index in world.body of the body with the largest acceleration; -1: there is no body that can
     * move */
    int body;
    int iterations;
    double least;     /* smallest eigenvalue of K, rad^2/s^2; 0 if no rest was found */
    double deviation; /* largest |D| of a constraint at the last pose */
    double extent;    /* extent of the model, m */
    /* in which way the constraint `barred` prevents rest; TW_BAR_NONE: no constraint does */
    tw_bar bar;
    const tw_constraint *barred;
} tw_rest;

/* Moves the world to the nearest equilibrium downhill, in at most `most` steps of Newton's method,
 * with the absolute values of K's eigenvalues so that steps lead downhill. Steps are bounded, and
 * constraints are met again after each. Velocities become 0. If none is found, the world is
 * unchanged, but for the turns that its joints have counted. tolerance: of accelerations, m/s^2 and
 * rad/s^2; 0: the smaller of 1e-8 and 1e-9 of the largest acceleration by gravity or forces. The
 * search also ends, as found, with a step that is only rounding */
tw_status tw_rest_find(tw_dynamics *d, double tolerance, int most, tw_rest *r);

#endif
