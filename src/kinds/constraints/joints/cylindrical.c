/*
 * A cylindrical joint: a moves along an axis of b and rotates about it (4 rows: 2 m, 2 rad).
 *
 *     D = (rho_x, rho_y, align): the displacement of a's point perpendicular to the axis, in the
 *     axes of b's frame, and the angle between the axes as a vector (_align.h). The coordinate
 *     `position` is rho_z.
 */
#include "kinds/constraints/joints/_joint.h"

static int rows(const void *o) {
    (void)o;
    return 4;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    tw_joint_motion m = tw_joint_look(in->own, in, in->body_slot);
    for (int i = 0; i < 2; i++) tw_joint_along(&m, 1, out, i, i);
    tw_joint_align(&m, out, 2);
}

static const tw_param params[] = {TW_JOINT_BODIES, TW_JOINT_POINTS, TW_JOINT_AXES};

const tw_constraint_kind tw_constraint_cylindrical = {
    .kind = {.name = "cylindrical",
             .doc = "a cylindrical joint: a body slides along an axis of another one and turns "
                    "about it (4 rows)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(tw_joint)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .torque_point = tw_joint_torque_point,
    .begin = tw_joint_begin,
    .coordinates = 1u << TW_COORDINATE_ANGLE | 1u << TW_COORDINATE_POSITION,
    .coordinate = tw_joint_coordinate,
    .commit = tw_joint_commit,
    .turns = tw_joint_turns,
};
