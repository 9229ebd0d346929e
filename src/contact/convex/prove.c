/* Is n the normal of the distance of two bodies? It is if their sets of extreme points along n (a
 * point, an edge, a face or the disk of a cap each) lie opposite each other: some p of a and some q
 * of b have p - q = gap n. Projected along n the sets are convex, and alternating projections find
 * a common point of both [Bregman 1965]. If there is one, n is the normal, because |p - q| is an
 * upper bound of the distance, and the gap seen along n a lower bound. */
#include "contact/convex/convex.h"

#include <math.h>

enum { TURNS = 48 };

/* the point of the core that is nearest to x among its extreme points along n */
static vec3 nearest(const tw_convex *c, vec3 n, vec3 x) {
    if (!c->shape || !c->core->nearest) return tw_convex_support(c, n);
    vec3 d = m3_tmul_v(&c->R, n), at = m3_tmul_v(&c->R, v3_sub(x, c->x));
    return v3_add(c->x, m3_mul_v(&c->R, c->core->nearest(c->shape, d, at)));
}

/* are the extreme points along n a straight line on the side of a cylinder or capsule? */
static bool is_line(const tw_convex *c, vec3 n) {
    if (!c->shape) return false;
    bool has = c->shape->type == TW_SHAPE_CYLINDER || c->shape->type == TW_SHAPE_CAPSULE;
    return has && fabs(v3_dot(m3_column(&c->R, 2), n)) <= TW_CORE_NONE;
}

/* moves *p to the place where the line of a crosses the line of b, both projected along n.
 * Alternating projections would find it, too, but take many steps if the lines cross at a small
 * angle */
static void crossing(const tw_convex *a, const tw_convex *b, vec3 *p) {
    vec3 u = m3_column(&a->R, 2), v = m3_column(&b->R, 2), d = v3_sub(b->x, a->x);
    double uv = v3_dot(u, v), det = 1 - uv * uv, h = 0.5 * a->shape->p[1];
    if (!(det > 1e-12)) return;
    double t = (v3_dot(d, u) - uv * v3_dot(d, v)) / det;
    *p = v3_madd(*p, tw_core_clamped(t, h) - v3_dot(v3_sub(*p, a->x), u), u);
}

bool tw_convex_prove(const tw_convex *a, const tw_convex *b, vec3 n, double gap, vec3 *on_a,
                     vec3 *on_b) {
    double tolerance = 1e-10 * (a->size + b->size), last = INFINITY;
    vec3 p = *on_a;
    if (is_line(a, n) && is_line(b, n)) crossing(a, b, &p);
    for (int i = 0; i < TURNS; i++) {
        vec3 q = nearest(b, n, v3_madd(p, -gap, n));
        p = nearest(a, v3_neg(n), v3_madd(q, gap, n));
        double miss = v3_length(v3_madd(v3_sub(p, q), -gap, n));
        if (miss <= tolerance) {
            *on_a = p;
            *on_b = q;
            return true;
        }
        if (!(miss < 0.98 * last)) return false;
        last = miss;
    }
    return false;
}
