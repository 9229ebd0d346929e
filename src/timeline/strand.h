/*
 * Strands: bodies that advance together, by one stepper and one engine of their own.
 *
 * Under steppers with error control in a world of contacts, the bodies that constraints, forces
 * between bodies and lasting contacts tie together are a component. Strands are made of components,
 * and no strand influences the steps of another:
 *
 *     quiet   all components in which nothing collides: no impact ever cuts their steps
 *     loose   all others that touch nothing lastingly
 *     held    each component with contacts that last, error-controlled with their forces
 *     coarse  all components that go by steps of `timestep`
 *
 * A step of the simulation ends where the first of their steps ends. Where bodies of several
 * strands meet, the time is located on the dense output of all; it cuts the steps of their strands,
 * which are then divided again (strands.c). Where there is one strand only it has the simulation's
 * own engine; all worlds without contacts and all other steppers have one.
 */
#ifndef TW_TIMELINE_STRAND_H
#define TW_TIMELINE_STRAND_H

#include "dynamics/contact/contact.h"
#include "dynamics/dynamics.h"
#include "steppers/stepper.h"

typedef struct tw_sim tw_sim;

typedef TW_ARRAY(unsigned char) tw_marks;

/* how the stepper resumes after a restore: it repeats the step that contains the saved time */
typedef struct tw_resume {
    bool pending;
    bool warm; /* not pending, as something has changed: only the stepper's memory is restored */
    int n;
    const tw_stepper_kind *kind;
    double begin, hint, limit, end; /* s; end == begin: the saved time is the beginning of a step */
    double mark[TW_STEPPER_MARK];
    TW_ARRAY(double) y; /* state at the step's beginning */
} tw_resume;

typedef enum tw_role { TW_STRAND_QUIET, TW_STRAND_LOOSE, TW_STRAND_HELD, TW_STRAND_COARSE } tw_role;

typedef struct tw_strand {
    tw_role role;
    tw_marks member;       /* [bodies] bodies that move with it, and all that do not move freely */
    int first;             /* first member that moves freely; -1: none */
    tw_dynamics *dynamics; /* the simulation's, or its own */
    bool owns;             /* the strand has an engine of its own */
    bool anew; /* bodies have met, a state has jumped, or it gives up: it must be divided again and
                  started */

    /* stepper of the strand, whose last step is [step_begin, end]; only the part up to `until`
     * counts */
    const tw_stepper_kind *kind; /* NULL: none yet */
    void *stepper;
    tw_ode ode;
    tw_stepper_options options;
    tw_stepper_stats seen; /* counts of the stepper that the simulation's statistics already have */
    TW_ARRAY(double) y, from;   /* [n]; from: where the last step began */
    TW_ARRAY(double) tolerance; /* [n] */
    int n;
    double end, until, hint; /* s */
    double step_begin, step_limit, step_hint, step_mark[TW_STEPPER_MARK];
    tw_resume resume;

    bool stops;          /* something stops slipping at `until` */
    bool comes_in;       /* a held contact closes fast, at `end` */
    tw_body_pace before; /* the greatest levels of its bodies, before the last step */
    bool gives_up;       /* too expensive: moves by steps of `timestep` from `until` on */
    /* counts at the step's beginning: of the contacts' solver, and evaluations */
    unsigned long sweeps_before, yields_before, unsolved_before, evaluations_before;
} tw_strand;

/* makes a strand of these members, without a stepper; own: with its own engine, else the
 * simulation's */
tw_status tw_strand_make(tw_sim *s, tw_role role, const unsigned char *member, size_t bodies,
                         bool own, tw_strand **strand);
/* frees the strand; its own engine first hands its contact memory to the simulation's */
void tw_strand_free(tw_sim *s, tw_strand *g);

/* opens a stepper for the strand's present bodies, not started; none if n == 0 */
tw_status tw_strand_open(tw_sim *s, tw_strand *g);
void tw_strand_drop_stepper(tw_sim *s, tw_strand *g);
/* starts the stepper at the world's present state */
tw_status tw_strand_start(tw_sim *s, tw_strand *g);
/* resumes from the stepper's saved state, as the world's positions and velocities do not give it to
 * the last bit */
tw_status tw_strand_resume(tw_sim *s, tw_strand *g);
/* takes one step that ends at `limit` (s) or before it */
tw_status tw_strand_step(tw_sim *s, tw_strand *g, double limit);
/* puts the strand's state at t, within the last step, into g->y; shown: deviations are first
 * settled to their law */
tw_status tw_strand_look(tw_strand *g, double t, bool shown);
/* puts the strand's state at t into the world, whose time becomes t; bodies of other strands stay
 * where they are */
tw_status tw_strand_view(tw_sim *s, tw_strand *g, double t);
/* adds the strand's counts since the last call to the simulation's statistics */
void tw_strand_count(tw_sim *s, tw_strand *g);

#endif
