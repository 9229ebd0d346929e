/*
 * A strand is a set of bodies that advance together, by a stepper and an engine of their own.
 *
 * Under steppers with error control in a world of contacts, the bodies that constraints, forces
 * between bodies and lasting contacts tie together are a component. Strands are made of components,
 * and no strand influences the steps of another:
 *
 *     quiet   all components in which nothing collides: no impact ever cuts their steps
 *     loose   all other components without lasting contacts
 *     held    each component with contacts that last, error-controlled with their forces; at most
 *             MOST_HELD of these strands (strands.c), the last of which has all further components
 *     coarse  all components that go by steps of `timestep`
 *
 * A step of the simulation ends where the first of their steps ends. Where bodies of several
 * strands meet, the time is located on the dense output of all; it cuts the steps of their strands,
 * which are then divided again (strands.c). A single strand uses the simulation's own engine. There
 * is only one strand in worlds without contacts, and under all steppers without error control.
 */
#ifndef TW_TIMELINE_STRAND_H
#define TW_TIMELINE_STRAND_H

#include "dynamics/contact/contact.h"
#include "dynamics/dynamics.h"
#include "steppers/stepper.h"

typedef struct tw_sim tw_sim;

typedef TW_ARRAY(unsigned char) tw_marks;

/* what a stepper needs to repeat, after a restore, the step in which the saved time lies */
typedef struct tw_resume {
    bool pending;
    /* true: the stepper must restart at the saved time, since the scene was changed there, so that
     * no step is repeated (pending is false); it gets its memory, `mark`, back */
    bool warm;
    int n;
    const tw_stepper_kind *kind;
    double begin, hint, limit,
        /* begin and end of the step, s; hint: length proposed for the next step, s; limit: time
         * that the step was not to exceed, s; end == begin: the saved time is the beginning of a
         * step */
        end;
    double mark[TW_STEPPER_MARK];
    TW_ARRAY(double) y; /* [n] state at the beginning of the step */
} tw_resume;

typedef enum tw_role { TW_STRAND_QUIET, TW_STRAND_LOOSE, TW_STRAND_HELD, TW_STRAND_COARSE } tw_role;

typedef struct tw_strand {
    tw_role role;
    tw_marks member;       /* [bodies] 1: the body is in the strand, or it is fixed or driven */
    int first;             /* index of the first free body of the strand; -1: it has none */
    tw_dynamics *dynamics; /* engine of the strand: its own, or the simulation's */
    bool owns;             /* true: the strand owns its engine */
    /* true: the strand must be divided again, and its stepper restarted: its bodies have met
     * others, its state has jumped, or it gives up */
    bool anew;

    /* stepper of the strand. Its last step goes from step_begin to end, s; motion is used only up
     * to `until`, where the step is cut */
    const tw_stepper_kind *kind; /* NULL: the strand has no stepper yet */
    void *stepper;
    tw_ode ode;
    tw_stepper_options options;
    tw_stepper_stats seen; /* the stepper's counts that are already contained in sim->stats */
    /* [n] y: present state of the strand; from: state at the beginning of its last step */
    TW_ARRAY(double) y, from;
    TW_ARRAY(double) tolerance; /* [n] */
    int n;
    double end, until, hint; /* s */
    double step_begin, step_limit, step_hint, step_mark[TW_STEPPER_MARK];
    tw_resume resume;

    bool stops;          /* true: at the time `until` a contact stops slipping */
    bool comes_in;       /* true: at the time `end` a held contact closes as fast as in an impact */
    tw_body_pace before; /* cost levels before the last step: the greatest of the strand's bodies */
    /* true: steps have become too expensive, so that from the time `until` on the bodies move by
     * steps of `timestep` */
    bool gives_up;
    /* counts at the beginning of the last step: the contact solver's iterations (sweeps), yielding
     * constraints (yields) and failed solutions (unsolved); evaluations of the right-hand side */
    unsigned long sweeps_before, yields_before, unsolved_before, evaluations_before;
} tw_strand;

/* *strand: new strand of the bodies marked in member [bodies], without a stepper. own: true: with
 * an engine of its own; false: with the simulation's */
tw_status tw_strand_make(tw_sim *s, tw_role role, const unsigned char *member, size_t bodies,
                         bool own, tw_strand **strand);
/* frees a strand. If it owns its engine, the contact memory of that engine is first copied to the
 * simulation's */
void tw_strand_free(tw_sim *s, tw_strand *g);

/* makes a stepper for the strand's bodies, without starting it; if the strand has no free body, it
 * gets none */
tw_status tw_strand_open(tw_sim *s, tw_strand *g);
void tw_strand_drop_stepper(tw_sim *s, tw_strand *g);
/* starts the strand's stepper at the present state of the world */
tw_status tw_strand_start(tw_sim *s, tw_strand *g);
/* starts the strand's stepper at the saved state g->resume, for a step that is to be repeated bit
 * by bit; the world's positions and velocities do not have the state's last bits */
tw_status tw_strand_resume(tw_sim *s, tw_strand *g);
/* makes one step of the strand that ends at or before `limit`, s */
tw_status tw_strand_step(tw_sim *s, tw_strand *g, double limit);
/* g->y: state of the strand at t, inside the last step; shown: deviations of constraints are
 * corrected to the law of their decay */
tw_status tw_strand_look(tw_strand *g, double t, bool shown);
/* stores the strand's state at t in the world, whose time becomes t; bodies of other strands are
 * unchanged */
tw_status tw_strand_view(tw_sim *s, tw_strand *g, double t);
/* adds the counts of the strand's stepper since the last call of this function to s->stats */
void tw_strand_count(tw_sim *s, tw_strand *g);

#endif
