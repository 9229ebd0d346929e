/* Memory that runs out while a simulation is kept aside or taken back: the k-th allocation fails,
 * for every k; nothing is lost, and going on gives the same bits. */
#include "timeline/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/fail_malloc.h"
#include "../../support/objects.h"

static int fired, released;

static tw_status count(void *context, double t, double u) {
    (void)context, (void)t, (void)u;
    fired++;
    return TW_OK;
}

static void release(void *context) {
    (void)context;
    released++;
}

static void plan(tw_sim *sim, double t) {
    tw_id id;
    const tw_event e = {.kind = TW_EVENT_AT, .from = t, .run = count, .release = release};
    assert_int_equal(tw_sim_event(sim, &e, &id), TW_OK);
}

/* two spheres on a spring, one of them on a nail, a group, a light, two events */
static tw_sim *make(tw_world **world) {
    tw_world *w;
    tw_sim *sim;
    assert_int_equal(tw_world_create(&w), TW_OK);
    assert_int_equal(tw_sim_create(w, &sim), TW_OK);
    tw_group *g;
    assert_int_equal(tw_group_new(w, &g), TW_OK);
    add(w, g);
    tw_body *a = add_sphere(w, 0.1), *b = add_sphere(w, 0.2);
    b->position = v3(1, 0, 0);
    tw_point *p = add_local(w, a, v3(0.1, 0, 0)), *q = add_local(w, b, v3(0, 0, 0.1));
    tw_force *spring = draft_force(w, "spring");
    put_id(spring, "a", p->o.id);
    put_id(spring, "b", q->o.id);
    put_number(spring, "stiffness", 50);
    add(w, spring);
    tw_constraint *c;
    assert_int_equal(tw_constraint_new(w, constraint_kind("point_to_nail"), &c), TW_OK);
    put_id(c, "point", p->o.id);
    put_id(c, "nail", add_nail(w, v3(0, 0.1, 0))->o.id);
    add(w, c);
    tw_stage_light light = {0};
    assert_int_equal(tw_params_preset(tw_light_params, tw_light_param_count, &light), TW_OK);
    assert_int_equal(tw_stage_add_light(&w->stage, &light), TW_OK);
    plan(sim, 0.05);
    plan(sim, 0.15);
    *world = w;
    return sim;
}

static double sum(const tw_world *w) {
    double s = w->time;
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        s += v3_length(b->position) + v3_length(b->velocity) + b->orientation.w;
    }
    return s;
}

static void assert_whole(const tw_world *w) {
    for (size_t i = 0; i < w->body.count; i++)
        assert_ptr_equal(tw_world_body(w, w->body.data[i]->o.id), w->body.data[i]);
    for (size_t i = 0; i < w->point.count; i++)
        assert_ptr_equal(tw_world_point(w, w->point.data[i]->o.id), w->point.data[i]);
}

static void saving(void **state) {
    (void)state;
    tw_world *w;
    tw_sim *sim = make(&w);
    assert_int_equal(tw_sim_advance(sim, 0.1), TW_OK);
    double before = sum(w);
    bool done = false;
    long k = 0;
    for (; !done; k++) {
        assert_true(k < 1000);
        tw_sim_save *save = NULL;
        allocations_left = k;
        tw_status s = tw_sim_save_create(sim, &save);
        done = s == TW_OK;
        allocations_left = -1;
        assert_int_equal(s, done ? TW_OK : TW_MEMORY);
        assert_true(sum(w) == before && fired == 1 && released == 1);
        assert_whole(w);
        tw_sim_save_free(save);
    }
    assert_true(k > 20);
    assert_int_equal(tw_sim_advance(sim, 0.2), TW_OK);
    assert_true(fired == 2 && released == 2);
    tw_sim_destroy(sim);
    tw_world_destroy(w);
}

static void restoring(void **state) {
    (void)state;
    fired = released = 0;
    tw_world *w;
    tw_sim *sim = make(&w);
    tw_sim_save *save;
    assert_int_equal(tw_sim_advance(sim, 0.1), TW_OK);
    double then = sum(w);
    assert_int_equal(tw_sim_save_create(sim, &save), TW_OK);
    assert_int_equal(tw_sim_advance(sim, 0.2), TW_OK);
    double end = sum(w);
    add_sphere(w, 0.3);
    plan(sim, 0.3);
    tw_id gone = w->body.data[0]->o.id;
    assert_int_equal(tw_world_remove(w, TW_BODY, gone), TW_OK);
    double before = sum(w);
    bool done = false;
    for (long k = 0; !done; k++) {
        assert_true(k < 1000);
        allocations_left = k;
        tw_status s = tw_sim_restore(sim, save);
        done = s == TW_OK;
        allocations_left = -1;
        assert_int_equal(s, done ? TW_OK : TW_MEMORY);
        assert_true(sum(w) == (done ? then : before));
        assert_true((tw_world_body(w, gone) != NULL) == done);
        assert_int_equal(w->force.count, done);
        assert_int_equal(released, done ? 2 : 1); /* the event that had been planned since */
        assert_whole(w);
    }
    assert_int_equal(fired, 2);
    assert_int_equal(tw_sim_advance(sim, 0.2), TW_OK);
    assert_true(sum(w) == end && fired == 3);

    /* what a save holds goes with it, and a save may outlive what it was taken of */
    assert_int_equal(released, 2);
    tw_sim_destroy(sim);
    assert_int_equal(released, 3);
    tw_world_destroy(w);
    tw_sim_save_free(save);
}

/* ---- with contacts: strands ------------------------------------------------------------------ */

/* three spheres that lie on the ground, one that comes down at 0.2 s and bounces, and one that hits
 * one of the three at 0.5 s */
