/*
 * Gears: two joints turn in a fixed ratio, angle_b = ratio angle_a + phase (1 row, rad); see
 * _coupling.h. Wheels that mesh on their outsides turn against each other: with parallel axes, and
 * both angles counted about the same direction, the ratio is minus the ratio of the radii a / b.
 */
#include "kinds/constraints/couplings/_coupling.h"

static void terms(const tw_terms_in *in, tw_terms *out) {
    tw_coupling_terms(in, TW_COORDINATE_ANGLE, out);
}

static tw_status begin(void *own, const struct tw_world *w) {
    return tw_coupling_begin(own, w, TW_COORDINATE_ANGLE);
}

static const tw_param params[] = {
    {.name = "a",
     .offset = offsetof(tw_coupling, a),
     .type = TW_PARAM_JOINT,
     .flags = TW_REQUIRED | TW_AT_CREATION,
     .doc = "the driving joint, with an angle: hinge, cylindrical, screw, planar"},
    {.name = "b",
     .offset = offsetof(tw_coupling, b),
     .type = TW_PARAM_JOINT,
     .flags = TW_REQUIRED | TW_AT_CREATION,
     .doc = "the joint that follows"},
    {.name = "ratio",
     .offset = offsetof(tw_coupling, ratio),
     .type = TW_PARAM_VALUE,
     .flags = TW_REQUIRED,
     .unit = "",
     .doc = "turns of b per turn of a; negative: they turn against each other"},
    {.name = "phase",
     .offset = offsetof(tw_coupling, phase),
     .type = TW_PARAM_VALUE,
     .flags = TW_UNSET_OK,
     .unit = "rad",
     .preset = {TW_UNSET},
     .doc = "angle of b where the angle of a is 0; unset: from the present pose"},
};

const tw_constraint_kind tw_constraint_gear = {
    .kind = {.name = "gear",
             .doc = "the angle of joint b is ratio times the angle of joint a (1 row)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(tw_coupling)},
    .level = TW_POSITION_LEVEL,
    .angular = true,
    .rows = tw_coupling_rows,
    .terms = terms,
    .begin = begin,
};
