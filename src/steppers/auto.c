/*
 * The default stepper: Dormand and Prince's explicit one-step method of order 8 with error
 * estimates of order 5 and 3, and dense output of order 7 [Hairer, Norsett & Wanner I, II.4-6,
 * II.10].
 *
 * Invariants: a step depends on nothing but (t, y, length of the step to try, lengths of the steps
 * ahead), so that a restart with these gives the same bits; every accepted state has finite rates.
 * The step after (h, err) is h (1/err)^(1/8) 0.8, within [1/3, 6] h. Dense output inside a step is
 * a polynomial that ends at the settled state (after ode->settle) with the rates there, which
 * differ from the step's own result by less than the tolerance; its three extra stages are computed
 * at the first call.
 *
 * A jump of f (a contact that rolls from a straight piece on to a bend) would cost dozens of
 * rejected steps. Where the problem may have some (tw_ode.jumps), it is located instead: the
 * polynomial of a step that ends before the jump is continued beyond its end, where its defect p' -
 * f(p) is small until f jumps [Enright, Jackson, Norsett & Thomsen 1988]. One step ends near the
 * jump, one just before it, one passes it, and the step after that is as long as it would have been
 * without the jump.
 *
 * Owns: one block of numbers. Roots of err are formed by square roots, so that no function of libm
 * is needed.
 */
#include "steppers/parts/_stage.h"
#include "steppers/parts/dop853_table.h"
#include "steppers/stepper_common.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TERMS = 7 }; /* number of terms of the dense output's polynomial */

/* STABLE: largest h |eigenvalue| for which the method is stable. A problem counts as stiff after
 * STIFF steps at this bound, and no longer once NOT_STIFF steps in a row are below it [Hairer &
 * Wanner II, IV.2] */
static const double STABLE = 6.1;
enum { STIFF = 15, NOT_STIFF = 6 };
/* JUMP: error of a rejected step, in tolerances, from which on a jump of f is searched for in it;
 * AGAIN: the same for a second rejected step. The jump is placed where the polynomial's defect
 * exceeds SMALL times its value at the end of the interval that is searched; it is accepted if the
 * defect grows there STEEP-fold at once. The interval that contains the jump is so short that the
 * change of rates makes an error of at most PASSES tolerances in it; the step across it is WIDTHS
 * such intervals long */
static const double JUMP = 1e3, AGAIN = 10, SMALL = 1e-3, STEEP = 10, PASSES = 0.05, WIDTHS = 3;
/* a step that approaches a jump ends this part of its way before the jump, and a step of its own
 * covers that part */
static const double CLEAR = 0.05;
/* HALVINGS: largest number of halvings of the interval that contains a jump; SEARCHES: largest
 * number of searches for a jump in one step */
enum { HALVINGS = 48, SEARCHES = 4 };
/* count_stiff compares two states: if their squared distance, in tolerances, is below this, it is
 * only rounding */
static const double ROUNDING = 1e-6;

/* the steps at a jump of f that follow the one that comes near it: indices of stepper.ahead */
enum { TO_JUMP, OVER_JUMP, BEHIND_JUMP, STEPS_AHEAD };

typedef struct stepper {
    const tw_ode *ode;
    tw_stage_sum *sum;
    double max_step; /* longest step, s; infinite: no bound */
    tw_stepper_stats stats;
    double begin, end; /* times of the last step, s */
    double next;       /* length of the next step to try (s) */
    /* lengths to try after the next step (s), if a jump was located: to it, over it, behind it */
    double ahead[STEPS_AHEAD];
    /* number of steps at the bound of stability, counted since NOT_STIFF steps in a row were below
     * it */
    int at_bound;
    int below_bound;

    double *y0;    /* state at the last step's beginning */
    double *y1;    /* state at the last step's end, before ode->settle */
    double *y;     /* state at the last step's end, after ode->settle */
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

/* out = y + h times the sum of row_j k_j over the first `count` stages; y NULL: the sum begins with
 * 0 */
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

static void forget_jump(stepper *s) {
    for (int i = 0; i < STEPS_AHEAD; i++) s->ahead[i] = 0;
}

static tw_status start(void *self, double t, const double *y, double hint) {
    stepper *s = self;
    s->stats.restarts++;
    s->begin = s->end = t;
    forget_jump(s);
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
    /* s->term is used as scratch here: it is not needed before the polynomial is formed */
    double worst = 0, *of5 = s->term[0], *of3 = s->term[1];
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
        /* an infinite sum of squares must not count as the error 0, which sum5 / infinity would
         * be */
        if (!isfinite(damped)) error = INFINITY;
        if (!(error <= worst)) worst = error;
        if (isnan(worst)) break;
    }
    return worst;
}

