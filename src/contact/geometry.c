/* Which search answers for a pair of kinds: the table, and the orders (a, b) and (b, a). */
#include "contact/geometry.h"

#include "contact/pairs.h"

#include <math.h>

static tw_gap_fn *const special[TW_SHAPE_COUNT][TW_SHAPE_COUNT] = {
    [TW_SHAPE_SPHERE] = {[TW_SHAPE_SPHERE] = tw_gap_sphere_sphere,
                         [TW_SHAPE_CAPSULE] = tw_gap_sphere_capsule,
                         [TW_SHAPE_BOX] = tw_gap_sphere_box},
    [TW_SHAPE_CAPSULE] = {[TW_SHAPE_CAPSULE] = tw_gap_capsule_capsule},
    [TW_SHAPE_BOX] = {[TW_SHAPE_BOX] = tw_gap_box_box},
};

double tw_pair_gap(const tw_convex *a, const tw_convex *b, double far, vec3 *normal, vec3 *on_a,
                   vec3 *on_b) {
    if (a->shape && b->shape) {
        tw_gap_fn *f = special[a->shape->type][b->shape->type];
        if (f) return f(a, b, far, normal, on_a, on_b);
        f = special[b->shape->type][a->shape->type];
        if (f) {
            double gap = f(b, a, far, normal, on_b, on_a);
            *normal = v3_neg(*normal);
            return gap;
        }
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

int tw_touch_shapes(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                    double margin, tw_touch out[TW_TOUCHES]) {
    tw_convex ca = tw_convex_of(a, pa), cb = tw_convex_of(b, pb);
    return tw_pair_touch(&ca, &cb, margin, out);
}

double tw_shape_separation(const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                           const tw_pose *pb, vec3 *normal) {
    tw_convex ca = tw_convex_of(a, pa), cb = tw_convex_of(b, pb);
    vec3 p, q;
    return tw_pair_gap(&ca, &cb, INFINITY, normal, &p, &q);
}
