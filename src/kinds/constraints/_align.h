/*
 * The azimuthal equidistant chart of the sphere of directions, shared by what aligns axes (orient,
 * hinge, cylindrical, ...): a direction at the angle theta from the goal N stands at
 *
 *     f(c) (U . b, W . b),   c = N . b = cos theta,   f = theta / sin theta,
 *
 * a vector of length theta. Regular up to 180 degrees, where every way round is as short: there the
 * direction counts as TW_OPPOSITE short of it, in the plane of U.
 */
#ifndef TW_KINDS_CONSTRAINTS_ALIGN_H
#define TW_KINDS_CONSTRAINTS_ALIGN_H

#include "base/elementary.h"

#include <math.h>

/* a direction this close to the opposite one (rad) counts as that far from it, in the plane of U */
#define TW_OPPOSITE 1e-5

/*
 * f = theta / sin theta as a function of c = cos theta, with two derivatives:
 *     f' = (c f - 1) / s^2,  f'' = (f + 3 c f') / s^2,  s^2 = 1 - c^2,
 * near c = 1 by f = sum a_n (1 - c)^n, a_0 = 1, a_n = a_(n-1) n / (2n + 1).
 */
static inline void tw_align_chart(double c, double f[3]) {
    double e = 1 - c;
    if (e < 0.15) {
        double a = 1, p = 1, p1 = 0, p2 = 0; /* e^n, n e^(n-1), n (n-1) e^(n-2) */
        f[0] = f[1] = f[2] = 0;
        for (int n = 0; n < 24; n++) {
            f[0] += a * p;
            f[1] -= a * p1;
            f[2] += a * p2;
            a *= (n + 1.0) / (2.0 * n + 3.0);
            p2 = p2 * e + 2 * p1;
            p1 = p1 * e + p;
            p *= e;
        }
        return;
    }
    double s2 = (1 - c) * (1 + c), s = sqrt(s2);
    f[0] = tw_atan2(s, c) / s;
    f[1] = (c * f[0] - 1) / s2;
    f[2] = (f[0] + 3 * c * f[1]) / s2;
}

#endif
