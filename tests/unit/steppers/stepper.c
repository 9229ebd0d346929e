/*
 * Does every stepper solve what has a known solution, within the tolerance asked for or with the
 * order claimed, land where it must, and repeat itself? All registered kinds, all problems.
 */
#include "stepper_run.h"

static void test_find(void **state) {
    (void)state;
    static const char *const names[] = {"adams", "auto", "bdf", "dopri", "rk4", "wave"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const tw_stepper_kind *kind = tw_stepper_find(names[i]);
        assert_non_null(kind);
        assert_string_equal(kind->name, names[i]);
        assert_true(strlen(kind->doc) > 0);
    }
    assert_null(tw_stepper_find("euler"));
}

/* every kind on every problem, at ends and inside of steps, within a factor of the tolerance
 * for what errors grow by over the problem's time; multistep methods are known to be looser */
static void test_accuracy(void **state) {
    (void)state;
    for (EACH_KIND(kind))
        for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
            double coarse = error_of(*kind, &problems[i], 1e-5, 4);
            double fine = error_of(*kind, &problems[i], 1e-9, 4);
            double most = (*kind)->one_step ? 300 : 5000;
            if (!(coarse <= most * 1e-5 && fine <= most * 1e-9 && fine <= coarse / 100))
                fail_msg("%s, %s: errors %g at 1e-5, %g at 1e-9", (*kind)->name, problems[i].name,
                         coarse, fine);
        }
}

/* a damper of 1e-4 s that holds y at cos t */
static tw_status stiff(void *context, double t, const double *y, double *ydot) {
    (void)context;
    ydot[0] = -1e4 * (y[0] - cos(t)) - sin(t);
    return TW_OK;
}

static void stiff_exact(double t, double *y) {
    y[0] = cos(t);
}

static const problem stiff_problem = {"stiff", 1, 10, stiff, stiff_exact};

static void test_stiff(void **state) {
    (void)state;
    run r;
    begin(&r, tw_stepper_find("bdf"), &stiff_problem, 1e-6, 0);
    double e = go(&r, stiff_problem.end, 4);
    assert_true(e < 1e-4);
    /* an explicit method cannot take steps longer than a few 1e-4 s: here 1e5 evaluations */
    assert_true(stats_of(&r).evaluations < 3000);
    end(&r);
}

/* the error at `end` with equal steps of h: loose tolerance, so that only max_step holds */
static double error_with_step(const tw_stepper_kind *kind, const problem *p, double h,
                              double till) {
    run r = {.kind = kind, .p = p};
    double y[MOST];
    for (int i = 0; i < MOST; i++) r.atol[i] = 1e6;
    r.ode = (tw_ode){.n = p->n, .rhs = p->rhs, .rtol = 0, .atol = r.atol};
    r.options = (tw_stepper_options){.step = h, .max_step = h};
    must(&r, kind->create(&r.ode, &r.options, &r.self));
    p->exact(0, y);
    must(&r, kind->start(r.self, 0, y, h));
    double worst = go(&r, till, 0);
    assert_true(fabs((double)stats_of(&r).steps - till / h) < 1.5);
    end(&r);
    return worst;
}

