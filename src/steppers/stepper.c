/* Functions that several kinds of steppers use, and the search for a kind by its name; see
 * stepper.h and stepper_common.h. */
#include "steppers/stepper_common.h"

#include "steppers/parts/_stage.h"

#include "base/math/processor.h"

#include <float.h>
#include <math.h>
#include <string.h>

const tw_stepper_kind *tw_stepper_find(const char *name) {
    for (const tw_stepper_kind *const *kind = tw_stepper_kinds; *kind; kind++)
        if (strcmp((*kind)->name, name) == 0) return *kind;
    return NULL;
}

tw_status tw_stepper_check(const tw_ode *ode, const tw_stepper_options *options) {
    if (ode->n < 0 || ode->block < 0 || !ode->rhs)
        return tw_fail(TW_ARGUMENT, "a stepper cannot integrate %d components in blocks of %d",
                       ode->n, ode->block);
    if (!(ode->rtol >= 0 && isfinite(ode->rtol)))
        return tw_fail(TW_ARGUMENT, "rtol: expected a number >= 0, got %g", ode->rtol);
    for (int i = 0; i < ode->n; i++)
        if (!(ode->atol[i] > 0 && isfinite(ode->atol[i])))
            return tw_fail(TW_ARGUMENT, "atol of component %d: expected a number > 0, got %g", i,
                           ode->atol[i]);
    if (options && !(options->max_step >= 0))
        return tw_fail(TW_ARGUMENT, "max_step: expected a number >= 0, got %g s",
                       options->max_step);
    return TW_OK;
}

tw_status tw_stepper_check_limit(double t, double limit) {
    if (limit > t && isfinite(limit)) return TW_OK;
    return tw_fail(TW_ARGUMENT, "a step must end after t = %.17g s, not at %.17g s", t, limit);
}

tw_status tw_stepper_check_dense(double t, double begin, double end) {
    if (begin <= t && t <= end) return TW_OK;
    return tw_fail(TW_ARGUMENT, "t = %.17g s is outside the last step [%.17g, %.17g] s", t, begin,
                   end);
}

bool tw_stepper_finite(const double *a, int n) {
    enum {
        /* FEW: largest number of components for which the plain loop is used: it is faster there
         * than a call of the chosen build */
        FEW = 512
    };
    if (n <= FEW) return tw_stage_finite_plain(a, n);
    return TW_BUILD(tw_stage_finite_wide, tw_stage_finite_plain)(a, n);
}

static tw_status count_one(const tw_ode *ode, unsigned long *count) {
    ++*count;
    return tw_poll_ask(ode->poll);
}

static tw_status finite_rates(const tw_ode *ode, double t, const double *ydot) {
    if (tw_stepper_finite(ydot, ode->n)) return TW_OK;
    int i = 0;
    while (isfinite(ydot[i])) i++;
    return tw_fail(TW_NONFINITE, "the rate of component %d is not finite at t = %.17g s", i, t);
}

tw_status tw_stepper_rates(const tw_ode *ode, double t, const double *y, double *ydot,
                           unsigned long *count) {
    TW_TRY(count_one(ode, count));
    TW_TRY(ode->rhs(ode->context, t, y, ydot));
    return finite_rates(ode, t, ydot);
}

tw_status tw_stepper_rates_swift(const tw_ode *ode, double t, const double *y, double *ydot,
                                 unsigned long *count, tw_swift *swift) {
    *swift = (tw_swift){.vibration = INFINITY};
    if (!ode->rhs_swift) return tw_stepper_rates(ode, t, y, ydot, count);
    TW_TRY(count_one(ode, count));
    TW_TRY(ode->rhs_swift(ode->context, t, y, ydot, swift));
    return finite_rates(ode, t, ydot);
}

tw_status tw_stepper_rates_along(const tw_ode *ode, double t, const double *y, double h,
                                 const double *k, double *work, double *ydot,
                                 unsigned long *count) {
    bool done = false;
    TW_TRY(count_one(ode, count));
    if (ode->rhs_along) TW_TRY(ode->rhs_along(ode->context, t, y, h, k, ydot, &done));
    if (!done) {
        TW_BUILD(tw_stage_along_wide, tw_stage_along_plain)(ode->n, y, h, k, work);
        TW_TRY(ode->rhs(ode->context, t, work, ydot));
    }
    return finite_rates(ode, t, ydot);
}

