/*
 * Every kind of force and constraint moves alike under every stepper: random small worlds, at tight
 * tolerances, end after half a second in the same state. The registries are walked: new kinds and
 * new accurate steppers are covered by existing. Methods of first order are left out, and worlds
 * whose motion is so violent that the default stepper needs many steps.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "steppers/stepper.h"
#include "timeline/sim.h"

#include "../../support/random_world.h"

#ifndef WORLDS
#define WORLDS                                                                        \
    2 /* of each kind that move smoothly; sanitizers see one (tests/cmake/base.cmake) \
       */
#endif

enum { WANTED = WORLDS, TRIES = 200, SMOOTH = 60, NUMBERS = 13 };

static const double END = 0.5, TOLERANCE = 1e-7;

static unsigned long last_step; /* of a run, rejected ones as well */

static unsigned long steps_of(const tw_sim *sim) {
    tw_sim_stats s;
    tw_sim_statistics(sim, &s);
    return s.steps + s.rejected;
}

static tw_status few_steps(void *context) {
    return steps_of(context) < last_step ? TW_OK : TW_INTERRUPTED;
}

static void look(const tw_world *w, int body, double s[NUMBERS]) {
    const tw_body *b = w->body.data[body];
    v3_store(s, b->position);
    v3_store(s + 3, b->velocity);
    v3_store(s + 6, b->angular_velocity);
    s[9] = b->orientation.w, s[10] = b->orientation.x;
    s[11] = b->orientation.y, s[12] = b->orientation.z;
}

/* the largest difference of two states, relative to what is larger than 1 */
static double apart(const double *a, const double *b, int n) {
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double d = fabs(a[i] - b[i]) / fmax(1, fabs(b[i]));
        if (!(d <= worst)) worst = d;
    }
    return worst;
}

static void run_with(tw_sim *sim, const tw_sim_save *start, int stepper, tw_status *status,
                     double *states) {
    assert_int_equal(tw_sim_restore(sim, start), TW_OK);
    tw_world *w = tw_sim_world(sim);
    w->set.stepper = stepper;
    w->set.rtol = 1e-11;
    w->set.atol = 1e-12;
    w->set.step = 1.0 / 2000;
    tw_world_touch_fields(w);
    *status = tw_sim_advance(sim, END);
    for (int i = 0; i < (int)w->body.count; i++) look(w, i, states + NUMBERS * i);
}

static bool is_accurate(const char *name) {
    return tw_stepper_find(name) && strcmp(name, "auto") != 0 && strcmp(name, "project") != 0 &&
           strcmp(name, "timestep") != 0;
}

/* false: the motion of this world is no fair one */
static bool compare(random_world *r, const tw_kind *kind) {
    tw_sim *sim;
    tw_sim_save *start;
    tw_status status;
    double wanted[8 * NUMBERS], got[8 * NUMBERS];
    int n = NUMBERS * (int)r->w->body.count;
    assert_true(r->w->body.count <= 8);
    assert_int_equal(tw_sim_create(r->w, &sim), TW_OK);
    assert_int_equal(tw_sim_save_create(sim, &start), TW_OK);
    last_step = steps_of(sim) + SMOOTH;
    tw_sim_poll(sim, (tw_poll){few_steps, sim});
    run_with(sim, start, 0, &status, wanted);
    tw_sim_poll(sim, (tw_poll){0});
    bool fair = status == TW_OK;
    for (int k = 0; fair && tw_stepper_choices[k]; k++) {
        const char *name = tw_stepper_choices[k];
        if (!is_accurate(name)) continue;
        run_with(sim, start, k, &status, got);
        if (status != TW_OK) fail_msg("%s with %s: %s", kind->name, name, tw_failure());
        double d = apart(got, wanted, n);
        if (!(d <= TOLERANCE)) fail_msg("%s: %s is %g apart from auto", kind->name, name, d);
    }
    tw_sim_save_free(start);
    tw_sim_destroy(sim);
    return fair;
}

static void one_kind(tw_class class_, const tw_kind *kind) {
    if (class_ == TW_BODY) return;
    /* limits are for `auto` and `timestep` alone */
    if (class_ == TW_CONSTRAINT && ((const tw_constraint_kind *)(const void *)kind)->bounds) return;
    int fair = 0;
    for (int i = 0; i < TRIES && fair < WANTED; i++) {
        random_world r = random_world_new();
        r.w->set.tau = tw_value_scalar(0.5);
        for (int k = 0; k < 3; k++) {
            tw_body *b = r.body[k];
            b->velocity = v3_scale(b->velocity, 0.3);
            b->angular_velocity = v3_scale(b->angular_velocity, 0.3);
        }
        random_object(&r, class_, kind);
        fair += compare(&r, kind);
        tw_world_destroy(r.w);
    }
    if (fair < WANTED) fail_msg("%s: %d worlds of %d move smoothly", kind->name, fair, TRIES);
}

static void every_kind(void **state) {
    (void)state;
    for_every_kind(one_kind);
}

/* every kind tells its users its order, use, limits, contacts, and the fields that it reads */
static void every_kind_is_described(void **state) {
    (void)state;
    for (const tw_stepper_kind *const *k = tw_stepper_kinds; *k; k++) {
        const tw_stepper_about *a = &(*k)->about;
        const char *const text[] = {a->order, a->use, a->limits, a->contacts, a->fields};
        for (size_t i = 0; i < sizeof text / sizeof *text; i++)
            if (!text[i] || strlen(text[i]) < 4)
                fail_msg("%s: text %zu of its description is missing", (*k)->name, i);
        for (const char *p = a->fields; *p; p += strspn(p, ", ")) {
            char name[32];
            size_t n = strcspn(p, ",");
            snprintf(name, sizeof name, "%.*s", (int)n, p);
            if (!tw_params_find(tw_settings_params, tw_settings_param_count, name))
                fail_msg("%s: tw.scene has no field '%s'", (*k)->name, name);
            p += n;
        }
        /* a kind with steps of its own reads `step`, one with error control reads rtol */
        assert_non_null(strstr(a->fields, (*k)->adaptive ? "rtol" : "step"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind),
                                       cmocka_unit_test(every_kind_is_described)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
