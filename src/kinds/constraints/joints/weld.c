/*
 * A weld: two bodies do not move relative to each other (6 rows: 3 m, 3 rad).
 *
 *     D = (x_a - x_b, phi): the displacement of the two points, in world axes, and the rotation of
 *     a's frame relative to b's as a vector (_rotation.h).
 *
 * Point and axes are optional. The default point is a's centre when the joint is made. The relative
 * orientation is kept as it is then; with at_a and at_b, for bodies that are still apart, it is the
 * one that axis_a and axis_b give, or, without these, both bodies get the same orientation.
 */
#include "kinds/constraints/joints/_joint.h"

static int rows(const void *o) {
    (void)o;
    return 6;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    tw_joint_motion m = tw_joint_look(in->own, in, in->body_slot);
    tw_joint_points(&m, out, 0);
    tw_joint_rotation(&m, out, 3);
}

static tw_status begin(void *own, const struct tw_world *w) {
    tw_joint *j = own, next = *j;
    bool points, axes;
    tw_joint_news(&next, &points, &axes);
    if (!tw_joint_is(next.at) && !tw_joint_is(next.at_a) && !tw_joint_is(next.at_b))
        next.at = tw_joint_pose(w, j->a).x;
    if (points) TW_TRY(tw_joint_begin_points(&next, w));
    vec3 z = {0, 0, 1};
    if (tw_joint_is(next.axis) || tw_joint_is(next.axis_a) || tw_joint_is(next.axis_b)) {
        if (axes) TW_TRY(tw_joint_begin_axes(&next, w));
    } else if (axes && tw_joint_is(next.at)) {
        tw_joint_posed(&next, w, z);
    } else if (axes) {
        tw_joint_apart(&next, z, z);
    }
    tw_joint_chosen(&next);
    *j = next;
    return TW_OK;
}

static const tw_param params[] = {TW_JOINT_BODIES, TW_JOINT_POINTS, TW_JOINT_AXES};

const tw_constraint_kind tw_constraint_weld = {
    .kind = {.name = "weld",
             .doc = "two bodies are fixed to each other, or a body to the world (6 rows)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(tw_joint)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .torque_point = tw_joint_torque_point,
    .begin = begin,
};
