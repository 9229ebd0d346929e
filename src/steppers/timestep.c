/* Fixed steps of second order whose impulses meet constraints, contacts and bounds
 * (dynamics/step/timestep.c): fast enough for previews at the frame rate. */
#include "steppers/parts/_leap.h"

const tw_stepper_kind tw_stepper_timestep = {
    .name = "timestep",
    .doc = "preview: RATTLE, one problem for contacts and bounded forces in each step, fixed step",
    .about =
        {
            .order = "2 in `step` where the motion is smooth, 1 on a support that accelerates or "
                     "turns; energy swings and does not drift, free rotation is exact",
            .use = "previews, piles, chains of links, crowds that touch: one to ten steps a "
                   "frame (step = 1/60 to 1/600)",
            .limits =
                "step <= 2 tau; a long net that whips comes apart at long steps; steps in which a "
                "held body turns by more than half a radian are divided, into 64 parts at most",
            .contacts = "contacts, friction, limits and bounded forces are one problem in each "
                        "step; impacts take place at their own times within it, in groups of up to "
                        "64 contacts; a resting body stands up to 5e-5 of its size off its support",
            .fields = "step, contact_tolerance",
        },
    .leaps = TW_LEAP_TIMESTEP,
    .contacts = true,
    TW_LEAP_CALLS,
};
