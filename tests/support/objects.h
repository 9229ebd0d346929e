/* Objects for tests: made in one line, their fields put in by name. */
#ifndef TW_TESTS_OBJECTS_H
#define TW_TESTS_OBJECTS_H

#include "model/world.h"

#include <string.h>

static const tw_id nothing = {0, 0};

/* the memory of a field; a field that does not exist fails the test */
static inline void *field(void *object, const char *name) {
    void *base;
    const tw_param *p = tw_object_param(object, name, &base);
    if (!p) fail_msg("no field '%s'", name);
    return (char *)base + p->offset;
}

/* the field owns the value then */
static inline void put_value(void *object, const char *name, tw_value v) {
    tw_value *f = field(object, name);
    tw_value_clear(f);
    *f = v;
}

static inline void put_number(void *object, const char *name, double x) {
    void *base;
    const tw_param *p = tw_object_param(object, name, &base);
    if (!p) fail_msg("no field '%s'", name);
    if (p->type == TW_PARAM_VALUE)
        *(tw_value *)field(object, name) = tw_value_scalar(x);
    else
        *(double *)field(object, name) = x;
}

static inline void put_vec3(void *object, const char *name, vec3 v) {
    void *base;
    const tw_param *p = tw_object_param(object, name, &base);
    if (!p) fail_msg("no field '%s'", name);
    if (p->type == TW_PARAM_VEC3)
        *(vec3 *)field(object, name) = v;
    else
        *(tw_value *)field(object, name) = tw_value_vector(v);
}

static inline void put_id(void *object, const char *name, tw_id id) {
    *(tw_id *)field(object, name) = id;
}

static inline const tw_body_kind *body_kind(const char *name) {
    for (int i = 0; tw_body_kinds[i]; i++)
        if (strcmp(tw_body_kinds[i]->kind.name, name) == 0) return tw_body_kinds[i];
    fail_msg("no kind of body '%s'", name);
    return NULL;
}

static inline const tw_force_kind *force_kind(const char *name) {
    for (int i = 0; tw_force_kinds[i]; i++)
        if (strcmp(tw_force_kinds[i]->kind.name, name) == 0) return tw_force_kinds[i];
    fail_msg("no kind of force '%s'", name);
    return NULL;
}

static inline const tw_constraint_kind *constraint_kind(const char *name) {
    for (int i = 0; tw_constraint_kinds[i]; i++)
        if (strcmp(tw_constraint_kinds[i]->kind.name, name) == 0) return tw_constraint_kinds[i];
    fail_msg("no kind of constraint '%s'", name);
    return NULL;
}

static inline tw_body *draft_body(tw_world *w, const char *kind) {
    tw_body *b;
    assert_int_equal(tw_body_new(w, body_kind(kind), &b), TW_OK);
    return b;
}

static inline tw_force *draft_force(tw_world *w, const char *kind) {
    tw_force *f;
    assert_int_equal(tw_force_new(w, force_kind(kind), &f), TW_OK);
    return f;
}

/* puts a draft in, without a group; name NULL: an automatic one */
static inline void add_named(tw_world *w, void *draft, const char *name) {
    if (tw_world_add(w, draft, name, nothing, "test.lua", 1) != TW_OK)
        fail_msg("not added: %s", tw_failure());
}

static inline void add(tw_world *w, void *draft) {
    add_named(w, draft, NULL);
}

/* a body is put somewhere else, as a script does it */
static inline tw_status put_body(tw_world *w, tw_body *b, vec3 x) {
    void *base;
    const tw_param *p = tw_object_param(&b->o, "position", &base);
    return tw_world_assign(w, &b->o, p, base, &x);
}

static inline tw_body *add_sphere(tw_world *w, double radius) {
    tw_body *b = draft_body(w, "sphere");
    put_number(b, "radius", radius);
    add(w, b);
    return b;
}

static inline tw_point *add_local(tw_world *w, const tw_body *b, vec3 local) {
    tw_point *p;
    assert_int_equal(tw_point_new(w, TW_POINT_LOCAL, &p), TW_OK);
    p->body = b->o.id;
    p->local = local;
    add(w, p);
    return p;
}

static inline tw_point *add_nail(tw_world *w, vec3 at) {
    tw_point *p;
    assert_int_equal(tw_point_new(w, TW_POINT_SPACE, &p), TW_OK);
    p->position = tw_value_vector(at);
    add(w, p);
    return p;
}

#endif
