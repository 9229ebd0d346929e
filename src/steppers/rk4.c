/*
 * The classical Runge-Kutta method of order 4 with a fixed step, divided only where a body turns
 * fast (_fixed.h):
 *   y1 = y + h/6 (k1 + 2 k2 + 2 k3 + k4), k1 = f(t, y), k2,3 = f(t + h/2, y + h/2 k1,2),
 *   k4 = f(t + h, y + h k3)     [Hairer, Norsett & Wanner I, II.1 table 1.2]
 */
#include "steppers/parts/_fixed.h"

static const tw_fixed_methods methods = {1, 0, {{4, {0, 0.5, 0.5, 1}, {1, 2, 2, 1}, 6, 2.82, 1}}};

static tw_status create(const tw_ode *ode, const tw_stepper_options *options, void **self) {
    return tw_fixed_create(&methods, ode, options, self);
}

const tw_stepper_kind tw_stepper_rk4 = {
    .name = "rk4",
    .doc = "classical Runge-Kutta method of order 4 with a fixed step",
    .about =
        {
            .order = "4 in `step`",
            .use = "smooth motion at a cost that is known beforehand; studies of convergence",
            .limits = "step <= 2 tau; stiff springs and dampers need h omega < 2.8; steps in "
                      "which a body turns by more than 0.15 rad are divided",
            .contacts = "refused, and limits too",
            .fields = "step, projection",
        },
    TW_FIXED_CALLS,
};
