/*
 * The path of a camera that goes along with what it shows: targets and sizes that change with time,
 * without a jerk.
 *
 * Samples of the film are smoothed by a cubic B-spline as the kernel, which looks as far ahead as
 * back: the path does not lag, has continuous second derivatives, keeps straight lines straight,
 * and is the same whichever frames are drawn. Beyond its ends the film is thought to go on, turned
 * about its first and last sample.
 */
#ifndef TW_FRAME_FRAMING_PATH_H
#define TW_FRAME_FRAMING_PATH_H

#include "base/array.h"
#include "base/vec.h"

typedef struct tw_way {
    double time; /* s, rising */
    vec3 target; /* m */
    double size; /* logarithm of a distance, height or slope */
} tw_way;

typedef struct tw_path {
    TW_ARRAY(tw_way) way;
    double reach; /* s: half of the kernel's width is twice that */
} tw_path;

/* sets the reach: a tenth of the path's time, but from 0.4 s to 3 s */
void tw_path_settle(tw_path *path);
/* where it is at time t, smoothed */
tw_way tw_path_at(const tw_path *path, double t);
/* the greatest of values [way.count] within the kernel's width of each, in place of each */
tw_status tw_path_swell(const tw_path *path, double *value);

#endif
