/*
 * How an integrator of SUNDIALS becomes a stepper; see _sundials.h.
 *
 * Invariants: nothing is printed. Accepted states are stored in copies of our own, so that dense
 * output equals them to the bit at both ends of a step. A restart is made only when the next step
 * begins, so that the history for dense output remains until then. When f is not finite SUNDIALS
 * shortens the step a few times; when it gives up, the integrator is restarted with a quarter of
 * the step, until steps are too short.
 */
#include "steppers/parts/_sundials.h"

#include "steppers/stepper_common.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_STEPS = 10 };

int tw_sundials_rates(realtype t, N_Vector y, N_Vector ydot, void *user) {
    tw_sundials *s = user;
    const double *state = N_VGetArrayPointer(y);
    double *rates = N_VGetArrayPointer(ydot);
    size_t size = (size_t)s->n * sizeof *rates;
    if (s->ode->n == 0) {
        rates[0] = 0;
        return 0;
    }
    if (s->fresh && s->rates_known && t == s->end && memcmp(state, s->y, size) == 0) {
        memcpy(rates, s->rates, size);
        return 0;
    }
    tw_status status = tw_stepper_rates(s->ode, t, state, rates, &s->stats.evaluations);
    if (status == TW_OK) return 0;
    if (status == TW_NONFINITE) {
        s->blocked = true;
        return 1; /* SUNDIALS' sign for a failure after which it tries a shorter step */
    }
    s->status = status;
    return -1;
}

int tw_sundials_weights(N_Vector y, N_Vector weights, void *user) {
    tw_sundials *s = user;
    const tw_ode *ode = s->ode;
    const double *state = N_VGetArrayPointer(y);
    double *w = N_VGetArrayPointer(weights), h = s->solver->next(s);
    if (ode->n == 0) w[0] = 1;
    /* drops the noise of earlier evaluations, so that a restart at this state gives the same
     * bits */
    if (ode->noise && s->solver->one_step) {
        tw_stepper_noise(ode, s->noise);
        tw_status status = tw_stepper_rates(ode, s->end, state, s->spare, &s->stats.evaluations);
        if (status != TW_OK && status != TW_NONFINITE) {
            s->status = status;
            return -1;
        }
    }
    tw_stepper_noise(ode, s->noise);
    tw_stepper_weights(ode, state, state, w);
    tw_stepper_allow(ode, s->noise, h, w);
    for (int i = 0; i < ode->n; i++) w[i] = 1 / w[i];
    return 0;
}

void tw_sundials_silent(int code, const char *module, const char *function, char *text,
                        void *user) {
    (void)code, (void)module, (void)function, (void)text, (void)user;
}

/* returns the failure of f, if f has failed; otherwise TW_DIVERGED, with SUNDIALS' name of the flag
 * in the message */
static tw_status failed(const tw_sundials *s, int flag, double t) {
    if (s->status != TW_OK) return s->status;
    char *name = s->solver->flag_name(flag);
    tw_status status = tw_fail(TW_DIVERGED, "the integrator stops at t = %.17g s: %s", t,
                               name ? name : "unknown reason");
    free(name);
    return status;
}

void tw_sundials_destroy(void *self) {
    tw_sundials *s = self;
    if (!s) return;
    s->solver->close(s);
    if (s->vector) N_VDestroy(s->vector);
    if (s->context) SUNContext_Free(&s->context);
    free(s);
}

tw_status tw_sundials_create(const tw_sundials_solver *solver, const tw_ode *ode,
                             const tw_stepper_options *options, void **self) {
    TW_TRY(tw_stepper_check(ode, options));
    size_t n = ode->n > 0 ? (size_t)ode->n : 1;
    tw_sundials *s = calloc(1, sizeof *s + 6 * n * sizeof(double));
    if (!s) return tw_fail_memory();
    s->ode = ode;
    s->solver = solver;
    s->n = (int)n;
    if (options && isfinite(options->max_step)) s->max_step = options->max_step;
    double *numbers = (double *)(void *)(s + 1);
    double **const named[] = {&s->y0, &s->y, &s->rates, &s->output, &s->spare, &s->noise};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) *named[i] = numbers + i * n;

    if (SUNContext_Create(NULL, &s->context) == 0) {
        s->vector = N_VMake_Serial((sunindextype)n, s->output, s->context);
    }
    if (!s->vector || solver->open(s) < 0) {
        tw_sundials_destroy(s);
        return tw_fail_memory();
    }
    *self = s;
    return TW_OK;
}