static tw_sim *make_touching(tw_world **world) {
    tw_world *w;
    tw_sim *sim;
    assert_int_equal(tw_world_create(&w), TW_OK);
    assert_int_equal(tw_sim_create(w, &sim), TW_OK);
    w->set.gravity = tw_value_vector(v3(0, 0, -10));
    w->stage.ground.present = true;
    for (int i = 0; i < 5; i++) {
        tw_body *b = draft_body(w, "sphere");
        put_number(b, "radius", 0.1);
        b->collide = true;
        b->restitution = tw_value_scalar(0.5);
        b->position = v3(i, 0, i == 3 ? 0.3 : 0.1);
        if (i == 4) b->position.x = -0.7, b->velocity = v3(1, 0, 0);
        add(w, b);
    }
    *world = w;
    return sim;
}

static void restoring_contacts(void **state) {
    (void)state;
    bool done = false;
    long k = 0;
    for (; !done; k++) {
        assert_true(k < 1000);
        tw_world *w;
        tw_sim *sim = make_touching(&w);
        tw_sim_save *early, *late;
        assert_int_equal(tw_sim_advance(sim, 0.1), TW_OK);
        assert_int_equal(tw_sim_save_create(sim, &early), TW_OK);
        assert_int_equal(tw_sim_advance(sim, 0.3), TW_OK);
        double then = sum(w);
        assert_int_equal(tw_sim_save_create(sim, &late), TW_OK);
        assert_int_equal(tw_sim_advance(sim, 0.7), TW_OK);
        double end = sum(w);
        assert_int_equal(tw_sim_restore(sim, late), TW_OK);
        allocations_left = k;
        tw_status s = tw_sim_restore(sim, early);
        done = s == TW_OK;
        allocations_left = -1;
        assert_int_equal(s, done ? TW_OK : TW_MEMORY);
        assert_int_equal(sum(w) == then, !done);
        assert_int_equal(tw_sim_advance(sim, 0.7), TW_OK);
        assert_true(sum(w) == end);
        tw_sim_destroy(sim);
        tw_world_destroy(w);
        tw_sim_save_free(early);
        tw_sim_save_free(late);
    }
    assert_true(k > 20);
}

/* where memory runs out as strands are divided and started, the next call does it again */
static void dividing(void **state) {
    (void)state;
    bool done = false;
    long k = 0;
    double end = NAN;
    for (; !done; k++) {
        assert_true(k < 2000);
        tw_world *w;
        tw_sim *sim = make_touching(&w);
        assert_int_equal(tw_sim_advance(sim, 0.15), TW_OK);
        allocations_left = k > 0 ? k - 1 : -1;
        tw_status s = tw_sim_advance(sim, 0.7);
        done = s == TW_OK && k > 0;
        allocations_left = -1;
        assert_int_equal(s, done || k == 0 ? TW_OK : TW_MEMORY);
        assert_int_equal(tw_sim_advance(sim, 0.7), TW_OK);
        if (k == 0) end = sum(w);
        if (!(fabs(sum(w) - end) < 1e-6))
            fail_msg("allocation %ld: %.9g, not %.9g", k, sum(w), end);
        tw_sim_destroy(sim);
        tw_world_destroy(w);
    }
    assert_true(k > 20);
}

/* an event within a step changes something: the step is not done again, and bodies keep the counts
 * that it has left */
static tw_sim_save *kept;
static tw_body_pace pace_then;
static tw_sim *sim_now;

static tw_status look_at(void *context, double t, tw_probe *probe) {
    (void)t;
    tw_world *w = context;
    *probe = (tw_probe){.value = w->body.data[4]->position.x + 0.6999};
    return TW_OK;
}

static tw_status keep(void *context, double t, double u) {
    (void)t, (void)u;
    tw_world *w = context;
    assert_int_equal(put_body(w, w->body.data[2], v3(7, 0, 0.1)), TW_OK);
    pace_then = w->body.data[4]->pace;
    return tw_sim_save_create(sim_now, &kept);
}

static void counts_stay(void **state) {
    (void)state;
    tw_world *w;
    tw_id id;
    tw_sim *sim = sim_now = make_touching(&w);
    const tw_event e = {
        .kind = TW_EVENT_WHEN, .times = 1, .run = keep, .probe = look_at, .context = w};
    assert_int_equal(tw_sim_event(sim, &e, &id), TW_OK);
    assert_int_equal(tw_sim_advance(sim, 0.7), TW_OK);
    double end = sum(w);
    assert_true(pace_then.labour > 0 && pace_then.crawl > 0);
    for (int i = 0; i < 2; i++) {
        tw_sim_save *again;
        assert_int_equal(tw_sim_restore(sim, kept), TW_OK);
        const tw_body_pace *now = &w->body.data[4]->pace;
        assert_true(now->labour == pace_then.labour && now->crawl == pace_then.crawl);
        /* a save of what has just been restored is the same once more */
        assert_int_equal(tw_sim_save_create(sim, &again), TW_OK);
        assert_int_equal(tw_sim_advance(sim, 0.7), TW_OK);
        assert_true(sum(w) == end);
        assert_int_equal(tw_sim_restore(sim, again), TW_OK);
        assert_int_equal(tw_sim_advance(sim, 0.7), TW_OK);
        assert_true(sum(w) == end);
        tw_sim_save_free(again);
    }
    tw_sim_destroy(sim);
    tw_world_destroy(w);
    tw_sim_save_free(kept);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(saving), cmocka_unit_test(restoring),
                                       cmocka_unit_test(restoring_contacts),
                                       cmocka_unit_test(dividing), cmocka_unit_test(counts_stay)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
