/*
 * Making meshes, their volume, centre of mass and inertia; see mesh.h.
 *
 * The solid is the sum of the tetrahedra between one point r and each triangle, with signs. A
 * tetrahedron with the corners 0, a, b, c (relative to r) and s = a + b + c has the volume and the
 * moments V = det(a, b, c) / 6,   int x = V s / 4,   int x x^T = V/20 (s s^T + a a^T + b b^T + c
 * c^T). In a first pass r is the middle of the box, in a second one the centre of mass that the
 * first pass found, so that a mesh far from its origin loses no digits. Sums are compensated
 * [Neumaier 1974].
 */
#include "shape/mesh/impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void tw_mesh_data_free(tw_mesh_data *d) {
    free(d->vertex);
    free(d->triangle);
    free(d->spot);
    free(d->line);
    *d = (tw_mesh_data){0};
}

tw_mesh *tw_mesh_retain(const tw_mesh *mesh) {
    tw_mesh *m = (tw_mesh *)mesh;
    if (m) atomic_fetch_add(&m->references, 1);
    return m;
}

void tw_mesh_release(const tw_mesh *mesh) {
    tw_mesh *m = (tw_mesh *)mesh;
    if (!m || atomic_fetch_sub(&m->references, 1) > 1) return;
    free(m->vertex);
    free(m->triangle);
    free(m->spot);
    free(m->node);
    free(m->order);
    free(m->corner);
    free(m->normal);
    free(m->across);
    free(m);
}

/* ---- mass ----------------------------------------------------------------------------------- */

typedef struct total {
    double sum, lost;
} total;

static void put(total *t, double x) {
    double s = t->sum + x;
    t->lost += fabs(t->sum) >= fabs(x) ? (t->sum - s) + x : (x - s) + t->sum;
    t->sum = s;
}

static double of(const total *t) {
    return t->sum + t->lost;
}

typedef struct moments {
    double volume, first[3], second[3][3];
} moments;

static void integrate(const tw_mesh *m, vec3 r, moments *out) {
    total volume = {0, 0}, first[3] = {{0, 0}}, second[6] = {{0, 0}};
    for (size_t i = 0; i < m->triangle_count; i++) {
        double c[3][3], s[3];
        vec3 v[3];
        for (int k = 0; k < 3; k++) {
            v[k] = v3_sub(tw_mesh_vertex(m, (size_t)m->triangle[3 * i + (size_t)k]), r);
            v3_store(c[k], v[k]);
        }
        double V = v3_dot(v[0], v3_cross(v[1], v[2])) / 6;
        v3_store(s, v3_add(v[0], v3_add(v[1], v[2])));
        put(&volume, V);
        for (int a = 0, n = 0; a < 3; a++) {
            put(&first[a], V * s[a] / 4);
            for (int b = 0; b <= a; b++, n++)
                put(&second[n],
                    V / 20 *
                        (s[a] * s[b] + c[0][a] * c[0][b] + c[1][a] * c[1][b] + c[2][a] * c[2][b]));
        }
    }
    out->volume = of(&volume);
    for (int a = 0, n = 0; a < 3; a++) {
        out->first[a] = of(&first[a]);
        for (int b = 0; b <= a; b++, n++) out->second[a][b] = out->second[b][a] = of(&second[n]);
    }
}

static vec3 middle(const tw_mesh *m) {
    double mid[3];
    for (size_t a = 0; a < 3; a++) {
        double lo = m->vertex[a], hi = lo;
        for (size_t i = 1; i < m->vertex_count; i++) {
            lo = fmin(lo, m->vertex[3 * i + a]);
            hi = fmax(hi, m->vertex[3 * i + a]);
        }
        mid[a] = 0.5 * lo + 0.5 * hi;
    }
    return v3_load(mid);
}

static tw_status weigh(tw_mesh *m) {
    moments q;
    vec3 r = middle(m);
    integrate(m, r, &q);
    if (q.volume < 0)
        return tw_fail(TW_ARGUMENT,
                       "the mesh is inside-out: its volume is %.6g m^3; turn its triangles around",
                       q.volume);
    if (!(q.volume > 0 && isfinite(q.volume)))
        return tw_fail(TW_ARGUMENT, "the mesh has no volume that can be told from zero");
    r = v3_madd(r, 1 / q.volume, v3_load(q.first));
    if (!isfinite(r.x + r.y + r.z)) return tw_fail(TW_ARGUMENT, "the mesh is too large");
    integrate(m, r, &q);
    vec3 off = v3_scale(v3_load(q.first), 1 / q.volume);
    double d[3];
    v3_store(d, off);
    m->volume = q.volume;
    m->com = v3_add(r, off);
    double trace = 0;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            double x = q.second[a][b] - q.volume * d[a] * d[b];
            m->inertia.m[a][b] = -x;
            if (a == b) trace += x;
        }
    for (int a = 0; a < 3; a++) m->inertia.m[a][a] += trace;
    return TW_OK;
}