static void copy(const tw_sundials *s, double *to, const double *from) {
    if (s->ode->n > 0) memcpy(to, from, (size_t)s->ode->n * sizeof *to);
}

/* Restarts the integrator at (end, y) with the first step `hint`; 0: the length is estimated. For
 * multistep methods, which begin at order 1, `hint` comes from a higher order and may be too long,
 * and their own estimate may be too short; so their first step is at most that of
 * tw_stepper_first_step */
static tw_status restart(tw_sundials *s, double hint) {
    const tw_first_step trial = {s->output, s->spare, s->noise, s->solver->one_step ? 2 : 1};
    if (s->ode->n > 0 && (hint == 0 || !s->solver->one_step)) {
        double first;
        if (!s->rates_known)
            TW_TRY(tw_stepper_rates(s->ode, s->end, s->y, s->rates, &s->stats.evaluations));
        s->rates_known = true;
        TW_TRY(tw_stepper_first_step(s->ode, s->end, s->y, s->rates,
                                     s->max_step > 0 ? s->max_step : INFINITY, &trial,
                                     &s->stats.evaluations, &first));
        hint = hint > 0 ? fmin(hint, first) : first;
    }
    s->hint = hint;
    copy(s, s->output, s->y);
    s->pending = false;
    s->fresh = true;
    s->failures = 0;
    int flag = s->solver->restart(s, s->end, hint);
    return flag < 0 ? failed(s, flag, s->end) : TW_OK;
}

tw_status tw_sundials_start(void *self, double t, const double *y, double hint) {
    tw_sundials *s = self;
    s->stats.restarts++;
    s->begin = s->end = t;
    copy(s, s->y, y);
    s->hint = hint > 0 ? hint : 0;
    s->pending = true;
    s->rates_known = false;
    TW_TRY(tw_stepper_rates(s->ode, t, s->y, s->rates, &s->stats.evaluations));
    s->rates_known = true;
    return TW_OK;
}

/* adds to the statistics the number of trial steps that have failed since the last call */
static void count_failures(tw_sundials *s) {
    long now = s->solver->failures(s);
    s->stats.rejected += (unsigned long)(now - s->failures);
    s->failures = now;
}

/* is `limit` so near that SUNDIALS takes the distance for rounding, or cannot make a first step to
 * it? */
static bool too_near(const tw_sundials *s, double limit) {
    return limit - s->end < fmax(512 * DBL_EPSILON * fabs(s->end), 1e-12);
}

/* makes a step to a `limit` that is too near for SUNDIALS, by Heun's method, whose error is of
 * third power in the step */
static tw_status hop(tw_sundials *s, double limit, double *t) {
    const tw_ode *ode = s->ode;
    double h = limit - s->end;
    if (!s->rates_known)
        TW_TRY(tw_stepper_rates(ode, s->end, s->y, s->rates, &s->stats.evaluations));
    s->rates_known = true;
    for (int i = 0; i < ode->n; i++) s->output[i] = s->y[i] + h * s->rates[i];
    TW_TRY(tw_stepper_rates(ode, limit, s->output, s->spare, &s->stats.evaluations));
    copy(s, s->y0, s->y);
    for (int i = 0; i < ode->n; i++) s->y[i] += h / 2 * (s->rates[i] + s->spare[i]);
    if (!s->pending) s->hint = s->solver->next(s);
    s->begin = s->end;
    s->end = *t = limit;
    s->rates_known = false;
    s->pending = s->hopped = true;
    s->stats.steps++;
    return TW_OK;
}

/* makes one step of the integrator to *t <= limit; while f is not finite, it restarts the
 * integrator with shorter and shorter steps */
