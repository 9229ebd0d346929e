/*
 * Names in pictures: placed boxes overlap neither each other nor what is taken, and stay in the
 * picture, for crowds of any density; the same labels give the same boxes; greater rank wins; what
 * is alone stands beside its anchor.
 */
#include "picture/overlay/labels.h"

#include "base/math/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

enum { MOST = 200 };

typedef struct crowd {
    tw_label label[MOST];
    tw_box taken[4], busy[20], memory[MOST + 4];
    size_t order[MOST], count, taken_count, busy_count;
    double width, height;
} crowd;

static double draw(tw_random *r, double lo, double hi) {
    return lo + (hi - lo) * tw_random_uniform(r);
}

static tw_box any_box(tw_random *r, double w, double h) {
    double x = draw(r, 0, w), y = draw(r, 0, h), bw = draw(r, 5, 80), bh = draw(r, 5, 40);
    return (tw_box){x, y, x + bw, y + bh};
}

static void fill(crowd *c, tw_random *r, size_t count) {
    memset(c, 0, sizeof *c);
    c->width = draw(r, 160, 1200);
    c->height = draw(r, 90, 800);
    c->count = count;
    c->taken_count = 4;
    c->busy_count = 20;
    for (size_t i = 0; i < count; i++) {
        tw_label *l = &c->label[i];
        /* some anchors are not in the picture */
        l->x = draw(r, -0.1 * c->width, 1.1 * c->width);
        l->y = draw(r, -0.1 * c->height, 1.1 * c->height);
        l->width = draw(r, 8, 90);
        l->height = draw(r, 9, 16);
        l->gap = 4;
        l->far = 60;
        l->rank = (int)draw(r, 0, 4);
        l->side = (tw_name_side)draw(r, 0, TW_NAME_SIDES - 0.001);
    }
    for (int i = 0; i < 4; i++) c->taken[i] = any_box(r, c->width, c->height);
    for (int i = 0; i < 20; i++) c->busy[i] = any_box(r, c->width, c->height);
}

static void place(crowd *c) {
    tw_labels_place(c->label, c->count, c->taken, c->taken_count, c->busy, c->busy_count, c->width,
                    c->height, c->memory, c->order);
}

static void crowds_do_not_overlap(void **state) {
    (void)state;
    static crowd c, again;
    tw_random r = tw_random_seed(7);
    size_t placed = 0, seen = 0;
    for (int round = 0; round < 60; round++) {
        fill(&c, &r, 10 + (size_t)round * 3);
        again = c;
        place(&c);
        for (size_t i = 0; i < c.count; i++) {
            const tw_label *l = &c.label[i];
            seen += l->x >= 0 && l->y >= 0 && l->x <= c.width && l->y <= c.height;
            if (!l->placed) continue;
            placed++;
            assert_true(l->box.x0 >= 0 && l->box.x1 <= c.width + 1e-9);
            assert_true(l->box.y0 >= 0 && l->box.y1 <= c.height + 1e-9);
            assert_true(fabs(l->box.x1 - l->box.x0 - l->width) < 1e-9);
            for (size_t j = 0; j < i; j++)
                assert_false(c.label[j].placed && tw_boxes_overlap(&l->box, &c.label[j].box));
            for (size_t j = 0; j < c.taken_count; j++)
                assert_false(tw_boxes_overlap(&l->box, &c.taken[j]));
            /* the line leads from the anchor to the nearest place of the box */
            double dx = fmax(fmax(l->box.x0 - l->x, l->x - l->box.x1), 0);
            double dy = fmax(fmax(l->box.y0 - l->y, l->y - l->box.y1), 0);
            assert_true(fabs(hypot(l->lx - l->x, l->ly - l->y) - hypot(dx, dy)) < 1e-9);
            assert_int_equal(l->leader, hypot(dx, dy) > 2 * l->gap);
        }
        /* memory that was used before changes nothing */
        memset(again.memory, 0x5a, sizeof again.memory);
        memset(again.order, 0x5a, sizeof again.order);
        place(&again);
        assert_memory_equal(c.label, again.label, sizeof c.label);
    }
    /* most find room */
    assert_true(placed > seen / 2);
}

static void what_is_alone_stands_beside_its_anchor(void **state) {
    (void)state;
    static crowd c;
    c = (crowd){.count = 1, .width = 400, .height = 300};
    c.label[0] =
        (tw_label){.x = 200, .y = 150, .width = 50, .height = 12, .gap = 5 * sqrt(2), .far = 50};
    place(&c);
    assert_true(c.label[0].placed && !c.label[0].leader);
    assert_true(fabs(c.label[0].box.x0 - 205) < 1e-12 && fabs(c.label[0].box.y1 - 145) < 1e-12);
    c.label[0].side = TW_NAME_LEFT;
    place(&c);
    assert_true(c.label[0].box.x1 < 200 && c.label[0].box.y0 < 150 && c.label[0].box.y1 > 150);
    /* in the upper right corner it moves down and to the left */
    c.label[0].x = 398, c.label[0].y = 2;
    place(&c);
    assert_true(c.label[0].placed && c.label[0].box.x1 <= 400 && c.label[0].box.y0 >= 0);
    /* outside there is nothing to name */
    c.label[0].x = 401;
    place(&c);
    assert_false(c.label[0].placed);
}

static void rank_decides_and_marks_are_avoided(void **state) {
    (void)state;
    static crowd c;
    c = (crowd){.count = 2, .width = 60, .height = 14};
    for (int i = 0; i < 2; i++)
        c.label[i] =
            (tw_label){.x = 30, .y = 7, .width = 50, .height = 12, .gap = 2, .far = 20, .rank = i};
    place(&c); /* room for one */
    assert_true(c.label[1].placed && !c.label[0].placed);
    /* a mark where the label would stand: it goes elsewhere, unless it is to be steady */
    c = (crowd){.count = 1, .width = 400, .height = 300, .busy_count = 1};
    c.label[0] = (tw_label){.x = 200, .y = 150, .width = 50, .height = 12, .gap = 5, .far = 50};
    c.busy[0] = (tw_box){205, 130, 220, 149};
    place(&c);
    assert_false(tw_boxes_overlap(&c.label[0].box, &c.busy[0]));
    c.label[0].steady = true;
    place(&c);
    assert_true(tw_boxes_overlap(&c.label[0].box, &c.busy[0]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowds_do_not_overlap),
        cmocka_unit_test(what_is_alone_stands_beside_its_anchor),
        cmocka_unit_test(rank_decides_and_marks_are_avoided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
