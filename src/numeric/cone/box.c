/*
 * Which x has u = N x + r, lo <= x <= hi, and u >= 0 where x = lo, u <= 0 where x = hi, u = 0
 * between, for N that may be singular?
 *
 * x is a minimum of x N x / 2 + r x within the bounds. The minimum is found by proximal steps
 * [Rockafellar 1976]: x_k+1 minimises x N x / 2 + r x + shift |x - x_k|^2 / 2, which has a single
 * solution since N + shift is definite. A step leaves an error of shift (x_k - x_k+1) in u, so that
 * a few steps, as a rule with the same factorisation, end at rounding. From x_0 = 0 they lead
 * nearly to the smallest solution; the last part of the way is a least-norm solution in the free
 * rows. Without any solution the steps go on for ever in one direction z with N z = 0 and r z < 0,
 * which proves that there is none.
 *
 * Each proximal step is made by active sets: which rows are at lo, at hi, or free. First all rows
 * on a wrong side change sides at once (Kostreva 1978, Judice & Pires 1994): this takes a few
 * factorisations, or cycles. If it cycles, one row at a time changes sides, downhill, which always
 * ends as no set comes back (Lawson & Hanson 1974).
 *
 * All is scaled so that N's diagonal is 1. Nothing is owned; the caller provides the scratch.
 */
#include "numeric/cone/box.h"

#include "numeric/cone/impl.h"

#include "numeric/linear/qr.h"

#include <math.h>
#include <string.h>

typedef struct box {
    int n, free;         /* n: number of rows; free: number of rows that are not at a bound */
    double *A;           /* [n x n] N scaled to a diagonal of 1 */
    double *b, *lo, *hi; /* [n] r and the bounds, scaled like A */
    double *scale;       /* [n] factors: the caller's x is scale times this x */
    /* x: solution; centre: point about which the proximal step is made; g: gradient of the step's
     * function at x, (A + shift) x + b - shift centre */
    double *x, *g, *centre;
    double *target, *step; /* [n] */
    /* [n] x and sides of the last iteration that had fewer wrong rows than all before it */
    double *before;
    /* [n x n] column-major: Cholesky's factor of A + shift in the free rows and columns */
    double *L;
    double *work;      /* scratch for LAPACK */
    int *index;        /* [n] the free rows */
    signed char *side; /* [n] where each row is: -1 at lo, 0 free, 1 at hi */
    signed char *side_before;
    signed char
        *factored; /* [n] the sides for which L was computed; first element 2: L is not valid */
    double shift;
    int factors;
} box;

/* SWAPS: largest number of iterations in which all wrong rows change sides at once. PATIENCE:
 * largest number of these in a row without fewer wrong rows. PROXIMAL: largest number of proximal
 * steps. ENOUGH: number of proximal steps in a row without progress after which the remaining
 * residual counts as rounding of b */
enum { SWAPS = 40, PATIENCE = 6, PROXIMAL = 40, ENOUGH = 3 };
/* a residual below this part of the largest |b| may be the effect of rounding in b */
static const double NOISE = 1e-9;

size_t tw_cone_box_scratch(int n) {
    size_t m = (size_t)n;
    return 2 * m * m + 13 * m + tw_qr_scratch(n, n) + 8;
}

static box lay_out(int n, double *scratch) {
    size_t m = (size_t)n;
    box p = {.n = n, .A = scratch, .L = scratch + m * m};
    double **vectors[] = {&p.b, &p.lo,     &p.hi,     &p.scale, &p.x,
                          &p.g, &p.centre, &p.target, &p.step,  &p.before};
    double *at = p.L + m * m;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++, at += m) *vectors[i] = at;
    p.index = (int *)(void *)at;
    p.side = (signed char *)(void *)(at + m);
    p.factored = p.side + n;
    p.side_before = p.factored + n;
    p.work = at + 2 * m + 1;
    return p;
}

static double *row(const box *p, int i) {
    return p->A + (size_t)i * (size_t)p->n;
}

/* factors A + shift of the free rows into L, unless L is that factor already; false: not positive
 * definite */
