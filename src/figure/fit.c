/*
 * Points of a line fitted by cubic Bezier curves [Schneider, An algorithm for automatically fitting
 * digitized curves, Graphics Gems 1990]: the lengths of the two end tangents are found by least
 * squares, then the points' parameters are improved by Newton's method; if that is not enough, the
 * line is divided at the point that is farthest from the curve. The points are within 0.01 pixel of
 * the true line (curve.c), the Bezier curves within `most` pixels of the points.
 */
#include "figure/impl.h"

#include <stdlib.h>
#include <string.h>

static const double most = 0.8 * TW_FIGURE_FIT;
/* distance from its chord, pixels, up to which a line or a part of it is taken as straight */
static const double straight = 0.02;
static const double same = 0.02; /* distance below which points coincide, pixels */
/* least angle between the directions before and after a point that makes the point a corner, rad */
static const double sharp = 0.35;
enum { AGAIN = 5 };

typedef struct v2 {
    double x, y;
} v2;

static v2 sub(v2 a, v2 b) {
    return (v2){a.x - b.x, a.y - b.y};
}

static v2 madd(v2 a, double s, v2 b) {
    return (v2){a.x + s * b.x, a.y + s * b.y};
}

static double dot(v2 a, v2 b) {
    return a.x * b.x + a.y * b.y;
}

static double length(v2 a) {
    return sqrt(dot(a, a));
}

static v2 unit(v2 a) {
    double l = length(a);
    return l > 0 ? (v2){a.x / l, a.y / l} : (v2){1, 0};
}

typedef struct fitting {
    const v2 *p;
    double *t; /* [n] scratch: parameter of each point on the Bezier curve, 0 .. 1 */
    tw_figure *figure;
} fitting;

static tw_status put(fitting *f, v2 a, v2 b, v2 c, v2 d, bool is_straight) {
    tw_bezier z = {{a.x, b.x, c.x, d.x}, {a.y, b.y, c.y, d.y}, is_straight};
    return tw_push(&f->figure->piece, z);
}

static tw_status put_straight(fitting *f, v2 a, v2 d) {
    v2 way = sub(d, a);
    return put(f, a, madd(a, 1.0 / 3, way), madd(a, 2.0 / 3, way), d, true);
}

static v2 bezier(const v2 c[4], double t) {
    double s = 1 - t, b0 = s * s * s, b1 = 3 * s * s * t, b2 = 3 * s * t * t, b3 = t * t * t;
    return (v2){b0 * c[0].x + b1 * c[1].x + b2 * c[2].x + b3 * c[3].x,
                b0 * c[0].y + b1 * c[1].y + b2 * c[2].y + b3 * c[3].y};
}

/* c: Bezier curve from point i to point j with the unit tangents a and b there; computes the
 * tangents' lengths by least squares */
static void solve(const fitting *f, size_t i, size_t j, v2 a, v2 b, v2 c[4]) {
    double aa = 0, ab = 0, bb = 0, ax = 0, bx = 0, chord = length(sub(f->p[j], f->p[i]));
    for (size_t k = i; k <= j; k++) {
        double t = f->t[k], s = 1 - t, b0 = s * s * (1 + 2 * t), b3 = t * t * (3 - 2 * t);
        double wa = 3 * s * s * t, wb = 3 * s * t * t;
        v2 rest = {f->p[k].x - b0 * f->p[i].x - b3 * f->p[j].x,
                   f->p[k].y - b0 * f->p[i].y - b3 * f->p[j].y};
        aa += wa * wa, bb += wb * wb, ab += wa * wb * dot(a, b);
        ax += wa * dot(a, rest), bx += wb * dot(b, rest);
    }
    double det = aa * bb - ab * ab, la = 0, lb = 0;
    if (det > 1e-12 * aa * bb) la = (ax * bb - bx * ab) / det, lb = (bx * aa - ax * ab) / det;
    /* a third of the chord, if the least squares solution is so long or short that the curve would
     * make a loop */
    if (!(la > 1e-3 * chord && lb > 1e-3 * chord && la < 3 * chord && lb < 3 * chord))
        la = lb = chord / 3;
    c[0] = f->p[i], c[3] = f->p[j];
    c[1] = madd(c[0], la, a), c[2] = madd(c[3], lb, b);
}

/* moves each point's parameter toward that of the nearest place of the curve; returns the largest
 * distance of a point from the curve; *worst: index of that point */
static double improve(fitting *f, size_t i, size_t j, const v2 c[4], size_t *worst) {
    double far = 0;
    *worst = (i + j) / 2;
    for (size_t k = i + 1; k < j; k++) {
        double t = f->t[k], s = 1 - t;
        v2 d = sub(bezier(c, t), f->p[k]), d1 = {0, 0}, d2 = {0, 0};
        for (int n = 0; n < 3; n++) {
            double w = n == 0 ? s * s : n == 1 ? 2 * s * t : t * t;
            d1 = madd(d1, 3 * w, sub(c[n + 1], c[n]));
        }
        for (int n = 0; n < 2; n++) {
            v2 e = sub(sub(c[n + 2], c[n + 1]), sub(c[n + 1], c[n]));
            d2 = madd(d2, 6 * (n == 0 ? s : t), e);
        }
        double slope = dot(d1, d1) + dot(d, d2);
        if (slope > 0) f->t[k] = fmin(fmax(t - dot(d, d1) / slope, 0), 1);
        double off = length(sub(bezier(c, f->t[k]), f->p[k]));
        if (off > far) {
            far = off;
            *worst = k;
        }
    }
    return far;
}

