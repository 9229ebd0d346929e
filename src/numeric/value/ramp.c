/* Value of a field that a ramp changes smoothly; see ramp.h for the law. A ramp owns a copy of the
 * value before it and of its segments, and a reference of each easing tape. Ramps may form a chain,
 * in which the value before a ramp is again a ramp. A scene that makes a ramp every second has a
 * chain of thousands, so chains are followed by loops, not by recursion. */
#include "numeric/value/ramp.h"

#include "base/math/elementary.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct segment {
    double t0, t1;
    double from[TW_VALUE_MAX], to[TW_VALUE_MAX];
    double held[TW_VALUE_MAX]; /* value that is kept after t1 */
    bool turns;
    double arc; /* angle phi between `from` and `to`, rad, for rotations */
    double across[TW_VALUE_MAX];
    tw_ease ease;
    tw_value tape; /* the easing e(u) if `ease` is TW_EASE_TAPE; otherwise the constant 0 */
} segment;

struct tw_ramp {
    atomic_int references;
    int dim, count;
    tw_value before;
    segment *segment; /* [count] */
};

/* e(u) of TW_EASE_SMOOTH; for u > 1/2 computed as 1 - e(1 - u), so that rounding does not exceed
 * 1 */
static double smooth(double u) {
    double v = u <= 0.5 ? u : 1 - u, e = v * v * v * (10 + v * (6 * v - 15));
    return u <= 0.5 ? e : 1 - e;
}

/* e, de/du and d2e/du2 */
static tw_jet1 ease(const segment *s, double u) {
    switch (s->ease) {
    case TW_EASE_SMOOTH:
        return (tw_jet1){smooth(u), 30 * u * u * (1 - u) * (1 - u), 60 * u * (1 - u) * (1 - 2 * u)};
    case TW_EASE_LINEAR:
        return (tw_jet1){u, 1, 0};
    case TW_EASE_IN:
        return (tw_jet1){u * u, 2 * u, 2};
    case TW_EASE_OUT:
        return (tw_jet1){u * (2 - u), 2 * (1 - u), -2};
    case TW_EASE_TAPE:
        break;
    }
    return tw_value_jet1(&s->tape, u);
}

static tw_status check(int dim, const tw_value *before, const tw_ramp_segment *s, int count) {
    if (dim < 1 || dim > TW_VALUE_MAX || before->dim != dim)
        return tw_fail(TW_ARGUMENT, "a ramp of %d components cannot follow a value of %d", dim,
                       before->dim);
    if (count < 1) return tw_fail(TW_ARGUMENT, "a ramp needs a segment");
    for (int i = 0; i < count; i++) {
        if (!isfinite(s[i].t0) || !isfinite(s[i].t1) || !(s[i].t1 > s[i].t0))
            return tw_fail(TW_ARGUMENT, "a ramp must end after it begins: t0 = %g, t1 = %g",
                           s[i].t0, s[i].t1);
        if (i > 0 && s[i].t0 < s[i - 1].t1)
            return tw_fail(TW_ARGUMENT, "a ramp begins at %g, before the one before ends at %g",
                           s[i].t0, s[i - 1].t1);
        for (int c = 0; c < dim; c++)
            if (!isfinite(s[i].to[c]) || (!s[i].from_before && !isfinite(s[i].from[c])))
                return tw_fail(TW_ARGUMENT, "a ramp's value is not finite");
        if (s[i].ease != TW_EASE_TAPE) continue;
        TW_TRY(tw_value_check_tape(s[i].tape));
        if (tw_tape_outputs(s[i].tape) != 1)
            return tw_fail(TW_ARGUMENT, "an easing function gives one number, this one gives %d",
                           tw_tape_outputs(s[i].tape));
    }
    return TW_OK;
}

/* scales `from` and `to` of a turning segment to unit length, replaces a quaternion `to` by -to if
 * that is nearer, and sets the angle between them, s->arc; fails for opposite directions */
