/* The times of fixed steps (_grid.h). If a limit lies between two points of the grid, a step ends
 * at the limit, and the next step at the grid's next point. A limit that is nearer than close * h
 * to a point of the grid replaces that point. */
#include "steppers/parts/_grid.h"

#include "steppers/stepper_common.h"

#include <math.h>

tw_status tw_grid_make(const tw_stepper_options *options, double close, tw_grid *grid) {
    double h = options ? options->step : 0;
    if (!(h > 0 && isfinite(h)))
        return tw_fail(TW_ARGUMENT, "step: expected a number > 0, got %g s", h);
    *grid = (tw_grid){.h = h, .close = close};
    return TW_OK;
}

void tw_grid_start(tw_grid *g, double t) {
    g->start = g->begin = g->end = t;
    g->count = 0;
}

tw_status tw_grid_next(const tw_grid *g, double limit, double *end, double *count) {
    TW_TRY(tw_stepper_check_limit(g->end, limit));
    double t0 = g->end, n = g->count + 1, t1 = g->start + n * g->h;
    if (t1 <= t0 + g->close * g->h) t1 = g->start + ++n * g->h;
    if (!(t1 > t0))
        return tw_fail(TW_UNDERFLOW, "the step of %g s is too short at t = %.17g s", g->h, t0);
    if (t1 >= limit - g->close * g->h) {
        if (t1 > limit + g->close * g->h) n -= 1;
        t1 = limit;
    }
    *end = t1;
    *count = n;
    return TW_OK;
}

void tw_grid_take(tw_grid *g, double end, double count) {
    g->begin = g->end;
    g->end = end;
    g->count = count;
}
