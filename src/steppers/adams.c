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
