/* Makes the triangles of shapes; see triangles.h. */
#include "shape/triangles.h"

#include "base/math/elementary.h"

#include <math.h>
#include <stdlib.h>

enum { AROUND = 48, HALF = 12, WIRE = 20, BEND = 24 };

static const double pi = 3.14159265358979323846;

tw_status tw_surface_vertex(tw_surface *t, vec3 x, vec3 n) {
    TW_TRY(tw_push(&t->position, x));
    return tw_push(&t->normal, n);
}

tw_status tw_surface_triangle(tw_surface *t, size_t a, size_t b, size_t c) {
    TW_TRY(tw_push(&t->index, (uint32_t)a));
    TW_TRY(tw_push(&t->index, (uint32_t)b));
    return tw_push(&t->index, (uint32_t)c);
}

/* ---- profiles ------------------------------------------------------------------------------- */

/* adds a band of triangles between two rims, two for each piece of the circle; where a rim has
 * radius 0, one */
tw_status tw_surface_band(tw_surface *t, const tw_rim *a, const tw_rim *b, vec3 scale) {
    size_t first = t->position.count;
    for (int i = 0; i <= AROUND; i++) {
        double angle = 2 * pi * (i % AROUND) / AROUND, c = tw_cos(angle), s = tw_sin(angle);
        const tw_rim *both[2] = {a, b};
        for (int k = 0; k < 2; k++) {
            const tw_rim *r = both[k];
            vec3 x = {r->r * c * scale.x, r->r * s * scale.y, r->z * scale.z};
            vec3 n = {r->nr * c / scale.x, r->nr * s / scale.y, r->nz / scale.z};
            TW_TRY(tw_surface_vertex(t, x, n));
        }
    }
    for (size_t i = 0; i < AROUND; i++) {
        size_t p = first + 2 * i;
        if (b->r > 0) TW_TRY(tw_surface_triangle(t, p, p + 1, p + 3));
        if (a->r > 0) TW_TRY(tw_surface_triangle(t, p, p + 3, p + 2));
    }
    return TW_OK;
}

/* adds half of a sphere about (0, 0, z), from the polar angle `from` (0: the top) to from + pi/2,
 * in HALF bands */
tw_status tw_surface_half_ball(tw_surface *t, double radius, double z, double from, vec3 scale) {
    for (int i = 0; i < HALF; i++) {
        tw_rim r[2];
        for (int k = 0; k < 2; k++) {
            double a = from + 0.5 * pi * (i + k) / HALF;
            double s = tw_sin(a), c = tw_cos(a);
            /* exact values at the ends: radius 0 at the pole, height z at the equator */
            if (i + k == (from > 0 ? HALF : 0)) s = 0;
            if (i + k == (from > 0 ? 0 : HALF)) c = 0;
            r[k] = (tw_rim){radius * s, z + radius * c, s, c};
        }
        TW_TRY(tw_surface_band(t, &r[0], &r[1], scale));
    }
    return TW_OK;
}

tw_status tw_surface_disc(tw_surface *t, double radius, double z, double up) {
    const tw_rim centre = {0, z, 0, up}, edge = {radius, z, 0, up};
    return tw_surface_band(t, up > 0 ? &centre : &edge, up > 0 ? &edge : &centre, v3(1, 1, 1));
}

/* ---- wires ---------------------------------------------------------------------------------- */

/* adds the vertices of one circular cross section of a wire with the centre p; n: unit normal in
 * the plane xy, outward and at right angles to the wire */
static tw_status add_ring(tw_surface *t, vec3 p, vec3 n, double radius) {
    for (int k = 0; k <= WIRE; k++) {
        double a = 2 * pi * (k % WIRE) / WIRE, c = tw_cos(a), s = tw_sin(a);
        vec3 out = {c * n.x, c * n.y, s};
        TW_TRY(tw_surface_vertex(t, v3_add(p, v3_scale(out, radius)), out));
    }
    return TW_OK;
}

/* the wire's closed path contains two half circles of `radius` about (+-half, 0), each of BEND
 * pieces with BEND + 1 cross sections */
tw_status tw_surface_wire(tw_surface *t, double half, double radius, double thick) {
    size_t first = t->position.count, rings = 0;
    for (int end = 0; end < 2; end++)
        for (int i = 0; i <= BEND; i++) {
            double a = -0.5 * pi + pi * (i + (double)end * BEND) / BEND;
            vec3 n = {tw_cos(a), tw_sin(a), 0};
            vec3 p = {(end ? -half : half) + radius * n.x, radius * n.y, 0};
            TW_TRY(add_ring(t, p, n, thick));
            rings++;
        }
    for (size_t r = 0; r < rings; r++) {
        /* with half = 0 the last cross section of one half circle is the first of the next: no
         * triangles between them */
        if (half == 0 && r % (BEND + 1) == BEND) continue;
        size_t a = first + r * (WIRE + 1), b = first + (r + 1) % rings * (WIRE + 1);
        for (size_t k = 0; k < WIRE; k++) {
            TW_TRY(tw_surface_triangle(t, a + k, b + k, b + k + 1));
            TW_TRY(tw_surface_triangle(t, a + k, b + k + 1, a + k + 1));
        }
    }
    return TW_OK;
}

tw_status tw_shape_triangles(const tw_shape *s, tw_surface *out) {
    *out = (tw_surface){0};
    return tw_shape_of(s)->triangles(s, out);
}

void tw_surface_free(tw_surface *t) {
    tw_array_free(&t->position);
    tw_array_free(&t->normal);
    tw_array_free(&t->index);
}
