/*
 * The step of the stepper `project`: positions that meet the constraints at the end of the step,
 * by forces along fixed directions. See project.c for the equations.
 */
#ifndef TW_DYNAMICS_STEP_PROJECT_H
#define TW_DYNAMICS_STEP_PROJECT_H

#include "dynamics/dynamics.h"

/* tw_ode.leap; context: the tw_dynamics. TW_NONFINITE, with the name of a constraint or a body,
 * when there is no pose near the present one, or it turns too fast: a shorter step may do */
tw_status tw_project_step(void *context, double t, double h, double before, const double *y,
                          double *next);
/* the multipliers of a constraint in the last step, of its rows in their order (force: J^T lambda /
 * h^2); NULL: it was not enabled, or no step was made */
const double *tw_project_lambda(const tw_dynamics *d, const tw_constraint *c, int *rows);

#endif
