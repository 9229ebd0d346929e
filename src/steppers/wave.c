/*
 * A method for what vibrates swiftly but hardly: long chains, tight cloths. Order 3, order 4 for
 * linear problems, ten stages with a fixed step.
 *
 * An explicit method follows y' = i w y without growth while h w stays within its limit on the
 * imaginary axis, which is s - 1 at most for s stages [van der Houwen 1977, Construction of
 * integration formulas, ch. 2]: 2.83 for rk4's four stages, 0.7 each; here 8.31, and 0.83 each. And
 * constraints are corrected once in ten stages.
 *
 * With u_i = y0 + h a_i f(u_{i-1}) and y1 = y0 + h (f(u_1) + 3 f(u_10)) / 4, order 3 asks for
 * a_10 = 2/3 and a_9 = 1/3, order 4 for linear problems for a_8 = 1/4 [Kinnmark & Gray 1984, Math.
 * Comput. Simul. 26, 181]. The others make R(z) = 1 + z (1 + 3 S) / 4, S = 1 + a_10 z (1 + a_9 z
 * (1 + ...)), whose size on the imaginary axis is smallest up to 8.31, less 0.005 of damping from 1
 * on: found by linear programming, then by sequential quadratic programming.
 */
#include "steppers/_fixed.h"

static const tw_fixed_method method = {
    10,
    {0, 0.096962426200548915, 0.045005614073593769, 0.12326414373670885, 0.10031801775331131,
     0.16597314109804717, 0.17989045766017739, 0.25, 1.0 / 3, 2.0 / 3},
    {1, 0, 0, 0, 0, 0, 0, 0, 0, 3},
    4,
};

static tw_status create(const tw_ode *ode, const tw_stepper_options *options, void **self) {
    return tw_fixed_create(&method, ode, options, self);
}

const tw_stepper_kind tw_stepper_wave = {
    .name = "wave",
    .doc = "explicit method of order 3 with a fixed step, thrice as long as rk4's before swift "
           "vibrations (long chains) run away",
    TW_FIXED_CALLS,
};
