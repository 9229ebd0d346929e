/* Cubic splines through (t, point) knots, with continuous second derivative (C2) between the ends;
 * immutable and reference-counted. Ends are natural (second derivative 0) or at rest (first
 * derivative 0). Before the first and after the last knot the value is that of the end point, so
 * that a spline with resting ends has a continuous first derivative everywhere. There are at least
 * 2 knots, with strictly increasing t. */
#ifndef TW_NUMERIC_VALUE_SPLINE_H
#define TW_NUMERIC_VALUE_SPLINE_H

#include "base/status.h"
#include "numeric/value/value.h"

typedef enum tw_spline_ends { TW_SPLINE_NATURAL, TW_SPLINE_REST } tw_spline_ends;

/* points [count x dim], row-major, dim 1 .. 4; t [count]: strictly rising times, count >= 2. Fails
 * with TW_ARGUMENT otherwise */
tw_status tw_spline_create(int count, int dim, const double *t, const double *points,
                           tw_spline_ends ends, tw_spline **spline);
tw_spline *tw_spline_retain(tw_spline *s);
void tw_spline_release(tw_spline *s);
int tw_spline_dim(const tw_spline *s);
int tw_spline_count(const tw_spline *s);
double tw_spline_knot(const tw_spline *s, int i); /* time of knot i, counted from 0 */
/* c[k]: coefficient of (t - t_i)^k between knots i and i + 1 */
void tw_spline_piece(const tw_spline *s, int i, double c[4][TW_VALUE_MAX]);
/* value and derivatives at t, up to `order`, out as in tw_value_eval; outside of the knots the
 * value of the end point, with derivatives 0 */
void tw_spline_eval(const tw_spline *s, double t, int order, double out[3][TW_VALUE_MAX]);
/* time of the first knot after t; INFINITY: none. The third derivative jumps at every knot; at the
 * end knots the second, and with natural ends the first, too */
double tw_spline_next_break(const tw_spline *s, double t);

#endif
