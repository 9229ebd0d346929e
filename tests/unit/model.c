/*
 * The world of objects: ids, names, what goes when something goes, assignment that either takes
 * hold or changes nothing, and the tables of all kinds.
 */
#include "model/prop.h"
#include "model/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../support/near.h"
#include "../support/objects.h"

static tw_world *world(void) {
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    return w;
}

static void assert_failure(tw_status s, const char *text) {
    assert_int_equal(s, TW_ARGUMENT);
    if (!strstr(tw_failure(), text)) fail_msg("'%s' does not say '%s'", tw_failure(), text);
}

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

/* ---- tables --------------------------------------------------------------------------------- */

/* every row is well formed and its preset passes its own check, unless it must be given */
static void check_table(const char *kind, const tw_param *p, int n, size_t size) {
    void *own = calloc(1, size ? size : 1);
    assert_non_null(own);
    assert_int_equal(tw_params_preset(p, n, own), TW_OK);
    for (int i = 0; i < n; i++) {
        if (!p[i].name || !p[i].doc || !*p[i].doc) fail_msg("%s: row %d says nothing", kind, i);
        if (p[i].offset + tw_param_size(p[i].type) > size)
            fail_msg("%s: '%s' lies outside of its struct", kind, p[i].name);
        if (p[i].type == TW_PARAM_CHOICE) assert_non_null(p[i].choices);
        if (p[i].carrier) assert_non_null(tw_params_find(p, n, p[i].carrier));
        assert_ptr_equal(tw_params_find(p, n, p[i].name), &p[i]); /* names are unique */
        if (!(p[i].flags & TW_REQUIRED) && tw_param_check(&p[i], own, 0) != TW_OK)
            fail_msg("%s: the preset of '%s': %s", kind, p[i].name, tw_failure());
    }
    void *copy = calloc(1, size ? size : 1);
    assert_non_null(copy);
    assert_int_equal(tw_params_copy(p, n, own, copy), TW_OK);
    tw_params_clear(p, n, own);
    tw_params_clear(p, n, copy);
    free(own);
    free(copy);
}

static void check_kind(const tw_kind *k) {
    assert_non_null(k->doc);
    check_table(k->name, k->params, k->param_count, k->size);
}

static void tables_of_all_kinds(void **state) {
    (void)state;
    int n = 0;
    for (int i = 0; tw_body_kinds[i]; i++, n++) check_kind(&tw_body_kinds[i]->kind);
    for (int i = 0; tw_force_kinds[i]; i++, n++) check_kind(&tw_force_kinds[i]->kind);
    for (int i = 0; tw_constraint_kinds[i]; i++, n++) check_kind(&tw_constraint_kinds[i]->kind);
    for (int i = 0; tw_prop_kinds[i]; i++, n++) check_kind(&tw_prop_kinds[i]->kind);
    const char *name;
    for (int i = 0; (name = tw_prop_solid_name(i)); i++, n++) {
        const tw_prop_kind *solid;
        assert_int_equal(tw_prop_solid(name, &solid), TW_OK);
        check_kind(&solid->kind);
    }
    assert_true(n >= 30);
    check_table("prop", tw_prop_params, tw_prop_param_count, sizeof(tw_prop));
    check_table("body", tw_body_params, tw_body_param_count, sizeof(tw_body));
    check_table("force", tw_force_params, tw_force_param_count, sizeof(tw_force));
    check_table("constraint", tw_constraint_params, tw_constraint_param_count,
                sizeof(tw_constraint));
    check_table("nail", tw_space_params, tw_space_param_count, sizeof(tw_point));
    check_table("settings", tw_settings_params, tw_settings_param_count, sizeof(tw_settings));
    check_table("look", tw_material_params, tw_material_param_count, sizeof(tw_material_fields));
    check_table("light", tw_light_params, tw_light_param_count, sizeof(tw_stage_light));
    check_table("camera", tw_camera_params, tw_camera_param_count, sizeof(tw_stage_camera));
    check_table("ground", tw_ground_params, tw_ground_param_count, sizeof(tw_stage_ground));
}

static void values_are_checked_at_their_time(void **state) {
    (void)state;
    tw_tape_builder *b;
    tw_tape *tape;
    assert_int_equal(tw_tape_builder_create(1, &b), TW_OK);
    tw_node t = tw_tape_input(b, 0);
    tw_node x = tw_tape_apply(b, TW_TAPE_SUB, tw_tape_const(b, 1), t, 0);
    assert_int_equal(tw_tape_finish(b, &x, 1, &tape), TW_OK);
    tw_tape_builder_destroy(b);
    tw_value v = tw_value_from_tape(tape);
    const tw_param p = {.name = "v", .type = TW_PARAM_VALUE, .range = TW_POSITIVE, .doc = "1 - t"};
    assert_int_equal(tw_param_check(&p, &v, 0.5), TW_OK);
    assert_failure(tw_param_check(&p, &v, 3), "expected a positive number, got -2 at t = 3 s");
    tw_value_clear(&v);
}

