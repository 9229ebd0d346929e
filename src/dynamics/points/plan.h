/* Data while the fast path is planned: choose.c, then build.c. */
#ifndef TW_DYNAMICS_POINTS_PLAN_H
#define TW_DYNAMICS_POINTS_PLAN_H

#include "dynamics/points/impl.h"

/* a body in the plan */
typedef struct tw_plan_body {
    int points;
    vec3 local[TW_POINTS_MOST];
    int place;   /* place in its batch: group * TW_LANES + lane; -1: not on the fast path */
    bool pushed; /* a force object or damping acts on it */
} tw_plan_body;

/* an end of a joint: a body and its point, or (body -1) a ground */
typedef struct tw_plan_end {
    int body, point, ground;
} tw_plan_end;

typedef struct tw_plan_joint {
    tw_plan_end end[2];
    int block;
    double k, d;
} tw_plan_joint;

/* sparse pattern of an island */
typedef struct tw_plan_pattern {
    int joints, bodies;
    int *first, *body; /* rows as in tw_sparse_shape */
    tw_sparse *sparse; /* NULL: none yet */
} tw_plan_pattern;

typedef struct tw_plan {
    tw_dynamics *d;
    tw_points *f;
    tw_arena memory;
    tw_plan_body *body;   /* [bodies of the world] */
    tw_plan_joint *joint; /* [joints] */
    int *first;           /* [islands + 1] first joint of each */
    /* patterns of this island, and of the last one with another pattern */
    tw_plan_pattern pattern[2];
    int *rows; /* [joints of the largest island] 3 each */

    tw_lanes *constant; /* constants as in tw_points, for all groups */
    int constants;
    /* [points] last group of bodies with that many points */
    tw_points_group last[TW_POINTS_MOST + 1];
    int last_constants[TW_POINTS_MOST + 1]; /* index of its constants; -1: none yet */
    int last_row; /* index of the constants of the last row of a chain; -1: none */

    tw_arena trial;       /* memory of the present batch's form */
    tw_points_form *form; /* form of the last batch, which the next may share */
    size_t numbers;       /* length of A in the largest form */
} tw_plan;

static inline int tw_plan_pairs(int slots) {
    return slots * (slots + 1) / 2;
}

/* chooses the islands, their joints and the points of their bodies */
tw_status tw_points_choose(tw_plan *p);

/* form.c: completes the form of a batch, whose groups are set: joints and the tables derived from
 * them; takes the form of the last batch if it is equal */
tw_status tw_points_join(tw_plan *p, tw_points_batch *b, tw_points_form *form);

#endif
