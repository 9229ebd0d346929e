/* A solid torus around local z, with control points on its outer rim. */
#include "kinds/bodies/_round.h"

#include "base/math/elementary.h"

typedef struct torus {
    double major, minor;
} torus;

static tw_status form(const void *own, tw_form *f) {
    const torus *o = own;
    if (!(o->minor < o->major))
        return tw_fail(TW_ARGUMENT,
                       "field 'minor_radius': expected less than 'major_radius' (%.9g), got %.9g",
                       o->major, o->minor);
    return tw_form_one(f, (tw_shape){.type = TW_SHAPE_TORUS, .p = {o->major, o->minor, 0}});
}

static tw_status rim(const void *own, const tw_point_argument *a, vec3 *local) {
    const torus *o = own;
    double r = o->major + o->minor;
    *local = v3(r * tw_cos(a->number), r * tw_sin(a->number), 0);
    return TW_OK;
}

static const tw_param params[] = {
    {.name = "major_radius",
     .offset = offsetof(torus, major),
     .type = TW_PARAM_NUMBER,
     .flags = TW_REQUIRED,
     .range = TW_POSITIVE,
     .unit = "m",
     .preset = {0.2},
     .doc = "from the centre to the middle of the wire"},
    {.name = "minor_radius",
     .offset = offsetof(torus, minor),
     .type = TW_PARAM_NUMBER,
     .flags = TW_REQUIRED,
     .range = TW_POSITIVE,
     .unit = "m",
     .preset = {0.05},
     .doc = "of the wire"},
};

static const tw_point_method methods[] = {
    {"rim", "number", "the point of the outer rim at an angle from local x (rad)", rim},
    {0},
};

const tw_body_kind tw_body_torus = {
    .kind = {.name = "torus",
             .doc = "a solid torus around local z",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(torus)},
    .form = form,
    .methods = methods,
};
