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

/* weight [survey seen]: weights of things; 0 for those that do not count. chosen [survey glimpses]:
 * which glimpses count; NULL: all */
tw_status tw_survey_weigh(const tw_survey *survey, const bool *chosen, double *weight);

/* maximum of n . p over the thing's points p, m times the length of n, which may be any but 0 */
double tw_seen_reach(const tw_seen *seen, vec3 n);

#endif
