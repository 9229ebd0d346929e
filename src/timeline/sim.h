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

tw_status tw_sim_create(tw_world *world, tw_sim **sim); /* keeps the world by reference */
void tw_sim_destroy(tw_sim *sim);
tw_world *tw_sim_world(tw_sim *sim);

/* simulates to time t (>= now), running every event with time <= t */
tw_status tw_sim_advance(tw_sim *sim, double t);

/* the evaluation at the present state, made now if it is stale; for read-outs (dynamics/readout.h)
 */
tw_status tw_sim_pass(tw_sim *sim, tw_dynamics **dynamics);

/* the engine, not evaluated, with the constraints that there would be if motion began now: limits
 * that a joint stands beyond are among them (dynamics/limit.h) */
tw_status tw_sim_engine(tw_sim *sim, tw_dynamics **dynamics);

/* engine of the world in its present state */
tw_dynamics *tw_sim_dynamics(tw_sim *sim);

/* sets the receiver of notices, each once per simulation: constraints that contradict each other
 * (analysis/conflict.h), strained poses, slow steppers (hints.c) */
void tw_sim_on_notice(tw_sim *sim, void (*notice)(void *context, const char *text), void *context);

/* sets the receiver of conflicts if there is none of notices: it gets constraints that can never
 * all hold as soon as they exist, and again when they are other ones */
void tw_sim_on_conflict(tw_sim *sim, void (*conflict)(void *context, const char *text),
                        void *context);

/* silent: motions are only tried, as in a search, and constraints that cannot all hold are not
 * reported */
void tw_sim_silence(tw_sim *sim, bool silent);

/* ends the film: tw_sim_finished becomes true at `t` */
void tw_sim_finish(tw_sim *sim, double t);

/* called at every step and evaluation; a failure ends the simulation (Ctrl-C, time limit) */
void tw_sim_poll(tw_sim *sim, tw_status (*poll)(void *context), void *context);

/* looks: called with the world showing the state of time t, for t = t0 + k/fps, k = 0 .. count-1,
 * after the events of that time; the world is frozen meanwhile */
typedef tw_status (*tw_look_fn)(void *context, int k, double t);
tw_status tw_sim_watch(tw_sim *sim, double t0, double fps, int count, tw_look_fn look,
                       void *context, tw_id *id);
/* calls `look` every dt from t0 on, for ever (records) */
tw_status tw_sim_watch_every(tw_sim *sim, double t0, double dt, tw_look_fn look, void *context,
                             tw_id *id);
/* calls `look` at the times that `next` returns, each not before the last; INFINITY: none for now.
 * Within steps deviations are only as exact as the motion */
tw_status tw_sim_watch_times(tw_sim *sim, double (*next)(void *context), tw_look_fn look,
                             void *context, tw_id *id);
/* like tw_sim_watch_times, for frames: deviations are settled to their law, and there are no looks
 * after the film's end */
tw_status tw_sim_watch_frames(tw_sim *sim, double (*next)(void *context), tw_look_fn look,
                              void *context, tw_id *id);
void tw_sim_unwatch(tw_sim *sim, tw_id id);
/* Looks that are planned up to time t happen although the film has ended: the simulation runs on
 * without events, and all is as it was afterwards. Not while it advances. */
tw_status tw_sim_look_on(tw_sim *sim, double t);

/* Called by a look: the motion stops at its time, tw_sim_advance ends there after the looks of that
 * time, and tw_sim_stopped is true until the next one. Where nothing is changed then, it goes on as
 * after an event that changes something. */
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

/* value of a `when` function at an instant */
typedef struct tw_probe {
    bool is_boolean;
    bool gone;    /* objects of the event have been removed: it is over */
    double value; /* number, or 0 / 1 */
} tw_probe;

