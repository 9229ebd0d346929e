/*
 * From the world to a frame: poses and materials of all things at one instant, and the marks of the
 * debug layer. It is made while the world shows the state at the frame's time (tw_look_fn). A frame
 * holds copies, and retains meshes, pictures and light maps, so that it outlives the simulation.
 */
#ifndef TW_FRAME_SNAPSHOT_H
#define TW_FRAME_SNAPSHOT_H

#include "frame/layers.h"
#include "frame/marks/root.h"

struct tw_sim;
struct tw_tracks;
struct tw_world;

typedef struct tw_snapshot_options {
    unsigned layers; /* set of layers to be drawn: bits of tw_layer (layers.h) */
    /* recorded positions, for trails and ghost images; NULL: these are empty */
    struct tw_tracks *tracks;
    /* look that replaces the scene's; NULL: the scene's own */
    const struct tw_look_kind *look;
} tw_snapshot_options;

/* Makes the frame `number` at `time`, with one pose of each item. *out is overwritten without being
 * freed; after a failure it is empty. roots, if not NULL: set to the carriers of the items (bodies
 * and props), for the shutter */
tw_status tw_frame_snapshot(struct tw_sim *sim, const tw_snapshot_options *options, int number,
                            double time, tw_frame *out, tw_root_list *roots);

/* *camera: the scene's camera at time t, which the world must show; members that the script does
 * not set stay open */
void tw_camera_now(const struct tw_world *w, double t, tw_camera *camera);

#endif
