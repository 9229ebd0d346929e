/*
 * The motion itself along a piece in which nothing jumps, by the stepper `auto`, a step at a time
 * as it is asked for: y(t) where the variational equations need it, and the turns of joints. A step
 * is kept as values at nodes of its dense output, which is a polynomial, until all have passed it.
 */
#ifndef TW_TIMELINE_SENSITIVITY_COURSE_H
#define TW_TIMELINE_SENSITIVITY_COURSE_H

#include "dynamics/dynamics.h"
#include "model/joint.h"
#include "steppers/stepper.h"

typedef struct tw_course tw_course;

/* from the world's present time and y [states]; no step goes beyond `end` (s). More than `most`
 * steps, also such as were rejected: it is no smooth piece, TW_UNDERFLOW */
tw_status tw_course_create(tw_world *w, tw_dynamics *d, int states, const double *y, double end,
                           long most, tw_status (*poll)(void *), void *poll_context,
                           tw_course **course);
void tw_course_free(tw_course *c); /* NULL is fine */

/* y [states] at t, which is not before `from` of the last `tw_course_pass` */
tw_status tw_course_at(tw_course *c, double t, double *y);
/* t has been passed: joints count their turns until then; what was before `from` is forgotten */
tw_status tw_course_pass(tw_course *c, double t, double from);
unsigned long tw_course_evaluations(const tw_course *c);

#endif
