/*
 * The shutter of a film: where everything is while a frame is exposed.
 *
 * Frame k shows t_k = t0 + (k - 1)/fps and is exposed from t_k - s/(2 fps) to t_k + s/(2 fps), with
 * s the camera's `shutter` when the exposure begins. Poses are taken there at nine even times, from
 * the dense output; before t0 they follow from the first velocities. What was created, removed or
 * put somewhere else meanwhile stands still on that side of the event: nothing is drawn across it.
 * The camera is looked at likewise; what the scene leaves open of it, and where it jumps, is found
 * when the film is framed (frame/sweep.h).
 */
#ifndef TW_FRAME_SHUTTER_H
#define TW_FRAME_SHUTTER_H

#include "frame/items.h"

typedef struct tw_shutter tw_shutter;

/* Registers the samples of the exposures of frames 1 .. count with the simulation; call it before
 * the frames' own samples are registered. motion: frames of cameras without exposure are sampled
 * over the whole time of a frame, and stay sharp (tw_frame). */
tw_status tw_shutter_open(tw_sim *sim, double t0, double fps, int count, bool motion,
                          tw_shutter **shutter);

/* Adds frame `number` at the middle of its exposure, while the world shows it. The shutter takes
 * over the roots, and completes the frame when its exposure has ended. */
tw_status tw_shutter_frame(tw_shutter *shutter, int number, tw_frame *frame, tw_root_list *roots);

/* completes the last frame after the simulation, which runs on for it if needed */
tw_status tw_shutter_close(tw_shutter *shutter);
void tw_shutter_free(tw_shutter *shutter);

#endif
