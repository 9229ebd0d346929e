/*
 * Random worlds for tests that walk the registries: an object of any kind with random fields, the
 * points, bodies and joints that it needs made along with it. A kind that needs more than random
 * numbers in range gets it in `special` below.
 */
#ifndef TW_TESTS_RANDOM_WORLD_H
#define TW_TESTS_RANDOM_WORLD_H

#include "model/field/formula.h"
#include "model/field/parts.h"
#include "model/world.h"
#include "shape/mesh/mesh.h"

#include "random.h"

#include <stdlib.h>
#include <string.h>

static inline double either(double scale) { /* -scale .. scale */
    return uniform(-scale, scale);
}

static inline vec3 random_vec3(double scale) {
    double x = either(scale), y = either(scale), z = either(scale);
    return v3(x, y, z);
}

static inline quat random_quat(void) {
    vec3 v = random_vec3(1);
    return q_normalized((quat){either(1), v.x, v.y, v.z});
}

/* c_i, or c_i + b_i sin(w t) */
static inline tw_value value_around(int dim, const double *c, bool varying) {
    if (!varying) return tw_value_constant(c, dim);
    tw_tape_builder *b;
    tw_tape *tape;
    tw_node out[4];
    assert_int_equal(tw_tape_builder_create(1, &b), TW_OK);
    for (int i = 0; i < dim; i++) {
        tw_node t = tw_tape_input(b, 0);
        tw_node wt = tw_tape_apply(b, TW_TAPE_MUL, tw_tape_const(b, 1 + either(1)), t, 0);
        tw_node s = tw_tape_apply(b, TW_TAPE_SIN, wt, 0, 0);
        tw_node bs = tw_tape_apply(b, TW_TAPE_MUL, tw_tape_const(b, 0.2 * either(c[i])), s, 0);
        out[i] = tw_tape_apply(b, TW_TAPE_ADD, tw_tape_const(b, c[i]), bs, 0);
    }
    assert_int_equal(tw_tape_finish(b, out, dim, &tape), TW_OK);
    tw_tape_builder_destroy(b);
    return tw_value_from_tape(tape);
}

static inline double number_in(tw_range range) {
    switch (range) {
    case TW_POSITIVE:
    case TW_NOT_NEGATIVE:
        return uniform(0.2, 1);
    case TW_UNIT_RANGE:
        return uniform(0, 1);
    default:
        return either(1);
    }
}

/* one draw after the other, from the last number on; see random.h */
static inline vec3 vec3_in(tw_range range) {
    double z = number_in(range), y = number_in(range), x = number_in(range);
    return v3(x, y, z);
}

static inline mat3 random_inertia(void) {
    double z = uniform(1, 1.5), y = uniform(1, 1.5), x = uniform(1, 1.5);
    return m3_diag(x, y, z);
}

static inline tw_value random_value(const tw_param *p, int dim) {
    double c[4] = {0};
    for (int i = 0; i < dim; i++) c[i] = number_in(p->range);
    if (p->range == TW_NOT_ZERO || p->type == TW_PARAM_AXIS || p->type == TW_PARAM_DIRECTION) {
        vec3 v = random_vec3(1);
        v3_store(c, v3_add(v3_normalized(v), v3(0.1, 0, 0)));
    }
    return value_around(dim, c, random_int(2));
}

typedef struct random_world {
    tw_world *w;
    tw_body *body[3]; /* bare */
    bool varied;      /* a direction of the present object varies with time: one may */
    bool of_force;    /* the present object is a force */
} random_world;

static const tw_id no_id = {0, 0};

static inline tw_object *random_object(random_world *r, tw_class class_, const tw_kind *kind);

static inline const tw_constraint_kind *kind_of_constraint(const char *name) {
    for (int i = 0; tw_constraint_kinds[i]; i++)
        if (!strcmp(tw_constraint_kinds[i]->kind.name, name)) return tw_constraint_kinds[i];
    return NULL;
}