static bool is_straight(const fitting *f, size_t i, size_t j) {
    v2 way = sub(f->p[j], f->p[i]), u = unit(way);
    double l = length(way);
    if (!(l > 0)) return j == i + 1;
    for (size_t k = i + 1; k < j; k++) {
        v2 d = sub(f->p[k], f->p[i]);
        double along = dot(d, u);
        if (fabs(d.x * u.y - d.y * u.x) > straight || along < -straight || along > l + straight)
            return false;
    }
    return true;
}

/* unit direction of a smooth line at b (if at_a: at a), taken from the parabola through a, b, c */
static v2 tangent(v2 a, v2 b, v2 c, bool at_a) {
    v2 u = sub(b, a), v = sub(c, b);
    double lu = length(u), lv = length(v);
    if (!(lu > 0) || !(lv > 0)) return unit(sub(c, a));
    u = unit(u), v = unit(v);
    double w = at_a ? -lu / (lu + lv) : lu / (lu + lv);
    return unit(madd((v2){u.x * (1 - w), u.y * (1 - w)}, w, v));
}

static tw_status fit(fitting *f, size_t i, size_t j, v2 a, v2 b, int depth) {
    if (j == i + 1 || is_straight(f, i, j)) return put_straight(f, f->p[i], f->p[j]);
    double along = 0;
    f->t[i] = 0;
    for (size_t k = i + 1; k <= j; k++) f->t[k] = along += length(sub(f->p[k], f->p[k - 1]));
    for (size_t k = i + 1; k <= j; k++) f->t[k] /= along;
    size_t worst = (i + j) / 2;
    v2 c[4];
    for (int n = 0; n < AGAIN; n++) {
        solve(f, i, j, a, b, c);
        double far = improve(f, i, j, c, &worst);
        if (far < most) return put(f, c[0], c[1], c[2], c[3], false);
        if (far > 40 * most) break;
    }
    /* splits the line at the worst point, but not so near to an end that a sliver would remain */
    size_t part = (j - i) / 8 + 1;
    if (worst < i + part) worst = i + part;
    if (worst > j - part) worst = j - part;
    if (worst <= i || worst >= j) worst = (i + j) / 2;
    v2 m = tangent(f->p[worst - 1], f->p[worst], f->p[worst + 1], false);
    TW_TRY(fit(f, i, worst, a, (v2){-m.x, -m.y}, depth + 1));
    return fit(f, worst, j, m, b, depth + 1);
}

/* fits the points i .. j, between which there is no corner; whole: they are a smooth closed line,
 * so both ends have the same tangent */
static tw_status fit_smooth(fitting *f, size_t i, size_t j, bool whole) {
    v2 a, b;
    if (whole && j - i > 2) {
        a = tangent(f->p[j - 1], f->p[i], f->p[i + 1], false);
        b = (v2){-a.x, -a.y};
    } else {
        a = j - i > 1 ? tangent(f->p[i], f->p[i + 1], f->p[i + 2], true)
                      : unit(sub(f->p[j], f->p[i]));
        b = j - i > 1 ? tangent(f->p[j], f->p[j - 1], f->p[j - 2], true)
                      : unit(sub(f->p[i], f->p[j]));
    }
    return fit(f, i, j, a, b, 0);
}

static bool corner(v2 a, v2 b, v2 c) {
    v2 u = unit(sub(b, a)), v = unit(sub(c, b));
    double cross = u.x * v.y - u.y * v.x;
    return dot(u, v) < 0 || fabs(cross) > sharp;
}

static tw_status fit_points(fitting *f, size_t n, bool closed) {
    size_t from = 0;
    bool any = false;
    if (n < 2) return TW_OK;
    if (n == 2) return put_straight(f, f->p[0], f->p[1]);
    for (size_t i = 1; i + 1 < n; i++) {
        if (!corner(f->p[i - 1], f->p[i], f->p[i + 1])) continue;
        TW_TRY(fit_smooth(f, from, i, false));
        from = i;
        any = true;
    }
    bool smooth = closed && !any && !corner(f->p[n - 2], f->p[0], f->p[1]);
    return fit_smooth(f, from, n - 1, smooth);
}

tw_status fig_fit(const double *xy, size_t n, bool closed, tw_figure *figure) {
    v2 *p = malloc((n + 1) * sizeof *p);
    fitting f = {.p = p, .t = malloc((n + 1) * sizeof *f.t), .figure = figure};
    tw_status st = p && f.t ? TW_OK : tw_fail_memory();
    if (st == TW_OK) {
        size_t kept = 0;
        for (size_t i = 0; i < n; i++) {
            v2 q = {xy[2 * i], xy[2 * i + 1]};
            if (kept > 0 && length(sub(q, p[kept - 1])) < same) {
                /* the last point of the line is always kept, in place of the one before it */
                if (i + 1 == n && kept > 1) p[kept - 1] = q;
                continue;
            }
            p[kept++] = q;
        }
        st = fit_points(&f, kept, closed);
    }
    free(p);
    free(f.t);
    return st;
}