static tw_status advance(tw_sundials *s, double limit, double *t) {
    double left = limit - s->end, shortest = tw_stepper_shortest(s->end);
    double trial = s->fresh ? s->hint : s->solver->next(s);
    if (!(trial > 0 && trial < left)) trial = left;
    for (;;) {
        /* the first steps after a restart may be shorter than others, since they have a low
         * order */
        double least = s->steps < FIRST_STEPS ? 1e-3 * shortest : shortest;
        s->status = TW_OK;
        s->blocked = false;
        *t = s->end;
        int flag = s->solver->advance(s, limit, t);
        count_failures(s);
        /* a step that hardly advances the time is a failure, which SUNDIALS does not report */
        if (flag >= 0 && (*t == limit || (*t > s->end && *t - s->end >= least))) return TW_OK;
        if (s->status != TW_OK) return s->status;
        tw_status cause = s->blocked ? TW_NONFINITE : TW_OK;
        trial *= 0.25;
        if (trial < least || flag >= 0) return tw_stepper_underflow(s->end, cause);
        TW_TRY(restart(s, trial));
    }
}

/* calls ode->settle for the state at the step's end, t; a correction of more than
 * solver->settle_above tolerances is kept, and a restart is scheduled; a smaller correction is
 * dropped. A change without a correction is one of the rates alone, and restarts, too */
static tw_status settle(tw_sundials *s, double t) {
    const tw_ode *ode = s->ode;
    bool changed = false;
    if (!ode->settle) return TW_OK;
    copy(s, s->spare, s->output);
    TW_TRY(ode->settle(ode->context, s->begin, s->y, t, s->spare, &changed));
    if (!changed) return TW_OK;
    double most = 0;
    for (int i = 0; i < ode->n; i++) {
        double tolerance = ode->atol[i] + ode->rtol * fabs(s->output[i]);
        most = fmax(most, fabs(s->spare[i] - s->output[i]) / tolerance);
    }
    if (most > 0 && most <= s->solver->settle_above) return TW_OK;
    copy(s, s->output, s->spare);
    s->pending = true;
    s->hint = s->solver->settle_above > 0 ? 0 : s->solver->next(s);
    return TW_OK;
}

/* schedules a restart, which is made when the next step begins, with the step that the integrator
 * would have tried next */
static void restart_later(tw_sundials *s) {
    s->hint = s->solver->next(s);
    s->pending = true;
}

tw_status tw_sundials_step(void *self, double limit, double *t) {
    tw_sundials *s = self;
    TW_TRY(tw_stepper_check_limit(s->end, limit));
    if (too_near(s, limit)) return hop(s, limit, t);
    s->begin = s->end;
    s->hopped = false;
    /* when a limit cuts a step, SUNDIALS multiplies its length by a rounded ratio. So a one-step
     * method is restarted before such a step: then a restart from a saved state at this point gives
     * the same bits */
    if (s->solver->one_step && !s->pending && s->solver->next(s) >= (limit - s->end) * (1 - 1e-9))
        restart_later(s);
    if (s->pending) {
        s->steps = 0;
        TW_TRY(restart(s, s->hint));
    }

    double end;
    tw_status status = advance(s, limit, &end);
    if (status == TW_OK) status = settle(s, end);
    if (status != TW_OK) {
        s->hint = 0;
        s->pending = true;
        return status;
    }
    copy(s, s->y0, s->y);
    copy(s, s->y, s->output);
    s->end = *t = end;
    s->fresh = s->rates_known = false;
    s->stats.steps++;
    s->steps++;
    /* when a step ends at the limit, the solver's own time and state may differ from the stored
     * ones by rounding; a restart begins at the stored ones */
    if (s->solver->one_step && !s->pending && end == limit) restart_later(s);
    return TW_OK;
}

tw_status tw_sundials_dense(void *self, double t, double *y) {
    tw_sundials *s = self;
    TW_TRY(tw_stepper_check_dense(t, s->begin, s->end));
    if (t == s->end || t == s->begin) {
        copy(s, y, t == s->end ? s->y : s->y0);
        return TW_OK;
    }
    if (s->hopped) {
        double x = (t - s->begin) / (s->end - s->begin);
        for (int i = 0; i < s->ode->n; i++) y[i] = s->y0[i] + x * (s->y[i] - s->y0[i]);
        return TW_OK;
    }
    s->status = TW_OK;
    s->blocked = false;
    int flag = s->solver->interpolate(s, t);
    if (flag < 0) return s->blocked ? TW_NONFINITE : failed(s, flag, t);
    copy(s, y, s->output);
    return TW_OK;
}

double tw_sundials_next_step(const void *self) {
    const tw_sundials *s = self;
    return s->pending ? s->hint : s->solver->next(s);
}

void tw_sundials_stats(const void *self, tw_stepper_stats *stats) {
    *stats = ((const tw_sundials *)self)->stats;
}
