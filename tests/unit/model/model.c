/*
 * The world of objects: ids, names, what goes when something goes, assignment that either takes
 * hold or changes nothing.
 */
#include "model/prop.h"
#include "model/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/near.h"
#include "../../support/objects.h"
#include "../../support/worlds.h"

static tw_status try_named(tw_world *w, void *draft, const char *name, tw_id group, int line) {
    tw_status s = tw_world_add(w, draft, name, group, "scene.lua", line);
    if (s != TW_OK) tw_object_discard(draft);
    return s;
}

static tw_group *add_group(tw_world *w, const char *name, tw_id in) {
    tw_group *g;
    assert_int_equal(tw_group_new(w, &g), TW_OK);
    assert_int_equal(try_named(w, g, name, in, 1), TW_OK);
    return g;
}

static tw_body *sphere_draft(tw_world *w) {
    tw_body *b = draft_body(w, "sphere");
    put_number(b, "radius", 0.1);
    return b;
}

static tw_body *sphere_in(tw_world *w, const tw_group *g) {
    tw_body *b = sphere_draft(w);
    assert_int_equal(try_named(w, b, NULL, g ? g->o.id : nothing, 1), TW_OK);
    return b;
}

/* ---- ids and names -------------------------------------------------------------------------- */

static void stale_ids_name_nothing(void **state) {
    (void)state;
    tw_world *w = world();
    tw_id old = add_sphere(w, 1)->o.id;
    assert_int_equal(tw_world_remove(w, TW_BODY, old), TW_OK);
    tw_body *next = add_sphere(w, 1);
    assert_null(tw_world_body(w, old));
    assert_ptr_equal(tw_world_body(w, next->o.id), next);
    assert_null(tw_world_body(w, nothing));
    assert_failure(tw_world_remove(w, TW_BODY, old), "removed already");
    tw_world_destroy(w);
}

static void names_chosen(void **state) {
    (void)state;
    tw_world *w = world();
    assert_int_equal(try_named(w, sphere_draft(w), "ball", nothing, 1), TW_OK);
    assert_int_equal(try_named(w, sphere_draft(w), "sphere2", nothing, 1), TW_OK);
    tw_body *first = sphere_in(w, NULL), *third = sphere_in(w, NULL);
    assert_string_equal(first->o.name, "sphere1");
    assert_string_equal(third->o.name, "sphere3");
    assert_int_equal(tw_world_remove(w, TW_BODY, first->o.id), TW_OK);
    assert_string_equal(sphere_in(w, NULL)->o.name, "sphere1");
    assert_string_equal(sphere_in(w, NULL)->o.name, "sphere4");
    tw_group *g = add_group(w, "g", nothing), *h = add_group(w, "h", g->o.id);
    assert_string_equal(h->o.name, "g/h");
    assert_string_equal(sphere_in(w, g)->o.name, "g/sphere1");
    assert_string_equal(sphere_in(w, h)->o.name, "g/h/sphere1");
    assert_string_equal(sphere_in(w, h)->o.name, "g/h/sphere2");
    for (int i = 0; i < 120; i++) sphere_in(w, g); /* past one and two digits */
    assert_string_equal(sphere_in(w, g)->o.name, "g/sphere122");
    assert_ptr_equal(tw_world_find(w, "g/h/sphere1")->kind, &body_kind("sphere")->kind);
    assert_null(tw_world_find(w, "g/h/sphere3"));
    assert_null(tw_world_find(w, "h"));
    tw_world_destroy(w);
}

static void names_refused(void **state) {
    (void)state;
    tw_world *w = world();
    assert_int_equal(try_named(w, sphere_draft(w), "ball", nothing, 7), TW_OK);
    assert_failure(try_named(w, sphere_draft(w), "ball", nothing, 8),
                   "field 'name': 'ball' is used already (scene.lua:7)");
    assert_failure(try_named(w, sphere_draft(w), "", nothing, 9), "got an empty text");
    assert_failure(try_named(w, sphere_draft(w), "a/b", nothing, 9), "without '/', got 'a/b'");
    /* the same name in a group and in another class is another name */
    tw_group *g = add_group(w, "ball", nothing);
    assert_int_equal(try_named(w, sphere_draft(w), "ball", g->o.id, 10), TW_OK);
    tw_id gone = g->o.id;
    assert_int_equal(tw_world_remove(w, TW_GROUP, gone), TW_OK);
    assert_failure(try_named(w, sphere_draft(w), NULL, gone, 11), "its group was removed");
    assert_int_equal(w->body.count, 1);
    tw_world_destroy(w);
}

