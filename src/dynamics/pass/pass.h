/*
 * All intermediates of one evaluation, grouped by the step of [BB88 fig. 15] that computes them,
 * and the bindings that say which bodies, points and directions each force and constraint refers
 * to.
 *
 * State vector: 13 numbers per free body, x (3) q (4: w x y z) p (3) L (3), world axes.
 * Slots: the distinct bodies of one constraint or force; body indices: all bodies of the world.
 */
#ifndef TW_DYNAMICS_PASS_PASS_H
#define TW_DYNAMICS_PASS_PASS_H

#include "base/arena.h"
#include "base/tree.h"
#include "dynamics/dynamics.h"

/* singular values below this part of an island's largest count as zero (numeric/linear/lsq.h has
 * the filter) */
#define TW_SINGULAR_CUTOFF 1e-8

typedef struct tw_bind_point {
    int slot;              /* -1: the world */
    const tw_value *value; /* a position that may vary; NULL: `local` */
    vec3 local;            /* body coordinates */
} tw_bind_point;

typedef struct tw_bind_vector {
    int slot;
    const tw_value *value;
} tw_bind_vector;

/* references of one force or constraint, and their motions at the time of the pass */
typedef struct tw_bind {
    const tw_object *o;
    int slots, points, vectors, bodies;
    int *body;                          /* [slots] body indices */
    tw_bind_point *point_of;            /* [points] */
    tw_bind_vector *vector_of;          /* [vectors] */
    int *body_slot;                     /* [bodies] */
    tw_point_motion *point;             /* [points] computed by tw_bind_resolve */
    tw_vector_motion *vector;           /* [vectors] */
    const tw_body_motion **body_motion; /* [slots] */
    tw_joint_ref *joint;                /* [joints] */
    int joints;
    bool away;  /* another engine moves its bodies (members.h): it has no slots here */
    bool joins; /* the constraint's bodies cannot be moved one without the others */
} tw_bind;

enum { TW_CAP_STEPS = 4 };

/* one enabled constraint in the equation */
typedef struct tw_block {
    tw_constraint *c;
    const tw_constraint_kind *kind;
    tw_bind *bind;
    int row, rows; /* rows of the block in the pass */
    int dof, dofs; /* unknowns of the block: rows of J^T lambda, or f */
    double *J;     /* [rows][slots][6] */
    double *W;     /* [dofs][slots][6]; NULL: the applied force is J^T lambda */
    double weight;
    double loosened;                /* dynamics/contact/cap.c: weight to restore; 0: not loosened */
    double cap_mu[2][TW_CAP_STEPS]; /* caps.c: multipliers of max_force, max_torque; 0: not held */
    /* caps_aside.c: share, 0 .. 1, by which it is left out of the least squares now, and in the
     * pass; its weight meanwhile */
    double aside, aside_in_pass, whole_weight;
} tw_block;

/* the bound on its force, or its torque; unset: none */
static inline const tw_value *tw_bound_of(const tw_block *b, bool torque) {
    const tw_value *own =
        b->kind->bound ? b->kind->bound(b->c->o.own, b->bind->joint, torque) : NULL;
    return own ? own : torque ? &b->c->max_torque : &b->c->max_force;
}

/* does a bound hold its force or torque back? */
static inline bool tw_capped(const tw_block *b) {
    return b->cap_mu[0][TW_CAP_STEPS - 1] > 0 || b->cap_mu[1][TW_CAP_STEPS - 1] > 0;
}

/* constraints that share free bodies: solved together */
typedef struct tw_island {
    int blocks, bodies, rows, dofs;
    int *block;           /* [blocks] */
    int *body;            /* [bodies] free bodies */
    bool square;          /* every force is J^T lambda */
    double shift;         /* solve/damp.c: shift of A in the last evaluation, 0: none */
    double slowing;       /* solve/damp.c: rate by which the island's motion is slowed, 1/s */
    double noise;         /* noise.c: the rounding error of sqrt(M) x'' */
    double worst_noise;   /* largest noise of the evaluations since it was last asked for */
    int caps;             /* bounds on forces and torques, caps.c */
    struct tw_soft *soft; /* caps_soft.c; NULL: not yet */
    bool touched;         /* dynamics/contact/cap.c: scratch */
    bool softened;        /* caps of the island yield by given multipliers */
    bool aside;           /* caps_aside.c: blocks of the island stood aside in the pass */
    double spread;        /* greatest singular value by the smallest, of the last evaluation */
    bool off;             /* settle.c: its deviations are to be corrected */
    /* dynamics/solve/sparse.c; NULL when not square */
    struct tw_sparse *sparse;
    int *entry_slot, *entry_end; /* entries of B: [entries] slots, [blocks] ends */
    bool factored;
    bool fast;                  /* points.h */
    struct tw_bundles *bundles; /* bundle.h: constraints that are merged; NULL: none */
} tw_island;