static tw_status fill_arc(segment *s, int dim) {
    double a = 0, b = 0, dot = 0, sum = 0, difference = 0;
    for (int c = 0; c < dim; c++) a += s->from[c] * s->from[c], b += s->to[c] * s->to[c];
    if (!(a > 0) || !(b > 0))
        return tw_fail(TW_ARGUMENT, "a ramp's %s has no length",
                       dim == 4 ? "quaternion" : "direction");
    for (int c = 0; c < dim; c++) {
        s->from[c] /= sqrt(a);
        s->to[c] /= sqrt(b);
        dot += s->from[c] * s->to[c];
    }
    for (int c = 0; c < dim; c++) {
        if (dot < 0 && dim == 4) s->to[c] = -s->to[c];
        double d = s->to[c] - s->from[c], m = s->to[c] + s->from[c];
        difference += d * d;
        sum += m * m;
    }
    if (sum < 1e-24)
        return tw_fail(TW_ARGUMENT, "a ramp between opposite directions has no way to go: give a "
                                    "direction in between, with keys");
    s->arc = 2 * tw_atan2(sqrt(difference), sqrt(sum));
    if (s->arc == 0) return TW_OK;
    double cosine = tw_cos(s->arc), sine = tw_sin(s->arc);
    for (int c = 0; c < dim; c++) s->across[c] = (s->to[c] - s->from[c] * cosine) / sine;
    return TW_OK;
}

/* out: value of a turning segment and, up to `order`, its derivatives by t; e: easing, with
 * derivatives by u; rate: du/dt */
static void eval_arc(const segment *s, int dim, tw_jet1 e, double rate, int order,
                     double out[3][TW_VALUE_MAX]) {
    double angle = e.v * s->arc, d1 = e.d1 * s->arc * rate, d2 = e.d2 * s->arc * rate * rate;
    double cosine = tw_cos(angle), sine = tw_sin(angle);
    for (int c = 0; c < dim; c++) {
        double v = s->from[c] * cosine + s->across[c] * sine;
        double turned = s->across[c] * cosine - s->from[c] * sine;
        out[0][c] = v;
        if (order > 0) out[1][c] = d1 * turned;
        if (order > 1) out[2][c] = d2 * turned - d1 * d1 * v;
    }
}

/* fills segment i of the ramp from the caller's segment; the segments before it must have been
 * filled */
static tw_status fill(tw_ramp *r, int i, const tw_ramp_segment *from) {
    segment *s = &r->segment[i];
    s->t0 = from->t0;
    s->t1 = from->t1;
    s->ease = from->ease;
    s->tape = s->ease == TW_EASE_TAPE ? tw_value_from_tape(tw_tape_retain(from->tape))
                                      : tw_value_scalar(0);
    /* counted before it is complete, so that tw_ramp_release frees this segment's tape after a
     * failure, too */
    r->count = i + 1;

    double out[3][TW_VALUE_MAX];
    if (!from->from_before)
        memcpy(s->from, from->from, sizeof s->from);
    else if (i > 0)
        memcpy(s->from, s[-1].held, sizeof s->from);
    else {
        tw_value_eval(&r->before, s->t0, 0, out);
        memcpy(s->from, out[0], sizeof s->from);
    }
    tw_jet1 end = ease(s, 1);
    memcpy(s->to, from->to, sizeof s->to);
    s->turns = r->dim == 4 || (r->dim == 3 && from->turns);
    if (s->turns) {
        TW_TRY(fill_arc(s, r->dim));
        eval_arc(s, r->dim, end, 1, 0, out);
    }
    for (int c = 0; c < r->dim; c++) {
        double straight = s->from[c] + (s->to[c] - s->from[c]) * end.v;
        s->held[c] = end.v == 1 ? s->to[c] : s->turns ? out[0][c] : straight;
        if (!isfinite(s->from[c]) || !isfinite(s->held[c]))
            return tw_fail(TW_ARGUMENT, "a ramp from %g to %g does not stay finite", s->from[c],
                           s->to[c]);
    }
    return TW_OK;
}