static void label_of_an_object(void **state) {
    (void)state;
    tw_world *w = world();
    tw_body *b = sphere_draft(w);
    assert_int_equal(try_named(w, b, "ball", nothing, 41), TW_OK);
    char text[64], small[8];
    assert_string_equal(tw_object_label(&b->o, text, sizeof text), "body 'ball' (scene.lua:41)");
    assert_string_equal(tw_object_label(&b->o, small, sizeof small), "body 'b");
    tw_world_destroy(w);
}

/* ---- going ---------------------------------------------------------------------------------- */

static tw_constraint *add_constraint(tw_world *w, const char *kind, const char *p, tw_id pid,
                                     const char *q, tw_id qid) {
    tw_constraint *c;
    assert_int_equal(tw_constraint_new(w, constraint_kind(kind), &c), TW_OK);
    put_id(c, p, pid);
    if (q) put_id(c, q, qid);
    add(w, c);
    return c;
}

static tw_force *add_spring(tw_world *w, tw_id a, tw_id b) {
    tw_force *f = draft_force(w, "spring");
    put_id(f, "a", a);
    put_id(f, "b", b);
    add(w, f);
    return f;
}

static tw_force *add_drag(tw_world *w, const tw_body *const *bodies, size_t n) {
    tw_force *f = draft_force(w, "drag");
    put_number(f, "rate", 0.1);
    tw_id_list *list = field(f, "bodies");
    list->id = n ? malloc(n * sizeof *list->id) : NULL;
    list->count = n;
    for (size_t i = 0; i < n; i++) list->id[i] = bodies[i]->o.id;
    add(w, f);
    return f;
}

static tw_constraint *add_orient(tw_world *w, const tw_body *b, tw_id carrier) {
    tw_constraint *c;
    assert_int_equal(tw_constraint_new(w, constraint_kind("orient"), &c), TW_OK);
    put_id(c, "body", b->o.id);
    put_vec3(c, "axis", v3(1, 0, 0));
    tw_direction *to = field(c, "to");
    to->v = tw_value_vector(v3(0, 1, 0));
    to->body = carrier;
    add(w, c);
    return c;
}

static void what_hangs_on_a_body_goes_with_it(void **state) {
    (void)state;
    tw_world *w = world();
    tw_body *a = add_sphere(w, 1), *b = add_sphere(w, 1), *c = add_sphere(w, 1);
    tw_id pa = add_local(w, a, v3(0, 0, 1))->o.id, pb = add_local(w, b, v3(0, 0, 1))->o.id;
    tw_id pc = add_local(w, c, v3(0, 0, 1))->o.id, nail = add_nail(w, v3(0, 0, 3))->o.id;
    tw_id gone[] = {add_constraint(w, "point_to_point", "a", pa, "b", pb)->o.id,
                    add_constraint(w, "point_to_point", "a", pb, "b", pa)->o.id,
                    add_orient(w, a, nothing)->o.id, add_orient(w, b, a->o.id)->o.id};
    tw_id kept[] = {add_constraint(w, "point_to_point", "a", pb, "b", pc)->o.id,
                    add_orient(w, b, c->o.id)->o.id};
    tw_id spring_gone = add_spring(w, nail, pa)->o.id, spring_kept = add_spring(w, nail, pb)->o.id;
    const tw_body *both[] = {b, a}, *one[] = {a};
    tw_force *drag_both = add_drag(w, both, 2), *drag_all = add_drag(w, NULL, 0);
    tw_id drag_one = add_drag(w, one, 1)->o.id;
    tw_force *torque = draft_force(w, "torque");
    put_id(torque, "on", a->o.id);
    add(w, torque);
    tw_id torque_gone = torque->o.id, id = a->o.id;
    w->stage.camera.eye_follow = a->o.id;
    w->stage.camera.target_follow = b->o.id;

    unsigned long topology = w->topology;
    assert_int_equal(tw_world_remove(w, TW_BODY, id), TW_OK);
    assert_true(w->topology > topology);
    assert_null(tw_world_body(w, id));
    assert_null(tw_world_point(w, pa));
    assert_non_null(tw_world_point(w, pb));
    assert_non_null(tw_world_point(w, nail));
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
        assert_null(tw_world_constraint(w, gone[i]));
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        assert_non_null(tw_world_constraint(w, kept[i]));
    assert_null(tw_world_force(w, spring_gone));
    assert_non_null(tw_world_force(w, spring_kept));
    assert_null(tw_world_force(w, torque_gone));
    /* a list loses the body; one that becomes empty does not turn into "all" */
    assert_null(tw_world_force(w, drag_one));
    const tw_id_list *list = field(drag_both, "bodies");
    assert_int_equal(list->count, 1);
    assert_true(tw_id_equal(list->id[0], b->o.id));
    assert_int_equal(((tw_id_list *)field(drag_all, "bodies"))->count, 0);
    assert_true(tw_id_none(w->stage.camera.eye_follow));
    assert_true(tw_id_equal(w->stage.camera.target_follow, b->o.id));
    assert_int_equal(b->index, 0);
    assert_int_equal(c->index, 1);
    tw_world_destroy(w);
}

