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

/* do all cameras c [count] show the same? */
bool tw_sweep_still(const tw_camera *c, int count);

/* does the motion from c[0] to c[1] continue to c[2] without a jump? */
bool tw_sweep_goes_on(const tw_camera *c);

/* camera `steps` increments before `now`, extrapolated from the increment from now to next */
tw_camera tw_camera_earlier(const tw_camera *now, const tw_camera *next, int steps);

/* removes jumps from the frame's completed sweep; removes the sweep if the camera then stands still
 */
void tw_sweep_settle(tw_frame *f);

#endif
