/* Private header of the timeline: a simulation and the functions that its files share. */
#ifndef TW_TIMELINE_SIM_INTERNAL_H
#define TW_TIMELINE_SIM_INTERNAL_H

#include "dynamics/rhs.h"
#include "steppers/stepper.h"
#include "timeline/sim.h"
#include "timeline/strand.h"

/* the part of an event that changes with time; a save has a copy of it */
typedef struct tw_plan {
    bool done, fired;
    /* time, s. AT, EVERY, DURING: of the next firing; WHEN: from which on its function is
     * evaluated */
    double next;
    long count; /* number of firings so far */
    bool due;   /* WHEN: true: the event must fire at the present time */
    bool known; /* WHEN: true: `value` is known */
    /* WHEN: at the last evaluation: side of zero of the number (-1, 1), or value of the condition
     * (0, 1) */
    double value;
    double far;  /* WHEN: greatest magnitude of the number since the last firing */
    bool zero;   /* WHEN: true: the number was exactly 0 at the last evaluation */
    double root; /* WHEN: time of the crossing located last, s */
    bool leaps;  /* WHEN: true: the number jumps over 0 at `root` */
    bool jumped; /* WHEN: true: at the last firing the number had jumped over 0 */
    double last; /* time of the last firing, s */
    size_t seen; /* CONTACT: number of meetings in tw_sim.meetings.begun that the event has seen */
} tw_plan;

/* a registered event. When it is over it is kept, for scene:events() and for the saves that refer
 * to it */
typedef struct tw_planned {
    tw_event e;
    tw_plan plan;
    uint32_t serial; /* number of the event in the order of registration; it is never used again */
    size_t place;    /* index of the event in the heap or list that has it */
    /* true: the event is in tw_sim.events.list. A restore removes events that were registered after
     * the save */
    bool listed;
    long saves; /* number of saves that refer to the event */
    /* number of saves in which the event is not yet over, so that its context must be kept */
    long needed;
} tw_planned;

/* Meeting: two bodies that touch */
typedef struct tw_meeting {
    tw_id a, b; /* ids of the bodies; b none: the ground */
    tw_contact_reading contact;
    /* true: the pair has been approaching since the time `since`, s, and was not yet reported */
    bool comes_in;
    double since;
} tw_meeting;

typedef TW_ARRAY(tw_meeting) tw_meetings;

/* value and slope, at one time, of the function of a WHEN event */
typedef struct tw_sight {
    tw_probe probe;
    /* difference quotient of the number over a short time within the step, 1/s; 0 for a
     * condition */
    double slope;
} tw_sight;

/* A list of events. tw_sim.events.queue and tw_sim.events.waiting are binary heaps: at index 0 is
 * the earliest event, and of several at that time the one registered first. The other lists are in
 * order of registration */
typedef TW_ARRAY(tw_planned *) tw_event_queue;

typedef struct tw_watch {
    tw_id id;
    double t0, rate, dt; /* times of the looks, s: t0 + k / rate, or, if dt > 0, t0 + k dt */
    int count, k; /* count: number of looks; < 0: without end. k: number of the next look, from 0 */
    /* returns the time of the next look; NULL: t0, rate and dt determine it */
    double (*next)(void *);
    /* the looks are for frames of a film: they end with the film, and deviations of constraints are
     * corrected to their law */
    bool frames;
    tw_look_fn look;
    void *context;
} tw_watch;

typedef TW_ARRAY(tw_strand *) tw_strands;

/* velocity and angular velocity of a body */
typedef struct tw_velocity {
    vec3 v, omega;
} tw_velocity;

/* division of the world's bodies into strands, computed in strands.c */
typedef struct tw_division {
    /* [bodies] index of the first body of the component, the bodies that constraints and forces tie
     * together; -1: the body is fixed or driven */
    TW_ARRAY(int) root;
    /* [bodies] index of the first body of the component if held contacts are taken as ties, too */
    TW_ARRAY(int) group;
    TW_ARRAY(int) strand; /* [bodies] index of the new strand that the body belongs to */
    /* [bodies] number of held contacts in a component, stored at its first body */
    TW_ARRAY(int) count;
    /* [bodies] at the first body of a component: true: its bodies may meet others */
    TW_ARRAY(bool) meets;
    /* [bodies] affected: bodies of strands that are to be divided; mark: scratch */
    tw_marks affected, mark;
} tw_division;