static void test_order(void **state) {
    (void)state;
    const struct {
        const char *name;
        double order, h, within;
    } cases[] = {{"rk4", 4, 1.0 / 32, 0.2},
                 {"dopri", 5, 1.0 / 16, 0.3},
                 {"auto", 8, 1.0 / 4, 0.4},
                 {"wave", 3, 1.0 / 64, 0.2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t j = 0; j < 2; j++) {
            const problem *p = &problems[j == 0 ? 3 : 4]; /* timed, rigid */
            const tw_stepper_kind *kind = tw_stepper_find(cases[i].name);
            double e1 = error_with_step(kind, p, cases[i].h, 4);
            double e2 = error_with_step(kind, p, cases[i].h / 2, 4);
            double slope = log2(e1 / e2);
            if (!(fabs(slope - cases[i].order) <= cases[i].within))
                fail_msg("%s, %s: order %g (errors %g, %g)", cases[i].name, p->name, slope, e1, e2);
        }
}

/* the largest error of dense output in the first step of length h */
static double dense_error(const tw_stepper_kind *kind, const problem *p, double h) {
    run r;
    begin(&r, kind, p, 1e6, h);
    r.kind->destroy(r.self);
    r.options.step = h;
    double y[MOST], worst = 0;
    p->exact(0, y);
    must(&r, kind->create(&r.ode, &r.options, &r.self));
    must(&r, kind->start(r.self, 0, y, h));
    must(&r, kind->step(r.self, h, &r.t));
    assert_true(r.t == h);
    for (int i = 1; i < 20; i++) {
        must(&r, kind->dense(r.self, h * i / 20, y));
        worst = fmax(worst, distance(p, h * i / 20, y));
    }
    end(&r);
    return worst;
}

/* in one step an interpolant of order p is wrong by h^(p + 1) */
static void test_dense_order(void **state) {
    (void)state;
    const struct {
        const char *name;
        double order, h;
    } cases[] = {
        {"rk4", 3, 1.0 / 16}, {"dopri", 4, 1.0 / 16}, {"auto", 7, 1.0 / 8}, {"wave", 3, 1.0 / 16}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tw_stepper_kind *kind = tw_stepper_find(cases[i].name);
        double e1 = dense_error(kind, &problems[1], cases[i].h);
        double e2 = dense_error(kind, &problems[1], cases[i].h / 2);
        double slope = log2(e1 / e2) - 1;
        if (!(fabs(slope - cases[i].order) <= 0.5))
            fail_msg("%s: dense order %g (errors %g, %g)", cases[i].name, slope, e1, e2);
    }
}

/* how large y'' = -w^2 y has become after `steps` steps of h, h w = `angle`, from 1 */
static double grown(const tw_stepper_kind *kind, double angle, int steps) {
    const problem *p = &problems[0];
    run r;
    begin(&r, kind, p, 1, 0);
    r.kind->destroy(r.self);
    r.options.step = angle;
    double y[MOST];
    must(&r, kind->create(&r.ode, &r.options, &r.self));
    must(&r, kind->start(r.self, 0, (double[]){1, 0}, 0));
    for (int i = 0; i < steps; i++) must(&r, kind->step(r.self, 1e9, &r.t));
    must(&r, kind->dense(r.self, r.t, y));
    end(&r);
    return hypot(y[0], y[1]);
}

/* vibrations do not grow up to the limits that the methods are known for, and do beyond */
static void test_vibration(void **state) {
    (void)state;
    const struct {
        const char *name;
        double limit;
    } cases[] = {{"rk4", 2.82}, {"wave", 8.93}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tw_stepper_kind *kind = tw_stepper_find(cases[i].name);
        for (double a = 0.01; a <= cases[i].limit; a += 0.01) assert_true(grown(kind, a, 50) <= 1);
        assert_true(grown(kind, 1.1 * cases[i].limit, 50) > 10);
    }
}

/* steps end exactly at every limit, however close, and none is tiny because of a limit */
static void test_limits(void **state) {
    (void)state;
    static const double limits[] = {1e-15,
                                    1e-13,
                                    0.1,
                                    0.3,
                                    1.0 / 3,
                                    0.34,
                                    1,
                                    1 + 1e-7,
                                    1 + 1e-7 + 4e-16,
                                    1 + 1e-7 + 2e-14,
                                    1 + 1e-7 + 6e-14,
                                    2.5};
    const problem *p = &problems[0];
    for (EACH_KIND(kind)) {
        run r;
        begin(&r, *kind, p, 1e-8, 0);
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
            assert_true(go(&r, limits[i], 3) < 1e-5);
        assert_int_equal((*kind)->step(r.self, r.t, &r.t), TW_ARGUMENT);
        assert_int_equal((*kind)->step(r.self, INFINITY, &r.t), TW_ARGUMENT);
        end(&r);
    }

    run r;
    begin(&r, tw_stepper_find("auto"), p, 1e-3, 0.1);
    r.kind->destroy(r.self);
    r.options.max_step = 0.1;
    must(&r, r.kind->create(&r.ode, &r.options, &r.self));
    must(&r, r.kind->start(r.self, 0, (double[]){1, 0}, 0.1));
    while (r.t < 1.0001) {
        double before = r.t;
        must(&r, r.kind->step(r.self, 1.0001, &r.t));
        assert_true(r.t - before > 0.04 && r.t - before < 0.1 + 1e-15);
    }
    end(&r);

    /* the fixed grid does not drift: 1/600 s over a hundred seconds */
    const tw_stepper_kind *rk4 = tw_stepper_find("rk4");
    begin(&r, rk4, p, 1, 0);
    r.kind->destroy(r.self);
    r.options.step = 1.0 / 600;
    must(&r, rk4->create(&r.ode, &r.options, &r.self));
    must(&r, rk4->start(r.self, 0, (double[]){1, 0}, 0));
    for (int i = 1; i <= 60000; i++) {
        if (i == 700) { /* a step in two parts */
            must(&r, rk4->step(r.self, 1.1655, &r.t));
            assert_true(r.t == 1.1655);
        }
        must(&r, rk4->step(r.self, 1000, &r.t));
        assert_true(r.t == i * (1.0 / 600));
    }
    end(&r);
}

/* times need not begin at 0 nor be small */
static void test_any_time(void **state) {
    (void)state;
    static const double starts[] = {-3, 1e5};
    const problem *p = &problems[0];
    for (EACH_KIND(kind))
        for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
            run r;
            double y[MOST];
            begin(&r, *kind, p, 1e-7, 0);
            p->exact(starts[i], y);
            must(&r, (*kind)->start(r.self, starts[i], y, 0));
            r.t = starts[i];
            assert_true(go(&r, starts[i] + 1e-9, 1) < 1e-13);
            /* the integrators of others add h to t: half an ulp of t is lost at each step */
            assert_true(go(&r, starts[i] + 1e-7, 1) < 1e-10);
            assert_true(go(&r, starts[i] + 4, 3) < 1e-5);
            end(&r);
        }
}

