/*
 * The last digits of the normal between curved bodies. The distance search (gjk.c) finds it only to
 * 1e-5 rad, as the simplices become too small for rounding. Here the direction n is turned to the
 * maximum of the gap seen along it.
 *
 * If both surfaces are smooth at the nearest points, Newton's method solves the condition that the
 * extreme points of the bodies lie opposite each other along n. If a body touches with a straight
 * edge or line between its ends, n is orthogonal to that edge, and Newton's method turns n about
 * it. Two such edges, or a flat face, determine n. A step that lowers the gap is rejected, so a
 * wrong guess of the case does no harm.
 */
#include "contact/convex/convex.h"

#include <math.h>

enum { ROUNDS = 8, HALVES = 3, EDGES = 8 };

/* an edge counts as orthogonal to n if the sine of its angle with the plane orthogonal to n is
 * below this */
static const double nearly = 2e-3;
/* Newton's method ends with a step after which the residual is still more than this part of the one
 * before */
static const double CLOSER = 0.9;

static double along(const tw_convex *a, const tw_convex *b, vec3 n, vec3 *w) {
    *w = v3_sub(tw_convex_support(a, v3_neg(n)), tw_convex_support(b, n));
    return v3_dot(n, *w);
}

/* ---- edges orthogonal to n ------------------------------------------------------------------ */

static int add(vec3 *e, int count, vec3 d, vec3 n) {
    double length = v3_length(d);
    if (!(length > 0) || count >= EDGES || fabs(v3_dot(d, n)) > nearly * length) return count;
    e[count] = v3_scale(d, 1 / length);
    return count + 1;
}

/* appends the directions of edges of c near its extreme point in direction d (if that is in a flat
 * face: two directions in the face) that are orthogonal to d; unit vectors; returns the new
 * count */
static int edges(const tw_convex *c, vec3 d, vec3 *e, int count) {
    tw_face f;
    if (!c->shape) {
        for (int i = 0; i < 3; i++)
            count = add(e, count, v3_sub(c->corner[(i + 1) % 3], c->corner[i]), d);
        return count;
    }
    if (c->shape->type == TW_SHAPE_BOX) {
        for (int i = 0; i < 3; i++) count = add(e, count, m3_column(&c->R, i), d);
        return count;
    }
    if (!c->core->face) return count;
    tw_convex_face(c, d, &f);
    if (f.count == 1) return count;
    vec3 u = v3_sub(f.corner[1], f.corner[0]);
    count = add(e, count, u, d);
    return f.count > 2 ? add(e, count, v3_cross(f.normal, u), d) : count;
}

/* ---- Newton --------------------------------------------------------------------------------- */

/* rate at which w, the difference of the two extreme points along n (see along()), changes as n
 * turns toward u */
static vec3 turning(const tw_convex *a, const tw_convex *b, vec3 n, vec3 u) {
    return v3_neg(v3_add(tw_convex_support_turn(a, v3_neg(n), u), tw_convex_support_turn(b, n, u)));
}

/* Computes gap and w along the direction m. If that gap is at least *gap - slack, replaces *n, *gap
 * and *w by m and its values and returns true */
static bool take(const tw_convex *a, const tw_convex *b, vec3 m, double slack, vec3 *n, double *gap,
                 vec3 *w) {
    vec3 x;
    double g = along(a, b, m, &x);
    if (!(g >= *gap - slack)) return false;
    *n = m;
    *gap = g;
    *w = x;
    return true;
}

/* Newton's method for *n, which is turned about the edge e, to which it is orthogonal; w:
 * difference of the extreme points along *n */
static void turn_about(const tw_convex *a, const tw_convex *b, vec3 e, double slack, vec3 *n,
                       double *gap, vec3 w) {
    double last = INFINITY;
    for (int i = 0; i < ROUNDS; i++) {
        vec3 t = v3_cross(e, *n);
        double r = v3_dot(w, t);
        if (!(fabs(r) > slack && fabs(r) < CLOSER * last)) return;
        last = fabs(r);
        double J = v3_dot(turning(a, b, *n, t), t) - v3_dot(*n, w);
        if (!(fabs(J) > slack)) return;
        int half = 0;
        for (double by = -r / J; !take(a, b, v3_normalized(v3_madd(*n, by, t)), slack, n, gap, &w);
             by *= 0.5)
            if (half++ == HALVES) return;
    }
}

