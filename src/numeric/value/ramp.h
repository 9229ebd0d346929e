/*
 * A ramp changes a field's value in segments: before t0 the field has its earlier value, from t0 to
 * t1 it is eased from one value to another, after that it stays. A row of several segments serves
 * as keyframes. Immutable and reference-counted.
 *
 *     v(t) = from + (to - from) e(u),  u = (t - t0)/(t1 - t0)
 *
 * Quaternions (four components) and directions (`turns`) are rotated, by an angle proportional to
 * e; quaternions go the shorter way round:
 *
 *     v(t) = a cos(e phi) + n sin(e phi)
 *
 * a, b: `from` and `to`, scaled to unit length; for quaternions b = +-to, with the sign for which
 * a.b >= 0; cos phi = a.b; n: unit vector orthogonal to a, in the plane of a and b, towards b.
 *
 * ease: linear e = u; smooth e = u^3 (10 - 15 u + 6 u^2) (C2 at both ends); in e = u^2; out e = 1 -
 * (1 - u)^2; or a tape of one input u. After t1 the value is that for e(1): exactly `to` if e(1) =
 * 1, which may be otherwise only for a tape.
 */
#ifndef TW_NUMERIC_VALUE_RAMP_H
#define TW_NUMERIC_VALUE_RAMP_H

#include "numeric/value/value.h"

typedef enum tw_ease {
    TW_EASE_SMOOTH,
    TW_EASE_LINEAR,
    TW_EASE_IN,
    TW_EASE_OUT,
    TW_EASE_TAPE
} tw_ease;

typedef struct tw_ramp_segment {
    double t0, t1; /* begin and end of the segment; t1 > t0 >= the previous segment's t1 */
    double from[TW_VALUE_MAX]; /* [dim] value at t0; not used if from_before */
    double to[TW_VALUE_MAX];   /* the value at t1 */
    bool turns; /* for three components: the value is a direction, which is rotated */
    /* the segment begins with the value that the field has at t0: that of the segment before, or of
     * `before` of tw_ramp_create */
    bool from_before;
    tw_ease ease;
    tw_tape *tape; /* the easing e(u) if ease is TW_EASE_TAPE; otherwise NULL */
} tw_ramp_segment;

/* before: value of the field until the first segment begins; it is copied, like the segments; their
 * tapes are retained. Fails with TW_ARGUMENT for a turning segment between opposite directions */
tw_status tw_ramp_create(int dim, const tw_value *before, const tw_ramp_segment *segment, int count,
                         tw_ramp **ramp);
tw_ramp *tw_ramp_retain(tw_ramp *r);
void tw_ramp_release(tw_ramp *r);
int tw_ramp_dim(const tw_ramp *r);
/* value and derivatives at t, up to `order`; out as in tw_value_eval */
void tw_ramp_eval(const tw_ramp *r, double t, int order, double out[3][TW_VALUE_MAX]);
/* first time after t at which a segment begins or ends, or, until the first begins, the earlier
 * value has a break; INFINITY: none */
double tw_ramp_next_break(const tw_ramp *r, double t);

#endif
