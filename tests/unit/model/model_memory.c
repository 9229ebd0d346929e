/* Memory that runs out while a world is built: the k-th allocation fails, for every k; the failure
 * is told, the world stays whole, and nothing leaks. */
#include "model/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/fail_malloc.h"
#include "../../support/objects.h"

static tw_status put_in(tw_world *w, tw_object *draft, const char *name, tw_id group) {
    tw_status s = tw_world_add(w, draft, name, group, "scene.lua", 1);
    if (s != TW_OK) tw_object_discard(draft);
    return s;
}

static tw_status two_bodies_and_a_spring(tw_world *w) {
    tw_group *g;
    TW_TRY(tw_group_new(w, &g));
    TW_TRY(put_in(w, &g->o, "g", nothing));
    tw_id points[2];
    for (int i = 0; i < 2; i++) {
        tw_body *b;
        TW_TRY(tw_body_new(w, body_kind("sphere"), &b));
        put_number(b, "radius", 0.1);
        TW_TRY(put_in(w, &b->o, i ? "named" : NULL, g->o.id));
        tw_point *p;
        TW_TRY(tw_point_new(w, TW_POINT_LOCAL, &p));
        p->body = b->o.id;
        TW_TRY(put_in(w, &p->o, NULL, nothing));
        points[i] = p->o.id;
    }
    tw_force *f;
    TW_TRY(tw_force_new(w, force_kind("spring"), &f));
    put_id(f, "a", points[0]);
    put_id(f, "b", points[1]);
    TW_TRY(put_in(w, &f->o, NULL, nothing));
    tw_stage_light light = {0};
    TW_TRY(tw_params_preset(tw_light_params, tw_light_param_count, &light));
    return tw_stage_add_light(&w->stage, &light);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    bool done = false;
    for (long k = 0; !done; k++) {
        assert_true(k < 1000);
        tw_world *w = NULL;
        allocations_left = k;
        tw_status s = tw_world_create(&w);
        if (s == TW_OK) s = two_bodies_and_a_spring(w);
        done = allocations_left > 0 || s == TW_OK;
        allocations_left = -1;
        assert_int_equal(s, done ? TW_OK : TW_MEMORY);
        if (!w) continue;
        /* what got in is whole: every id finds its object */
        for (size_t i = 0; i < w->body.count; i++)
            assert_ptr_equal(tw_world_body(w, w->body.data[i]->o.id), w->body.data[i]);
        assert_int_equal(w->body.count == 2 && w->force.count == 1 && w->stage.light_count == 1,
                         done);
        while (w->body.count)
            assert_int_equal(tw_world_remove(w, TW_BODY, w->body.data[0]->o.id), TW_OK);
        assert_int_equal(w->force.count + w->point.count, 0);
        tw_world_destroy(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
