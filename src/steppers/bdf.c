/* Backward differentiation formulas of order 1 to 5 for stiff springs and dampers: the formulas are
 * implicit, so that the length of steps depends on the motion and not on the fastest decay. [CVODE;
 * Hindmarsh et al. 2005] */
#include "steppers/parts/_cvode.h"

static tw_status create(const tw_ode *ode, const tw_stepper_options *options, void **self) {
    return tw_sundials_create(&tw_cvode_bdf, ode, options, self);
}

const tw_stepper_kind tw_stepper_bdf = {
    .name = "bdf",
    .doc = "backward differentiation formulas of variable order (CVODE) for stiff motion",
    .about =
        {
            .order = "1 to 5, chosen at each step, error controlled; damps vibrations that its "
                     "steps do not follow",
            .use = "strong dampers, stiff springs with damping, a tau much shorter than the "
                   "motion: its steps follow the motion, not the stiffness (a damper of 1e5 N s/m "
                   "at 4 kg: a thirtieth of the evaluations of auto)",
            .limits =
                "each step solves equations by GMRES, so that many different stiff things at once "
                "take many evaluations; begins at order 1 after each event; no projection",
            .contacts = "as auto, but timestep takes over only where it cannot go on, not for "
                        "the number of contacts",
            .fields = "rtol, atol, step, contact_tolerance",
        },
    .adaptive = true,
    .one_step = false,
    .create = create,
    .destroy = tw_sundials_destroy,
    .start = tw_sundials_start,
    .step = tw_sundials_step,
    .dense = tw_sundials_dense,
    .next_step = tw_sundials_next_step,
    .stats = tw_sundials_stats,
};
