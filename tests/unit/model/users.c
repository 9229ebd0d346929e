/*
 * What goes when something is removed, and what is in a group: at random, against the definition
 * itself, found by looking at all objects again and again. Between removals the lists are not
 * swept, fields change, and the world goes back to what it was.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "model/copy.h"
#include "model/joint.h"
#include "model/users.h"

#include "../../support/objects.h"
#include "../../support/random.h"

enum { MOST = 120 };

typedef struct things {
    tw_object *o[8 * MOST];
    bool goes[8 * MOST];
    size_t count;
} things;

static bool exists(const tw_world *w, const tw_object *o) {
    return tw_world_get(w, o->class_, o->id) == o;
}

static void list_all(const tw_world *w, things *t) {
    t->count = 0;
    for (size_t i = 0; i < w->body.count; i++) t->o[t->count++] = &w->body.data[i]->o;
    for (size_t i = 0; i < w->point.count; i++) t->o[t->count++] = &w->point.data[i]->o;
    for (size_t i = 0; i < w->force.count; i++) t->o[t->count++] = &w->force.data[i]->o;
    for (size_t i = 0; i < w->constraint.count; i++) t->o[t->count++] = &w->constraint.data[i]->o;
    for (size_t i = 0; i < w->group.count; i++) t->o[t->count++] = &w->group.data[i]->o;
    size_t n = 0;
    for (size_t i = 0; i < t->count; i++)
        if (exists(w, t->o[i])) t->o[n++] = t->o[i];
    t->count = n;
    memset(t->goes, 0, sizeof t->goes);
}

static bool goes(const things *t, tw_class c, tw_id id) {
    for (size_t i = 0; i < t->count; i++)
        if (t->o[i]->class_ == c && tw_id_equal(t->o[i]->id, id)) return t->goes[i];
    return false;
}

/* the field of that name refers to something of class c that goes */
static bool field_goes(const things *t, tw_object *o, const char *name, tw_class c) {
    void *base;
    const tw_param *p = tw_object_param(o, name, &base);
    return p && goes(t, c, *(tw_id *)((char *)base + p->offset));
}

static bool must_go(const tw_world *w, const things *t, tw_object *o) {
    if (goes(t, TW_GROUP, o->group)) return true;
    if (o->class_ == TW_POINT) return goes(t, TW_BODY, ((tw_point *)o)->body);
    if (!strcmp(o->kind->name, "spring") || !strcmp(o->kind->name, "point_to_point"))
        return field_goes(t, o, "a", TW_POINT) || field_goes(t, o, "b", TW_POINT);
    if (!strcmp(o->kind->name, "hinge"))
        return field_goes(t, o, "a", TW_BODY) || field_goes(t, o, "b", TW_BODY);
    if (!strcmp(o->kind->name, "motor")) return field_goes(t, o, "joint", TW_CONSTRAINT);
    if (!strcmp(o->kind->name, "drag")) {
        const tw_id_list *list = field(o, "bodies");
        size_t left = 0;
        for (size_t i = 0; i < list->count; i++)
            left += tw_world_body(w, list->id[i]) && !goes(t, TW_BODY, list->id[i]);
        return list->count > 0 && left == 0;
    }
    return false;
}

static void remove_one(tw_world *w, bool sweep) {
    static things t;
    list_all(w, &t);
    if (!t.count) return;
    size_t k = (size_t)random_int((int)t.count);
    t.goes[k] = true;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < t.count; i++)
            if (!t.goes[i] && must_go(w, &t, t.o[i])) t.goes[i] = more = true;
    }
    tw_id id[8 * MOST];
    tw_class class_[8 * MOST];
    size_t left[TW_CLASS_TOTAL] = {0};
    for (size_t i = 0; i < t.count; i++) {
        id[i] = t.o[i]->id;
        class_[i] = t.o[i]->class_;
        if (!t.goes[i]) left[class_[i]]++;
    }
    assert_int_equal((sweep ? tw_world_remove : tw_world_retire)(w, class_[k], id[k]), TW_OK);
    assert_int_equal(tw_world_retire(w, class_[k], id[k]), TW_ARGUMENT);
    for (size_t i = 0; i < t.count; i++)
        assert_int_equal(tw_world_get(w, class_[i], id[i]) == NULL, t.goes[i]);
    if (!sweep) return;
    assert_int_equal(w->body.count, left[TW_BODY]);
    assert_int_equal(w->point.count, left[TW_POINT]);
    assert_int_equal(w->force.count, left[TW_FORCE]);
    assert_int_equal(w->constraint.count, left[TW_CONSTRAINT]);
    assert_int_equal(w->group.count, left[TW_GROUP]);
    for (size_t i = 0; i < w->constraint.count; i++)
        assert_int_equal(w->constraint.data[i]->index, (int)i);
    for (size_t i = 0; i < w->force.count; i++) {
        assert_int_equal(w->force.data[i]->index, (int)i);
        if (strcmp(w->force.data[i]->o.kind->name, "drag")) continue;
        const tw_id_list *list = field(w->force.data[i], "bodies");
        for (size_t j = 0; j < list->count; j++) assert_non_null(tw_world_body(w, list->id[j]));
    }
    for (size_t i = 0; i < w->body.count; i++) {
        tw_id path = w->body.data[i]->motion;
        assert_true(tw_id_none(path) || tw_world_point(w, path));
    }
}