static bool factor(box *p) {
    size_t n = (size_t)p->n;
    if (!memcmp(p->side, p->factored, n)) return true;
    int m = 0;
    for (int i = 0; i < p->n; i++)
        if (p->side[i] == 0) p->index[m++] = i;
    p->free = m;
    p->factors++;
    for (int c = 0; c < m; c++) {
        const double *a = row(p, p->index[c]);
        double *L = p->L + (size_t)c * n;
        for (int i = c; i < m; i++) L[i] = a[p->index[i]];
        L[c] += p->shift;
    }
    p->factored[0] = 2;
    for (int c = 0; c < m; c++) {
        double *L = p->L + (size_t)c * n;
        if (!(L[c] > 0)) return false;
        double inverse = 1 / sqrt(L[c]);
        for (int i = c; i < m; i++) L[i] *= inverse;
        for (int k = c + 1; k < m; k++) {
            double *to = p->L + (size_t)k * n, f = L[k];
            if (f == 0) continue;
            for (int i = k; i < m; i++) to[i] -= f * L[i];
        }
    }
    memcpy(p->factored, p->side, n);
    return true;
}

/* y [free] = (A + shift)^-1 y in the free rows */
static void solve(const box *p, double *y) {
    size_t n = (size_t)p->n;
    for (int c = 0; c < p->free; c++) {
        const double *L = p->L + (size_t)c * n;
        double f = y[c] /= L[c];
        for (int i = c + 1; i < p->free; i++) y[i] -= f * L[i];
    }
    for (int c = p->free - 1; c >= 0; c--) {
        const double *L = p->L + (size_t)c * n;
        double sum = y[c];
        for (int i = c + 1; i < p->free; i++) sum -= L[i] * y[i];
        y[c] = sum / L[c];
    }
}

/* sets p->g at x; returns the largest magnitude of a term in its sums */
static double gradient(box *p, const double *x) {
    double size = 0;
    for (int i = 0; i < p->n; i++) {
        const double *a = row(p, i);
        double sum = p->b[i] + p->shift * (x[i] - p->centre[i]), all = fabs(p->b[i]);
        for (int j = 0; j < p->n; j++) {
            sum += a[j] * x[j];
            all = tw_cone_larger(all, fabs(a[j] * x[j]));
        }
        p->g[i] = sum;
        size = tw_cone_larger(size, all);
    }
    return size;
}

/* sets p->target to the x at which g is 0 in the free rows while the others stay at their bounds;
 * false: factor() failed */
static bool aim(box *p) {
    if (!factor(p)) return false;
    for (int i = 0; i < p->n; i++) {
        p->target[i] = p->side[i] < 0 ? p->lo[i] : p->side[i] > 0 ? p->hi[i] : p->x[i];
    }
    /* two passes: the second one corrects rounding errors of the first */
    for (int pass = 0; pass < 2; pass++) {
        gradient(p, p->target);
        for (int k = 0; k < p->free; k++) p->step[k] = p->g[p->index[k]];
        solve(p, p->step);
        for (int k = 0; k < p->free; k++) p->target[p->index[k]] -= p->step[k];
    }
    return true;
}

/* side that row i should have at x: -1 at lo, 0 free, 1 at hi; |g| <= tiny counts as 0 */
static int wanted(const box *p, int i, const double *x, double tiny) {
    if (p->lo[i] == p->hi[i]) return -1;
    if (p->side[i] < 0) return p->g[i] < -tiny ? 0 : -1;
    if (p->side[i] > 0) return p->g[i] > tiny ? 0 : 1;
    return x[i] < p->lo[i] ? -1 : x[i] > p->hi[i] ? 1 : 0;
}

/* active-set method in which all rows on wrong sides change sides at once; false: it does not
 * converge */
static bool swap_all(box *p) {
    int fewest = p->n + 1, patience = PATIENCE;
    for (int k = 0; k < SWAPS; k++) {
        if (!aim(p)) return false;
        double tiny = 4e-16 * gradient(p, p->target);
        int wrong = 0;
        for (int i = 0; i < p->n; i++) wrong += wanted(p, i, p->target, tiny) != p->side[i];
        if (wrong == 0) {
            memcpy(p->x, p->target, (size_t)p->n * sizeof *p->x);
            return true;
        }
        patience = wrong < fewest ? PATIENCE : patience - 1;
        if (wrong < fewest) fewest = wrong;
        if (patience <= 0) return false;
        for (int i = 0; i < p->n; i++) p->side[i] = (signed char)wanted(p, i, p->target, tiny);
    }
    return false;
}

/* moves x toward p->target until a free row meets a bound, and puts that row on the bound's side;
 * true: the target was reached without meeting one */
