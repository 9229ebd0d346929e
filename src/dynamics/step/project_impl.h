/* Private header of the steps `project` and `timestep`; see project.c. */
#ifndef TW_DYNAMICS_STEP_PROJECT_IMPL_H
#define TW_DYNAMICS_STEP_PROJECT_IMPL_H

#include "dynamics/pass/pass.h"
#include "dynamics/step/project.h"

/* greatest number of corrections of an island */
enum { TW_PROJECT_MOST = 60 };

/* one free body in the step */
typedef struct tw_project_body {
    vec3 x;           /* position at the start */
    quat q;           /* orientation at the start */
    vec3 p, L;        /* momenta at the end without constraint forces */
    vec3 omega, spin; /* angular velocity at the start, and L - h L x omega */
    /* timestep alone */
    vec3 v_way,
        L_way;  /* velocity and angular momentum with which the body moves through the step */
    bool given; /* p, L and these are: contacts or bounds act on it */
} tw_project_body;

typedef struct tw_project {
    tw_project_body *body; /* [bodies] */
    double *goal;          /* [rows] D, V, or J v at the end */
    double *earlier;       /* [rows] D where the last step began */
    double *lambda;        /* [dofs] */
    tw_wrench *sum;        /* [bodies] */
    tw_terms trial;        /* terms with room for the largest constraint */
    double h;              /* s */
    /* scratch of timestep; NULL until it steps */
    double *rate;          /* [rows] goals of the rates */
    double *mean;          /* [rows] of the level of velocities: V in the mean of the step */
    double *r, *r1;        /* [rows] deviations of positions, of velocities */
    double *mu;            /* [dofs] impulses of the velocities */
    tw_body_motion *going; /* [bodies] where the impulses of the first half lead */
    tw_part free, given;   /* islands that nothing acts on, and the others */
    /* scratch of project; NULL until it steps */
    double *inverse; /* inverses of all islands, each [dofs][rows] */
    double *f, *z;   /* [rows], [dofs] of the largest island */
    double *step;    /* [TW_PROJECT_MOST][dofs of the largest island] */
    int behind;      /* a block beyond the nearest pose; -1: none */
} tw_project;

/* ---- project.c ------------------------------------------------------------------------------ */

/* the pass at (t, y) with its rows, the goals of the rows at t + h and the momenta there without
 * constraint forces */
tw_status tw_project_begin(tw_dynamics *d, double t, double h, double before, const double *y);

/* does a body that constraints hold turn too far in a step of h that begins at (t, y)? Its name in
 * d->culprit */
bool tw_project_far(tw_dynamics *d, double t, double h, const double *y);

/* the free bodies' motions of the pass as a state */
void tw_project_store(const tw_dynamics *d, double *y);

/* ---- timestep_free.c ------------------------------------------------------------------------ */

/* s->free, s->given: by the bodies that are given */
tw_status tw_timestep_make_parts(tw_dynamics *d);
void tw_timestep_know_parts(tw_dynamics *d);
/* The impulses that islands begin the step with, for the poses that they end it with: into going,
 * v_way and L_way of all bodies that are not given. Islands where there are none become given */
tw_status tw_timestep_go(tw_dynamics *d, double t, double h);
/* momenta at the end of the step, from the ones of its middle */
tw_status tw_timestep_arrive(tw_dynamics *d, double h, const double *y);

/* ---- project_turn.c ------------------------------------------------------------------------- */

/* the pose and angular velocity at the end of a step of h that begins at q and ends with angular
 * momentum L: q' = exp(h omega') q, I(q') omega' = L. *omega: near it, then it. false: it turns too
 * fast for the step */
bool tw_project_turn(const tw_body *b, quat q, vec3 L, double h, quat *to, vec3 *omega);

/* the rate now of D'' + d D' + k D = 0 that was `earlier` before seconds ago and is D now;
 * NAN: it cannot be told */
double tw_project_rate(double k, double d, double D, double earlier, double before);
/* D in h seconds */
double tw_project_decay(double k, double d, double D, double D1, double h);

/* ---- project_solve.c ------------------------------------------------------------------------ */

/* the inverse of an island at the pass's kinematics; the rows' derivatives are in the blocks */
tw_status tw_project_factor(tw_dynamics *d, const tw_island *isl, double *inverse);
/* lambda of an island, its bodies' motions in the pass at the end of the step */
tw_status tw_project_solve(tw_dynamics *d, const tw_island *isl, const double *inverse);
/* the motion at the end by the wrenches in `sum`; false: a body turns too fast */
bool tw_project_move(tw_dynamics *d, int body);

#endif
