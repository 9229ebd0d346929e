/* Bracketing root finder for a function of one variable that need not be smooth or even continuous
 * (a boolean as -1 and 1 is fine). */
#ifndef TW_NUMERIC_VALUE_ROOT_H
#define TW_NUMERIC_VALUE_ROOT_H

#include "base/status.h"

/* *y = f(t); if the status is not TW_OK, the search ends and returns it */
typedef tw_status tw_root_function(void *ctx, double t, double *y);

/*
 * Given ya = f(a) and yb = f(b), not of the same sign: *t with |*t - t'| <= tolerance for some t'
 * such that f crosses from a's side of zero at t' to b's side at *t. *t is the end of the last
 * bracket on b's side: there the crossing has happened. A zero of f counts as b's side, unless ya
 * itself is 0: then it counts as a's. a < b or b < a.
 *
 * The tolerance is at least the spacing of doubles at a and b. Evaluations: never more than
 * bisection needs and one more, ceil(log2(|b - a| / tolerance)) + 1; two more where the tolerance
 * is of the order of that spacing.
 *
 * TW_ARGUMENT: no bracket. TW_NONFINITE: f gave NaN.
 */
tw_status tw_root(tw_root_function *f, void *ctx, double a, double ya, double b, double yb,
                  double tolerance, double *t);

#endif
