/* A solid sphere of uniform density. */
#include "kinds/bodies/_round.h"

typedef struct sphere {
    double radius;
} sphere;

static tw_status form(const void *own, tw_form *f) {
    return tw_form_one(
        f, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {((const sphere *)own)->radius, 0, 0}});
}

static const tw_param params[] = {
    {.name = "radius",
     .offset = offsetof(sphere, radius),
     .type = TW_PARAM_NUMBER,
     .flags = TW_REQUIRED,
     .range = TW_POSITIVE,
     .unit = "m",
     .preset = {0.1},
     .doc = "radius"},
};

const tw_body_kind tw_body_sphere = {
    .kind = {.name = "sphere",
             .doc = "a solid sphere",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(sphere)},
    .form = form,
};
