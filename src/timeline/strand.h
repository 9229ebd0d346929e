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

/* how a stepper resumes after a restore: it repeats the step in which the saved time lies */
typedef struct tw_resume {
    bool pending;
    bool warm; /* not pending, since something has changed and the stepper restarts: only its memory
                  is restored */
    int n;
    const tw_stepper_kind *kind;
    double begin, hint, limit,
        end; /* times and lengths, s. end == begin: the saved time is the beginning of a step */
    double mark[TW_STEPPER_MARK];
    TW_ARRAY(double) y; /* state at the step's beginning */
} tw_resume;

typedef enum tw_role { TW_STRAND_QUIET, TW_STRAND_LOOSE, TW_STRAND_HELD, TW_STRAND_COARSE } tw_role;

typedef struct tw_strand {
    tw_role role;
    tw_marks member;       /* [bodies] bodies that move with it, and all that do not move freely */
    int first;             /* index of the first member that moves freely; -1: none */
    tw_dynamics *dynamics; /* the simulation's engine, or the strand's own */
    bool owns;             /* the strand has an engine of its own */
    bool anew; /* the strand must be divided again and restarted: bodies have met, a state has
                  jumped, or it gives up */

    /* stepper of the strand, whose last step is [step_begin, end]; only the part up to `until`
     * counts */
    const tw_stepper_kind *kind; /* NULL: none yet */
    void *stepper;
    tw_ode ode;
    tw_stepper_options options;
    tw_stepper_stats seen;      /* the stepper's counts that sim->stats has already */
    TW_ARRAY(double) y, from;   /* [n] y: state; from: state where the last step began */
    TW_ARRAY(double) tolerance; /* [n] */
    int n;
    double end, until, hint; /* s */
    double step_begin, step_limit, step_hint, step_mark[TW_STEPPER_MARK];
    tw_resume resume;

    bool stops;          /* a contact stops slipping at `until` */
    bool comes_in;       /* at `end` a held contact closes fast */
    tw_body_pace before; /* greatest cost levels of its bodies, before the last step */
    bool gives_up;       /* too expensive: from `until` on its bodies move by steps of `timestep` */
    /* counts at the step's beginning: contact solver's iterations, yields and failures; evaluations
     */
    unsigned long sweeps_before, yields_before, unsolved_before, evaluations_before;
} tw_strand;

/* makes a strand of the marked members [bodies], without a stepper. own: with an engine of its own;
 * false: with the simulation's */
tw_status tw_strand_make(tw_sim *s, tw_role role, const unsigned char *member, size_t bodies,
                         bool own, tw_strand **strand);
/* frees the strand; an engine of its own first hands its contact memory to the simulation's */
void tw_strand_free(tw_sim *s, tw_strand *g);

/* makes a stepper for the strand's bodies, not started yet; none if n == 0 */
tw_status tw_strand_open(tw_sim *s, tw_strand *g);
void tw_strand_drop_stepper(tw_sim *s, tw_strand *g);
/* starts the stepper at the world's present state */
tw_status tw_strand_start(tw_sim *s, tw_strand *g);
/* starts the stepper from its saved state, since the world's positions and velocities do not give
 * that to the last bit */
tw_status tw_strand_resume(tw_sim *s, tw_strand *g);
/* takes one step that ends at or before `limit` (s) */
tw_status tw_strand_step(tw_sim *s, tw_strand *g, double limit);
/* g->y: the strand's state at t, within the last step; shown: deviations of constraints are first
 * settled to their law */
tw_status tw_strand_look(tw_strand *g, double t, bool shown);
/* writes the strand's state at t to the world, whose time becomes t; bodies of other strands stay
 */
tw_status tw_strand_view(tw_sim *s, tw_strand *g, double t);
/* adds the strand's counts since the last call to the simulation's statistics */
void tw_strand_count(tw_sim *s, tw_strand *g);

#endif
