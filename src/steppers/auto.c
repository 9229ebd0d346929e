/*
 * The default stepper: Dormand and Prince's explicit one-step method of order 8 with error
 * estimates of order 5 and 3, and dense output of order 7 [Hairer, Norsett & Wanner I, II.4-6,
 * II.10].
 *
 * It keeps true: no memory beyond (t, y, step to try), so a restart with that step gives the same
 * bits; every accepted state has finite rates. The step after (h, err) is h (1/err)^(1/8) 0.8,
 * within [1/3, 6] h. Dense output inside the step is the polynomial to the settled state and its
 * rates, which differ from the step's own by less than the tolerance; its three extra stages are
 * computed at the first call.
 *
 * Owns: one block of numbers. Roots of err are square roots only, so no libm.
 */
#include "steppers/parts/_stage.h"
#include "steppers/parts/dop853_table.h"
#include "steppers/stepper_common.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TERMS = 7 }; /* terms of the interpolant */

/* STABLE: h |eigenvalue| up to which the method is stable. A problem counts as stiff after STIFF
 * steps at this bound, until NOT_STIFF steps in a row are below it [Hairer & Wanner II, IV.2] */
static const double STABLE = 6.1;
enum { STIFF = 15, NOT_STIFF = 6 };
/* squared distance between the two states compared in count_stiff, in tolerances, below which it is
 * only rounding */
static const double ROUNDING = 1e-6;

typedef struct stepper {
    const tw_ode *ode;
    tw_stage_sum *sum;
    double max_step; /* s; infinite: no bound */
    tw_stepper_stats stats;
    double begin, end; /* times of the last step, s */
    double next;       /* length of the next step to try (s) */
    int at_bound; /* steps at the bound of stability since NOT_STIFF steps in a row were below it */
    int below_bound;

    double *y0;    /* state at the last step's beginning */
    double *y1;    /* state at the last step's end, before ode->settle */
    double *y;     /* state at the end */
    double *rates; /* f(end, y) */
    double *k[TW_DOP853_ALL];
    bool dense_ready;
    double *term[TERMS];
    double *work, *weights, *noise;
} stepper;

static void destroy(void *self) {
    free(self);
}

static tw_status create(const tw_ode *ode, const tw_stepper_options *options, void **self) {
    TW_TRY(tw_stepper_check(ode, options));
    size_t n = (size_t)ode->n, arrays = 7 + TW_DOP853_ALL + TERMS;
    stepper *s = calloc(1, sizeof *s + arrays * n * sizeof(double));
    if (!s) return tw_fail_memory();
    s->ode = ode;
    s->sum = tw_stage_choose();
    s->max_step = options && options->max_step > 0 ? options->max_step : INFINITY;

    double *free_part = (double *)(void *)(s + 1);
    double **const named[] = {&s->y0, &s->y1, &s->y, &s->rates, &s->work, &s->weights, &s->noise};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++, free_part += n) *named[i] = free_part;
    for (int i = 0; i < TW_DOP853_ALL; i++, free_part += n) s->k[i] = free_part;
    for (int i = 0; i < TERMS; i++, free_part += n) s->term[i] = free_part;
    *self = s;
    return TW_OK;
}

static void copy(const stepper *s, double *to, const double *from) {
    if (s->ode->n > 0) memcpy(to, from, (size_t)s->ode->n * sizeof *to);
}

/* out = y + h sum of row_j k_j over the first `count` stages; y NULL: 0 */
static void combine(const stepper *s, const double *y, const double *row, int count, double h,
                    double *out) {
    double a[TW_STAGE_MOST];
    const double *k[TW_STAGE_MOST];
    int terms = 0;
    for (int j = 0; j < count; j++) {
        if (row[j] == 0) continue;
        a[terms] = row[j];
        k[terms++] = s->k[j];
    }
    s->sum(s->ode->n, y, h, terms, a, k, out);
}

/* x^(1/8) by square roots, which are rounded correctly on every machine */
static double root8(double x) {
    return sqrt(sqrt(sqrt(x)));
}

static tw_status start(void *self, double t, const double *y, double hint) {
    stepper *s = self;
    s->stats.restarts++;
    s->begin = s->end = t;
    copy(s, s->y, y);
    s->dense_ready = false;
    TW_TRY(tw_stepper_rates(s->ode, t, s->y, s->rates, &s->stats.evaluations));
    s->next = hint;
    const tw_first_step trial = {s->y1, s->k[1], s->weights, 3};
    if (!(hint > 0))
        TW_TRY(tw_stepper_first_step(s->ode, t, s->y, s->rates, s->max_step, &trial,
                                     &s->stats.evaluations, &s->next));
    s->next = fmin(fmax(s->next, tw_stepper_shortest(t)), s->max_step);
    return TW_OK;
}

