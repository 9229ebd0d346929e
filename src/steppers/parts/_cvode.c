/* The calls of CVODE that a tw_sundials_solver consists of; see _cvode.h. */
#include "steppers/parts/_cvode.h"

#include <cvode/cvode.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

/* indices in s->more of CVODE's linear and nonlinear solver */
enum { NONLINEAR, LINEAR };

static int open_common(tw_sundials *s, int method) {
    s->memory = CVodeCreate(method, s->context);
    if (!s->memory) return CV_MEM_FAIL;
    int flag = CVodeSetErrHandlerFn(s->memory, tw_sundials_silent, s);
    if (flag >= 0) flag = CVodeInit(s->memory, tw_sundials_rates, 0, s->vector);
    if (flag >= 0) flag = CVodeSetUserData(s->memory, s);
    if (flag >= 0) flag = CVodeSetMaxStep(s->memory, s->max_step);
    if (flag >= 0) flag = CVodeSetMaxErrTestFails(s->memory, 20);
    return flag;
}

static int open_adams(tw_sundials *s) {
    int flag = open_common(s, CV_ADAMS);
    if (flag < 0) return flag;
    s->more[NONLINEAR] = SUNNonlinSol_FixedPoint(s->vector, 0, s->context);
    if (!s->more[NONLINEAR]) return CV_MEM_FAIL;
    return CVodeSetNonlinearSolver(s->memory, s->more[NONLINEAR]);
}

static int open_bdf(tw_sundials *s) {
    int flag = open_common(s, CV_BDF);
    if (flag < 0) return flag;
    /* GMRES that keeps at most as many directions as there are components, and at most 20 */
    s->more[LINEAR] = SUNLinSol_SPGMR(s->vector, SUN_PREC_NONE, s->n < 20 ? s->n : 20, s->context);
    if (!s->more[LINEAR]) return CV_MEM_FAIL;
    return CVodeSetLinearSolver(s->memory, s->more[LINEAR], NULL);
}

static void close_solver(tw_sundials *s) {
    if (s->memory) CVodeFree(&s->memory);
    if (s->more[NONLINEAR]) SUNNonlinSolFree(s->more[NONLINEAR]);
    if (s->more[LINEAR]) SUNLinSolFree(s->more[LINEAR]);
}

static int restart(tw_sundials *s, double t, double hint) {
    int flag = CVodeReInit(s->memory, t, s->vector);
    if (flag >= 0) flag = CVodeWFtolerances(s->memory, tw_sundials_weights);
    if (flag >= 0) flag = CVodeSetInitStep(s->memory, hint);
    return flag;
}

static int advance(tw_sundials *s, double limit, double *t) {
    int flag = CVodeSetStopTime(s->memory, limit);
    return flag < 0 ? flag : CVode(s->memory, limit, s->vector, t, CV_ONE_STEP);
}

static int interpolate(tw_sundials *s, double t) {
    return CVodeGetDky(s->memory, t, 0, s->vector);
}

static double next(const tw_sundials *s) {
    double h = 0;
    CVodeGetCurrentStep(s->memory, &h);
    return h;
}

static long failures(const tw_sundials *s) {
    long errors = 0, unsolved = 0;
    CVodeGetNumErrTestFails(s->memory, &errors);
    CVodeGetNumStepSolveFails(s->memory, &unsolved);
    return errors + unsolved;
}

const tw_sundials_solver tw_cvode_adams = {
    .open = open_adams,
    .close = close_solver,
    .restart = restart,
    .advance = advance,
    .interpolate = interpolate,
    .next = next,
    .failures = failures,
    .flag_name = CVodeGetReturnFlagName,
    .settle_above = 10,
};

const tw_sundials_solver tw_cvode_bdf = {
    .open = open_bdf,
    .close = close_solver,
    .restart = restart,
    .advance = advance,
    .interpolate = interpolate,
    .next = next,
    .failures = failures,
    .flag_name = CVodeGetReturnFlagName,
    .settle_above = 10,
};
