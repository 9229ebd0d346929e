/* A torque on a body, without a force: it does not act at a point. */
#include "kinds/forces/_frame.h"

typedef struct own {
    tw_id on;
    tw_value value;
    int frame;
} own;

static void apply(const tw_force_in *in, tw_wrench *out) {
    const own *o = in->own;
    int slot = in->body_slot[0];
    if (slot < 0) return;
    out[slot].torque = v3_add(out[slot].torque, tw_in_world(in, slot, o->frame, &o->value));
}

static const tw_param params[] = {
    {.name = "on",
     .offset = offsetof(own, on),
     .type = TW_PARAM_BODY,
     .flags = TW_REQUIRED,
     .doc = "the body"},
    {.name = "value",
     .offset = offsetof(own, value),
     .type = TW_PARAM_VALUE3,
     .flags = TW_REQUIRED | TW_FRAME_VECTOR,
     .unit = "N m",
     .doc = "the torque"},
    {.name = "frame",
     .offset = offsetof(own, frame),
     .type = TW_PARAM_CHOICE,
     .choices = tw_frames,
     .doc = "the axes of value: world, or body (it turns with the body)"},
};

const tw_force_kind tw_force_torque = {
    .kind = {.name = "torque",
             .doc = "a pure torque on a body",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .apply = apply,
};
