/* A new stepper by one file: the midpoint rule, of order 2, with a fixed step. */
#include "steppers/parts/_fixed.h"

static const tw_fixed_methods methods = {1, 0, {{2, {0, 0.5}, {0, 1}, 1, 0.5, 1}}};

static tw_status create(const tw_ode *ode, const tw_stepper_options *options, void **self) {
    return tw_fixed_create(&methods, ode, options, self);
}

const tw_stepper_kind tw_stepper_midpoint = {
    .name = "midpoint",
    .doc = "the midpoint rule, of order 2, fixed step",
    TW_FIXED_CALLS,
};
