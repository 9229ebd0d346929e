/*
 * The step of the stepper `project`: poses that meet the constraints at the end of the step, by
 * forces along fixed directions. See project.c for the equations.
 */
#ifndef TW_DYNAMICS_STEP_PROJECT_H
#define TW_DYNAMICS_STEP_PROJECT_H

#include "dynamics/dynamics.h"

/* tw_ode.leap; context: the tw_dynamics; before: length of the last step, s, or 0 if there was
 * none. TW_NONFINITE, with the name of a constraint or body: no pose near the present one meets the
 * constraints, or the body turns too fast; a shorter step may do */
tw_status tw_project_step(void *context, double t, double h, double before, const double *y,
                          double *next);

#endif
