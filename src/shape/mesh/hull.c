/*
 * The convex hull of a mesh, as contact detection needs it: farthest vertices, and faces. Both are
 * found by a walk down the mesh's tree, whose single-precision boxes are outer bounds of the
 * triangles up to an error of 1e-6.
 */
#include "shape/mesh/hull.h"

#include <math.h>

/* bound of the boxes' rounding errors, relative to the mesh's radius */
static const double rounding = 1e-6;

static vec3 corner_of(const tw_mesh *m, int32_t triangle, int k) {
    return v3_sub(tw_mesh_vertex(m, (size_t)m->triangle[3 * triangle + k]), m->com);
}

static double reach(const tw_mesh_node *n, vec3 d) {
    return d.x * (double)(d.x > 0 ? n->hi[0] : n->lo[0]) +
           d.y * (double)(d.y > 0 ? n->hi[1] : n->lo[1]) +
           d.z * (double)(d.z > 0 ? n->hi[2] : n->lo[2]);
}

vec3 tw_mesh_hull_support(const tw_mesh *m, vec3 d) {
    int32_t stack[TW_MESH_DEPTH + 2];
    int top = 0;
    double best = -INFINITY, slack = rounding * m->radius * v3_length(d);
    int32_t chosen = 0;
    vec3 at = v3_zero();
    stack[top++] = 0;
    while (top > 0) {
        const tw_mesh_node *n = &m->node[stack[--top]];
        if (reach(n, d) + slack < best) continue;
        if (n->count == 0) {
            bool second = reach(&m->node[n->first + 1], d) > reach(&m->node[n->first], d);
            stack[top++] = second ? n->first : n->first + 1;
            stack[top++] = second ? n->first + 1 : n->first;
            continue;
        }
        for (int32_t i = n->first; i < n->first + n->count; i++)
            for (int k = 0; k < 3; k++) {
                int32_t v = m->triangle[3 * m->order[i] + k];
                vec3 p = corner_of(m, m->order[i], k);
                double r = v3_dot(p, d);
                if (r > best || (r == best && v < chosen)) {
                    best = r;
                    chosen = v;
                    at = p;
                }
            }
    }
    return at;
}

typedef void visit(void *ctx, const tw_mesh *m, int32_t triangle);

/* calls f(ctx, m, triangle) for the triangles in all leaves whose boxes reach at least as far as
 * `level` along d */
static void near_top(const tw_mesh *m, vec3 d, double level, visit *f, void *ctx) {
    int32_t stack[TW_MESH_DEPTH + 2];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const tw_mesh_node *n = &m->node[stack[--top]];
        if (reach(n, d) + rounding * m->radius < level) continue;
        if (n->count == 0) {
            stack[top++] = n->first + 1;
            stack[top++] = n->first;
            continue;
        }
        for (int32_t i = n->first; i < n->first + n->count; i++) f(ctx, m, m->order[i]);
    }
}

typedef struct squarest {
    vec3 d, normal;
    double level, cosine;
    int32_t triangle;
} squarest;

static void most_square(void *ctx, const tw_mesh *m, int32_t t) {
    squarest *s = ctx;
    vec3 a = corner_of(m, t, 0), b = corner_of(m, t, 1), c = corner_of(m, t, 2);
    if (fmax(v3_dot(a, s->d), fmax(v3_dot(b, s->d), v3_dot(c, s->d))) < s->level) return;
    vec3 n = v3_normalized(v3_cross(v3_sub(b, a), v3_sub(c, a)));
    double cosine = v3_dot(n, s->d);
    if (cosine < s->cosine || (cosine == s->cosine && t > s->triangle)) return;
    s->cosine = cosine;
    s->normal = n;
    s->triangle = t;
}

enum { PLANE = 64 };

typedef struct flat {
    vec3 n, u, v;
    double level;
    vec3 p[PLANE];
    double x[PLANE], y[PLANE];
    int count;
} flat;

static void in_plane(void *ctx, const tw_mesh *m, int32_t t) {
    flat *f = ctx;
    for (int k = 0; k < 3; k++) {
        vec3 p = corner_of(m, t, k);
        if (v3_dot(p, f->n) < f->level || f->count == PLANE) continue;
        bool known = false;
        for (int i = 0; i < f->count && !known; i++)
            known = f->p[i].x == p.x && f->p[i].y == p.y && f->p[i].z == p.z;
        if (known) continue;
        f->p[f->count] = p;
        f->x[f->count] = v3_dot(p, f->u);
        f->y[f->count++] = v3_dot(p, f->v);
    }
}

/* hull: indices of the corners of the convex hull of points in a plane, anticlockwise from the
 * leftmost one [Jarvis 1973]; returns their number */
static int around(const flat *f, int hull[TW_FACE_CORNERS]) {
    int first = 0, n = 0;
    for (int i = 1; i < f->count; i++)
        if (f->x[i] < f->x[first] || (f->x[i] == f->x[first] && f->y[i] < f->y[first])) first = i;
    int at = first;
    do {
        hull[n++] = at;
        int next = at == 0 ? 1 : 0;
        for (int i = 0; i < f->count; i++) {
            if (i == at || i == next) continue;
            double ax = f->x[next] - f->x[at], ay = f->y[next] - f->y[at];
            double bx = f->x[i] - f->x[at], by = f->y[i] - f->y[at];
            double turn = ax * by - ay * bx;
            if (turn < 0 || (turn == 0 && bx * bx + by * by > ax * ax + ay * ay)) next = i;
        }
        at = next;
    } while (at != first && n < TW_FACE_CORNERS);
    return n;
}

void tw_mesh_hull_face(const tw_mesh *m, double scale, vec3 d, tw_face *out) {
    double top = v3_dot(tw_mesh_hull_support(m, d), d);
    squarest s = {.d = d, .level = top - 1e-3 * m->radius, .cosine = -2};
    near_top(m, d, s.level, most_square, &s);
    flat f = {.n = s.normal, .count = 0};
    f.u = v3_orthogonal(f.n);
    f.v = v3_cross(f.n, f.u);
    f.level = v3_dot(tw_mesh_hull_support(m, f.n), f.n) - 1e-6 * m->radius;
    near_top(m, f.n, f.level, in_plane, &f);
    int hull[TW_FACE_CORNERS], n = f.count > 2 ? around(&f, hull) : 0;
    if (n < 3) { /* fewer than three corners: the hull of the mesh has no face in this plane */
        out->count = 1;
        out->corner[0] = v3_scale(tw_mesh_hull_support(m, d), scale);
        out->id = 0;
        return;
    }
    out->count = n;
    out->normal = f.n;
    out->id = (unsigned)s.triangle & 4095u;
    for (int i = 0; i < n; i++) out->corner[i] = v3_scale(f.p[hull[i]], scale);
}