/* ---- making --------------------------------------------------------------------------------- */

static tw_id any(const tw_world *w, tw_class c) {
    static things t;
    list_all(w, &t);
    tw_id fit[8 * MOST];
    int n = 0;
    for (size_t i = 0; i < t.count; i++)
        if (t.o[i]->class_ == c && strcmp(t.o[i]->kind->name, "nail")) fit[n++] = t.o[i]->id;
    return n ? fit[random_int(n)] : nothing;
}

static tw_id any_hinge(const tw_world *w) {
    for (size_t i = 0; i < w->constraint.count; i++)
        if (exists(w, &w->constraint.data[i]->o) &&
            tw_world_joint(w, w->constraint.data[i]->o.id) && random_int(3) == 0)
            return w->constraint.data[i]->o.id;
    return nothing;
}

static void put_in(tw_world *w, void *draft, bool complete) {
    if (complete &&
        tw_world_add(w, draft, NULL, random_int(3) ? nothing : any(w, TW_GROUP), "t", 1) == TW_OK)
        return;
    tw_object_discard(draft); /* two ends of one body and the like */
}

static void make_connection(tw_world *w, const char *kind, bool force) {
    tw_constraint *c = NULL;
    tw_force *f = force ? draft_force(w, kind) : NULL;
    if (!force) assert_int_equal(tw_constraint_new(w, constraint_kind(kind), &c), TW_OK);
    void *o = force ? (void *)f : (void *)c;
    tw_class ends = strcmp(kind, "hinge") ? TW_POINT : TW_BODY;
    tw_id a = any(w, ends), b = any(w, ends);
    put_id(o, "a", a);
    put_id(o, "b", b);
    if (force) put_number(o, "stiffness", 1);
    bool same = tw_id_equal(a, b);
    if (ends == TW_POINT && !tw_id_none(a) && !tw_id_none(b))
        same = tw_id_equal(tw_world_point(w, a)->body, tw_world_point(w, b)->body);
    put_in(w, o, !same && !tw_id_none(a) && !tw_id_none(b));
}

static void make_drag(tw_world *w) {
    tw_force *drag = draft_force(w, "drag");
    tw_id_list *list = field(drag, "bodies");
    size_t n = (size_t)random_int(4);
    list->id = malloc((n + 1) * sizeof *list->id);
    assert_non_null(list->id);
    for (size_t i = 0; i < n; i++) {
        tw_id id = any(w, TW_BODY);
        if (!tw_id_none(id)) list->id[list->count++] = id;
    }
    put_number(drag, "linear", 1);
    put_in(w, drag, list->count > 0);
}

static void make_one(tw_world *w) {
    tw_group *g;
    tw_constraint *motor;
    tw_body *b;
    tw_id id;
    switch (random_int(8)) {
    case 0:
        assert_int_equal(tw_group_new(w, &g), TW_OK);
        put_in(w, g, true);
        break;
    case 1:
        b = draft_body(w, "sphere");
        put_number(b, "radius", 1);
        if (random_int(4) == 0) b->motion = add_nail(w, v3(0, 0, 1))->o.id;
        put_in(w, b, true);
        break;
    case 2:
    case 3:
        id = any(w, TW_BODY);
        if (!tw_id_none(id)) add_local(w, tw_world_body(w, id), v3(0.1, 0, random_int(9)));
        break;
    case 4:
        make_connection(w, "spring", true);
        break;
    case 5:
        make_connection(w, random_int(2) ? "point_to_point" : "hinge", false);
        break;
    case 6:
        make_drag(w);
        break;
    default:
        assert_int_equal(tw_constraint_new(w, constraint_kind("motor"), &motor), TW_OK);
        id = any_hinge(w);
        put_id(motor, "joint", id);
        put_number(motor, "speed", 1);
        put_in(w, motor, !tw_id_none(id));
    }
}

