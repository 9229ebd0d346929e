/*
 * Where rays meet meshes; see ray.h.
 *
 * A triangle is projected along the ray: its corners become points of a plane, and the ray the
 * plane's origin. On which side of an edge from p to q the origin lies is the sign of p.x q.y - p.y
 * q.x. Rounding the two products keeps their order, so that the sign may become 0, which counts as
 * a hit, but is never wrong [after Woop, Benthin and Wald 2013].
 */
#include "shape/mesh/ray.h"

static fv3 cross(fv3 a, fv3 b) {
    return f3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static fv3 point(const float *c) {
    return f3_all(c[0], c[1], c[2]);
}

/* two unit vectors *s, *t perpendicular to the unit vector n and to each other (Duff et al. 2017)
 */
static void across(fv3 n, fv3 *s, fv3 *t) {
    fv one = fv_all(1), sign = fv_sign(one, n.z), a = -one / (sign + n.z), b = n.x * n.y * a;
    *s = f3(one + sign * n.x * n.x * a, sign * b, -sign * n.x);
    *t = f3(b, sign + n.y * n.y * a, -n.y);
}

typedef struct walk {
    const tw_mesh *m;
    fv3 o, d, inv;
    fv3 s, t; /* across d */
    /* the ray's origin moved down and up along all axes by a bound of rounding errors, which has
     * the effect of enlarging the boxes */
    fv3 above, below;
    fv from, best;
    iv triangle;
} walk;

/* those of the lanes `on` whose rays meet the node's box before the nearest hit so far */
static iv meets_box(const walk *w, const tw_mesh_node *n, iv on) {
    fv3 a = f3_mul(f3_sub(point(n->lo), w->above), w->inv);
    fv3 b = f3_mul(f3_sub(point(n->hi), w->below), w->inv);
    fv enter = fv_max(fv_max(fv_min(a.x, b.x), fv_min(a.y, b.y)), fv_min(a.z, b.z));
    fv leave = fv_min(fv_min(fv_max(a.x, b.x), fv_max(a.y, b.y)), fv_max(a.z, b.z));
    fv slack = (fv_abs(enter) + fv_abs(leave)) * fv_all(1e-6f);
    return on & (enter - slack <= leave) & (leave + slack >= w->from) & (enter - slack <= w->best);
}

/* corner c relative to the ray's origin, in the axes s, t (at right angles to the ray) and d (along
 * it) */
static fv3 seen(const walk *w, const float *c) {
    fv3 p = f3_sub(point(c), w->o);
    return f3(f3_dot(p, w->s), f3_dot(p, w->t), f3_dot(p, w->d));
}

static iv meet_triangle(walk *w, int32_t at, iv on) {
    const float *c = w->m->corner + 9 * (size_t)at;
    fv3 p = seen(w, c), q = seen(w, c + 3), r = seen(w, c + 6);
    fv u = q.x * r.y - q.y * r.x, v = r.x * p.y - r.y * p.x, k = p.x * q.y - p.y * q.x;
    fv zero = fv_all(0), sum = u + v + k;
    iv hit = on & (((u >= zero) & (v >= zero) & (k >= zero)) |
                   ((u <= zero) & (v <= zero) & (k <= zero)));
    /* where sum is 0, the ray lies in the triangle's plane: it hits the neighbours of the triangle
     * instead */
    hit &= sum != zero;
    if (!iv_any(hit)) return hit;
    fv t = (u * p.z + v * q.z + k * r.z) / fv_select(hit, sum, fv_all(1));
    hit &= (t >= w->from) & (t < w->best);
    w->best = fv_select(hit, t, w->best);
    w->triangle = iv_select(hit, iv_all(at), w->triangle);
    return hit;
}

/* 1: rays of the directions `order` come to child b first; 0: to child a */
static int second_first(const tw_mesh_node *a, const tw_mesh_node *b, unsigned order) {
    int axis = 0;
    float most = -1;
    bool above = false;
    for (int i = 0; i < 3; i++) {
        float d = (b->lo[i] + b->hi[i]) - (a->lo[i] + a->hi[i]);
        float far = d < 0 ? -d : d;
        if (far > most) {
            most = far;
            axis = i;
            above = d > 0;
        }
    }
    return above == ((order >> axis & 1) != 0);
}

fv tw_mesh_hit(const tw_mesh *m, const tw_ray *ray, fv far, iv on, unsigned order, bool any,
               iv *triangle) {
    walk w = {.m = m,
              .o = ray->o,
              .d = ray->d,
              .inv =
                  f3(tw_ray_inverse(ray->d.x), tw_ray_inverse(ray->d.y), tw_ray_inverse(ray->d.z)),
              .from = ray->from,
              .best = far,
              .triangle = iv_all(0)};
    fv pad = fv_all(1e-6f * (float)m->radius);
    w.above = f3(w.o.x + pad, w.o.y + pad, w.o.z + pad);
    w.below = f3(w.o.x - pad, w.o.y - pad, w.o.z - pad);
    across(ray->d, &w.s, &w.t);
    struct {
        int32_t node;
        iv on;
    } stack[TW_MESH_DEPTH + 2];
    int depth = 0;
    iv found = iv_all(0);
    stack[depth].node = 0;
    stack[depth++].on = on;
    while (depth > 0) {
        const tw_mesh_node *n = &m->node[stack[--depth].node];
        iv here = stack[depth].on;
        if (any) here &= ~found;
        if (!iv_any(here)) continue;
        here = meets_box(&w, n, here);
        if (!iv_any(here)) continue;
        if (n->count == 0) {
            int second = second_first(n[0].first + m->node, n[0].first + 1 + m->node, order);
            stack[depth].node = n->first + !second;
            stack[depth++].on = here;
            stack[depth].node = n->first + second;
            stack[depth++].on = here;
            continue;
        }
        for (int32_t i = n->first; i < n->first + n->count; i++)
            found |= meet_triangle(&w, i, here);
    }
    *triangle = w.triangle;
    return fv_select(found, w.best, fv_all(INFINITY));
}

/* ---- surfaces ------------------------------------------------------------------------------- */

static void lane_put(fv3 *a, int lane, const float *c) {
    a->x[lane] = c[0];
    a->y[lane] = c[1];
    a->z[lane] = c[2];
}

static fv3 mix(const fv3 *a, const fv *w) {
    return f3_madd(f3_madd(f3_scale(a[0], w[0]), w[1], a[1]), w[2], a[2]);
}

/* a scaled to length 1, or `other` if a is about 0 */
static fv3 unit(fv3 a, fv3 other) {
    fv l = f3_dot(a, a);
    iv some = l > fv_all(1e-30f);
    fv3 b = f3_scale(a, fv_all(1) / fv_sqrt(fv_select(some, l, fv_all(1))));
    return f3_select(some, b, other);
}

/* w [3]: barycentric weights of the corners c of a triangle with normal n at the point x, clamped
 * to the triangle */
static void weights(const fv3 *c, fv3 x, fv3 n, fv *w) {
    fv sum = fv_all(0), zero = sum, one = fv_all(1);
    for (int i = 0; i < 3; i++) {
        fv3 p = f3_sub(c[(i + 1) % 3], x), q = f3_sub(c[(i + 2) % 3], x);
        w[i] = fv_max(f3_dot(cross(p, q), n), zero);
        sum += w[i];
    }
    iv some = sum > zero;
    for (int i = 0; i < 3; i++)
        w[i] = fv_select(some, w[i] / fv_select(some, sum, one), fv_all(1.0f / 3));
}

void tw_mesh_surface_at(const tw_mesh *m, iv triangle, iv on, fv3 x, fv3 d, tw_mesh_surface *s) {
    fv3 c[3], n[3], zero3 = f3_all(0, 0, 0);
    for (int k = 0; k < 3; k++) c[k] = n[k] = zero3;
    for (int lane = 0; lane < TW_LANES; lane++) {
        if (!on[lane]) continue;
        const size_t at = 9 * (size_t)triangle[lane];
        for (int k = 0; k < 3; k++) {
            lane_put(&c[k], lane, m->corner + at + 3 * k);
            lane_put(&n[k], lane, m->normal + at + 3 * k);
        }
    }
    fv w[3], zero = fv_all(0);
    fv3 away = f3_scale(d, fv_all(-1)), e1 = unit(f3_sub(c[1], c[0]), zero3);
    fv3 flat = unit(cross(e1, unit(f3_sub(c[2], c[0]), zero3)), n[0]);
    weights(c, x, flat, w);
    s->x = mix(c, w);
    s->lift = zero3;
    for (int k = 0; k < 3; k++) {
        fv below = fv_max(-f3_dot(f3_sub(s->x, c[k]), n[k]), zero);
        s->lift = f3_madd(s->lift, w[k] * below, n[k]);
    }
    /* seen from inside the solid, normals are reversed, and the origin of further rays stays on the
     * triangle */
    iv inside = f3_dot(flat, d) > zero;
    fv turn = fv_select(inside, fv_all(-1), fv_all(1));
    s->lift = f3_select(inside, zero3, s->lift);
    s->flat = f3_scale(flat, turn);
    s->n = f3_scale(unit(mix(n, w), flat), turn);
    /* a smooth normal that points away from the viewer is bent until the view is just grazing */
    fv facing = f3_dot(s->n, away), least = fv_all(0.01f);
    iv hidden = facing < least;
    fv3 bent = unit(f3_madd(s->n, least - facing, away), s->flat);
    s->n = f3_select(hidden, bent, s->n);
}
