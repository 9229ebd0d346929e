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

/* singular values below this part of an island's largest count as 0 (filter:
 * numeric/linear/lsq.h) */
#define TW_SINGULAR_CUTOFF 1e-8

typedef struct tw_bind_point {
    int slot;              /* -1: the world */
    const tw_value *value; /* position as a function of time; NULL: constant, `local` */
    vec3 local;            /* body coordinates */
} tw_bind_point;

typedef struct tw_bind_vector {
    int slot;
    const tw_value *value;
} tw_bind_vector;

/* what a force or constraint refers to, and the motions of that at the time of the pass */
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
    bool away;  /* it needs a body of another engine (members.h): no slots, no effect here */
    bool joins; /* it couples its bodies, so that these belong together */
} tw_bind;

enum { TW_CAP_STEPS = 4 };

/* caps_first.c: how a constraint with bounds takes part in the second stage */
typedef struct tw_bounding {
    double share;      /* part of the remainder that counts as contradiction, 0 .. 1 */
    double compliance; /* entry of E */
    double within;     /* part of its force of least squares that is within its bounds */
} tw_bounding;

/* an enabled constraint, as part of the pass's equations */
typedef struct tw_block {
    tw_constraint *c;
    const tw_constraint_kind *kind;
    tw_bind *bind;
    int row, rows; /* first row in the pass, number of rows */
    int dof, dofs; /* first unknown in the pass, number: rows if the force is J^T lambda, else f */
    double *J;     /* [rows][slots][6] */
    double *W;     /* [dofs][slots][6]; NULL: the applied force is J^T lambda */
    double weight;
    double loosened; /* dynamics/contact/cap.c: weight before it was loosened; 0: it is not */
    /* caps.c: multipliers of max_force, max_torque; 0: below the bound */
    double cap_mu[2][TW_CAP_STEPS];
    /* caps_first.c, blocks with bounds. held: P [rows][rows], then scratch; held_J: N J, like J;
     * own_weight, own_J: weight and J during the first stage */
    tw_bounding bounding, bounding_in_pass;
    double *held, *held_J, own_weight, *own_J;
} tw_block;

/* the bound on a block's force, or its torque; an unset value: no bound */
static inline const tw_value *tw_bound_of(const tw_block *b, bool torque) {
    const tw_value *own =
        b->kind->bound ? b->kind->bound(b->c->o.own, b->bind->joint, torque) : NULL;
    return own ? own : torque ? &b->c->max_torque : &b->c->max_force;
}

/* is the block's force or torque at its bound, in the last evaluation? */
static inline bool tw_capped(const tw_block *b) {
    return b->cap_mu[0][TW_CAP_STEPS - 1] > 0 || b->cap_mu[1][TW_CAP_STEPS - 1] > 0;
}

/* constraints that share free bodies: solved together */
typedef struct tw_island {
    int blocks, bodies, rows, dofs;
    int *block;           /* [blocks] */
    int *body;            /* [bodies] free bodies */
    bool square;          /* every force is J^T lambda */
    double shift;         /* solve/damp.c: shift of A in the last evaluation; 0: none */
    double slowing;       /* solve/damp.c: rate at which the island's motion is slowed, 1/s */
    double noise;         /* noise.c: rounding error of sqrt(M) x'' */
    double worst_noise;   /* largest noise since tw_rhs_noise was last called */
    int caps;             /* number of bounds on forces and torques, caps.c */
    struct tw_soft *soft; /* caps_soft.c; NULL: not yet */
    bool touched;         /* dynamics/contact/cap.c: scratch */
    bool softened;        /* caps_soft.c: caps yield by given multipliers */
    bool staged;          /* caps_first.c: forces of the pass were found in two stages */
    double all_shift, all_slowing; /* then: shift and slowing of its least squares of all rows */
    double spread;                 /* largest over smallest singular value in the last evaluation */
    bool off;                      /* settle.c: deviations are off their law, to be corrected */
    /* dynamics/solve/sparse.c: factor of A; NULL: not square */
    struct tw_sparse *sparse;
    /* entries of B: [entries] slot of each, [blocks] end of each block's */
    int *entry_slot, *entry_end;
    bool factored;
    bool fast;                  /* points.h */
    struct tw_bundles *bundles; /* bundle.h: merged constraints; NULL: none */
} tw_island;

