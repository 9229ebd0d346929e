/*
 * Search for a positive value of a function of one variable that is negative at both ends of an
 * interval: a search for its maximum that stops as soon as it is positive.
 */
#ifndef TW_NUMERIC_VALUE_DIP_H
#define TW_NUMERIC_VALUE_DIP_H

#include "numeric/value/root.h"

/*
 * *t in (a, b), a < b, with *y = f(*t): the first place that was met with *y > 0, or else a local
 * maximum to `tolerance`. Brent's method: parabolas through the three highest places, golden
 * sections where these do not help [Brent 1973, ch. 5]. TW_NONFINITE: f gave NaN.
 */
tw_status tw_dip(tw_root_function *f, void *ctx, double a, double b, double tolerance, double *t,
                 double *y);

#endif
