/*
 * Meshes in a figure: their silhouettes, their sharp edges, and rays through them; see impl.h.
 *
 * A mesh is drawn as the polyhedron that it is. An edge is a silhouette if one of its triangles
 * faces the eye and the other one does not, a crease if their normals differ by more than 30
 * degrees.
 */
#include "figure/impl.h"
#include "shape/triangles.h"

#include <stdlib.h>

/* cos(30 degrees), the same limit as for smooth shading of meshes */
static const double sharp = 0.86602540378443865;

static tw_status mesh_of(const tw_surface *t, tw_mesh **mesh) {
    tw_mesh_data d = {.vertex = malloc(3 * t->position.count * sizeof(double)),
                      .vertex_count = t->position.count,
                      .triangle = malloc(t->index.count * sizeof(int32_t)),
                      .triangle_count = t->index.count / 3};
    if (!d.vertex || !d.triangle) {
        tw_mesh_data_free(&d);
        return tw_fail_memory();
    }
    for (size_t i = 0; i < t->position.count; i++) v3_store(d.vertex + 3 * i, t->position.data[i]);
    for (size_t i = 0; i < t->index.count; i++) d.triangle[i] = (int32_t)t->index.data[i];
    return tw_mesh_create(&d, mesh);
}

tw_status fig_mesh_of(fig_scene *s, const tw_shape *shape, const tw_mesh **mesh) {
    tw_surface t;
    tw_mesh *made = NULL;
    tw_status st = tw_shape_triangles(shape, &t);
    if (st == TW_OK) st = mesh_of(&t, &made);
    tw_surface_free(&t);
    if (st == TW_OK && (st = tw_push(&s->mesh, made)) != TW_OK) tw_mesh_release(made);
    *mesh = made;
    return st;
}

vec3 fig_mesh_corner(const fig_solid *s, size_t t, size_t k) {
    const tw_mesh *m = s->mesh;
    size_t i = (size_t)m->triangle[3 * t + k % 3];
    return v3_scale(v3_sub(tw_mesh_vertex(m, i), m->com), s->scale);
}

static vec3 face(const fig_solid *s, size_t t) {
    vec3 a = fig_mesh_corner(s, t, 0);
    vec3 u = v3_sub(fig_mesh_corner(s, t, 1), a), v = v3_sub(fig_mesh_corner(s, t, 2), a);
    return v3_normalized(v3_cross(v3_normalized(u), v3_normalized(v)));
}

static bool looks(const fig_solid *s, size_t t, vec3 n) {
    return v3_dot(n, v3_madd(s->eye, -s->h, fig_mesh_corner(s, t, 0))) > 0;
}

static tw_status add(fig_scene *s, int own, size_t t, size_t k, vec3 n1, vec3 n2, bool f1,
                     bool f2) {
    const fig_solid *o = &s->solid.data[own];
    vec3 a = fig_mesh_corner(o, t, k), b = fig_mesh_corner(o, t, k + 1);
    vec3 along = v3_sub(b, a);
    /* a valley: the two faces form a concave edge, which is hidden as soon as one of them faces
     * away from the eye */
    bool valley = v3_dot(v3_cross(n1, n2), along) < 0;
    fig_curve c = {.form = FIG_SEGMENT,
                   .role = FIG_EDGE,
                   .kind = f1 != f2 ? TW_LINE_SILHOUETTE : TW_LINE_CREASE,
                   .own = own,
                   .other = -1,
                   .back = valley ? !f1 || !f2 : !f1 && !f2,
                   .u1 = 1};
    c.n1 = fig_turned(o, n1), c.n2 = fig_turned(o, n2);
    c.a = fig_to_world(o, a), c.b = fig_to_world(o, b);
    return tw_push(&s->curve, c);
}

tw_status fig_outline_mesh(fig_scene *s, int own) {
    const fig_solid o = s->solid.data[own];
    const tw_mesh *m = o.mesh;
    for (size_t t = 0; t < m->triangle_count; t++) {
        vec3 n1 = face(&o, t);
        bool f1 = looks(&o, t, n1);
        if (t % 4096 == 0) TW_TRY(tw_poll_ask(s->o->poll));
        for (size_t k = 0; k < 3; k++) {
            size_t u = (size_t)m->across[3 * t + k];
            if (u < t) continue;
            vec3 n2 = face(&o, u);
            bool f2 = looks(&o, u, n2);
            if (f1 != f2 || v3_dot(n1, n2) < sharp) TW_TRY(add(s, own, t, k, n1, n2, f1, f2));
        }
    }
    return TW_OK;
}

/* ---- rays ----------------------------------------------------------------------------------- */

typedef struct ray {
    const tw_mesh *m;
    double o[3], d[3], inv[3];
    double from, to, pad;
} ray;

static bool in_box(const ray *r, const tw_mesh_node *n) {
    double lo = r->from, hi = r->to;
    for (int i = 0; i < 3; i++) {
        double a = ((double)n->lo[i] - r->pad - r->o[i]) * r->inv[i];
        double b = ((double)n->hi[i] + r->pad - r->o[i]) * r->inv[i];
        lo = fmax(lo, fmin(a, b));
        hi = fmin(hi, fmax(a, b));
    }
    return lo <= hi;
}

/* true: the ray meets triangle t; computed in double precision from the vertices of the mesh
 * [Moeller & Trumbore 1997] */
static bool in_triangle(const ray *r, size_t t) {
    const tw_mesh *m = r->m;
    vec3 a = v3_sub(tw_mesh_vertex(m, (size_t)m->triangle[3 * t]), m->com);
    vec3 b = v3_sub(tw_mesh_vertex(m, (size_t)m->triangle[3 * t + 1]), m->com);
    vec3 c = v3_sub(tw_mesh_vertex(m, (size_t)m->triangle[3 * t + 2]), m->com);
    vec3 d = v3_load(r->d), e1 = v3_sub(b, a), e2 = v3_sub(c, a), p = v3_cross(d, e2);
    double det = v3_dot(e1, p);
    if (det == 0) return false;
    vec3 s = v3_sub(v3_load(r->o), a);
    double u = v3_dot(s, p) / det;
    if (u < 0 || u > 1) return false;
    vec3 q = v3_cross(s, e1);
    double v = v3_dot(d, q) / det, at = v3_dot(e2, q) / det;
    return v >= 0 && u + v <= 1 && at > r->from && at < r->to;
}

bool fig_mesh_meets(const tw_mesh *m, vec3 o, vec3 d, double from, double to) {
    ray r = {.m = m, .from = from, .to = to, .pad = 1e-6 * m->radius};
    v3_store(r.o, o);
    v3_store(r.d, d);
    for (int i = 0; i < 3; i++) r.inv[i] = 1 / (fabs(r.d[i]) > 1e-300 ? r.d[i] : 1e-300);
    int32_t stack[TW_MESH_DEPTH + 2];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const tw_mesh_node *n = &m->node[stack[--depth]];
        if (!in_box(&r, n)) continue;
        if (n->count == 0) {
            stack[depth++] = n->first;
            stack[depth++] = n->first + 1;
            continue;
        }
        for (int32_t i = n->first; i < n->first + n->count; i++)
            if (in_triangle(&r, (size_t)m->order[i])) return true;
    }
    return false;
}
