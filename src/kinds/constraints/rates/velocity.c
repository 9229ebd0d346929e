/*
 * A point has a given velocity:
 *
 *     V = X_P' - value(t),  V' = X_P'' - value'(t)        (3 rows, m/s, velocity level, world axes)
 *
 * V decays as V' = -V / tau. The force acts at the point; the position is not controlled.
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
    tw_jet3 f = tw_value_jet3(&o->value, in->t);
    for (int i = 0; i < 3; i++) {
        tw_row_point(out, i, &in->point[0], axes[i]);
        out->D[i] = out->D1[i] - v3_dot(axes[i], f.v);
        out->D1[i] = 0;
        out->bias[i] -= v3_dot(axes[i], f.d1);
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
     .unit = "m/s",
     .doc = "the velocity, world axes"},
};

const tw_constraint_kind tw_constraint_velocity = {
    .kind = {.name = "velocity",
             .doc = "a point moves with a velocity (3 rows, velocity level)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_VELOCITY_LEVEL,
    .rows = rows,
    .terms = terms,
};