static void a_body_is_free_when_its_path_goes(void **state) {
    (void)state;
    tw_world *w = world();
    tw_body *b = add_sphere(w, 1), *other = add_sphere(w, 1);
    tw_point *path = add_nail(w, v3_zero()), *on_body = add_local(w, other, v3(0, 0, 1));
    void *base;
    const tw_param *motion = tw_object_param(&b->o, "motion", &base);
    tw_id id = path->o.id;
    assert_int_equal(tw_world_assign(w, &b->o, motion, base, &id), TW_OK);
    id = on_body->o.id;
    assert_failure(tw_world_assign(w, &b->o, motion, base, &id), "expected a nail or a path");
    assert_true(tw_id_equal(b->motion, path->o.id));
    assert_int_equal(tw_world_remove(w, TW_POINT, path->o.id), TW_OK);
    assert_true(tw_id_none(b->motion));
    assert_non_null(tw_world_body(w, b->o.id));
    tw_world_destroy(w);
}

static void a_group_goes_with_all_in_it(void **state) {
    (void)state;
    tw_world *w = world();
    tw_body *outside = sphere_in(w, NULL);
    tw_group *g = add_group(w, "g", nothing), *h = add_group(w, "h", g->o.id);
    tw_group *other = add_group(w, "gg", nothing);
    tw_body *in_g = sphere_in(w, g), *in_h = sphere_in(w, h), *kept = sphere_in(w, other);
    tw_id p = add_local(w, in_h, v3_zero())->o.id, q = add_local(w, outside, v3_zero())->o.id;
    add_constraint(w, "point_to_point", "a", p, "b", q); /* outside the group, but on its body */
    tw_id gone[] = {in_g->o.id, in_h->o.id}, subgroup = h->o.id;
    assert_int_equal(tw_world_remove(w, TW_GROUP, g->o.id), TW_OK);
    assert_null(tw_world_body(w, gone[0]));
    assert_null(tw_world_body(w, gone[1]));
    assert_null(tw_world_group(w, subgroup));
    assert_int_equal(w->constraint.count, 0);
    assert_int_equal(w->body.count, 2);
    assert_int_equal(w->point.count, 1);
    assert_int_equal(w->group.count, 1);
    assert_ptr_equal(w->body.data[0], outside);
    assert_ptr_equal(w->body.data[1], kept);
    tw_world_destroy(w);
}

/* ---- assignment ----------------------------------------------------------------------------- */

static tw_status assign(tw_world *w, void *object, const char *name, void *value) {
    void *base;
    const tw_param *p = tw_object_param(object, name, &base);
    assert_non_null(p);
    return tw_world_assign(w, object, p, base, value);
}

static tw_status assign_number(tw_world *w, void *object, const char *name, double x) {
    return assign(w, object, name, &x);
}

