/*
 * A ball joint: a point of one body coincides with a point of another one or of the world, and all
 * rotations are free. D = x_a - x_b (3 rows, m, world axes); see _joint.h.
 */
#include "kinds/constraints/joints/_joint.h"

static int rows(const void *o) {
    (void)o;
    return 3;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    tw_joint_motion m = tw_joint_look(in->own, in, in->body_slot);
    tw_joint_points(&m, out, 0);
}

static void ends(const void *own, vec3 at[2]) {
    const tw_joint *j = own;
    at[0] = j->on_a.x;
    at[1] = j->on_b.x;
}

static tw_status begin(void *own, const struct tw_world *w) {
    tw_joint *j = own, next = *j;
    bool points, axes;
    tw_joint_news(&next, &points, &axes);
    if (points) TW_TRY(tw_joint_begin_points(&next, w));
    next.on_a.q = next.on_b.q = q_identity();
    tw_joint_chosen(&next);
    *j = next;
    return TW_OK;
}

static const tw_param params[] = {TW_JOINT_BODIES, TW_JOINT_POINTS};

const tw_constraint_kind tw_constraint_ball = {
    .kind = {.name = "ball",
             .doc = "a ball joint: two bodies share a point (3 rows)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(tw_joint)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .torque_point = tw_joint_torque_point,
    .begin = begin,
    .ends = ends,
};
