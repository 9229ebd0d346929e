/*
 * A point has a given acceleration, from the first instant:
 *
 *     X_P'' = value(t)                            (3 rows, m/s^2, acceleration level, world axes)
 *
 * There is no deviation that decays, and neither position nor velocity is controlled: the deviation
 * that scripts read is the error of the acceleration, 0 where the constraints can be satisfied.
 */
#include "model/field/kind.h"

typedef struct own {
    tw_id point;
    tw_value value;
} own;

static int rows(const void *o) {
    (void)o;
    return 3;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const own *o = in->own;
    const vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    vec3 f = tw_value3(&o->value, in->t);
    for (int i = 0; i < 3; i++) {
        tw_row_point(out, i, &in->point[0], axes[i]);
        out->D1[i] = 0;
        out->bias[i] -= v3_dot(axes[i], f);
    }
}

static const tw_param params[] = {
    {.name = "point",
     .offset = offsetof(own, point),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "the point that is driven"},
    {.name = "value",
     .offset = offsetof(own, value),
     .type = TW_PARAM_VALUE3,
     .flags = TW_REQUIRED | TW_FRAME_VECTOR,
     .unit = "m/s^2",
     .doc = "the acceleration, world axes"},
};

const tw_constraint_kind tw_constraint_acceleration = {
    .kind = {.name = "acceleration",
             .doc = "a point accelerates as given (3 rows, acceleration level)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_ACCELERATION_LEVEL,
    .rows = rows,
    .terms = terms,
};
