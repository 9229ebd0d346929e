/*
 * Interior-point method for quadratic.h. Row i has the slacks s, t >= 0 with a y + c = s - t. The
 * method reduces tau to 0 in the complementarity conditions
 *
 *     s (lambda - floor) = tau,  t (cost - lambda) = tau,  floor = 0, or -cost of an equality,
 *     z_low (y - low) = tau,  z_high (high - y) = tau,
 *     B y + g - A^T lambda - z_low + z_high = 0.
 *
 * Newton's step is eliminated down to y: one positive definite system of n unknowns.
 */
#include "numeric/search/quadratic.h"

#include "numeric/linear/symmetric.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { STEPS = 80 };
/* the method stops when the mean complementarity product is this part of the first tau */
static const double REST = 1e-15;
/* fraction that is taken of the longest step with which all variables stay positive, so that none
 * becomes 0 */
static const double NEAR = 0.995;

typedef struct state {
    const tw_quadratic *q;
    /* [n] solution y, its Newton step, multipliers of the lower bounds, multipliers of the
     * upper bounds */
    double *y, *dy, *low, *high;
    double *lambda, *s, *t, *w, *D, *dl; /* [m] */
    double *K, *r; /* Newton's matrix, stored as a full band, and its right side */
    double tau;
} state;

size_t tw_quadratic_scratch(int n, int m) {
    size_t N = (size_t)n, M = (size_t)m;
    return 5 * N + 6 * M + tw_band_size(n, n > 0 ? n - 1 : 0);
}

