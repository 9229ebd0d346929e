/* A new body by one file: two equal balls whose centres are a distance apart along local z. */
#include "model/field/kind.h"

typedef struct own {
    double radius, apart;
} own;

static tw_status form(const void *self, tw_form *f) {
    const own *o = self;
    tw_shape ball = {.type = TW_SHAPE_SPHERE, .p = {o->radius, 0, 0}};
    TW_TRY(tw_form_add(f, ball, (tw_pose){v3(0, 0, 0.5 * o->apart), q_identity()}));
    return tw_form_add(f, ball, (tw_pose){v3(0, 0, -0.5 * o->apart), q_identity()});
}

static vec3 upper(const void *self) {
    return v3(0, 0, 0.5 * ((const own *)self)->apart);
}

static const tw_param params[] = {
    {.name = "radius",
     .offset = offsetof(own, radius),
     .type = TW_PARAM_NUMBER,
     .flags = TW_REQUIRED,
     .range = TW_POSITIVE,
     .unit = "m",
     .preset = {0.1},
     .doc = "of each ball"},
    {.name = "apart",
     .offset = offsetof(own, apart),
     .type = TW_PARAM_NUMBER,
     .flags = TW_REQUIRED,
     .range = TW_POSITIVE,
     .unit = "m",
     .preset = {0.5},
     .doc = "distance of their centres"},
};

static const tw_point_field fields[] = {{"upper", "the centre of the upper ball", upper},
                                        {NULL, NULL, NULL}};

const tw_body_kind tw_body_dumbbell = {
    .kind = {.name = "dumbbell",
             .doc = "two equal balls, a distance apart",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .form = form,
    .fields = fields,
};
