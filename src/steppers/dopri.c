/*
 * Dormand and Prince's explicit one-step method 5(4) for coarse tolerances, through ARKODE's
 * ERKStep; dense output by its Hermite interpolant of degree 4.
 *
 * Invariant: the length of the next step depends only on the last error, and may grow after the
 * first step no more than after others, so that a restart with the step to try next gives the same
 * motion. [Hairer, Norsett & Wanner I, table II.5.2; Hindmarsh et al. 2005]
 */
#include "steppers/parts/_sundials.h"

#include <arkode/arkode_erkstep.h>

static int open_solver(tw_sundials *s) {
    s->memory = ERKStepCreate(tw_sundials_rates, 0, s->vector, s->context);
    if (!s->memory) return ARK_MEM_FAIL;
    int flag = ERKStepSetErrHandlerFn(s->memory, tw_sundials_silent, s);
    if (flag >= 0) flag = ERKStepSetUserData(s->memory, s);
    if (flag >= 0) flag = ERKStepSetTableNum(s->memory, ARKODE_DORMAND_PRINCE_7_4_5);
    if (flag >= 0) flag = ERKStepSetMaxStep(s->memory, s->max_step);
    if (flag >= 0) flag = ERKStepSetMaxErrTestFails(s->memory, 20);
    /* next step: h 0.9 (1/err)^(1/order), within [0.1, 5] h */
    if (flag >= 0) flag = ERKStepSetAdaptivityMethod(s->memory, ARK_ADAPT_I, 1, 0, NULL);
    if (flag >= 0) flag = ERKStepSetSafetyFactor(s->memory, 0.9);
    if (flag >= 0) flag = ERKStepSetMaxGrowth(s->memory, 5);
    if (flag >= 0) flag = ERKStepSetMaxFirstGrowth(s->memory, 5);
    return flag;
}

static void close_solver(tw_sundials *s) {
    if (s->memory) ERKStepFree(&s->memory);
}

static int restart(tw_sundials *s, double t, double hint) {
    int flag = ERKStepReInit(s->memory, tw_sundials_rates, t, s->vector);
    if (flag >= 0) flag = ERKStepWFtolerances(s->memory, tw_sundials_weights);
    if (flag >= 0) flag = ERKStepSetInitStep(s->memory, hint);
    return flag;
}

static int advance(tw_sundials *s, double limit, double *t) {
    int flag = ERKStepSetStopTime(s->memory, limit);
    return flag < 0 ? flag : ERKStepEvolve(s->memory, limit, s->vector, t, ARK_ONE_STEP);
}

static int interpolate(tw_sundials *s, double t) {
    return ERKStepGetDky(s->memory, t, 0, s->vector);
}

static double next(const tw_sundials *s) {
    double h = 0;
    ERKStepGetCurrentStep(s->memory, &h);
    return h;
}

static long failures(const tw_sundials *s) {
    long attempts = 0, accepted = 0;
    ERKStepGetNumStepAttempts(s->memory, &attempts);
    ERKStepGetNumSteps(s->memory, &accepted);
    return attempts - accepted;
}

static const tw_sundials_solver erkstep = {
    .open = open_solver,
    .close = close_solver,
    .restart = restart,
    .advance = advance,
    .interpolate = interpolate,
    .next = next,
    .failures = failures,
    .flag_name = ERKStepGetReturnFlagName,
    .settle_above = 0,
    .one_step = true,
};

static tw_status create(const tw_ode *ode, const tw_stepper_options *options, void **self) {
    return tw_sundials_create(&erkstep, ode, options, self);
}

const tw_stepper_kind tw_stepper_dopri = {
    .name = "dopri",
    .doc = "explicit one-step method of order 5 (Dormand and Prince, ARKODE), error controlled",
    .about =
        {
            .order = "5, error controlled; energy drifts by about rtol a step",
            .use = "a second opinion on auto by another code (ARKODE): what both say is not "
                   "their error",
            .limits = "as auto, with about two and a half times its evaluations at rtol = 1e-8",
            .contacts = "as auto, but timestep takes over only where it cannot go on, not for "
                        "the number of contacts",
            .fields = "rtol, atol, projection, step, contact_tolerance",
        },
    .adaptive = true,
    .one_step = true,
    .create = create,
    .destroy = tw_sundials_destroy,
    .start = tw_sundials_start,
    .step = tw_sundials_step,
    .dense = tw_sundials_dense,
    .next_step = tw_sundials_next_step,
    .stats = tw_sundials_stats,
};
