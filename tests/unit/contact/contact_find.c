/* The broad phase against all pairs, and the contacts of small worlds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/asked.h"
#include "../../support/near.h"
#include "../../support/objects.h"
#include "base/math/random.h"
#include "contact/find.h"

enum { BOXES = 700 };

static void pairs_are_those_of_all_pairs(void **state) {
    (void)state;
    tw_random r = tw_random_seed(1);
    tw_broad broad = {0};
    tw_bounds *box = calloc(BOXES, sizeof *box);
    int32_t *group = calloc(BOXES, sizeof *group);
    assert_true(box && group);
    for (int round = 0; round < 40; round++) {
        int n = round < 12 ? round : BOXES - round;
        double spread = round % 3 == 0 ? 0 : round % 3 == 1 ? 3 : 30;
        for (int i = 0; i < n; i++) {
            vec3 direction = tw_random_direction(&r);
            vec3 c = v3_scale(direction, spread * tw_random_uniform(&r));
            if (round % 5 == 2) c.y = c.z = 0;
            double size = i % 97 == 5 ? 100 : i % 31 == 3 ? 1e4 : tw_random_uniform(&r);
            if (round % 4 == 1) c = v3(floor(c.x), floor(c.y), floor(c.z)), size = 0.5;
            box[i] = (tw_bounds){v3_sub(c, v3(size, size, size)), v3_add(c, v3(size, size, 0.1))};
            group[i] = i % 7 ? i : -1;
        }
        const int32_t *of = round % 2 ? group : NULL;
        assert_int_equal(tw_broad_find(&broad, box, of, n, (tw_poll){0}), TW_OK);
        size_t k = 0;
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++) {
                const tw_bounds *a = &box[i], *b = &box[j];
                bool meet = a->hi.x >= b->lo.x && b->hi.x >= a->lo.x && a->hi.y >= b->lo.y &&
                            b->hi.y >= a->lo.y && a->hi.z >= b->lo.z && b->hi.z >= a->lo.z;
                if (!meet || (of && of[i] == of[j])) continue;
                assert_true(k < broad.pair.count);
                assert_int_equal(broad.pair.data[k].a, i);
                assert_int_equal(broad.pair.data[k].b, j);
                k++;
            }
        assert_int_equal(k, broad.pair.count);
    }
    free(box);
    free(group);
    tw_broad_free(&broad);
}

/* boxes that all overlap: the search of their pairs asks poll in each of its loops, and ends at
 * each answer that says so */
static void the_broad_phase_can_be_stopped(void **state) {
    (void)state;
    enum { N = 1200, PAIRS = N * (N - 1) / 2, EVERY = 1 << 16 };
    tw_broad broad = {0};
    tw_bounds *box = calloc(N, sizeof *box);
    assert_non_null(box);
    for (int i = 0; i < N; i++) box[i] = (tw_bounds){v3(1e-3 * i, 0, 0), v3(1e-3 * i + 2, 1, 1)};
    asked a = {0, 0};
    assert_int_equal(tw_broad_find(&broad, box, NULL, N, (tw_poll){asked_by, &a}), TW_OK);
    assert_int_equal(broad.pair.count, PAIRS);
    /* PAIRS pairs are named once and sorted twice; the levels of the tree have PAIRS / 4, PAIRS /
     * 16, ... */
    int all = a.calls;
    assert_true(all >= 3 * (PAIRS / EVERY) + PAIRS / 4 / EVERY);
    for (int k = 1; k <= all; k++) {
        a = (asked){0, k};
        assert_int_equal(tw_broad_find(&broad, box, NULL, N, (tw_poll){asked_by, &a}),
                         TW_INTERRUPTED);
        assert_int_equal(a.calls, k);
    }
    /* after a search that was stopped the next one is right */
    assert_int_equal(tw_broad_find(&broad, box, NULL, N, (tw_poll){0}), TW_OK);
    assert_int_equal(broad.pair.count, PAIRS);
    free(box);
    tw_broad_free(&broad);
}

static tw_body *put(tw_world *w, const char *kind, vec3 x, bool fixed) {
    tw_body *b = draft_body(w, kind);
    if (strcmp(kind, "box") == 0) put_vec3(b, "size", v3(1, 1, 1));
    if (strcmp(kind, "sphere") == 0) put_number(b, "radius", 0.5);
    b->fixed = fixed;
    b->collide = true;
    add(w, b);
    b->position = x;
    return b;
}

static bool not_first(void *ctx, int a, int b) {
    (void)b;
    return a == *(int *)ctx;
}

