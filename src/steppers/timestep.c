/*
 * Fixed steps of second order whose impulses meet constraints, contacts and bounds
 * (dynamics/step/timestep.c): the preview at the rate of frames.
 */
#include "steppers/parts/_leap.h"

const tw_stepper_kind tw_stepper_timestep = {
    .name = "timestep",
    .doc = "preview: RATTLE, one problem for contacts and bounded forces in each step, fixed step",
    .leaps = TW_LEAP_TIMESTEP,
    .contacts = true,
    TW_LEAP_CALLS,
};
