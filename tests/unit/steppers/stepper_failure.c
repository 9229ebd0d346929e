/*
 * Do steppers fail clearly and quietly where they must, and not where they need not? All registered
 * kinds against walls, holes, explosions, broken scripts and senseless arguments.
 */
#include "stepper_run.h"

#include <stdio.h>
#include <unistd.h>

static const double PI = 3.14159265358979323846;

static tw_status wall(void *context, double t, const double *y, double *ydot) {
    (void)context;
    if (y[0] > 1) return tw_fail(TW_NONFINITE, "beyond the wall at t = %g", t);
    ydot[0] = 1;
    return TW_OK;
}

static tw_status root_of_negative(void *context, double t, const double *y, double *ydot) {
    (void)context, (void)t;
    ydot[0] = 1 + 0 * sqrt(1 - y[0]);
    return TW_OK;
}

static tw_status explosion(void *context, double t, const double *y, double *ydot) {
    (void)context, (void)t;
    ydot[0] = 1 + y[0] * y[0]; /* y = tan t */
    return TW_OK;
}

static tw_status broken(void *context, double t, const double *y, double *ydot) {
    (void)context, (void)y;
    ydot[0] = 1;
    return t > 0.5 ? tw_fail(TW_SCRIPT, "scene.lua:7: broken at last") : TW_OK;
}

static void zero(double t, double *y) {
    (void)t;
    y[0] = 0;
}

static tw_status until_failure(run *r) {
    tw_status status = TW_OK;
    for (int i = 0; i < 100000 && status == TW_OK && r->t < 5; i++)
        status = r->kind->step(r->self, 5, &r->t);
    return status;
}

static void fails_at(const tw_stepper_kind *kind, const problem *p, double where) {
    run r;
    double y[MOST];
    begin(&r, kind, p, 1e-6, 0);
    tw_status status = until_failure(&r);
    if (status != (kind->adaptive ? TW_UNDERFLOW : TW_NONFINITE))
        fail_msg("%s, %s: status %d at t = %g: %s", kind->name, p->name, (int)status, r.t,
                 tw_failure());
    assert_non_null(strstr(tw_failure(), " at t = "));
    if (!(fabs(r.t - where) < (kind->adaptive ? 1e-3 : 0.3)))
        fail_msg("%s, %s: stops at %.17g: %s", kind->name, p->name, r.t, tw_failure());
    /* the last accepted state is still there */
    assert_int_equal(kind->dense(r.self, r.t, y), TW_OK);
    assert_true(isfinite(y[0]));
    end(&r);
}

static void run_failures(void) {
    const problem walled = {"wall", 1, 5, wall, zero};
    const problem nan = {"root", 1, 5, root_of_negative, zero};
    const problem blown = {"explosion", 1, 5, explosion, zero};
    const problem script = {"broken", 1, 5, broken, zero};
    for (EACH_KIND(kind)) {
        fails_at(*kind, &walled, 1);
        assert_non_null(strstr(tw_failure(), "beyond the wall"));
        fails_at(*kind, &nan, 1);
        assert_non_null(strstr(tw_failure(), "not finite"));
        fails_at(*kind, &blown, PI / 2);

        /* steps that vanish against the time: 1e-9 s is a hundredth of an ulp of 1e9 s */
        run r;
        double y[1] = {0};
        begin(&r, *kind, &script, 1e-6, 0);
        (*kind)->destroy(r.self);
        r.options = (tw_stepper_options){.step = 1e-9, .max_step = 1e-9};
        assert_int_equal((*kind)->create(&r.ode, &r.options, &r.self), TW_OK);
        r.ode.rhs = wall;
        assert_int_equal((*kind)->start(r.self, 1e9, y, 0), TW_OK);
        assert_int_equal((*kind)->step(r.self, 1e9 + 1, &r.t), TW_UNDERFLOW);
        assert_non_null(strstr(tw_failure(), " at t = "));
        end(&r);

        begin(&r, *kind, &script, 1e-6, 0);
        assert_int_equal(until_failure(&r), TW_SCRIPT);
        assert_string_equal(tw_failure(), "scene.lua:7: broken at last");
        end(&r);
        begin(&r, *kind, &walled, 1e-6, 0);
        assert_int_equal((*kind)->start(r.self, 0, (double[]){2}, 0), TW_NONFINITE);
        end(&r);
    }
}

