/*
 * Smooth normals: the normal at a corner of a triangle is the mean over those triangles around its
 * vertex whose planes differ from the triangle's own by at most 30 degrees; so edges stay sharp and
 * curved surfaces look smooth. A triangle has the weight |e1 x e2| / (|e1|^2 |e2|^2), where e1, e2
 * are its sides at the vertex; this is exact on spheres [Max 1999].
 */
#include "shape/mesh/impl.h"

#include <math.h>
#include <stdlib.h>

static const double crease = 0.86602540378443865; /* cos(30 degrees) */

typedef struct around {
    const tw_mesh *m;
    const int32_t *same;
    size_t *first;   /* [vertices + 1] start of each vertex's list in `corner` */
    int32_t *corner; /* corners, as numbers 3 triangle + corner, sorted by their welded vertex */
    float *unit;     /* [triangles][3] */
} around;

static vec3 corner_point(const tw_mesh *m, size_t t, size_t k) {
    return v3_sub(tw_mesh_vertex(m, (size_t)m->triangle[3 * t + k % 3]), m->com);
}

static vec3 unit_of(const around *a, size_t t) {
    const float *u = a->unit + 3 * t;
    return v3((double)u[0], (double)u[1], (double)u[2]);
}

/* unit normal of triangle t, accurate even if the triangle is very small */
static vec3 face_normal(const tw_mesh *m, size_t t) {
    vec3 o = corner_point(m, t, 0);
    vec3 u = v3_sub(corner_point(m, t, 1), o), v = v3_sub(corner_point(m, t, 2), o);
    return v3_normalized(v3_cross(v3_normalized(u), v3_normalized(v)));
}

static vec3 smooth(const around *a, size_t t, int32_t vertex) {
    vec3 own = unit_of(a, t), sum = v3_zero();
    for (size_t i = a->first[vertex]; i < a->first[vertex + 1]; i++) {
        size_t other = (size_t)a->corner[i] / 3, k = (size_t)a->corner[i] % 3;
        vec3 n = unit_of(a, other);
        if (v3_dot(n, own) < crease) continue;
        vec3 o = corner_point(a->m, other, k);
        vec3 u = v3_sub(corner_point(a->m, other, k + 1), o);
        vec3 v = v3_sub(corner_point(a->m, other, k + 2), o);
        double uu = v3_length(u), vv = v3_length(v), sine = v3_length(v3_cross(u, v));
        double w =
            uu > 0 && vv > 0 ? sine / uu / vv / (uu / a->m->radius) / (vv / a->m->radius) : 0;
        if (isfinite(w)) sum = v3_madd(sum, w, n);
    }
    double l = v3_length(sum);
    return l > 0 && isfinite(l) ? v3_scale(sum, 1 / l) : own;
}

static void gather(around *a) {
    size_t n = 3 * a->m->triangle_count;
    for (size_t i = 0; i < n; i++) a->first[a->same[a->m->triangle[i]] + 1]++;
    for (size_t i = 0; i < a->m->vertex_count; i++) a->first[i + 1] += a->first[i];
    /* filling the lists moves first[v] from the start of list v to its end, which is the start of
     * the next list */
    for (size_t i = 0; i < n; i++) a->corner[a->first[a->same[a->m->triangle[i]]]++] = (int32_t)i;
    for (size_t i = a->m->vertex_count; i > 0; i--) a->first[i] = a->first[i - 1];
    a->first[0] = 0;
    for (size_t t = 0; t < a->m->triangle_count; t++) {
        vec3 u = face_normal(a->m, t);
        a->unit[3 * t] = (float)u.x;
        a->unit[3 * t + 1] = (float)u.y;
        a->unit[3 * t + 2] = (float)u.z;
    }
}

/* corners at a vertex with more triangles than this get their triangle's own normal: smoothing
 * takes a time proportional to the square of the number */
enum { HUB = 512 };

static void fill(const around *a, float *normal) {
    for (size_t i = 0; i < a->m->triangle_count; i++) {
        size_t t = (size_t)a->m->order[i];
        for (size_t k = 0; k < 3; k++) {
            int32_t v = a->same[a->m->triangle[3 * t + k]];
            bool hub = a->first[v + 1] - a->first[v] > HUB;
            vec3 n = hub ? unit_of(a, t) : smooth(a, t, v);
            float *to = normal + 9 * i + 3 * k;
            to[0] = (float)n.x;
            to[1] = (float)n.y;
            to[2] = (float)n.z;
        }
    }
}

tw_status tw_mesh_normals(tw_mesh *m, const int32_t *same) {
    size_t n = m->triangle_count;
    around a = {.m = m,
                .same = same,
                .first = calloc(m->vertex_count + 1, sizeof *a.first),
                .corner = malloc(3 * n * sizeof *a.corner),
                .unit = malloc(3 * n * sizeof *a.unit)};
    m->normal = malloc(9 * n * sizeof *m->normal);
    bool room = a.first && a.corner && a.unit && m->normal;
    if (room) {
        gather(&a);
        fill(&a, m->normal);
    }
    free(a.first);
    free(a.corner);
    free(a.unit);
    return room ? TW_OK : tw_fail_memory();
}