/* next time at which a function of time in a field may jump: advance.c */
typedef struct tw_sim_breaks {
    double next; /* s; valid if known */
    unsigned long fields, topology;
    bool known;
} tw_sim_breaks;

/* the registered events, by the queues they are in: events.c, crossings.c */
typedef struct tw_sim_events {
    TW_ARRAY(tw_planned *) list; /* all registered events, in order of registration */
    tw_event_queue queue;        /* AT, EVERY and DURING events that are planned */
    /* WHEN events whose functions are not evaluated yet, since their time `from` has not come */
    tw_event_queue waiting;
    /* WHEN events whose functions are evaluated, in order of registration; finished ones may still
     * be among them */
    tw_event_queue looking;
    size_t done; /* number of finished events in `looking` */
    /* [looking] values of the functions at the beginning (0) and at the end (1) of a sample
     * interval */
    TW_ARRAY(tw_sight) sight[2];
    tw_event_queue meeting; /* CONTACT events, in order of registration */
    size_t due_from;        /* no event in `looking` before this index is due */
    uint32_t serial;
} tw_sim_events;

/* pairs of bodies that touch: meet.c */
typedef struct tw_sim_meetings {
    tw_meetings touching; /* when contacts were last read, in the order of their bodies */
    tw_meetings next;     /* scratch */
    tw_meetings begun; /* meetings that were found and that some CONTACT event has not yet seen */
    bool known;        /* true: contacts have been read */
} tw_sim_meetings;

/* looks at given times: watch.c */
typedef struct tw_sim_watches {
    TW_ARRAY(tw_watch) list;
    uint32_t serial;
} tw_sim_watches;

/* the call of tw_sim_advance that runs: advance.c */
typedef struct tw_sim_advance_state {
    bool active;
    double began; /* reading of the monotonic clock when it began, s */
    double finish;
    bool quiet;    /* true: events do not run (tw_sim_look_on) */
    bool stopping; /* true: a look has called tw_sim_stop_here */
} tw_sim_advance_state;

/* functions of the user of the simulation */
typedef struct tw_sim_calls {
    tw_poll poll;
    void (*notice)(void *, const char *);
    void *notice_context;
    void (*conflict)(void *, const char *); /* receiver of conflicts; NULL: there is none */
    void *conflict_context;
    tw_happened_fn happened;
    void *happened_context;
} tw_sim_calls;

/* constraints that cannot all hold: contradiction.c */
typedef struct tw_sim_contradiction {
    char *told;   /* text of the conflict reported last; NULL: none was */
    bool silent;  /* true: motions are only tried, so conflicts are not reported */
    bool noticed; /* true: a contradiction was reported */
    bool asked;   /* true: static assembly was tried once at rest, and could meet all constraints */
    double since; /* time since which the unmet constraints have not changed, s; NAN: all are met */
    double next;  /* time of the next look at them, s */
    /* text of a contradiction that an early look found; it holds for the objects at that time
     * (topology); NULL: none */
    char *early;
    unsigned long topology;
    /* world->topology at the last early look, which is made at once if objects have changed */
    unsigned long early_topology;
    /* time of the next early look, and the time from it to the one after, s */
    double next_early, early_wait;
} tw_sim_contradiction;

/* hints, each of which is given once: hints.c */
typedef struct tw_sim_hints {
    /* number of solver iterations that held contacts have taken, and the number that `timestep`
     * would have taken */
    double held_work, step_work;
    bool toil;          /* true: a stepper that is slow over held contacts was reported */
    bool stiff;         /* true: steps that are limited by stability were reported */
    bool strain;        /* true: a force out of proportion was reported */
    double still_since; /* time since which the scene is at rest, s; NAN: it is not */
    double next_strain; /* time at which forces are next read, s */
} tw_sim_hints;

struct tw_sim {
    tw_world *world;
    tw_dynamics *dynamics;

    /* the strands (strands.c); world->time lies inside the last step of each, or at its end */
    tw_strands strand;
    tw_division division;
    bool regroup; /* true: some strands are marked `anew`, so the world must be divided again */
    /* the state that the world shows, in the order of the engine `dynamics` */
    TW_ARRAY(double) y;
    TW_ARRAY(tw_velocity) velocity; /* [bodies] scratch of touch.c: velocities before an impact */
    double end;           /* earliest `until` of all strands, s: how far the world may advance */
    bool running_stepper; /* true: the strands' steppers are started, and agree with the world */
    struct {              /* counters of the world that the strands' steppers agree with */
        unsigned long topology, state, fields;
    } seen;
    double hint;   /* length of the first step for strands without a hint of their own, s */
    bool resuming; /* true: after a restore the strands' steppers must still repeat their steps */

