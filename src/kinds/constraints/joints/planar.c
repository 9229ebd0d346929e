/*
 * A planar joint: a's point stays on a plane of b, whose normal is the axis, and a rotates about
 * the normal only (3 rows: 1 m, 2 rad).
 *
 *     D = (rho_z, align): the height of a's point above the plane through b's point, and the angle
 *     between the axes as a vector (_align.h).
 */
#include "kinds/constraints/joints/_joint.h"

static int rows(const void *o) {
    (void)o;
    return 3;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    tw_joint_motion m = tw_joint_look(in->own, in, in->body_slot);
    tw_joint_along(&m, 1, out, 0, 2);
    tw_joint_align(&m, out, 1);
}

static const tw_param params[] = {TW_JOINT_BODIES, TW_JOINT_POINTS, TW_JOINT_AXES};

const tw_constraint_kind tw_constraint_planar = {
    .kind = {.name = "planar",
             .doc = "a planar joint: a body moves on a plane of another one and turns about its "
                    "normal, the axis (3 rows)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(tw_joint)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .torque_point = tw_joint_torque_point,
    .begin = tw_joint_begin,
    .coordinates = 1u << TW_COORDINATE_ANGLE,
    .coordinate = tw_joint_coordinate,
    .commit = tw_joint_commit,
    .turns = tw_joint_turns,
};