static void test_max_step(void **state) {
    (void)state;
    for (EACH_KIND(kind)) {
        if (!(*kind)->adaptive) continue;
        run r;
        begin(&r, *kind, &problems[0], 1e-3, 0);
        (*kind)->destroy(r.self);
        r.options.max_step = 0.01;
        must(&r, (*kind)->create(&r.ode, &r.options, &r.self));
        must(&r, (*kind)->start(r.self, 0, (double[]){1, 0}, 5));
        while (r.t < 0.3) {
            double before = r.t;
            must(&r, (*kind)->step(r.self, 0.3, &r.t));
            assert_true(r.t - before <= 0.01 * (1 + 1e-12));
        }
        assert_true(stats_of(&r).steps >= 30);
        end(&r);
    }
}

/* an event inside a step: back to it by dense output, restart, on to the end */
static void test_restart(void **state) {
    (void)state;
    const problem *p = &problems[1];
    for (EACH_KIND(kind)) {
        run r;
        double y[MOST], z[MOST];
        begin(&r, *kind, p, 1e-9, 0);
        double before = 0;
        while (r.t < 1) {
            before = r.t;
            must(&r, (*kind)->step(r.self, p->end, &r.t));
        }
        double middle = before + 0.37 * (r.t - before);
        must(&r, (*kind)->dense(r.self, middle, y));
        double hint = (*kind)->next_step(r.self);
        assert_true(hint > 0);
        must(&r, (*kind)->start(r.self, middle, y, hint));
        must(&r, (*kind)->dense(r.self, middle, z));
        assert_memory_equal(y, z, (size_t)p->n * sizeof *y);
        assert_int_equal((*kind)->dense(r.self, before, z), TW_ARGUMENT);
        r.t = middle;
        assert_true(go(&r, p->end, 2) < 5e-6);
        assert_int_equal(stats_of(&r).restarts, 2);
        end(&r);
    }
}

/* an adaptive one-step kind has no memory but the step to try: a restart changes no bit */
static void test_one_step(void **state) {
    (void)state;
    const problem *p = &problems[1];
    for (EACH_KIND(kind)) {
        if (!(*kind)->one_step || !(*kind)->adaptive) continue;
        run a, b;
        double y[MOST], z[MOST];
        begin(&a, *kind, p, 1e-7, 0);
        begin(&b, *kind, p, 1e-7, 0);
        while (a.t < 8) {
            must(&a, (*kind)->step(a.self, p->end, &a.t));
            must(&b, (*kind)->step(b.self, p->end, &b.t));
            must(&b, (*kind)->dense(b.self, b.t, z));
            must(&a, (*kind)->dense(a.self, a.t, y));
            if (a.t != b.t) fail_msg("%s: %.17g, restarted %.17g", (*kind)->name, a.t, b.t);
            assert_memory_equal(y, z, (size_t)p->n * sizeof *y);
            must(&b, (*kind)->start(b.self, b.t, z, (*kind)->next_step(b.self)));
        }
        end(&a);
        end(&b);
    }
}

