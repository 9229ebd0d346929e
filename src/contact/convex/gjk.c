/*
 * How far apart are two convex cores? The algorithm of Gilbert, Johnson and Keerthi (1988): the
 * distance of the cores a and b is the distance from the origin of the set of all differences of a
 * point of a and a point of b. A simplex (point, segment, triangle or tetrahedron) has points of
 * that set as corners. The point v of the simplex that is nearest to the origin is found by
 * distinguishing regions [Ericson 2005, section 5.1], and the extreme point w of the set in
 * direction -v becomes the next corner.
 *
 * The search ends when the bounds v . w / |v| <= distance <= |v| meet, when a point becomes a
 * corner for the second time, or when rounding stops the progress; so it always ends.
 */
#include "contact/convex/convex.h"

#include <math.h>

enum { STEPS = 96 };

typedef struct corner {
    vec3 w, a, b; /* a corner of the simplex: the difference w = a - b of a point of each core */
} corner;

typedef struct simplex {
    corner c[4];
    /* [corners] weights with which the corners give the point nearest to the origin; their sum is
     * 1 */
    double t[4];
    int n;
} simplex;

/* The point nearest to the origin in the parts of the simplex that have been compared so far. Only
 * edges and faces at the newest corner, which is the last one, need be compared, since the others
 * were part of the simplex before. With `all` the others are compared, too, which rounding may make
 * necessary. */

typedef struct nearer {
    double square; /* squared distance of the nearest point from the origin, m^2 */
    int which[3], n;
    double t[3];
} nearer;

static vec3 place(const simplex *s, const nearer *at) {
    vec3 v = v3_zero();
    for (int i = 0; i < at->n; i++) v = v3_madd(v, at->t[i], s->c[at->which[i]].w);
    return v;
}

/* removes from the simplex the corners that have no weight in the nearest point */
static void keep(simplex *s, const nearer *at) {
    corner c[3];
    for (int i = 0; i < at->n; i++) c[i] = s->c[at->which[i]];
    for (int i = 0; i < at->n; i++) {
        s->c[i] = c[i];
        s->t[i] = at->t[i];
    }
    s->n = at->n;
}

/* replaces *best by the nearest point of the edge between corners i and j (the newest), if that is
 * nearer */
static void on_edge(const simplex *s, int i, int j, nearer *best) {
    vec3 p = s->c[i].w, d = v3_sub(s->c[j].w, p);
    double dd = v3_dot(d, d), x = dd > 0 ? -v3_dot(p, d) / dd : 0;
    x = x < 0 ? 0 : x > 1 ? 1 : x;
    vec3 q = v3_madd(p, x, d);
    double square = v3_dot(q, q);
    if (square >= best->square) return;
    best->square = square;
    best->n = x > 0 && x < 1 ? 2 : 1;
    best->which[0] = x == 1 ? j : i;
    best->which[1] = j;
    best->t[0] = best->n == 2 ? 1 - x : 1;
    best->t[1] = x;
}

/* replaces *best by the nearest point of the triangle of corners i, j, k (the newest), if that is
 * nearer; all: the edge between i and j, which does not contain the newest corner, is compared,
 * too */
static void on_triangle(const simplex *s, int i, int j, int k, bool all, nearer *best) {
    vec3 a = s->c[i].w, b = s->c[j].w, c = s->c[k].w;
    vec3 ab = v3_sub(b, a), ac = v3_sub(c, a), normal = v3_cross(ab, ac);
    double nn = v3_dot(normal, normal);
    if (nn > 1e-30 * v3_dot(ab, ab) * v3_dot(ac, ac)) {
        double u = v3_dot(v3_cross(b, c), normal), v = v3_dot(v3_cross(c, a), normal),
               w = v3_dot(v3_cross(a, b), normal);
        if (u >= 0 && v >= 0 && w >= 0) {
            double sum = 1 / (u + v + w), d = v3_dot(a, normal), square = d * d / nn;
            if (square >= best->square) return;
            *best = (nearer){square, {i, j, k}, 3, {u * sum, v * sum, w * sum}};
            return;
        }
    }
    on_edge(s, i, k, best);
    on_edge(s, j, k, best);
    if (all) on_edge(s, i, j, best);
}

/* are the origin and the corner `other` on different sides of the face of corners i, j and the
 * newest? True for every face of a flat tetrahedron */