/* tries a step from (t0, y0) with rates k[0] to t1 = t0 + h: sets y1 and its error */
static tw_status trial(stepper *s, double t0, double t1, double h, double *error) {
    /* reads and drops the noise recorded so far, which is that of evaluations before this
     * step */
    tw_stepper_noise(s->ode, s->noise);
    for (int i = 1; i < TW_DOP853_STAGES; i++) {
        double t = tw_dop853_c[i] == 1 ? t1 : t0 + tw_dop853_c[i] * h;
        combine(s, s->y0, tw_dop853_a[i], i, h, s->work);
        TW_TRY(tw_stepper_rates(s->ode, t, s->work, s->k[i], &s->stats.evaluations));
    }
    combine(s, s->y0, tw_dop853_a[TW_DOP853_STAGES], TW_DOP853_STAGES, h, s->y1);
    *error = trial_error(s, h);
    /* a state that is not finite is treated like a right-hand side without a value: a shorter step
     * is tried */
    if (!isfinite(*error) || !tw_stepper_finite(s->y1, s->ode->n))
        return tw_fail(TW_NONFINITE, "the state is not finite at t = %.17g s", t1);
    return TW_OK;
}

/* Counts in s->stats.stiff the steps whose length is limited by stability. The largest eigenvalue
 * is estimated as the ratio of two differences, of rates and of states, between the step's end and
 * its last stage, which belong to the same time */
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

/* computes s->term, the coefficients of the dense output's polynomial from y0 at t0 to y at t0 + h,
 * from the stages of that step and three more stages; rates: those at its end */
static tw_status form_polynomial(stepper *s, double t0, double h, const double *y,
                                 const double *rates) {
    copy(s, s->k[12], rates);
    for (int i = TW_DOP853_STAGES + 1; i < TW_DOP853_ALL; i++) {
        combine(s, s->y0, tw_dop853_a[i], i, h, s->work);
        TW_TRY(tw_stepper_rates(s->ode, t0 + tw_dop853_c[i] * h, s->work, s->k[i],
                                &s->stats.evaluations));
    }
    for (int i = 0; i < s->ode->n; i++) {
        double rise = y[i] - s->y0[i];
        s->term[0][i] = rise;
        s->term[1][i] = h * s->k[0][i] - rise;
        s->term[2][i] = 2 * rise - h * (s->k[12][i] + s->k[0][i]);
    }
    for (int r = 0; r < 4; r++) combine(s, NULL, tw_dop853_d[r], TW_DOP853_ALL, h, s->term[3 + r]);
    return TW_OK;
}

/* value and derivative by x of component i of the polynomial; x: 0 at the step's beginning, 1 at
 * its end */
static double polynomial(const stepper *s, int i, double x, double *slope) {
    double sum = 0, rise = 0;
    for (int j = TERMS - 1; j >= 0; j--) {
        sum += s->term[j][i];
        rise = j % 2 == 0 ? rise * x + sum : rise * (1 - x) - sum;
        sum *= j % 2 == 0 ? x : 1 - x;
    }
    *slope = rise;
    return s->y0[i] + sum;
}

/* ---- jumps of f ------------------------------------------------------------------------------ */

static bool may_jump(const stepper *s) {
    return !s->ode->jumps || s->ode->jumps(s->ode->context);
}

/* *size: defect p' - f(p), at the time t0 + at, of the polynomial p of the step from t0 to t0 + h;
 * in tolerances per second */
static tw_status defect(stepper *s, double t0, double h, double at, double *size) {
    /* s->y and s->rates are used as scratch: within a step nobody reads them */
    double *slope = s->y, *f = s->rates;
    for (int i = 0; i < s->ode->n; i++) {
        s->work[i] = polynomial(s, i, at / h, &slope[i]);
        slope[i] /= h;
    }
    if (s->ode->tries) s->ode->tries(s->ode->context, true);
    tw_status status = tw_stepper_rates(s->ode, t0 + at, s->work, f, &s->stats.evaluations);
    if (s->ode->tries) s->ode->tries(s->ode->context, false);
    *size = INFINITY;
    if (status == TW_NONFINITE) return TW_OK;
    TW_TRY(status);
    for (int i = 0; i < s->ode->n; i++) slope[i] -= f[i];
    double norm = tw_stepper_norm(s->ode, slope, s->weights);
    if (isfinite(norm)) *size = norm;
    return TW_OK;
}