/* Error of the trial step of length h in units of the tolerance: for each block the 5th-order
 * estimate damped by the 3rd-order one, e5^2 / sqrt(e5^2 + 0.01 e3^2); returns the largest */
static double trial_error(stepper *s, double h) {
    const tw_ode *ode = s->ode;
    double worst = 0, *of5 = s->term[0], *of3 = s->term[1]; /* free before the interpolant */
    combine(s, NULL, tw_dop853_e5, TW_DOP853_STAGES, 1, of5);
    combine(s, NULL, tw_dop853_e3, TW_DOP853_STAGES, 1, of3);
    tw_stepper_weights(ode, s->y0, s->y1, s->weights);
    tw_stepper_noise(ode, s->noise);
    tw_stepper_allow(ode, s->noise, h, s->weights);
    for (int b = 0, blocks = tw_stepper_blocks(ode); b < blocks; b++) {
        int first, end;
        tw_stepper_block(ode, b, &first, &end);
        double sum5 = 0, sum3 = 0;
        for (int i = first; i < end; i++) {
            double e5 = of5[i] / s->weights[i], e3 = of3[i] / s->weights[i];
            sum5 += e5 * e5;
            sum3 += e3 * e3;
        }
        double damped = sum5 + 0.01 * sum3;
        double error = damped == 0 ? 0 : h * sum5 / sqrt(damped) / sqrt(end - first);
        if (!isfinite(damped)) error = INFINITY; /* otherwise sum5 / infinity would hide it */
        if (!(error <= worst)) worst = error;
        if (isnan(worst)) break;
    }
    return worst;
}

/* tries a step from (t0, y0) with rates k[0] to t1 = t0 + h: sets y1 and its error */
static tw_status trial(stepper *s, double t0, double t1, double h, double *error) {
    tw_stepper_noise(
        s->ode, s->noise); /* discards the noise that evaluations before this step have caused */
    for (int i = 1; i < TW_DOP853_STAGES; i++) {
        double t = tw_dop853_c[i] == 1 ? t1 : t0 + tw_dop853_c[i] * h;
        combine(s, s->y0, tw_dop853_a[i], i, h, s->work);
        TW_TRY(tw_stepper_rates(s->ode, t, s->work, s->k[i], &s->stats.evaluations));
    }
    combine(s, s->y0, tw_dop853_a[TW_DOP853_STAGES], TW_DOP853_STAGES, h, s->y1);
    *error = trial_error(s, h);
    /* a state that is not finite is treated like a right-hand side that is not finite: a shorter
     * step is tried */
    if (!isfinite(*error) || !tw_stepper_finite(s->y1, s->ode->n))
        return tw_fail(TW_NONFINITE, "the state is not finite at t = %.17g s", t1);
    return TW_OK;
}

/* Counts in s->stats.stiff the steps whose length is limited by stability. Estimates the largest
 * eigenvalue as the ratio of the differences in rates and in state between the step's end and the
 * last stage, which are at the same time */
static void count_stiff(stepper *s, double h) {
    double rates = 0, apart = 0;
    for (int i = 0; i < s->ode->n; i++) {
        double k = (s->rates[i] - s->k[TW_DOP853_STAGES - 1][i]) / s->weights[i];
        double y = (s->y1[i] - s->work[i]) / s->weights[i];
        rates += k * k;
        apart += y * y;
    }
    if (apart > ROUNDING && h * h * rates > STABLE * STABLE * apart) {
        s->below_bound = 0;
        s->stats.stiff += ++s->at_bound > STIFF;
    } else if (++s->below_bound >= NOT_STIFF) {
        s->at_bound = 0;
    }
}

/* accepts y1 as the state at t1: settles it, evaluates its rates, counts the step */
static tw_status arrive(stepper *s, double t1) {
    bool changed = false;
    copy(s, s->y, s->y1);
    if (s->ode->settle)
        TW_TRY(s->ode->settle(s->ode->context, s->begin, s->y0, t1, s->y, &changed));
    TW_TRY(tw_stepper_rates(s->ode, t1, s->y, s->rates, &s->stats.evaluations));
    count_stiff(s, t1 - s->begin);
    s->end = t1;
    s->stats.steps++;
    return TW_OK;
}

/* Length of the step: h; `left` (the time to the limit) if h would nearly reach it; half of that if
 * h would leave only a short rest */
static double fit(const stepper *s, double h, double left) {
    if (left <= 1.01 * h && left <= s->max_step) return left;
    return left < 2 * h ? left / 2 : h;
}

