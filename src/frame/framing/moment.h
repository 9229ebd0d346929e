/*
 * A camera that follows its subject: target and size of the window (window.h) of each single
 * glimpse, smoothed over time. Where the smoothed size would cut something off, it is enlarged,
 * equally smoothly.
 */
#ifndef TW_FRAME_FRAMING_MOMENT_H
#define TW_FRAME_FRAMING_MOMENT_H

#include "frame/framing/fit.h"
#include "frame/framing/path.h"
#include "frame/subject.h"

/* Chooses the path over the chosen glimpses. weight [survey seen]: is set to 0 for things that are
 * partly outside the subject's box; the others are scaled to the sum 1 in each glimpse. Sizes of
 * the path are distances, half heights, or, for cameras with an eye, slopes. Cameras with an eye
 * but no target look at the subject's centre. An empty path: nothing is seen. */
tw_status tw_moment_choose(tw_fit *fit, double *weight, const tw_subject *subject, tw_path *path);

#endif
