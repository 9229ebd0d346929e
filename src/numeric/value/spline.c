/*
 * The curve through the knots is the piecewise cubic with continuous second derivative
 * [de Boor 1978, A Practical Guide to Splines, ch. IV]. With h_i = t_i+1 - t_i, second derivatives
 * m_i at the knots, and A = (t_i+1 - t)/h, B = (t - t_i)/h between two of them:
 *
 *     v   = A p_i + B p_i+1 + h^2/6 ((A^3 - A) m_i + (B^3 - B) m_i+1)
 *     v'  = (p_i+1 - p_i)/h + h/6 ((1 - 3 A^2) m_i + (3 B^2 - 1) m_i+1)
 *     v'' = A m_i + B m_i+1
 *
 * v' is continuous at the inner knots when, with d_i = (p_i+1 - p_i)/h_i,
 *
 *     h_i-1 m_i-1 + 2 (h_i-1 + h_i) m_i + h_i m_i+1 = 6 (d_i - d_i-1)
 *
 * and the ends give m = 0 (natural) or, from v' = 0, 2 h_0 m_0 + h_0 m_1 = 6 d_0 and the same from
 * behind (rest). The matrix is diagonally dominant: elimination without pivoting is safe.
 *
 * A spline owns one block of memory with times, points and second derivatives.
 */
#include "numeric/value/spline.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct tw_spline {
    atomic_int references;
    int count, dim;
    double *t; /* [count] */
    double *p; /* [count x dim] points at the knots */
    double *m; /* [count x dim] second derivatives at the knots, for each knot all components */
};

static tw_status check(int count, int dim, const double *t, const double *points) {
    if (count < 2) return tw_fail(TW_ARGUMENT, "a spline needs 2 knots or more, got %d", count);
    if (dim < 1 || dim > TW_VALUE_MAX)
        return tw_fail(TW_ARGUMENT, "a spline has 1 to %d components, not %d", (int)TW_VALUE_MAX,
                       dim);
    for (int i = 0; i < count; i++) {
        if (!isfinite(t[i])) return tw_fail(TW_ARGUMENT, "time of knot %d is not finite", i + 1);
        if (i > 0 && !(t[i] > t[i - 1]))
            return tw_fail(TW_ARGUMENT,
                           "knots must be in order of time: knot %d at %g follows one at %g", i + 1,
                           t[i], t[i - 1]);
        for (int c = 0; c < dim; c++)
            if (!isfinite(points[i * dim + c]))
                return tw_fail(TW_ARGUMENT, "point of knot %d is not finite", i + 1);
    }
    return TW_OK;
}

/* the equation of knot i in the tridiagonal system of the file's head: low m_i-1 + diagonal m_i +
 * high m_i+1 = right */
typedef struct row {
    double low, diagonal, high, right;
} row;

static row equation(const tw_spline *s, tw_spline_ends ends, int i, int c) {
    int last = s->count - 1;
    const double *t = s->t, *p = s->p + c;
    double h0 = i > 0 ? t[i] - t[i - 1] : 0;
    double h1 = i < last ? t[i + 1] - t[i] : 0;
    double d0 = i > 0 ? (p[i * s->dim] - p[(i - 1) * s->dim]) / h0 : 0;
    double d1 = i < last ? (p[(i + 1) * s->dim] - p[i * s->dim]) / h1 : 0;
    if ((i == 0 || i == last) && ends == TW_SPLINE_NATURAL) return (row){0, 1, 0, 0};
    /* at the first and last knot the missing h and d are 0, which makes this the equation of a
     * resting end */
    return (row){h0, 2 * (h0 + h1), h1, 6 * (d1 - d0)};
}

/* computes s->m of component c by elimination; high [count]: scratch */
static void solve(tw_spline *s, tw_spline_ends ends, int c, double *high) {
    double *m = s->m + c;
    for (int i = 0; i < s->count; i++) {
        row r = equation(s, ends, i, c);
        double before = i > 0 ? m[(i - 1) * s->dim] : 0, pivot = r.diagonal;
        if (i > 0) pivot -= r.low * high[i - 1];
        high[i] = r.high / pivot;
        m[i * s->dim] = (r.right - r.low * before) / pivot;
    }
    for (int i = s->count - 2; i >= 0; i--) m[i * s->dim] -= high[i] * m[(i + 1) * s->dim];
}