static void contacts_of_a_small_world(void **state) {
    (void)state;
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    w->stage.ground.present = true;
    w->stage.ground.friction = tw_value_scalar(0.9);
    w->stage.ground.restitution = tw_value_scalar(0.1);
    tw_body *ball = put(w, "sphere", v3(0, 0, 0.5), false);
    tw_body *block = put(w, "box", v3(0.99, 0, 0.5), false);
    tw_body *wall = put(w, "box", v3(1.985, 0, 0.5), true);
    put(w, "box", v3(2.5, 0, 0.5), true); /* in the wall: both stand still */
    tw_body *ghost = put(w, "sphere", v3(0, 0, 0.6), false);
    ghost->collide = false;
    ball->friction = tw_value_scalar(0.4);
    block->friction = tw_value_scalar(0.1);
    ball->restitution = tw_value_scalar(0.7);
    block->restitution = tw_value_scalar(0.3);
    wall->friction = tw_value_scalar(0);
    tw_contacts c = {0};
    tw_contact_query q = {0};
    assert_int_equal(tw_contacts_find(w, &q, &c), TW_OK);
    /* ball and block: 1; block and wall: 4; ground: ball 1, block 4 */
    assert_int_equal(c.list.count, 10);
    const tw_contact *k = c.list.data;
    assert_int_equal(k[0].a, ball->index);
    assert_int_equal(k[0].b, block->index);
    assert_near(k[0].normal.x, -1, 1e-12);
    assert_near(k[0].gap, -0.01, 1e-12);
    assert_near(k[0].point.x, 0.495, 1e-12);
    assert_near(k[0].friction, 0.2, 1e-15);
    assert_near(k[0].restitution, 0.7, 0);
    for (int i = 1; i < 5; i++) {
        assert_int_equal(k[i].a, block->index);
        assert_int_equal(k[i].b, wall->index);
        assert_near(k[i].gap, -0.005, 1e-12);
        assert_near(k[i].friction, 0, 0);
    }
    assert_int_equal(k[5].b, TW_CONTACT_GROUND);
    assert_near(k[5].friction, 0.6, 1e-15);
    assert_near(k[5].normal.z, 1, 0);
    for (size_t i = 0; i < c.list.count; i++)
        for (size_t j = 0; j < i; j++) assert_true(k[i].key != k[j].key);
    /* the same again, with and without what is known: the same bytes */
    tw_contact before[10];
    memcpy(before, k, sizeof before);
    for (int again = 0; again < 2; again++) {
        q.again = again;
        assert_int_equal(tw_contacts_find(w, &q, &c), TW_OK);
        assert_int_equal(c.list.count, 10);
        assert_memory_equal(before, c.list.data, sizeof before);
    }
    /* other places, a margin and a filter */
    tw_pose pose[5];
    double margin[5] = {0.02, 0, 0, 0, 0};
    for (int i = 0; i < 5; i++) pose[i] = tw_body_pose(w->body.data[i]);
    pose[0].x.z = 0.515;
    pose[0].x.x = -0.1;
    q = (tw_contact_query){.margin = margin, .pose = pose};
    assert_int_equal(tw_contacts_find(w, &q, &c), TW_OK);
    assert_int_equal(c.list.count, 9);
    assert_near(c.list.data[4].gap, 0.015, 1e-12);
    q.skip = not_first;
    q.ctx = &block->index;
    assert_int_equal(tw_contacts_find(w, &q, &c), TW_OK);
    assert_int_equal(c.list.count, 1);
    tw_contacts_free(&c);
    tw_world_destroy(w);
}

/* With `again`, whatever has moved and however far is looked: the bytes of a first search. Some
 * are left out at times */
static void what_stands_is_not_searched_again(void **state) {
    enum { BALLS = 60, ROUNDS = 60 };
    (void)state;
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    w->stage.ground.present = true;
    tw_random r = tw_random_seed(3);
    tw_pose pose[BALLS];
    double margin[BALLS];
    unsigned char only[BALLS];
    for (int i = 0; i < BALLS; i++) {
        put(w, i % 2 ? "box" : "sphere", v3_zero(), i == 7);
        pose[i] = (tw_pose){v3_zero(), {1, 0, 0, 0}};
        margin[i] = 0.01;
        only[i] = 1;
    }
    tw_contacts c = {0};
    size_t contacts = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < BALLS; i++) {
            double chance = tw_random_uniform(&r), far = tw_random_uniform(&r);
            vec3 to = tw_random_direction(&r);
            if (round == 0 || chance < 0.1) pose[i].x = v3_scale(to, 3 * far);
            if (chance > 0.97) margin[i] = 0.2 * far;
            only[i] = round % 7 != 3 || chance < 0.8;
        }
        tw_contact_query q = {.margin = margin, .pose = pose, .again = round > 0};
        if (round % 7 == 3) q.only = only;
        assert_int_equal(tw_contacts_find(w, &q, &c), TW_OK);
        q.again = false;
        tw_contacts fresh = {0};
        assert_int_equal(tw_contacts_find(w, &q, &fresh), TW_OK);
        assert_int_equal(c.list.count, fresh.list.count);
        for (size_t i = 0; i < c.list.count; i++) {
            const tw_contact *x = &c.list.data[i], *y = &fresh.list.data[i];
            assert_true(x->a == y->a && x->b == y->b && x->key == y->key && x->gap == y->gap);
            assert_memory_equal(&x->point, &y->point, sizeof x->point);
            assert_memory_equal(&x->normal, &y->normal, sizeof x->normal);
            assert_true(x->friction == y->friction && x->restitution == y->restitution);
        }
        contacts += c.list.count;
        tw_contacts_free(&fresh);
    }
    assert_true(contacts > 10 * ROUNDS);
    tw_contacts_free(&c);
    tw_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_those_of_all_pairs),
        cmocka_unit_test(the_broad_phase_can_be_stopped),
        cmocka_unit_test(contacts_of_a_small_world),
        cmocka_unit_test(what_stands_is_not_searched_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
