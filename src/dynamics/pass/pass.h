/*
 * All intermediate results of one evaluation, grouped by the step of [BB88 fig. 15] that computes
 * them, and the bindings: which bodies, points and directions each force and constraint refers
 * to.
 *
 * State vector: 13 numbers per free body, x (3) q (4: w x y z) p (3) L (3), world axes. Slots:
 * the distinct bodies of one constraint or force; body indices: all bodies of the world.
 */
#ifndef TW_DYNAMICS_PASS_PASS_H
#define TW_DYNAMICS_PASS_PASS_H

#include "base/arena.h"
#include "base/tree.h"
#include "dynamics/dynamics.h"

/* singular values below this part of the island's largest singular value count as 0, with a smooth
 * transition (numeric/linear/lsq.h) */
#define TW_SINGULAR_CUTOFF 1e-8

typedef struct tw_bind_point {
    /* index in tw_bind.body of the body to which the point belongs; -1: the point belongs to the
     * world */
    int slot;
    /* position as a function of time, world or body coordinates; NULL: the constant `local` */
    const tw_value *value;
    vec3 local; /* body coordinates */
} tw_bind_point;

typedef struct tw_bind_vector {
    int slot;
    const tw_value *value;
} tw_bind_vector;

/* what a force or constraint refers to, with the motions of these points, vectors and bodies at the
 * time of the pass */
typedef struct tw_bind {
    const tw_object *o;
    int slots, points, vectors, bodies;
    int *body;                          /* [slots] index in world.body of each slot's body */
    tw_bind_point *point_of;            /* [points] */
    tw_bind_vector *vector_of;          /* [vectors] */
    int *body_slot;                     /* [bodies] */
    tw_point_motion *point;             /* [points] computed by tw_bind_resolve */
    tw_vector_motion *vector;           /* [vectors] */
    const tw_body_motion **body_motion; /* [slots] */
    tw_joint_ref *joint;                /* [joints] */
    int joints;
    /* the object needs a body of another engine (members.h): it has no slots, and no effect in this
     * one */
    bool away;
    bool joins; /* the object couples its bodies, so that one engine must move all of them */
} tw_bind;

enum { TW_CAP_STEPS = 4 };

/* caps_first.c solves islands in two stages, first the constraints without bounds on their forces,
 * then those with bounds. This says how a constraint with bounds takes part in the second stage */
typedef struct tw_bounding {
    /* part, 0 .. 1, of the amount by which the constraint misses its equations that counts as
     * contradiction with other constraints */
    double share;
    double compliance; /* diagonal entry of the compliance matrix E of the second stage */
    /* largest factor, 0 .. 1, with which the constraint's least-squares force is within its
     * bounds */
    double within;
} tw_bounding;

/* an enabled constraint, as a block of rows of the pass's equations */
typedef struct tw_block {
    tw_constraint *c;
    const tw_constraint_kind *kind;
    tw_bind *bind;
    int row, rows; /* index of its first row in the pass, number of rows */
    /* index of its first unknown in the pass, and number of unknowns: rows if the force is J^T
     * lambda, else that of its kind */
    int dof, dofs;
    double *J; /* [rows][slots][6] */
    double *W; /* [dofs][slots][6] directions of the force; NULL: the force is J^T lambda */
    double weight;
    /* from the centre of mass of the first body to the point about which max_torque counts, world
     */
    vec3 arm;
    /* weight that dynamics/contact/cap.c restores after it has set `weight` to 0; 0: `weight` is
     * unchanged */
    double loosened;
    /* caps.c: multipliers by which the constraint yields along its force ([0], max_force) and
     * torque ([1], max_torque), at each proximal step; 0: the force is below the bound */
    double cap_mu[2][TW_CAP_STEPS];
    /* caps_first.c, only of blocks with bounds: held: projection P [rows][rows], then scratch;
     * held_J: N J, laid out like J; own_weight, own_J: weight and J to restore after the first
     * stage */
    tw_bounding bounding, bounding_in_pass;
    double *held, *held_J, own_weight, *own_J;
    /* caps_impl.h, only for blocks with bounds: [force, torque][rows] the columns of G, the force
     * or torque per unit of each unknown */
    vec3 *cap_G;
} tw_block;

/* the value of max_force, or (torque) max_torque, that bounds a block; an unset value: no bound */
static inline const tw_value *tw_bound_of(const tw_block *b, bool torque) {
    const tw_value *own =
        b->kind->bound ? b->kind->bound(b->c->o.own, b->bind->joint, torque) : NULL;
    return own ? own : torque ? &b->c->max_torque : &b->c->max_force;
}

/* Column i of G: the force, or with `torque` the torque, on the first body that one unit of unknown
 * i of the block adds to what the block's bound limits */
vec3 tw_bound_column(const tw_block *b, bool torque, int i);