static bool beyond(const simplex *s, int i, int j, int other) {
    vec3 a = s->c[3].w, o = v3_sub(s->c[other].w, a);
    vec3 normal = v3_cross(v3_sub(s->c[i].w, a), v3_sub(s->c[j].w, a));
    double side = v3_dot(o, normal), origin = -v3_dot(a, normal);
    if (side * side <= 1e-28 * v3_dot(normal, normal) * v3_dot(o, o)) return true;
    return side * origin <= 0;
}

/* finds the point of the simplex that is nearest to the origin; false: the origin is inside it.
 * apart: the cores are known to be apart, so that the origin is outside, even if because of
 * rounding it seems to be inside a flat tetrahedron */
static bool search(const simplex *s, bool apart, bool all, nearer *best) {
    best->square = INFINITY;
    best->n = 0;
    switch (s->n) {
    case 2:
        on_edge(s, 0, 1, best);
        break;
    case 3:
        on_triangle(s, 0, 1, 2, all, best);
        break;
    default:
        if (apart || beyond(s, 0, 1, 2)) on_triangle(s, 0, 1, 3, all, best);
        if (apart || beyond(s, 1, 2, 0)) on_triangle(s, 1, 2, 3, all, best);
        if (apart || beyond(s, 2, 0, 1)) on_triangle(s, 2, 0, 3, all, best);
        if (apart && all) on_triangle(s, 0, 1, 2, true, best);
    }
    return best->n > 0;
}

static corner difference(const tw_convex *a, vec3 shift, const tw_convex *b, vec3 v) {
    corner c;
    c.a = v3_add(tw_convex_support(a, v3_neg(v)), shift);
    c.b = tw_convex_support(b, v);
    c.w = v3_sub(c.a, c.b);
    return c;
}

static bool known(const simplex *s, vec3 w) {
    for (int i = 0; i < s->n; i++)
        if (s->c[i].w.x == w.x && s->c[i].w.y == w.y && s->c[i].w.z == w.z) return true;
    return false;
}

double tw_convex_distance(const tw_convex *a, vec3 shift, const tw_convex *b, double within,
                          double far, vec3 *normal, vec3 *on_a, vec3 *on_b) {
    double size = a->size + b->size;
    double tiny = 1e-15 * (size + v3_length(v3_sub(a->x, b->x)));
    simplex s = {.n = 1};
    vec3 guess = v3_dot(*normal, *normal) > 0 ? *normal : v3_sub(v3_add(a->x, shift), b->x);
    if (!(v3_dot(guess, guess) > 0)) guess = v3(0, 0, 1);
    s.c[0] = difference(a, shift, b, guess);
    s.t[0] = 1;
    vec3 v = s.c[0].w;
    double vv = v3_dot(v, v);
    for (int step = 0; step < STEPS; step++) {
        if (!(vv > tiny * tiny)) return 0;
        corner c = difference(a, shift, b, v);
        double bound = v3_dot(v, c.w); /* |v| times a lower bound of the distance */
        if (vv - bound <= within * vv || known(&s, c.w)) break;
        if (bound > 0 && bound * bound > far * far * vv) {
            double length = sqrt(vv);
            *normal = v3_scale(v, 1 / length);
            *on_a = c.a;
            *on_b = c.b;
            return bound / length;
        }
        nearer best;
        s.c[s.n++] = c;
        /* has a plane between the cores been found? Then they are apart */
        bool apart = bound > 0;
        if (!search(&s, apart, false, &best)) return 0;
        vec3 u = place(&s, &best);
        double uu = v3_dot(u, u);
        if (apart && !(vv - uu > 1e-3 * (vv - bound))) { /* rounding? */
            search(&s, true, true, &best);
            u = place(&s, &best);
            uu = v3_dot(u, u);
        }
        if (!(uu < vv)) {
            s.n--;
            break;
        }
        keep(&s, &best);
        v = u;
        vv = uu;
    }
    *on_a = *on_b = v3_zero();
    for (int i = 0; i < s.n; i++) {
        *on_a = v3_madd(*on_a, s.t[i], s.c[i].a);
        *on_b = v3_madd(*on_b, s.t[i], s.c[i].b);
    }
    double distance = sqrt(vv);
    *normal = v3_scale(v, 1 / distance);
    return distance;
}
