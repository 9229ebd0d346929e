/*
 * Places where a mesh that is not convex touches another body. The mesh's tree of boxes finds the
 * triangles near the other body. Each is treated as a convex body without thickness, with the solid
 * behind its front side.
 *
 * A normal is accepted only if the triangle and its neighbours lie behind the plane across it,
 * since at a flat or concave edge the search for a single triangle would find sideways directions.
 * If it is not accepted and the body does not overlap the triangle, only neighbouring triangles
 * touch it; if the body overlaps the triangle, the part of it above the triangle is pushed out
 * along the triangle's own normal. Triangles whose front faces away from the body's middle are left
 * out.
 *
 * Of all places found at most TW_TOUCHES are kept: the deepest one, and then each time the one that
 * differs most, in place and direction, from those already kept.
 */
#include "contact/mesh.h"

#include "contact/pairs.h"

#include <math.h>

enum { POOL = TW_MOST_TOUCHES };

typedef struct rough {
    const tw_mesh *m;
    double scale;
    vec3 x;
    mat3 R;
} rough;

/* the other shape: a wire w, a triangle of another mesh, or a convex body c */
typedef struct guest {
    bool wire, triangle;
    bool push; /* if the normal of the gap is not accepted, use the triangle's own normal */
    tw_wire w;
    tw_convex c;
    vec3 normal; /* if it is a triangle: the normal of its front side, world axes */
    double size;
} guest;

typedef struct pool {
    tw_touch t[POOL];
    int n;
    double margin, size;
} pool;

static vec3 local_corner(const tw_mesh *m, int32_t t, int k) {
    return v3_sub(tw_mesh_vertex(m, (size_t)m->triangle[3 * t + k % 3]), m->com);
}

static vec3 local_normal(const tw_mesh *m, int32_t t) {
    vec3 a = local_corner(m, t, 0);
    vec3 u = v3_normalized(v3_sub(local_corner(m, t, 1), a));
    vec3 v = v3_normalized(v3_sub(local_corner(m, t, 2), a));
    return v3_normalized(v3_cross(u, v));
}

static tw_convex triangle_of(const rough *r, int32_t t) {
    tw_convex c = {.shape = NULL, .R = r->R};
    for (int k = 0; k < 3; k++) {
        vec3 l = v3_scale(local_corner(r->m, t, k), r->scale);
        c.corner[k] = v3_add(r->x, m3_mul_v(&r->R, l));
        c.x = v3_madd(c.x, 1.0 / 3, c.corner[k]);
    }
    for (int k = 0; k < 3; k++) c.size = fmax(c.size, v3_length(v3_sub(c.corner[k], c.x)));
    return c;
}

/* ---- the places found ------------------------------------------------------------------------ */

static void add(pool *p, const tw_touch *t, int count, uint32_t name) {
    double same = 1e-4 * p->size;
    for (int i = 0; i < count; i++) {
        tw_touch k = t[i];
        k.feature ^= (name + 1) * 2654435761u;
        int at = 0;
        while (at < p->n && tw_touch_unlike(&p->t[at], &k, p->size) > same * same) at++;
        if (at < p->n) {
            if (k.gap < p->t[at].gap) p->t[at] = k;
            continue;
        }
        if (p->n == POOL) p->n = tw_touch_thin(p->t, p->n, p->size);
        p->t[p->n++] = k;
    }
}

/* ---- one triangle --------------------------------------------------------------------------- */

/* does the surface around the place q of triangle t lie behind the plane through q that is
 * orthogonal to n? n, q: world */
static bool outward(const rough *r, int32_t t, vec3 n, vec3 q) {
    static const double lean = 1e-3, near = 1e-6;
    vec3 d = m3_tmul_v(&r->R, n), nt = local_normal(r->m, t);
    if (v3_dot(d, nt) > 1 - 1e-8) return true;
    vec3 at = v3_scale(m3_tmul_v(&r->R, v3_sub(q, r->x)), 1 / r->scale);
    bool edge = false;
    for (int k = 0; k < 3; k++) {
        vec3 a = local_corner(r->m, t, k), side = v3_sub(local_corner(r->m, t, k + 1), a);
        vec3 e = v3_normalized(side), in = v3_cross(nt, e);
        if (v3_dot(v3_sub(at, a), in) > near * r->m->radius) continue;
        edge = true;
        vec3 beyond = v3_cross(e, local_normal(r->m, r->m->across[3 * t + k]));
        if (v3_dot(d, in) > lean || v3_dot(d, beyond) > lean) return false;
    }
    return edge;
}

/* touches of a convex body c with the plane of a triangle t (front normal n), at places inside the
 * triangle; returns their number */
