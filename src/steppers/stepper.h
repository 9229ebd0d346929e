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

/* step functions that a problem may have itself (tw_leap_fn) */
typedef enum tw_leap {
    TW_LEAP_NONE,
    TW_LEAP_PROJECT,  /* at the step's end, positions meet the constraints */
    TW_LEAP_TIMESTEP, /* one linear solve gives the impulses of the step */
    TW_LEAP_COUNT
} tw_leap;

/* A step of the problem itself: next = y(t + h). The velocities in y are differences of positions
 * over the last `before` seconds; 0: they are those of the instant t. TW_NONFINITE: no step of this
 * length is possible, a shorter one may be. */
typedef tw_status tw_leap_fn(void *context, double t, double h, double before, const double *y,
                             double *next);

typedef struct tw_ode {
    int n; /* components */
    /* ydot = f(t, y). TW_NONFINITE: f has no value here, and an adaptive stepper tries a shorter
     * step. Any other failure ends the simulation. */
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
    int block;          /* components per body; the error is the largest RMS of a block of so many
                           components; 0: one block */
    /* raises size [n] to the magnitudes to which rtol is relative, for the state y. NULL: they are
     * |y_i| */
    void (*sizes)(void *context, const double *y, double *size);
    /* noise [n]: rounding error of ydot in the worst evaluation since the last call; smaller error
     * estimates are meaningless. NULL: unknown */
    void (*noise)(void *context, double *noise);
    /* begin true: evaluations follow at states that the motion does not reach, until a call with
     * false; failures to solve there mean nothing. NULL: no difference */
    void (*tries)(void *context, bool begin);
    /* true: f may jump while the motion is smooth, as at contacts that roll on to a bend, so that a
     * stepper may look for the place; false: what looks like a jump is a pose near which f is
     * steep, such as one where a linkage loses its rank. NULL: it may */
    bool (*jumps)(void *context);
    /* the problem's own step, of the sort `leaps` of the stepper's kind; NULL: it has none */
    tw_leap_fn *leap;
    /* called before each evaluation; a status other than TW_OK ends the simulation; NULL: none */
    tw_status (*poll)(void *context);
    void *poll_context;
} tw_ode;

typedef struct tw_stepper_options {
    double step;     /* fixed-step kinds: length of a step (s) */
    double max_step; /* adaptive kinds: length of the longest step (s); 0: no bound */
} tw_stepper_options;

typedef struct tw_stepper_stats {
    unsigned long steps, rejected, evaluations, restarts;
    unsigned long stiff; /* for `auto`: number of steps whose length was limited by stability, from
                            the 16th such step in a series on */
} tw_stepper_stats;

enum { TW_STEPPER_MARK = 4 };

/* description of a kind for users: the text of its help */
typedef struct tw_stepper_about {
    const char *order;    /* order of the error, and drift of the energy */
    const char *use;      /* motions and purposes for which it is the best choice */
    const char *limits;   /* motions that it refuses, divides into shorter steps or follows badly */
    const char *contacts; /* how it treats contacts and joints at their limits */
    const char *fields;   /* fields of tw.scene that it uses, such as "step, gradient" */
} tw_stepper_about;

typedef struct tw_stepper_kind {
    const char *name, *doc;
    tw_stepper_about about;
    bool adaptive;    /* the error is controlled by rtol and atol */
    bool one_step;    /* a step depends on its first state only: a restart from the same y gives the
                         same motion */
    bool seen_within; /* dense output is as exact as the ends of steps, so that frames and events
                         need no step to end at their time */
    tw_leap leaps;    /* steps by ode->leap, which must be of this sort, instead of ode->rhs;
                         TW_LEAP_NONE: by ode->rhs */
    bool contacts;    /* its steps handle contacts and joint limits themselves */

    /* makes a stepper *self; `ode` is kept by reference and must outlive it; options may be NULL */
    tw_status (*create)(const tw_ode *ode, const tw_stepper_options *options, void **self);
    void (*destroy)(void *self);
    /* starts at (t, y); hint > 0: length of the first step to try (s), otherwise it is estimated */
    tw_status (*start)(void *self, double t, const double *y, double hint);
    /* takes one step, to *t <= limit, and exactly to the limit if it would come close; limit must
     * be after the present time. TW_UNDERFLOW: no step is short enough. */
    tw_status (*step)(void *self, double limit, double *t);
    /* y(t) for a t in the last step [begin, end]; at the end the accepted state, bit by bit */
    tw_status (*dense)(void *self, double t, double *y);
    /* length of the next step to try (s), as the hint for `start` */
    double (*next_step)(const void *self);
    void (*stats)(const void *self, tw_stepper_stats *stats); /* counts since create */
    /* one_step kinds whose steps depend on more than (t, y, next_step), for instance on a grid of
     * times: `mark` reads these numbers; `start` and then `resume` with them continue with the same
     * bits. NULL: there are none */
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