/* was the block's force or torque at its bound in the last evaluation? */
static inline bool tw_capped(const tw_block *b) {
    return b->cap_mu[0][TW_CAP_STEPS - 1] > 0 || b->cap_mu[1][TW_CAP_STEPS - 1] > 0;
}

/* constraints that share free bodies, directly or through others: they are solved together */
typedef struct tw_island {
    int blocks, bodies, rows, dofs;
    int *block;  /* [blocks] */
    int *body;   /* [bodies] free bodies */
    bool square; /* every constraint of the island has the force J^T lambda */
    /* solve/damp.c: number added to the diagonal of the island's matrix A in the last evaluation;
     * 0: none */
    double shift;
    /* solve/damp.c: rate, 1/s, at which the motion of the island was damped in the last evaluation;
     * 0: it was not */
    double slowing;
    bool strained; /* solve/strain.c: all motion of the island is slowed in the present step */
    double noise;       /* noise.c: estimated error of |sqrt(M) x''| in the last evaluation */
    double worst_noise; /* largest noise since tw_rhs_noise was last called */
    int caps; /* caps.c: number of bounds on forces and torques of the island's constraints */
    struct tw_soft *soft; /* caps_soft.c: its data for this island; NULL: not allocated yet */
    bool touched;         /* dynamics/contact/cap.c: scratch */
    bool softened; /* caps_soft.c: bounded forces yield by given multipliers until tw_soft_end */
    /* caps_first.c: the last evaluation solved in two stages, without and with bounds */
    bool staged;
    /* shift and slowing of the solution in which all rows are met by least squares; valid if
     * staged */
    double all_shift, all_slowing;
    /* ratio of the largest singular value of B to the smallest one that counts (if the island is
     * not `square`: of A), in the last evaluation */
    double spread;
    /* caps_first.c: largest distance (m) and relative speed (m/s) between the island's first body
     * and another one */
    double extent, pace;
    /* step/settle.c: the island's deviations differ from their law by more than rounding, and are
     * to be corrected in this step */
    bool off;
    /* solve/sparse.c: sparse factor of A; NULL: the island is not square, or was not solved by it
     * so far */
    struct tw_sparse *sparse;
    /* the entries of B: entry_slot [entries] is the slot of each; entry_end [blocks] the index
     * after the last entry of each block */
    int *entry_slot, *entry_end;
    bool factored;
    bool fast;                  /* points.h */
    struct tw_bundles *bundles; /* bundle.h: merged redundant constraints; NULL: there are none */
} tw_island;

typedef struct tw_pass {
    double t;
    /* bodies and their motions at the state of the pass */
    int bodies;
    tw_body_motion *motion; /* [bodies] */

    /* step 1, external.c: forces that do not depend on constraints */
    tw_wrench *external; /* [bodies] gravity, applied forces and damping of joints */

    /* step 2, rows.c: the constraint equations, A lambda = -r */
    int blocks, rows, dofs;
    tw_block *block;              /* [blocks] */
    double *D, *D1, *bias;        /* [rows] */
    double *part[TW_SPLIT_COUNT]; /* [rows] the parts of r, by their causes (tw_split) */
    double *r;                    /* [rows] right side r, the sum of its parts */
    double *noise;                /* [rows] estimated rounding error of each number r */
    /* [rows] error that each r would have if the state had errors of the relative tolerance rtol */
    double *unknown;

    /* step 3, solve.c: the unknowns */
    double *lambda; /* [dofs] */
    int rank;
    /* number of islands solved by the sparse factor, and of those solved by singular values */
    int sparse, dense;
    double condition, residual_norm;

    /* 4 net.c */
    tw_wrench *constraint;  /* [bodies] wrenches of the constraints, from the unknowns */
    vec3 *linear, *angular; /* [bodies] accelerations */
    double *residual;       /* [rows] residual A lambda + r, not multiplied by weights */
} tw_pass;

/* a part of the world that is to be evaluated: islands with their blocks and bodies, and perhaps
 * single bodies whose motions or forces are needed */
typedef struct tw_part {
    int bodies, blocks, islands;
    int *body, *block, *island;
} tw_part;

struct tw_dynamics {
    tw_world *world;
    /* memory of all arrays below; freed and built anew when the world's objects change */
    tw_arena arena;
    unsigned long seen_topology, seen_fields;
    int limits; /* number of constraints that are limits */
    /* limit.c: counters topology, state and fields of the world at the last tw_limits_look */
    unsigned long looked[3];
    bool built;

    /* members.h: [members] is world.body[i] moved by this engine? NULL: it moves all */
    unsigned char *member;
    size_t members;

