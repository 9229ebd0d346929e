/* Very many events at random times, some of them at the same, some cancelled, some planned by
 * others: they run in the order (time, registration), each as often as it should. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "timeline/sim.h"

#include "../../support/random.h"

enum { EVENTS = 5000 };

typedef struct entry {
    tw_sim *sim;
    double from, period, to; /* period 0: once */
    int order, runs;
    bool cancelled;
    tw_id id, victim; /* who is cancelled by this one */
    int victim_order;
} entry;

static entry all[2 * EVENTS];
static int count, calls;
static double last_time;
static int last_order;

static void plan(tw_sim *sim, double from, double period, double to);

static tw_status run(void *context, double t, double u) {
    (void)u;
    entry *e = context;
    assert_true(!e->cancelled);
    assert_true(t == e->from + e->runs * e->period);
    assert_true(t > last_time || (t == last_time && e->order > last_order));
    last_time = t;
    last_order = e->order;
    e->runs++;
    calls++;
    if (e->victim_order >= 0) {
        entry *v = &all[e->victim_order];
        tw_sim_cancel(e->sim, v->id);
        v->cancelled = true;
    }
    if (count < 2 * EVENTS && random_int(3) == 0) plan(e->sim, t + random_int(50) / 64.0, 0, 0);
    return TW_OK;
}

static void plan(tw_sim *sim, double from, double period, double to) {
    entry *e = &all[count];
    *e = (entry){.sim = sim, .from = from, .period = period, .to = to, .order = count};
    e->victim_order = -1;
    if (count > 0 && random_int(10) == 0) e->victim_order = random_int(count);
    const tw_event event = {.kind = period > 0 ? TW_EVENT_EVERY : TW_EVENT_AT,
                            .from = from,
                            .to = to,
                            .period = period,
                            .run = run,
                            .context = e};
    assert_int_equal(tw_sim_event(sim, &event, &e->id), TW_OK);
    count++;
}

static void in_order(void **state) {
    (void)state;
    tw_world *w;
    tw_sim *sim;
    assert_int_equal(tw_world_create(&w), TW_OK);
    assert_int_equal(tw_sim_create(w, &sim), TW_OK);
    last_time = -1;
    for (int i = 0; i < EVENTS; i++)
        if (random_int(20))
            plan(sim, random_int(640) / 64.0, 0, 0);
        else
            plan(sim, random_int(640) / 64.0, (1 + random_int(64)) / 64.0, random_int(640) / 64.0);
    assert_int_equal(tw_sim_advance(sim, 12), TW_OK);
    assert_true(calls > EVENTS);
    for (int i = 0; i < count; i++) {
        const entry *e = &all[i];
        tw_event_state s;
        assert_true(tw_sim_event_list(sim, (size_t)i, &s));
        assert_int_equal(s.fired, e->runs > 0);
        if (e->cancelled || e->from > 12) continue;
        int wanted = 1;
        if (e->period > 0 && e->to > e->from) wanted += (int)((e->to - e->from) / e->period);
        assert_int_equal(e->runs, wanted);
        assert_true(s.done);
    }
    tw_sim_destroy(sim);
    tw_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(in_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
