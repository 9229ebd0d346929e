/*
 * Adams' methods of order 1 to 12 for smooth motion that is costly to evaluate: one to two
 * evaluations per step, but a slow start after every event. [CVODE; Hindmarsh et al. 2005]
 */
#include "steppers/parts/_cvode.h"

static tw_status create(const tw_ode *ode, const tw_stepper_options *options, void **self) {
    return tw_sundials_create(&tw_cvode_adams, ode, options, self);
}

const tw_stepper_kind tw_stepper_adams = {
    .name = "adams",
    .doc = "Adams' multistep methods of variable order (CVODE), error controlled",
    .about =
        {
            .order = "1 to 12, chosen at each step, error controlled",
            .use = "long smooth motion with dear evaluations (many joints, few events): three "
                   "quarters of the evaluations of auto for a double pendulum at rtol = 1e-8",
            .limits = "begins at order 1 after each event, impact and change, so that frequent "
                      "ones make it slow; no projection, so that deviations are those of its "
                      "error",
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
