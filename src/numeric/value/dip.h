/* Finds a positive value of a function of one variable that is negative at both ends of an
 * interval: by a search for its maximum that stops as soon as a value is positive. */
#ifndef TW_NUMERIC_VALUE_DIP_H
#define TW_NUMERIC_VALUE_DIP_H

#include "numeric/value/root.h"

/* Searches f in (a, b), a < b. *t, *y = f(*t): the first point evaluated with *y > 0; if there is
 * none a local maximum, to `tolerance`. Brent's method: parabolas through the three highest points,
 * golden sections where these do not help [Brent 1973, ch. 5]. TW_NONFINITE: f is NaN at a point;
 * other failures are those of f. */
tw_status tw_dip(tw_root_function *f, void *ctx, double a, double b, double tolerance, double *t,
                 double *y);

#endif