static void sizes(const tw_ode *ode, const double *y, double *size) {
    if (ode->sizes)
        ode->sizes(ode->context, y, size);
    else
        for (int i = 0; i < ode->n; i++) size[i] = fmax(size[i], fabs(y[i]));
}

void tw_stepper_weights(const tw_ode *ode, const double *a, const double *b, double *w) {
    for (int i = 0; i < ode->n; i++) w[i] = 0;
    sizes(ode, a, w);
    sizes(ode, b, w);
    for (int i = 0; i < ode->n; i++) w[i] = ode->atol[i] + ode->rtol * w[i];
}

void tw_stepper_noise(const tw_ode *ode, double *noise) {
    for (int i = 0; i < ode->n; i++) noise[i] = 0;
    if (ode->noise) ode->noise(ode->context, noise);
}

void tw_stepper_allow(const tw_ode *ode, const double *noise, double h, double *w) {
    for (int i = 0; i < ode->n; i++) {
        double own = h * noise[i], most = 1e4 * w[i];
        w[i] += own < most ? own : most;
    }
}

int tw_stepper_blocks(const tw_ode *ode) {
    if (ode->n == 0) return 0;
    return ode->block == 0 ? 1 : (ode->n - 1) / ode->block + 1;
}

void tw_stepper_block(const tw_ode *ode, int k, int *first, int *end) {
    int size = ode->block == 0 ? ode->n : ode->block;
    *first = k * size;
    *end = ode->n - *first < size ? ode->n : *first + size;
}

double tw_stepper_norm(const tw_ode *ode, const double *e, const double *w) {
    double worst = 0;
    for (int k = 0, blocks = tw_stepper_blocks(ode); k < blocks; k++) {
        int first, end;
        tw_stepper_block(ode, k, &first, &end);
        double sum = 0;
        for (int i = first; i < end; i++) sum += (e[i] / w[i]) * (e[i] / w[i]);
        sum /= end - first;
        /* the condition is written so that NaN in a block replaces `worst` */
        if (!(sum <= worst)) worst = sum;
        if (isnan(worst)) break;
    }
    return sqrt(worst);
}

tw_status tw_stepper_first_step(const tw_ode *ode, double t, const double *y, const double *rates,
                                double max_step, const tw_first_step *trial, unsigned long *count,
                                double *h) {
    tw_stepper_weights(ode, y, y, trial->weights);
    double d0 = tw_stepper_norm(ode, y, trial->weights);
    double d1 = tw_stepper_norm(ode, rates, trial->weights), d2;
    double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * (d0 / d1);
    h0 = fmin(h0, max_step);
    for (;; h0 *= 0.1) {
        if (h0 < tw_stepper_shortest(t)) {
            *h = tw_stepper_shortest(t);
            return TW_OK;
        }
        for (int i = 0; i < ode->n; i++) trial->y[i] = y[i] + h0 * rates[i];
        tw_status status = tw_stepper_rates(ode, t + h0, trial->y, trial->rates, count);
        if (status == TW_OK) break;
        if (status != TW_NONFINITE) return status;
    }
    for (int i = 0; i < ode->n; i++) trial->rates[i] -= rates[i];
    d2 = tw_stepper_norm(ode, trial->rates, trial->weights) / h0;
    double d = fmax(d1, d2), h1 = fmax(1e-6, h0 * 1e-3);
    if (d > 1e-15) {
        h1 = 0.01 / d;
        for (int i = 0; i < trial->roots; i++) h1 = sqrt(h1);
    }
    *h = fmin(100 * h0, h1);
    return TW_OK;
}

double tw_stepper_shortest(double t) {
    return fmax(16 * DBL_EPSILON * fabs(t), 1e-14);
}

tw_status tw_stepper_underflow(double t, tw_status cause) {
    if (cause == TW_NONFINITE)
        return tw_fail(TW_UNDERFLOW, "no step is short enough at t = %.17g s: %s", t, tw_failure());
    return tw_fail(TW_UNDERFLOW,
                   "no step is short enough at t = %.17g s: the error stays above the tolerance",
                   t);
}

tw_stage_sum *tw_stage_choose(void) {
    return TW_BUILD(tw_stage_sum_wide, tw_stage_sum_plain);
}