typedef struct tw_pass {
    double t;
    /* kinematics of the state */
    int bodies;
    tw_body_motion *motion; /* [bodies] */

    /* step 1, external.c: external forces */
    tw_wrench *external; /* [bodies] gravity and applied forces */

    /* step 2, rows.c: the constraint equation, A lambda = -r */
    int blocks, rows, dofs;
    tw_block *block;              /* [blocks] */
    double *D, *D1, *bias;        /* [rows] */
    double *part[TW_SPLIT_COUNT]; /* [rows] parts of r, by their cause */
    double *r;                    /* [rows] sum of the parts */
    double *noise;                /* [rows] estimated rounding error of r */
    double *unknown;              /* [rows] error of r if the state has the error rtol */

    /* 3 solve.c: the unknowns */
    double *lambda; /* [dofs] */
    int rank;
    int sparse, dense; /* numbers of islands solved by the sparse factor, by singular values */
    double condition, residual_norm;

    /* 4 net.c */
    tw_wrench *constraint;  /* [bodies] from the unknowns */
    vec3 *linear, *angular; /* [bodies] accelerations */
    double *residual;       /* [rows] A lambda + r, unweighted */
} tw_pass;

/* a part of the world: islands with their blocks and bodies; or bodies alone whose motions or
 * forces are needed */
typedef struct tw_part {
    int bodies, blocks, islands;
    int *body, *block, *island;
} tw_part;

struct tw_dynamics {
    tw_world *world;
    tw_arena arena; /* memory of all arrays below; reset when the world's objects change */
    unsigned long seen_topology, seen_fields;
    int limits;              /* constraints that are limits */
    unsigned long looked[3]; /* limit.c: counters topology, state, fields at the last look */
    bool built;

    /* members.h: [members] 1: this engine moves the body world.body[i]; NULL: it moves all */
    unsigned char *member;
    size_t members;

    tw_bind *force_bind;      /* [forces] of all force objects, enabled or not */
    tw_bind *constraint_bind; /* [constraints] likewise */
    int forces, constraints;
    int *damped; /* [damps] constraints without rows, whose coordinate is damped */
    int damps;
    double *read; /* readout.c: scratch for rows, J and W of one constraint */
    /* readout.c: [TW_SPLIT_COUNT][dofs] unknowns of each part of r; NULL: never read */
    double *split;
    unsigned long split_of; /* number of the evaluation for which `split` holds */
    int *block_of;          /* [constraints] index of its block; -1: disabled */
    bool *free_body;        /* [bodies] neither fixed nor driven */
    int *island_of;   /* [bodies] its island; -1: not free, or without an enabled constraint */
    int *state_of;    /* [bodies] index of its numbers in the state vector; -1: none */
    mat3 *root;       /* [bodies] C with C C^T = inverse inertia, body axes */
    int states;       /* length of the state vector */
    double *y, *ydot; /* [states] scratch for evaluations of the present state */

    tw_island *island;
    int islands;
    double *rhs, *solution, *errors; /* solve.c: [rows] of one island; errors: twice */
    mat3 *white;                     /* [bodies] dynamics/solve/sparse.c: R root */
    double *matrix, *scratch;        /* dynamics/solve/dense.c */
    size_t matrix_room, scratch_room;
    struct tw_caps *caps;           /* caps.c; NULL: no force has a bound */
    struct tw_settle *settle;       /* settle.c */
    struct tw_project *project;     /* project.c; NULL: `project` made no step */
    struct tw_points *points;       /* points.c; NULL: no island takes the fast path */
    struct tw_contact_set *contact; /* contact.c; NULL: no contacts so far */
    tw_part everything, rest;       /* all islands; islands not on the fast path */

    tw_pass pass;
    /* `pass` is an evaluation of the world at these counters and this time */
    bool evaluated;
    unsigned long at_state, at_view;
    double at_time;
    tw_solve_stats stats;
    /* callback while contacts are solved (tw_dynamics_poll); NULL: none */
    tw_status (*poll)(void *context);
    void *poll_context;
    char culprit[256]; /* label of the object that made the last evaluation not finite */
};

/* does this engine move the body, or is the body fixed or driven? */
static inline bool tw_is_member(const tw_dynamics *d, int body) {
    return !d->member || ((size_t)body < d->members && d->member[body]);
}

/* is the body a member of this engine, and does it collide? */
static inline bool tw_member_collides(const tw_dynamics *d, int body) {
    return d->world->body.data[body]->collide && tw_is_member(d, body);
}

typedef struct tw_twist {
    vec3 v, omega; /* v: velocity of the centre of mass */
} tw_twist;

static inline tw_twist tw_motion_twist(const tw_body_motion *m) {
    return (tw_twist){m->v, m->omega};
}

