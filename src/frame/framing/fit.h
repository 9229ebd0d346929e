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
    const bool *chosen; /* [survey glimpses] true: the glimpse counts */
    size_t from, to;    /* range of glimpses that count: from .. to - 1 */
    double price;       /* price of size (window.h) */
    /* true: sizes and places are not rounded, and no room is left ahead of motion */
    bool exact;
    const double *weight; /* [survey seen] weights (weigh.h) */
    /* distances of the right, left, upper and lower side from the middle, in halves of the
     * picture's height */
    double side[4];
    bool parallel; /* orthographic: sizes are half heights of the picture, m */
    double slope;  /* perspective: tangent of half the vertical field of view */
    double fill;   /* share of the picture that the sides enclose */
} tw_fit;

tw_axes tw_axes_of(vec3 forward, vec3 up);
/* direction of view (unit vector) of an automatic eye, given by the camera's `around` and `above`
 */
vec3 tw_view_of(const tw_camera *c);

/* Window for a camera with the axes `axes` whose place is free. *size: distance of the eye from the
 * plane through `origin` across the view (orthographic: half the height), m; 0: nothing is seen.
 * *middle: the point of this plane that the picture has in its middle. */
tw_status tw_fit_window(const tw_fit *fit, const tw_axes *axes, vec3 origin, double *size,
                        vec3 *middle);
/* *size, for cameras aimed at the target (NULL: at their own targets), from their eyes or in the
 * directions of automatic ones: one distance (orthographic: half height) for all glimpses that
 * count, m; 0: nothing is seen. */
tw_status tw_fit_size(const tw_fit *fit, const vec3 *target, double *size);
/* *slope, for cameras that have an eye: tangent of half the field of view, one for all glimpses
 * that count; 0: nothing is seen. target: for cameras without one */
tw_status tw_fit_slope(const tw_fit *fit, const vec3 *target, double *slope);

#endif