/* interval that contains the first jump of f; lo, hi: its ends as times after t0 */
typedef struct jump {
    double t0, lo, hi;
    double before, after; /* defects at lo and hi */
} jump;

/* Makes trial steps from j->t0, the first of length `first`, each next one a quarter of the one
 * before, until one is exact enough, and computes its polynomial; *known: length of that step; 0:
 * none is exact enough. j->hi: length of the last step that was not */
static tw_status step_before(stepper *s, jump *j, double first, double *known) {
    double error;
    for (*known = first; *known > tw_stepper_shortest(j->t0); *known = 0.25 * j->hi) {
        tw_status status = trial(s, j->t0, j->t0 + *known, *known, &error);
        if (status == TW_OK && error <= 1) {
            double t = j->t0 + *known;
            TW_TRY(tw_stepper_rates(s->ode, t, s->y1, s->rates, &s->stats.evaluations));
            return form_polynomial(s, j->t0, *known, s->y1, s->rates);
        }
        if (status != TW_OK && status != TW_NONFINITE) return status;
        s->stats.rejected++;
        j->hi = *known;
    }
    *known = 0;
    return TW_OK;
}

/* Narrows the interval of the jump: its begin becomes the end of the known step, then it is halved
 * until it is shorter than `width`, or so short that a step across it is exact enough */
static tw_status narrow(stepper *s, jump *j, double known, double width) {
    double far;
    TW_TRY(defect(s, j->t0, known, j->hi, &far));
    j->lo = known;
    j->before = 0;
    j->after = far;
    for (int i = 0; i < HALVINGS && j->hi - j->lo > width; i++) {
        double middle = 0.5 * (j->lo + j->hi), size;
        if ((j->hi - j->lo) * j->after <= PASSES || !(middle > j->lo && middle < j->hi)) break;
        TW_TRY(defect(s, j->t0, known, middle, &size));
        if (size > SMALL * far)
            j->hi = middle, j->after = size;
        else
            j->lo = middle, j->before = size;
    }
    return TW_OK;
}

/* Looks for a jump of f in the trial step from t0 of length *h, which was rejected. A polynomial
 * that is continued far beyond its step is not exact: it tells only roughly where the jump is; a
 * second one, whose step ends closer before that place, tells it to rounding. *h: length of the
 * next trial step, which ends a little before the jump. *found: the jump was found, and s->ahead
 * has the lengths of the steps that follow */
static tw_status locate_jump(stepper *s, double t0, double *h, bool *found) {
    jump j = {.t0 = t0, .hi = *h};
    double known;
    *found = false;
    TW_TRY(step_before(s, &j, 0.25 * j.hi, &known));
    *h = known;
    if (!(known > 0)) return TW_OK;
    TW_TRY(narrow(s, &j, known, 0.2 * CLEAR * j.hi));
    double most = j.hi;
    TW_TRY(step_before(s, &j, fmax(known, (1 - CLEAR) * j.lo), &known));
    if (!(known > 0)) return TW_OK;
    *h = known;
    j.hi = fmin(most, (1 + CLEAR) * j.hi);
    TW_TRY(narrow(s, &j, known, 0));
    *found = j.before > 0 && j.after > STEEP * j.before;
    if (!*found) return TW_OK;
    s->ahead[TO_JUMP] = j.lo - known;
    s->ahead[OVER_JUMP] = WIDTHS * fmax(j.hi - j.lo, tw_stepper_shortest(t0));
    return TW_OK;
}

/* Length of the step to make, given the wanted length h and the time `left` to the limit: `left` if
 * h would reach the limit or nearly so; half of it if h would leave only a short rest; otherwise
 * h */
static double fit(const stepper *s, double h, double left) {
    if (left <= 1.01 * h && left <= s->max_step) return left;
    return left < 2 * h ? left / 2 : h;
}

/* Length of the step that follows an accepted step of length h. shrink: factor that its error
 * suggests; rejected: attempts at it were rejected; cut: length that had been wanted for it before
 * the limit cut it short, 0: it was not cut */
