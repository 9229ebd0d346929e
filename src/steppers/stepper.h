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
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* steps of the problem's own */
typedef enum tw_leap {
    TW_LEAP_NONE,
    TW_LEAP_PROJECT,  /* constraints met by the positions at the end */
    TW_LEAP_TIMESTEP, /* one linear solve for the impulses of the step */
    TW_LEAP_COUNT
} tw_leap;

/* next = y(t + h) by a step of the problem's own. The rates within y are differences over the last
 * `before` seconds; 0: they are those of the instant t. TW_NONFINITE: not by a step of h, a shorter
 * one may do. */
typedef tw_status tw_leap_fn(void *context, double t, double h, double before, const double *y,
                             double *next);

typedef struct tw_ode {
    int n; /* components */
    /* ydot = f(t, y). TW_NONFINITE means "not here": an adaptive stepper tries a shorter step. Any
     * other failure ends the simulation. */
    tw_status (*rhs)(void *context, double t, const double *y, double *ydot);
    /* like rhs; *swift: how swiftly the motion can change there. NULL: nothing is known of that */
    tw_status (*rhs_swift)(void *context, double t, const double *y, double *ydot, tw_swift *swift);
    /* like rhs at y + h k, without storing that state; *done = false: not possible here, ydot is
     * undefined. NULL: never possible */
    tw_status (*rhs_along)(void *context, double t, const double *y, double h, const double *k,
                           double *ydot, bool *done);
    /* called with each accepted state and where its step began; may correct y in place (unit
     * quaternions, projection) and then sets *changed; NULL: no corrections */
    tw_status (*settle)(void *context, double t0, const double *y0, double t, double *y,
                        bool *changed);
    void *context;
    double rtol;        /* relative tolerance */
    const double *atol; /* [n] absolute tolerances, > 0 */
    int block; /* components per body: error = max over blocks of the block's RMS; 0: one block */
    /* raises size [n] to the magnitudes of the components of y, to which rtol is relative. NULL:
     * they are |y_i| */
    void (*sizes)(void *context, const double *y, double *size);
    /* noise [n]: the part of ydot that is rounding error, in the worst evaluation since the last
     * call; an error estimate below what it causes says nothing. NULL: unknown */
    void (*noise)(void *context, double *noise);
    /* step of the sort that `leaps` of the stepper's kind names; NULL: there is no such step */
    tw_leap_fn *leap;
    /* called before each evaluation; a result other than TW_OK ends the simulation; NULL: none */
    tw_status (*poll)(void *context);
    void *poll_context;
} tw_ode;

typedef struct tw_stepper_options {
    double step;     /* fixed-step kinds: the step (s) */
    double max_step; /* adaptive kinds: no step longer than this (s); 0: no bound */
} tw_stepper_options;

typedef struct tw_stepper_stats {
    unsigned long steps, rejected, evaluations, restarts;
    unsigned long stiff; /* steps, one after the other, as long as the method is stable */
} tw_stepper_stats;

enum { TW_STEPPER_MARK = 4 };

/* description for users: the text of its help */
typedef struct tw_stepper_about {
    const char *order;    /* order of the error, drift of the energy */
    const char *use;      /* motions and purposes for which it is the right choice */
    const char *limits;   /* motions that it refuses, divides or follows badly */
    const char *contacts; /* treatment of contacts and of joints at their limits */
    const char *fields;   /* fields of tw.scene that it reads: "step, gradient" */
} tw_stepper_about;

typedef struct tw_stepper_kind {
    const char *name, *doc;
    tw_stepper_about about;
    bool adaptive;    /* error controlled by rtol and atol */
    bool one_step;    /* no history: a restart from the same y gives the same motion */
    bool seen_within; /* dense output is as exact as the ends of steps: none ends where one looks */
    tw_leap leaps;    /* steps by ode->leap, which must be of this sort, and not by ode->rhs */
    bool contacts;    /* leaps of this stepper handle contacts and limits themselves */

    /* `ode` is kept by reference and must outlive the stepper */
    tw_status (*create)(const tw_ode *ode, const tw_stepper_options *options, void **self);
    void (*destroy)(void *self);
    /* begins at (t, y); the first trial step is `hint` seconds where hint > 0 */
    tw_status (*start)(void *self, double t, const double *y, double hint);
    /* one accepted step, ending at *t <= limit, exactly at limit when it would come close; limit >
     * the present time. TW_UNDERFLOW when no step is short enough. */
    tw_status (*step)(void *self, double limit, double *t);
    /* y(t) for t in the last step [begin, end]; bitwise the accepted state at its end */
    tw_status (*dense)(void *self, double t, double *y);
    /* the length of the step that it would try next (s), for hints after a restart */
    double (*next_step)(const void *self);
    void (*stats)(const void *self, tw_stepper_stats *stats); /* counts since create */
    /* one_step kinds whose next steps depend on more than (t, y, next_step), as on a grid of times:
     * `mark` tells these numbers, and `start` followed by `resume` goes on with the same bits;
     * NULL: there are none */
    void (*mark)(const void *self, double mark[TW_STEPPER_MARK]);
    void (*resume)(void *self, const double mark[TW_STEPPER_MARK]);
} tw_stepper_kind;

/* all kinds, NULL at the end, in the order of their file names */
extern const tw_stepper_kind *const tw_stepper_kinds[];
/* their names, the default first, NULL at the end */
extern const char *const tw_stepper_choices[];

/* the kind called `name`, or NULL */
const tw_stepper_kind *tw_stepper_find(const char *name);

#endif
