/* A bare body: mass and inertia as given, nothing to see. */
#include "model/kind.h"

typedef struct bare {
    mat3 inertia;
} bare;

static tw_status form(const void *own, tw_form *f) {
    f->has_mass = true;
    f->mass = TW_UNSET; /* the common field `mass` must give it */
    f->inertia = ((const bare *)own)->inertia;
    return TW_OK;
}

static const tw_param params[] = {
    {.name = "inertia",
     .offset = offsetof(bare, inertia),
     .type = TW_PARAM_MAT3,
     .flags = TW_REQUIRED,
     .unit = "kg m^2",
     .preset = {1, 1, 1},
     .doc = "about the centre of mass, body axes: {xx, yy, zz} or 3 x 3"},
};

const tw_body_kind tw_body_body = {
    .kind = {.name = "body",
             .doc = "a bare body of given mass and inertia",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(bare)},
    .form = form,
};
