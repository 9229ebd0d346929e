/* Dormand and Prince's pair of order 5(4) for the paths that assemblies follow; see impl.h. The
 * last stage of a step is the first one of the next. */
#include "analysis/assembly/impl.h"

#include "base/math/elementary.h"

enum { STAGES = TW_PAIR_STAGES };

static const double WHEN[STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
static const double STEP[STAGES][STAGES - 1] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
static const double ERROR[STAGES] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                     -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

bool tw_pair_prepare(tw_pair *p, tw_arena *memory, int numbers_of_a_body) {
    p->n = p->bodies * numbers_of_a_body;
    bool good = true;
    for (int i = 0; i < STAGES; i++) {
        p->k[i] = tw_arena_new(memory, double, p->n);
        good = good && p->k[i];
    }
    p->y = tw_arena_new(memory, double, p->n);
    p->next = tw_arena_new(memory, double, p->n);
    p->size = tw_arena_new(memory, double, p->n);
    return good && p->y && p->next && p->size;
}

/* computes the stages of a step after the first one, and the new y; returns the error divided by
 * the tolerance; < 0: a number is not finite */
static double attempt(tw_pair *p) {
    for (int stage = 1; stage < STAGES; stage++) {
        for (int i = 0; i < p->n; i++) {
            double sum = 0;
            for (int j = 0; j < stage; j++) sum += STEP[stage][j] * p->k[j][i];
            p->next[i] = p->y[i] + p->h * sum;
        }
        if (!p->rates(p->context, p->s + WHEN[stage] * p->h, p->next, p->k[stage])) return -1;
    }
    double worst = 0;
    for (int i = 0; i < p->n; i++) {
        double sum = 0;
        for (int j = 0; j < STAGES; j++) sum += ERROR[j] * p->k[j][i];
        worst = fmax(worst, fabs(p->h * sum) / p->size[i]);
    }
    return isfinite(worst) ? worst / p->tolerance : -1;
}

static void normalise(tw_pair *p) {
    int numbers = p->n / p->bodies;
    for (int i = 0; i < p->bodies; i++) {
        double *q = p->next + numbers * i + 3;
        double scale = 1 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (int j = 0; j < 4; j++) q[j] *= scale;
    }
}

bool tw_pair_step(tw_pair *p) {
    double error = attempt(p);
    bool good = error >= 0 && error <= 1;
    if (good) {
        normalise(p);
        p->s += p->h;
        double *y = p->y, *k = p->k[0];
        p->y = p->next;
        p->next = y;
        p->k[0] = p->k[STAGES - 1];
        p->k[STAGES - 1] = k;
    }
    double factor = error > 0 ? 0.9 * tw_pow(error, -0.2) : error < 0 ? 0.2 : 5;
    p->h *= fmin(good ? 5 : 1, fmax(0.2, factor));
    return good;
}
