/*
 * Rack and pinion: position_b = ratio angle_a + phase (1 row, m); see _coupling.h. The ratio is the
 * pinion's radius, with the sign of the side that it runs on.
 */
#include "kinds/constraints/couplings/_coupling.h"

static void terms(const tw_terms_in *in, tw_terms *out) {
    tw_coupling_terms(in, TW_COORDINATE_POSITION, out);
}

static tw_status begin(void *own, const struct tw_world *w) {
    return tw_coupling_begin(own, w, TW_COORDINATE_POSITION);
}

static const tw_param params[] = {
    {.name = "a",
     .offset = offsetof(tw_coupling, a),
     .type = TW_PARAM_JOINT,
     .flags = TW_REQUIRED | TW_AT_CREATION,
     .doc = "the pinion's joint, with an angle: hinge, cylindrical, screw, planar"},
    {.name = "b",
     .offset = offsetof(tw_coupling, b),
     .type = TW_PARAM_JOINT,
     .flags = TW_REQUIRED | TW_AT_CREATION,
     .doc = "the rack's joint, with a position: slider, cylindrical, screw"},
    {.name = "ratio",
     .offset = offsetof(tw_coupling, ratio),
     .type = TW_PARAM_VALUE,
     .flags = TW_REQUIRED,
     .unit = "m/rad",
     .doc = "metres of b per radian of a: the pinion's radius"},
    {.name = "phase",
     .offset = offsetof(tw_coupling, phase),
     .type = TW_PARAM_VALUE,
     .flags = TW_UNSET_OK,
     .unit = "m",
     .preset = {TW_UNSET},
     .doc = "position of b where the angle of a is 0; unset: from the present pose"},
};

const tw_constraint_kind tw_constraint_rack = {
    .kind = {.name = "rack",
             .doc = "the position of joint b is ratio times the angle of joint a (1 row)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(tw_coupling)},
    .level = TW_POSITION_LEVEL,

    .rows = tw_coupling_rows,
    .terms = terms,
    .begin = begin,
};
