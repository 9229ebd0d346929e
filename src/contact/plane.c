/* Touches of any shape with a half-space: the corners of its face (or edge) that faces the plane,
 * and its lowest point if that is not one of these corners ("lowest": furthest in the direction of
 * the half-space). A wire (torus, stadium) also touches at fixed places of its curve, on which it
 * rests when it lies flat. */
#include "contact/wire/wire.h"

#include <math.h>

typedef struct ground {
    vec3 n;
    double offset, margin;
} ground;

static void touch(const ground *g, vec3 p, unsigned feature, tw_touch *out, int *count) {
    double gap = v3_dot(g->n, p) - g->offset;
    if (gap <= g->margin && *count < TW_TOUCHES)
        out[(*count)++] = (tw_touch){v3_madd(p, -0.5 * gap, g->n), g->n, gap, feature};
}

/* Feature numbers of touches. OTHER: the lowest point of a shape, if it is not a corner or fixed
 * place. RIM, RIM + 1: a point of the lower, and of the upper, rim or tip of a round body */
enum { OTHER = 0, RIM = 40 };

static void leave_out(tw_touch *out, int *count, int i) {
    for (int k = i + 1; k < *count; k++) out[k - 1] = out[k];
    (*count)--;
}

/* Adds the lowest point p to the list, unless a corner in the list (of a round body: two) is as
 * low. If the list is full, p replaces the highest touch. bend > 0: the body is round, with the
 * radius `bend`, m, and its lowest point moves along it as it rolls: touches at fixed places nearby
 * are removed. bend 0: the body is not round */
static void lowest(const ground *g, vec3 p, unsigned name, double size, double bend, tw_touch *out,
                   int *count) {
    double gap = v3_dot(g->n, p) - g->offset;
    if (!(gap <= g->margin)) return;
    int highest = 0, as_low = 0;
    for (int i = 0; i < *count; i++) {
        if (out[i].gap > out[highest].gap) highest = i;
        as_low += out[i].gap <= gap + 1e-6 * size;
    }
    if (as_low > 1 || (as_low == 1 && !(bend > 0))) return;
    tw_touch t = {v3_madd(p, -0.5 * gap, g->n), g->n, gap, name};
    for (int i = *count - 1; bend > 0 && i >= 0; i--)
        if (v3_length(v3_sub(out[i].point, t.point)) < 0.25 * bend) leave_out(out, count, i);
    out[*count < TW_TOUCHES ? (*count)++ : highest] = t;
}

/* lists touches at the corners of the face or edge that faces the plane; if there are more than
 * TW_TOUCHES corners, an even selection of TW_TOUCHES of them; returns their number */
static int on_face(const ground *g, const tw_convex *c, bool round, tw_touch *out) {
    tw_face f;
    int count = 0;
    tw_convex_face(c, v3_neg(g->n), &f);
    vec3 down = v3_scale(g->n, -c->radius);
    int many = f.count > TW_TOUCHES ? TW_TOUCHES : f.count;
    bool edge = f.count == 2 && round;
    for (int i = 0; i < many; i++) {
        int k = i * f.count / many;
        unsigned name = edge ? RIM + (unsigned)k : 1 + (unsigned)k + 64 * f.id;
        touch(g, v3_add(f.corner[k], down), name, out, &count);
    }
    return count;
}

int tw_touch_plane(const tw_shape *a, const tw_pose *pa, vec3 normal, double offset, double margin,
                   tw_touch out[TW_TOUCHES]) {
    ground g = {normal, offset, margin};
    vec3 down = v3_neg(normal);
    if (tw_shape_is_wire(a)) {
        tw_wire w = tw_wire_of(a, pa);
        vec3 fall = v3_scale(down, w.radius);
        int count = 0, fixed = tw_wire_fixed_count(&w);
        for (int i = 0; i < fixed; i++)
            touch(&g, v3_add(tw_wire_fixed(&w, i), fall), 1 + (unsigned)i, out, &count);
        lowest(&g, v3_add(tw_wire_support(&w, down), fall), OTHER, w.size, w.bend, out, &count);
        return count;
    }
    tw_convex c = tw_convex_of(a, pa);
    vec3 low = v3_madd(tw_convex_support(&c, down), c.radius, down);
    if (v3_dot(normal, low) - offset > margin) return 0;
    bool round = c.core->rims;
    bool upper = v3_dot(v3_sub(low, c.x), m3_column(&c.R, 2)) > 0;
    int count = c.size > 0 ? on_face(&g, &c, round, out) : 0;
    lowest(&g, low, round ? RIM + upper : OTHER, c.size + c.radius, round ? a->p[0] : 0, out,
           &count);
    return count;
}
