/*
 * Fixed steps with one linear solve for their impulses (dynamics/step/timestep.c): the preview at
 * the rate of frames.
 */
#include "steppers/_leap.h"

const tw_stepper_kind tw_stepper_timestep = {
    .name = "timestep",
    .doc = "preview: semi-implicit Euler, one solve for the impulses of each step, fixed step",
    .leaps = TW_LEAP_TIMESTEP,
    TW_LEAP_CALLS,
};