tw_status tw_ramp_create(int dim, const tw_value *before, const tw_ramp_segment *list, int count,
                         tw_ramp **ramp) {
    *ramp = NULL;
    TW_TRY(check(dim, before, list, count));
    tw_ramp *r = calloc(1, sizeof *r);
    segment *segments = calloc((size_t)count, sizeof *segments);
    if (!r || !segments) {
        free(r);
        free(segments);
        return tw_fail_memory();
    }
    atomic_init(&r->references, 1);
    r->dim = dim;
    r->segment = segments;
    r->before = tw_value_copy(before);
    for (int i = 0; i < count; i++) {
        tw_status s = fill(r, i, &list[i]);
        if (s == TW_OK) continue;
        tw_ramp_release(r);
        return s;
    }
    *ramp = r;
    return TW_OK;
}

tw_ramp *tw_ramp_retain(tw_ramp *r) {
    if (r) atomic_fetch_add(&r->references, 1);
    return r;
}

void tw_ramp_release(tw_ramp *r) {
    while (r && atomic_fetch_sub(&r->references, 1) == 1) {
        /* the next round of the loop releases the value before this ramp */
        tw_ramp *next = r->before.kind == TW_VALUE_RAMP ? r->before.of.ramp : NULL;
        if (!next) tw_value_clear(&r->before);
        for (int i = 0; i < r->count; i++) tw_value_clear(&r->segment[i].tape);
        free(r->segment);
        free(r);
        r = next;
    }
}

int tw_ramp_dim(const tw_ramp *r) {
    return r->dim;
}

/* number of segments that have begun at t: t0 <= t */
static int begun(const tw_ramp *r, double t) {
    int low = 0, high = r->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (r->segment[middle].t0 <= t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void tw_ramp_eval(const tw_ramp *r, double t, int order, double out[3][TW_VALUE_MAX]) {
    int i = begun(r, t);
    while (i == 0 && r->before.kind == TW_VALUE_RAMP) {
        r = r->before.of.ramp;
        i = begun(r, t);
    }
    if (i == 0) {
        tw_value_eval(&r->before, t, order, out);
        return;
    }
    const segment *s = &r->segment[i - 1];
    memset(out, 0, (size_t)(order + 1) * sizeof out[0]);
    if (t >= s->t1) {
        memcpy(out[0], s->held, (size_t)r->dim * sizeof s->held[0]);
        return;
    }
    double rate = 1 / (s->t1 - s->t0);
    tw_jet1 e = ease(s, (t - s->t0) / (s->t1 - s->t0));
    if (s->turns) {
        eval_arc(s, r->dim, e, rate, order, out);
        return;
    }
    for (int c = 0; c < r->dim; c++) {
        double d = s->to[c] - s->from[c];
        out[0][c] = s->from[c] + d * e.v;
        if (order > 0) out[1][c] = d * e.d1 * rate;
        if (order > 1) out[2][c] = d * e.d2 * rate * rate;
    }
}

double tw_ramp_next_break(const tw_ramp *r, double t) {
    /* earliest begin t0 of a ramp that comes later in the chain than r: from then on r has no
     * effect */
    double limit = INFINITY;
    for (;;) {
        int i = begun(r, t);
        if (i > 0) {
            double t1 = r->segment[i - 1].t1;
            double t0 = i < r->count ? r->segment[i].t0 : INFINITY;
            return fmin(limit, t < t1 ? t1 : t0);
        }
        limit = fmin(limit, r->segment[0].t0);
        if (r->before.kind != TW_VALUE_RAMP) return fmin(limit, tw_value_next_break(&r->before, t));
        r = r->before.of.ramp;
    }
}
