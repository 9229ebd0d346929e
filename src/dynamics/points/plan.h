/* Data while the fast way is planned: choose.c, then build.c. */
#ifndef TW_DYNAMICS_POINTS_PLAN_H
#define TW_DYNAMICS_POINTS_PLAN_H

#include "dynamics/points/impl.h"

/* a body while the plan is made */
typedef struct tw_plan_body {
    int points;
    vec3 local[TW_POINTS_MOST];
    int place;   /* place in its batch: group * TW_LANES + lane */
    bool pushed; /* forces other than gravity act on the body */
} tw_plan_body;

/* an end of a joint: body and point of it, or a ground */
typedef struct tw_plan_end {
    int body, point, ground;
} tw_plan_end;

typedef struct tw_plan_joint {
    tw_plan_end end[2];
    int block;
    double k, d;
} tw_plan_joint;

/* the sparse pattern of an island */
typedef struct tw_plan_pattern {
    int joints, bodies;
    int *first, *body; /* rows in the form of tw_sparse_shape */
    tw_sparse *sparse; /* NULL: none yet */
} tw_plan_pattern;

typedef struct tw_plan {
    tw_dynamics *d;
    tw_points *f;
    tw_arena memory;
    tw_plan_body *body;   /* [bodies of the world] */
    tw_plan_joint *joint; /* [joints] */
    int *first;           /* [islands + 1] first joint of each */
    /* patterns of this island, and of the last one that differed from it */
    tw_plan_pattern pattern[2];
    int *rows; /* [joints of any island] 3 each */

    tw_lanes *constant; /* constants as in tw_points, with room for all */
    int constants;
    tw_points_group last[TW_POINTS_MOST + 1]; /* last group of that many points */
    int last_constants[TW_POINTS_MOST + 1];   /* constants of that group; -1: none yet */
    int last_row;                             /* the constants of a chain's last row, likewise */

    tw_arena trial;       /* memory of this batch's form */
    tw_points_form *form; /* last form, which other batches may share */
    size_t numbers;       /* numbers in A of the largest form */
} tw_plan;

static inline int tw_plan_pairs(int slots) {
    return slots * (slots + 1) / 2;
}

/* chooses the islands, keeps their joints and the points of their bodies */
tw_status tw_points_choose(tw_plan *p);

/* form.c: the form of a batch whose groups are there: its joints and the tables derived from them;
 * equal to the form of the last batch, that form */
tw_status tw_points_join(tw_plan *p, tw_points_batch *b, tw_points_form *form);

#endif
