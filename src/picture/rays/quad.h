/* Sums over packets that do not depend on how many lanes there are: four at a time. */
#ifndef TW_PICTURE_RAYS_QUAD_H
#define TW_PICTURE_RAYS_QUAD_H

#include "shape/lanes.h"

#include <string.h>

/* in memory a packet is four of these */
typedef float tw_quad __attribute__((vector_size(16), may_alias));

/* adds lanes 0, 4, ..; 1, 5, ..; 2, 6, ..; 3, 7, .. of a group */
static inline void tw_quad_add(fv a, tw_quad *sum) {
    tw_quad part[TW_LANES / 4];
    memcpy(part, &a, sizeof a);
    for (int i = 0; i < TW_LANES / 4; i++) *sum += part[i];
}

static inline float tw_quad_sum(tw_quad a) {
    return (a[0] + a[1]) + (a[2] + a[3]);
}

#endif
