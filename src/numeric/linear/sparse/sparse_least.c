/* Least squares and minimum norm with a factor that leaves rows out; see sparse.h for the
 * equations. */
#include "base/math/vec.h"
#include "numeric/linear/lsq.h"
#include "numeric/linear/sparse/sparse_impl.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* REFINEMENTS: largest number of steps of refinement. POWERS: largest number of steps of power
 * iteration, for the largest singular value. LARGE: number of rows above which that value is
 * estimated roughly for estimates of errors: exactly it takes most of the time of a solution */
enum { REFINEMENTS = 12, POWERS = 40, LARGE = 300 };

/* refinement ends once the next correction would be below this part of the solution */
static const double ROUNDING = 1e-14;

/* a correction that does not shrink any more is accepted if it is below this part of the solution;
 * if it is above, the solver has failed */
static const double STUBBORN = 1e-9;

/* B counts as nearly singular if the product over a block's rows of pivot / diagonal element is
 * below this */
static const double WEAK_PIVOT = 1e-4;

static double norm_of(const tw_sparse *s, const double *x) {
    return sqrt(tw_sparse_dot(s, x, x));
}

static void add(const tw_sparse *s, double f, const double *x, double *y) {
    for (int i = 0; i < s->size; i++) y[i] += f * x[i];
}

double tw_sparse_norm(tw_sparse *s) {
    if (s->norm > 0) return s->norm;
    double *x = s->u, *y = s->v, shift = s->shift;
    for (int i = 0; i < s->size; i++) x[i] = sqrt(s->diagonal[i]) * (i % 7 + 1);
    s->shift = 0;
    double size = 0;
    for (int i = 0; i < POWERS; i++) {
        double length = norm_of(s, x);
        if (!(length > 0)) break;
        for (int j = 0; j < s->size; j++) x[j] /= length;
        tw_sparse_multiply(s, x, y);
        double before = size;
        size = sqrt(norm_of(s, y));
        double *other = x;
        x = y;
        y = other;
        if (size - before <= 1e-6 * size) break;
    }
    s->shift = shift;
    s->norm = fmax(size, sqrt(s->largest));
    return s->norm;
}

/* upper bound on the largest singular value of B: the square root of its largest sums of absolute
 * values in a row and in a column [Schur] */
static double bound_by_sums(tw_sparse *s) {
    double *row = s->u, *column = s->carry, most_row = 0, most_column = 0;
    int columns = TW_SPARSE_COLUMNS * s->bodies;
    memset(row, 0, (size_t)s->size * sizeof *row);
    memset(column, 0, (size_t)columns * sizeof *column);
    for (int e = 0; e < s->entries; e++) {
        const double *B = s->B + s->entry_begin[e];
        double *rows = row + s->entry_at[e], *to = column + TW_SPARSE_COLUMNS * s->entry_body[e];
        int padded = s->entry_padded[e];
        for (int c = 0; c < TW_SPARSE_COLUMNS; c++, B += padded) {
            double sum = 0;
            for (int r = 0; r < padded; r++) {
                rows[r] += fabs(B[r]);
                sum += fabs(B[r]);
            }
            to[c] += sum;
        }
    }
    for (int i = 0; i < s->size; i++) most_row = tw_max(row[i], most_row);
    for (int i = 0; i < columns; i++) most_column = tw_max(column[i], most_column);
    return sqrt(most_row * most_column);
}

/* The largest singular value of B, but in large systems between its bounds: the lower one is the
 * length of the longest row. (Their geometric mean is 0.86 to 1.13 of it in ladders and trees of
 * hundreds of bodies.) */
static double rough_norm(tw_sparse *s) {
    if (s->rows <= LARGE) return tw_sparse_norm(s);
    return sqrt(sqrt(s->largest) * bound_by_sums(s));
}

/* ---- left-out rows --------------------------------------------------------------------------- */

static bool make_room(tw_sparse *s, int count) {
    tw_deflation *d = &s->deflation;
    if (count <= d->room) return true;
    if (count < 2 * d->room) count = 2 * d->room;
    size_t n = (size_t)count, columns = TW_SPARSE_COLUMNS * (size_t)s->bodies;
    d->T = tw_arena_new(s->arena, double, n *(size_t)s->size);
    d->C = tw_arena_new(s->arena, double, n *columns);
    d->V = tw_arena_new(s->arena, double, n *n);
    d->sigma = tw_arena_new(s->arena, double, n + 1);
    d->work = tw_arena_new(s->arena, double, 5 * n * n + 7 * n + 64 * (columns + n) + 1);
    d->integers = tw_arena_new(s->arena, int, 8 * n);
    d->room = d->T && d->C && d->V && d->sigma && d->work && d->integers ? count : 0;
    return d->room > 0;
}

