/* A force at a point: F on its body, and the torque b x F. */
#include "kinds/forces/_frame.h"

typedef struct own {
    tw_id at;
    tw_value value;
    int frame;
} own;

static void apply(const tw_force_in *in, tw_wrench *out) {
    const own *o = in->own;
    const tw_point_motion *p = &in->point[0];
    tw_push_at(out, p, tw_in_world(in, p->slot, o->frame, &o->value));
}

static const tw_param params[] = {
    {.name = "at",
     .offset = offsetof(own, at),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "where it acts"},
    {.name = "value",
     .offset = offsetof(own, value),
     .type = TW_PARAM_VALUE3,
     .flags = TW_REQUIRED | TW_FRAME_VECTOR,
     .unit = "N",
     .doc = "the force"},
    {.name = "frame",
     .offset = offsetof(own, frame),
     .type = TW_PARAM_CHOICE,
     .choices = tw_frames,
     .doc = "the axes of value: world, or body (it turns with the body)"},
};

const tw_force_kind tw_force_force = {
    .kind = {.name = "force",
             .doc = "a force at a point",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .apply = apply,
};
