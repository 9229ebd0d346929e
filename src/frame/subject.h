/*
 * The subject of a film: the bounds of the things that matter, over all frames.
 *
 * Bodies that leave for good, and standing things much larger than what moves, do not decide
 * (framing/window.h, along x, y and z). The numbers are rounded, so that they stay the same while
 * a film is simulated and nothing new happens; they depend on the frames alone, and scale with
 * them.
 */
#ifndef TW_FRAME_SUBJECT_H
#define TW_FRAME_SUBJECT_H

#include "frame/framing/survey.h"

typedef struct tw_subject {
    /* false: nothing is seen, and the members are those of a ball of radius 1 m about 0 */
    bool any;
    tw_bounds box; /* bounds, m */
    vec3 centre;   /* centre of the box, m */
    /* radius of a ball about the centre that holds the things in the box, m, rounded up */
    double radius;
    /* areas that the things in the box show along the world's x, y and z, each taken as the box
     * around it along its own axes; sums over some of the glimpses, m^2 */
    vec3 faces;
    /* z of the lowest point of things in or near the box, m: the height for a floor */
    double lowest;
} tw_subject;

tw_status tw_subject_of(const tw_survey *survey, tw_subject *subject);
bool tw_subject_same(const tw_subject *a, const tw_subject *b);

/* d > 0 rounded up to one of 32 steps per octave */
double tw_coarse(double d);
/* the place nearest to p whose coordinates are multiples of `step` */
vec3 tw_snapped(vec3 p, double step);

/* subject of the chosen glimpses (NULL: of all); weight [survey seen]: weights as tw_survey_weigh
 * gives them */
tw_status tw_subject_within(const tw_survey *survey, const bool *chosen, const double *weight,
                            tw_subject *subject);

#endif
