/*
 * How far apart are two convex cores? The distance algorithm of Gilbert, Johnson and Keerthi (1988)
 * on the difference a - b: a simplex of up to four of its points, its point nearest to the origin
 * by regions [Ericson 2005, section 5.1], the next point the furthest one against it.
 *
 * It ends when the bound v . w / |v| <= distance <= |v| has closed, when a point comes twice or
 * when rounding stops the progress; so it always ends.
 */
#include "contact/convex.h"

#include <math.h>

enum { STEPS = 96 };

typedef struct corner {
    vec3 w, a, b; /* w = a - b */
} corner;

typedef struct simplex {
    corner c[4];
    double t[4]; /* of the nearest point */
    int n;
} simplex;

static vec3 nearest(const simplex *s) {
    vec3 v = v3_zero();
    for (int i = 0; i < s->n; i++) v = v3_madd(v, s->t[i], s->c[i].w);
    return v;
}

/* keeps the corners whose bits are set, in order, with weights t */
static void keep(simplex *s, const int *which, const double *t, int n) {
    corner c[4];
    for (int i = 0; i < n; i++) c[i] = s->c[which[i]];
    for (int i = 0; i < n; i++) {
        s->c[i] = c[i];
        s->t[i] = t[i];
    }
    s->n = n;
}

/* The point of the triangle i, j, k nearest to the origin; keeps no more corners than it needs.
 * Returns the squared distance; which[], t[], *n: the corners that carry it */
static double triangle(const simplex *s, const int idx[3], int which[3], double t[3], int *n) {
    vec3 a = s->c[idx[0]].w, b = s->c[idx[1]].w, c = s->c[idx[2]].w;
    vec3 ab = v3_sub(b, a), ac = v3_sub(c, a), normal = v3_cross(ab, ac);
    double nn = v3_dot(normal, normal);
    if (nn > 1e-30 * v3_dot(ab, ab) * v3_dot(ac, ac)) {
        double u = v3_dot(v3_cross(b, c), normal), v = v3_dot(v3_cross(c, a), normal),
               w = v3_dot(v3_cross(a, b), normal);
        if (u >= 0 && v >= 0 && w >= 0) {
            double sum = u + v + w;
            for (int i = 0; i < 3; i++) which[i] = idx[i];
            t[0] = u / sum;
            t[1] = v / sum;
            t[2] = w / sum;
            *n = 3;
            double d = v3_dot(a, normal);
            return d * d / nn;
        }
    }
    /* the nearest of the three edges */
    double best = INFINITY;
    for (int e = 0; e < 3; e++) {
        int i = idx[e], j = idx[(e + 1) % 3];
        vec3 p = s->c[i].w, d = v3_sub(s->c[j].w, p);
        double dd = v3_dot(d, d), x = dd > 0 ? -v3_dot(p, d) / dd : 0;
        x = x < 0 ? 0 : x > 1 ? 1 : x;
        vec3 q = v3_madd(p, x, d);
        double r = v3_dot(q, q);
        if (r >= best) continue;
        best = r;
        *n = x > 0 && x < 1 ? 2 : 1;
        which[0] = x == 1 ? j : i;
        which[1] = j;
        t[0] = *n == 2 ? 1 - x : 1;
        t[1] = x;
    }
    return best;
}

static void reduce_edge(simplex *s) {
    vec3 p = s->c[0].w, d = v3_sub(s->c[1].w, p);
    double dd = v3_dot(d, d), x = dd > 0 ? -v3_dot(p, d) / dd : 0;
    if (x <= 0) {
        keep(s, (int[]){0}, (double[]){1}, 1);
    } else if (x >= 1) {
        keep(s, (int[]){1}, (double[]){1}, 1);
    } else {
        s->t[0] = 1 - x;
        s->t[1] = x;
    }
}

/* false when the origin is inside; `apart`: that is known not to be so, whatever the rounding of a
 * flat tetrahedron says */
static bool reduce_tetrahedron(simplex *s, bool apart) {
    static const int side[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
    double best = INFINITY;
    int which[3] = {0}, n = 0;
    double t[3] = {0};
    bool outside = false;
    for (int f = 0; f < 4; f++) {
        const int *i = side[f];
        vec3 a = s->c[i[0]].w, ab = v3_sub(s->c[i[1]].w, a), ac = v3_sub(s->c[i[2]].w, a);
        vec3 normal = v3_cross(ab, ac);
        double other = v3_dot(v3_sub(s->c[i[3]].w, a), normal), origin = -v3_dot(a, normal);
        /* a flat tetrahedron has no inside */
        bool flat = fabs(other) <= 1e-14 * v3_length(normal) * v3_length(v3_sub(s->c[i[3]].w, a));
        if (!apart && !flat && other * origin > 0) continue;
        outside = true;
        int w[3], m;
        double u[3], r = triangle(s, i, w, u, &m);
        if (r < best) {
            best = r;
            n = m;
            for (int k = 0; k < m; k++) {
                which[k] = w[k];
                t[k] = u[k];
            }
        }
    }
    if (outside) keep(s, which, t, n);
    return outside;
}

static bool reduce(simplex *s, bool apart) {
    switch (s->n) {
    case 1:
        s->t[0] = 1;
        return true;
    case 2:
        reduce_edge(s);
        return true;
    case 3: {
        int which[3] = {0}, n = 0;
        double t[3] = {0};
        triangle(s, (int[]){0, 1, 2}, which, t, &n);
        keep(s, which, t, n);
        return true;
    }
    default:
        return reduce_tetrahedron(s, apart);
    }
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

double tw_convex_distance(const tw_convex *a, vec3 shift, const tw_convex *b, vec3 *normal,
                          vec3 *on_a, vec3 *on_b) {
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
        if (vv - v3_dot(v, c.w) <= 1e-15 * vv || known(&s, c.w)) break;
        simplex next = s;
        next.c[next.n++] = c;
        /* a plane between the bodies is proof */
        if (!reduce(&next, v3_dot(v, c.w) > 0)) return 0;
        vec3 u = nearest(&next);
        double uu = v3_dot(u, u);
        if (!(uu < vv)) break; /* rounding */
        s = next;
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
