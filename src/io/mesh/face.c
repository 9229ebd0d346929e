/*
 * Division of faces with any number of corners into triangles: ears are cut off one by one. A
 * corner is an ear when it turns left and no other corner lies in its triangle. The face is
 * projected along the axis nearest to its normal [Newell], and whether a corner turns left is
 * decided exactly, without rounding errors, so three corners on a line are never an ear, and every
 * triangle has an area, except perhaps the last of a face, which is what the ears leave.
 */
#include "io/mesh/scan.h"

#include "numeric/linear/exact.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    CORNERS = 2048
}; /* largest number of corners: the time for cutting ears grows with its cube */

tw_status tw_mesh_add_corner(tw_mesh_builder *b, long long vertex, long long spot, int line) {
    char place[24] = "";
    if (line) snprintf(place, sizeof place, "line %d: ", line);
    if (vertex < 0 || vertex >= (long long)b->data->vertex_count)
        return tw_fail(TW_ARGUMENT, "%sa face with vertex %lld; there are %zu", place, vertex + 1,
                       b->data->vertex_count);
    if (spot >= (long long)b->spot_count)
        return tw_fail(TW_ARGUMENT, "%sa face with place %lld on the picture; there are %zu before",
                       place, spot + 1, b->spot_count);
    if (b->corner_count >= CORNERS)
        return tw_fail(TW_ARGUMENT, "%sa face of more than %d corners", place, CORNERS);
    if (!b->corner) {
        b->corner = malloc(2 * CORNERS * sizeof *b->corner);
        if (!b->corner) return tw_fail_memory();
        b->corner_spot = b->corner + CORNERS;
    }
    b->corner_spot[b->corner_count] = (int32_t)spot;
    b->corner[b->corner_count++] = (int32_t)vertex;
    return TW_OK;
}

typedef struct face {
    const tw_mesh_data *d;
    int u, v; /* indices of the two axes that span the plane of projection */
} face;

static void corner(const face *f, int32_t vertex, double out[2]) {
    const double *p = f->d->vertex + 3 * (size_t)vertex;
    out[0] = p[f->u];
    out[1] = p[f->v];
}

static int side(const face *f, int32_t a, int32_t b, int32_t c) {
    double p[2], q[2], r[2];
    corner(f, a, p);
    corner(f, b, q);
    corner(f, c, r);
    return tw_exact_side2(p, q, r);
}

static bool same_place(const face *f, int32_t a, int32_t b) {
    double p[2], q[2];
    corner(f, a, p);
    corner(f, b, q);
    return p[0] == q[0] && p[1] == q[1];
}

static bool is_ear(const face *f, const int32_t *c, size_t n, size_t i) {
    int32_t a = c[(i + n - 1) % n], b = c[i], e = c[(i + 1) % n];
    if (side(f, a, b, e) <= 0) return false;
    for (size_t k = 0; k < n; k++) {
        int32_t o = c[k];
        if (k == i || k == (i + 1) % n || k == (i + n - 1) % n) continue;
        if (same_place(f, o, a) || same_place(f, o, e)) continue;
        if (side(f, a, b, o) >= 0 && side(f, b, e, o) >= 0 && side(f, e, a, o) >= 0) return false;
    }
    return true;
}

static face look_at(const tw_mesh_data *d, const int32_t *c, size_t n) {
    double normal[3] = {0, 0, 0};
    const double *o = d->vertex + 3 * (size_t)c[0];
    for (size_t i = 1; i + 1 < n; i++) {
        const double *p = d->vertex + 3 * (size_t)c[i], *q = d->vertex + 3 * (size_t)c[i + 1];
        for (int a = 0; a < 3; a++) {
            int s = (a + 1) % 3, t = (a + 2) % 3;
            normal[a] += (p[s] - o[s]) * (q[t] - o[t]) - (p[t] - o[t]) * (q[s] - o[s]);
        }
    }
    int a = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(normal[k]) > fabs(normal[a])) a = k;
    face f = {d, (a + 1) % 3, (a + 2) % 3};
    if (normal[a] < 0) f = (face){d, f.v, f.u};
    return f;
}

static tw_status cut(tw_mesh_builder *b, int line) {
    int32_t *c = b->corner, *p = b->corner_spot;
    size_t n = b->corner_count, at = 0;
    face f = look_at(b->data, c, n);
    while (n > 3) {
        size_t tried = 0;
        while (tried < n && !is_ear(&f, c, n, at % n)) {
            at++;
            tried++;
        }
        if (tried == n) {
            if (line) return tw_fail(TW_ARGUMENT, "line %d: the face crosses itself", line);
            return tw_fail(TW_ARGUMENT, "a face of %zu corners crosses itself", b->corner_count);
        }
        at %= n;
        size_t before = (at + n - 1) % n, after = (at + 1) % n;
        int32_t t[3] = {c[before], c[at], c[after]}, spot[3] = {p[before], p[at], p[after]};
        TW_TRY(tw_mesh_add_triangle(b, t, spot, line));
        for (size_t k = at; k + 1 < n; k++) {
            c[k] = c[k + 1];
            p[k] = p[k + 1];
        }
        n--;
        at++;
    }
    return tw_mesh_add_triangle(b, c, p, line);
}

tw_status tw_mesh_close_face(tw_mesh_builder *b, int line) {
    if (b->corner_count < 3) {
        size_t n = b->corner_count;
        if (line)
            return tw_fail(TW_ARGUMENT, "line %d: expected a face of 3 or more corners, got %zu",
                           line, n);
        return tw_fail(TW_ARGUMENT, "expected faces of 3 or more corners, got one of %zu", n);
    }
    tw_status s = cut(b, line);
    b->corner_count = 0;
    return s;
}