/* ---- name -------------------------------------------------------------------------------- */

tw_hash tw_mesh_data_hash(tw_mesh_data *d) {
    /* replaces -0 by 0: welding and hashing compare bits */
    for (size_t i = 0; i < 3 * d->vertex_count; i++) d->vertex[i] += 0.0;
    tw_hash h = tw_hash_bytes(tw_hash_begin(), d->vertex, 3 * d->vertex_count * sizeof(double));
    h = tw_hash_bytes(h, d->triangle, 3 * d->triangle_count * sizeof(int32_t));
    if (d->spot) h = tw_hash_bytes(h, d->spot, 6 * d->triangle_count * sizeof(float));
    return h;
}

/* ---- making --------------------------------------------------------------------------------- */

static tw_status check_numbers(const tw_mesh_data *d) {
    if (d->triangle_count < 4)
        return tw_fail(TW_ARGUMENT, "the mesh has %zu triangles; a solid has at least 4",
                       d->triangle_count);
    if (d->triangle_count > TW_MESH_TRIANGLES || d->vertex_count > 3 * (size_t)TW_MESH_TRIANGLES)
        return tw_fail(TW_ARGUMENT, "the mesh has more than %d triangles", TW_MESH_TRIANGLES);
    for (size_t i = 0; i < 3 * d->vertex_count; i++)
        if (!(fabs(d->vertex[i]) <= 1e30))
            return tw_fail(TW_ARGUMENT, "vertex %zu: expected finite coordinates, got %g",
                           i / 3 + 1, d->vertex[i]);
    char name[TW_MESH_NAME];
    for (size_t i = 0; i < 3 * d->triangle_count; i++) {
        int32_t v = d->triangle[i];
        if (v < 0 || (size_t)v >= d->vertex_count)
            return tw_fail(TW_ARGUMENT, "%s: no vertex %lld; there are %zu",
                           tw_mesh_triangle_name(d, (int32_t)(i / 3), name), (long long)v + 1,
                           d->vertex_count);
    }
    return TW_OK;
}

/* true: no vertex lies farther outside the plane of any triangle than rounding in single precision
 * explains */
static bool is_convex(const tw_mesh *m) {
    for (size_t i = 0; i < m->triangle_count; i++) {
        vec3 v[3];
        for (size_t k = 0; k < 3; k++)
            v[k] = v3_sub(tw_mesh_vertex(m, (size_t)m->triangle[3 * i + k]), m->com);
        vec3 n = v3_normalized(v3_cross(v3_sub(v[1], v[0]), v3_sub(v[2], v[0])));
        if (tw_mesh_extent(m, n) > v3_dot(n, v[0]) + 1e-6 * m->radius) return false;
    }
    return true;
}

static tw_status prepare(tw_mesh *m, const tw_mesh_data *d, int32_t *same, int32_t *shell) {
    int32_t shells;
    TW_TRY(tw_mesh_weld(d, same));
    TW_TRY(tw_mesh_check_triangles(d));
    m->across = malloc(3 * m->triangle_count * sizeof *m->across);
    if (!m->across) return tw_fail_memory();
    TW_TRY(tw_mesh_check_edges(d, same, m->across, shell, &shells));
    TW_TRY(weigh(m));
    TW_TRY(tw_mesh_tree(m));
    m->convex = is_convex(m);
    TW_TRY(tw_mesh_check_crossing(m, d, same));
    TW_TRY(tw_mesh_check_shells(m, d, shell, shells));
    return tw_mesh_normals(m, same);
}

static tw_status make(tw_mesh *m, const tw_mesh_data *d) {
    TW_TRY(check_numbers(d));
    int32_t *same = malloc(d->vertex_count * sizeof *same);
    int32_t *shell = malloc(d->triangle_count * sizeof *shell);
    tw_status s = same && shell ? prepare(m, d, same, shell) : tw_fail_memory();
    free(same);
    free(shell);
    return s;
}

tw_status tw_mesh_create(tw_mesh_data *data, tw_mesh **mesh) {
    tw_mesh *m = calloc(1, sizeof *m);
    if (!m) {
        tw_mesh_data_free(data);
        return tw_fail_memory();
    }
    atomic_init(&m->references, 1);
    m->vertex = data->vertex;
    m->vertex_count = data->vertex_count;
    m->triangle = data->triangle;
    m->triangle_count = data->triangle_count;
    m->spot = data->spot;
    m->hash = tw_mesh_data_hash(data);
    tw_status s = make(m, data);
    data->vertex = NULL;
    data->triangle = NULL;
    data->spot = NULL;
    tw_mesh_data_free(data);
    if (s != TW_OK) {
        tw_mesh_release(m);
        return s;
    }
    *mesh = m;
    return TW_OK;
}