static void geometry_gives_mass(void **state) {
    (void)state;
    tw_world *w = world();
    tw_body *b = add_sphere(w, 0.1);
    b->velocity = v3(1, 2, 3);
    b->position = v3(4, 5, 6);
    double before = b->mass;
    assert_int_equal(assign_number(w, b, "radius", 0.2), TW_OK);
    assert_near(b->mass, 8 * before, 1e-12);
    assert_near(b->velocity.y, 2, 0);
    assert_near(b->position.z, 6, 0);
    assert_int_equal(assign_number(w, b, "density", 500), TW_OK);
    assert_near(b->mass, 4 * before, 1e-12);
    assert_int_equal(assign_number(w, b, "mass", 3), TW_OK);
    assert_near(b->mass, 3, 0);
    assert_near(b->inertia.m[0][0], 0.4 * 3 * 0.04, 1e-15);
    /* mass is read where it is derived */
    void *base;
    const tw_param *mass = tw_object_param(&b->o, "mass", &base);
    assert_near(*(double *)((char *)base + mass->read_offset), 3, 0);
    assert_int_equal(assign_number(w, b, "mass", TW_UNSET), TW_OK); /* from the density again */
    assert_near(b->mass, 4 * before, 1e-12);
    tw_world_destroy(w);
}

static void what_is_refused_changes_nothing(void **state) {
    (void)state;
    tw_world *w = world();
    tw_body *b = draft_body(w, "torus");
    put_number(b, "major_radius", 0.5);
    put_number(b, "minor_radius", 0.1);
    add(w, b);
    const tw_body before = *b;
    unsigned long counts[] = {w->topology, w->state, w->fields};
    assert_failure(assign_number(w, b, "minor_radius", -1), "expected a positive number, got -1");
    /* by the kind as a whole; the caller names the field, so the text does not */
    assert_failure(assign_number(w, b, "minor_radius", 0.6), "expected less than 'major_radius'");
    assert_int_equal(strncmp(tw_failure(), "expected", 8), 0);
    assert_failure(assign_number(w, b, "minor_radius", INFINITY), "finite");
    assert_failure(assign_number(w, b, "density", NAN), "finite");
    tw_value high = tw_value_scalar(1.5), low = tw_value_scalar(-0.1);
    assert_failure(assign(w, b, "restitution", &high), "from 0 to 1, got 1.5");
    assert_failure(assign(w, b, "friction", &low), "not negative, got -0.1");
    vec3 bad = {0, NAN, 0};
    assert_failure(assign(w, b, "position", &bad), "finite");
    quat zero = {0, 0, 0, 0};
    assert_failure(assign(w, b, "orientation", &zero), "quaternion");
    assert_near(*(double *)field(b, "minor_radius"), 0.1, 0);
    assert_memory_equal(b, &before, sizeof before);
    assert_int_equal(w->topology, counts[0]);
    assert_int_equal(w->state, counts[1]);
    assert_int_equal(w->fields, counts[2]);
    tw_world_destroy(w);
}

static void references_are_checked(void **state) {
    (void)state;
    tw_world *w = world();
    tw_body *a = add_sphere(w, 1), *b = add_sphere(w, 1);
    tw_id pa = add_local(w, a, v3_zero())->o.id, pb = add_local(w, b, v3_zero())->o.id;
    tw_force *f = draft_force(w, "spring");
    put_id(f, "a", pa);
    assert_failure(tw_world_add(w, &f->o, NULL, nothing, "t", 1), "field 'b' is missing");
    put_id(f, "b", pb);
    add(w, f);
    tw_id none = nothing, third = add_nail(w, v3_zero())->o.id, stale = third;
    assert_failure(assign(w, f, "a", &none), "expected a point, got nil");
    assert_int_equal(assign(w, f, "a", &third), TW_OK);
    assert_int_equal(assign(w, f, "a", &pa), TW_OK);
    assert_int_equal(tw_world_remove(w, TW_POINT, stale), TW_OK);
    assert_failure(assign(w, f, "a", &stale), "this point was removed");
    assert_true(tw_id_equal(*(tw_id *)field(f, "a"), pa));
    /* a draft that refers to something gone */
    tw_force *g = draft_force(w, "spring");
    put_id(g, "a", pa);
    put_id(g, "b", stale);
    assert_failure(tw_world_add(w, &g->o, NULL, nothing, "t", 1),
                   "field 'b': this point was removed");
    tw_object_discard(&g->o);
    tw_world_destroy(w);
}