static double step_after(stepper *s, double h, double shrink, bool rejected, double cut) {
    double next = h * fmin(fmax(shrink, 1.0 / 3), rejected ? 1 : 6);
    /* a step that was cut short by the limit is no reason to try less than had been wanted */
    if (cut > 0) {
        forget_jump(s);
        return fmax(next, cut);
    }
    int i = TO_JUMP;
    while (i < STEPS_AHEAD && s->ahead[i] == 0) i++;
    if (i == STEPS_AHEAD) return next;
    next = i == BEHIND_JUMP ? fmax(next, s->ahead[i]) : s->ahead[i];
    s->ahead[i] = 0;
    return next;
}

/* *wanted: length to try after a step of length h was rejected, because of its error, or because it
 * has no value (status); search: a jump of f may be searched for */
static tw_status step_instead(stepper *s, double h, tw_status status, double error, bool search,
                              double *wanted) {
    double behind = fmax(h, s->ahead[BEHIND_JUMP]), near = h;
    bool found = false;
    s->stats.rejected++;
    s->ahead[TO_JUMP] = s->ahead[OVER_JUMP] = 0;
    *wanted = h * (status == TW_OK ? fmax(0.8 / root8(error), 0.1) : 0.25);
    if (status != TW_OK || !search) return status;
    TW_TRY(locate_jump(s, s->begin, &near, &found));
    *wanted = near;
    if (found) s->ahead[BEHIND_JUMP] = behind;
    return TW_OK;
}

static tw_status step(void *self, double limit, double *t) {
    stepper *s = self;
    TW_TRY(tw_stepper_check_limit(s->end, limit));
    double t0 = s->end, left = limit - t0, wanted = s->next;
    s->begin = t0;
    s->dense_ready = false;
    copy(s, s->y0, s->y);
    copy(s, s->k[0], s->rates);

    for (int tries = 0, searches = 0;; tries++) {
        double h = fit(s, wanted, left), error = 0;
        double t1 = h == left ? limit : t0 + h, cut = h < wanted ? wanted : 0;
        h = t1 - t0; /* t1 is rounded, so h is set to the exact difference */
        if (!(h > 0))
            return tw_fail(TW_UNDERFLOW, "max_step of %g s is too short at t = %.17g s",
                           s->max_step, t0);
        tw_status status = trial(s, t0, t1, h, &error);
        if (status == TW_OK && error <= 1) {
            status = arrive(s, t1);
            if (status == TW_OK) {
                double shrink = error > 0 ? 0.8 / root8(error) : 6;
                s->next = fmin(step_after(s, h, shrink, tries > 0, cut), s->max_step);
                *t = t1;
                return TW_OK;
            }
        }
        bool search = error > (tries > 0 ? AGAIN : JUMP) && may_jump(s) && searches++ < SEARCHES;
        status = step_instead(s, h, status, error, search, &wanted);
        if ((status != TW_OK && status != TW_NONFINITE) || wanted < tw_stepper_shortest(t0)) {
            copy(s, s->y, s->y0);
            copy(s, s->rates, s->k[0]);
            if (status == TW_OK || status == TW_NONFINITE) return tw_stepper_underflow(t0, status);
            return status;
        }
    }
}

static tw_status dense(void *self, double t, double *y) {
    stepper *s = self;
    TW_TRY(tw_stepper_check_dense(t, s->begin, s->end));
    if (t == s->end || t == s->begin) {
        copy(s, y, t == s->end ? s->y : s->y0);
        return TW_OK;
    }
    double h = s->end - s->begin, slope;
    if (!s->dense_ready) TW_TRY(form_polynomial(s, s->begin, h, s->y, s->rates));
    s->dense_ready = true;
    for (int i = 0; i < s->ode->n; i++) y[i] = polynomial(s, i, (t - s->begin) / h, &slope);
    return TW_OK;
}

static double next_step(const void *self) {
    return ((const stepper *)self)->next;
}

static void mark(const void *self, double m[TW_STEPPER_MARK]) {
    memcpy(m, ((const stepper *)self)->ahead, sizeof((const stepper *)self)->ahead);
}

static void resume(void *self, const double m[TW_STEPPER_MARK]) {
    memcpy(((stepper *)self)->ahead, m, sizeof((stepper *)self)->ahead);
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
    .mark = mark,
    .resume = resume,
    .stats = stats,
};
