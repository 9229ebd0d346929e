/*
 * Removes from a vector its part along the directions that a factor leaves out, without computing
 * these one by one: for many directions that are all null vectors of A, as where constraints are
 * redundant all over a structure.
 *
 * With A_PP = L D L^T the factor of the rows P that are not left out, and Q the rows left out, the
 * columns of Z = [-A_PP^-1 A_PQ; 1] span the null space, and
 *
 *     Z^T v = (L^-1 v)_Q,   Z y = L^-T [0; y],
 *
 * each of which costs half a solution with the factor. Where pivots are small, Z is exact to some
 * digits only, and (1 - A_PP^-1 A) Z takes its place, whose error is the square of that of Z. The
 * result v - Z (Z^T Z)^-1 Z^T v is found by conjugate gradients, which minimise |v - Z y| over y
 * [Hestenes & Stiefel 1952, sec. 10]. The eigenvalues of Z^T Z = 1 + A_QP A_PP^-2 A_PQ are at least
 * 1, so that the gradient Z^T (v - Z y) is at least as long as the part of v still to be removed.
 */
#include "numeric/linear/sparse/sparse_impl.h"

#include <math.h>
#include <string.h>

/* MANY: least number of left-out rows for which this method is used; for fewer rows the directions
 * are computed one by one. STEPS: largest number of conjugate gradient steps. SHARPEST: largest
 * number of times that Z is multiplied by 1 - A_PP^-1 A */
enum { MANY = 24, STEPS = 200, SHARPEST = 4 };

/* rows count as uneven if a diagonal element is below this part of the largest one: then Z has long
 * columns, and conjugate gradients need many steps */
static const double UNEVEN = 1e-5;

/* Bounds on the length of the gradient, divided by `scale`. ROUNDING: the iteration ends below this
 * times sqrt(rows). STUBBORN: if the gradient shrinks no more, it is accepted below this */
static const double ROUNDING = 2e-15, STUBBORN = 1e-11;

/* Z y counts as a null vector of A if |B^T Z y| is below this part of the smallest singular value
 * that may count (is above the cutoff) */
static const double NULL_ENOUGH = 1e-2;

/* Z is exact enough, without multiplication by 1 - A_PP^-1 A, if every pivot is at least this part
 * of its diagonal element */
static const double PLAIN = 1e-2;

/* replaces x by (1 - A_PP^-1 A) x, or with `transposed` by (1 - A A_PP^-1) x */
static void sharpen(tw_sparse *s, bool transposed, double *x) {
    double *y = s->deflation.y, *z = s->deflation.z;
    if (transposed) {
        memcpy(y, x, (size_t)s->size * sizeof *y);
        tw_sparse_solve_padded(s, y);
        tw_sparse_multiply(s, y, z);
    } else {
        tw_sparse_multiply(s, x, z);
        tw_sparse_solve_padded(s, z);
    }
    for (int i = 0; i < s->size; i++) x[i] -= z[i];
}

/* replaces x by Z^T x in the left-out rows, and by 0 elsewhere; returns the square of its length */
static double gradient(tw_sparse *s, double *x) {
    for (int i = 0; i < s->deflation.sharp; i++) sharpen(s, true, x);
    s->solving->descend(s, x);
    for (int i = 0; i < s->size; i++) x[i] *= s->deflation.left_out[i];
    return tw_sparse_dot(s, x, x);
}

/* replaces x by Z y, where y are the numbers of x in the left-out rows */
static void spread(tw_sparse *s, double *x) {
    tw_sparse view = *s;
    view.inverse = s->deflation.kept;
    s->solving->ascend(&view, x);
    for (int i = 0; i < s->deflation.sharp; i++) sharpen(s, false, x);
}

/* tw_sparse_project without a shift, s->shift = 0 */
static bool project(tw_sparse *s, double scale, double *v) {
    tw_deflation *d = &s->deflation;
    double *g = d->g, *p = d->p, *z = s->u;
    size_t bytes = (size_t)s->size * sizeof *v;
    double enough = ROUNDING * sqrt(s->rows) * scale, before = 0, least = HUGE_VAL;
    int idle = 0; /* number of successive steps without progress */
    memset(p, 0, bytes);
    for (int i = 0; i < STEPS; i++) {
        memcpy(g, v, bytes);
        double now = gradient(s, g);
        if (now <= enough * enough) return true;
        idle = now < 0.5 * least ? 0 : idle + 1;
        least = fmin(least, now);
        if (idle > 4 && now <= STUBBORN * STUBBORN * scale * scale) return true;
        double f = before > 0 ? now / before : 0;
        for (int j = 0; j < s->size; j++) p[j] = z[j] = g[j] + f * p[j];
        spread(s, z);
        double step = now / tw_sparse_dot(s, z, z);
        if (!isfinite(step)) return false;
        for (int j = 0; j < s->size; j++) v[j] -= step * z[j];
        before = now;
    }
    return false;
}

bool tw_sparse_project(tw_sparse *s, double scale, double *v) {
    double shift = s->shift;
    s->shift = 0;
    bool done = project(s, scale, v);
    s->shift = shift;
    return done;
}

/* |B^T x| */
static double image(tw_sparse *s, const double *x) {
    double sum = 0;
    tw_sparse_transposed(s, x, s->carry);
    for (int i = 0; i < TW_SPARSE_COLUMNS * s->bodies; i++) sum += s->carry[i] * s->carry[i];
    return sqrt(sum);
}

static bool make_room(tw_sparse *s) {
    tw_deflation *d = &s->deflation;
    double **vectors[] = {&d->kept, &d->left_out, &d->g, &d->p, &d->y, &d->z};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        if (!*vectors[i] && !(*vectors[i] = tw_arena_new(s->arena, double, s->size + TW_LANES)))
            return false;
    return true;
}

bool tw_sparse_uneven(const tw_sparse *s) {
    for (int i = 0; i < s->size; i++)
        if (s->row_at[i] >= 0 && s->diagonal[i] < UNEVEN * s->largest) return true;
    return false;
}

bool tw_sparse_all_null(tw_sparse *s, double cutoff) {
    tw_deflation *d = &s->deflation;
    if (s->left_out < MANY || tw_sparse_uneven(s)) return false;
    if (!make_room(s)) return false;
    /* the start vector is pseudo-random, so that it has a part along every direction */
    unsigned bits = 1;
    for (int i = 0; i < s->size; i++) {
        bool left_out = s->row_at[i] >= 0 && !(s->inverse[i] > 0);
        bits = bits * 1664525u + 1013904223u;
        d->kept[i] = left_out ? 1 : s->inverse[i];
        d->left_out[i] = left_out;
        s->u[i] = left_out ? ((bits >> 8) % 2 ? 1 : -1) * (1 + (double)(bits >> 9) * 0x1p-23) : 0;
    }
    for (d->sharp = s->smallest < PLAIN; d->sharp <= SHARPEST; d->sharp++) {
        memcpy(s->v, s->u, (size_t)s->size * sizeof *s->v);
        spread(s, s->v);
        if (image(s, s->v) <= NULL_ENOUGH * cutoff * sqrt(s->largest)) return true;
    }
    return false;
}
