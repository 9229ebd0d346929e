/*
 * What solids are in a picture: those of the bodies and the pieces of the props, each with what it
 * moves with.
 */
#ifndef TW_FRAME_ITEMS_H
#define TW_FRAME_ITEMS_H

#include "base/array.h"
#include "frame/frame.h"
#include "frame/track.h"

/* tags of props' items have this bit; bodies' have not */
#define TW_PROP_TAGS 0x80000000u

/* a body or prop that items move with, at one instant */
typedef struct tw_root {
    uint32_t key;   /* bodies by age, then props */
    unsigned jumps; /* another number: it was put somewhere else in between */
    tw_pose pose;
    vec3 pivot, velocity, angular_velocity; /* it moves and turns with what is at the pivot */
    size_t first, count;                    /* its items; not known to tw_roots_now */
} tw_root;

typedef TW_ARRAY(tw_root) tw_root_list;

/* sets item, item_count, pose, pose_count = 1 of the frame; roots, if not NULL: what they move
 * with, in the order of the keys */
tw_status tw_items_make(tw_sim *sim, tw_tracks *tracks, tw_frame *frame, tw_root_list *roots);

/* tells items of the frame that the camera does not frame (scene.camera.frame) from those that it
 * does: sets items' `beside` and the camera's `framed`. Everything is framed where the script names
 * nothing, and when all that it names has been removed */
tw_status tw_items_frame(const tw_world *w, tw_frame *frame);

/* where all bodies and props are now, in the order of the keys */
tw_status tw_roots_now(const tw_world *w, tw_root_list *roots);

/* the look of something at time t; color: what it is where nobody says */
tw_material tw_material_of(const tw_material_fields *look, double t, tw_rgb color);

/* read-outs of fields that may be unset */
double tw_number_at(const tw_value *v, double t, double otherwise);
tw_rgb tw_rgb_at(const tw_value *v, double t, tw_rgb otherwise);

#endif
