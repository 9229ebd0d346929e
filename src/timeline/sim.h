/*
 * A simulation: a world, its engine (tw_dynamics, which computes forces and accelerations), its
 * stepper and its timeline.
 *
 * Time advances in accepted steps; events run between steps, at exact times, in the order (time,
 * registration); crossings are located on the dense output. A look is a call of a watcher, which
 * makes frames or records, at a given time; also inside a step, which it does not change.
 */
#ifndef TW_TIMELINE_SIM_H
#define TW_TIMELINE_SIM_H

#include "base/poll.h"
#include "dynamics/contact/contact.h"
#include "dynamics/dynamics.h"
#include "model/world.h"

typedef struct tw_sim tw_sim;

tw_status tw_sim_create(tw_world *world,
                        tw_sim **sim); /* *sim: simulates `world`, which must outlive it */
void tw_sim_destroy(tw_sim *sim);
tw_world *tw_sim_world(tw_sim *sim);

/* simulates to time t, s, which must not be before the present time, and runs every event with time
 * <= t */
tw_status tw_sim_advance(tw_sim *sim, double t);

/* *dynamics: the engine of the whole world, after an evaluation at the present state, so that
 * forces can be read */
tw_status tw_sim_pass(tw_sim *sim, tw_dynamics **dynamics);

/* *dynamics: the engine of the whole world, not evaluated, with the constraints that would act if
 * motion began now; limits of joints that are exceeded are among them (dynamics/limit.h) */
tw_status tw_sim_engine(tw_sim *sim, tw_dynamics **dynamics);

/* the engine of the whole world, as it is, without evaluation or update */
tw_dynamics *tw_sim_dynamics(tw_sim *sim);

/* sets the receiver of notices, each of which is given once per simulation: bodies that begin
 * inside each other (inside.c), constraints that contradict each other (analysis/conflict.h),
 * strained poses, slow steppers, stiff problems (hints.c). NULL: no receiver */
void tw_sim_on_notice(tw_sim *sim, void (*notice)(void *context, const char *text), void *context);

/* sets the receiver of conflicts, which is used if there is no receiver of notices. It gets
 * constraints that can never all hold as soon as they exist, and later ones if they concern other
 * constraints. NULL: no receiver */
void tw_sim_on_conflict(tw_sim *sim, void (*conflict)(void *context, const char *text),
                        void *context);

/* silent: true: motions are only tried, as in a search, so contradicting constraints are not
 * reported; false, as at first: they are */
void tw_sim_silence(tw_sim *sim, bool silent);

/* ends the film at time t, s: no frame is drawn and no look is made after it */
void tw_sim_finish(tw_sim *sim, double t);

/* poll is asked at every step and evaluation; if it fails, the simulation ends with its status
 * (Ctrl-C, time limit) */
void tw_sim_poll(tw_sim *sim, tw_poll poll);

/* Function that is called for a look. tw_sim_watch calls it at times t = t0 + k/fps, k = 0 ..
 * count-1 (count < 0: without end), after the events of that time, while the world shows its state
 * at t; it must not change the world. *id: handle of the watch */
typedef tw_status (*tw_look_fn)(void *context, int k, double t);
tw_status tw_sim_watch(tw_sim *sim, double t0, double fps, int count, tw_look_fn look,
                       void *context, tw_id *id);
/* calls `look` at t0, t0 + dt, t0 + 2 dt, ... without end, for records; *id: handle of the watch */
tw_status tw_sim_watch_every(tw_sim *sim, double t0, double dt, tw_look_fn look, void *context,
                             tw_id *id);
/* Calls `look` at the times that `next` returns, which must not decrease; INFINITY: no look is
 * planned for now. Inside a step the deviations of constraints are only as exact as the dense
 * output. *id: handle of the watch */
tw_status tw_sim_watch_times(tw_sim *sim, double (*next)(void *context), tw_look_fn look,
                             void *context, tw_id *id);
/* tw_sim_watch_times for frames: deviations of constraints are corrected to the law of their decay,
 * inside a step as well, and no look is made after the film's end (tw_sim_finish) */
tw_status tw_sim_watch_frames(tw_sim *sim, double (*next)(void *context), tw_look_fn look,
                              void *context, tw_id *id);
void tw_sim_unwatch(tw_sim *sim, tw_id id);
/* Makes the looks planned up to time t, s, although the film has ended: the simulation goes on
 * without events, and is afterwards restored to the present state. Not to be called while the
 * simulation advances. */
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

/* result of an evaluation of the function of a WHEN event */
typedef struct tw_probe {
    bool is_boolean;
    bool gone;    /* true: objects that the function needs were removed, so the event is over */
    double value; /* value of the function; of a condition 0 (false) or 1 (true) */
} tw_probe;

