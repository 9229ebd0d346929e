/*
 * The motion along a piece in which nothing jumps, by the stepper `auto`, computed one step at a
 * time as needed: y(t) where the variational equations need it, and the turns of joints then. Of
 * each step the values of its dense output, a polynomial, at some nodes are kept, until
 * tw_course_forget discards it.
 */
#ifndef TW_TIMELINE_SENSITIVITY_COURSE_H
#define TW_TIMELINE_SENSITIVITY_COURSE_H

#include "dynamics/dynamics.h"
#include "model/joint.h"
#include "steppers/stepper.h"

typedef struct tw_course tw_course;

/* *course: a motion that starts at the world's present time with the state y [states]; no step goes
 * beyond `end`, s. TW_UNDERFLOW, here or in later calls: more than `most` steps were made, rejected
 * ones included, so the piece is not smooth */
tw_status tw_course_create(tw_world *w, tw_dynamics *d, int states, const double *y, double end,
                           long most, tw_poll poll, tw_course **course);
void tw_course_free(tw_course *c); /* does nothing if the argument is NULL */

/* y [states]: state at t, which must lie in a step that is still kept. Also sets the turns of
 * joints in the course's world to those at the beginning of that step */
tw_status tw_course_at(tw_course *c, double t, double *y);
/* sets the turns of joints in another world, which has the same objects, to those that the last
 * tw_course_at has set */
void tw_course_turns(const tw_course *c, tw_world *w);
/* computes the motion up to time t, and discards all steps but the last two */
tw_status tw_course_reach(tw_course *c, double t);
/* discards the steps that end before the time `from`, s */
void tw_course_forget(tw_course *c, double from);
unsigned long tw_course_evaluations(const tw_course *c);

#endif
