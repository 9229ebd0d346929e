/*
 * The distance and nearest points of two shapes.
 *
 * For meshes that are not convex the tree of boxes finds the triangles that may be nearer than the
 * nearest one so far. A shape that touches no triangle may still be inside the mesh's solid: then
 * its depth is the length of the shift that moves it out through the nearest place of the surface.
 * If a shape overlaps the surface, its depth is that of the deepest touch.
 */
#include "contact/nearest.h"

#include "contact/mesh.h"
#include "contact/pairs.h"
#include "shape/line.h"

#include <math.h>

static tw_nearest turned(tw_nearest n) {
    return (tw_nearest){n.distance, v3_neg(n.normal), n.on_b, n.on_a};
}

/* the result for a touch with this gap and normal, where `point` is midway between the two
 * surfaces */
static tw_nearest midway(double gap, vec3 normal, vec3 point) {
    return (tw_nearest){gap, normal, v3_madd(point, 0.5 * gap, normal),
                        v3_madd(point, -0.5 * gap, normal)};
}

/* the point of a shape that is furthest in direction d (unit); world */
static vec3 furthest(const tw_shape *s, const tw_pose *pose, vec3 d) {
    if (tw_shape_is_wire(s)) {
        tw_wire w = tw_wire_of(s, pose);
        return v3_madd(tw_wire_support(&w, d), w.radius, d);
    }
    if (!tw_shape_is_rough(s)) {
        tw_convex c = tw_convex_of(s, pose);
        return v3_madd(tw_convex_support(&c, d), c.radius, d);
    }
    vec3 local = q_rotate(q_conj(pose->q), d), best = v3_zero();
    double most = -INFINITY;
    for (size_t i = 0; i < s->mesh->vertex_count; i++) {
        vec3 x = v3_sub(tw_mesh_vertex(s->mesh, i), s->mesh->com);
        if (!(v3_dot(local, x) > most)) continue;
        most = v3_dot(local, x);
        best = x;
    }
    return v3_add(pose->x, q_rotate(pose->q, v3_scale(best, s->p[0])));
}

/* ---- meshes that are not convex -------------------------------------------------------------- */

typedef struct rough {
    const tw_shape *s;
    const tw_mesh *m;
    tw_pose pose;
    mat3 R;
} rough;

/* what is compared with the mesh's triangles: the other shape, or one triangle of it */
typedef struct guest {
    const tw_wire *wire; /* the shape, if it is a wire; NULL: it is the convex body c below */
    tw_convex c;
    vec3 x;      /* x: centre of a ball that contains it, world; size: the ball's radius */
    double size; /* m */
} guest;

static rough rough_of(const tw_shape *s, const tw_pose *pose) {
    return (rough){s, s->mesh, *pose, q_matrix(pose->q)};
}

static tw_convex triangle_of(const rough *r, int32_t t) {
    tw_convex c = {.shape = NULL, .R = r->R};
    for (int k = 0; k < 3; k++) {
        vec3 x = tw_mesh_vertex(r->m, (size_t)r->m->triangle[3 * (size_t)t + (size_t)k]);
        vec3 l = v3_scale(v3_sub(x, r->m->com), r->s->p[0]);
        c.corner[k] = v3_add(r->pose.x, m3_mul_v(&r->R, l));
        c.x = v3_madd(c.x, 1.0 / 3, c.corner[k]);
    }
    for (int k = 0; k < 3; k++) c.size = fmax(c.size, v3_length(v3_sub(c.corner[k], c.x)));
    return c;
}

/* lower bound, m, of the distance of g from the triangles below a node of the mesh's tree */
static double from_node(const rough *r, const tw_mesh_node *n, const guest *g) {
    vec3 x = m3_tmul_v(&r->R, v3_sub(g->x, r->pose.x));
    const double p[3] = {x.x, x.y, x.z};
    double sum = 0, pad = 1e-6 * r->m->radius * r->s->p[0];
    for (int i = 0; i < 3; i++) {
        double lo = (double)n->lo[i] * r->s->p[0] - pad, hi = (double)n->hi[i] * r->s->p[0] + pad;
        double out = fmax(fmax(lo - p[i], p[i] - hi), 0);
        sum += out * out;
    }
    return sqrt(sum) - g->size;
}

static void by_triangle(const rough *r, int32_t t, const guest *g, tw_nearest *best) {
    tw_convex tri = triangle_of(r, t);
    tw_nearest n;
    if (g->wire) {
        vec3 point;
        double gap = tw_wire_convex_gap(g->wire, &tri, &n.normal, &point);
        n = midway(gap, n.normal, point);
    } else {
        n.distance = tw_pair_gap(&g->c, &tri, best->distance, &n.normal, &n.on_a, &n.on_b);
    }
    if (n.distance < best->distance) *best = n;
}

/* compares g with all triangles that may be nearer than *best, which it replaces; ends early when
 * the distance is 0 or less */
static void by_tree(const rough *r, const guest *g, tw_nearest *best) {
    int32_t stack[TW_MESH_DEPTH + 2];
    int top = 0;
    stack[top++] = 0;
    while (top > 0 && best->distance > 0) {
        const tw_mesh_node *n = &r->m->node[stack[--top]];
        if (from_node(r, n, g) >= best->distance) continue;
        if (n->count > 0) {
            for (int32_t i = n->first; i < n->first + n->count; i++)
                by_triangle(r, r->m->order[i], g, best);
            continue;
        }
        const tw_mesh_node *first = &r->m->node[n->first];
        bool second = from_node(r, first + 1, g) < from_node(r, first, g);
        stack[top++] = n->first + !second;
        /* both children are put on the stack, the nearer one on top, so that it is examined
         * first */
        stack[top++] = n->first + second;
    }
}

