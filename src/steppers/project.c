/* Fixed steps at whose ends positions meet the constraints (dynamics/step/project.c). The
 * velocities at a step's end are the differences of positions over the step, divided by its
 * length. */
#include "steppers/parts/_leap.h"

const tw_stepper_kind tw_stepper_project = {
    .name = "project",
    .doc = "semi-implicit Euler, constraints met by the positions at each step's end, fixed step",
    .about =
        {
            .order = "1 in `step`; joints hold to rounding at the end of each step",
            .use = "mechanisms at long steps whose joints must be closed in every picture",
            .limits = "step <= 2 tau; no max_force and max_torque; steps in which a body turns "
                      "by more than half a radian, or that end in no pose where the constraints "
                      "hold, are divided, into 65,536 parts at most",
            .contacts = "refused, and limits too",
            .fields = "step, gradient",
        },
    .leaps = TW_LEAP_PROJECT,
    TW_LEAP_CALLS,
};
