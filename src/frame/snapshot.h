/*
 * From the world to a frame: what stands where at one instant, what it looks like, and the marks of
 * the debug layer.
 *
 * Called while the world shows the state of the frame's time (tw_look_fn). A frame holds copies
 * only, so that it outlives the simulation.
 */
#ifndef TW_FRAME_SNAPSHOT_H
#define TW_FRAME_SNAPSHOT_H

#include "frame/frame.h"
#include "frame/layers.h"
#include "timeline/sim.h"

typedef struct tw_snapshot_options {
    unsigned layers; /* of tw_layer */
    int poses;       /* per item over the shutter, >= 1 */
} tw_snapshot_options;

/* the frame `number` at `time`: all of it but the poses 1 .. poses-1, which are as pose 0 until
 * tw_snapshot_pose sets them. Whatever was in *out is lost; after a failure it is empty. */
tw_status tw_snapshot(tw_sim *sim, const tw_snapshot_options *options, int number, double time,
                      tw_frame *out);

/* pose k of every item that still exists, from where the bodies are now */
void tw_snapshot_pose(const tw_world *world, int k, tw_frame *frame);

#endif
