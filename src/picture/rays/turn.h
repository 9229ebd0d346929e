/* Which sample points (sample.h) the vertices of a path use, by their depth. */
#ifndef TW_PICTURE_RAYS_TURN_H
#define TW_PICTURE_RAYS_TURN_H

#include "picture/rays/sample.h"

/* dimension and salt (sample.h) of the sample points used at one vertex of a path */
typedef struct turn {
    int dim;
    uint32_t salt;
} turn;

static inline turn turn_of(int depth) {
    int own = depth < TW_DIM_VERTICES ? depth : TW_DIM_VERTICES - 1;
    return (turn){TW_DIM_VERTEX + TW_DIM_PER_VERTEX * own, (uint32_t)(depth - own) << 16};
}

#endif