static bool go(box *p) {
    double most = 1;
    int stop = -1;
    for (int k = 0; k < p->free; k++) {
        int i = p->index[k];
        double d = p->target[i] - p->x[i], bound = d < 0 ? p->lo[i] : p->hi[i];
        if (d != 0 && (bound - p->x[i]) / d < most) {
            most = fmax((bound - p->x[i]) / d, 0);
            stop = i;
        }
    }
    for (int k = 0; k < p->free; k++) {
        int i = p->index[k];
        p->x[i] = stop < 0 ? p->target[i] : p->x[i] + most * (p->target[i] - p->x[i]);
    }
    if (stop < 0) return true;
    p->side[stop] = p->target[stop] < p->x[stop] ? -1 : 1;
    p->x[stop] = p->side[stop] < 0 ? p->lo[stop] : p->hi[stop];
    return false;
}

/* active-set method in which one row at a time changes sides, downhill from x clipped to its
 * bounds; false: it does not converge */
static bool swap_one(box *p) {
    for (int i = 0; i < p->n; i++) {
        p->x[i] = fmin(fmax(p->x[i], p->lo[i]), p->hi[i]);
        p->side[i] = p->x[i] == p->lo[i] ? -1 : p->x[i] == p->hi[i] ? 1 : 0;
    }
    for (int k = 0; k < 20 * p->n + 100; k++) {
        if (!aim(p)) return false;
        if (!go(p)) continue;
        double tiny = 4e-16 * gradient(p, p->x), worst = tiny;
        int release = -1;
        for (int i = 0; i < p->n; i++) {
            double push = p->side[i] < 0 ? -p->g[i] : p->side[i] > 0 ? p->g[i] : 0;
            if (push > worst && p->lo[i] < p->hi[i]) {
                worst = push;
                release = i;
            }
        }
        if (release < 0) return true;
        p->side[release] = 0;
    }
    return false;
}

/* Does the direction z (in scaled rows) prove that there is no solution? That is so if A z = 0 and
 * b z < 0, and no bound stops x + s z for any s > 0. size_b: largest |b| */
static bool proves(box *p, double *z, double size_b) {
    double size = 0, along = 0;
    for (int i = 0; i < p->n; i++) size = fmax(size, fabs(z[i]));
    if (!(size > 0)) return false;
    for (int i = 0; i < p->n; i++) {
        z[i] /= size;
        bool held = (z[i] < 0 && p->lo[i] > -INFINITY) || (z[i] > 0 && p->hi[i] < INFINITY);
        if (held && fabs(z[i]) > 1e-9) return false;
        along += p->b[i] * z[i];
    }
    if (!(along < -1e-6 * size_b)) return false;
    for (int i = 0; i < p->n; i++) {
        const double *a = row(p, i);
        double sum = 0;
        for (int j = 0; j < p->n; j++) sum += a[j] * z[j];
        if (fabs(sum) > 1e-11) return false;
    }
    return true;
}

/* residual of x: largest |x - P(x - u)| with u = A x + b and P clipping to the bounds; *size:
 * largest magnitude of x and of a term in u */
static double violation(box *p, const double *x, double *size) {
    double shift = p->shift, worst = 0;
    p->shift = 0;
    *size = gradient(p, x);
    p->shift = shift;
    for (int i = 0; i < p->n; i++) {
        double z = fmin(fmax(x[i] - p->g[i], p->lo[i]), p->hi[i]);
        worst = fmax(worst, fabs(x[i] - z));
        *size = fmax(*size, fabs(x[i]) < INFINITY ? fabs(x[i]) : 0);
    }
    return worst;
}

/* replaces x by the solution of least norm with the same free rows, if its residual is no greater
 * than `reached` but for rounding */
static tw_status least(box *p, double reached) {
    int m = 0;
    size_t k = 0;
    for (int i = 0; i < p->n; i++)
        if (p->side[i] == 0) p->index[m++] = i;
    if (m == 0) return TW_OK;
    for (int i = 0; i < p->n; i++) p->target[i] = p->side[i] == 0 ? 0 : p->x[i];
    double size;
    violation(p, p->target, &size);
    for (int i = 0; i < m; i++) {
        const double *a = row(p, p->index[i]);
        for (int j = 0; j < m; j++) p->L[k++] = a[p->index[j]];
        p->step[i] = -p->g[p->index[i]];
    }
    p->factored[0] = 2;
    TW_TRY(tw_qr_solve(m, m, p->L, p->step, 1e-11, p->work));
    for (int i = 0; i < m; i++) {
        int at = p->index[i];
        /* the solution of least norm is clipped, as it may lie a little outside its bounds */
        p->target[at] = fmin(fmax(p->step[i], p->lo[at]), p->hi[at]);
    }
    double worst = violation(p, p->target, &size);
    /* accepted if its residual is at most 1% above that of x, or rounding */
    if (worst <= fmax(1.01 * reached, 1e-14 * size))
        memcpy(p->x, p->target, (size_t)p->n * sizeof *p->x);
    return TW_OK;
}