static void matrices_and_choices_are_checked(void **state) {
    (void)state;
    mat3 a = m3_identity();
    tw_param p = {.name = "m", .type = TW_PARAM_MAT3, .doc = "m"};
    assert_int_equal(tw_param_check(&p, &a, 0), TW_OK);
    a.m[1][2] = NAN;
    assert_failure(tw_param_check(&p, &a, 0), "finite");
    p.flags = TW_UNSET_OK;
    assert_failure(tw_param_check(&p, &a, 0), "finite"); /* unset altogether or not at all */
    for (int i = 0; i < 9; i++) a.m[i / 3][i % 3] = NAN;
    assert_int_equal(tw_param_check(&p, &a, 0), TW_OK);
    for (int i = 0; i < 9; i++) a.m[i / 3][i % 3] = INFINITY;
    assert_failure(tw_param_check(&p, &a, 0), "finite");
    static const char *const choices[] = {"yes", "no", NULL};
    p = (tw_param){.name = "c", .type = TW_PARAM_CHOICE, .choices = choices, .doc = "c"};
    for (int c = -1; c <= 2; c++)
        assert_int_equal(tw_param_check(&p, &c, 0), c >= 0 && c < 2 ? TW_OK : TW_ARGUMENT);
}

/* ---- the picture's part --------------------------------------------------------------------- */

static void materials_by_name(void **state) {
    (void)state;
    static const char *const promised[] = {"steel", "brass", "copper",  "gold",   "aluminium",
                                           "oak",   "pine",  "paper",   "rubber", "chalk",
                                           "flame", "glass", "plastic", "ceramic"};
    tw_material_fields look;
    for (size_t i = 0; i < sizeof promised / sizeof *promised; i++) {
        assert_int_equal(tw_material_preset(promised[i], &look), TW_OK);
        tw_params_clear(tw_material_params, tw_material_param_count, &look);
    }
    const char *name, *doc;
    int n = 0;
    for (; (name = tw_material_preset_name(n, &doc)); n++) {
        assert_true(*doc);
        assert_int_equal(tw_material_preset(name, &look), TW_OK);
        for (int k = 0; k < tw_material_param_count; k++)
            if (tw_param_check(&tw_material_params[k], &look, 0) != TW_OK)
                fail_msg("%s: '%s': %s", name, tw_material_params[k].name, tw_failure());
        vec3 c = tw_value3(&look.color, 0); /* no surface reflects more than it gets */
        assert_true(c.x <= 1 && c.y <= 1 && c.z <= 1);
        tw_params_clear(tw_material_params, tw_material_param_count, &look);
    }
    assert_null(tw_material_preset_name(-1, NULL));
    assert_failure(tw_material_preset("bras", &look), "did you mean 'brass'?");
}

static void lights_of_the_stage(void **state) {
    (void)state;
    tw_world *w = world();
    assert_int_equal(w->stage.light_count, 0);
    for (int i = 0; i < 3; i++) {
        tw_stage_light light = {0};
        assert_int_equal(tw_params_preset(tw_light_params, tw_light_param_count, &light), TW_OK);
        light.kind = i;
        if (i == 1) light.top = tw_value_vector(v3(1, 1, 1));
        assert_int_equal(tw_stage_add_light(&w->stage, &light), TW_OK);
    }
    assert_int_equal(w->stage.light_count, 3);
    assert_int_equal(w->stage.light[2].kind, 2);
    tw_world_destroy(w);
}

static void settings_as_documented(void **state) {
    (void)state;
    tw_world *w = world();
    const tw_settings *s = &w->set;
    assert_near(s->duration, 10, 0);
    assert_near(s->fps, 30, 0);
    assert_near(tw_value1(&s->tau, 0), 0.2, 0);
    assert_near(v3_length(tw_value3(&s->gravity, 0)), 0, 0);
    assert_near(s->rtol, 1e-8, 0);
    assert_near(s->atol, 1e-11, 0);
    assert_near(s->step, 1.0 / 600, 0);
    assert_string_equal(tw_stepper_choices[s->stepper], "auto");
    assert_int_equal(s->seed, 1);
    assert_int_equal(s->width, 1280);
    assert_int_equal(s->height, 720);
    const tw_param *p = tw_params_find(tw_settings_params, tw_settings_param_count, "tau");
    tw_value bad = tw_value_scalar(0), good = tw_value_scalar(0.5);
    assert_failure(tw_world_assign_setting(w, p, &w->set, &bad), "positive");
    assert_near(tw_value1(&s->tau, 0), 0.2, 0);
    assert_int_equal(tw_world_assign_setting(w, p, &w->set, &good), TW_OK);
    assert_near(tw_value1(&s->tau, 0), 0.5, 0);
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
        cmocka_unit_test(tables_of_all_kinds),
        cmocka_unit_test(values_are_checked_at_their_time),
        cmocka_unit_test(matrices_and_choices_are_checked),
        cmocka_unit_test(materials_by_name),
        cmocka_unit_test(lights_of_the_stage),
        cmocka_unit_test(settings_as_documented),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