static tw_nearest surfaces(const rough *r, const tw_shape *a, const tw_pose *pa) {
    tw_nearest best = {.distance = INFINITY};
    guest g = {.x = pa->x, .size = tw_shape_radius(a)};
    if (tw_shape_is_rough(a)) {
        rough of_a = rough_of(a, pa);
        for (size_t t = 0; t < a->mesh->triangle_count && best.distance > 0; t++) {
            g.c = triangle_of(&of_a, a->mesh->order[t]);
            g.x = g.c.x;
            g.size = g.c.size;
            by_tree(r, &g, &best);
        }
        return best;
    }
    tw_wire w;
    if (tw_shape_is_wire(a)) {
        w = tw_wire_of(a, pa);
        g.wire = &w;
    } else {
        g.c = tw_convex_of(a, pa);
    }
    by_tree(r, &g, &best);
    return best;
}

/* is the place x inside the mesh's solid? */
static bool inside(const rough *r, vec3 x) {
    /* direction of a ray from x: the numbers are chosen so that edges of usual models are not
     * parallel to it */
    const vec3 d = v3_normalized(v3(0.5178, 0.3571, 0.7774));
    double t;
    vec3 n, o = v3_scale(m3_tmul_v(&r->R, v3_sub(x, r->pose.x)), 1 / r->s->p[0]);
    return tw_mesh_line(r->m, o, d, 0, INFINITY, &t, &n) && v3_dot(n, d) > 0;
}

/* some point of a shape's surface */
static vec3 place_of(const tw_shape *s, const tw_pose *pose) {
    return furthest(s, pose, q_rotate(pose->q, v3(1, 0, 0)));
}

/* the result for a shape a that touches no triangle but is inside the solid: it is moved out
 * through n, the nearest place of the surface */
static tw_nearest way_out(const tw_shape *a, const tw_pose *pa, const tw_nearest *n) {
    vec3 out = v3_neg(n->normal), last = furthest(a, pa, n->normal);
    double depth = v3_dot(out, v3_sub(n->on_b, last));
    return (tw_nearest){-depth, out, last, v3_madd(last, depth, out)};
}

/* the result for surfaces that overlap: the deepest touch of the two shapes; if no touch is found,
 * *met */
static tw_nearest deepest(const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                          const tw_pose *pb, const tw_nearest *met) {
    tw_touch t[TW_TOUCHES];
    int count = tw_touch_shapes(a, pa, b, pb, 0, t), best = -1;
    for (int i = 0; i < count; i++)
        if (best < 0 || t[i].gap < t[best].gap) best = i;
    /* there is no touch if the surfaces only meet in a point, or cross at an edge */
    if (best < 0) return *met;
    return midway(t[best].gap, t[best].normal, t[best].point);
}

/* the result for a shape a and a mesh b that is not convex ("rough") */
static tw_nearest from_rough(const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                             const tw_pose *pb) {
    rough r = rough_of(b, pb);
    tw_nearest n = surfaces(&r, a, pa);
    bool point = a->type == TW_SHAPE_SPHERE && a->p[0] <= 0;
    if (!(n.distance > 0) && !point) return deepest(a, pa, b, pb, &n);
    if (inside(&r, place_of(a, pa))) return way_out(a, pa, &n);
    if (!tw_shape_is_rough(a)) return n;
    rough of_a = rough_of(a, pa);
    if (!inside(&of_a, place_of(b, pb))) return n;
    tw_nearest other = turned(n);
    return turned(way_out(b, pb, &other));
}

/* ---- all pairs ------------------------------------------------------------------------------- */

static tw_nearest from_wire(const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                            const tw_pose *pb) {
    tw_wire w = tw_wire_of(a, pa);
    vec3 n, point;
    double gap;
    if (tw_shape_is_wire(b)) {
        tw_wire other = tw_wire_of(b, pb);
        gap = tw_wire_wire_gap(&w, &other, &n, &point);
    } else {
        tw_convex c = tw_convex_of(b, pb);
        gap = tw_wire_convex_gap(&w, &c, &n, &point);
    }
    return midway(gap, n, point);
}

tw_nearest tw_nearest_shapes(const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                             const tw_pose *pb) {
    if (tw_shape_is_rough(b)) return from_rough(a, pa, b, pb);
    if (tw_shape_is_rough(a)) return turned(from_rough(b, pb, a, pa));
    if (tw_shape_is_wire(a)) return from_wire(a, pa, b, pb);
    if (tw_shape_is_wire(b)) return turned(from_wire(b, pb, a, pa));
    tw_convex ca = tw_convex_of(a, pa), cb = tw_convex_of(b, pb);
    tw_nearest n;
    n.distance = tw_pair_gap(&ca, &cb, INFINITY, &n.normal, &n.on_a, &n.on_b);
    return n;
}

tw_nearest tw_nearest_plane(const tw_shape *a, const tw_pose *pa, vec3 normal, double offset) {
    vec3 low = furthest(a, pa, v3_neg(normal));
    double gap = v3_dot(normal, low) - offset;
    return (tw_nearest){gap, normal, low, v3_madd(low, -gap, normal)};
}
