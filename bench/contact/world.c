/* The scenes as worlds of Tauwerk; see world.h. */
#include "world.h"

#include <math.h>
#include <string.h>

static void set(void *object, const char *name, double value) {
    *(double *)bench_field(object, name) = value;
}

static const tw_body_kind *kind(const char *name) {
    for (int i = 0; tw_body_kinds[i]; i++)
        if (!strcmp(tw_body_kinds[i]->kind.name, name)) return tw_body_kinds[i];
    bench_fail("no kind of body '%s'", name);
    return NULL;
}

static void shape(tw_body *b, const bench_body *from) {
    switch (from->shape) {
    case BENCH_BOX:
        *(vec3 *)bench_field(b, "size") = v3_load(from->size);
        return;
    case BENCH_SPHERE:
        set(b, "radius", from->size[0]);
        return;
    case BENCH_CAPSULE:
        set(b, "radius", from->size[0]);
        set(b, "length", from->size[1]);
        return;
    case BENCH_CYLINDER:
        set(b, "radius", from->size[0]);
        set(b, "height", from->size[1]);
        return;
    }
}

static void add(tw_world *w, const bench_body *from) {
    static const char *const name[] = {"sphere", "box", "capsule", "cylinder"};
    tw_body *b;
    bench_must(tw_body_new(w, kind(name[from->shape]), &b));
    shape(b, from);
    b->density = BENCH_DENSITY;
    b->friction = tw_value_scalar(BENCH_FRICTION);
    b->restitution = tw_value_scalar(0);
    b->collide = true;
    b->fixed = from->fixed;
    b->position = v3_load(from->x);
    b->orientation = (quat){from->q[0], from->q[1], from->q[2], from->q[3]};
    bench_must(tw_world_add(w, (void *)b, NULL, (tw_id){0, 0}, "bench", 1));
}

tw_world *bench_world(const bench_scene *s) {
    tw_world *w;
    bench_must(tw_world_create(&w));
    w->set.gravity = tw_value_vector(v3(0, 0, -BENCH_GRAVITY));
    for (int i = 0; i < s->bodies; i++) {
        add(w, &s->body[i]);
        /* the other engines are told these numbers */
        const tw_body *b = w->body.data[i];
        const bench_body *from = &s->body[i];
        double off = fabs(b->mass / from->mass - 1);
        for (int k = 0; k < 3; k++)
            off = fmax(off, fabs(b->inertia.m[k][k] / from->inertia[k] - 1));
        if (!(off < 1e-12)) bench_fail("mass or inertia of body %d is off by %g", i, off);
    }
    return w;
}
