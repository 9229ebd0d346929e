/*
 * A camera that goes along: the target and the size of each moment's own window, smoothed. Where
 * smoothing would leave something outside of the picture it is widened, as smoothly.
 */
#ifndef TW_FRAME_FRAMING_MOMENT_H
#define TW_FRAME_FRAMING_MOMENT_H

#include "frame/framing/fit.h"
#include "frame/framing/path.h"
#include "frame/subject.h"

/* Chooses the path over the chosen glimpses. weight [survey seen]: set to 0 for things that reach
 * out of the subject's box; the others are scaled to the sum 1 in each glimpse. Sizes are
 * distances, half heights, or slopes for cameras with an eye. Cameras with an eye but no target
 * look at the subject's centre. Empty path: nothing is seen. */
tw_status tw_moment_choose(tw_fit *fit, double *weight, const tw_subject *subject, tw_path *path);

#endif
