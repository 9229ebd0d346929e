/*
 * The sweep of a camera: where it is while a frame is exposed, at even times.
 *
 * A camera that jumps (an event that sets it, a function with a step) must not blur: a step is an
 * increment of the way that is far greater than those before and after it. From the middle outward
 * the camera goes as far as the first step and stands still from there.
 */
#ifndef TW_FRAME_MARKS_SWEEP_H
#define TW_FRAME_MARKS_SWEEP_H

#include "frame/frame.h"

/* are all cameras c [count] equal in place, direction and field of view? */
bool tw_sweep_still(const tw_camera *c, int count);

/* do the cameras go on from c[0] by c[1] to c[2] without a jump at the first step? */
bool tw_sweep_goes_on(const tw_camera *c);

/* camera `steps` increments before `now`, extrapolated from the increment from `now` to `next` */
tw_camera tw_camera_earlier(const tw_camera *now, const tw_camera *next, int steps);

/* from the middle of the frame's completed sweep outward: replaces cameras beyond a jump by the
 * last one before it; removes the sweep if all are then equal */
void tw_sweep_settle(tw_frame *f);

#endif
