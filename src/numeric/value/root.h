/* Bracketing root finder for a function of one variable that need not be smooth or even continuous
 * (a boolean as -1 and 1 is fine). */
#ifndef TW_NUMERIC_VALUE_ROOT_H
#define TW_NUMERIC_VALUE_ROOT_H

#include "base/status.h"

/* computes y = f(t); a status other than TW_OK ends the search, which returns it */
typedef tw_status tw_root_function(void *ctx, double t, double *y);

/*
 * Given ya = f(a) and yb = f(b), not of the same sign, finds *t: f(*t) is on b's side of zero, and
 * for some t' with |*t - t'| <= tolerance f(t') is on a's side. So *t is the end of the last
 * bracket at which the crossing has already happened. A zero of f counts as b's side, unless ya
 * itself is 0: then it counts as a's. a < b or b < a.
 *
 * The tolerance is at least the spacing of doubles at a and b. Number of evaluations: at most one
 * more than bisection needs, ceil(log2(|b - a| / tolerance)) + 1; two more than that if the
 * tolerance is of the order of the spacing of doubles.
 *
 * TW_ARGUMENT: no bracket. TW_NONFINITE: f gave NaN.
 */
tw_status tw_root(tw_root_function *f, void *ctx, double a, double ya, double b, double yb,
                  double tolerance, double *t);

#endif
