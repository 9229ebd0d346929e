/*
 * The sweep of a camera: where it is while a frame is exposed, at even times.
 *
 * A camera that jumps (an event that sets it, a function with a step) must not blur: a step is an
 * increment of the way that is far greater than those before and after it. From the middle outward
 * the camera goes as far as the first step and stands still from there.
 */
#ifndef TW_FRAME_SWEEP_H
#define TW_FRAME_SWEEP_H

#include "frame/frame.h"

/* do these cameras all show the same? */
bool tw_sweep_still(const tw_camera *c, int count);

/* is the way from c[0] to c[1] like that from c[1] to c[2], and not a step? */
bool tw_sweep_goes_on(const tw_camera *c);

/* `steps` before `now`, had it always moved as from now to next */
tw_camera tw_camera_earlier(const tw_camera *now, const tw_camera *next, int steps);

/* takes the steps out of the frame's sweep, which is complete; drops it if nothing is left */
void tw_sweep_settle(tw_frame *f);

#endif
