/* Touches and distances of shapes: calls the search that suits the pair's kinds, in either
 * order. */
#include "contact/geometry.h"

#include "contact/mesh.h"
#include "contact/pairs.h"

#include <math.h>

/* the gap function for the kinds of a and b from the table; NULL: there is none, use the general
 * search */
static tw_gap_fn *special(const tw_convex *a, const tw_convex *b) {
    enum { MOST = TW_SHAPE_MESH + 1 };
    static tw_gap_fn *const table[MOST][MOST] = {
        [TW_SHAPE_SPHERE] = {[TW_SHAPE_SPHERE] = tw_gap_sphere_sphere,
                             [TW_SHAPE_CAPSULE] = tw_gap_sphere_capsule,
                             [TW_SHAPE_BOX] = tw_gap_sphere_box,
                             [TW_SHAPE_CYLINDER] = tw_gap_sphere_cylinder,
                             [TW_SHAPE_CONE] = tw_gap_sphere_cone,
                             [TW_SHAPE_ELLIPSOID] = tw_gap_sphere_ellipsoid},
        [TW_SHAPE_CAPSULE] = {[TW_SHAPE_CAPSULE] = tw_gap_capsule_capsule},
        [TW_SHAPE_BOX] = {[TW_SHAPE_BOX] = tw_gap_box_box},
    };
    if (!a->shape || !b->shape || a->shape->type >= MOST || b->shape->type >= MOST) return NULL;
    return table[a->shape->type][b->shape->type];
}

double tw_pair_gap(const tw_convex *a, const tw_convex *b, double far, vec3 *normal, vec3 *on_a,
                   vec3 *on_b) {
    tw_gap_fn *f = special(a, b);
    if (f) return f(a, b, far, normal, on_a, on_b);
    f = special(b, a);
    if (f) {
        double gap = f(b, a, far, normal, on_b, on_a);
        *normal = v3_neg(*normal);
        return gap;
    }
    return tw_convex_gap(a, b, far, normal, on_a, on_b);
}

int tw_pair_touch(const tw_convex *a, const tw_convex *b, double margin, tw_touch out[TW_TOUCHES]) {
    vec3 n, p, q;
    double gap = tw_pair_gap(a, b, margin, &n, &p, &q);
    if (!(gap <= margin)) return 0;
    tw_touch deepest = {v3_lerp(p, q, 0.5), n, gap, 0};
    return tw_convex_manifold(a, b, &deepest, margin, out);
}

static int turned(tw_touch *t, int count) {
    for (int i = 0; i < count; i++) t[i].normal = v3_neg(t[i].normal);
    return count;
}

int tw_touch_shapes(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                    double margin, tw_touch out[TW_TOUCHES]) {
    return tw_touch_shapes_again(a, pa, b, pb, margin, NULL, NULL, out);
}

int tw_touch_shapes_again(const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                          const tw_pose *pb, double margin, tw_pair_bounds *bounds,
                          tw_touch_asks *asks, tw_touch out[TW_TOUCHES]) {
    bool wa = tw_shape_is_wire(a), wb = tw_shape_is_wire(b);
    if (tw_shape_is_rough(b)) return tw_rough_touch(a, pa, b, pb, margin, asks, out);
    if (tw_shape_is_rough(a)) return turned(out, tw_rough_touch(b, pb, a, pa, margin, asks, out));
    if (bounds && (wa || wb)) tw_pair_bounds_begin(bounds, a, b);
    tw_wire_bounds *along = bounds ? bounds->along : NULL;
    if (wa && wb) {
        tw_wire c = tw_wire_of(a, pa), d = tw_wire_of(b, pb);
        return tw_wire_wire_touch(&c, &d, margin, along, out);
    }
    if (wa || wb) {
        tw_wire w = wa ? tw_wire_of(a, pa) : tw_wire_of(b, pb);
        tw_convex c = wa ? tw_convex_of(b, pb) : tw_convex_of(a, pa);
        int count = tw_wire_convex_touch(&w, &c, margin, along, out);
        return wa ? count : turned(out, count);
    }
    tw_convex ca = tw_convex_of(a, pa), cb = tw_convex_of(b, pb);
    return tw_pair_touch(&ca, &cb, margin, out);
}

double tw_shape_separation(const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                           const tw_pose *pb, vec3 *normal) {
    bool wa = tw_shape_is_wire(a), wb = tw_shape_is_wire(b);
    vec3 p, q;
    if (tw_shape_is_rough(b)) return tw_rough_gap(a, pa, b, pb, normal);
    if (tw_shape_is_rough(a)) {
        double gap = tw_rough_gap(b, pb, a, pa, normal);
        *normal = v3_neg(*normal);
        return gap;
    }
    if (wa && wb) {
        tw_wire c = tw_wire_of(a, pa), d = tw_wire_of(b, pb);
        return tw_wire_wire_gap(&c, &d, normal, &p);
    }
    if (wa || wb) {
        tw_wire w = wa ? tw_wire_of(a, pa) : tw_wire_of(b, pb);
        tw_convex c = wa ? tw_convex_of(b, pb) : tw_convex_of(a, pa);
        double gap = tw_wire_convex_gap(&w, &c, normal, &p);
        if (wb) *normal = v3_neg(*normal);
        return gap;
    }
    tw_convex ca = tw_convex_of(a, pa), cb = tw_convex_of(b, pb);
    return tw_pair_gap(&ca, &cb, INFINITY, normal, &p, &q);
}