    tw_bind *force_bind;      /* [forces] bindings of all force objects, enabled or not */
    tw_bind *constraint_bind; /* [constraints] likewise */
    int forces, constraints;
    /* [damps] indices of constraints without rows whose coordinate is damped (external.c) */
    int *damped;
    int damps;
    double *read; /* readout.c: scratch for the terms of one constraint */
    /* readout.c: [TW_SPLIT_COUNT][dofs] unknowns due to each part of r; NULL: never computed */
    double *split;
    /* counter stats.evaluations of the evaluation that `split` belongs to */
    unsigned long split_of;
    /* [constraints] index of the constraint's block in the pass; -1: it has none, since it is
     * disabled, without rows, of another engine, or a limit that its joint does not exceed */
    int *block_of;
    bool *free_body; /* [bodies] is the body neither fixed nor driven, and moved by this engine? */
    /* [bodies] index of the body's island; -1: not free, or without an enabled constraint */
    int *island_of;
    /* [bodies] index of the body's first number in the state vector; -1: it has none */
    int *state_of;
    mat3 *root;       /* [bodies] lower triangular C with C C^T = inverse inertia (body axes) */
    int states;       /* length of the state vector */
    double *y, *ydot; /* [states] scratch for evaluating the world's present state */

    tw_island *island;
    int islands;
    /* solve.c: right side and unknowns of an island [rows of the largest island]; errors: twice as
     * many numbers */
    double *rhs, *solution, *errors;
    /* [bodies] solve/sparse.c: R C, C = root[body]; (R C)(R C)^T is the inverse inertia in world
     * axes */
    mat3 *white;
    double *matrix, *scratch; /* dynamics/solve/dense.c */
    size_t matrix_room, scratch_room;
    struct tw_caps *caps; /* caps.c: scratch for bounded forces; NULL: no constraint has a bound */
    struct tw_settle *settle; /* settle.c */
    /* step/project.c: data of steps; NULL: no step of `project` or `timestep` was made yet */
    struct tw_project *project;
    /* points/points.h: the fast path for joined points; NULL: no island takes it */
    struct tw_points *points;
    /* contact/set.c: data of contacts; NULL: none were searched so far */
    struct tw_contact_set *contact;
    /* everything: all islands, blocks and bodies; rest: those not on the fast path */
    tw_part everything, rest;

    tw_pass pass;
    /* is `pass` an evaluation of the world in the state that these counters and this time
     * describe? */
    bool evaluated;
    /* true: tw_rhs_spare has estimated rounding errors since the last tw_rhs_noise */
    bool noise_known;
    unsigned long at_state, at_view;
    double at_time;
    tw_solve_stats stats;
    tw_poll poll; /* callback of long steps, see tw_dynamics_poll */
    /* label of the object that made the last evaluation fail or its result not finite */
    char culprit[256];
};

/* asks the callback of long steps at every 4096th contact of a loop: among bodies that lie in each
 * other there may be millions */
static inline tw_status tw_contact_ask(const tw_dynamics *d, size_t contact) {
    return contact % 4096 == 0 ? tw_poll_ask(d->poll) : TW_OK;
}

/* is the body moved by this engine, or fixed or driven, so that it belongs to all engines? */
static inline bool tw_is_member(const tw_dynamics *d, int body) {
    return !d->member || ((size_t)body < d->members && d->member[body]);
}

/* does the body collide with others, and is it a member of this engine? */
static inline bool tw_member_collides(const tw_dynamics *d, int body) {
    return d->world->body.data[body]->collide && tw_is_member(d, body);
}

typedef struct tw_twist {
    vec3 v, omega; /* v: velocity of the centre of mass */
} tw_twist;

static inline tw_twist tw_motion_twist(const tw_body_motion *m) {
    return (tw_twist){m->v, m->omega};
}

/* scalar product of a gradient row e [6] with a twist: the rate e . (v, omega) */
static inline double tw_twist_along(const double e[6], const tw_twist *v) {
    return v3_dot(v3_load(e), v->v) + v3_dot(v3_load(e + 3), v->omega);
}

/* index of a free body in isl->body, which ascends; -1: it is not in the island */
static inline int tw_island_place(const tw_island *isl, int body) {
    int lo = 0, hi = isl->bodies - 1;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (isl->body[mid] < body)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo == hi && isl->body[lo] == body ? lo : -1;
}

/* bind.c: builds bindings and islands again if objects of the world, or fields of any kind on which
 * the motion depends, have changed since they were built (world->topology, world->fields) */
tw_status tw_dynamics_rebuild(tw_dynamics *d);
/* islands.c: builds the islands */
tw_status tw_islands_build(tw_dynamics *d);

/* motion.c */
void tw_pass_kinematics(tw_dynamics *d, const tw_part *part, double t, const double *y);
void tw_motion_of(const tw_dynamics *d, int body, double t, const double *y, tw_body_motion *m);
/* computes the motion of one body in the pass, at time t and state y */
void tw_pass_body(tw_dynamics *d, int body, double t, const double *y);
void tw_bind_resolve(tw_bind *b, const tw_body_motion *motion, double t);

