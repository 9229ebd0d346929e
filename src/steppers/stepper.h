/*
 * Steppers: y' = f(t, y) from one accepted step to the next, with dense output over the last step.
 *
 * A kind is one file that ends in one const struct `tw_stepper_NAME`; the build collects them into
 * tw_stepper_kinds. A stepper knows nothing of bodies: the right-hand side, the tolerances and the
 * correction after a step come with the tw_ode.
 */
#ifndef TW_STEPPERS_STEPPER_H
#define TW_STEPPERS_STEPPER_H

#include "base/math/swift.h"
#include "base/poll.h"

#include <stdbool.h>
#include <stddef.h>

/* kinds of step functions that a problem may provide itself (tw_leap_fn) */
typedef enum tw_leap {
    TW_LEAP_NONE,
    TW_LEAP_PROJECT, /* steps at whose end the positions meet the constraints */
    /* steps with impulses: RATTLE, contacts and bounds as one problem (dynamics/step/timestep.c) */
    TW_LEAP_TIMESTEP,
    TW_LEAP_COUNT
} tw_leap;

/* A step of the problem itself: next = y(t + h). The velocities in y are differences of positions
 * over the last `before` seconds; 0: they are those of the instant t. TW_NONFINITE: no step of this
 * length is possible, a shorter one may be. */
typedef tw_status tw_leap_fn(void *context, double t, double h, double before, const double *y,
                             double *next);

typedef struct tw_ode {
    int n; /* components */
    /* ydot = f(t, y). TW_NONFINITE: f has no value at this state, so that an adaptive stepper tries
     * a shorter step. Any other failure ends the simulation. */
    tw_status (*rhs)(void *context, double t, const double *y, double *ydot);
    /* like rhs, and sets *swift: bounds on how fast the motion can change at this state. NULL: not
     * known */
    tw_status (*rhs_swift)(void *context, double t, const double *y, double *ydot, tw_swift *swift);
    /* ydot = f(t, y + h k) without storing that state; *done = false: not possible here, and ydot
     * is undefined. NULL: never possible */
    tw_status (*rhs_along)(void *context, double t, const double *y, double h, const double *k,
                           double *ydot, bool *done);
    /* called with each accepted state y at t and the state y0 at t0 where its step began; may
     * correct y in place (unit quaternions, projection), and then sets *changed. NULL: no
     * corrections */
    tw_status (*settle)(void *context, double t0, const double *y0, double t, double *y,
                        bool *changed);
    void *context;
    double rtol;        /* relative tolerance */
    const double *atol; /* [n] absolute tolerances, > 0 */
    /* number of components per body: components are divided into blocks of that many, and the error
     * is the largest root mean square of a block; 0: all components are one block */
    int block;
    /* raises size [n] to the magnitudes to which rtol is relative, for the state y. NULL: they are
     * |y_i| */
    void (*sizes)(void *context, const double *y, double *size);
    /* noise [n]: rounding error of ydot in the worst evaluation since the last call; smaller error
     * estimates are meaningless. NULL: unknown */
    void (*noise)(void *context, double *noise);
    /* tells the problem that the next evaluations are at states that the motion does not reach
     * (begin = true), or that these have ended; failures of the problem's solvers there are not
     * counted. NULL: the problem makes no difference */
    void (*tries)(void *context, bool begin);
    /* may f jump at present while the motion is smooth, as when a contact rolls on to a bend? Then
     * a stepper may look for the place of a jump. false: what looks like a jump is a pose near
     * which f is steep, such as one where a linkage loses its rank. NULL: f may jump at any time */
    bool (*jumps)(void *context);
    /* the problem's own step, of the sort `leaps` of the stepper's kind; NULL: it has none */
    tw_leap_fn *leap;
    /* asked before each evaluation; a status other than TW_OK ends the simulation */
    tw_poll poll;
} tw_ode;

typedef struct tw_stepper_options {
    double step;     /* fixed-step kinds: length of a step (s) */
    double max_step; /* adaptive kinds: length of the longest step (s); 0: no bound */
} tw_stepper_options;

typedef struct tw_stepper_stats {
    unsigned long steps, rejected, evaluations, restarts;
    /* for `auto`: number of steps whose length was limited by stability; the first 15 of each
     * series of such steps are not counted */
    unsigned long stiff;
} tw_stepper_stats;

enum { TW_STEPPER_MARK = 4 };

/* description of a kind for users: the text of its help */
typedef struct tw_stepper_about {
    const char *order; /* order of the error in the step, and drift of the energy */
    const char *use;   /* motions and purposes for which the kind is the best choice */
    /* motions that the kind refuses, divides into shorter steps or follows badly */
    const char *limits;
    const char *contacts; /* how the kind treats contacts and joints at their limits */
    const char *fields;   /* fields of tw.scene that the kind uses, such as "step, gradient" */
} tw_stepper_about;

typedef struct tw_stepper_kind {
    const char *name, *doc;
    tw_stepper_about about;
    bool adaptive; /* is the error controlled by rtol and atol? */
    /* does a step depend on its first state only, so that a restart from the same y gives the same
     * motion? */
    bool one_step;
    /* is dense output as exact as the ends of steps, so that frames and events need no step that
     * ends at their time? */
    bool seen_within;
    /* the sort of ode->leap by which the kind makes its steps; TW_LEAP_NONE: it makes them by
     * ode->rhs */
    tw_leap leaps;
    bool contacts; /* do its steps handle contacts and joint limits themselves? */

    /* makes a stepper *self; `ode` is kept by reference and must outlive it; options may be NULL */
    tw_status (*create)(const tw_ode *ode, const tw_stepper_options *options, void **self);
    void (*destroy)(void *self);
    /* starts at (t, y); hint > 0: length of the first step to try (s), otherwise it is estimated */
    tw_status (*start)(void *self, double t, const double *y, double hint);
    /* takes one step, which ends at *t <= limit, and exactly at the limit if it would end close
     * before it; limit must be after the present time. TW_UNDERFLOW: no step is short enough. */
    tw_status (*step)(void *self, double limit, double *t);
    /* y(t) for a t in the last step [begin, end]; at the end the accepted state, bit by bit */
    tw_status (*dense)(void *self, double t, double *y);
    /* length of the next step to try (s), as the hint for `start` */
    double (*next_step)(const void *self);
    /* counts of steps and evaluations since `create` */
    void (*stats)(const void *self, tw_stepper_stats *stats);
    /* Only for one_step kinds whose steps depend on further numbers besides t, y and next_step, for
     * instance on a grid of times. `mark` reads these numbers; `start`, followed by `resume` with
     * them, continues with the same bits. NULL: there are none */
    void (*mark)(const void *self, double mark[TW_STEPPER_MARK]);
    void (*resume)(void *self, const double mark[TW_STEPPER_MARK]);
} tw_stepper_kind;

/* all kinds, in the order of their file names; NULL at the end */
extern const tw_stepper_kind *const tw_stepper_kinds[];
/* names of all kinds, the default first; NULL at the end */
extern const char *const tw_stepper_choices[];

/* the kind called `name`, or NULL */
const tw_stepper_kind *tw_stepper_find(const char *name);

#endif
