/*
 * A capsule: a cylinder with half spheres at its ends; its named points are the half spheres'
 * centres.
 */
#include "kinds/bodies/_round.h"

static tw_status begin(void *own) {
    return tw_round_begin(own, "length");
}

static tw_status form(const void *own, tw_form *f) {
    return tw_round_form(own, "length", TW_SHAPE_CAPSULE, f);
}

static const tw_param params[] = {
    TW_ROUND_PARAMS("length", "length between the centres of the half spheres")};

static const tw_point_field fields[] = {
    {"end1", "the end at -z", tw_round_end1},
    {"end2", "the end at +z", tw_round_end2},
    {0},
};

const tw_body_kind tw_body_capsule = {
    .kind = {.name = "capsule",
             .doc = "a cylinder with half spheres at its ends",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(tw_round)},
    .form = form,
    .begin = begin,
    .fields = fields,
};
