/*
 * A slider: a moves along an axis of b and does not rotate relative to it (5 rows: 2 m, 3 rad).
 *
 *     D = (rho_x, rho_y, phi): the displacement of a's point perpendicular to the axis, in the axes
 *     of b's frame, and the rotation of a's frame as a vector (_rotation.h). The coordinate
 *     `position` is rho_z.
 */
#include "kinds/constraints/joints/_joint.h"

static int rows(const void *o) {
    (void)o;
    return 5;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    tw_joint_motion m = tw_joint_look(in->own, in, in->body_slot);
    for (int i = 0; i < 2; i++) tw_joint_along(&m, 1, out, i, i);
    tw_joint_rotation(&m, out, 2);
}

static const tw_param params[] = {
    TW_JOINT_BODIES, TW_JOINT_POINTS, TW_JOINT_AXES,
    TW_JOINT_DAMPING("N s/m", "viscous: force against the sliding, per m/s"),
    TW_JOINT_FRICTION("N", "dry: the force with which it slips, and sticks below it")};

const tw_constraint_kind tw_constraint_slider = {
    .kind = {.name = "slider",
             .doc = "a slider: a body moves along an axis of another one, without turning (5 rows)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(tw_joint)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .torque_point = tw_joint_torque_point,
    .begin = tw_joint_begin,
    .coordinates = 1u << TW_COORDINATE_POSITION,
    .coordinate = tw_joint_coordinate,
    .damping = tw_joint_damping,
    .friction = tw_joint_friction,
};
