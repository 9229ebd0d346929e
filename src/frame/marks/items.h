/*
 * The solids of a picture, made from bodies and from the pieces of props, each with its carrier
 * (root.h).
 */
#ifndef TW_FRAME_MARKS_ITEMS_H
#define TW_FRAME_MARKS_ITEMS_H

#include "frame/marks/root.h"
#include "frame/marks/track.h"

/* sets item, item_count, pose and pose_count (to 1) of the frame: solids of bodies and props at the
 * world's time; adds captions with the labels of props. roots, if not NULL: their carriers, in the
 * order of the items; the caller frees them */
tw_status tw_items_make(tw_sim *sim, tw_tracks *tracks, tw_frame *frame, tw_root_list *roots);

/* Sets `beside` of all items that do not belong to the bodies and groups that scene.camera.frame
 * names, and sets camera.framed. If the script names none, or none that still exists, no item is
 * `beside`. */
tw_status tw_items_frame(const tw_world *w, tw_frame *frame);

/* roots: position and motion, at the present time, of all bodies, of all props, and in place of
 * props whose pieces move by themselves of these pieces (root.h; without velocities), whether they
 * carry solids or not, sorted by their keys */
tw_status tw_roots_now(const tw_world *w, tw_root_list *roots);

/* material that the fields have at time t; color: its colour if the script sets none */
tw_material tw_material_of(const tw_material_fields *look, double t, tw_rgb color);

/* number that a field has at time t; `otherwise` if it is unset */
double tw_number_at(const tw_value *v, double t, double otherwise);
tw_rgb tw_rgb_at(const tw_value *v, double t, tw_rgb otherwise);

#endif
