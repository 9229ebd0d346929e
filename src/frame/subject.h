/*
 * The subject of a film: the bounds of the things that matter, over all frames.
 *
 * Bodies that leave for good, and things at rest that are much larger than what moves, do not count
 * (framing/window.h, applied along x, y and z). The numbers are rounded, so that they do not change
 * while a film is simulated in which nothing new happens. They depend on the frames alone, and
 * scale with the scene's size.
 */
#ifndef TW_FRAME_SUBJECT_H
#define TW_FRAME_SUBJECT_H

#include "frame/framing/survey.h"

typedef struct tw_subject {
    /* true: something is seen; false: nothing is, and the members are those of a ball of radius 1 m
     * about 0 */
    bool any;
    tw_bounds box; /* bounds, m */
    vec3 centre;   /* centre of the box, m */
    /* radius of a ball about the centre that contains the things in the box, m, rounded up */
    double radius;
    /* areas of the things in the box as seen along the world's x, y and z, m^2; each thing counts
     * as the box around it along its own axes; summed over some of the glimpses */
    vec3 faces;
    /* z of the lowest point of things in or near the box, m: where a floor would be */
    double lowest;
} tw_subject;

tw_status tw_subject_of(const tw_survey *survey, tw_subject *subject);
bool tw_subject_same(const tw_subject *a, const tw_subject *b);

/* d > 0 rounded up to the next of a series of numbers that has 32 steps per factor of two */
double tw_coarse(double d);
/* the place nearest to p whose coordinates are multiples of `step` */
vec3 tw_snapped(vec3 p, double step);

/* *subject: bounds of what is seen in some glimpses of the survey. chosen [survey glimpses]: true:
 * the glimpse counts; NULL: all count. weight [survey seen]: weights of the things, as
 * tw_survey_weigh computes them */
tw_status tw_subject_within(const tw_survey *survey, const bool *chosen, const double *weight,
                            tw_subject *subject);

#endif
