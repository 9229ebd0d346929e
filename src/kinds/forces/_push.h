/* Adds forces at points to bodies: F at an arm b from the centre of mass also adds the torque b x F
 * [BB88 A.1]. */
#ifndef TW_KINDS_FORCES_PUSH_H
#define TW_KINDS_FORCES_PUSH_H

#include "model/field/kind.h"

static inline void tw_push_at(tw_wrench *out, const tw_point_motion *p, vec3 F) {
    if (p->slot < 0) return;
    tw_wrench *w = &out[p->slot];
    w->force = v3_add(w->force, F);
    w->torque = v3_add(w->torque, v3_cross(p->b, F));
}

#endif
