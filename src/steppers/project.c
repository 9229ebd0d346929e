/*
 * Fixed steps at whose ends positions meet the constraints (dynamics/step/project.c). A leap's
 * velocities are differences of positions over it.
 */
#include "steppers/parts/_leap.h"

const tw_stepper_kind tw_stepper_project = {
    .name = "project",
    .doc = "semi-implicit Euler, constraints met by the positions at each step's end, fixed step",
    .leaps = TW_LEAP_PROJECT,
    TW_LEAP_CALLS,
};
