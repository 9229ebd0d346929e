/* Private header of the steps `project` and `timestep`; see project.c. */
#ifndef TW_DYNAMICS_STEP_PROJECT_IMPL_H
#define TW_DYNAMICS_STEP_PROJECT_IMPL_H

#include "dynamics/pass/pass.h"
#include "dynamics/step/project.h"

/* most corrections of an island in a step */
enum { TW_PROJECT_MOST = 60 };

/* a free body in the step */
typedef struct tw_project_body {
    vec3 x;           /* position at the start */
    quat q;           /* orientation at the start */
    vec3 p, L;        /* momenta at the end without constraint forces */
    vec3 omega, spin; /* angular velocity at the start, and L - h L x omega */
    /* timestep alone */
    vec3 v_way, L_way; /* velocity and angular momentum that advance the pose through the step */
    bool given;        /* p, L, v_way, L_way are set by impulses: contacts or bounds act */
} tw_project_body;

typedef struct tw_project {
    tw_project_body *body; /* [bodies] */
    double *goal;          /* [rows] required D, V, or J v at the end */
    double *earlier;       /* [rows] D when the last step began */
    double *lambda;        /* [dofs] */
    tw_wrench *sum;        /* [bodies] */
    tw_terms trial;        /* terms of any single constraint: scratch */
    double h;              /* s */
    /* arrays of timestep; NULL before its first step */
    double *rate;          /* [rows] required D' at the end */
    double *mean;          /* [rows] velocity level: required mean of V over the step */
    double *r, *r1;        /* [rows] errors of poses and of rates */
    double *mu;            /* [dofs] multipliers of rates */
    tw_body_motion *going; /* [bodies] motion after the first half; scratch of corrections */
    tw_part free, given;   /* islands without, and with bodies that are `given` */
    /* arrays of project; NULL before its first step */
    double *inverse; /* pseudo-inverses of all islands, each [dofs][rows] */
    double *f, *z;   /* [rows], [dofs] of the largest island */
    double *step;    /* [TW_PROJECT_MOST][dofs of the largest island] steps of lambda so far */
    int behind;      /* a block that is past its nearest pose; -1: none */
} tw_project;

/* ---- project.c ------------------------------------------------------------------------------ */

/* begins a step of h from (t, y): the pass with its rows, goals of the rows at t + h, momenta there
 * without constraint forces; before: length of the last step, 0: not used */
tw_status tw_project_begin(tw_dynamics *d, double t, double h, double before, const double *y);

/* would a body in constraints turn too far in a step of h that begins at (t, y)? d->culprit: its
 * name */
bool tw_project_far(tw_dynamics *d, double t, double h, const double *y);

/* copies the free bodies' motions in the pass to the state y */
void tw_project_store(const tw_dynamics *d, double *y);

/* ---- timestep_free.c ------------------------------------------------------------------------ */

/* tw_timestep_make_parts allocates s->free and s->given; tw_timestep_know_parts sets them */
tw_status tw_timestep_make_parts(tw_dynamics *d);
void tw_timestep_know_parts(tw_dynamics *d);
/* First half of a step: impulses with which the poses at its end meet the goals; sets going, v_way,
 * L_way of all bodies that are not given. Bodies of islands for which there are none become given
 */
tw_status tw_timestep_go(tw_dynamics *d, double t, double h);
/* second half: momenta at the step's end, from those in its middle */
tw_status tw_timestep_arrive(tw_dynamics *d, double h, const double *y);

/* ---- project_turn.c ------------------------------------------------------------------------- */

/* orientation *to and angular velocity at the end of a step of h from q that ends with angular
 * momentum L: q' = exp(h omega') q, I(q') omega' = L. *omega on entry: a guess. false: the body
 * turns too fast for the step */
bool tw_project_turn(const tw_body *b, quat q, vec3 L, double h, quat *to, vec3 *omega);

/* present rate of a deviation with D'' + d D' + k D = 0 that is D now and was `earlier` `before`
 * seconds ago; NAN: it cannot be computed */
double tw_project_rate(double k, double d, double D, double earlier, double before);
/* D in h seconds */
double tw_project_decay(double k, double d, double D, double D1, double h);

/* ---- project_solve.c ------------------------------------------------------------------------ */

/* inverse [dofs][rows]: pseudo-inverse of J M^-1 G^T of an island, at the pass's motions; J, G: of
 * the blocks */
tw_status tw_project_factor(tw_dynamics *d, const tw_island *isl, double *inverse);
/* lambda of an island, and its bodies' motions in the pass, at the end of the step */
tw_status tw_project_solve(tw_dynamics *d, const tw_island *isl, const double *inverse);
/* moves a body to the step's end by the wrench in s->sum; false: it turns too fast */
bool tw_project_move(tw_dynamics *d, int body);

#endif
