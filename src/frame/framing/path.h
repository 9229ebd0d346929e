/*
 * The path of a camera that follows its subject: targets and sizes over time, without jerks.
 *
 * The samples of the film are smoothed with a cubic B-spline as kernel, which reaches equally far
 * into the future and the past: so the path does not lag behind, has continuous second derivatives,
 * keeps straight lines straight, and is the same whichever frames are drawn. Beyond both ends the
 * samples are continued by rotating the path half a turn about its first or last sample.
 */
#ifndef TW_FRAME_FRAMING_PATH_H
#define TW_FRAME_FRAMING_PATH_H

#include "base/array.h"
#include "base/math/vec.h"

typedef struct tw_way {
    double time; /* s, rising */
    vec3 target; /* m */
    /* logarithm of the distance (m), half height (m) or slope with which a camera shows this sample
     */
    double size;
} tw_way;

typedef struct tw_path {
    TW_ARRAY(tw_way) way;
    double reach; /* a quarter of the width of the smoothing kernel, s */
} tw_path;

/* sets `reach` to a tenth of the path's duration, within 0.4 .. 3 s, rounded to a multiple of the
 * samples' spacing */
void tw_path_settle(tw_path *path);
/* smoothed target and size at time t; the path must not be empty */
tw_way tw_path_at(const tw_path *path, double t);
/* replaces each number of value [way.count] by the greatest one among the samples within half the
 * kernel's width of it */
tw_status tw_path_swell(const tw_path *path, double *value);

#endif