/* z = [-A_PP^-1 A_Pq; 1], the direction that belongs to the left-out row q, refined (P: rows in the
 * factor) */
static void direction(tw_sparse *s, int q, double *z) {
    memset(z, 0, (size_t)s->size * sizeof *z);
    z[q] = 1;
    double before = HUGE_VAL;
    for (int i = 0; i < REFINEMENTS; i++) {
        tw_sparse_multiply(s, z, s->u);
        tw_sparse_solve_padded(s, s->u);
        double change = norm_of(s, s->u);
        if (!(change < 0.5 * before)) break;
        add(s, -1, s->u, z);
        before = change;
        if (change <= ROUNDING * norm_of(s, z)) break;
    }
}

/* subtracts from x its part along the first `count` directions in T; does so twice, because of
 * rounding */
static void orthogonalise(tw_sparse *s, int count, double *x) {
    const tw_deflation *d = &s->deflation;
    for (int twice = 0; twice < 2; twice++)
        for (int i = 0; i < count; i++) {
            const double *t = d->T + (size_t)i * (size_t)s->size;
            add(s, -tw_sparse_dot(s, t, x), t, x);
        }
}

/* T becomes V T, for T [k][size] and V [k x k]; it is computed for a run of columns at a time;
 * work: memory for k such runs */
static void turn(double *T, const double *V, int k, int size, double *work) {
    enum { RUN = 4 * TW_LANES };
    for (int begin = 0; begin < size; begin += RUN) {
        int run = size - begin < RUN ? size - begin : RUN;
        for (int i = 0; i < k; i++)
            memcpy(work + i * RUN, T + (size_t)i * (size_t)size + (size_t)begin,
                   (size_t)run * sizeof *work);
        for (int i = 0; i < k; i++) {
            double sum[RUN] = {0}, *to = T + (size_t)i * (size_t)size + (size_t)begin;
            for (int j = 0; j < k; j++)
                for (int r = 0; r < run; r++) sum[r] += V[i + j * k] * work[j * RUN + r];
            memcpy(to, sum, (size_t)run * sizeof *to);
        }
    }
}

/* rotates T so that the columns of B^T T are orthogonal (B^T T = U S V^T). Singular values are
 * exact to 1e-16 of the largest of them, and all of them are small. false: the SVD failed */
static bool diagonalise(tw_sparse *s) {
    tw_deflation *d = &s->deflation;
    int k = d->count, columns = TW_SPARSE_COLUMNS * s->bodies;
    for (int i = 0; i < k; i++)
        tw_sparse_transposed(s, d->T + (size_t)i * (size_t)s->size,
                             d->C + (size_t)i * (size_t)columns);
    for (int i = 0; i < k * columns; i++)
        if (!isfinite(d->C[i])) return false;
    if (k > columns) return false;
    /* d->C, read as a column-major matrix [columns x k], becomes U S V^T */
    size_t n = (size_t)k;
    int work = (int)(5 * n * n + 7 * n + 64 * ((size_t)columns + n));
    if (LAPACKE_dgesdd_work(LAPACK_COL_MAJOR, 'O', columns, k, d->C, columns, d->sigma, NULL, 1,
                            d->V, k, d->work, work, d->integers) != 0)
        return false;
    turn(d->T, d->V, k, s->size, d->work);
    return true;
}

bool tw_sparse_deflate(tw_sparse *s, double cutoff) {
    tw_deflation *d = &s->deflation;
    if (d->ready) return true;
    d->count = 0;
    d->null = d->ready = tw_sparse_all_null(s, cutoff);
    if (d->null) return true;
    if (!make_room(s, s->left_out)) return false;
    for (int q = 0; q < s->size; q++) {
        if (s->row_at[q] < 0 || s->inverse[q] > 0) continue;
        double *z = d->T + (size_t)d->count * (size_t)s->size;
        direction(s, q, z);
        orthogonalise(s, d->count, z);
        double length = norm_of(s, z);
        if (!(length > 0)) return false;
        for (int i = 0; i < s->size; i++) z[i] /= length;
        d->count++;
    }
    d->ready = diagonalise(s);
    return d->ready;
}

