/*
 * Where a line crosses a mesh; see shape/line.h.
 *
 * On which side of an edge the line passes is the sign of d . (p x q), where p and q are the edge's
 * ends relative to the line's origin. The two triangles of an edge compute it from the same numbers
 * with p and q exchanged: their results differ in sign only, so that no line passes between the
 * triangles.
 */
#include "shape/line.h"
#include "shape/mesh/mesh.h"

#include <math.h>

typedef struct walk {
    const tw_mesh *m;
    vec3 o, d;
    double from, best, pad;
    int32_t triangle;
} walk;

static bool meets(const walk *w, const tw_mesh_node *n) {
    const double o[3] = {w->o.x, w->o.y, w->o.z}, d[3] = {w->d.x, w->d.y, w->d.z};
    double enter = w->from - w->pad, leave = w->best + w->pad;
    for (int i = 0; i < 3; i++) {
        double lo = (double)n->lo[i] - w->pad - o[i], hi = (double)n->hi[i] + w->pad - o[i];
        if (d[i] == 0) {
            if (lo > 0 || hi < 0) return false;
            continue;
        }
        enter = fmax(enter, fmin(lo / d[i], hi / d[i]));
        leave = fmin(leave, fmax(lo / d[i], hi / d[i]));
    }
    return enter <= leave + w->pad;
}

static vec3 corner(const walk *w, int32_t t, int k) {
    vec3 x = tw_mesh_vertex(w->m, (size_t)w->m->triangle[3 * (size_t)t + (size_t)k]);
    return v3_sub(v3_sub(x, w->m->com), w->o);
}

static void meet(walk *w, int32_t t) {
    vec3 p = corner(w, t, 0), q = corner(w, t, 1), r = corner(w, t, 2);
    double u = v3_dot(w->d, v3_cross(q, r)), v = v3_dot(w->d, v3_cross(r, p));
    double k = v3_dot(w->d, v3_cross(p, q)), sum = u + v + k;
    bool hit = (u >= 0 && v >= 0 && k >= 0) || (u <= 0 && v <= 0 && k <= 0);
    /* the line lies in the triangle's plane: it hits the neighbours of the triangle instead */
    if (!hit || sum == 0) return;
    double at = (u * v3_dot(p, w->d) + v * v3_dot(q, w->d) + k * v3_dot(r, w->d)) / sum;
    if (!(at >= w->from && at < w->best)) return;
    w->best = at;
    w->triangle = t;
}

bool tw_mesh_line(const tw_mesh *m, vec3 o, vec3 d, double from, double far, double *t,
                  vec3 *normal) {
    walk w = {m, o, d, from, nextafter(far, INFINITY), 1e-6 * m->radius, -1};
    int32_t stack[TW_MESH_DEPTH + 2];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const tw_mesh_node *n = &m->node[stack[--top]];
        if (!meets(&w, n)) continue;
        if (n->count == 0) {
            stack[top++] = n->first + 1;
            stack[top++] = n->first;
            continue;
        }
        for (int32_t i = n->first; i < n->first + n->count; i++) meet(&w, m->order[i]);
    }
    if (w.triangle < 0) return false;
    vec3 p = corner(&w, w.triangle, 0);
    vec3 a = v3_normalized(v3_sub(corner(&w, w.triangle, 1), p));
    vec3 b = v3_normalized(v3_sub(corner(&w, w.triangle, 2), p));
    *t = w.best;
    *normal = v3_normalized(v3_cross(a, b));
    return true;
}
