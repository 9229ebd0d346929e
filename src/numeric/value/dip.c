/* Brent's search for a maximum, as dip.h describes it. */
#include "numeric/value/dip.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

enum { MOST = 100 };
static const double GOLDEN = 0.3819660112501051;

/* x, w, v: points with the highest, second and third highest value; the maximum is between a and
 * b */
typedef struct brent {
    double a, b;
    double x, w, v, fx, fw, fv;
    double step, before; /* step: last step of x; before: the step before that */
} brent;

/* step from s->x to the next point to evaluate: to the maximum of a parabola, or by golden
 * section */
static double propose(brent *s, double tolerance) {
    double middle = 0.5 * (s->a + s->b), last = s->before;
    double r = (s->x - s->w) * (s->fx - s->fv), q = (s->x - s->v) * (s->fx - s->fw);
    double p = (s->x - s->v) * q - (s->x - s->w) * r;
    q = 2 * (q - r);
    if (q > 0) p = -p;
    q = fabs(q);
    s->before = s->step;
    bool parabola = fabs(last) > tolerance && fabs(p) < fabs(0.5 * q * last) &&
                    p > q * (s->a - s->x) && p < q * (s->b - s->x);
    if (!parabola) {
        s->before = s->x >= middle ? s->a - s->x : s->b - s->x;
        return GOLDEN * s->before;
    }
    double step = p / q, u = s->x + step;
    if (u - s->a < 2 * tolerance || s->b - u < 2 * tolerance)
        step = copysign(tolerance, middle - s->x);
    return step;
}

static void note(brent *s, double u, double fu) {
    if (fu >= s->fx) {
        if (u >= s->x)
            s->a = s->x;
        else
            s->b = s->x;
        s->v = s->w, s->fv = s->fw;
        s->w = s->x, s->fw = s->fx;
        s->x = u, s->fx = fu;
        return;
    }
    if (u < s->x)
        s->a = u;
    else
        s->b = u;
    if (fu >= s->fw || s->w == s->x) {
        s->v = s->w, s->fv = s->fw;
        s->w = u, s->fw = fu;
    } else if (fu >= s->fv || s->v == s->x || s->v == s->w) {
        s->v = u, s->fv = fu;
    }
}

static tw_status value(tw_root_function *f, void *ctx, double t, double *y) {
    TW_TRY(f(ctx, t, y));
    return isnan(*y) ? tw_fail(TW_NONFINITE, "not a number at %.9g", t) : TW_OK;
}

tw_status tw_dip(tw_root_function *f, void *ctx, double a, double b, double tolerance, double *t,
                 double *y) {
    brent s = {.a = a, .b = b};
    s.x = s.w = s.v = a + GOLDEN * (b - a);
    TW_TRY(value(f, ctx, s.x, &s.fx));
    s.fw = s.fv = s.fx;
    for (int i = 0; i < MOST && !(s.fx > 0); i++) {
        double least = tolerance + 2 * DBL_EPSILON * fabs(s.x), middle = 0.5 * (s.a + s.b), fu;
        if (fabs(s.x - middle) <= 2 * least - 0.5 * (s.b - s.a)) break;
        s.step = propose(&s, least);
        double u = s.x + (fabs(s.step) >= least ? s.step : copysign(least, s.step));
        TW_TRY(value(f, ctx, u, &fu));
        note(&s, u, fu);
    }
    *t = s.x;
    *y = s.fx;
    return TW_OK;
}
