/*
 * The span of a line: the part of it in a convex solid, an interval (Kay & Kajiya). Used by the
 * kinds of shapes for line.h.
 */
#ifndef TW_SHAPE_SPAN_H
#define TW_SHAPE_SPAN_H

#include "shape/line.h"

#include <math.h>

typedef struct tw_span {
    /* parameters of the line where it enters and leaves; enter > leave: it misses the solid */
    double enter, leave;
} tw_span;

static const tw_span TW_SPAN_WHOLE = {-INFINITY, INFINITY}, TW_SPAN_NOWHERE = {INFINITY, -INFINITY};

static inline tw_span tw_span_both(tw_span a, tw_span b) {
    return (tw_span){fmax(a.enter, b.enter), fmin(a.leave, b.leave)};
}

/* *t: first end of the span, enter or leave, at or after l->from; false: the line misses the solid,
 * or the end is beyond l->far */
static inline bool tw_line_first(const tw_line *l, tw_span s, double *t) {
    if (!(s.enter <= s.leave)) return false;
    *t = s.enter >= l->from ? s.enter : s.leave;
    return *t >= l->from && *t <= l->far;
}

/* range of t in which lo <= o + t d <= hi */
static inline tw_span tw_span_between(double o, double d, double lo, double hi) {
    if (d == 0) return o >= lo && o <= hi ? TW_SPAN_WHOLE : TW_SPAN_NOWHERE;
    double a = (lo - o) / d, b = (hi - o) / d;
    return (tw_span){fmin(a, b), fmax(a, b)};
}

/* range of t in which |(u, v) + t (du, dv)| <= r. The discriminant of the quadratic a t^2 + 2 b t +
 * c, computed as b^2 - a c = r^2 a - (u dv - v du)^2, suffers no cancellation */
static inline tw_span tw_span_tube(double u, double v, double du, double dv_, double r) {
    double a = du * du + dv_ * dv_, b = u * du + v * dv_, cross = u * dv_ - v * du;
    double disc = r * r * a - cross * cross;
    if (a < 1e-300) return u * u + v * v <= r * r ? TW_SPAN_WHOLE : TW_SPAN_NOWHERE;
    if (disc < 0) return TW_SPAN_NOWHERE;
    double root = sqrt(disc);
    return (tw_span){(-b - root) / a, (-b + root) / a};
}

/* part of the line in the ball of radius r about c */
static inline tw_span tw_span_ball(const tw_line *l, vec3 c, double r) {
    vec3 o = v3_sub(l->o, c);
    double s = -v3_dot(o, l->d);
    o = v3_madd(o, s, l->d);
    double h2 = r * r - v3_dot(o, o);
    if (h2 < 0) return TW_SPAN_NOWHERE;
    return (tw_span){s - sqrt(h2), s + sqrt(h2)};
}

/* line.c: first crossing, in the part `within` of the line, with the torus of radii R and r about
 * the origin, axis z; false: none */
bool tw_line_ring(const tw_line *l, double R, double r, tw_span within, double *t, vec3 *normal);

#endif
