/* The body of the shape of tests/kinds/shapes. */
#include "model/field/kind.h"

extern const tw_shape_kind tw_shape_dome;

typedef struct own {
    double radius;
} own;

static tw_status form(const void *self, tw_form *f) {
    return tw_form_one(f, (tw_shape){tw_shape_dome.type, {((const own *)self)->radius, 0, 0}, 0});
}

static const tw_param params[] = {
    {.name = "radius",
     .offset = offsetof(own, radius),
     .type = TW_PARAM_NUMBER,
     .flags = TW_REQUIRED,
     .range = TW_POSITIVE,
     .unit = "m",
     .preset = {0.1},
     .doc = "of the ball that it is half of"},
};

const tw_body_kind tw_body_dome = {
    .kind = {.name = "dome",
             .doc = "half of a ball, flat side down",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .form = form,
};
