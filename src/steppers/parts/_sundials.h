/*
 * What the kinds built on SUNDIALS share: CVODE and ARKODE differ in the names of a few calls,
 * which a tw_sundials_solver gathers; everything else (states, restarts, corrections, failures) is
 * here.
 *
 * SUNDIALS measures errors as one RMS over all components; ode->block is not used.
 */
#ifndef TW_STEPPERS_PARTS_SUNDIALS_H
#define TW_STEPPERS_PARTS_SUNDIALS_H

#include "steppers/stepper.h"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>

typedef struct tw_sundials tw_sundials;

/* the calls of one integrator; int results are SUNDIALS' flags, negative for failures */
typedef struct tw_sundials_solver {
    /* makes s->memory at time 0 with s->vector = 0, and sets tw_sundials_rates, s,
     * tw_sundials_silent and s->max_step */
    int (*open)(tw_sundials *s);
    void (*close)(tw_sundials *s);
    /* restarts at (t, s->vector), with tolerances by tw_sundials_weights; the first step to try is
     * `hint`, 0: the integrator's estimate */
    int (*restart)(tw_sundials *s, double t, double hint);
    /* takes one step to *t <= limit, with the state in s->vector */
    int (*advance)(tw_sundials *s, double limit, double *t);
    /* s->vector = y(t) */
    int (*interpolate)(tw_sundials *s, double t);
    /* `next`: length of the next step to try (s); `failures`: number of failed trial steps since
     * the last restart */
    double (*next)(const tw_sundials *s);
    long (*failures)(const tw_sundials *s);
    /* name of a flag; the caller frees it */
    char *(*flag_name)(long flag);
    /* corrections by ode->settle up to this many tolerances are ignored, to save a restart */
    double settle_above;
    /* one-step method: a restart between two steps changes no bit */
    bool one_step;
} tw_sundials_solver;

struct tw_sundials {
    const tw_ode *ode;
    const tw_sundials_solver *solver;
    double max_step; /* s; 0: no bound */
    void *memory;    /* the integrator's */

    SUNContext context;
    int n;           /* number of components, at least 1, as SUNDIALS cannot integrate nothing */
    N_Vector vector; /* vector over `output` */
    void *more[2];   /* owned by the solver */
    double *y0, *y;  /* the accepted states at begin and end, [n] */
    double *rates;   /* [n] rates f at (end, y), where the integrator is restarted */
    double *output, *spare, *noise; /* [n] */

    double begin, end; /* times of the last step, s */
    double hint;       /* first step to try after the pending restart (s); 0: estimate */
    bool pending;      /* the integrator must be restarted at (end, y) before the next step */
    bool hopped;       /* the last step was made by `hop`, without the integrator */
    bool fresh;        /* restarted, no step since */
    int steps;         /* steps since the restart */
    bool rates_known;  /* rates = f(end, y) */
    bool blocked;      /* f was not finite at some time since the step began */
    tw_status status;  /* failure of f that ended the step; TW_OK: f did not fail */
    long failures;     /* number of failed trial steps when it was last read from the solver */
    tw_stepper_stats stats;
};

/* right-hand side and error handler for SUNDIALS; `user` is the tw_sundials */
int tw_sundials_rates(realtype t, N_Vector y, N_Vector ydot, void *user);
/* weights [n] = 1 / tolerance, the tolerance being atol + rtol |y| and the error that noise causes
 * in a step */
int tw_sundials_weights(N_Vector y, N_Vector weights, void *user);
void tw_sundials_silent(int code, const char *module, const char *function, char *text, void *user);

/* functions for a tw_stepper_kind; `create` also takes the solver */
tw_status tw_sundials_create(const tw_sundials_solver *solver, const tw_ode *ode,
                             const tw_stepper_options *options, void **self);
void tw_sundials_destroy(void *self);
tw_status tw_sundials_start(void *self, double t, const double *y, double hint);
tw_status tw_sundials_step(void *self, double limit, double *t);
tw_status tw_sundials_dense(void *self, double t, double *y);
double tw_sundials_next_step(const void *self);
void tw_sundials_stats(const void *self, tw_stepper_stats *stats);

#endif