static void scale(box *p, const double *N, const double *r, const double *lo, const double *hi) {
    size_t n = (size_t)p->n;
    for (size_t i = 0; i < n; i++) p->scale[i] = N[i * n + i] > 0 ? 1 / sqrt(N[i * n + i]) : 1;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j <= i; j++) {
            double a = (N[i * n + j] + N[j * n + i]) / 2 * p->scale[i] * p->scale[j];
            p->A[i * n + j] = p->A[j * n + i] = a;
        }
        p->b[i] = r[i] * p->scale[i];
        p->lo[i] = lo[i] / p->scale[i];
        p->hi[i] = hi[i] / p->scale[i];
    }
}

/* sets the first active set: with `warm` the sides on which the guess x has the rows; otherwise the
 * side that each row would have if A were the unit matrix */
static void begin(box *p, const double *x, bool warm) {
    for (int i = 0; i < p->n; i++) {
        double at = warm ? x[i] / p->scale[i] : -p->b[i];
        bool low = at <= p->lo[i], high = at >= p->hi[i];
        p->side[i] = low ? -1 : high ? 1 : 0;
        p->x[i] = low ? p->lo[i] : high ? p->hi[i] : warm ? at : 0;
        p->x[i] = fmin(fmax(p->x[i], p->lo[i]), p->hi[i]);
        p->centre[i] = 0;
    }
}

static void stay(box *p) {
    size_t n = (size_t)p->n;
    memcpy(p->before, p->x, n * sizeof *p->x);
    memcpy(p->side_before, p->side, n);
}

static void go_back(box *p) {
    size_t n = (size_t)p->n;
    memcpy(p->x, p->before, n * sizeof *p->x);
    memcpy(p->side, p->side_before, n);
}

tw_status tw_cone_box(int n, const double *N, const double *r, const double *lo, const double *hi,
                      bool warm, double *x, double *scratch, int *iterations, bool *feasible) {
    box p = lay_out(n, scratch);
    scale(&p, N, r, lo, hi);
    begin(&p, x, warm);
    p.shift = 1e-6;
    p.factored[0] = 2;
    *feasible = true;
    int same = 0;
    double size_b = 0, last = INFINITY, size = 0, reached = 0, found = 0;
    for (int i = 0; i < n; i++) size_b = fmax(size_b, fabs(p.b[i]));
    for (int k = 0; k < PROXIMAL; k++) {
        if (!swap_all(&p) && !swap_one(&p)) break;
        reached = violation(&p, p.x, &size);
        if (reached <= 2e-16 * size) break;
        if (reached > last * 0.5 && last <= 1e-14 * size) break;
        /* the residual is small and no longer shrinks, so rows contradict each other by rounding of
         * b; with smaller shifts x would only run into a corner of its bounds */
        bool as_much = reached > 0.5 * (same > 0 ? found : last) && reached <= NOISE * size_b;
        if (as_much && same == 0) found = last;
        same = as_much ? same + 1 : 0;
        if (same == ENOUGH) {
            go_back(&p);
            reached = found;
            break;
        }
        if (same == 0) stay(&p);
        for (int i = 0; i < n; i++) p.step[i] = p.x[i] - p.centre[i];
        memcpy(p.centre, p.x, (size_t)n * sizeof *p.x);
        if (k > 0 && proves(&p, p.step, size_b)) {
            *feasible = false;
            break;
        }
        /* progress is slow: the relevant eigenvalues of A are smaller than the shift, which is
         * reduced */
        if (reached > 1e-3 * last && p.shift > 1e-12) {
            p.shift *= 0.01;
            p.factored[0] = 2;
        }
        last = reached;
    }
    if (*feasible) TW_TRY(least(&p, reached));
    for (int i = 0; i < n; i++) x[i] = p.x[i] * p.scale[i];
    *iterations = p.factors;
    return TW_OK;
}