typedef struct tw_event {
    tw_event_kind kind;
    /* time, s. AT: of the event; EVERY, DURING: of the first firing; WHEN: before which it cannot
     * fire; CONTACT: of registration */
    double from;
    /* time, s. EVERY: after which it does not fire; INFINITY: it never ends. DURING: of the last
     * firing, finite */
    double to;
    double period; /* EVERY, DURING: time between firings, s; for DURING 1 / rate */
    tw_crossing direction;
    /* WHEN, CONTACT: number of firings after which the event is over; INFINITY: never */
    double times;
    tw_side a, b; /* CONTACT: who */
    /* called between steps when the event fires, and may change anything; u: of DURING the share (t
     * - from)/(to - from) of its time, otherwise 0 */
    tw_status (*run)(void *context, double t, double u);
    /* WHEN: sets *probe to the value of the function at t; must not change anything */
    tw_status (*probe)(void *context, double t, tw_probe *probe);
    /* CONTACT: called in place of `run` when a pair begins to touch */
    tw_status (*meet)(void *context, double t, const tw_contact_reading *met);
    void *context;
    /* called once when the event is over and no save needs it, to release `context`; NULL: there is
     * nothing to release */
    void (*release)(void *context);
    const char *file; /* script and line that registered the event; the name is copied */
    int line;
} tw_event;

/* registers a copy of an event. TW_ARGUMENT: `from` of an AT, EVERY or DURING event is in the past,
 * or period or `to` is not valid. *id: handle of the event for the functions below */
tw_status tw_sim_event(tw_sim *sim, const tw_event *event, tw_id *id);
void tw_sim_cancel(tw_sim *sim, tw_id id); /* does nothing if the id is stale */

/* report of an event that is about to run, or of two bodies that begin to touch */
typedef struct tw_happening {
    tw_event_kind kind;
    double time; /* s */
    /* script and line that registered the event; NULL: unknown, or it is a CONTACT */
    const char *file;
    int line;
    const tw_body *a, *b;          /* CONTACT: the two bodies; b NULL: the ground */
    const tw_contact_reading *met; /* CONTACT */
} tw_happening;

/* Receiver of happenings, called before each firing of an event other than CONTACT, and for each
 * pair of bodies that begins to touch; pairs that touch when contacts are first read do not count
 * as beginning. It must not change the simulation. NULL: none */
typedef tw_status (*tw_happened_fn)(void *context, const tw_happening *happening);
void tw_sim_on_happening(tw_sim *sim, tw_happened_fn happened, void *context);

typedef struct tw_event_state {
    bool done; /* true: the event is over, or was cancelled */
    bool fired;
    /* time of the next firing, if one is planned; otherwise of the last firing; NAN: neither
     * exists, s */
    double time;
    tw_event_kind kind;
    const char *file;
    int line;
} tw_event_state;

tw_status tw_sim_event_state(const tw_sim *sim, tw_id id, tw_event_state *state);
/* member `context` of the event; NULL: the event is over, or the id is stale */
void *tw_sim_event_context(const tw_sim *sim, tw_id id);
/* *state: that of the i-th event in the order of registration, i from 0, finished ones included;
 * false: there are not so many events */
bool tw_sim_event_list(const tw_sim *sim, size_t i, tw_event_state *state);

/* ---- where motion was not smooth ------------------------------------------------------------ */

/* a time (from == to), or an interval from .. to, s, at which motion is not smooth: an event
 * changed something, bodies met, contacts were held, or the stepper does not control its error */
typedef struct tw_rough {
    double from, to; /* s */
} tw_rough;

/* begins to record the times at which motion is not smooth */
void tw_sim_rough_begin(tw_sim *sim);
void tw_sim_rough_end(tw_sim *sim); /* ends recording, and discards the record */
/* the recorded times and intervals [*count], sorted by time; valid until the simulation advances */
const tw_rough *tw_sim_rough(const tw_sim *sim, size_t *count);

/* ---- saves: going back in time -------------------------------------------------------------- */

typedef struct tw_sim_save tw_sim_save;

/* *save: copy of the simulation's state: world (model/copy.h), events with their times and counts,
 * progress of the watches, and states of the steppers; to be freed by tw_sim_save_free. Fails while
 * a function runs that must not change anything. */
tw_status tw_sim_save_create(tw_sim *sim, tw_sim_save **save);
void tw_sim_save_free(
    tw_sim_save *save); /* frees a save; also allowed after the simulation has ended */
/* Takes the simulation back to the save; a failure changes nothing. One-step steppers then repeat
 * their motion bit by bit; Adams and BDF, which have a memory of several steps, restart. Events
 * registered since the save are removed, and their ids are stale; watches registered since the save
 * begin again, with their first look that is not before the restored time. Not to be called while
 * the simulation advances. */
tw_status tw_sim_restore(tw_sim *sim, const tw_sim_save *save);

/* ---- counts ------------------------------------------------------------------------------- */

typedef struct tw_sim_stats {
    unsigned long steps, rejected, evaluations, restarts, events;
    unsigned long coarse; /* number of steps made by `timestep` although another stepper was chosen
                             (touch.c) */
    double seconds;       /* wall-clock time inside tw_sim_advance */
} tw_sim_stats;

/* name of the stepper that is in use: the chosen one, or "timestep" if it makes the steps of all
 * moving bodies at present */
const char *tw_sim_stepper(const tw_sim *sim);
void tw_sim_statistics(const tw_sim *sim, tw_sim_stats *stats);
/* *stats: sums over all engines; the number of contacts is that of the last steps of `timestep` */
void tw_sim_contact_statistics(const tw_sim *sim, tw_contact_stats *stats);
void tw_sim_solve_statistics(const tw_sim *sim, tw_solve_stats *stats);

#endif
