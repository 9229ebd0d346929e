/*
 * Wires against convex bodies and against each other. The nearest place of a wire to a point is
 * known in closed form, so that two wires are two searches along one curve, each along its own:
 * together they find also a wire that touches the other on both of its sides at once.
 */
#include "contact/pairs.h"
#include "contact/wire/wire.h"

#include <math.h>

/* ---- convex --------------------------------------------------------------------------------- */

typedef struct on_convex {
    const tw_convex *b;
    tw_shape ball;
    const tw_core *core; /* the ball's */
} on_convex;

static on_convex begin(const tw_wire *a, const tw_convex *b) {
    on_convex c = {.b = b, .ball = {.type = TW_SHAPE_SPHERE, .p = {a->radius, 0, 0}}};
    c.core = tw_shape_of(&c.ball)->core;
    return c;
}

static double probe_convex(const void *ctx, vec3 p, vec3 *n, vec3 *on_wire, vec3 *on_other) {
    const on_convex *c = ctx;
    tw_convex ball = {
        .shape = &c->ball, .core = c->core, .x = p, .R = m3_identity(), .radius = c->ball.p[0]};
    return tw_pair_gap(&ball, c->b, INFINITY, n, on_wire, on_other);
}

int tw_wire_convex_touch(const tw_wire *a, const tw_convex *b, double margin,
                         tw_touch out[TW_TOUCHES]) {
    on_convex c = begin(a, b);
    vec3 d = v3_sub(a->x, b->x);
    int minima;
    if (v3_length(d) - a->size - a->radius - b->size - b->radius > margin) return 0;
    return tw_wire_touch(a, probe_convex, &c, margin, out, &minima);
}

double tw_wire_convex_gap(const tw_wire *a, const tw_convex *b, vec3 *normal, vec3 *point) {
    on_convex c = begin(a, b);
    return tw_wire_gap(a, probe_convex, &c, normal, point);
}

/* ---- another wire --------------------------------------------------------------------------- */

typedef struct on_wire {
    const tw_wire *a, *b;
} on_wire;

static double probe_wire(const void *ctx, vec3 p, vec3 *n, vec3 *on_a, vec3 *on_b) {
    const on_wire *c = ctx;
    vec3 q = tw_wire_nearest(c->b, p), d = v3_sub(p, q);
    double distance = v3_length(d), round = c->a->radius + c->b->radius;
    bool apart = distance > 1e-10 * round;
    *n = apart ? v3_scale(d, 1 / distance) : m3_column(&c->b->R, 2);
    *on_a = v3_madd(p, -c->a->radius, *n);
    *on_b = v3_madd(q, c->b->radius, *n);
    return (apart ? distance : 0) - round;
}

double tw_wire_wire_gap(const tw_wire *a, const tw_wire *b, vec3 *normal, vec3 *point) {
    on_wire ab = {a, b};
    return tw_wire_gap(a, probe_wire, &ab, normal, point);
}

/* is there one at the same place? */
static bool known(const tw_touch *t, int count, const tw_touch *k, double near) {
    for (int i = 0; i < count; i++)
        if (v3_length(v3_sub(t[i].point, k->point)) < near && v3_dot(t[i].normal, k->normal) > 0.5)
            return true;
    return false;
}

int tw_wire_wire_touch(const tw_wire *a, const tw_wire *b, double margin,
                       tw_touch out[TW_TOUCHES]) {
    vec3 d = v3_sub(a->x, b->x);
    if (v3_length(d) - a->size - a->radius - b->size - b->radius > margin) return 0;
    on_wire ab = {a, b}, ba = {b, a};
    tw_touch t[2][TW_TOUCHES];
    int n[2], minima[2], count = 0;
    n[0] = tw_wire_touch(a, probe_wire, &ab, margin, t[0], &minima[0]);
    n[1] = tw_wire_touch(b, probe_wire, &ba, margin, t[1], &minima[1]);
    for (int i = 0; i < n[1]; i++) {
        t[1][i].normal = v3_neg(t[1][i].normal);
        t[1][i].feature += 256;
    }
    double thin = fmin(a->radius, b->radius);
    /* the minima of both searches first, then places fixed to the wires */
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < 2; k++)
            for (int i = pass ? minima[k] : 0; i < (pass ? n[k] : minima[k]); i++)
                if (count < TW_TOUCHES && !known(out, count, &t[k][i], (pass ? 0.5 : 0.05) * thin))
                    out[count++] = t[k][i];
    return count;
}