static tw_status step(void *self, double limit, double *t) {
    stepper *s = self;
    TW_TRY(tw_stepper_check_limit(s->end, limit));
    double t0 = s->end, left = limit - t0, wanted = s->next, shrink = 1;
    s->begin = t0;
    s->dense_ready = false;
    copy(s, s->y0, s->y);
    copy(s, s->k[0], s->rates);

    for (bool rejected = false;; rejected = true) {
        double h = fit(s, wanted, left), error = 0;
        bool cut = h < wanted;
        double t1 = h == left ? limit : t0 + h;
        h = t1 - t0; /* the exact difference of the rounded times */
        if (!(h > 0))
            return tw_fail(TW_UNDERFLOW, "max_step of %g s is too short at t = %.17g s",
                           s->max_step, t0);
        tw_status status = trial(s, t0, t1, h, &error);
        if (status == TW_OK) shrink = error > 0 ? 0.8 / root8(error) : 6;
        if (status == TW_OK && error <= 1) {
            status = arrive(s, t1);
            if (status == TW_OK) {
                double next = h * fmin(fmax(shrink, 1.0 / 3), rejected ? 1 : 6);
                /* a step that was cut short by the limit is no reason to try less than before it */
                s->next = fmin(cut ? fmax(next, wanted) : next, s->max_step);
                *t = t1;
                return TW_OK;
            }
        }
        s->stats.rejected++;
        if (status == TW_NONFINITE) shrink = 0.25;
        wanted = h * fmax(shrink, 0.1);
        if ((status != TW_OK && status != TW_NONFINITE) || wanted < tw_stepper_shortest(t0)) {
            copy(s, s->y, s->y0);
            copy(s, s->rates, s->k[0]);
            if (status == TW_OK || status == TW_NONFINITE) return tw_stepper_underflow(t0, status);
            return status;
        }
    }
}

/* computes s->term, the dense output's coefficients, from the stages of the last step and three
 * more */
static tw_status prepare_dense(stepper *s) {
    int n = s->ode->n;
    double h = s->end - s->begin;
    copy(s, s->k[12], s->rates);
    for (int i = TW_DOP853_STAGES + 1; i < TW_DOP853_ALL; i++) {
        combine(s, s->y0, tw_dop853_a[i], i, h, s->work);
        TW_TRY(tw_stepper_rates(s->ode, s->begin + tw_dop853_c[i] * h, s->work, s->k[i],
                                &s->stats.evaluations));
    }
    for (int i = 0; i < n; i++) {
        double rise = s->y[i] - s->y0[i];
        s->term[0][i] = rise;
        s->term[1][i] = h * s->k[0][i] - rise;
        s->term[2][i] = 2 * rise - h * (s->k[12][i] + s->k[0][i]);
    }
    for (int r = 0; r < 4; r++) combine(s, NULL, tw_dop853_d[r], TW_DOP853_ALL, h, s->term[3 + r]);
    s->dense_ready = true;
    return TW_OK;
}

static tw_status dense(void *self, double t, double *y) {
    stepper *s = self;
    TW_TRY(tw_stepper_check_dense(t, s->begin, s->end));
    if (t == s->end || t == s->begin) {
        copy(s, y, t == s->end ? s->y : s->y0);
        return TW_OK;
    }
    if (!s->dense_ready) TW_TRY(prepare_dense(s));
    double x = (t - s->begin) / (s->end - s->begin);
    for (int i = 0; i < s->ode->n; i++) {
        double sum = 0;
        for (int j = TERMS - 1; j >= 0; j--) sum = (sum + s->term[j][i]) * (j % 2 == 0 ? x : 1 - x);
        y[i] = s->y0[i] + sum;
    }
    return TW_OK;
}

static double next_step(const void *self) {
    return ((const stepper *)self)->next;
}

static void stats(const void *self, tw_stepper_stats *out) {
    *out = ((const stepper *)self)->stats;
}

const tw_stepper_kind tw_stepper_auto = {
    .name = "auto",
    .doc = "explicit one-step method of order 8 (Dormand and Prince), error controlled",
    .about =
        {
            .order = "8, error controlled: about rtol in each step",
            .use = "the default, right for most scenes",
            .limits = "strong dampers and a very short tau make its steps short (a notice says so; "
                      "bdf does not mind), and vibrations are followed one by one (wave only keeps "
                      "them bounded)",
            .contacts = "impacts are located in time, to 1e-13 s; contacts that last get their "
                        "forces from the accelerations of each instant. timestep takes over, in "
                        "steps of `step`, while more than 12 contacts last, and where bodies "
                        "wedge or impacts do not end",
            .fields = "rtol, atol, projection, step, contact_tolerance",
        },
    .adaptive = true,
    .one_step = true,
    .seen_within = true,
    .create = create,
    .destroy = destroy,
    .start = start,
    .step = step,
    .dense = dense,
    .next_step = next_step,
    .stats = stats,
};
