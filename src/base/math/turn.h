/* Rotations given by rotation vectors: the axis (unit vector) times the angle, rad. */
#ifndef TW_BASE_MATH_TURN_H
#define TW_BASE_MATH_TURN_H

#include "base/math/elementary.h"
#include "base/math/vec.h"

/* unit quaternion of a rotation vector: (cos(|v|/2), sin(|v|/2) v / |v|) */
static inline quat q_exp(vec3 v) {
    double angle = v3_length(v);
    double s = angle > 1e-6 ? tw_sin(angle / 2) / angle : 0.5 - angle * angle / 48;
    return (quat){tw_cos(angle / 2), s * v.x, s * v.y, s * v.z};
}

/* q rotated further by the rotation vector v, which is in world axes; normalised */
static inline quat q_turned(vec3 v, quat q) {
    return q_normalized(q_mul(q_exp(v), q));
}

#endif