static void some_fields_are_not_assigned(void **state) {
    (void)state;
    tw_world *w = world();
    tw_body *b = draft_body(w, "rod");
    put_number(b, "radius", 0.1);
    put_vec3(b, "from", v3(0, 0, 0));
    put_vec3(b, "to", v3(0, 0, 2));
    add(w, b);
    vec3 to = v3(0, 0, 3);
    assert_failure(assign(w, b, "to", &to), "at creation only");
    /* the length may change though the ends gave it: about the centre */
    assert_int_equal(assign_number(w, b, "length", 1), TW_OK);
    assert_near(b->form.shape[0].p[1], 1, 0);
    assert_near(b->position.z, 1, 0);
    assert_failure(assign_number(w, b, "length", TW_UNSET), "expected a positive number, got nil");
    assert_near(b->form.shape[0].p[1], 1, 0);
    assert_near(*(double *)field(b, "length"), 1, 0);
    w->frozen = true;
    w->frozen_by = "a function given to scene:when";
    assert_failure(assign_number(w, b, "length", 3),
                   "a function given to scene:when may only look");
    assert_failure(tw_world_remove(w, TW_BODY, b->o.id), "cannot remove objects");
    assert_failure(try_named(w, sphere_draft(w), NULL, nothing, 1), "cannot create objects");
    w->frozen = false;
    assert_near(*(double *)field(b, "length"), 1, 0);
    tw_world_destroy(w);
}

static void the_engine_is_told(void **state) {
    (void)state;
    tw_world *w = world();
    tw_body *b = add_sphere(w, 1);
    struct {
        const char *name;
        bool topology, state, fields;
    } cases[] = {{"position", 0, 1, 0},         {"velocity", 0, 1, 0}, {"radius", 0, 1, 1},
                 {"angular_velocity", 0, 1, 0}, {"density", 0, 1, 1},  {"fixed", 1, 0, 1},
                 {"friction", 0, 0, 1},         {"visible", 0, 0, 0},  {"orientation", 0, 1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned long was[] = {w->topology, w->state, w->fields};
        void *base;
        const tw_param *p = tw_object_param(&b->o, cases[i].name, &base);
        unsigned char value[sizeof(tw_material_fields)];
        memcpy(value, (char *)base + p->offset, tw_param_size(p->type));
        assert_int_equal(tw_world_assign(w, &b->o, p, base, value), TW_OK);
        if ((w->topology != was[0]) != cases[i].topology ||
            (w->state != was[1]) != cases[i].state || (w->fields != was[2]) != cases[i].fields)
            fail_msg("'%s' announces something else", cases[i].name);
    }
    tw_world_destroy(w);
}

static void orientation_is_kept_unit(void **state) {
    (void)state;
    tw_world *w = world();
    tw_body *b = draft_body(w, "sphere");
    put_number(b, "radius", 1);
    b->orientation = (quat){2, 0, 0, 2};
    add(w, b);
    assert_near(q_dot(b->orientation, b->orientation), 1, 1e-15);
    quat q = {0, 3, 4, 0};
    assert_int_equal(assign(w, b, "orientation", &q), TW_OK);
    assert_near(b->orientation.x, 0.6, 1e-15);
    tw_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stale_ids_name_nothing),
        cmocka_unit_test(names_chosen),
        cmocka_unit_test(names_refused),
        cmocka_unit_test(label_of_an_object),
        cmocka_unit_test(what_hangs_on_a_body_goes_with_it),
        cmocka_unit_test(a_body_is_free_when_its_path_goes),
        cmocka_unit_test(a_group_goes_with_all_in_it),
        cmocka_unit_test(geometry_gives_mass),
        cmocka_unit_test(what_is_refused_changes_nothing),
        cmocka_unit_test(references_are_checked),
        cmocka_unit_test(some_fields_are_not_assigned),
        cmocka_unit_test(the_engine_is_told),
        cmocka_unit_test(orientation_is_kept_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
