/*
 * A camera fitted to what a survey has seen.
 *
 * The picture's sides are planes through the eye. A side with the inward slope k shows a point at
 * x right and z forward of the eye if x <= k z. So for a thing only its reach along the normal
 * (right - k forward) counts, which is exact for every shape: no box stands between, and the
 * silhouette itself touches the side. Where rays are parallel the normal is `right`, and half of
 * the picture's height takes the place of the distance.
 *
 * The part of the picture that is to be filled, within its whole (2 high, 2 aspect wide), spans
 * side[0] to the right of the middle, side[1] to the left, side[2] above, side[3] below.
 */
#ifndef TW_FRAME_FRAMING_FIT_H
#define TW_FRAME_FRAMING_FIT_H

#include "frame/framing/survey.h"
#include "frame/framing/window.h"

typedef struct tw_axes {
    vec3 right, up, forward; /* unit, right-handed: right x up = -forward */
} tw_axes;

typedef struct tw_fit {
    const tw_survey *survey;
    const bool *chosen;   /* [survey glimpses] */
    size_t from, to;      /* of these those from .. to, not included */
    double price;         /* of size: window.h */
    bool exact;           /* sizes and places are not rounded, and there is no room ahead */
    const double *weight; /* [survey seen]; weigh.h */
    double side[4];       /* in halves of the picture's height */
    bool parallel;        /* rays; then sizes are halves of the picture's height, m */
    double slope;         /* tan of half the vertical field of view; where it is known */
    double fill;          /* the part of the picture that the sides span */
} tw_fit;

tw_axes tw_axes_of(vec3 forward, vec3 up);
/* where an automatic eye looks: around, above of the camera */
vec3 tw_view_of(const tw_camera *c);

/* one camera that looks along `axes` and may stand anywhere: the distance from `origin` backward
 * (parallel: half the height), and where the middle of the picture lies, across from the origin. 0:
 * nothing is seen */
tw_status tw_fit_window(const tw_fit *fit, const tw_axes *axes, vec3 origin, double *size,
                        vec3 *middle);
/* one size about each glimpse's target (NULL: given by its camera), seen from its eye or, without
 * one, from where an automatic one stands; 0: nothing is seen */
tw_status tw_fit_size(const tw_fit *fit, const vec3 *target, double *size);
/* one slope for eyes that are given; 0: nothing is seen */
tw_status tw_fit_slope(const tw_fit *fit, const vec3 *target, double *slope);

#endif