typedef struct tw_pass {
    double t;
    /* kinematics of the state */
    int bodies;
    tw_body_motion *motion; /* [bodies] */

    /* step 1, external.c: external forces */
    tw_wrench *external; /* [bodies] gravity and applied forces */

    /* 2 rows.c: the constraint equation M Fc + B = 0 */
    int blocks, rows, dofs;
    tw_block *block;              /* [blocks] */
    double *D, *D1, *bias;        /* [rows] */
    double *part[TW_SPLIT_COUNT]; /* [rows] the four parts of r */
    double *r;                    /* [rows] their sum: A lambda = -r */
    double *noise;                /* [rows] the rounding error of r, about */
    double *unknown;              /* [rows] its error when the state is as exact as rtol */

    /* 3 solve.c: the unknowns */
    double *lambda; /* [dofs] */
    int rank;
    int sparse, dense; /* islands that were solved by the factor, and by singular values */
    double condition, residual_norm;

    /* 4 net.c */
    tw_wrench *constraint;  /* [bodies] from the unknowns */
    vec3 *linear, *angular; /* [bodies] accelerations */
    double *residual;       /* [rows] A lambda + r, unweighted */
} tw_pass;

/* some islands, with their blocks and bodies; or bodies only, whose motion or force is needed */
typedef struct tw_part {
    int bodies, blocks, islands;
    int *body, *block, *island;
} tw_part;

struct tw_dynamics {
    tw_world *world;
    tw_arena arena; /* everything below that is an array; rebuilt when the world's objects change */
    unsigned long seen_topology, seen_fields;
    int limits;              /* constraints that are limits */
    unsigned long looked[3]; /* limit.c: topology, state and fields of the last look */
    bool built;

    /* members.h: [members] of world.body, 0: another engine moves it; NULL: this one moves all */
    unsigned char *member;
    size_t members;

    tw_bind *force_bind;      /* [forces] of enabled and disabled forces alike */
    tw_bind *constraint_bind; /* [constraints] likewise */
    int forces, constraints;
    int *damped; /* [damps] constraints that only have a coordinate, and damp it */
    int damps;
    double *read;  /* readout.c: rows, J and W of any one constraint */
    double *split; /* readout.c: [TW_SPLIT_COUNT][dofs] unknowns of the parts; NULL: not asked */
    unsigned long split_of; /* number of the evaluation that these parts belong to */
    int *block_of;          /* [constraints] index of its block; -1: disabled */
    bool *free_body;        /* [bodies] neither fixed nor driven */
    int *island_of; /* [bodies] island; -1: no enabled constraint holds the body, or it is not free
                     */
    int *state_of;  /* [bodies] offset in the state vector; -1: none */
    mat3 *root;     /* [bodies] C with C C^T = inverse inertia, body axes */
    int states;     /* length of the state vector */
    double *y, *ydot; /* [states] scratch for evaluations of the present state */

    tw_island *island;
    int islands;
    double *rhs, *solution, *unbounded, *errors; /* solve.c: of an island, errors twice as long */
    mat3 *white;                                 /* [bodies] dynamics/solve/sparse.c: R root */
    double *matrix, *scratch;                    /* dynamics/solve/dense.c */
    size_t matrix_room, scratch_room;
    struct tw_caps *caps;           /* caps.c; NULL: no force is bounded */
    struct tw_settle *settle;       /* settle.c */
    struct tw_project *project;     /* state of project.c; NULL: no step was made with it */
    struct tw_points *points;       /* state of points.c; NULL: no island goes the fast way */
    struct tw_contact_set *contact; /* contact.c; NULL: nothing has collided yet */
    tw_part everything, rest;       /* rest: islands that do not go the fast way */

    tw_pass pass;
    /* state and time that `pass` was evaluated for */
    bool evaluated;
    unsigned long at_state, at_view;
    double at_time;
    tw_solve_stats stats;
    /* called now and then while contacts are solved; NULL: never */
    tw_status (*poll)(void *context);
    void *poll_context;
    char culprit[256]; /* object whose terms were not finite in the last evaluation */
};

/* is it among the bodies that this engine looks at? */
static inline bool tw_is_member(const tw_dynamics *d, int body) {
    return !d->member || ((size_t)body < d->members && d->member[body]);
}

/* is the body among the colliding members? */
static inline bool tw_member_collides(const tw_dynamics *d, int body) {
    return d->world->body.data[body]->collide && tw_is_member(d, body);
}

