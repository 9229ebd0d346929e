/*
 * Carriers (roots) of a picture's solids: bodies, props, and pieces of props that move by
 * themselves.
 */
#ifndef TW_FRAME_MARKS_ROOT_H
#define TW_FRAME_MARKS_ROOT_H

#include "base/array.h"
#include "frame/frame.h"

/* bit that is set in tags of props' items and not in tags of bodies' items */
#define TW_PROP_TAGS 0x80000000u

/* motion at one instant of a carrier: a body, a prop, or a piece of a prop */
typedef struct tw_root {
    /* number of the carrier, by which carriers are ordered: bodies in the order of their creation,
     * then props and their pieces */
    uint32_t key;
    /* number of times so far that the script has placed it elsewhere; poses are not interpolated
     * across that */
    unsigned jumps;
    tw_pose pose;
    /* in world axes: place of the pivot, m; its velocity, m/s; angular velocity, rad/s */
    vec3 pivot, velocity, angular_velocity;
    /* its items: frame.item[first .. first + count - 1]; not set by tw_roots_now */
    size_t first, count;
} tw_root;

typedef TW_ARRAY(tw_root) tw_root_list;

#endif