static int over(const tw_convex *c, const tw_convex *t, vec3 n, double margin,
                tw_touch out[TW_TOUCHES]) {
    vec3 low = v3_madd(tw_convex_support(c, v3_neg(n)), -c->radius, n);
    double gap = v3_dot(v3_sub(low, t->corner[0]), n);
    tw_touch deepest = {v3_madd(low, -0.5 * gap, n), n, gap, 0};
    int count = tw_convex_manifold(c, t, &deepest, margin, out), kept = 0;
    /* the deepest place of c may lie outside the triangle, so it is tested like the others */
    for (int i = 0; i < count; i++) {
        bool inside = true;
        for (int k = 0; k < 3 && inside; k++) {
            vec3 e = v3_sub(t->corner[(k + 1) % 3], t->corner[k]);
            double slack = 1e-6 * v3_dot(e, e);
            inside = v3_dot(v3_sub(out[i].point, t->corner[k]), v3_cross(n, e)) >= -slack;
        }
        if (inside) out[kept++] = out[i];
    }
    return kept;
}

static int convex_on_triangle(const rough *r, int32_t t, const guest *g, double margin,
                              tw_touch out[TW_TOUCHES]) {
    tw_convex tri = triangle_of(r, t);
    vec3 n, p, q, front = m3_mul_v(&r->R, local_normal(r->m, t));
    double gap = tw_pair_gap(&g->c, &tri, margin, &n, &p, &q);
    if (!(gap <= margin)) return 0;
    bool apart = gap + g->c.radius > 1e-9 * g->size;
    if (!apart && !g->triangle && v3_dot(v3_sub(g->c.x, tri.corner[0]), front) < 0) return 0;
    bool seen = v3_dot(n, front) > -1e-3 && outward(r, t, n, q);
    if (g->triangle) seen = seen && v3_dot(n, g->normal) < 1e-3;
    if (seen) {
        tw_touch deepest = {v3_lerp(p, q, 0.5), n, gap, 0};
        return tw_convex_manifold(&g->c, &tri, &deepest, margin, out);
    }
    if (apart || !g->push || (g->triangle && v3_dot(front, g->normal) > 0)) return 0;
    return over(&g->c, &tri, front, margin, out);
}

static int wire_on_triangle(const rough *r, int32_t t, const guest *g, double margin,
                            tw_touch out[TW_TOUCHES]) {
    tw_convex tri = triangle_of(r, t);
    vec3 front = m3_mul_v(&r->R, local_normal(r->m, t));
    int count = tw_wire_convex_touch(&g->w, &tri, margin, NULL, out), kept = 0;
    for (int i = 0; i < count; i++) {
        vec3 q = v3_madd(out[i].point, -0.5 * out[i].gap, out[i].normal);
        if (v3_dot(out[i].normal, front) > -1e-3 && outward(r, t, out[i].normal, q))
            out[kept++] = out[i];
    }
    return kept;
}

/* ---- the tree ------------------------------------------------------------------------------- */

typedef void visit(void *ctx, int32_t triangle);

static void near_box(const tw_mesh *m, const tw_bounds *box, visit *f, void *ctx) {
    int32_t stack[TW_MESH_DEPTH + 2];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const tw_mesh_node *n = &m->node[stack[--top]];
        if ((double)n->lo[0] > box->hi.x || (double)n->hi[0] < box->lo.x ||
            (double)n->lo[1] > box->hi.y || (double)n->hi[1] < box->lo.y ||
            (double)n->lo[2] > box->hi.z || (double)n->hi[2] < box->lo.z)
            continue;
        if (n->count == 0) {
            stack[top++] = n->first + 1;
            stack[top++] = n->first;
            continue;
        }
        for (int32_t i = n->first; i < n->first + n->count; i++) f(ctx, m->order[i]);
    }
}

/* a box b of the world, widened by `by` (m), as a box in the mesh's axes and units */
static tw_bounds in_mesh(const rough *r, tw_bounds b, double by) {
    double more = by / r->scale + 1e-6 * r->m->radius;
    vec3 w = v3(more, more, more);
    return (tw_bounds){v3_sub(v3_scale(b.lo, 1 / r->scale), w),
                       v3_add(v3_scale(b.hi, 1 / r->scale), w)};
}

static tw_bounds shape_in_mesh(const rough *r, const tw_pose *pr, const tw_shape *s,
                               const tw_pose *ps, double by) {
    quat back = q_conj(pr->q);
    tw_pose p = {q_rotate(back, v3_sub(ps->x, pr->x)), q_normalized(q_mul(back, ps->q))};
    return in_mesh(r, tw_shape_bounds(s, &p), by);
}

