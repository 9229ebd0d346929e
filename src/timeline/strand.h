/*
 * A strand is a set of bodies that advance together, by a stepper and an engine of their own.
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

/* what a stepper needs to resume after a restore, which repeats the step in which the saved time
 * lies */
typedef struct tw_resume {
    bool pending;
    /* not pending, because the stepper restarts (something has changed), but its memory is
     * restored */
    bool warm;
    int n;
    const tw_stepper_kind *kind;
    double begin, hint, limit,
        /* begin and end of the step, lengths of its hint and limit, s; end == begin: the saved time
         * is the beginning of a step */
        end;
    double mark[TW_STEPPER_MARK];
    TW_ARRAY(double) y; /* [n] state at the beginning of the step */
} tw_resume;

typedef enum tw_role { TW_STRAND_QUIET, TW_STRAND_LOOSE, TW_STRAND_HELD, TW_STRAND_COARSE } tw_role;

typedef struct tw_strand {
    tw_role role;
    tw_marks member;       /* [bodies] 1: the strand's bodies, and all fixed and driven bodies */
    int first;             /* index of the first free body of the strand; -1: it has none */
    tw_dynamics *dynamics; /* engine of the strand: its own, or the simulation's */
    bool owns;             /* does the strand own its engine? */
    /* the strand must be divided again and restart: its bodies have met others, its state has
     * jumped, or it gives up */
    bool anew;

    /* stepper of the strand. Its last step is [step_begin, end]; only the part up to `until`
     * counts */
    const tw_stepper_kind *kind; /* NULL: none yet */
    void *stepper;
    tw_ode ode;
    tw_stepper_options options;
    tw_stepper_stats seen; /* counts of the stepper that sim->stats contains already */
    /* [n] y: present state; from: state at the beginning of the last step */
    TW_ARRAY(double) y, from;
    TW_ARRAY(double) tolerance; /* [n] */
    int n;
    double end, until, hint; /* s */
    double step_begin, step_limit, step_hint, step_mark[TW_STEPPER_MARK];
    tw_resume resume;

    bool stops;          /* at `until` a contact stops slipping */
    bool comes_in;       /* at `end` a held contact closes fast, as in an impact */
    tw_body_pace before; /* greatest cost levels of the strand's bodies before the last step */
    /* steps have become too expensive: from `until` on the bodies move by steps of `timestep` */
    bool gives_up;
    /* counts at the last step's beginning: the contact solver's iterations, yields and failures;
     * evaluations */
    unsigned long sweeps_before, yields_before, unsolved_before, evaluations_before;
} tw_strand;

/* *strand: of the bodies marked in member [bodies], without a stepper. own: with an engine of its
 * own; false: with the simulation's */
tw_status tw_strand_make(tw_sim *s, tw_role role, const unsigned char *member, size_t bodies,
                         bool own, tw_strand **strand);
/* frees a strand; if it owns its engine, the latter's contact memory is first copied to the
 * simulation's */
void tw_strand_free(tw_sim *s, tw_strand *g);

/* makes a stepper for the strand's bodies, which is not started; none if the strand has no free
 * body */
tw_status tw_strand_open(tw_sim *s, tw_strand *g);
void tw_strand_drop_stepper(tw_sim *s, tw_strand *g);
/* starts the strand's stepper at the world's present state */
tw_status tw_strand_start(tw_sim *s, tw_strand *g);
/* starts the strand's stepper at its saved state g->resume, which the world's positions and
 * velocities do not determine to the last bit */
tw_status tw_strand_resume(tw_sim *s, tw_strand *g);
/* makes one step of the strand that ends at or before `limit`, s */
tw_status tw_strand_step(tw_sim *s, tw_strand *g, double limit);
/* g->y: state of the strand at t, inside the last step; shown: deviations of constraints are
 * corrected to their law */
tw_status tw_strand_look(tw_strand *g, double t, bool shown);
/* stores the strand's state at t in the world, whose time becomes t; bodies of other strands are
 * unchanged */
tw_status tw_strand_view(tw_sim *s, tw_strand *g, double t);
/* adds the counts of the strand's stepper since the last call to s->stats */
void tw_strand_count(tw_sim *s, tw_strand *g);

#endif
