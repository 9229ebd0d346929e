/*
 * Names and removal at random, against a plain list of what must exist: numbers of automatic names,
 * names in use, members of groups, what goes with what.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "model/copy.h"

#include "../../support/objects.h"
#include "../../support/random.h"

enum { MOST = 400 };

/* the smallest free number, by looking at all bodies */
static size_t smallest_free(const tw_world *w, const char *stem) {
    for (size_t n = 1;; n++) {
        char name[64];
        bool taken = false;
        snprintf(name, sizeof name, "%s%zu", stem, n);
        for (size_t i = 0; i < w->body.count; i++)
            taken = taken || !strcmp(w->body.data[i]->o.name, name);
        if (!taken) return n;
    }
}

static void assert_found(const tw_world *w) {
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        assert_ptr_equal(tw_world_find(w, b->o.name), b);
        assert_int_equal(b->index, (int)i);
        if (i) assert_true(b->o.serial > w->body.data[i - 1]->o.serial);
    }
}

static void numbers_and_names(void **state) {
    (void)state;
    tw_world *w;
    tw_world_save *save = NULL;
    assert_int_equal(tw_world_create(&w), TW_OK);
    tw_group *g;
    assert_int_equal(tw_group_new(w, &g), TW_OK);
    assert_int_equal(tw_world_add(w, &g->o, "g1", nothing, "t", 1), TW_OK);
    tw_id group = g->o.id; /* a restore makes the objects anew */
    for (int i = 0; i < 4000; i++) {
        tw_id in = random_int(2) ? group : nothing;
        const char *stem = tw_id_none(in) ? "sphere" : "g1/sphere";
        int what = random_int(10);
        if (w->body.count < MOST && (what < 4 || w->body.count == 0)) {
            tw_body *b = draft_body(w, "sphere");
            put_number(b, "radius", 1);
            char wanted[64];
            snprintf(wanted, sizeof wanted, "%s%zu", stem, smallest_free(w, stem));
            assert_int_equal(tw_world_add(w, &b->o, NULL, in, "t", 1), TW_OK);
            assert_string_equal(b->o.name, wanted);
        } else if (w->body.count < MOST && what < 6) { /* a name like an automatic one */
            tw_body *b = draft_body(w, "sphere");
            put_number(b, "radius", 1);
            char name[64], full[80];
            snprintf(name, sizeof name, "sphere%s%d", random_int(4) ? "" : "0", random_int(300));
            snprintf(full, sizeof full, "%s%s", tw_id_none(in) ? "" : "g1/", name);
            tw_status expected = tw_world_find(w, full) ? TW_ARGUMENT : TW_OK;
            tw_status s = tw_world_add(w, &b->o, name, in, "t", 1);
            assert_int_equal(s, expected);
            if (s != TW_OK) tw_object_discard(&b->o);
        } else if (what < 9) {
            size_t k = (size_t)random_int((int)w->body.count);
            char name[64];
            snprintf(name, sizeof name, "%s", w->body.data[k]->o.name);
            assert_int_equal(tw_world_remove(w, TW_BODY, w->body.data[k]->o.id), TW_OK);
            assert_null(tw_world_find(w, name));
        } else if (save && random_int(4) == 0) {
            assert_int_equal(tw_world_restore(w, save), TW_OK);
        } else if (random_int(8) == 0) {
            tw_world_save_free(save);
            assert_int_equal(tw_world_save_create(w, &save), TW_OK);
        }
        if (i % 50 == 0) assert_found(w);
    }
    assert_found(w);
    tw_world_save_free(save);
    tw_world_destroy(w);
}

/* a group with a group in it, a body outside on a spring to one inside, drags of both */
static void what_goes_with_a_group(void **state) {
    (void)state;
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    tw_group *outer, *inner;
    assert_int_equal(tw_group_new(w, &outer), TW_OK);
    add(w, outer);
    assert_int_equal(tw_group_new(w, &inner), TW_OK);
    assert_int_equal(tw_world_add(w, &inner->o, NULL, outer->o.id, "t", 1), TW_OK);
    tw_body *in = draft_body(w, "sphere");
    put_number(in, "radius", 1);
    assert_int_equal(tw_world_add(w, &in->o, NULL, inner->o.id, "t", 1), TW_OK);
    tw_body *out = add_sphere(w, 1);
    tw_point *p = add_local(w, in, v3(0, 0, 0)), *q = add_local(w, out, v3(0, 0, 0));
    tw_force *spring = draft_force(w, "spring");
    put_id(spring, "a", q->o.id);
    put_id(spring, "b", p->o.id);
    put_number(spring, "stiffness", 1);
    add(w, spring);
    tw_id ids[2] = {in->o.id, out->o.id};
    for (size_t n = 1; n <= 2; n++) {
        tw_force *drag = draft_force(w, "drag");
        tw_id_list *list = field(drag, "bodies");
        list->id = malloc(n * sizeof *list->id);
        assert_non_null(list->id);
        memcpy(list->id, ids, n * sizeof *ids);
        list->count = n;
        put_number(drag, "linear", 1);
        add(w, drag);
    }
    tw_id id = outer->o.id, gone = inner->o.id;
    w->stage.camera.eye_follow = in->o.id;
    in->position = v3(1, 2, 3);
    assert_int_equal(tw_world_remove(w, TW_GROUP, id), TW_OK);
    assert_int_equal(tw_world_remove(w, TW_GROUP, id), TW_ARGUMENT);
    assert_null(tw_world_group(w, gone));
    assert_true(w->body.count == 1 && w->body.data[0] == out && out->index == 0);
    assert_true(w->point.count == 1 && w->point.data[0] == q);
    assert_int_equal(w->force.count, 1); /* the drag of both now acts on one */
    const tw_id_list *list = field(w->force.data[0], "bodies");
    assert_true(list->count == 1 && tw_id_equal(list->id[0], out->o.id));
    assert_true(tw_id_none(w->stage.camera.eye_follow));
    vec3 eye = tw_value3(&w->stage.camera.eye, 0);
    assert_true(eye.x == 1 && eye.y == 2 && eye.z == 3);
    tw_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_and_names),
                                       cmocka_unit_test(what_goes_with_a_group)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
