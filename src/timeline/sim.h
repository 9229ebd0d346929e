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

tw_status tw_sim_create(tw_world *world,
                        tw_sim **sim); /* *sim: refers to `world`, which must outlive it */
void tw_sim_destroy(tw_sim *sim);
tw_world *tw_sim_world(tw_sim *sim);

/* simulates to time t, which must not be before the present time, and runs every event with time <=
 * t */
tw_status tw_sim_advance(tw_sim *sim, double t);

/* *dynamics: the engine of the whole world, evaluated at the present state, for read-outs */
tw_status tw_sim_pass(tw_sim *sim, tw_dynamics **dynamics);

/* *dynamics: the engine of the whole world, not evaluated, with the constraints that would act if
 * motion began now; these include limits that joints are beyond (dynamics/limit.h) */
tw_status tw_sim_engine(tw_sim *sim, tw_dynamics **dynamics);

/* engine of the whole world, neither evaluated nor updated */
tw_dynamics *tw_sim_dynamics(tw_sim *sim);

/* sets the receiver of notices, each of which is given once per simulation: constraints that
 * contradict each other (analysis/conflict.h), strained poses, slow steppers (hints.c). NULL: no
 * receiver */
void tw_sim_on_notice(tw_sim *sim, void (*notice)(void *context, const char *text), void *context);

/* sets the receiver of conflicts, which serves if there is no receiver of notices: it gets
 * constraints that can never all hold as soon as they exist, and again when other ones conflict.
 * NULL: no receiver */
void tw_sim_on_conflict(tw_sim *sim, void (*conflict)(void *context, const char *text),
                        void *context);

/* silent true: motions are only tried, as in a search, so that contradicting constraints are not
 * reported; false: they are, as at first */
void tw_sim_silence(tw_sim *sim, bool silent);

/* ends the film at time t, s: no frame is drawn and no look made after it */
void tw_sim_finish(tw_sim *sim, double t);

/* poll(context) is called at every step and evaluation; if it fails, the simulation ends with its
 * status (Ctrl-C, time limit). NULL: never called */
void tw_sim_poll(tw_sim *sim, tw_status (*poll)(void *context), void *context);

/* A look. tw_sim_watch: called at t = t0 + k/fps, k = 0 .. count-1 (count < 0: without end), after
 * the events of that time, while the world shows its state at t; it must not change the world. *id:
 * handle of the watch */
typedef tw_status (*tw_look_fn)(void *context, int k, double t);
tw_status tw_sim_watch(tw_sim *sim, double t0, double fps, int count, tw_look_fn look,
                       void *context, tw_id *id);
/* calls `look` at t0, t0 + dt, t0 + 2 dt, ... without end, for records; *id: handle of the watch */
tw_status tw_sim_watch_every(tw_sim *sim, double t0, double dt, tw_look_fn look, void *context,
                             tw_id *id);
/* Calls `look` at the times that `next` returns, which must not decrease; INFINITY: none for now.
 * Inside a step, deviations of constraints are only as exact as the motion. *id: handle of the
 * watch */
tw_status tw_sim_watch_times(tw_sim *sim, double (*next)(void *context), tw_look_fn look,
                             void *context, tw_id *id);
/* tw_sim_watch_times for frames: deviations of constraints are corrected to the decay that they
 * should have, inside a step as well; no look comes after the film's end */
tw_status tw_sim_watch_frames(tw_sim *sim, double (*next)(void *context), tw_look_fn look,
                              void *context, tw_id *id);
void tw_sim_unwatch(tw_sim *sim, tw_id id);
/* Makes the looks planned up to time t after the film has ended: the simulation runs on without
 * events, and is then restored to the present. Not to be called while it advances. */
tw_status tw_sim_look_on(tw_sim *sim, double t);

/* Called by a look, stops the motion at the look's time: tw_sim_advance returns after the looks of
 * that time, and tw_sim_stopped is true until the next tw_sim_advance. If something is changed in
 * between, motion continues as after an event. */
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

/* value of the function of a WHEN event at one time */
typedef struct tw_probe {
    bool is_boolean;
    bool gone;    /* objects that the function needs were removed, so the event is over */
    double value; /* the function's number; of a boolean 0 or 1 */
} tw_probe;

