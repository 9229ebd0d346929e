/*
 * The path of a camera that follows its subject: targets and sizes over time, without a jerk.
 *
 * Samples of the film are smoothed by a cubic B-spline as the kernel, which looks as far ahead as
 * back: the path does not lag, has continuous second derivatives, keeps straight lines straight,
 * and is the same whichever frames are drawn. Beyond its ends the film is thought to go on, turned
 * about its first and last sample.
 */
#ifndef TW_FRAME_FRAMING_PATH_H
#define TW_FRAME_FRAMING_PATH_H

#include "base/array.h"
#include "base/math/vec.h"

typedef struct tw_way {
    double time; /* s, rising */
    vec3 target; /* m */
    double size; /* logarithm of the distance (m), half height (m) or slope that the sample needs */
} tw_way;

typedef struct tw_path {
    TW_ARRAY(tw_way) way;
    double reach; /* a quarter of the width of the smoothing kernel, s */
} tw_path;

/* sets `reach`: a tenth of the path's time, but 0.4 to 3 s, rounded to samples */
void tw_path_settle(tw_path *path);
/* smoothed target and size at time t; the path must not be empty */
tw_way tw_path_at(const tw_path *path, double t);
/* replaces each number of value [way.count] by the greatest one whose sample lies within half the
 * kernel's width of it */
tw_status tw_path_swell(const tw_path *path, double *value);

#endif
