/*
 * Carriers of a picture's solids: bodies, props, and pieces of props that move alone.
 */
#ifndef TW_FRAME_MARKS_ROOT_H
#define TW_FRAME_MARKS_ROOT_H

#include "base/array.h"
#include "frame/frame.h"

/* tags of props' items have this bit; bodies' have not */
#define TW_PROP_TAGS 0x80000000u

/* motion of a body or prop that carries items, at one instant */
typedef struct tw_root {
    uint32_t key;   /* order: bodies by age, then props, or pieces of props that move alone */
    unsigned jumps; /* number of discontinuities so far: placed elsewhere by hand */
    tw_pose pose;
    vec3 pivot, velocity, angular_velocity; /* world; velocity of the pivot */
    size_t first, count;                    /* range of its items; unset by tw_roots_now */
} tw_root;

typedef TW_ARRAY(tw_root) tw_root_list;

#endif
