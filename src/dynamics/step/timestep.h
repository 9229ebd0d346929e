/* The step of the stepper `timestep`; see timestep.c for the equations. */
#ifndef TW_DYNAMICS_STEP_TIMESTEP_H
#define TW_DYNAMICS_STEP_TIMESTEP_H

#include "dynamics/dynamics.h"

/* tw_ode.leap; context: the tw_dynamics; `before` is not used. TW_DIVERGED, with a constraint's
 * name: its deviation is not finite */
tw_status tw_timestep_step(void *context, double t, double h, double before, const double *y,
                           double *next);

#endif