/* filter weight w (lsq.h) of a direction with the singular value sigma */
static double weight_of(tw_sparse *s, double sigma, double cutoff) {
    double least = sqrt(s->largest); /* the largest singular value is at least this */
    if (sigma <= cutoff * least) return 0;
    if (sigma >= 10 * cutoff * least * sqrt(s->rows)) return 1;
    return tw_lsq_filter(sigma / tw_sparse_norm(s), cutoff);
}

/* ---- solutions ------------------------------------------------------------------------------- */

/* subtracts from x its part along the directions whose filter weight w (weight_of) is below 1,
 * until what is left of it is rounding of vectors of length `scale`; false: no convergence */
static bool strip(tw_sparse *s, double cutoff, double scale, double *x) {
    const tw_deflation *d = &s->deflation;
    if (d->null) return tw_sparse_project(s, scale, x);
    for (int twice = 0; twice < 2; twice++)
        for (int i = 0; i < d->count; i++) {
            const double *t = d->T + (size_t)i * (size_t)s->size;
            if (weight_of(s, d->sigma[i], cutoff) < 1) add(s, -tw_sparse_dot(s, t, x), t, x);
        }
    return true;
}

/* x = A^-1 r by the factor, without refinement; directions with a filter weight (weight_of) below 1
 * are left out. r and x must be different arrays. False: no convergence */
static bool apply(tw_sparse *s, double cutoff, const double *r, double *x) {
    const tw_deflation *d = &s->deflation;
    memcpy(x, r, (size_t)s->size * sizeof *x);
    tw_sparse_solve_padded(s, x);
    for (int i = 0; i < d->count; i++) {
        const double *t = d->T + (size_t)i * (size_t)s->size;
        double sigma = d->sigma[i];
        if (weight_of(s, sigma, cutoff) == 1)
            add(s, tw_sparse_dot(s, t, r) / (sigma * sigma + s->shift), t, x);
    }
    return strip(s, cutoff, fmax(norm_of(s, s->x), norm_of(s, x)), x);
}

/* solves (A + shift) s->x = s->b by refinement; directions with a filter weight (weight_of) below 1
 * are left out; false: no convergence */
static bool refine(tw_sparse *s, double cutoff) {
    double before = HUGE_VAL, range = norm_of(s, s->b);
    memset(s->x, 0, (size_t)s->size * sizeof *s->x);
    memcpy(s->r, s->b, (size_t)s->size * sizeof *s->r);
    for (int i = 0; i < REFINEMENTS; i++) {
        if (!apply(s, cutoff, s->r, s->v)) return false;
        double change = norm_of(s, s->v);
        if (!isfinite(change)) return false;
        if (i > 1 && !(change < 0.5 * before)) return change <= STUBBORN * norm_of(s, s->x);
        add(s, 1, s->v, s->x);
        double size = norm_of(s, s->x);
        if (i == 0 && s->left_out == 0 && s->smallest >= TW_SPARSE_PLAIN) {
            s->correction = 0;
            return true;
        }
        /* of the first solution by this factor, so that later ones depend on no others */
        if (i == 1 && s->correction == HUGE_VAL) s->correction = change / size;
        if (i > 0 && change * (change / before) <= ROUNDING * size) return true;
        if (change == 0) return true;
        before = change;
        tw_sparse_multiply(s, s->x, s->r);
        for (int j = 0; j < s->size; j++) s->r[j] = s->b[j] - s->r[j];
        if (!strip(s, cutoff, range, s->r)) return false;
    }
    return false;
}

/* r = b - (A + shift) s->x, a padded vector; b [rows] in the caller's order */
static void residual(tw_sparse *s, const double *b, double *r) {
    tw_sparse_in(s, b, r);
    tw_sparse_multiply(s, s->x, s->u);
    add(s, -1, s->u, r);
}

/* does some direction have a filter weight w between 0 and 1, 0 < w < 1? */
static bool any_partial(tw_sparse *s, double cutoff) {
    for (int i = 0; i < s->deflation.count; i++) {
        double w = weight_of(s, s->deflation.sigma[i], cutoff);
        if (w > 0 && w < 1) return true;
    }
    return false;
}

/* sets the parts of s->x along the directions with 0 < w < 1, from b; with `range` also adds the
 * parts of b along them to s->b. Returns the part of |B^T x|^2 that these directions have with w =
 * 1 */
