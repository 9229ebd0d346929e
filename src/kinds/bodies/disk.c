/*
 * A disk: the same shape as a cylinder, usually flat.
 */
#include "kinds/bodies/_round.h"

static tw_status begin(void *own) {
    return tw_round_begin(own, "height");
}

static tw_status form(const void *own, tw_form *f) {
    return tw_round_form(own, "height", TW_SHAPE_CYLINDER, f);
}

static const tw_param params[] = {TW_ROUND_PARAMS("height", "height")};

static const tw_point_field fields[] = {
    {"bottom", "the middle of the face at -z", tw_round_end1},
    {"top", "the middle of the face at +z", tw_round_end2},
    {0},
};

const tw_body_kind tw_body_disk = {
    .kind = {.name = "disk",
             .doc = "a solid disk with flat faces",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(tw_round)},
    .form = form,
    .begin = begin,
    .fields = fields,
};
