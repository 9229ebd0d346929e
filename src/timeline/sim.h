/*
 * A simulation: a world, its engine, its stepper and its timeline.
 *
 * Time advances in accepted steps; events run between steps, at exact times, in the order (time,
 * registration); crossings are located on the dense output. Frames and records look at states
 * inside a step without disturbing it.
 */
#ifndef TW_TIMELINE_SIM_H
#define TW_TIMELINE_SIM_H

#include "dynamics/contact/contact.h"
#include "dynamics/dynamics.h"
#include "model/world.h"

typedef struct tw_sim tw_sim;

tw_status tw_sim_create(
    tw_world *world,
    tw_sim **sim); /* the simulation keeps a reference to `world`, which must outlive it */
void tw_sim_destroy(tw_sim *sim);
tw_world *tw_sim_world(tw_sim *sim);

/* simulates to time t (>= now), running every event with time <= t */
tw_status tw_sim_advance(tw_sim *sim, double t);

/* evaluates the engine at the present state if that was not done yet; for read-outs */
tw_status tw_sim_pass(tw_sim *sim, tw_dynamics **dynamics);

/* the engine, not evaluated, with the constraints that would act if motion began now, among them
 * the limits that joints are beyond (dynamics/limit.h) */
tw_status tw_sim_engine(tw_sim *sim, tw_dynamics **dynamics);

/* engine of the whole world, as it is: not evaluated, not updated */
tw_dynamics *tw_sim_dynamics(tw_sim *sim);

/* sets the receiver of notices, each given once per simulation: contradicting constraints
 * (analysis/conflict.h), strained poses, slow steppers (hints.c). NULL: none */
void tw_sim_on_notice(tw_sim *sim, void (*notice)(void *context, const char *text), void *context);

/* sets the receiver of conflicts, used if there is none of notices: it is told of constraints that
 * can never all hold as soon as they exist, and again when other ones conflict */
void tw_sim_on_conflict(tw_sim *sim, void (*conflict)(void *context, const char *text),
                        void *context);

/* silent: motions are only tried, as in a search, and contradicting constraints are not reported */
void tw_sim_silence(tw_sim *sim, bool silent);

/* the film ends at time t (s): no frame or look comes after it */
void tw_sim_finish(tw_sim *sim, double t);

/* poll(context) is called at every step and evaluation; a failure ends the simulation (Ctrl-C, time
 * limit) */
void tw_sim_poll(tw_sim *sim, tw_status (*poll)(void *context), void *context);

/* A look: called at t = t0 + k/fps, k = 0 .. count-1, after the events of that time, while the
 * world shows its state at t and must not be changed */
typedef tw_status (*tw_look_fn)(void *context, int k, double t);
tw_status tw_sim_watch(tw_sim *sim, double t0, double fps, int count, tw_look_fn look,
                       void *context, tw_id *id);
/* calls `look` at t0, t0 + dt, ... without end (records); *id: handle of the watch */
tw_status tw_sim_watch_every(tw_sim *sim, double t0, double dt, tw_look_fn look, void *context,
                             tw_id *id);
/* calls `look` at the times that `next` returns, each not before the last; INFINITY: none for now.
 * Inside a step, deviations of constraints are then only as exact as the motion */
tw_status tw_sim_watch_times(tw_sim *sim, double (*next)(void *context), tw_look_fn look,
                             void *context, tw_id *id);
/* tw_sim_watch_times for frames: inside a step too, deviations of constraints are corrected to the
 * decay that they should have; no looks after the film's end */
tw_status tw_sim_watch_frames(tw_sim *sim, double (*next)(void *context), tw_look_fn look,
                              void *context, tw_id *id);
void tw_sim_unwatch(tw_sim *sim, tw_id id);
/* Makes the looks that are planned up to time t although the film has ended: the simulation runs on
 * without events, and is then restored. Not while it advances. */
tw_status tw_sim_look_on(tw_sim *sim, double t);

/* To be called by a look: the motion stops at its time, tw_sim_advance returns after the looks of
 * that time, and tw_sim_stopped is true until the next tw_sim_advance. If something is changed in
 * between, the motion goes on as after an event that changes something. */
void tw_sim_stop_here(tw_sim *sim);
bool tw_sim_stopped(const tw_sim *sim);

/* ---- events ------------------------------------------------------------------------------- */

typedef enum tw_event_kind {
    TW_EVENT_AT,
    TW_EVENT_EVERY,
    TW_EVENT_DURING,
    TW_EVENT_WHEN,
    TW_EVENT_CONTACT
} tw_event_kind;

typedef enum tw_crossing { TW_BOTH, TW_UP, TW_DOWN } tw_crossing;

/* value of a `when` function at one time */
typedef struct tw_probe {
    bool is_boolean;
    bool gone;    /* objects of the event have been removed, so that it is over */
    double value; /* the number; a boolean is 0 or 1 */
} tw_probe;

