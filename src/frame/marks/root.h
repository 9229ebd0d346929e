/*
 * Carriers of a picture's solids: bodies, props, and pieces of props that move alone.
 */
#ifndef TW_FRAME_MARKS_ROOT_H
#define TW_FRAME_MARKS_ROOT_H

#include "base/array.h"
#include "frame/frame.h"

/* tags of props' items have this bit, those of bodies' items have not */
#define TW_PROP_TAGS 0x80000000u

/* motion at one instant of a carrier of items: a body, a prop or a piece of a prop */
typedef struct tw_root {
    uint32_t key;   /* orders the carriers: bodies by age, then props and pieces of props */
    unsigned jumps; /* number of jumps so far (placed elsewhere by hand) */
    tw_pose pose;
    vec3 pivot, velocity, angular_velocity; /* world; `velocity` is that of the pivot, m/s */
    size_t first, count;                    /* range of its items; not set by tw_roots_now */
} tw_root;

typedef TW_ARRAY(tw_root) tw_root_list;

#endif
