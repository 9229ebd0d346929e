/*
 * A capsule: a cylinder with half spheres at its ends; its points are their centres.
 */
#include "kinds/bodies/_round.h"

static tw_status form(const void *own, tw_form *f) {
    const tw_round *o = own;
    double length = 0;
    TW_TRY(tw_round_measure(o, "length", &length, f));
    tw_form_one(f, (tw_shape){TW_SHAPE_CAPSULE, {o->radius, length, 0}});
    return TW_OK;
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
    .fields = fields,
};
