/*
 * What the marks of a film have in common: the length of an arrow of one newton, the largest
 * deviation of each constraint in the film, the colours that occur. It is chosen when all frames
 * and their cameras exist, so that the pictures of one film can be compared.
 */
#ifndef TW_FRAME_MARKS_FILM_SCALE_H
#define TW_FRAME_MARKS_FILM_SCALE_H

#include "frame/frame.h"

/* sets, in all frames of a film, those members of marks, names and plots that depend on the whole
 * film. frames [count]: in order of time, with complete cameras; aspect: width / height of the
 * picture */
tw_status tw_film_scale(tw_frame *const *frames, size_t count, double aspect);

/* Opacity of a constraint's line at a deviation: (|D| / largest)^(1/3), which falls to 0 with D,
 * but takes three times as long to fade as D; 1 if largest is 0. */
double tw_deviation_fade(double deviation, double largest);

/* height of what the camera shows at the depth of its target, m */
double tw_camera_view(const tw_camera *camera);

#endif