/* rate e . (v, omega) of a gradient row e [6] */
static inline double tw_twist_along(const double e[6], const tw_twist *v) {
    return v3_dot(v3_load(e), v->v) + v3_dot(v3_load(e + 3), v->omega);
}

/* index of a free body in the island's ascending list of bodies; -1: it is not in the island */
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

/* bind.c, islands.c: build bindings and islands again if the world's objects have changed */
tw_status tw_dynamics_rebuild(tw_dynamics *d);
tw_status tw_islands_build(tw_dynamics *d);

/* motion.c */
void tw_pass_kinematics(tw_dynamics *d, const tw_part *part, double t, const double *y);
void tw_motion_of(const tw_dynamics *d, int body, double t, const double *y, tw_body_motion *m);
/* kinematics of one body */
void tw_pass_body(tw_dynamics *d, int body, double t, const double *y);
void tw_bind_resolve(tw_bind *b, const tw_body_motion *motion, double t);

/* the four steps of an evaluation, for a part of the world; its motions must be up to date */
tw_status tw_external(tw_dynamics *d, const tw_part *part);
tw_status tw_rows(tw_dynamics *d, const tw_part *part);
/* J, W, bias and the velocity and deviation parts of r only: what residuals need (net.c) */
void tw_rows_terms(tw_dynamics *d, const tw_part *part);

typedef enum tw_solve_for {
    TW_SOLVE_PASS, /* forces of the pass: rank and condition are stored, caps determined */
    /* like TW_SOLVE_PASS, without condition and estimates of rounding errors */
    TW_SOLVE_EXACT,
    TW_SOLVE_PART,     /* answer to a part of r: caps act as in the pass */
    TW_SOLVE_VELOCITY, /* the same for the velocity part of r */
    TW_SOLVE_CAPS,     /* forces of an instant with other loads: caps are determined, but nothing is
                          stored */
    TW_SOLVE_FREE,     /* impulses: without caps, except in softened islands */
    TW_SOLVE_AGAIN     /* like TW_SOLVE_FREE with the factor of the last call, if there is one */
} tw_solve_for;
tw_status tw_solve(tw_dynamics *d, const tw_part *part, const double *r, double *lambda,
                   tw_solve_for what);
/* out [rows of the island] = w row: the weighted values of the island's rows */
void tw_gather_rows(const tw_dynamics *d, const tw_island *isl, const double *row, double *out);
/* d->matrix [rows x 6 bodies]: B = w J M^-1/2 of an island */
tw_status tw_fill_gram(tw_dynamics *d, const tw_island *isl);
/* d->matrix [rows x dofs]: w J M^-1 W^T of an island that is not square */
tw_status tw_fill_general(tw_dynamics *d, const tw_island *isl);
void tw_net(tw_dynamics *d, const tw_part *part);

/* rhs.c: tw_rhs_begin counts an evaluation; tw_rhs_rates: ydot of the part's bodies from their
 * accelerations in the pass */
void tw_rhs_begin(tw_dynamics *d);
tw_status tw_rhs_rates(tw_dynamics *d, const tw_part *part, const double *y, double *ydot);

/* adds to out [bodies] the wrenches of the unknowns lambda on the bodies */
void tw_distribute(const tw_pass *p, const tw_part *part, const double *lambda, tw_wrench *out);
/* slow.c: adds the slowing forces of an island to out [bodies] */
void tw_slow(const tw_dynamics *d, const tw_island *isl, tw_wrench *out);
/* b [rows of the island] -= w J a for the accelerations a by tw_slow */
void tw_slow_rows(const tw_dynamics *d, const tw_island *isl, double *b);
/* tau of a constraint at t, and its k and d: given, or 1/tau^2 and 2/tau */
void tw_rates(const tw_world *w, const tw_constraint *c, double t, double *tau, double *k,
              double *d);
/* evaluates a constraint at the pass's motions; sets all of its terms, which need not be zeroed */
void tw_terms_of(const tw_bind *b, double t, tw_terms *terms);
/* terms of a limit with D from its lower bound (bound = 1), its upper bound (-1), or D = q (0) */
void tw_terms_from(const tw_bind *b, double t, int bound, tw_terms *terms);
/* evaluates an enabled constraint at the pass's motions and t; terms are the block's arrays in the
 * pass */
tw_terms tw_block_terms(tw_dynamics *d, tw_block *b, double t);

/* J v of one row of a block, at the motions of the pass */
double tw_row_speed(const tw_dynamics *d, const tw_block *b, int row);

#endif
