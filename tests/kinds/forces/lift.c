/* A new force by one file: upward along z, on a body's centre of mass. */
#include "model/field/kind.h"

typedef struct own {
    tw_id body;
    double newtons;
} own;

static void apply(const tw_force_in *in, tw_wrench *out) {
    const own *o = in->own;
    int slot = in->body_slot[0];
    if (slot >= 0) out[slot].force = v3_add(out[slot].force, v3(0, 0, o->newtons));
}

static const tw_param params[] = {
    {.name = "body",
     .offset = offsetof(own, body),
     .type = TW_PARAM_BODY,
     .flags = TW_REQUIRED,
     .doc = "the body that it lifts"},
    {.name = "newtons",
     .offset = offsetof(own, newtons),
     .type = TW_PARAM_NUMBER,
     .flags = TW_REQUIRED,
     .unit = "N",
     .preset = {1},
     .doc = "how strongly"},
};

const tw_force_kind tw_force_lift = {
    .kind = {.name = "lift",
             .doc = "a constant force upward",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .apply = apply,
};
