/* The scenes as worlds of Tauwerk; see world.h. */
#include "world.h"

#include <string.h>

static void add(tw_world *w, void *draft) {
    bench_must(tw_world_add(w, draft, NULL, (tw_id){0, 0}, "bench", 1));
}

static tw_point *add_point(tw_world *w, const tw_body *b, const double at[3]) {
    tw_point *p;
    bench_must(tw_point_new(w, b ? TW_POINT_LOCAL : TW_POINT_SPACE, &p));
    if (b)
        p->body = b->o.id, p->local = v3_load(at);
    else
        p->position = tw_value_vector(v3_load(at));
    add(w, p);
    return p;
}

static const tw_body_kind *body_kind(const char *name) {
    for (int i = 0; tw_body_kinds[i]; i++)
        if (!strcmp(tw_body_kinds[i]->kind.name, name)) return tw_body_kinds[i];
    bench_fail("no kind of body '%s'", name);
    return NULL;
}

static const tw_constraint_kind *constraint_kind(const char *name) {
    for (int i = 0; tw_constraint_kinds[i]; i++)
        if (!strcmp(tw_constraint_kinds[i]->kind.name, name)) return tw_constraint_kinds[i];
    bench_fail("no kind of constraint '%s'", name);
    return NULL;
}

static void add_body(tw_world *w, const bench_body *from, const tw_body_kind *box) {
    tw_body *b;
    bench_must(tw_body_new(w, box, &b));
    *(vec3 *)bench_field(b, "size") = v3(BENCH_LENGTH, BENCH_WIDTH, BENCH_WIDTH);
    b->mass_given = BENCH_MASS;
    b->position = v3_load(from->x);
    b->orientation = (quat){from->q[0], from->q[1], from->q[2], from->q[3]};
    add(w, b);
}

static void add_joint(tw_world *w, const bench_joint *j, const tw_constraint_kind *pair,
                      const tw_constraint_kind *nail) {
    tw_constraint *c;
    const tw_point *a = add_point(w, w->body.data[j->a], j->local_a);
    const tw_point *b = add_point(w, j->b < 0 ? NULL : w->body.data[j->b], j->local_b);
    bench_must(tw_constraint_new(w, j->b < 0 ? nail : pair, &c));
    *(tw_id *)bench_field(c, j->b < 0 ? "point" : "a") = a->o.id;
    *(tw_id *)bench_field(c, j->b < 0 ? "nail" : "b") = b->o.id;
    add(w, c);
}

tw_world *bench_world(const bench_scene *s) {
    tw_world *w;
    bench_must(tw_world_create(&w));
    w->set.gravity = tw_value_vector(v3(0, 0, -BENCH_GRAVITY));
    const tw_body_kind *box = body_kind("box");
    const tw_constraint_kind *pair = constraint_kind("point_to_point");
    const tw_constraint_kind *nail = constraint_kind("point_to_nail");
    for (int i = 0; i < s->bodies; i++) add_body(w, &s->body[i], box);
    for (int j = 0; j < s->joints; j++) add_joint(w, &s->joint[j], pair, nail);
    return w;
}
