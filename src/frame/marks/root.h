/*
 * Carriers of a picture's solids: bodies, props, and pieces of props that move alone.
 */
#ifndef TW_FRAME_MARKS_ROOT_H
#define TW_FRAME_MARKS_ROOT_H

#include "base/array.h"
#include "frame/frame.h"

/* bit that tags of props' items have, and tags of bodies' items have not */
#define TW_PROP_TAGS 0x80000000u

/* motion at one instant of what carries items: a body, a prop or a piece of a prop */
typedef struct tw_root {
    /* identifies the carrier, and orders them: bodies by age, then props and their pieces */
    uint32_t key;
    /* how often so far it was placed elsewhere by hand; nothing is interpolated across that */
    unsigned jumps;
    tw_pose pose;
    /* place of the pivot, m; its velocity, m/s; angular velocity, rad/s; world axes */
    vec3 pivot, velocity, angular_velocity;
    /* range of its items in frame.item; not set by tw_roots_now */
    size_t first, count;
} tw_root;

typedef TW_ARRAY(tw_root) tw_root_list;

#endif