tw_status tw_spline_create(int count, int dim, const double *t, const double *points,
                           tw_spline_ends ends, tw_spline **spline) {
    *spline = NULL;
    TW_TRY(check(count, dim, t, points));
    size_t n = (size_t)count, size = n * (size_t)dim;
    tw_spline *s = calloc(1, sizeof *s);
    double *block = malloc((n + 2 * size) * sizeof *block);
    double *high = malloc(n * sizeof *high);
    if (!s || !block || !high) {
        free(s);
        free(block);
        free(high);
        return tw_fail_memory();
    }
    atomic_init(&s->references, 1);
    s->count = count;
    s->dim = dim;
    s->t = block;
    s->p = block + n;
    s->m = block + n + size;
    memcpy(s->t, t, n * sizeof *t);
    memcpy(s->p, points, size * sizeof *points);
    for (int c = 0; c < dim; c++) solve(s, ends, c, high);
    free(high);
    for (size_t i = 0; i < size; i++) {
        if (isfinite(s->m[i])) continue;
        tw_spline_release(s);
        return tw_fail(TW_ARGUMENT, "knots of a spline are too close together for their points");
    }
    *spline = s;
    return TW_OK;
}

tw_spline *tw_spline_retain(tw_spline *s) {
    if (s) atomic_fetch_add(&s->references, 1);
    return s;
}

void tw_spline_release(tw_spline *s) {
    if (!s || atomic_fetch_sub(&s->references, 1) > 1) return;
    free(s->t);
    free(s);
}

int tw_spline_dim(const tw_spline *s) {
    return s->dim;
}

int tw_spline_count(const tw_spline *s) {
    return s->count;
}

double tw_spline_knot(const tw_spline *s, int i) {
    return s->t[i];
}

/* number of knots at or before t */
static int knots_until(const tw_spline *s, double t) {
    int low = 0, high = s->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (s->t[middle] <= t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void tw_spline_eval(const tw_spline *s, double t, int order, double out[3][TW_VALUE_MAX]) {
    memset(out, 0, (size_t)(order + 1) * sizeof out[0]);
    if (isnan(t)) {
        for (int k = 0; k <= order; k++)
            for (int c = 0; c < s->dim; c++) out[k][c] = NAN;
        return;
    }
    int i = knots_until(s, t) - 1, last = s->count - 1;
    if (i < 0 || i == last) {
        memcpy(out[0], s->p + (i < 0 ? 0 : last * s->dim), (size_t)s->dim * sizeof *s->p);
        return;
    }
    double h = s->t[i + 1] - s->t[i];
    double A = (s->t[i + 1] - t) / h, B = (t - s->t[i]) / h;
    for (int c = 0; c < s->dim; c++) {
        double p0 = s->p[i * s->dim + c], p1 = s->p[(i + 1) * s->dim + c];
        double m0 = s->m[i * s->dim + c], m1 = s->m[(i + 1) * s->dim + c];
        out[0][c] = A * p0 + B * p1 + h * h / 6 * ((A * A * A - A) * m0 + (B * B * B - B) * m1);
        if (order > 0)
            out[1][c] = (p1 - p0) / h + h / 6 * ((1 - 3 * A * A) * m0 + (3 * B * B - 1) * m1);
        if (order > 1) out[2][c] = A * m0 + B * m1;
    }
}

void tw_spline_piece(const tw_spline *s, int i, double c[4][TW_VALUE_MAX]) {
    double h = s->t[i + 1] - s->t[i];
    for (int k = 0; k < s->dim; k++) {
        double p0 = s->p[i * s->dim + k], p1 = s->p[(i + 1) * s->dim + k];
        double m0 = s->m[i * s->dim + k], m1 = s->m[(i + 1) * s->dim + k];
        c[0][k] = p0;
        c[1][k] = (p1 - p0) / h - h / 6 * (2 * m0 + m1);
        c[2][k] = m0 / 2;
        c[3][k] = (m1 - m0) / (6 * h);
    }
}

double tw_spline_next_break(const tw_spline *s, double t) {
    int i = knots_until(s, t);
    return i < s->count ? s->t[i] : INFINITY;
}
