/* For kinds of forces: a vector given in the axes of the world or of the body, converted to world
 * axes. */
#ifndef TW_KINDS_FORCES_FRAME_H
#define TW_KINDS_FORCES_FRAME_H

#include "kinds/forces/_push.h"

enum { TW_IN_WORLD, TW_IN_BODY };

static const char *const tw_frames[] = {"world", "body", NULL};

static inline vec3 tw_in_world(const tw_force_in *in, int slot, int frame, const tw_value *value) {
    vec3 v = tw_value3(value, in->t);
    return frame == TW_IN_BODY && slot >= 0 ? m3_mul_v(&in->body[slot]->R, v) : v;
}

#endif
