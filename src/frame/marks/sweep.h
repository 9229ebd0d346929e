/*
 * The sweep of a camera: cameras at evenly spaced times while a frame is exposed.
 *
 * A camera that jumps (an event sets it, or a function of time has a step) must not blur the
 * picture. A jump is an increment that is far greater than those before and after it. From the
 * middle of the exposure outward, the camera moves up to the first jump on each side and stands
 * still beyond it.
 */
#ifndef TW_FRAME_MARKS_SWEEP_H
#define TW_FRAME_MARKS_SWEEP_H

#include "frame/frame.h"

/* true: all cameras c [count] are equal in place, direction and field of view */
bool tw_sweep_still(const tw_camera *c, int count);

/* true: of the increments from c[0] to c[1] and from c[1] to c[2], the first is no jump */
bool tw_sweep_goes_on(const tw_camera *c);

/* camera `steps` increments before `now`, extrapolated from the increment from `now` to `next` */
tw_camera tw_camera_earlier(const tw_camera *now, const tw_camera *next, int steps);

/* in the frame's completed sweep, from its middle outward: replaces the cameras beyond a jump by
 * the last one before it; removes the sweep if all cameras are then equal */
void tw_sweep_settle(tw_frame *f);

#endif