/* the steps of an evaluation (external.c, rows.c, solve.c, net.c) for a part of the world, whose
 * motions must be up to date */
tw_status tw_external(tw_dynamics *d, const tw_part *part);
/* like tw_external, after tw_rows_terms of the same part at the same motions */
tw_status tw_external_resolved(tw_dynamics *d, const tw_part *part);
tw_status tw_rows(tw_dynamics *d, const tw_part *part);
/* sets D, D', J, W, bias and the velocity and deviation parts of r, which net.c needs for
 * residuals; the other parts of r are not computed */
void tw_rows_terms(tw_dynamics *d, const tw_part *part);

typedef enum tw_solve_for {
    /* the forces of the pass itself: stores rank and condition, and finds which bounds hold */
    TW_SOLVE_PASS,
    /* like TW_SOLVE_PASS, but rank and condition are not stored, and errors not estimated */
    TW_SOLVE_EXACT,
    /* the forces due to one part of r, with the bounds that TW_SOLVE_PASS found to hold */
    TW_SOLVE_PART,
    TW_SOLVE_VELOCITY, /* TW_SOLVE_PART for the velocity part of r */
    /* the forces at the same instant under other loads: finds which bounds hold, but stores
     * nothing */
    TW_SOLVE_CAPS,
    /* impulses, without bounds on them, except in islands between tw_soft_begin and tw_soft_end */
    TW_SOLVE_FREE,
    /* like TW_SOLVE_FREE, but reuses the factor of the last call if the island has one */
    TW_SOLVE_AGAIN,
    /* like TW_SOLVE_AGAIN, without refinement if that changed the pass's forces by less than 1e-10
     * of them: for derivatives by differences, whose error is as large */
    TW_SOLVE_NEAR
} tw_solve_for;
tw_status tw_solve(tw_dynamics *d, const tw_part *part, const double *r, double *lambda,
                   tw_solve_for what);
/* copies the numbers `row` [rows of the pass] of an island's rows to out [rows of the island], each
 * multiplied by its block's weight */
void tw_gather_rows(const tw_dynamics *d, const tw_island *isl, const double *row, double *out);
/* fills d->matrix [rows x 6 bodies], row-major, with B = w J M^-1/2 of an island; w: weights of the
 * rows */
tw_status tw_fill_gram(tw_dynamics *d, const tw_island *isl);
/* fills d->matrix [rows x dofs], row-major, with w J M^-1 W^T of an island that is not square; w:
 * weights of the rows */
tw_status tw_fill_general(tw_dynamics *d, const tw_island *isl);
void tw_net(tw_dynamics *d, const tw_part *part);

/* rhs.c. tw_rhs_begin counts an evaluation in the statistics. tw_rhs_rates sets ydot of the part's
 * free bodies from their accelerations in the pass; TW_NONFINITE: one is not finite */
void tw_rhs_begin(tw_dynamics *d);
tw_status tw_rhs_rates(tw_dynamics *d, const tw_part *part, const double *y, double *ydot);

/* adds to out [bodies] the wrenches of the part's unknowns lambda [dofs of the pass] */
void tw_distribute(const tw_pass *p, const tw_part *part, const double *lambda, tw_wrench *out);
/* slow.c: adds to out [bodies] the forces that slow a damped island down, at the rate
 * isl->slowing */
void tw_slow(const tw_dynamics *d, const tw_island *isl, tw_wrench *out);
/* slow.c: subtracts w J a from b [rows of the island], where a are the accelerations by the forces
 * of tw_slow */
void tw_slow_rows(const tw_dynamics *d, const tw_island *isl, double *b);
/* *tau of a constraint at t, and coefficients *k, *d of its law: given ones, or 1/tau^2 and
 * 2/tau */
void tw_rates(const tw_world *w, const tw_constraint *c, double t, double *tau, double *k,
              double *d);
/* evaluates the terms of a constraint at the motions in `b`; sets all of them, so that they need
 * not be zeroed before */
void tw_terms_of(const tw_bind *b, double t, tw_terms *terms);
/* terms of a limit. bound 1: D is measured from the lower bound; -1: from the upper one; 0: D is
 * the coordinate itself */
void tw_terms_from(const tw_bind *b, double t, int bound, tw_terms *terms);
/* evaluates an enabled constraint at the pass's motions and time t; the result points into the
 * pass's arrays */
tw_terms tw_block_terms(tw_dynamics *d, tw_block *b, double t);

/* rate J v of a block's row at the motions of the pass; row: index within the block */
double tw_row_speed(const tw_dynamics *d, const tw_block *b, int row);

#endif
