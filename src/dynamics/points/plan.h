/* Data of the plan of the fast path, which choose.c begins and build.c completes; freed
 * afterwards. */
#ifndef TW_DYNAMICS_POINTS_PLAN_H
#define TW_DYNAMICS_POINTS_PLAN_H

#include "dynamics/points/impl.h"

/* a body of the world, in the plan */
typedef struct tw_plan_body {
    int points;
    vec3 local[TW_POINTS_MOST];
    /* place in its batch, group * TW_LANES + lane; -1: not on the fast path, or not placed yet */
    int place;
    bool pushed; /* a force object or a joint's damping acts on it */
} tw_plan_body;

/* one end of a joint: body and index of its point; or body -1 and the index of a ground */
typedef struct tw_plan_end {
    int body, point, ground;
} tw_plan_end;

typedef struct tw_plan_joint {
    tw_plan_end end[2];
    int block;
    double k, d;
} tw_plan_joint;

/* sparse pattern of an island: which bodies each joint connects */
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
    int *first;           /* [islands + 1] index in `joint` of each island's first one */
    /* pattern of the island in work, and the pattern made last */
    tw_plan_pattern pattern[2];
    int *rows; /* [joints of the largest island] rows of each: all 3 */

    tw_lanes *constant; /* constants of all groups, as in tw_points.constant */
    int constants;
    /* [points] flags of the last group of bodies with that many points */
    tw_points_group last[TW_POINTS_MOST + 1];
    /* [points] index in `constant` of the constants of the group in `last`; -1: none yet */
    int last_constants[TW_POINTS_MOST + 1];
    int last_row; /* index in `constant` of the last chain row's constants; -1: none yet */

    tw_arena trial;       /* memory of the form in work, reset for each batch */
    tw_points_form *form; /* form of the last batch, which the next batch shares if it is equal */
    size_t numbers;       /* length of A in the largest form, in numbers */
} tw_plan;

static inline int tw_plan_pairs(int slots) {
    return slots * (slots + 1) / 2;
}

/* chooses the islands for the fast path, their joints, and the points of their bodies */
tw_status tw_points_choose(tw_plan *p);

/* form.c: completes a batch whose groups are set: joints, and the tables derived from them; b->form
 * becomes that of the last batch if both are equal */
tw_status tw_points_join(tw_plan *p, tw_points_batch *b, tw_points_form *form);

#endif
