/*
 * A camera that goes along: the target and the size of each moment's own window, smoothed. Where
 * smoothing would leave something outside of the picture it is widened, as smoothly.
 */
#ifndef TW_FRAME_FRAMING_MOMENT_H
#define TW_FRAME_FRAMING_MOMENT_H

#include "frame/framing/fit.h"
#include "frame/framing/path.h"
#include "frame/subject.h"

/* of the glimpses that are chosen, and of the things that lie in the subject's box, which never
 * leave; the weights are changed. Sizes are distances, halves of
 * heights, or slopes where eyes are given. Cameras that have an eye but no
 * target look at the subject's middle.
 * Empty: nothing is seen */
tw_status tw_moment_choose(tw_fit *fit, double *weight, const tw_subject *subject, tw_path *path);

#endif
