/* Data for planning the fast path: choose.c begins the plan, build.c completes it; the data are
 * freed afterwards. */
#ifndef TW_DYNAMICS_POINTS_PLAN_H
#define TW_DYNAMICS_POINTS_PLAN_H

#include "dynamics/points/impl.h"

/* a body of the world, in the plan */
typedef struct tw_plan_body {
    int points;
    vec3 local[TW_POINTS_MOST];
    /* place of the body in its batch, group * TW_LANES + lane; -1: not on the fast path, or not
     * placed yet */
    int place;
    bool pushed; /* does a force object, or the damping of a joint's coordinate, act on the body? */
} tw_plan_body;

/* one end of a joint: a body and the index of one of its points; or body -1 and the index of a
 * ground; bind: the binding of the joint's two points */
typedef struct tw_plan_end {
    int body, point, ground;
    tw_bind *bind;
} tw_plan_end;

typedef struct tw_plan_joint {
    tw_plan_end end[2];
    int block;
    double k, d;
} tw_plan_joint;

/* sparse pattern of an island: which bodies each joint connects */
typedef struct tw_plan_pattern {
    int joints, bodies;
    int *first, *body; /* row numbers and bodies, as in tw_sparse_shape */
    tw_sparse *sparse; /* the sparse structure made for this pattern; NULL: none yet */
} tw_plan_pattern;

typedef struct tw_plan {
    tw_dynamics *d;
    tw_points *f;
    tw_arena memory;
    tw_plan_body *body;   /* [bodies of the world] */
    tw_bind **bind;       /* [blocks] of the two points that each joins; NULL: no such joint */
    tw_plan_joint *joint; /* [joints] */
    int *first;           /* [islands + 1] index in `joint` of each island's first joint */
    /* the pattern of the island that is planned at present, and the pattern that was made last */
    tw_plan_pattern pattern[2];
    int *rows; /* [joints of the largest island] number of rows of each joint: always 3 */

    tw_lanes *constant; /* constants of all groups, as in tw_points.constant */
    int constants;
    /* [number of points] the last group of bodies with that many points, for its flags */
    tw_points_group last[TW_POINTS_MOST + 1];
    /* [number of points] index in `constant` of the constants of the group in `last`; -1: none
     * yet */
    int last_constants[TW_POINTS_MOST + 1];
    int last_row; /* index in `constant` of the last chain row's constants; -1: none yet */

    tw_arena trial;       /* memory of the form that is being made, emptied before each batch */
    tw_points_form *form; /* form of the last batch, which the next batch shares if it is equal */
    size_t numbers;       /* number of doubles of A in the largest form */
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
