/* CMA-ES, the evolution strategy described in evolution.h. Letters are those of [Hansen 2016]. All
 * lengths of x are divided by `scale`. */
#include "numeric/search/evolution.h"

#include "base/math/elementary.h"
#include "base/math/random.h"
#include "numeric/linear/spectrum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SIGMA = 0.5;
static const double TWO_PI = 6.283185307179586;

typedef struct state {
    const tw_evolution *e;
    tw_random random;
    int n, lambda, mu;
    /* learning rates and other constants of the method; chi: expected length of a vector of
     * standard normal numbers */
    double mueff, c_sigma, d_sigma, c_c, c_1, c_mu, chi;
    double sigma;
    double *mean; /* [n] */
    /* covariance matrix [n x n]; its unit eigenvectors [n x n], one after the other (column-major);
     * square roots of its eigenvalues [n], ascending */
    double *C, *B, *D;
    /* [n] the two evolution paths; last step of the mean, divided by sigma */
    double *p_sigma, *p_c, *by;
    double *x, *y;          /* [lambda x n] samples x, and y = (x / scale - mean) / sigma */
    double *merit, *weight; /* [lambda] */
    double *scratch;        /* [n] */
    int *order;             /* [lambda] indices of the samples, sorted by merit */
    double best;
    double *memory;
} state;

static void learn_rates(state *s) {
    double n = s->n, sum = 0, squares = 0;
    for (int i = 0; i < s->mu; i++) {
        s->weight[i] = tw_log(s->mu + 0.5) - tw_log(i + 1);
        sum += s->weight[i];
    }
    for (int i = 0; i < s->mu; i++) {
        s->weight[i] /= sum;
        squares += s->weight[i] * s->weight[i];
    }
    s->mueff = 1 / squares;
    s->c_sigma = (s->mueff + 2) / (n + s->mueff + 5);
    s->d_sigma = 1 + 2 * fmax(0, sqrt((s->mueff - 1) / (n + 1)) - 1) + s->c_sigma;
    s->c_c = (4 + s->mueff / n) / (n + 4 + 2 * s->mueff / n);
    s->c_1 = 2 / ((n + 1.3) * (n + 1.3) + s->mueff);
    s->c_mu = fmin(1 - s->c_1, 2 * (s->mueff - 2 + 1 / s->mueff) / ((n + 2) * (n + 2) + s->mueff));
    s->chi = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
}

static tw_status begin(state *s, const tw_evolution *e, const double *x) {
    /* size of the population: twice the usual one, since merits here have many local minima */
    int lambda = 2 * (4 + (int)floor(3 * tw_log(e->n)));
    size_t n = (size_t)e->n, many = (size_t)lambda;
    *s = (state){.e = e, .n = e->n, .lambda = lambda, .mu = lambda / 2};
    s->random = tw_random_seed(e->seed);
    s->sigma = SIGMA;
    s->best = INFINITY;
    s->memory = calloc(2 * n * n + 6 * n + 2 * many * n + 2 * many, sizeof *s->memory);
    s->order = calloc(many, sizeof *s->order);
    if (!s->memory || !s->order) return tw_fail_memory();
    s->C = s->memory, s->B = s->C + n * n, s->D = s->B + n * n;
    s->mean = s->D + n, s->p_sigma = s->mean + n, s->p_c = s->p_sigma + n, s->by = s->p_c + n;
    s->scratch = s->by + n, s->x = s->scratch + n, s->y = s->x + many * n;
    s->merit = s->y + many * n, s->weight = s->merit + many;
    for (size_t i = 0; i < n; i++) {
        s->mean[i] = x[i] / e->scale[i];
        s->C[i * n + i] = s->B[i * n + i] = s->D[i] = 1;
    }
    learn_rates(s);
    return TW_OK;
}

/* a number with the standard normal distribution [Box & Muller 1958] */
static double normal(tw_random *r) {
    double u = 1 - tw_random_uniform(r), v = tw_random_uniform(r);
    return sqrt(-2 * tw_log(u)) * tw_cos(TWO_PI * v);
}

/* x mirrored at its bounds until it lies between them; if eight reflections are not enough, the
 * nearer bound */
static double mirrored(double x, double low, double high) {
    for (int i = 0; i < 8 && (x < low || x > high); i++) x = x < low ? 2 * low - x : 2 * high - x;
    return fmin(fmax(x, low), high);
}

