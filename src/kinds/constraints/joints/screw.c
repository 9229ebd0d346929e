/*
 * A screw: a cylindrical joint in which a rotation drives the motion along the axis (5 rows: 2 m, 2
 * rad, 1 m).
 *
 *     D = (rho_x, rho_y, align, rho_z - pitch / (2 pi) angle), angle over all turns.
 *
 * The pitch may vary with time; D' and the bias include its derivatives. A positive pitch is a
 * right-handed thread: a right-handed rotation about the axis moves a along it.
 */
#include "kinds/constraints/joints/_joint.h"

typedef struct own {
    tw_joint j; /* first: _joint.h */
    tw_value pitch;
} own;

static int rows(const void *o) {
    (void)o;
    return 5;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const own *o = in->own;
    tw_joint_motion m = tw_joint_look(&o->j, in, in->body_slot);
    for (int i = 0; i < 2; i++) tw_joint_along(&m, 1, out, i, i);
    tw_joint_align(&m, out, 2);
    tw_joint_along(&m, 1, out, 4, 2);
    tw_jet1 p = tw_value_jet1(&o->pitch, in->t);
    tw_joint_angle(&o->j, &m, in->t, -p.v / (2 * TW_PI), out, 4);
    if (tw_value_is_constant(&o->pitch)) return;
    double angle = 0, speed = 0, bias = 0, J[6 * TW_TERMS_SLOTS] = {0};
    tw_terms row = {1, in->slots, &angle, &speed, &bias, J, NULL};
    tw_joint_angle(&o->j, &m, in->t, 1, &row, 0);
    out->D1[4] -= p.d1 * angle / (2 * TW_PI);
    out->bias[4] -= (p.d2 * angle + 2 * p.d1 * speed) / (2 * TW_PI);
}

static const tw_param params[] = {
    TW_JOINT_BODIES,
    TW_JOINT_POINTS,
    TW_JOINT_AXES,
    {.name = "pitch",
     .offset = offsetof(own, pitch),
     .type = TW_PARAM_VALUE,
     .flags = TW_REQUIRED,
     .unit = "m",
     .doc = "advance along the axis per turn; negative: a left-handed thread"},
};

const tw_constraint_kind tw_constraint_screw = {
    .kind = {.name = "screw",
             .doc =
                 "a screw: turning about the axis advances along it by the pitch per turn (5 rows)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
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