typedef struct tw_twist {
    vec3 v, omega; /* v: velocity of the centre of mass */
} tw_twist;

static inline tw_twist tw_motion_twist(const tw_body_motion *m) {
    return (tw_twist){m->v, m->omega};
}

/* rate along a row of a gradient, six numbers */
static inline double tw_twist_along(const double e[6], const tw_twist *v) {
    return v3_dot(v3_load(e), v->v) + v3_dot(v3_load(e + 3), v->omega);
}

/* place of a free body among the island's bodies, which are in the order of the world; -1: the body
 * is not in the island */
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

/* bind.c, islands.c: rebuilds bindings and islands if the objects of the world changed */
tw_status tw_dynamics_rebuild(tw_dynamics *d);
tw_status tw_islands_build(tw_dynamics *d);

/* motion.c */
void tw_pass_kinematics(tw_dynamics *d, const tw_part *part, double t, const double *y);
void tw_motion_of(const tw_dynamics *d, int body, double t, const double *y, tw_body_motion *m);
/* kinematics of one body */
void tw_pass_body(tw_dynamics *d, int body, double t, const double *y);
void tw_bind_resolve(tw_bind *b, const tw_body_motion *motion, double t);

/* the four steps, of a part of the world whose motions are up to date */
tw_status tw_external(tw_dynamics *d, const tw_part *part);
tw_status tw_rows(tw_dynamics *d, const tw_part *part);
/* J, W, bias and the parts of r by velocities and deviations alone, for residuals (net.c) */
void tw_rows_terms(tw_dynamics *d, const tw_part *part);

typedef enum tw_solve_for {
    TW_SOLVE_PASS, /* the forces of the pass: rank and condition are kept, caps are found */
    /* like TW_SOLVE_PASS, without condition and estimates of rounding errors */
    TW_SOLVE_EXACT,
    TW_SOLVE_PART,     /* a part of these forces: caps act as they did in the pass */
    TW_SOLVE_VELOCITY, /* the part by the velocities, likewise */
    TW_SOLVE_CAPS, /* the forces of an instant with other ones from outside: caps are found, nothing
                      is kept */
    TW_SOLVE_FREE, /* without caps (impulses), except in softened islands */
    TW_SOLVE_AGAIN /* solves with the factor of the last call, if there is one */
} tw_solve_for;
tw_status tw_solve(tw_dynamics *d, const tw_part *part, const double *r, double *lambda,
                   tw_solve_for what);
/* out = w row, in the order of the island's rows */
void tw_gather_rows(const tw_dynamics *d, const tw_island *isl, const double *row, double *out);
/* B = w J M^-1/2 of an island into d->matrix [rows x 6 bodies] */
tw_status tw_fill_gram(tw_dynamics *d, const tw_island *isl);
/* w J M^-1 W^T of an island into d->matrix [rows x dofs] */
tw_status tw_fill_general(tw_dynamics *d, const tw_island *isl);
void tw_net(tw_dynamics *d, const tw_part *part);

/* rhs.c: an evaluation begins; rates of the bodies of a part's islands from its pass */
void tw_rhs_begin(tw_dynamics *d);
tw_status tw_rhs_rates(tw_dynamics *d, const tw_part *part, const double *y, double *ydot);

/* wrench on each body of the unknowns lambda, added to out [bodies] */
void tw_distribute(const tw_pass *p, const tw_part *part, const double *lambda, tw_wrench *out);
/* slow.c, of an island that is slowed: forces on its bodies, added to out [bodies] */
void tw_slow(const tw_dynamics *d, const tw_island *isl, tw_wrench *out);
/* b [rows of the island] += w J a, a the accelerations by these forces */
void tw_slow_rows(const tw_dynamics *d, const tw_island *isl, double *b);
/* tau, k = 1/tau^2 and d = 2/tau of a constraint at t */
void tw_rates(const tw_world *w, const tw_constraint *c, double t, double *tau, double *k,
              double *d);
/* terms of one constraint at the pass's state; arrays zeroed by the callee */
void tw_terms_of(const tw_bind *b, double t, tw_terms *terms);
/* terms of a limit with D measured from its lower bound (1), its upper one (-1), or D = q (0) */
void tw_terms_from(const tw_bind *b, double t, int bound, tw_terms *terms);
/* terms of an enabled constraint at the pass's motions and t, stored in the arrays of the pass */
tw_terms tw_block_terms(tw_dynamics *d, tw_block *b, double t);

/* J v of a row of a block, at the motions of the pass */
double tw_row_speed(const tw_dynamics *d, const tw_block *b, int row);

#endif