/* a spring gets another end: it goes with that one from now on */
static void change_one(tw_world *w) {
    for (size_t i = 0; i < w->force.count; i++) {
        tw_force *f = w->force.data[i];
        tw_id to = any(w, TW_POINT);
        void *base;
        if (!exists(w, &f->o) || strcmp(f->o.kind->name, "spring") || random_int(3)) continue;
        const tw_param *p = tw_object_param(&f->o, random_int(2) ? "a" : "b", &base);
        tw_world_assign(w, &f->o, p, base, &to);
        return;
    }
}

static bool is_within(const tw_world *w, const tw_object *o, tw_id group) {
    for (const tw_group *g = tw_world_group(w, o->group); g; g = tw_world_group(w, g->o.group))
        if (tw_id_equal(g->o.id, group)) return true;
    return false;
}

static void assert_members(tw_world *w) {
    static things t;
    list_all(w, &t);
    tw_id group = any(w, TW_GROUP);
    for (int c = 0; c < TW_CLASS_TOTAL && !tw_id_none(group); c++) {
        const tw_member *list;
        size_t count, n = 0;
        assert_int_equal(tw_group_members(w, group, (tw_class)c, &list, &count), TW_OK);
        for (size_t i = 0; i < t.count; i++) {
            if (t.o[i]->class_ != (tw_class)c || !is_within(w, t.o[i], group)) continue;
            assert_true(n < count && tw_id_equal(list[n].id, t.o[i]->id));
            n++;
        }
        assert_int_equal(n, count);
    }
}

static void what_goes(void **state) {
    (void)state;
    tw_world *w;
    tw_world_save *save = NULL;
    assert_int_equal(tw_world_create(&w), TW_OK);
    for (int i = 0; i < 6000; i++) {
        int what = random_int(100);
        static things t;
        list_all(w, &t);
        if (t.count < MOST && what < 75) {
            make_one(w);
        } else if (what < 80) {
            change_one(w);
        } else if (what < 84) {
            assert_members(w);
        } else if (what < 97) {
            remove_one(w, random_int(3) == 0);
        } else if (what < 98 && save) {
            assert_int_equal(tw_world_restore(w, save), TW_OK);
        } else {
            tw_world_save_free(save);
            tw_world_tidy(w);
            assert_int_equal(tw_world_save_create(w, &save), TW_OK);
        }
    }
    tw_world_save_free(save);
    tw_world_destroy(w);
}

/* fields that change for ever do not make the index grow for ever */
static void references_that_come_and_go(void **state) {
    (void)state;
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    tw_body *a = add_sphere(w, 1), *b = add_sphere(w, 1);
    tw_point *p = add_local(w, a, v3(0, 0, 0)), *q = add_local(w, a, v3(0, 0, 1));
    tw_point *r = add_local(w, b, v3(0, 0, 0));
    tw_force *spring = draft_force(w, "spring");
    put_id(spring, "a", p->o.id);
    put_id(spring, "b", r->o.id);
    put_number(spring, "stiffness", 1);
    add(w, spring);
    assert_int_equal(tw_users_build(w), TW_OK);
    void *base;
    const tw_param *row = tw_object_param(&spring->o, "a", &base);
    for (int i = 0; i < 1000; i++) {
        tw_id to = i % 2 ? p->o.id : q->o.id;
        assert_int_equal(tw_world_assign(w, &spring->o, row, base, &to), TW_OK);
        assert_true(tw_users_of(w, TW_POINT, to)->capacity <= 4);
    }
    assert_int_equal(tw_world_retire(w, TW_POINT, q->o.id), TW_OK);
    assert_true(exists(w, &spring->o)); /* it has left that point again */
    assert_int_equal(tw_world_retire(w, TW_BODY, a->o.id), TW_OK);
    tw_world_tidy(w);
    assert_int_equal(w->force.count, 0);
    assert_int_equal(w->point.count, 1);
    tw_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_goes),
                                       cmocka_unit_test(references_that_come_and_go)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
