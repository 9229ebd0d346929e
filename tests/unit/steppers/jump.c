/*
 * Does `auto` pass jumps of the right-hand side exactly and cheaply, and does its memory of them
 * give the same bits after a restart?
 */
#include "stepper_run.h"

static const double third = 1.0471975511965977; /* pi/3 */

/* a mass on a spring, with a friction-like force that jumps where the mass passes 0 */
static tw_status jumping(void *context, double t, const double *y, double *ydot) {
    (void)context, (void)t;
    ydot[0] = y[1];
    ydot[1] = -y[0] - (y[0] > 0 ? 1 : -1);
    return TW_OK;
}

/* y = -+1 +- 2 cos s, where |s| <= pi/3 is the time from the nearest extremum */
static void jumping_exact(double t, double *y) {
    double k = floor(t / (2 * third) + 0.5), s = t - 2 * third * k;
    double sign = fmod(k, 2) == 0 ? 1 : -1;
    y[0] = sign * (2 * cos(s) - 1);
    y[1] = -sign * 2 * sin(s);
}

static const problem jumps = {"jumps", 2, 20, jumping, jumping_exact};
enum { JUMPS = 10 }; /* at pi/3, pi, ... 19 pi/3 */

/* with a force that does not jump */
static tw_status smooth(void *context, double t, const double *y, double *ydot) {
    (void)context, (void)t;
    ydot[0] = y[1];
    ydot[1] = -y[0];
    return TW_OK;
}

static const problem without = {"without jumps", 2, 20, smooth, oscillator_exact};

static unsigned long cost_of(const problem *p, double rtol, double *error) {
    run r;
    begin(&r, tw_stepper_find("auto"), p, rtol, 0);
    *error = go(&r, p->end, 2);
    unsigned long evaluations = stats_of(&r).evaluations;
    end(&r);
    return evaluations;
}

/* without locating, a jump costs 320 evaluations at 1e-5 and twice that at 1e-12 */
static void test_cost(void **state) {
    (void)state;
    static const double rtol[] = {1e-5, 1e-8, 1e-12};
    for (size_t i = 0; i < sizeof rtol / sizeof *rtol; i++) {
        double error, calm;
        unsigned long all = cost_of(&jumps, rtol[i], &error);
        unsigned long rest = cost_of(&without, rtol[i], &calm);
        double each = ((double)all - (double)rest) / JUMPS;
        if (!(error < 300 * rtol[i] && each < 150))
            fail_msg("rtol %g: error %g, %g evaluations for a jump", rtol[i], error, each);
    }
}

static void test_resume(void **state) {
    (void)state;
    const tw_stepper_kind *kind = tw_stepper_find("auto");
    run r, again;
    int marked = 0;
    begin(&r, kind, &jumps, 1e-8, 0);
    begin(&again, kind, &jumps, 1e-8, 0);
    while (r.t < jumps.end) {
        double mark[TW_STEPPER_MARK] = {0}, y[MOST], other[MOST], t;
        double next = kind->next_step(r.self), from = r.t;
        kind->mark(r.self, mark);
        marked += mark[0] > 0 || mark[1] > 0 || mark[2] > 0;
        must(&r, kind->step(r.self, jumps.end, &r.t));
        must(&r, kind->dense(r.self, from, y));
        must(&r, kind->start(again.self, from, y, next));
        kind->resume(again.self, mark);
        must(&r, kind->step(again.self, jumps.end, &t));
        must(&r, kind->dense(r.self, t, y));
        must(&r, kind->dense(again.self, t, other));
        double goes_on = kind->next_step(r.self), and_so = kind->next_step(again.self);
        assert_memory_equal(&t, &r.t, sizeof t);
        assert_memory_equal(y, other, 2 * sizeof *y);
        assert_memory_equal(&goes_on, &and_so, sizeof goes_on);
    }
    assert_true(marked >= JUMPS - 2); /* steps to and over a jump have a mark */
    end(&r);
    end(&again);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cost), cmocka_unit_test(test_resume)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
