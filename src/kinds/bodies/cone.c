/* A solid cone around local z: apex at +z, centre of mass a quarter of the height above the base.
 */
#include "kinds/bodies/_round.h"

typedef struct cone {
    double height, radius;
} cone;

static tw_status form(const void *own, tw_form *f) {
    const cone *o = own;
    return tw_form_one(f, (tw_shape){.type = TW_SHAPE_CONE, .p = {o->radius, o->height, 0}});
}

static vec3 apex(const void *own) {
    return v3(0, 0, 0.75 * ((const cone *)own)->height);
}

static vec3 base(const void *own) {
    return v3(0, 0, -0.25 * ((const cone *)own)->height);
}

static const tw_param params[] = {
    {.name = "height",
     .offset = offsetof(cone, height),
     .type = TW_PARAM_NUMBER,
     .flags = TW_REQUIRED,
     .range = TW_POSITIVE,
     .unit = "m",
     .preset = {0.2},
     .doc = "from the base to the apex"},
    {.name = "radius",
     .offset = offsetof(cone, radius),
     .type = TW_PARAM_NUMBER,
     .flags = TW_REQUIRED,
     .range = TW_POSITIVE,
     .unit = "m",
     .preset = {0.1},
     .doc = "of the base"},
};

static const tw_point_field fields[] = {
    {"apex", "the tip, at +z", apex},
    {"base", "the middle of the base, at -z", base},
    {0},
};

const tw_body_kind tw_body_cone = {
    .kind = {.name = "cone",
             .doc = "a solid cone, its apex at +z",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(cone)},
    .form = form,
    .fields = fields,
};
