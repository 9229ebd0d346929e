/*
 * How much each thing counts for the framing of a film: a weight for each thing that a survey has
 * seen; the sum of all weights is 1.
 *
 * Every body that moves counts the same in each glimpse in which it exists, and more in the last
 * tenth of the film, which shows how everything ends; props count half as much. The things that
 * never move, while something else does, count little altogether: so a base or a wall is in the
 * picture unless it is much larger than what moves there; then it is only background.
 */
#ifndef TW_FRAME_FRAMING_WEIGH_H
#define TW_FRAME_FRAMING_WEIGH_H

#include "frame/framing/survey.h"

/* weight [survey seen]: weights of the things; 0 for those that are `beside` and those in glimpses
 * that do not count. chosen [survey glimpses]: true: the glimpse counts; NULL: all do */
tw_status tw_survey_weigh(const tw_survey *survey, const bool *chosen, double *weight);

/* maximum of n . p over all points p of the thing, in world axes; n may have any length but 0 */
double tw_seen_reach(const tw_seen *seen, vec3 n);

#endif
