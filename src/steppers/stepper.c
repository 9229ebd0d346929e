/* What the stepper kinds share, and the search by name; see stepper.h and stepper_common.h. */
#include "steppers/stepper_common.h"

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
    /* a finite number times zero is zero, anything else is not a number */
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * 0;
    return sum == 0;
}

tw_status tw_stepper_rates(const tw_ode *ode, double t, const double *y, double *ydot,
                           unsigned long *count) {
    ++*count;
    TW_TRY(ode->rhs(ode->context, t, y, ydot));
    if (tw_stepper_finite(ydot, ode->n)) return TW_OK;
    int i = 0;
    while (isfinite(ydot[i])) i++;
    return tw_fail(TW_NONFINITE, "the rate of component %d is not finite at t = %.17g s", i, t);
}

void tw_stepper_weights(const tw_ode *ode, const double *a, const double *b, double *w) {
    for (int i = 0; i < ode->n; i++) w[i] = ode->atol[i] + ode->rtol * fmax(fabs(a[i]), fabs(b[i]));
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
        /* a block that is not a number must not lose against the others */
        if (!(sum <= worst)) worst = sum;
        if (isnan(worst)) break;
    }
    return sqrt(worst);
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