static inline tw_id random_point(random_world *r, int which) {
    static const tw_param position = {.type = TW_PARAM_VALUE3};
    tw_point *p;
    bool space = which < 0 || random_int(3) == 0;
    assert_int_equal(tw_point_new(r->w, space ? TW_POINT_SPACE : TW_POINT_LOCAL, &p), TW_OK);
    if (space) {
        p->position = random_value(&position, 3);
    } else {
        p->body = r->body[which % 3]->o.id;
        p->local = random_vec3(1);
    }
    assert_int_equal(tw_world_add(r->w, &p->o, NULL, no_id, "test", 1), TW_OK);
    return p->o.id;
}

static inline tw_id random_body_id(const random_world *r) {
    return r->body[random_int(3)]->o.id;
}

/* two bodies or two points of them */
static inline void random_list(random_world *r, bool points, tw_id_list *list) {
    list->id = malloc(2 * sizeof *list->id);
    assert_non_null(list->id);
    list->count = 2;
    for (int i = 0; i < 2; i++) list->id[i] = points ? random_point(r, i) : r->body[i]->o.id;
}

/* a function of two bodies (forces), or of two points and two bodies: each output a sum of a third
 * of the inputs; of positions only, so that it does not pump energy in */
/* a mesh around the origin */
static inline tw_mesh *random_tetrahedron(void) {
    static const double corner[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    static const int32_t side[12] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
    tw_mesh_data d = {.vertex = malloc(sizeof corner),
                      .vertex_count = 4,
                      .triangle = malloc(sizeof side),
                      .triangle_count = 4};
    tw_mesh *mesh;
    assert_true(d.vertex && d.triangle);
    for (int i = 0; i < 12; i++) d.vertex[i] = corner[i / 3][i % 3] + either(0.3);
    memcpy(d.triangle, side, sizeof side);
    assert_int_equal(tw_mesh_create(&d, &mesh), TW_OK);
    return mesh;
}

static inline const tw_body_kind *kind_of_body(const char *name) {
    for (int i = 0; tw_body_kinds[i]; i++)
        if (!strcmp(tw_body_kinds[i]->kind.name, name)) return tw_body_kinds[i];
    fail_msg("no kind of body %s", name);
    return NULL;
}

/* a sphere and a box, apart and turned */
static inline tw_parts *random_parts(void) {
    tw_parts *parts;
    tw_part *part;
    assert_int_equal(tw_parts_create(2, &parts), TW_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(tw_parts_add(parts, kind_of_body(i ? "box" : "sphere"), &part), TW_OK);
        part->position = i ? v3(0.3, -0.1, 0.2) : v3(-0.2, 0.25, 0.1);
        part->orientation = i ? (quat){0.8, 0.3, -0.4, 0.2} : q_identity();
        assert_int_equal(tw_parts_finish(parts), TW_OK);
    }
    return parts;
}

static inline tw_formula *random_formula(const random_world *r) {
    tw_tape_builder *b;
    tw_tape *tape;
    tw_formula *f;
    tw_node out[12];
    int points = r->of_force ? 0 : 2, count = r->of_force ? 12 : 2;
    int inputs = tw_formula_inputs(points, 2, r->of_force);
    assert_int_equal(tw_tape_builder_create(inputs, &b), TW_OK);
    for (int i = 0; i < count; i++) {
        out[i] = tw_tape_const(b, either(0.1));
        for (int k = 1 + i % 3; k < inputs; k += 3) {
            tw_node x = tw_tape_input(b, k), c = tw_tape_const(b, 0.3 * either(1));
            if (r->of_force && (k - 1) % 13 >= 3) continue;
            out[i] =
                tw_tape_apply(b, TW_TAPE_ADD, out[i], tw_tape_apply(b, TW_TAPE_MUL, c, x, 0), 0);
        }
    }
    assert_int_equal(tw_tape_finish(b, out, count, &tape), TW_OK);
    tw_tape_builder_destroy(b);
    assert_int_equal(tw_formula_create(tape, points, 2, r->of_force, !r->of_force, &f), TW_OK);
    return f;
}

/* a fresh random value of row p at memory (offset 0), which holds its default; false: left alone */
static inline bool random_field(random_world *r, const tw_param *p, bool of_body, void *memory) {
    switch (p->type) {
    case TW_PARAM_NUMBER:
        *(double *)memory = number_in(p->range);
        return !(p->flags & TW_UNSET_OK) || random_int(2);
    case TW_PARAM_INTEGER:
        *(int *)memory = 1 + random_int(5);
        return true;
    case TW_PARAM_BOOL:
        *(bool *)memory = random_int(2);
        return true;
    case TW_PARAM_CHOICE: {
        int n = 0;
        if (p->flags & TW_FORMULA_LEVEL) return false; /* the formula is one of poses */
        while (p->choices[n]) n++;
        *(int *)memory = random_int(n);
        return true;
    }
    case TW_PARAM_VEC3:
        /* of joints: on both bodies, instead of in the world */
        if ((p->flags & TW_UNSET_OK) && !p->carrier) return false;
        *(vec3 *)memory = vec3_in(p->range);
        return true;
    case TW_PARAM_QUAT:
        *(quat *)memory = random_quat();
        return true;
    case TW_PARAM_MAT3:
        *(mat3 *)memory = random_inertia();
        return true;
    case TW_PARAM_VALUE:
        if ((p->flags & TW_UNSET_OK) && random_int(2)) return false;
        *(tw_value *)memory = random_value(p, 1);
        return true;
    case TW_PARAM_VALUE3:
    case TW_PARAM_PLACE:
        *(tw_value *)memory = random_value(p, 3);
        return true;
    case TW_PARAM_VALUE4: {
        quat q = random_quat();
        *(tw_value *)memory = value_around(4, (const double[]){q.w, q.x, q.y, q.z}, false);
        return true;
    }
    case TW_PARAM_AXIS:
        if ((p->flags & TW_UNSET_OK) && random_int(2)) return false;
        *(tw_value *)memory = random_value(p, 3);
        if (r->varied && !tw_value_is_constant(memory)) {
            tw_value_clear(memory);
            *(tw_value *)memory = tw_value_vector(v3(0, 0.6, 0.8));
        }
        r->varied = r->varied || !tw_value_is_constant(memory);
        return true;
    case TW_PARAM_DIRECTION:
        ((tw_direction *)memory)->v = tw_value_vector(v3(0.6, 0, 0.8));
        ((tw_direction *)memory)->body = random_int(2) ? random_body_id(r) : no_id;
        return true;
    case TW_PARAM_TURN: {
        quat q = random_quat();
        bool angle = p->flags & TW_OR_ANGLE;
        ((tw_turn *)memory)->v =
            value_around(angle ? 1 : 4, (const double[]){q.w, q.x, q.y, q.z}, random_int(2));
        if ((p->flags & TW_OR_BODY) && random_int(2)) ((tw_turn *)memory)->body = random_body_id(r);
        return true;
    }
    case TW_PARAM_POINT:
        if ((p->flags & TW_UNSET_OK) && (of_body || random_int(2))) return false;
        *(tw_id *)memory = random_point(r, random_int(3));
        return true;
    case TW_PARAM_BODY:
        *(tw_id *)memory = random_body_id(r);
        return (p->flags & TW_REQUIRED) || random_int(2);
    case TW_PARAM_JOINT:
        *(tw_id *)memory =
            random_object(r, TW_CONSTRAINT, &kind_of_constraint("cylindrical")->kind)->id;
        return true;
    case TW_PARAM_BODIES:
        if (!(p->flags & TW_LISTED) && random_int(2)) return false;
        random_list(r, false, memory);
        return true;
    case TW_PARAM_POINTS:
        random_list(r, true, memory);
        return true;
    case TW_PARAM_FORMULA:
        *(tw_formula **)memory = random_formula(r);
        return true;
    case TW_PARAM_PARTS:
        *(tw_parts **)memory = random_parts();
        return true;
    case TW_PARAM_MESH: /* file, or lists, whose mesh stands in one row */
        if (strcmp(p->name, "triangles")) return false;
        ((tw_mesh_ref *)memory)->mesh = random_tetrahedron();
        return true;
    default:
        return false;
    }
}

static inline void fill_row(random_world *r, const tw_param *p, bool of_body, void *base) {
    union {
        max_align_t align;
        unsigned char bytes[2048];
    } memory;
    tw_param zero = *p;
    zero.offset = 0;
    assert_true(tw_param_size(p->type) <= sizeof memory);
    assert_int_equal(tw_param_preset(&zero, &memory), TW_OK);
    if ((p->flags & TW_READ_ONLY) || !random_field(r, p, of_body, &memory)) {
        tw_param_clear(&zero, &memory);
        return;
    }
    tw_param_clear(p, base);
    memcpy((char *)base + p->offset, &memory, tw_param_size(p->type));
}

/* constraints of surfaces want bodies that have one */
static inline void use_spheres(random_world *r) {
    const tw_body_kind *sphere = NULL;
    for (int i = 0; tw_body_kinds[i]; i++)
        if (!strcmp(tw_body_kinds[i]->kind.name, "sphere")) sphere = tw_body_kinds[i];
    for (int i = 0; i < 3; i++) r->body[i] = (tw_body *)random_object(r, TW_BODY, &sphere->kind);
}

static inline double *number_of(tw_object *o, const char *name) {
    void *base;
    const tw_param *p = tw_object_param(o, name, &base);
    return (double *)((char *)base + p->offset);
}

/* a link that its wire fits into, longer than wide */
static inline void thin_wire(tw_object *o) {
    *number_of(o, "radius") = 0.1 * *number_of(o, "width");
    *number_of(o, "length") += *number_of(o, "width");
}

/* an object of the kind in the world; again when the fields are not what the kind accepts together
 */
static inline tw_object *random_object(random_world *r, tw_class class_, const tw_kind *kind) {
    if (!strcmp(kind->name, "touch") || !strcmp(kind->name, "rolling")) use_spheres(r);
    for (int tries = 0; tries < 300; tries++) {
        tw_object *o = NULL;
        tw_status s =
            class_ == TW_BODY ? tw_body_new(r->w, (const tw_body_kind *)kind, (tw_body **)&o)
            : class_ == TW_FORCE
                ? tw_force_new(r->w, (const tw_force_kind *)kind, (tw_force **)&o)
                : tw_constraint_new(r->w, (const tw_constraint_kind *)kind, (tw_constraint **)&o);
        assert_int_equal(s, TW_OK);
        r->varied = false;
        r->of_force = class_ == TW_FORCE;
        for (int i = 0; i < kind->param_count; i++)
            fill_row(r, &kind->params[i], class_ == TW_BODY, o->own);
        if (!strcmp(kind->name, "link")) thin_wire(o);
        if (class_ == TW_BODY) {
            tw_body *b = (tw_body *)o;
            b->mass_given = uniform(0.5, 2);
            b->position = random_vec3(1);
            b->orientation = random_quat();
            b->velocity = random_vec3(1);
            b->angular_velocity = random_vec3(1);
        }
        s = tw_world_add(r->w, o, NULL, no_id, "test.lua", 1);
        if (s == TW_OK) return o;
        tw_object_discard(o);
    }
    fail_msg("%s: %s", kind->name, tw_failure());
    return NULL;
}

static inline random_world random_world_new(void) {
    random_world r = {0};
    const tw_body_kind *bare = NULL;
    for (int i = 0; tw_body_kinds[i]; i++)
        if (!strcmp(tw_body_kinds[i]->kind.name, "body")) bare = tw_body_kinds[i];
    assert_int_equal(tw_world_create(&r.w), TW_OK);
    for (int i = 0; i < 3; i++) r.body[i] = (tw_body *)random_object(&r, TW_BODY, &bare->kind);
    return r;
}

/* calls f for every registered kind of body, force and constraint */
static inline void for_every_kind(void (*f)(tw_class, const tw_kind *)) {
    for (int i = 0; tw_body_kinds[i]; i++) f(TW_BODY, &tw_body_kinds[i]->kind);
    for (int i = 0; tw_force_kinds[i]; i++) f(TW_FORCE, &tw_force_kinds[i]->kind);
    for (int i = 0; tw_constraint_kinds[i]; i++) f(TW_CONSTRAINT, &tw_constraint_kinds[i]->kind);
}

#endif