static void turn_freely(const tw_convex *a, const tw_convex *b, double slack, vec3 *n,
                        double *gap) {
    double last = INFINITY;
    vec3 w;
    along(a, b, *n, &w);
    for (int i = 0; i < ROUNDS; i++) {
        vec3 u = v3_orthogonal(*n), v = v3_cross(*n, u);
        double g = v3_dot(*n, w), ru = v3_dot(w, u), rv = v3_dot(w, v);
        double now = fabs(ru) + fabs(rv);
        if (!(now > slack && now < CLOSER * last)) return;
        last = now;
        vec3 by_u = turning(a, b, *n, u), by_v = turning(a, b, *n, v);
        double uu = v3_dot(by_u, u) - g, uv = v3_dot(by_v, u);
        double vu = v3_dot(by_u, v), vv = v3_dot(by_v, v) - g;
        double det = uu * vv - uv * vu;
        if (!(fabs(det) > slack * slack)) return;
        double du = -(vv * ru - uv * rv) / det, dv = -(uu * rv - vu * ru) / det;
        int half = 0;
        while (!take(a, b, v3_normalized(v3_madd(v3_madd(*n, du, u), dv, v)), slack, n, gap, &w)) {
            if (half++ == HALVES) return;
            du *= 0.5;
            dv *= 0.5;
        }
    }
}

/* sets the touching points, if one of the bodies has no edge at its extreme point: that point, and
 * the point opposite to it */
static void place(const tw_convex *a, const tw_convex *b, vec3 n, double gap, int edges_a,
                  int edges_b, vec3 *on_a, vec3 *on_b) {
    if (edges_a == 0) {
        *on_a = tw_convex_support(a, v3_neg(n));
        *on_b = v3_madd(*on_a, -gap, n);
    } else if (edges_b == 0) {
        *on_b = tw_convex_support(b, n);
        *on_a = v3_madd(*on_b, gap, n);
    }
}

/* is n a stationary point of the gap? That is so if the edges near the extreme points are
 * orthogonal to n, and the extreme points lie opposite each other along n */
static bool settled(const tw_convex *a, const tw_convex *b, vec3 n, double tolerance) {
    vec3 e[EDGES], w;
    int first = edges(a, v3_neg(n), e, 0), count = edges(b, n, e, first);
    along(a, b, n, &w);
    w = v3_madd(w, -v3_dot(w, n), n);
    for (int i = 0; i < count; i++) {
        if (fabs(v3_dot(e[i], n)) > 1e-9) return false;
        w = v3_madd(w, -v3_dot(w, e[i]), e[i]);
        for (int j = 0; j < i; j++)
            if (v3_length(v3_cross(e[i], e[j])) > 0.01) return true;
    }
    return v3_length(w) <= tolerance;
}

bool tw_convex_polish(const tw_convex *a, const tw_convex *b, vec3 *n, double *gap, vec3 *on_a,
                      vec3 *on_b, bool *proven) {
    *proven = true;
    if (!tw_convex_curved(a) && !tw_convex_curved(b)) return true;
    double slack = 1e-14 * (a->size + b->size + v3_length(v3_sub(a->x, b->x)));
    vec3 e[EDGES], m = *n, w;
    double g = *gap;
    int first = edges(a, v3_neg(m), e, 0), count = edges(b, m, e, first);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) {
            vec3 c = v3_cross(e[i], e[j]);
            double length = v3_length(c);
            if (length < 0.01) continue;
            c = v3_scale(c, (v3_dot(c, m) < 0 ? -1 : 1) / length);
            take(a, b, c, slack, &m, &g, &w);
        }
    for (int i = 0; i < count; i++) {
        vec3 c = v3_normalized(v3_madd(m, -v3_dot(m, e[i]), e[i]));
        if (take(a, b, c, slack, &m, &g, &w)) turn_about(a, b, e[i], slack, &m, &g, w);
    }
    if (count == 0) turn_freely(a, b, slack, &m, &g);
    *n = m;
    *gap = g;
    place(a, b, m, g, first, count - first, on_a, on_b);
    *proven = tw_convex_prove(a, b, m, g, on_a, on_b);
    return *proven || settled(a, b, m, 1e-10 * (a->size + b->size));
}