/* all failures are returned, none is printed */
static void test_failures(void **state) {
    (void)state;
    FILE *paper = tmpfile();
    assert_non_null(paper);
    fflush(stdout);
    fflush(stderr);
    int out = dup(1), err = dup(2);
    assert_true(dup2(fileno(paper), 1) == 1 && dup2(fileno(paper), 2) == 2);
    run_failures();
    fflush(stdout);
    fflush(stderr);
    dup2(out, 1);
    dup2(err, 2);
    close(out);
    close(err);
    fseek(paper, 0, SEEK_END);
    assert_int_equal(ftell(paper), 0);
    fclose(paper);
}

/* a first trial into forbidden ground is shortened, not fatal */
static tw_status near_circle(void *context, double t, const double *y, double *ydot) {
    if (y[0] * y[0] + y[1] * y[1] > 1.1)
        return tw_fail(TW_NONFINITE, "far from the circle at t = %g", t);
    return oscillator(context, t, y, ydot);
}

static void test_recovery(void **state) {
    (void)state;
    const problem p = {"near circle", 2, 5, near_circle, oscillator_exact};
    for (EACH_KIND(kind)) {
        if (!(*kind)->adaptive) continue;
        run r;
        begin(&r, *kind, &p, 1e-6, 4);
        assert_true(go(&r, p.end, 2) < 1e-3);
        assert_true(stats_of(&r).rejected > 0 || !(*kind)->one_step);
        end(&r);
    }
}

static tw_status nothing(void *context, double t, const double *y, double *ydot) {
    (void)context, (void)t, (void)y, (void)ydot;
    return TW_OK;
}

static void test_empty(void **state) {
    (void)state;
    const problem p = {"empty", 0, 3, nothing, zero};
    for (EACH_KIND(kind)) assert_true(error_of(*kind, &p, 1e-6, 1) == 0);
}

static void test_arguments(void **state) {
    (void)state;
    double atol[] = {1e-9, 0};
    for (EACH_KIND(kind)) {
        void *self = NULL;
        tw_stepper_options options = {.step = 0.1};
        tw_ode ode = {.n = 2, .rhs = oscillator, .rtol = 1e-6, .atol = atol};
        assert_int_equal((*kind)->create(&ode, &options, &self), TW_ARGUMENT);
        assert_non_null(strstr(tw_failure(), "atol of component 1"));
        ode.n = 1;
        ode.rtol = NAN;
        assert_int_equal((*kind)->create(&ode, &options, &self), TW_ARGUMENT);
        ode.rtol = 1e-6;
        options.max_step = -1;
        assert_int_equal((*kind)->create(&ode, &options, &self), TW_ARGUMENT);
        options = (tw_stepper_options){0};
        if (!(*kind)->adaptive)
            assert_int_equal((*kind)->create(&ode, &options, &self), TW_ARGUMENT);
        assert_null(self);
    }
}

/* asked before each evaluation, also within a step */
static tw_status seventh(void *context) {
    int *asked = context;
    return ++*asked < 7 ? TW_OK : tw_fail(TW_TIME_LIMIT, "time is up");
}

static void test_poll(void **state) {
    (void)state;
    const problem p = {"oscillator", 2, 5, oscillator, oscillator_exact};
    for (EACH_KIND(kind)) {
        run r;
        int asked = 0;
        begin(&r, *kind, &p, 1e-6, 0);
        r.ode.poll = (tw_poll){seventh, &asked};
        assert_int_equal(until_failure(&r), TW_TIME_LIMIT);
        assert_string_equal(tw_failure(), "time is up");
        assert_in_range(asked, 7, 20); /* SUNDIALS asks more often before it gives up */
        end(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_failures),  cmocka_unit_test(test_recovery),
        cmocka_unit_test(test_empty),     cmocka_unit_test(test_poll),
        cmocka_unit_test(test_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
