/*
 * The step of the stepper `timestep`: one linear solve for the impulses of the step. See timestep.c
 * for the equations.
 */
#ifndef TW_DYNAMICS_STEP_TIMESTEP_H
#define TW_DYNAMICS_STEP_TIMESTEP_H

#include "dynamics/dynamics.h"

/* tw_ode.leap; context: the tw_dynamics. TW_DIVERGED, with a body's name, when it turns too fast
 * for the step */
tw_status tw_timestep_step(void *context, double t, double h, double before, const double *y,
                           double *next);

#endif