static double set_partial(tw_sparse *s, double cutoff, const double *b, bool range) {
    const tw_deflation *d = &s->deflation;
    double reach2 = 0;
    residual(s, b, s->r);
    for (int i = 0; i < d->count; i++) {
        double sigma = d->sigma[i], w = weight_of(s, sigma, cutoff), a = sigma * sigma + s->shift;
        const double *t = d->T + (size_t)i * (size_t)s->size;
        if (w == 0 || w == 1) continue;
        double has = tw_sparse_dot(s, t, s->x), c = tw_sparse_dot(s, t, s->r) + a * has;
        add(s, w * w * c / a - has, t, s->x);
        if (range) add(s, c, t, s->b);
        reach2 += c * c / (sigma * sigma);
    }
    return reach2;
}

/* Adds the directions with 0 < w < 1 to s->x: their parts follow from the residual; then the rest
 * of s->x is corrected, twice, so that errors of the directions count in second order only. (For
 * uneven rows directions are too inexact: the caller then uses an SVD.) false: no convergence */
static bool add_partial(tw_sparse *s, double cutoff, const double *b, double *reach2) {
    double scale = norm_of(s, s->b), more = 0;
    for (int twice = 0; twice < 2; twice++) {
        more = set_partial(s, cutoff, b, twice == 1);
        residual(s, b, s->r);
        if (!strip(s, cutoff, scale, s->r) || !apply(s, cutoff, s->r, s->v)) return false;
        add(s, 1, s->v, s->x);
    }
    *reach2 += more;
    return isfinite(norm_of(s, s->x));
}

/* computes s->x with its parts along all directions; *reach2: |B^T x|^2 with w = 1 in place of
 * every w > 0; *counted: number of directions with w > 1/2. false: no convergence */
static bool solve(tw_sparse *s, double cutoff, const double *b, double *reach2, int *counted) {
    tw_deflation *d = &s->deflation;
    tw_sparse_in(s, b, s->b);
    if (!strip(s, cutoff, norm_of(s, s->b), s->b)) return false;
    if (!refine(s, cutoff)) return false;
    *reach2 = tw_sparse_dot(s, s->b, s->x);
    *counted = 0;
    for (int i = 0; i < d->count; i++) *counted += weight_of(s, d->sigma[i], cutoff) > 0.5;
    if (!any_partial(s, cutoff)) return true;
    return !tw_sparse_uneven(s) && add_partial(s, cutoff, b, reach2);
}

double tw_sparse_alone(const tw_sparse *s, const double *b) {
    double sum = 0;
    for (int i = 0; i < s->rows; i++) {
        double a = s->diagonal[s->place[i]];
        sum += a > 0 ? b[i] * b[i] / a : 0;
    }
    return sqrt(sum);
}

bool tw_sparse_least(tw_sparse *s, double cutoff, const double *b, double *x,
                     tw_sparse_info *info) {
    *info = (tw_sparse_info){0};
    if (s->left_out == 0) s->deflation.count = 0, s->deflation.null = false;
    if (!s->finite || (s->left_out > 0 && !tw_sparse_deflate(s, cutoff))) return false;
    double reach2;
    int counted;
    if (!solve(s, cutoff, b, &reach2, &counted)) return false;
    info->rank = s->rows - s->left_out + counted;
    info->reach = sqrt(fmax(reach2, 0));
    info->range = norm_of(s, s->b);
    tw_sparse_out(s, s->x, x);
    return true;
}

bool tw_sparse_near(tw_sparse *s, double within, const double *b, double *x) {
    if (!s->finite || s->left_out > 0 || s->shift != 0 || !(s->correction <= within)) return false;
    tw_sparse_in(s, b, s->x);
    tw_sparse_solve_padded(s, s->x);
    tw_sparse_out(s, s->x, x);
    return true;
}

/* factors A + shift. If that factor leaves rows out, too, factors A instead; then refinement
 * accounts for the shift. false: a number is not finite */
static bool factor_shifted(tw_sparse *s, double shift) {
    tw_deflation kept = s->deflation;
    bool done = tw_sparse_factor(s, shift);
    if (done && s->left_out > 0) {
        done = tw_sparse_factor(s, 0);
        s->shift = shift;
    }
    s->deflation = kept;
    return done;
}

/* damped solution if all left-out directions are null vectors of A: removes the part of b along
 * them with the factor of A, then solves with A + shift */
