/*
 * The gap of two boxes. Boxes are apart if their projections are apart on one of fifteen axes
 * [Gottschalk 1996]: the normals of their faces and the cross products of their edges. If they
 * overlap, the axis with the greatest (least negative) gap gives the exact least depth. If they are
 * apart, the general search starts from that axis.
 *
 * The cross product of two edges is preferred to a face's normal only if its gap is greater by more
 * than 1e-6 of the size, so that the choice does not flicker for boxes that lie on each other.
 */
#include "contact/pairs.h"

#include <math.h>

typedef struct choice {
    double gap;
    vec3 n; /* toward a */
    /* kind of the axis n: the cross product of edge i of a and edge j of b; if j < 0 the normal of
     * face i of a; if i < 0 the normal of face j of b */
    int i, j;
} choice;

static void consider(choice *c, double gap, double bias, vec3 n, double s, int i, int j) {
    if (!(gap > c->gap + bias)) return;
    c->gap = gap;
    c->n = s < 0 ? v3_neg(n) : n;
    c->i = i;
    c->j = j;
}

/* finds the axis with the greatest gap; false: that gap, a lower bound of the distance, exceeds
 * `far` */
static bool best_axis(const tw_convex *a, const tw_convex *b, double far, choice *c) {
    vec3 ua[3], ub[3], d = v3_sub(a->x, b->x);
    double ha[3], hb[3], R[3][3], A[3][3], da[3], db[3];
    for (int i = 0; i < 3; i++) {
        ua[i] = m3_column(&a->R, i);
        ub[i] = m3_column(&b->R, i);
        ha[i] = 0.5 * a->shape->p[i];
        hb[i] = 0.5 * b->shape->p[i];
        da[i] = v3_dot(d, ua[i]);
        db[i] = v3_dot(d, ub[i]);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            R[i][j] = v3_dot(ua[i], ub[j]);
            A[i][j] = fabs(R[i][j]);
        }
    *c = (choice){.gap = -INFINITY, .i = -1, .j = -1};
    for (int i = 0; i < 3; i++)
        consider(c, fabs(da[i]) - ha[i] - hb[0] * A[i][0] - hb[1] * A[i][1] - hb[2] * A[i][2], 0,
                 ua[i], da[i], i, -1);
    for (int j = 0; j < 3; j++)
        consider(c, fabs(db[j]) - hb[j] - ha[0] * A[0][j] - ha[1] * A[1][j] - ha[2] * A[2][j], 0,
                 ub[j], db[j], -1, j);
    if (c->gap > far) return false;
    double bias = 1e-6 * fmin(a->size, b->size);
    for (int i = 0; i < 3; i++) {
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            double ss = 1 - R[i][j] * R[i][j];
            if (ss < 1e-8) continue;
            int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            double s = sqrt(ss), t = da[i2] * R[i1][j] - da[i1] * R[i2][j];
            double sum =
                ha[i1] * A[i2][j] + ha[i2] * A[i1][j] + hb[j1] * A[i][j2] + hb[j2] * A[i][j1];
            double gap = (fabs(t) - sum) / s;
            if (!(gap > c->gap + bias)) continue;
            consider(c, gap, bias, v3_scale(v3_cross(ua[i], ub[j]), 1 / s), t, i, j);
            bias = 0;
        }
    }
    return !(c->gap > far);
}

/* of the box's four edges parallel to its axis k, the middle of the one that is furthest in
 * direction d */
static vec3 edge_middle(const tw_convex *c, vec3 d, int k) {
    vec3 p = tw_convex_support(c, d), u = m3_column(&c->R, k);
    return v3_madd(p, -v3_dot(v3_sub(p, c->x), u), u);
}

double tw_gap_box_box(const tw_convex *a, const tw_convex *b, double far, vec3 *normal, vec3 *on_a,
                      vec3 *on_b) {
    choice c;
    bool near = best_axis(a, b, far, &c);
    *normal = c.n;
    *on_a = *on_b = v3_lerp(a->x, b->x, 0.5);
    if (!near) return c.gap;
    if (c.gap > 0) {
        double beyond = fmax(far, 0) + 1e-9 * (a->size + b->size);
        double gap = tw_convex_distance(a, v3_zero(), b, 1e-15, beyond, normal, on_a, on_b);
        if (gap > 1e-9 * (a->size + b->size)) return gap;
        *normal = c.n;
    }
    if (c.j < 0) { /* n is the normal of a face of a, so a corner of b touches that face */
        *on_b = tw_convex_support(b, c.n);
        *on_a = v3_madd(*on_b, c.gap, c.n);
    } else if (c.i < 0) {
        *on_a = tw_convex_support(a, v3_neg(c.n));
        *on_b = v3_madd(*on_a, -c.gap, c.n);
    } else {
        vec3 p = edge_middle(a, v3_neg(c.n), c.i), q = edge_middle(b, c.n, c.j);
        vec3 u = m3_column(&a->R, c.i), v = m3_column(&b->R, c.j), w = v3_sub(p, q);
        double uv = v3_dot(u, v), s = (uv * v3_dot(v, w) - v3_dot(u, w)) / (1 - uv * uv);
        *on_a = v3_madd(p, s, u);
        *on_b = v3_madd(*on_a, -c.gap, c.n);
    }
    return c.gap;
}
