/* Private header of the steps `project` and `timestep`; see project.c. */
#ifndef TW_DYNAMICS_STEP_PROJECT_IMPL_H
#define TW_DYNAMICS_STEP_PROJECT_IMPL_H

#include "dynamics/pass/pass.h"
#include "dynamics/step/project.h"

/* largest number of corrections of an island's multipliers in a step */
enum { TW_PROJECT_MOST = 60 };

/* a free body during a step */
typedef struct tw_project_body {
    vec3 x;    /* position at the start */
    quat q;    /* orientation at the start */
    vec3 p, L; /* momenta at the step's end without constraint forces */
    /* omega: angular velocity at the start; spin: angular momentum at the start less h times its
     * gyroscopic torque, L - h L x omega */
    vec3 omega, spin;
    /* timestep alone */
    /* velocity, and angular momentum, that advance position and orientation through the step */
    vec3 v_way, L_way;
    /* do contacts or bounded forces act on the body, so that p, L, v_way and L_way are theirs? */
    bool given;
} tw_project_body;

typedef struct tw_project {
    tw_project_body *body; /* [bodies] */
    double *goal; /* [rows] required value at the step's end: of D, V, or J v, by the row's level */
    double *earlier; /* [rows] D at the pose where the last step began */
    double *lambda;  /* [dofs] */
    tw_wrench *sum;  /* [bodies] */
    tw_terms trial;  /* scratch for the terms of any one constraint */
    double h;        /* s */
    /* arrays of `timestep`; NULL before its first step */
    double *rate; /* [rows] required D' at the end */
    /* [rows] required D', V, or J v at the end; unlike `rate` not changed for rows that yield */
    double *wish;
    double *mean;   /* [rows] for rows at velocity level: required mean of V over the step */
    double *r, *r1; /* [rows] errors of poses, and of rates */
    double *mu;     /* [dofs] multipliers of rates */
    /* [dofs] impulses of constraints at a bound in islands without contacts; 0 for others */
    double *pull;
    bool pulls; /* is some number of `pull` not 0? */
    /* [bodies] motion at the step's end if the body advances by v_way and L_way; later scratch of
     * corrections */
    tw_body_motion *going;
    tw_part free, given; /* islands whose bodies are not `given`, and islands whose bodies are */
    /* arrays of `project`, NULL before its first step */
    /* pseudo-inverses of J M^-1 G^T of all islands, one after the other, [dofs][rows] each */
    double *inverse;
    double *f, *z; /* residuals [rows], and lambda [dofs] so far, of the largest island */
    /* [TW_PROJECT_MOST][dofs of the largest island] Broyden's steps of lambda so far */
    double *step;
    /* index of a block whose force cannot reduce its error any more, because its bodies are past
     * the nearest pose; -1: none */
    int behind;
} tw_project;

/* ---- project.c ------------------------------------------------------------------------------ */

/* Begins a step of length h from (t, y): evaluates the pass with its rows, sets the rows' goals at
 * t + h, and the momenta there without constraint forces. before: length of the last step, from
 * which D' is found; 0: J v is used */
tw_status tw_project_begin(tw_dynamics *d, double t, double h, double before, const double *y);

/* would a body with constraints turn by more than half a radian in a step of h that begins at (t,
 * y)? Then its name is in d->culprit */
bool tw_project_far(tw_dynamics *d, double t, double h, const double *y);

/* copies the free bodies' motions in the pass to the state y */
void tw_project_store(const tw_dynamics *d, double *y);

/* ---- timestep_free.c ------------------------------------------------------------------------ */

/* tw_timestep_make_parts allocates s->free and s->given; tw_timestep_know_parts fills them by
 * tw_project_body.given */
tw_status tw_timestep_make_parts(tw_dynamics *d);
void tw_timestep_know_parts(tw_dynamics *d);
/* First half of a step: finds impulses with which the poses at its end meet the goals, and sets
 * v_way, L_way and s->going of all bodies that are not `given`. The bodies of an island without
 * such impulses become `given` */
tw_status tw_timestep_go(tw_dynamics *d, double t, double h);
/* second half of a step, for bodies that are not `given`: the momenta at the step's end, time t,
 * from those in its middle; h: its length */
tw_status tw_timestep_arrive(tw_dynamics *d, double t, double h, const double *y);

/* s->sum: wrenches by which the multipliers lambda of a part act on its bodies, including bodies
 * that are not free */
void tw_timestep_wrenches(tw_dynamics *d, const tw_part *part, const double *lambda);
/* changes the velocities of a body by `part` of its wrench in d->project->sum */
void tw_timestep_push(tw_dynamics *d, int body, double part);
/* the part of the world that consists of one island; island: its index, to which the result
 * points */
tw_part tw_timestep_part(const tw_island *isl, int *island);

/* ---- timestep_bounds.c ---------------------------------------------------------------------- */

/* applies the second half of the impulses of constraints at their bounds, at the poses of the
 * step's end, time t */
void tw_timestep_pull(tw_dynamics *d, double t);
/* corrects the directions of the impulses of constraints at their bounds, after all other rows are
 * met */
tw_status tw_timestep_bound(tw_dynamics *d, double t);

/* ---- project_turn.c ------------------------------------------------------------------------- */

/* *to: orientation at the end of a step of h from q; *omega: angular velocity there, given the
 * angular momentum L at the end: *to = exp(h omega) q, I(*to) omega = L. *omega on entry: first
 * guess. false: the body turns too fast for the step */
bool tw_project_turn(const tw_body *b, quat q, vec3 L, double h, quat *to, vec3 *omega);

/* present rate D' of a deviation with D'' + d D' + k D = 0, from its present value D and `earlier`,
 * its value `before` seconds ago; NAN: the step is too long to determine it */
double tw_project_rate(double k, double d, double D, double earlier, double before);
/* value of D after h seconds of D'' + d D' + k D = 0 that begin with D and D1 = D' */
double tw_project_decay(double k, double d, double D, double D1, double h);

/* ---- project_solve.c ------------------------------------------------------------------------ */

/* inverse [dofs][rows]: pseudo-inverse of J M^-1 G^T of an island at the pass's motions; J: at
 * these motions; G: directions of the blocks' forces */
tw_status tw_project_factor(tw_dynamics *d, const tw_island *isl, double *inverse);
/* finds lambda of an island, and moves its bodies in the pass to the end of the step; inverse: from
 * tw_project_factor */
tw_status tw_project_solve(tw_dynamics *d, const tw_island *isl, const double *inverse);
/* moves a body in the pass to the step's end, with the wrench in s->sum; false: it turns too fast
 * for the step */
bool tw_project_move(tw_dynamics *d, int body);

#endif