static bool damped_without(tw_sparse *s, double shift, double cutoff, const double *b, double *x) {
    tw_sparse_in(s, b, s->b);
    if (!strip(s, cutoff, norm_of(s, s->b), s->b)) return false;
    if (!factor_shifted(s, shift)) return false;
    s->deflation.null = s->left_out > 0;
    if (!refine(s, cutoff)) return false;
    tw_sparse_out(s, s->x, x);
    return true;
}

bool tw_sparse_damped(tw_sparse *s, double shift, double cutoff, const double *b, double *x) {
    tw_deflation *d = &s->deflation;
    double reach2;
    int counted;
    if (s->left_out == 0) d->count = 0, d->null = false;
    if (s->left_out > 0 && !tw_sparse_deflate(s, cutoff)) return false;
    bool done;
    if (d->null) {
        done = damped_without(s, shift, cutoff, b, x);
    } else {
        /* s->deflation, the directions that the factor of A leaves out, stays valid, although the
         * new factor, of A + shift, may leave no rows out */
        done = factor_shifted(s, shift);
        /* if the new factor leaves no rows out, it serves the directions with w = 1 as well; with
         * sigma = HUGE_VAL apply() adds nothing for these */
        for (int i = 0; i < d->count && s->left_out == 0; i++)
            if (weight_of(s, d->sigma[i], cutoff) == 1) d->sigma[i] = HUGE_VAL;
        done = done && solve(s, cutoff, b, &reach2, &counted);
        if (done) tw_sparse_out(s, s->x, x);
    }
    d->ready = false;
    return done;
}

/* ---- how exact ------------------------------------------------------------------------------- */

typedef struct error_sum {
    tw_sparse *s;
    const double *e, *f; /* padded */
    double weak;         /* bound on singular values: those below it count as weak */
    double all2, weak2, least;
} error_sum;

/* adds to *sum the error along direction t (of any length), which has the singular value sigma */
static void add_direction(error_sum *sum, const double *t, double sigma) {
    const tw_sparse *s = sum->s;
    double length2 = tw_sparse_dot(s, t, t), e2 = 0, f2 = 0;
    if (!(sigma > 0) || !(length2 > 0)) return;
    for (int i = 0; i < s->size; i++) {
        e2 += t[i] * sum->e[i] * (t[i] * sum->e[i]);
        f2 += t[i] * sum->f[i] * (t[i] * sum->f[i]);
    }
    double w = fmax(1 - sigma / sum->weak, 0);
    sum->all2 += e2 / length2 / (sigma * sigma);
    sum->weak2 += w * w * f2 / length2 / (sigma * sigma);
    sum->least = fmin(sum->least, sigma);
}

bool tw_sparse_errors_of(tw_sparse *s, double cutoff, double weak, const double *e, const double *f,
                         tw_sparse_errors *errors) {
    if (!s->finite || (s->left_out > 0 && !tw_sparse_deflate(s, cutoff))) return false;
    error_sum sum = {.s = s, .e = s->x, .f = s->b, .least = HUGE_VAL};
    tw_sparse_in(s, e, s->x);
    tw_sparse_in(s, f, s->b);
    for (int i = 0; i < s->size; i++) sum.all2 += s->x[i] * s->x[i] * s->inverse[i];
    sum.least = sqrt(s->least);
    bool near = s->smallest < TW_SPARSE_PLAIN && tw_sparse_least_product(s) < WEAK_PIVOT;
    if (near || s->left_out > 0) sum.weak = weak * rough_norm(s);
    for (int i = 0; i < (s->left_out > 0 ? s->deflation.count : 0); i++)
        if (weight_of(s, s->deflation.sigma[i], cutoff) > 0.5)
            add_direction(&sum, s->deflation.T + (size_t)i * (size_t)s->size,
                          s->deflation.sigma[i]);
    /* one step of inverse iteration, from the row of the smallest pivot, estimates the smallest
     * singular value */
    if (near) {
        memset(s->r, 0, (size_t)s->size * sizeof *s->r);
        int weakest = tw_sparse_weakest(s);
        s->r[weakest] = 1;
        tw_sparse_solve_padded(s, s->r);
        double z = s->r[weakest];
        add_direction(&sum, s->r, z > 0 ? sqrt(z) / norm_of(s, s->r) : 0);
    }
    errors->all = sqrt(sum.all2);
    errors->weak = sqrt(sum.weak2);
    errors->spread = sum.least < HUGE_VAL ? sqrt(s->largest) / sum.least : 1;
    return true;
}
