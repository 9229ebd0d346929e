/*
 * A camera that goes along: the target and the size of each moment's own window, smoothed. Where
 * smoothing would leave something outside of the picture it is widened, as smoothly.
 */
#ifndef TW_FRAME_FRAMING_MOMENT_H
#define TW_FRAME_FRAMING_MOMENT_H

#include "frame/framing/fit.h"
#include "frame/framing/path.h"
#include "frame/subject.h"

/* Chooses the path over the chosen glimpses, for the things in the subject's box; weights of
 * things that leave it are set to 0, the others are made shares of their glimpse. Sizes are
 * distances, halves of heights, or slopes for cameras with an eye. Cameras with an eye but no
 * target look at the subject's middle. An empty path: nothing is seen. */
tw_status tw_moment_choose(tw_fit *fit, double *weight, const tw_subject *subject, tw_path *path);

#endif
