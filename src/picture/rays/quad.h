/* Sums over packets in vectors of always four floats, so that their bits do not depend on the
 * number of lanes. */
#ifndef TW_PICTURE_RAYS_QUAD_H
#define TW_PICTURE_RAYS_QUAD_H

#include "shape/lanes.h"

#include <string.h>

/* vector of four floats; a packet of floats in memory is four of these */
typedef float tw_quad __attribute__((vector_size(16), may_alias));

/* adds the lanes c, c + 4, ... of the group a to number c of *sum, c = 0 .. 3 */
static inline void tw_quad_add(fv a, tw_quad *sum) {
    tw_quad part[TW_LANES / 4];
    memcpy(part, &a, sizeof a);
    for (int i = 0; i < TW_LANES / 4; i++) *sum += part[i];
}

static inline tw_quad tw_quad_all(float a) {
    return (tw_quad){a, a, a, a};
}

/* transposes the 4 x 4 matrix a in place */
static inline void tw_quad_transpose(tw_quad a[4]) {
    tw_quad lo = __builtin_shufflevector(a[0], a[1], 0, 4, 1, 5);
    tw_quad hi = __builtin_shufflevector(a[0], a[1], 2, 6, 3, 7);
    tw_quad lo2 = __builtin_shufflevector(a[2], a[3], 0, 4, 1, 5);
    tw_quad hi2 = __builtin_shufflevector(a[2], a[3], 2, 6, 3, 7);
    a[0] = __builtin_shufflevector(lo, lo2, 0, 1, 4, 5);
    a[1] = __builtin_shufflevector(lo, lo2, 2, 3, 6, 7);
    a[2] = __builtin_shufflevector(hi, hi2, 0, 1, 4, 5);
    a[3] = __builtin_shufflevector(hi, hi2, 2, 3, 6, 7);
}

static inline float tw_quad_sum(tw_quad a) {
    return (a[0] + a[1]) + (a[2] + a[3]);
}

#endif