    tw_sim_breaks breaks;
    tw_sim_events events;
    tw_sim_meetings meetings;
    tw_sim_watches watches;
    tw_sim_advance_state advance;
    tw_sim_calls calls;
    /* true: bodies that begin inside each other were reported, or there are none (inside.c) */
    bool inside_told;
    tw_sim_contradiction contradiction;
    tw_sim_hints hints;
    struct { /* rough.c */
        TW_ARRAY(tw_rough) list;
        bool wanted;
    } rough;
    struct tw_sim_save *saves; /* all existing saves of the simulation, a linked list */
    tw_sim_stats stats;
    struct { /* sums of the counts of engines that were freed */
        tw_contact_stats contacts;
        tw_solve_stats solves;
    } retired;
};

/* events.c */
/* time of the next planned event, s; INFINITY: none is planned */
double tw_events_next(const tw_sim *s);
tw_status tw_events_run(tw_sim *s); /* runs all events that are due at the present time */
void tw_events_finish(tw_sim *s, tw_planned *p); /* ends an event, as after its last firing */
tw_planned *tw_events_get(const tw_sim *s, tw_id id);
/* moves WHEN events whose time `from` has come from `waiting` to `looking` */
void tw_events_wake(tw_sim *s);
/* puts every event of tw_sim.events.list into the queue to which its plan belongs; memory must have
 * been reserved */
void tw_events_plan_all(tw_sim *s);
/* releases the event's context if no save needs it, and frees the event if nothing refers to it */
void tw_planned_let_go(tw_planned *p);
bool tw_planned_over(const tw_planned *p);

/* crossings.c */
bool tw_crossings_wanted(const tw_sim *s);
/* *t: time of the first crossing of a WHEN event in (from, to], inside the last step; `to`, if
 * there is none */
tw_status tw_crossings_locate(tw_sim *s, double from, double to, double *t);
/* Compares the functions of WHEN events with the world's present state, and marks events as due.
 * after_events: events may have made the state jump, which is no crossing of a number; a condition
 * that has become true fires nevertheless */
tw_status tw_crossings_arrive(tw_sim *s, bool after_events);

/* watch.c */
/* the next look of the watch is its first one at or after the time t: looks due before t are left
 * out, since the world no longer shows those times */
void tw_watch_begin(tw_watch *w, double t);
/* Makes the looks due before `to` that lie inside the last step. Motion up to `from` was looked at
 * before; a look that, by rounding, is due before `from` is made at `from`. Afterwards the world
 * may show another time */
tw_status tw_watch_inside(tw_sim *s, double from, double to);
/* makes the looks that are due at the present time */
tw_status tw_watch_now(tw_sim *s);

/* reports bodies that begin inside each other, once; in inside.c */
tw_status tw_inside_notice(tw_sim *s);

/* contradiction.c */
/* reports constraints that cannot all hold, once (contradiction.c); from: time at which the last
 * step began */
tw_status tw_contradiction_look(tw_sim *s, double from);
/* after a failure of the simulation: adds to the failure's text that constraints cannot all hold,
 * if that is so; returns `status` */
tw_status tw_contradiction_blame(tw_sim *s, tw_status status);

/* reports a force out of proportion at rest, a slow stepper and a stiff problem, once each; in
 * hints.c */
tw_status tw_hints_look(tw_sim *s);

/* touch.c */
bool tw_touch_is_auto(const tw_sim *s);
/* true: the scene's stepper locates impacts in time, and holds lasting contacts */
bool tw_touch_acts(const tw_sim *s);
/* TW_ARGUMENT if the world has contacts, and this kind of stepper can neither locate nor resolve
 * them */
tw_status tw_touch_check(const tw_sim *s, const tw_stepper_kind *kind);
/* tw_touch_begin_step, tw_touch_follow: to be called before and after each step of a strand.
 * tw_touch_follow updates the held contacts, which may last, begin to slip, or separate, and counts
 * the cost of the step */
void tw_touch_begin_step(tw_sim *s, tw_strand *g);
tw_status tw_touch_follow(tw_sim *s, tw_strand *g);
/* stores the cost levels of steps with held contacts in all free bodies of a strand; a body's count
 * of impacts is unchanged */