typedef struct tw_event {
    tw_event_kind kind;
    double from;   /* AT: its time. EVERY, DURING: first time. WHEN: no firing before it. CONTACT:
                      time of registration */
    double to;     /* EVERY, DURING: last time; INFINITY: without end */
    double period; /* EVERY: seconds. DURING: 1/rate */
    tw_crossing direction;
    double times; /* WHEN, CONTACT: greatest number of firings; INFINITY: without end */
    tw_side a, b; /* CONTACT: who */
    /* called between steps when the event fires, and may change anything; u: for DURING (t -
     * from)/(to - from) */
    tw_status (*run)(void *context, double t, double u);
    /* WHEN: sets *probe to the function's value at t; must not change anything */
    tw_status (*probe)(void *context, double t, tw_probe *probe);
    /* CONTACT, called in place of `run`: a pair has begun to touch */
    tw_status (*meet)(void *context, double t, const tw_contact_reading *met);
    void *context;
    /* called once when the event is over; NULL: nothing to release */
    void (*release)(void *context);
    const char *file; /* script and line that registered it; the name is copied */
    int line;
} tw_event;

/* registers an event; TW_ARGUMENT if `from` of AT is in the past. *id: handle for the calls below.
 */
tw_status tw_sim_event(tw_sim *sim, const tw_event *event, tw_id *id);
void tw_sim_cancel(tw_sim *sim, tw_id id); /* stale ids are fine */

/* report of an event that is about to run, or of a pair that has begun to touch */
typedef struct tw_happening {
    tw_event_kind kind;
    double time;      /* s */
    const char *file; /* script and line that registered the event; NULL: unknown, or CONTACT */
    int line;
    const tw_body *a, *b;          /* CONTACT: the bodies; b NULL: the ground */
    const tw_contact_reading *met; /* CONTACT */
} tw_happening;

/* Receiver of every event except those of contacts, and of every pair that begins to touch (pairs
 * that touch at the start are not reported). It must not change the simulation. NULL: no
 * receiver */
typedef tw_status (*tw_happened_fn)(void *context, const tw_happening *happening);
void tw_sim_on_happening(tw_sim *sim, tw_happened_fn happened, void *context);

typedef struct tw_event_state {
    bool done; /* the event is over or cancelled */
    bool fired;
    double time; /* time of the next firing if one is planned, otherwise of the last one; NAN:
                    unknown */
    tw_event_kind kind;
    const char *file;
    int line;
} tw_event_state;

tw_status tw_sim_event_state(const tw_sim *sim, tw_id id, tw_event_state *state);
/* context of an event; NULL: the event is over, or unknown */
void *tw_sim_event_context(const tw_sim *sim, tw_id id);
/* state of the i-th of all events ever registered, in order of registration, i from 0; false: there
 * are fewer */
bool tw_sim_event_list(const tw_sim *sim, size_t i, tw_event_state *state);

/* ---- where motion was not smooth ------------------------------------------------------------ */

/* a time, or an interval, of motion that is not smooth: an event changed something, bodies met,
 * contacts were held, or the stepper controls no error */
typedef struct tw_rough {
    double from, to; /* s */
} tw_rough;

/* from now on records the times at which motion is not smooth */
void tw_sim_rough_begin(tw_sim *sim);
void tw_sim_rough_end(tw_sim *sim); /* stops recording, and discards the record */
/* the recorded times, rising; the pointer is valid until the simulation advances */
const tw_rough *tw_sim_rough(const tw_sim *sim, size_t *count);

/* ---- saves: going back in time -------------------------------------------------------------- */

typedef struct tw_sim_save tw_sim_save;

/* saves the world (model/copy.h), the events with their times and counts, the progress of the looks
 * and the steppers' states. Not while a function runs that must not change anything. */
tw_status tw_sim_save_create(tw_sim *sim, tw_sim_save **save);
void tw_sim_save_free(
    tw_sim_save *save); /* frees a save; may be called after the simulation's end */
/* Restores all that was saved; on failure nothing changes. One-step steppers then repeat their
 * motion bit by bit; Adams and BDF restart. Events registered since are gone, and their ids are
 * stale; looks registered since begin again. Not while the simulation advances. */
tw_status tw_sim_restore(tw_sim *sim, const tw_sim_save *save);

/* ---- counts ------------------------------------------------------------------------------- */

typedef struct tw_sim_stats {
    unsigned long steps, rejected, evaluations, restarts, events;
    unsigned long
        coarse;     /* steps of `timestep` made although another stepper was chosen (touch.c) */
    double seconds; /* wall-clock time inside tw_sim_advance */
} tw_sim_stats;

/* name of the stepper that is in use now */
const char *tw_sim_stepper(const tw_sim *sim);
void tw_sim_statistics(const tw_sim *sim, tw_sim_stats *stats);
/* sums over all engines: contacts of the last steps of `timestep`, forces of all contacts */
void tw_sim_contact_statistics(const tw_sim *sim, tw_contact_stats *stats);
void tw_sim_solve_statistics(const tw_sim *sim, tw_solve_stats *stats);

#endif