typedef struct tw_event {
    tw_event_kind kind;
    /* AT: its time. EVERY, DURING: first time. WHEN: it cannot fire before. CONTACT: time of
     * registration */
    double from;
    double to;     /* EVERY, DURING: last time; INFINITY: never ends */
    double period; /* EVERY: seconds. DURING: 1/rate */
    tw_crossing direction;
    double times; /* WHEN, CONTACT: it is over after this many firings; INFINITY: never */
    tw_side a, b; /* CONTACT: who */
    /* called between steps when the event fires, and may change anything; u: for DURING (t -
     * from)/(to - from), otherwise 0 */
    tw_status (*run)(void *context, double t, double u);
    /* WHEN: sets *probe to the value of the function at t; must not change anything */
    tw_status (*probe)(void *context, double t, tw_probe *probe);
    /* CONTACT: called in place of `run` when a pair begins to touch */
    tw_status (*meet)(void *context, double t, const tw_contact_reading *met);
    void *context;
    /* called once when the event is over, to release `context`; NULL: nothing to release */
    void (*release)(void *context);
    const char *file; /* script and line that registered the event; the name is copied */
    int line;
} tw_event;

/* registers an event, which is copied; TW_ARGUMENT if `from` of an AT event is in the past. *id:
 * handle for the calls below */
tw_status tw_sim_event(tw_sim *sim, const tw_event *event, tw_id *id);
void tw_sim_cancel(tw_sim *sim, tw_id id); /* stale ids are fine */

/* report about an event that is about to run, or about two bodies that begin to touch */
typedef struct tw_happening {
    tw_event_kind kind;
    double time;      /* s */
    const char *file; /* script and line that registered the event; NULL: not known, or CONTACT */
    int line;
    const tw_body *a, *b;          /* CONTACT: the two bodies; b NULL: the ground */
    const tw_contact_reading *met; /* CONTACT */
} tw_happening;

/* Sets a receiver that is told of every event except CONTACT ones, and of every pair that begins to
 * touch (not of pairs that touch at the start). It must not change the simulation. NULL: no
 * receiver */
typedef tw_status (*tw_happened_fn)(void *context, const tw_happening *happening);
void tw_sim_on_happening(tw_sim *sim, tw_happened_fn happened, void *context);

typedef struct tw_event_state {
    bool done; /* the event is over, or was cancelled */
    bool fired;
    /* time of the next firing, if one is planned; otherwise of the last one; NAN: there is none */
    double time;
    tw_event_kind kind;
    const char *file;
    int line;
} tw_event_state;

tw_status tw_sim_event_state(const tw_sim *sim, tw_id id, tw_event_state *state);
/* `context` of an event; NULL: the event is over, or the id is stale */
void *tw_sim_event_context(const tw_sim *sim, tw_id id);
/* *state: of the i-th event ever registered, i from 0, in order of registration; false: there are
 * not so many */
bool tw_sim_event_list(const tw_sim *sim, size_t i, tw_event_state *state);

/* ---- where motion was not smooth ------------------------------------------------------------ */

/* a time (from == to) or an interval of motion that is not smooth: an event changed something,
 * bodies met, contacts were held, or the stepper controls no error */
typedef struct tw_rough {
    double from, to; /* s */
} tw_rough;

/* begins to record the times at which motion is not smooth */
void tw_sim_rough_begin(tw_sim *sim);
void tw_sim_rough_end(tw_sim *sim); /* ends recording, and discards the record */
/* the recorded times, rising, and their *count; valid until the simulation advances */
const tw_rough *tw_sim_rough(const tw_sim *sim, size_t *count);

/* ---- saves: going back in time -------------------------------------------------------------- */

typedef struct tw_sim_save tw_sim_save;

/* *save: world (model/copy.h), events with their times and counts, progress of the watches, and
 * states of the steppers; to be freed by tw_sim_save_free. Fails while a function runs that must
 * not change anything. */
tw_status tw_sim_save_create(tw_sim *sim, tw_sim_save **save);
void tw_sim_save_free(
    tw_sim_save *save); /* frees a save; also allowed after the simulation has ended */
/* Restores all that was saved; on failure nothing is changed. One-step steppers then repeat their
 * motion to the bit; Adams and BDF restart. Events registered since the save are removed, and their
 * ids are stale; watches registered since begin again. Not to be called while the simulation
 * advances. */
tw_status tw_sim_restore(tw_sim *sim, const tw_sim_save *save);

/* ---- counts ------------------------------------------------------------------------------- */

typedef struct tw_sim_stats {
    unsigned long steps, rejected, evaluations, restarts, events;
    unsigned long
        coarse;     /* steps of `timestep`, made although another stepper was chosen (touch.c) */
    double seconds; /* wall-clock time inside tw_sim_advance */
} tw_sim_stats;

/* name of the stepper that is in use at present */
const char *tw_sim_stepper(const tw_sim *sim);
void tw_sim_statistics(const tw_sim *sim, tw_sim_stats *stats);
/* *stats: of all engines together; contacts are those of the last steps of `timestep` */
void tw_sim_contact_statistics(const tw_sim *sim, tw_contact_stats *stats);
void tw_sim_solve_statistics(const tw_sim *sim, tw_solve_stats *stats);

#endif