void tw_touch_put_levels(const tw_sim *s, const tw_strand *g, const tw_body_pace *levels);
/* marks a strand with held contacts, so that its bodies move by steps of `timestep` from now on;
 * false: it has no held contacts */
bool tw_touch_give_up(tw_sim *s, tw_strand *g);
/* *t: first time in (from, to] at which bodies meet, with *met true; if there is none, `to`, with
 * *met false */
tw_status tw_touch_locate(tw_sim *s, double from, double to, double *t, bool *met);
/* treats impacts and lasting contacts at the end of a piece of motion; met: bodies have met
 * there */
tw_status tw_touch_arrive(tw_sim *s, bool met);

/* strand.c */
/* adds the counts of the strand's stepper since the last tw_strand_count to *total */
void tw_strand_add(const tw_strand *g, tw_sim_stats *total);

/* strands.c */
/* reserves memory in a division for this many bodies */
tw_status tw_division_reserve(tw_division *division, size_t bodies);
/* divides the world at its present state into strands and starts the new ones. all: divides all
 * bodies; false: only those of strands marked `anew` */
tw_status tw_strands_begin(tw_sim *s, bool all);
/* solves impacts among the bodies in s->division.affected, except those that move by steps of
 * `timestep`; *stuck: impulses could not keep some bodies from approaching */
tw_status tw_strands_impact(tw_sim *s, bool *stuck);
/* sets s->division.affected to the free bodies of strands that are marked `anew`, or, with `all`,
 * to all free bodies */
void tw_strands_know_affected(tw_sim *s, bool all);
/* lets components in which impulses could not keep bodies from approaching move by steps of
 * `timestep` from now on */
void tw_strands_leave_stuck(tw_sim *s);
/* lets components that have a body with one of the bits `which` in mark [bodies] move by steps of
 * `timestep` from now on */
void tw_strands_make_coarse(tw_sim *s, const unsigned char *mark, unsigned char which);
/* copies the held contacts and the contact memory of all strands to the engine of the whole world
 */
tw_status tw_strands_share(tw_sim *s);
/* the engine that has the contact memory of the last step of `timestep` */
tw_dynamics *tw_strands_keeper(const tw_sim *s);
/* s->y: state at t, composed of the strands' states; shown: deviations of constraints are corrected
 * to the law of their decay */
tw_status tw_strands_look(tw_sim *s, double t, bool shown);
void tw_strands_free(tw_sim *s);

/* meet.c */
/* finds the pairs of bodies that touch, and reports those that did not touch before; does nothing
 * if there is neither a CONTACT event nor a receiver of reports */
tw_status tw_meet_look(tw_sim *s);
/* the first CONTACT event that is yet to see a meeting of its bodies; NULL: there is none */
tw_planned *tw_meet_due(tw_sim *s);
/* *contact: that of the meeting which tw_meet_due has found for the event; it then counts as seen
 * by the event. false: the event has seen all meetings */
bool tw_meet_take(tw_sim *s, tw_planned *p, tw_contact_reading *contact);
tw_status tw_meetings_copy(const tw_meetings *from, tw_meetings *to);

/* advance.c */
/* sets the world to the state at time t, inside the last step of all strands */
tw_status tw_sim_view(tw_sim *s, double t);
/* like tw_sim_view, with deviations of constraints corrected to the law of their decay; dense
 * output alone gives them only as exactly as the motion */
tw_status tw_sim_show(tw_sim *s, double t);
/* true: the steppers agree with the world's present state, so they need not restart */
bool tw_sim_runs_on(const tw_sim *s);
/* records that the steppers agree with the world's present objects, state and fields */
void tw_sim_seen(tw_sim *s);

/* times at which motion is not smooth, which are recorded after tw_sim_rough_begin; in rough.c */
/* sum of the world's counters of changes, to be compared by tw_rough_changed */
unsigned long tw_rough_counts(const tw_sim *s);
/* records the present time as not smooth if the sum of the counters is no longer `counts` */
tw_status tw_rough_changed(tw_sim *s, unsigned long counts);
/* records as not smooth: the interval from .. to, if in some strand contacts are held or the
 * stepper does not control its error; otherwise, if bodies have met (met), its end alone */
tw_status tw_rough_piece(tw_sim *s, double from, double to, bool met);

/* sim.c */
/* adds the counts of an engine that is about to be freed to s->retired */
void tw_sim_retire(tw_sim *s, const tw_dynamics *d);

/* save.c */
/* detaches all saves from the simulation, which is about to end */
void tw_saves_orphan(tw_sim *s);

#endif
