/*
 * A camera fitted to what a survey has seen.
 *
 * The sides of the picture are planes through the eye. A side with the inward slope k shows a point
 * at x right and z forward of the eye if x <= k z. So of a thing only its reach along the plane's
 * normal (right - k forward) counts. This is exact for every shape: its silhouette itself, not a
 * box around it, touches the side. Where rays are parallel, the normal is `right`, and half of the
 * picture's height takes the place of the eye's distance.
 *
 * The part of the picture that is to be filled extends from the picture's middle by side[0] to the
 * right, side[1] to the left, side[2] up, side[3] down, in units in which the whole picture is 2
 * high and 2 aspect wide.
 */
#ifndef TW_FRAME_FRAMING_FIT_H
#define TW_FRAME_FRAMING_FIT_H

#include "frame/framing/survey.h"
#include "frame/framing/window.h"

typedef struct tw_axes {
    vec3 right, up, forward; /* unit vectors, right-handed: right x up = -forward */
} tw_axes;

typedef struct tw_fit {
    const tw_survey *survey;
    const bool *chosen; /* [survey glimpses] true: the glimpse counts */
    size_t from, to;    /* range of glimpses that count: from .. to - 1 */
    double price;       /* price of a larger size in the cost of a window (window.h) */
    /* true: sizes and places are not rounded, and there is no extra room in front of a moving
     * subject */
    bool exact;
    const double *weight; /* [survey seen] weights of the things (weigh.h) */
    /* distances from the picture's middle of the right, left, upper and lower side of the part to
     * be filled, in halves of the picture's height */
    double side[4];
    bool parallel; /* true: orthographic: sizes are half heights of the picture, m */
    double slope;  /* perspective: tangent of half the vertical field of view */
    double fill;   /* share of the picture that is to be filled */
} tw_fit;

tw_axes tw_axes_of(vec3 forward, vec3 up);
/* direction of view, a unit vector, of an eye that is chosen: from the camera's `around` and
 * `above` */
vec3 tw_view_of(const tw_camera *c);

/* Fits a camera with the axes `axes` whose place is free. *size: distance of the eye from the plane
 * through `origin` at right angles to the view, m (orthographic: half the height of the picture,
 * m); 0: nothing is seen. *middle: point of this plane that appears in the picture's middle. */
tw_status tw_fit_window(const tw_fit *fit, const tw_axes *axes, vec3 origin, double *size,
                        vec3 *middle);
/* Fits cameras that look at `target` (NULL: each at its own), from their own eyes or, where the eye
 * is chosen, in their own direction. *size: the one distance of the eye (orthographic: half
 * height), m, for all glimpses that count; 0: nothing is seen. */
tw_status tw_fit_size(const tw_fit *fit, const vec3 *target, double *size);
/* Fits the zoom of cameras that have an eye. *slope: tangent of half the field of view, one for all
 * glimpses that count; 0: nothing is seen. target: for cameras that have none */
tw_status tw_fit_slope(const tw_fit *fit, const vec3 *target, double *slope);

#endif