static tw_bounds triangle_in_mesh(const rough *r, const tw_convex *t, double by) {
    tw_bounds b = {v3(INFINITY, INFINITY, INFINITY), v3(-INFINITY, -INFINITY, -INFINITY)};
    for (int k = 0; k < 3; k++) {
        vec3 p = m3_tmul_v(&r->R, v3_sub(t->corner[k], r->x));
        b.lo = v3(fmin(b.lo.x, p.x), fmin(b.lo.y, p.y), fmin(b.lo.z, p.z));
        b.hi = v3(fmax(b.hi.x, p.x), fmax(b.hi.y, p.y), fmax(b.hi.z, p.z));
    }
    return in_mesh(r, b, by);
}

typedef struct walk {
    rough b, a; /* b: the mesh; a: the other shape, if it is such a mesh, too */
    guest g;
    pool *p;
    tw_touch_asks *asks; /* callback of a long search; NULL: none */
    double margin;
    int32_t of_a;
} walk;

/* Has poll asked to stop? It is called at each POLL_EVERY-th triangle */
static bool stops(tw_touch_asks *asks) {
    enum { POLL_EVERY = 64 };
    if (!asks) return false;
    if (asks->stopped == TW_OK && ++asks->visits % POLL_EVERY == 0)
        asks->stopped = tw_poll_ask(asks->poll);
    return asks->stopped != TW_OK;
}

static void on_b(void *ctx, int32_t t) {
    walk *w = ctx;
    tw_touch out[TW_TOUCHES];
    if (stops(w->asks)) return;
    int n = w->g.wire ? wire_on_triangle(&w->b, t, &w->g, w->margin, out)
                      : convex_on_triangle(&w->b, t, &w->g, w->margin, out);
    if (n > 0) add(w->p, out, n, (uint32_t)t * 40503u + (uint32_t)w->of_a);
}

static void on_a(void *ctx, int32_t t) {
    walk *w = ctx;
    if (stops(w->asks)) return;
    w->g.c = triangle_of(&w->a, t);
    w->g.normal = m3_mul_v(&w->a.R, local_normal(w->a.m, t));
    w->g.size = w->g.c.size;
    w->of_a = t;
    tw_bounds box = triangle_in_mesh(&w->b, &w->g.c, w->margin);
    near_box(w->b.m, &box, on_b, w);
}

static rough rough_of(const tw_shape *s, const tw_pose *pose) {
    return (rough){s->mesh, s->p[0], pose->x, q_matrix(pose->q)};
}

static void collect(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                    double margin, tw_touch_asks *asks, pool *p) {
    walk w = {.b = rough_of(b, pb), .p = p, .asks = asks, .margin = margin};
    p->n = 0;
    p->size = fmin(tw_shape_radius(a), tw_shape_radius(b));
    if (tw_shape_is_rough(a)) {
        w.a = rough_of(a, pa);
        w.g.triangle = true;
        tw_bounds box = shape_in_mesh(&w.a, pa, b, pb, margin);
        near_box(w.a.m, &box, on_a, &w);
        if (p->n > 0) return;
        w.g.push = true;
        near_box(w.a.m, &box, on_a, &w);
        return;
    }
    w.g.push = true;
    w.g.wire = tw_shape_is_wire(a);
    if (w.g.wire)
        w.g.w = tw_wire_of(a, pa);
    else
        w.g.c = tw_convex_of(a, pa);
    w.g.size = tw_shape_radius(a);
    tw_bounds box = shape_in_mesh(&w.b, pb, a, pa, margin);
    near_box(w.b.m, &box, on_b, &w);
}

int tw_rough_touch(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                   double margin, tw_touch_asks *asks, tw_touch out[TW_TOUCHES]) {
    pool p;
    collect(a, pa, b, pb, margin, asks, &p);
    p.n = tw_touch_thin(p.t, p.n, p.size);
    for (int i = 0; i < p.n; i++) out[i] = p.t[i];
    return p.n;
}

/* searches with larger and larger margins, until a search finds touches; among these is the one
 * with the least gap */
double tw_rough_gap(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                    vec3 *normal) {
    double size = tw_shape_radius(a) + tw_shape_radius(b);
    double apart = v3_length(v3_sub(pa->x, pb->x));
    *normal = apart > 0 ? v3_scale(v3_sub(pa->x, pb->x), 1 / apart) : v3(0, 0, 1);
    if (apart > 4 * size) return apart - size;
    for (double margin = 0.01 * size; margin < 16 * size; margin *= 4) {
        pool p;
        collect(a, pa, b, pb, margin, NULL, &p);
        int best = -1;
        for (int i = 0; i < p.n; i++)
            if (best < 0 || p.t[i].gap < p.t[best].gap) best = i;
        if (best < 0) continue;
        *normal = p.t[best].normal;
        return p.t[best].gap;
    }
    return fmax(apart - size, 0);
}
