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

/* begins to look at the simulation, for frames 1 .. count; before the frames themselves are looked
 * at. `motion`: a camera without exposure is looked at for the whole time of a frame, and its
 * pictures stay sharp (tw_frame) */
tw_status tw_shutter_open(tw_sim *sim, double t0, double fps, int count, bool motion,
                          tw_shutter **shutter);

/* frame `number`, which the world shows: the middle of its exposure. The shutter takes over the
 * roots and completes the frame when its exposure has ended */
tw_status tw_shutter_frame(tw_shutter *shutter, int number, tw_frame *frame, tw_root_list *roots);

/* after the simulation: completes the last frame, looking on beyond the end if needed */
tw_status tw_shutter_close(tw_shutter *shutter);
void tw_shutter_free(tw_shutter *shutter);

#endif