typedef struct tw_event {
    tw_event_kind kind;
    double from;   /* AT: its time. EVERY, DURING: first time. WHEN: ignored before. CONTACT: now */
    double to;     /* EVERY, DURING: last time (INFINITY: none) */
    double period; /* EVERY: seconds. DURING: 1/rate */
    tw_crossing direction;
    double times; /* WHEN, CONTACT: greatest number of firings (INFINITY) */
    tw_side a, b; /* CONTACT: who */
    /* runs between steps and may change anything; u: DURING (t - from)/(to - from) */
    tw_status (*run)(void *context, double t, double u);
    /* WHEN: evaluates the number; may only look */
    tw_status (*probe)(void *context, double t, tw_probe *probe);
    /* CONTACT, instead of run: a pair begins to touch */
    tw_status (*meet)(void *context, double t, const tw_contact_reading *met);
    void *context;
    /* called when the event is over; NULL: nothing to release */
    void (*release)(void *context);
    const char *file; /* script that registered it; copied */
    int line;
} tw_event;

/* registers; `from` (AT) in the past is TW_ARGUMENT. *id is a handle for the calls below. */
tw_status tw_sim_event(tw_sim *sim, const tw_event *event, tw_id *id);
void tw_sim_cancel(tw_sim *sim, tw_id id); /* stale ids are fine */

/* report of an event that is about to run, or of a pair that has begun to touch */
typedef struct tw_happening {
    tw_event_kind kind;
    double time;      /* s */
    const char *file; /* script that registered the event; NULL: unknown, or CONTACT */
    int line;
    const tw_body *a, *b;          /* CONTACT; b NULL: the ground */
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
    double time; /* time of the next firing if planned, else of the last one; NAN: unknown */
    tw_event_kind kind;
    const char *file;
    int line;
} tw_event_state;

tw_status tw_sim_event_state(const tw_sim *sim, tw_id id, tw_event_state *state);
/* context of an event; NULL: it is over, or gone */
void *tw_sim_event_context(const tw_sim *sim, tw_id id);
/* all events ever registered, in order: i from 0; false past the end */
bool tw_sim_event_list(const tw_sim *sim, size_t i, tw_event_state *state);

/* ---- where motion was not smooth ------------------------------------------------------------ */

/* a time, or an interval, of motion that is not smooth: an event changed something, bodies met,
 * contacts were held, or the stepper had no error control */
typedef struct tw_rough {
    double from, to; /* s */
} tw_rough;

/* notes rough times from now on */
void tw_sim_rough_begin(tw_sim *sim);
void tw_sim_rough_end(tw_sim *sim); /* stops recording, and discards the record */
/* the rough times, in order of time; valid until the simulation advances */
const tw_rough *tw_sim_rough(const tw_sim *sim, size_t *count);

/* ---- saves: going back in time -------------------------------------------------------------- */

typedef struct tw_sim_save tw_sim_save;

/* keeps aside the world (model/copy.h), the events with their times and counts, how far the looks
 * have come, and how the stepper goes on. Not while a function that may only look runs. */
tw_status tw_sim_save_create(tw_sim *sim, tw_sim_save **save);
void tw_sim_save_free(tw_sim_save *save); /* frees a save, also after the simulation's end */
/* All is as it was; unchanged on failure. From there on one-step steppers give the bits that they
 * gave before; Adams and BDF start anew. Events that were registered since are gone, their ids are
 * stale. Looks that were registered since begin again. Not while the simulation advances. */
tw_status tw_sim_restore(tw_sim *sim, const tw_sim_save *save);

/* ---- counts ------------------------------------------------------------------------------- */

typedef struct tw_sim_stats {
    unsigned long steps, rejected, evaluations, restarts, events;
    unsigned long coarse; /* steps of `timestep` where it was not chosen (touch.c) */
    double seconds;       /* wall-clock time inside tw_sim_advance */
} tw_sim_stats;

/* the stepper that is in charge now */
const char *tw_sim_stepper(const tw_sim *sim);
void tw_sim_statistics(const tw_sim *sim, tw_sim_stats *stats);
/* sums over all engines: contacts of the last step of `timestep`, forces of all */
void tw_sim_contact_statistics(const tw_sim *sim, tw_contact_stats *stats);
void tw_sim_solve_statistics(const tw_sim *sim, tw_solve_stats *stats);

#endif
