/* A step with many contacts can be stopped: its loops over contacts ask poll at every 4096th, and
 * the answer ends the step at once, whichever loop has asked. */
#include "dynamics/dynamics.h"
#include "model/world.h"
#include "timeline/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/asked.h"
#include "../../support/objects.h"
#include "../../support/random.h"

/* BALLS of radius 1 whose centres are so near to each other that all pairs touch */
enum { BALLS = 140, CONTACTS = BALLS * (BALLS - 1) / 2 };

static tw_sim *make_heap(tw_world **world) {
    tw_world *w;
    tw_sim *sim;
    assert_int_equal(tw_world_create(&w), TW_OK);
    assert_int_equal(tw_sim_create(w, &sim), TW_OK);
    for (int i = 0; i < BALLS; i++) {
        tw_body *b = draft_body(w, "sphere");
        put_number(b, "radius", 1);
        b->collide = true;
        b->position = v3(0.01 * (i % 5), 0.01 * (i / 5 % 5), 0.01 * (i / 25));
        add(w, b);
    }
    *world = w;
    return sim;
}

static void steps_can_be_stopped(void **state) {
    (void)state;
    tw_world *w;
    asked a = {0, 0};
    int all = 1;
    for (int last = 0; last <= all; last += 1 + all / 40) {
        tw_sim *sim = make_heap(&w);
        a = (asked){0, last};
        tw_sim_poll(sim, (tw_poll){asked_by, &a});
        tw_status s = tw_sim_advance(sim, 1e-3);
        assert_int_equal(s, last ? TW_INTERRUPTED : TW_OK);
        if (last) assert_int_equal(a.calls, last);
        if (!last) all = a.calls;
        tw_sim_destroy(sim);
        tw_world_destroy(w);
    }
    /* without the loops that copy contacts into the problem, and its answer back: 521 */
    assert_true(all >= 521 + 3 * (CONTACTS / 4096));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_can_be_stopped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
