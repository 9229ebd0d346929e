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
    double size; /* logarithm of the distance (m), half height (m) or slope */
} tw_way;

typedef struct tw_path {
    TW_ARRAY(tw_way) way;
    double reach; /* a quarter of the smoothing kernel's width, s */
} tw_path;

/* sets the reach: a tenth of the path's time, between 0.4 and 3 s */
void tw_path_settle(tw_path *path);
/* smoothed target and size at time t */
tw_way tw_path_at(const tw_path *path, double t);
/* replaces each of value [way.count] by the greatest one within the kernel's width around it */
tw_status tw_path_swell(const tw_path *path, double *value);

#endif