/* draws sample k: sets its rows of s->x and s->y */
static void sample(state *s, int k) {
    const tw_evolution *e = s->e;
    size_t n = (size_t)s->n;
    double *x = s->x + (size_t)k * n, *y = s->y + (size_t)k * n;
    for (size_t i = 0; i < n; i++) s->scratch[i] = s->D[i] * normal(&s->random);
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j < n; j++) sum += s->B[j * n + i] * s->scratch[j];
        x[i] = mirrored((s->mean[i] + s->sigma * sum) * e->scale[i], e->low[i], e->high[i]);
        y[i] = (x[i] / e->scale[i] - s->mean[i]) / s->sigma;
    }
}

/* s->order: samples by rising merit; samples of equal merit by rising number */
static void sort(state *s) {
    for (int i = 0; i < s->lambda; i++) {
        int k = i;
        for (; k > 0 && s->merit[s->order[k - 1]] > s->merit[i]; k--) s->order[k] = s->order[k - 1];
        s->order[k] = i;
    }
}

/* moves the mean to the weighted mean of the best samples; updates p_sigma by C^-1/2 times this
 * step, C^-1/2 = B D^-1 B^T */
static void move_mean(state *s) {
    size_t n = (size_t)s->n;
    memset(s->by, 0, n * sizeof *s->by);
    for (int k = 0; k < s->mu; k++) {
        const double *y = s->y + (size_t)s->order[k] * n;
        for (size_t i = 0; i < n; i++) s->by[i] += s->weight[k] * y[i];
    }
    for (size_t i = 0; i < n; i++) s->mean[i] += s->sigma * s->by[i];
    double keep = 1 - s->c_sigma, add = sqrt(s->c_sigma * (2 - s->c_sigma) * s->mueff);
    for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++) sum += s->B[j * n + i] * s->by[i];
        s->scratch[j] = sum / s->D[j];
    }
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j < n; j++) sum += s->B[j * n + i] * s->scratch[j];
        s->p_sigma[i] = keep * s->p_sigma[i] + add * sum;
    }
}

/* updates the covariance matrix C, its eigenvectors, and the step size sigma */
static tw_status adapt(state *s, int generation) {
    size_t n = (size_t)s->n;
    double length = 0, settled = 1, keep = 1 - s->c_sigma;
    for (size_t i = 0; i < n; i++) length += s->p_sigma[i] * s->p_sigma[i];
    length = sqrt(length);
    for (int i = 0; i < 2 * (generation + 1) && settled > 0; i++) settled *= keep;
    bool short_path = length / sqrt(1 - settled) < (1.4 + 2 / (s->n + 1.0)) * s->chi;
    double add = short_path ? sqrt(s->c_c * (2 - s->c_c) * s->mueff) : 0;
    double lost = short_path ? 0 : s->c_c * (2 - s->c_c);
    for (size_t i = 0; i < n; i++) s->p_c[i] = (1 - s->c_c) * s->p_c[i] + add * s->by[i];
    double stay = 1 + s->c_1 * lost - s->c_1 - s->c_mu;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = stay * s->C[i * n + j] + s->c_1 * s->p_c[i] * s->p_c[j];
            for (int k = 0; k < s->mu; k++) {
                const double *y = s->y + (size_t)s->order[k] * n;
                sum += s->c_mu * s->weight[k] * y[i] * y[j];
            }
            s->C[i * n + j] = s->C[j * n + i] = sum;
        }
    s->sigma *= tw_exp(fmin(1, s->c_sigma / s->d_sigma * (length / s->chi - 1)));
    memcpy(s->B, s->C, n * n * sizeof *s->B);
    TW_TRY(tw_eigenvectors(s->n, s->B, s->D));
    for (size_t i = 0; i < n; i++) s->D[i] = sqrt(fmax(s->D[i], 1e-20));
    return TW_OK;
}

static tw_status step(state *s, int generation, double *best) {
    size_t n = (size_t)s->n;
    for (int k = 0; k < s->lambda; k++) sample(s, k);
    TW_TRY(s->e->merits(s->e->context, s->x, s->lambda, s->merit));
    sort(s);
    int first = s->order[0];
    if (s->merit[first] < s->best) {
        s->best = s->merit[first];
        memcpy(best, s->x + (size_t)first * n, n * sizeof *best);
        TW_TRY(s->e->better(s->e->context, generation, best));
    }
    move_mean(s);
    return adapt(s, generation);
}

tw_status tw_evolve(const tw_evolution *e, double *x, int *tried) {
    state s;
    *tried = 0;
    tw_status status = begin(&s, e, x);
    if (status == TW_OK) {
        *tried = 1;
        status = e->merits(e->context, x, 1, &s.best);
    }
    for (int g = 0; g < e->most && status == TW_OK; g++) {
        if (s.sigma * s.D[e->n - 1] < e->tolerance) break;
        status = step(&s, g, x);
        *tried += s.lambda;
    }
    free(s.memory);
    free(s.order);
    return status;
}
