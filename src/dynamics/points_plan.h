/* What is known while the fast way is planned: points_choose.c, then points_build.c. */
#ifndef TW_DYNAMICS_POINTS_PLAN_H
#define TW_DYNAMICS_POINTS_PLAN_H

#include "dynamics/points_impl.h"

/* a body while the plan is made */
typedef struct tw_plan_body {
    int points;
    vec3 local[TW_POINTS_MOST];
    int place; /* group * TW_LANES + lane */
    int island;
} tw_plan_body;

/* an end of a joint: body and point of it, or a ground */
typedef struct tw_plan_end {
    int body, point, ground;
} tw_plan_end;

/* the sparse pattern of an island */
typedef struct tw_plan_pattern {
    int joints, bodies;
    int *first, *body; /* as in tw_sparse_shape */
    tw_sparse *sparse; /* NULL: none yet */
} tw_plan_pattern;

typedef struct tw_plan {
    tw_dynamics *d;
    tw_points *f;
    tw_arena memory;
    tw_plan_body *body;         /* [bodies of the world] */
    tw_plan_end (*end)[2];      /* [joints] */
    tw_plan_pattern pattern[2]; /* of this island, of the last one that was not like it */
    int *rows;                  /* [joints of any island] 3 each */
} tw_plan;

/* chooses the islands, keeps their joints and the points of their bodies */
tw_status tw_points_choose(tw_plan *p);

#endif
