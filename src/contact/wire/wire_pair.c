/* Wires against convex bodies and against each other. The point of a wire nearest to a given point
 * is known in closed form. So the search for touches of two wires is one-dimensional, along the
 * curve of one of them. The search is made along each of the two curves, because a search along one
 * alone may miss touches where that wire touches the other on two sides. */
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

static double probe_convex(const void *ctx, vec3 p, vec3 *n) {
    const on_convex *c = ctx;
    vec3 on_wire, on_other;
    tw_convex ball = {
        .shape = &c->ball, .core = c->core, .x = p, .R = m3_identity(), .radius = c->ball.p[0]};
    return tw_pair_gap(&ball, c->b, INFINITY, n, &on_wire, &on_other);
}

int tw_wire_convex_touch(const tw_wire *a, const tw_convex *b, double margin,
                         tw_wire_bounds *bounds, tw_touch out[TW_TOUCHES]) {
    on_convex c = begin(a, b);
    vec3 d = v3_sub(a->x, b->x);
    tw_wire_bounds none = {.known = false};
    int minima;
    if (v3_length(d) - a->size - a->radius - b->size - b->radius > margin) return 0;
    if (!bounds) bounds = &none;
    mat3 back = m3_transpose(&b->R), R = m3_mul(&back, &a->R);
    tw_wire_bounds_move(bounds, a->size, m3_tmul_v(&b->R, d), &R);
    return tw_wire_touch(a, probe_convex, &c, margin, bounds, out, &minima);
}

double tw_wire_convex_gap(const tw_wire *a, const tw_convex *b, vec3 *normal, vec3 *point) {
    on_convex c = begin(a, b);
    return tw_wire_gap(a, probe_convex, &c, normal, point);
}

/* ---- another wire --------------------------------------------------------------------------- */

/* a wire against which another one is compared, given in its own axes; round: sum of the radii of
 * both wires, m */
typedef struct on_wire {
    double half, bend, round; /* m */
} on_wire;

static double probe_wire(const void *ctx, vec3 p, vec3 *n) {
    const on_wire *c = ctx;
    double distance = tw_wire_distance(c->half, c->bend, p, n);
    if (distance > 1e-10 * c->round) return distance - c->round;
    *n = v3(0, 0, 1);
    return -c->round;
}

static on_wire other_of(const tw_wire *a, const tw_wire *b) {
    return (on_wire){b->half, b->bend, a->radius + b->radius};
}

/* the wire a, in the axes of the wire b */
static tw_wire seen_from(const tw_wire *a, const tw_wire *b) {
    tw_wire w = *a;
    mat3 back = m3_transpose(&b->R);
    w.x = m3_tmul_v(&b->R, v3_sub(a->x, b->x));
    w.R = m3_mul(&back, &a->R);
    return w;
}

static void to_world(const tw_wire *b, vec3 *point, vec3 *normal) {
    *point = v3_add(b->x, m3_mul_v(&b->R, *point));
    *normal = m3_mul_v(&b->R, *normal);
}

double tw_wire_wire_gap(const tw_wire *a, const tw_wire *b, vec3 *normal, vec3 *point) {
    on_wire other = other_of(a, b);
    tw_wire w = seen_from(a, b);
    double gap = tw_wire_gap(&w, probe_wire, &other, normal, point);
    to_world(b, point, normal);
    return gap;
}

/* finds the touches of the wires a and b by a search along the curve of a */
static int touch_along(const tw_wire *a, const tw_wire *b, double margin, tw_wire_bounds *bounds,
                       tw_touch out[TW_TOUCHES], int *minima) {
    on_wire other = other_of(a, b);
    tw_wire w = seen_from(a, b);
    tw_wire_bounds_move(bounds, w.size, w.x, &w.R);
    int count = tw_wire_touch(&w, probe_wire, &other, margin, bounds, out, minima);
    for (int i = 0; i < count; i++) to_world(b, &out[i].point, &out[i].normal);
    return count;
}

/* does the list contain a touch less than `near` away whose normal is similar? */
static bool known(const tw_touch *t, int count, const tw_touch *k, double near) {
    for (int i = 0; i < count; i++)
        if (v3_length(v3_sub(t[i].point, k->point)) < near && v3_dot(t[i].normal, k->normal) > 0.5)
            return true;
    return false;
}

int tw_wire_wire_touch(const tw_wire *a, const tw_wire *b, double margin, tw_wire_bounds bounds[2],
                       tw_touch out[TW_TOUCHES]) {
    vec3 d = v3_sub(a->x, b->x);
    if (v3_length(d) - a->size - a->radius - b->size - b->radius > margin) return 0;
    tw_wire_bounds none[2] = {{.known = false}, {.known = false}};
    tw_touch t[2][TW_TOUCHES];
    int n[2], minima[2], count = 0;
    if (!bounds) bounds = none;
    n[0] = touch_along(a, b, margin, &bounds[0], t[0], &minima[0]);
    n[1] = touch_along(b, a, margin, &bounds[1], t[1], &minima[1]);
    for (int i = 0; i < n[1]; i++) {
        t[1][i].normal = v3_neg(t[1][i].normal);
        t[1][i].feature += 256;
    }
    double thin = fmin(a->radius, b->radius);
    /* first the minima of both searches, then the fixed places of both wires */
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < 2; k++)
            for (int i = pass ? minima[k] : 0; i < (pass ? n[k] : minima[k]); i++)
                if (count < TW_TOUCHES && !known(out, count, &t[k][i], (pass ? 0.5 : 0.05) * thin))
                    out[count++] = t[k][i];
    return count;
}
