/*
 * How much what a film shows counts for its framing: a weight for each thing that a survey has
 * seen. All weights together are 1.
 *
 * Every body that moves counts alike, through all the time that it is there, and more in the last
 * tenth of the film, which shows what all leads to; props half as much.
 * What never moves, while something else does, counts little altogether: a base or a wall belongs
 * to the picture where it is not much larger than what happens there, and is the background where
 * it is.
 */
#ifndef TW_FRAME_FRAMING_WEIGH_H
#define TW_FRAME_FRAMING_WEIGH_H

#include "frame/framing/survey.h"

/* chosen [survey glimpses]: glimpses that count, NULL: all; weight [survey seen]: weights, 0 for
 * things that do not count */
tw_status tw_survey_weigh(const tw_survey *survey, const bool *chosen, double *weight);

/* support of the thing: the maximum of n.p over its points p; n may have any length */
double tw_seen_reach(const tw_seen *seen, vec3 n);

#endif
