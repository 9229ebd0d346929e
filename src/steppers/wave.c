/*
 * Fixed steps for motions with fast vibrations of small amplitude: long chains, tight cloths. The
 * methods have four to twelve stages: rk4, and methods of order 3 (order 4 for linear problems).
 *
 * An explicit method follows y' = i w y without growth while h w stays within its limit on the
 * imaginary axis, which is at most s - 1 for s stages [van der Houwen 1977, Construction of
 * integration formulas, ch. 2]: 2.83 for the four stages of rk4, that is 0.7 per stage; 10.94 for
 * twelve stages, 0.91 per stage. Constraints are corrected once per step, however many stages it
 * has. Where the frequency of vibrations is known, a step has as many stages as it requires;
 * elsewhere it has ten. Where bodies turn fast, a step is divided into parts, each made by rk4,
 * which takes less work than the greater number of parts that a method of order 3 would need. The
 * speed at which bodies turn is always known.
 *
 * With u_i = y0 + h a_i f(u_{i-1}) and y1 = y0 + h (f(u_1) + 3 f(u_s)) / 4, order 3 asks for a_s =
 * 2/3 and a_{s-1} = 1/3, order 4 for linear problems for a_{s-2} = 1/4 [Kinnmark & Gray 1984, Math.
 * Comput. Simul. 26, 181]. The other coefficients a determine the stability function R(z) = 1 + z
 * (1 + 3 S) / 4, S = 1 + a_s z (1 + a_{s-1} z (1 + ...)), and were found by sequential quadratic
 * programming: |R| <= 1 on the imaginary axis up to the largest possible limit y, and about 0.995
 * at most from 0.35 y on.
 */
#include "steppers/parts/_fixed.h"

/* the last three coefficients a, which are the same in all methods of order 3 */
#define LAST 0.25, 1.0 / 3, 2.0 / 3

const tw_fixed_methods tw_wave_methods = {
    .count = 9,
    .usual = 6,
    .method = {
        {4, {0, 0.5, 0.5, 1}, {1, 2, 2, 1}, 6, 2.828, 1},
        {5, {0, 0.11457556231525598, LAST}, {1, 0, 0, 0, 3}, 4, 3.31, 0.4},
        {6, {0, 0.16650685267501533, 0.1334790424859372, LAST}, {1, 0, 0, 0, 0, 3}, 4, 4.89, 0.4},
        {7,
         {0, 0.12472096819969979, 0.11239677760457362, 0.18583267008448118, LAST},
         {1, 0, 0, 0, 0, 0, 3},
         4,
         5.67,
         0.4},
        {8,
         {0, 0.12463014359254149, 0.07162559791623896, 0.16645517231795115, 0.16685118632736123,
          LAST},
         {1, 0, 0, 0, 0, 0, 0, 3},
         4,
         6.92,
         0.4},
        {9,
         {0, 0.10240726377118407, 0.06192785776130538, 0.13445008254477284, 0.1381060167425668,
          0.19320878531366256, LAST},
         {1, 0, 0, 0, 0, 0, 0, 0, 3},
         4,
         7.76,
         0.4},
        {10,
         {0, 0.09973549658912098, 0.04459311600520495, 0.12480115010535535, 0.10022899246874363,
          0.16655282998027457, 0.1802270242403791, LAST},
         {1, 0, 0, 0, 0, 0, 0, 0, 0, 3},
         4,
         8.93,
         0.4},
        {11,
         {0, 0.08451771805994976, 0.03972880857029738, 0.10479905577728882, 0.08693141142888383,
          0.13692792438264353, 0.14938434112212834, 0.19537221650245526, LAST},
         {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3},
         4,
         9.81,
         0.4},
        {12,
         {0, 0.08280629171930622, 0.030496319164070463, 0.09954730960247371, 0.06696900233152844,
          0.12465092402758128, 0.11460164752758172, 0.16646557379181146, 0.18688402166567433, LAST},
         {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3},
         4,
         10.94,
         0.4},
    }};

static tw_status create(const tw_ode *ode, const tw_stepper_options *options, void **self) {
    return tw_fixed_create(&tw_wave_methods, ode, options, self);
}

const tw_stepper_kind tw_stepper_wave = {
    .name = "wave",
    .doc = "explicit methods of order 3 with a fixed step and up to twelve stages, which follow "
           "swift vibrations (long chains)",
    .about =
        {
            .order = "3 in `step`, 4 for small vibrations, which stay bounded, and for rtol below "
                     "1e-8; a chain that whirls "
                     "for ten seconds keeps its energy to 0.1 % at rtol = 1e-6",
            .use = "long chains, ropes and nets on ball joints and nails, in steps of a frame: "
                   "as many stages as the vibrations need",
            .limits =
                "step <= 2 tau; with other constraints or forces it takes ten stages, and stiff "
                "springs need h omega < 8.9; rtol bounds how far a body turns in a part of a step",
            .contacts = "refused, and limits too",
            .fields = "step, rtol, projection",
        },
    TW_FIXED_CALLS,
};
