/*
 * A body has a given angular velocity:
 *
 *     V = omega - value(t),  V' = omega' - value'(t)    (3 rows, rad/s, velocity level, world axes)
 *
 * V decays as V' = -V / tau. The constraint's force is a pure torque.
 */
#include "model/field/kind.h"

typedef struct own {
    tw_id body;
    tw_value value;
} own;

static int rows(const void *o) {
    (void)o;
    return 3;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const own *o = in->own;
    const vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    int slot = in->body_slot[0];
    tw_jet3 f = tw_value_jet3(&o->value, in->t);
    v3_store(out->D, v3_sub(in->body[slot]->omega, f.v));
    v3_store(out->bias, v3_neg(f.d1));
    for (int i = 0; i < 3; i++) tw_row_add(out, i, slot, v3_zero(), axes[i]);
}

static const tw_param params[] = {
    {.name = "body",
     .offset = offsetof(own, body),
     .type = TW_PARAM_BODY,
     .flags = TW_REQUIRED,
     .doc = "the body that is driven"},
    {.name = "value",
     .offset = offsetof(own, value),
     .type = TW_PARAM_VALUE3,
     .flags = TW_REQUIRED | TW_FRAME_VECTOR,
     .unit = "rad/s",
     .doc = "the angular velocity, world axes"},
};

const tw_constraint_kind tw_constraint_spin = {
    .kind = {.name = "spin",
             .doc = "a body turns with an angular velocity (3 rows, velocity level)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_VELOCITY_LEVEL,
    .angular = true,
    .rows = rows,
    .terms = terms,
};
