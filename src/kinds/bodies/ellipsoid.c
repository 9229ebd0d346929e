/* A solid ellipsoid, half axes along local x, y, z. */
#include "kinds/bodies/_round.h"

typedef struct ellipsoid {
    vec3 radii;
} ellipsoid;

static tw_status form(const void *own, tw_form *f) {
    vec3 r = ((const ellipsoid *)own)->radii;
    return tw_form_one(f, (tw_shape){.type = TW_SHAPE_ELLIPSOID, .p = {r.x, r.y, r.z}});
}

static const tw_param params[] = {
    {.name = "radii",
     .offset = offsetof(ellipsoid, radii),
     .type = TW_PARAM_VEC3,
     .flags = TW_REQUIRED,
     .range = TW_POSITIVE,
     .unit = "m",
     .preset = {0.1, 0.15, 0.2},
     .doc = "half axes along x, y, z"},
};

const tw_body_kind tw_body_ellipsoid = {
    .kind = {.name = "ellipsoid",
             .doc = "a solid ellipsoid",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(ellipsoid)},
    .form = form,
};
