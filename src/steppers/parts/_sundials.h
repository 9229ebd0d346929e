/* What the kinds based on SUNDIALS share. CVODE and ARKODE differ in the names of a few calls,
 * which a tw_sundials_solver lists; everything else (states, restarts, corrections, failures) is
 * done here. SUNDIALS measures errors by one root mean square over all components, so ode->block is
 * not used. */
#ifndef TW_STEPPERS_PARTS_SUNDIALS_H
#define TW_STEPPERS_PARTS_SUNDIALS_H

#include "steppers/stepper.h"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>

typedef struct tw_sundials tw_sundials;

/* the calls of one integrator; int results are SUNDIALS' flags, negative for failures */
typedef struct tw_sundials_solver {
    /* creates s->memory, the integrator, at time 0 with s->vector = 0; passes it tw_sundials_rates
     * with s, tw_sundials_silent as error handler, and s->max_step */
    int (*open)(tw_sundials *s);
    void (*close)(tw_sundials *s);
    /* restarts the integrator at (t, s->vector), with tolerances by tw_sundials_weights; hint:
     * length of the first step to try, 0: the integrator estimates it */
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
    /* corrections by ode->settle of up to this many tolerances are dropped, which saves a
     * restart */
    double settle_above;
    /* is it a one-step method, for which a restart between two steps changes no bit? */
    bool one_step;
} tw_sundials_solver;

struct tw_sundials {
    const tw_ode *ode;
    const tw_sundials_solver *solver;
    double max_step; /* longest step, s; 0: no bound */
    void *memory;    /* the integrator's */

    SUNContext context;
    int n; /* number of components, but at least 1, since SUNDIALS cannot integrate without any */
    N_Vector vector;                /* SUNDIALS' vector, whose memory is `output` */
    void *more[2];                  /* further objects that the solver has created and owns */
    double *y0, *y;                 /* the accepted states at begin and end, [n] */
    double *rates;                  /* [n] rates f at (end, y), where the integrator is restarted */
    double *output, *spare, *noise; /* [n] */

    double begin, end; /* times of the last step, s */
    /* length of the first step to try after the pending restart, s; 0: it is estimated */
    double hint;
    bool pending;     /* must the integrator be restarted at (end, y) before the next step? */
    bool hopped;      /* was the last step made by hop(), without the integrator? */
    bool fresh;       /* has the integrator made no step since it was restarted? */
    int steps;        /* number of steps since the last restart */
    bool rates_known; /* is rates = f(end, y) valid? */
    bool blocked;     /* has f been not finite at some state since the step began? */
    tw_status status; /* failure of f that ended the step; TW_OK: f has not failed */
    /* number of failed trial steps that the solver reported when it was last asked */
    long failures;
    tw_stepper_stats stats;
};

/* right-hand side and error handler in the form that SUNDIALS calls; user: the tw_sundials */
int tw_sundials_rates(realtype t, N_Vector y, N_Vector ydot, void *user);
/* weights [n] = 1 / tolerance, the tolerance being atol + rtol times the size of y (tw_ode.sizes),
 * plus the error that noise causes in a step */
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