static double dot(int n, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

double tw_quadratic_value(const tw_quadratic *q, const double *y) {
    size_t n = (size_t)q->n;
    double sum = dot(q->n, q->g, y);
    for (size_t i = 0; i < n; i++) sum += 0.5 * y[i] * dot(q->n, q->B + i * n, y);
    for (size_t i = 0; i < (size_t)q->m; i++) {
        double at = dot(q->n, q->A + i * n, y) + q->c[i];
        sum += q->cost[i] * (q->equal[i] ? fabs(at) : fmax(-at, 0));
    }
    return sum;
}

static double floor_of(const tw_quadratic *q, int i) {
    return q->equal[i] ? -q->cost[i] : 0;
}

static void begin(state *z) {
    const tw_quadratic *q = z->q;
    double size = 0;
    for (int j = 0; j < q->n; j++) {
        z->y[j] = 0.5 * (q->low[j] + q->high[j]);
        size = fmax(size, fabs(q->g[j]) * (q->high[j] - q->low[j]));
    }
    for (int i = 0; i < q->m; i++) size = fmax(size, q->cost[i] * fmax(fabs(q->c[i]), DBL_MIN));
    z->tau = size > 0 ? size : 1;
    for (int j = 0; j < q->n; j++)
        z->low[j] = z->high[j] = 2 * z->tau / fmax(q->high[j] - q->low[j], DBL_MIN);
    for (int i = 0; i < q->m; i++) {
        double f = floor_of(q, i);
        z->lambda[i] = 0.5 * (f + q->cost[i]);
        z->s[i] = z->t[i] = 2 * z->tau / (q->cost[i] - f);
    }
}

/* sets z->K, z->r to Newton's system for dy */
static void form(state *z) {
    const tw_quadratic *q = z->q;
    int n = q->n, wide = n - 1;
    memset(z->K, 0, tw_band_size(n, wide) * sizeof *z->K);
    for (int i = 0; i < q->m; i++) {
        const double *a = q->A + (size_t)i * (size_t)n;
        double down = z->lambda[i] - floor_of(q, i), up = q->cost[i] - z->lambda[i];
        double rest = dot(n, a, z->y) + q->c[i] - z->s[i] + z->t[i];
        z->D[i] = z->s[i] / down + z->t[i] / up;
        z->w[i] = -rest + z->tau / down - z->s[i] - z->tau / up + z->t[i];
    }
    for (int j = 0; j < n; j++) {
        double below = z->y[j] - q->low[j], above = q->high[j] - z->y[j];
        double r = -dot(n, q->B + (size_t)j * (size_t)n, z->y) - q->g[j];
        for (int i = 0; i < q->m; i++)
            r += q->A[(size_t)i * (size_t)n + (size_t)j] * (z->lambda[i] + z->w[i] / z->D[i]);
        z->r[j] = r + z->tau / below - z->tau / above;
        for (int k = 0; k <= j; k++) {
            double sum = q->B[(size_t)j * (size_t)n + (size_t)k];
            for (int i = 0; i < q->m; i++) {
                const double *a = q->A + (size_t)i * (size_t)n;
                sum += a[j] * a[k] / z->D[i];
            }
            if (j == k) sum += z->low[j] / below + z->high[j] / above;
            z->K[tw_band_at(wide, j, k)] = sum;
        }
    }
}

static double most(double part, double at, double change) {
    return at + part * change < 0 ? -at / change : part;
}

/* sets z->dl from z->dy; returns the fraction of Newton's step, at most 1, that keeps all variables
 * positive */
static double reach(const state *z) {
    const tw_quadratic *q = z->q;
    double part = 1 / NEAR;
    for (int j = 0; j < q->n; j++) {
        double below = z->y[j] - q->low[j], above = q->high[j] - z->y[j], d = z->dy[j];
        part = most(part, below, d);
        part = most(part, above, -d);
        part = most(part, z->low[j], (z->tau - z->low[j] * d) / below - z->low[j]);
        part = most(part, z->high[j], (z->tau + z->high[j] * d) / above - z->high[j]);
    }
    for (int i = 0; i < q->m; i++) {
        double down = z->lambda[i] - floor_of(q, i), up = q->cost[i] - z->lambda[i];
        double d = (z->w[i] - dot(q->n, q->A + (size_t)i * (size_t)q->n, z->dy)) / z->D[i];
        z->dl[i] = d;
        part = most(part, down, d);
        part = most(part, up, -d);
        part = most(part, z->s[i], (z->tau - z->s[i] * d) / down - z->s[i]);
        part = most(part, z->t[i], (z->tau + z->t[i] * d) / up - z->t[i]);
    }
    return fmin(1, NEAR * part);
}

static void move(state *z, double part) {
    const tw_quadratic *q = z->q;
    for (int j = 0; j < q->n; j++) {
        double below = z->y[j] - q->low[j], above = q->high[j] - z->y[j], d = z->dy[j];
        z->low[j] += part * ((z->tau - z->low[j] * d) / below - z->low[j]);
        z->high[j] += part * ((z->tau + z->high[j] * d) / above - z->high[j]);
        z->y[j] += part * d;
    }
    for (int i = 0; i < q->m; i++) {
        double down = z->lambda[i] - floor_of(q, i), up = q->cost[i] - z->lambda[i], d = z->dl[i];
        z->s[i] += part * ((z->tau - z->s[i] * d) / down - z->s[i]);
        z->t[i] += part * ((z->tau + z->t[i] * d) / up - z->t[i]);
        z->lambda[i] += part * d;
    }
}

/* mean of the complementarity products s (lambda - floor), t (cost - lambda) over all rows, and
 * z_low (y - low), z_high (high - y) over all bounds */
static double gap(const state *z) {
    const tw_quadratic *q = z->q;
    double sum = 0;
    for (int j = 0; j < q->n; j++)
        sum += z->low[j] * (z->y[j] - q->low[j]) + z->high[j] * (q->high[j] - z->y[j]);
    for (int i = 0; i < q->m; i++)
        sum += z->s[i] * (z->lambda[i] - floor_of(q, i)) + z->t[i] * (q->cost[i] - z->lambda[i]);
    return sum / (2 * (double)(q->n + q->m));
}

static bool finite(const state *z) {
    for (int j = 0; j < z->q->n; j++)
        if (!isfinite(z->dy[j])) return false;
    return true;
}

bool tw_quadratic_solve(const tw_quadratic *q, double *y, double *multiplier, double *scratch) {
    size_t n = (size_t)q->n, m = (size_t)q->m;
    double *p = scratch;
    state z = {.q = q, .y = y, .lambda = multiplier};
    z.dy = p, p += n;
    z.low = p, p += n;
    z.high = p, p += n;
    z.r = p, p += n;
    z.s = p, p += m;
    z.t = p, p += m;
    z.w = p, p += m;
    z.D = p, p += m;
    z.dl = p, p += m;
    z.K = p;
    if (q->n == 0) return true;
    begin(&z);
    double first = z.tau;
    bool moved = false;
    for (int k = 0; k < STEPS; k++) {
        form(&z);
        memcpy(z.dy, z.r, n * sizeof *z.dy);
        if (!tw_band_factor(q->n, q->n - 1, z.K)) break;
        tw_band_solve(q->n, q->n - 1, z.K, z.dy);
        if (!finite(&z)) break;
        double part = reach(&z);
        move(&z, part);
        moved = true;
        double now = gap(&z);
        if (part > 0.9 && now <= REST * first) break;
        z.tau = fmax((part > 0.9 ? 0.05 : 0.4) * now, 0.1 * REST * first);
    }
    return moved;
}