static void test_same_bits(void **state) {
    (void)state;
    for (EACH_KIND(kind))
        for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
            const problem *p = &problems[i];
            double y[2][MOST] = {{0}}, inside[2][MOST] = {{0}};
            for (int k = 0; k < 2; k++) {
                run r;
                begin(&r, *kind, p, 1e-7, 0);
                while (r.t < p->end) {
                    double t = r.t;
                    must(&r, (*kind)->step(r.self, p->end, &r.t));
                    must(&r, (*kind)->dense(r.self, (t + r.t) / 2, inside[k]));
                }
                must(&r, (*kind)->dense(r.self, r.t, y[k]));
                end(&r);
            }
            assert_memory_equal(y[0], y[1], sizeof y[0]);
            assert_memory_equal(inside[0], inside[1], sizeof inside[0]);
        }
}

/* the oscillator brought back to the unit circle after each step, without cost in accuracy */
static tw_status to_circle(void *context, double t0, const double *y0, double t, double *y,
                           bool *changed) {
    int *calls = context;
    (void)t0, (void)y0, (void)t;
    ++*calls;
    double s = 1 / sqrt(y[0] * y[0] + y[1] * y[1]);
    y[0] *= s;
    y[1] *= s;
    *changed = true;
    return TW_OK;
}

static void test_settle(void **state) {
    (void)state;
    const problem *p = &problems[0];
    for (EACH_KIND(kind)) {
        run r;
        int calls = 0;
        double y[MOST], last = 0, rtol = 1e-7;
        begin(&r, *kind, p, rtol, 0);
        r.ode.settle = to_circle;
        r.ode.context = &calls;
        while (r.t < p->end) {
            must(&r, (*kind)->step(r.self, p->end, &r.t));
            for (int i = 1; i <= 4; i++) {
                must(&r, (*kind)->dense(r.self, last + (r.t - last) * i / 4, y));
                assert_true(distance(p, last + (r.t - last) * i / 4, y) < 300 * rtol);
            }
            double radius = hypot(y[0], y[1]);
            assert_true(fabs(radius - 1) < ((*kind)->one_step ? 4e-16 : 20 * rtol));
            last = r.t;
        }
        assert_int_equal(calls, stats_of(&r).steps);
        end(&r);
    }
}

/* one violent body among many quiet ones is not averaged away */
static tw_status crowd(void *context, double t, const double *y, double *ydot) {
    (void)context, (void)t;
    for (int i = 0; i < 200; i += 2) {
        ydot[i] = y[i + 1];
        ydot[i + 1] = -y[i];
    }
    return TW_OK;
}

static void test_blocks(void **state) {
    (void)state;
    const tw_stepper_kind *kind = tw_stepper_find("auto");
    double y[200] = {1}, atol[200], error[2];
    for (int i = 0; i < 200; i++) atol[i] = 1e-7;
    for (int k = 0; k < 2; k++) {
        tw_ode ode = {.n = 200, .rhs = crowd, .atol = atol, .block = k == 0 ? 0 : 2};
        void *self;
        double t = 0, z[200];
        assert_int_equal(kind->create(&ode, NULL, &self), TW_OK);
        assert_int_equal(kind->start(self, 0, y, 0), TW_OK);
        while (t < 20) assert_int_equal(kind->step(self, 20, &t), TW_OK);
        assert_int_equal(kind->dense(self, t, z), TW_OK);
        error[k] = hypot(z[0] - cos(t), z[1] + sin(t));
        kind->destroy(self);
    }
    assert_true(error[1] < error[0] / 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),        cmocka_unit_test(test_accuracy),
        cmocka_unit_test(test_stiff),       cmocka_unit_test(test_order),
        cmocka_unit_test(test_dense_order), cmocka_unit_test(test_limits),
        cmocka_unit_test(test_any_time),    cmocka_unit_test(test_max_step),
        cmocka_unit_test(test_restart),     cmocka_unit_test(test_one_step),
        cmocka_unit_test(test_same_bits),   cmocka_unit_test(test_settle),
        cmocka_unit_test(test_blocks),      cmocka_unit_test(test_vibration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
