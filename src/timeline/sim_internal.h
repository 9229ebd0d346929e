/* The parts of a simulation, for the files of the timeline. */
#ifndef TW_TIMELINE_SIM_INTERNAL_H
#define TW_TIMELINE_SIM_INTERNAL_H

#include "dynamics/rhs.h"
#include "steppers/stepper.h"
#include "timeline/sim.h"
#include "timeline/strand.h"

/* the part of an event that changes; a save keeps a copy */
typedef struct tw_plan {
    bool done, fired;
    double next;  /* AT, EVERY, DURING: time of the next firing; WHEN: time from which on it is
                     looked at */
    long count;   /* firings so far */
    bool due;     /* WHEN: a crossing was found at the present time */
    bool known;   /* WHEN: `value` is known */
    double value; /* WHEN: last sign of a number (-1, +1), last value of a boolean (0, 1) */
    double far;   /* WHEN: greatest magnitude of the number since the last firing */
    bool zero;    /* WHEN: the number was exactly 0 at the last look */
    double root;  /* WHEN: time of the last crossing that was located, s */
    bool leaps;   /* WHEN: the number jumps over 0 at `root` */
    bool jumped;  /* WHEN: the number jumped over 0 at the last firing */
    double last;  /* time of the last firing */
    size_t seen;  /* CONTACT: how many of tw_sim.begun the event has seen */
} tw_plan;

/* a registered event; when over it is kept for scene:events() and for the saves that know it */
typedef struct tw_planned {
    tw_event e;
    tw_plan plan;
    uint32_t serial; /* order of registration; numbers are not used again */
    size_t place;    /* index in its queue */
    bool listed;     /* the event is in tw_sim.event; false: a restore has removed it */
    long saves;      /* number of saves that know the event */
    long needed;     /* number of saves in which it is not over, so that its context must stay */
} tw_planned;

/* two bodies that touch */
typedef struct tw_meeting {
    tw_id a, b; /* b none: the ground */
    tw_contact_reading contact;
    bool comes_in; /* the pair has been approaching since the time `since` (s), and its meeting is
                      not yet reported */
    double since;
} tw_meeting;

typedef TW_ARRAY(tw_meeting) tw_meetings;

/* value and slope of a `when` function at one time */
typedef struct tw_sight {
    tw_probe probe;
    double slope; /* difference quotient over a short time inside the step; 0 for a boolean */
} tw_sight;

/* a binary heap of events, the earliest (of equal ones the first registered) at the top */
typedef TW_ARRAY(tw_planned *) tw_event_queue;

typedef struct tw_watch {
    tw_id id;
    double t0, rate, dt;    /* the looks are at t0 + k / rate, or at t0 + k dt if dt > 0 */
    int count, k;           /* number of looks (< 0: without end), number of the next one */
    double (*next)(void *); /* returns the time of the next look; NULL: t0, rate and dt give it */
    bool frames;            /* with `next`: looks are those of a film, as at fixed times */
    tw_look_fn look;
    void *context;
} tw_watch;

typedef TW_ARRAY(tw_strand *) tw_strands;

/* velocity of a body */
typedef struct tw_velocity {
    vec3 v, omega;
} tw_velocity;

/* how the world is divided into strands (strands.c) */
typedef struct tw_division {
    TW_ARRAY(int)
    root; /* [bodies] first body of the component joined by constraints and forces; -1: the body
             does not move freely */
    /* [bodies] the least body of the component joined by held contacts as well */
    TW_ARRAY(int) group;
    TW_ARRAY(int) strand;    /* [bodies] number of the body's strand among the new ones */
    TW_ARRAY(int) count;     /* [bodies] number of held contacts of a group, at its least body */
    TW_ARRAY(bool) meets;    /* [bodies] at a root: some bodies of its component may meet others */
    tw_marks affected, mark; /* [bodies] bodies in strands to be divided; scratch */
} tw_division;

struct tw_sim {
    tw_world *world;
    tw_dynamics *dynamics;

    /* the strands (strands.c); the world stands at world->time, within the last step of each */
    tw_strands strand;
    tw_division division;
    bool regroup;                   /* some strands are `anew` */
    TW_ARRAY(double) y;             /* the state that the world shows, laid out as in s->dynamics */
    TW_ARRAY(tw_velocity) velocity; /* [bodies] velocities before an impact; scratch of touch.c */
    double end;                     /* earliest `until` of the strands */
    bool running_stepper;           /* the steppers of the strands run and agree with the world */
    unsigned long seen_topology, seen_state, seen_fields;
    double hint;   /* length of the first step of strands without a hint of their own, s */
    bool resuming; /* after a restore: the strands' steppers have to resume */

    /* next time at which a function of time may jump; valid while break_known */
    double next_break;
    unsigned long break_fields, break_topology;
    bool break_known;

    TW_ARRAY(tw_planned *) event; /* all events, in order of registration */
    tw_event_queue queue;         /* planned events AT, EVERY, DURING */
    tw_event_queue waiting;       /* WHEN events whose time to be looked at has not come */
    tw_event_queue looking; /* WHEN events to look at, in order of registration; also done ones */
    size_t looking_done;    /* number of events in `looking` that are done */
    TW_ARRAY(tw_sight)
    sight[2];                  /* [looking] values at the beginning and end of a sample interval */
    tw_event_queue meeting;    /* CONTACT events, in order of registration */
    tw_meetings touching;      /* pairs that touched at the last look, in the bodies' order */
    tw_meetings touching_next; /* scratch */
    tw_meetings begun;         /* meetings found so far that not all CONTACT events have seen */
    bool touching_known;
    size_t due_from; /* no event in `looking` before this index is due */
    uint32_t event_serial;
    struct tw_sim_save *saves; /* all that live */
    TW_ARRAY(tw_watch) watch;
    uint32_t watch_serial;
    bool advancing;
    double advance_began; /* world time at which tw_sim_advance began, s */
    double finish;
    bool quiet;    /* events do not happen */
    bool stopping; /* a look has asked the motion to stop at its time */
    tw_status (*poll)(void *);
    void *poll_context;
    void (*notice)(void *, const char *);
    void *notice_context;
    void (*conflict)(void *, const char *); /* NULL: there is none */
    void *conflict_context;
    char *told;  /* text of the conflict reported last; NULL: none yet */
    bool silent; /* motions are only tried: conflicts are not reported */
    tw_happened_fn happened;
    void *happened_context;
    bool inside_told;           /* bodies that begin inside each other were reported (inside.c) */
    bool noticed, notice_asked; /* noticed: a contradiction was reported; notice_asked: static
                                   assembly could meet all constraints once */
    double rest_since, next_notice; /* time since which constraints at rest are not met, NAN: they
                                       are met; time of the next look, s */
    double held_work, step_work; /* solver iterations that held contacts took, and that `timestep`
                                    would have taken */
    bool toil_told;              /* a stepper slow over held contacts was reported (hints.c) */
    bool stiff_told;  /* steps that are short only for stability were reported (hints.c) */
    bool strain_told; /* a force out of all proportion was reported (hints.c) */
    double still_since,
        next_strain;     /* beginning of rest, NAN: none; time of the next look at forces, s */
    char *contradiction; /* text of the contradiction found early, for the objects of that time;
                            NULL: none */
    unsigned long contradiction_topology;
    unsigned long early_topology;  /* world->topology of the objects that have had an early look
                                      (contradiction.c) */
    double next_early, early_wait; /* time of the next early look; interval between two, s */
    TW_ARRAY(tw_rough) rough;      /* rough.c */
    bool rough_wanted;
    tw_sim_stats stats;
    tw_contact_stats retired; /* counts of engines that were freed */
    tw_solve_stats retired_solves;
};

/* events.c */
double tw_events_next(const tw_sim *s); /* time of the next planned event, s; INFINITY: none */
tw_status tw_events_run(tw_sim *s);     /* runs all events that are due at the present time */
void tw_events_finish(tw_sim *s, tw_planned *p); /* ends an event */
tw_planned *tw_events_get(const tw_sim *s, tw_id id);
/* moves the WHEN events whose time has come from `waiting` to `looking` */
void tw_events_wake(tw_sim *s);
/* puts every listed event into the queue where its plan belongs; memory is reserved */
void tw_events_plan_all(tw_sim *s);
/* frees the event's context if no save needs it, and the event itself if nothing refers to it */
void tw_planned_let_go(tw_planned *p);
bool tw_planned_over(const tw_planned *p);

/* crossings.c */
bool tw_crossings_wanted(const tw_sim *s);
/* *t: the first crossing in (from, to] of the last step; `to` if there is none */
tw_status tw_crossings_locate(tw_sim *s, double from, double to, double *t);
/* compares the WHEN functions with the world's present state, and marks events as due.
 * after_events: the state may have jumped, which is no crossing of a number; a boolean that has
 * become true fires all the same */
tw_status tw_crossings_arrive(tw_sim *s, bool after_events);

/* watch.c */
/* makes the looks before `to` inside the step, in which motion has come to `from`; times before
 * that by rounding count as `from`. Changes the time that the world shows */
tw_status tw_watch_inside(tw_sim *s, double from, double to);
/* makes the looks of the present time */
tw_status tw_watch_now(tw_sim *s);

/* inside.c: reports once the bodies that begin inside each other */
tw_status tw_inside_notice(tw_sim *s);

/* contradiction.c */
/* reports once constraints that cannot all hold; from: time at which the step began */
tw_status tw_contradiction_look(tw_sim *s, double from);
/* adds to the message of a failure that constraints cannot all hold, if so; returns `status` */
tw_status tw_contradiction_blame(tw_sim *s, tw_status status);

/* reports once each: a force out of all proportion at rest, a slow stepper, a stiff problem
 * (hints.c) */
tw_status tw_hints_look(tw_sim *s);

/* touch.c */
bool tw_touch_is_auto(const tw_sim *s);
/* does the stepper locate contacts in time, and hold lasting ones? */
bool tw_touch_acts(const tw_sim *s);
/* TW_ARGUMENT if the world has contacts and this stepper cannot treat them */
tw_status tw_touch_check(const tw_sim *s, const tw_stepper_kind *kind);
/* called before and after each step of a strand; after it, held contacts may last, begin to slip,
 * or separate */
void tw_touch_begin_step(tw_sim *s, tw_strand *g);
tw_status tw_touch_follow(tw_sim *s, tw_strand *g);
/* writes the cost levels of steps with held contacts to all bodies of a strand; a body's count of
 * impacts stays */
void tw_touch_put_levels(const tw_sim *s, const tw_strand *g, const tw_body_pace *levels);
/* leaves a strand with held contacts to `timestep` from now on; false: it has none */
bool tw_touch_give_up(tw_sim *s, tw_strand *g);
/* *t: first time in (from, to] at which bodies meet, *met true; none: *t = to, *met false */
tw_status tw_touch_locate(tw_sim *s, double from, double to, double *t, bool *met);
/* treats the end of a piece of motion; met: bodies have met there */
tw_status tw_touch_arrive(tw_sim *s, bool met);

/* strand.c */
/* adds the strand's counts since the last tw_strand_count to `total` */
void tw_strand_add(const tw_strand *g, tw_sim_stats *total);

/* strands.c */
/* reserves memory for the division of so many bodies */
tw_status tw_division_reserve(tw_division *division, size_t bodies);
/* divides the world at its present state and starts the new strands. all: the whole world; false:
 * only strands that are `anew` */
tw_status tw_strands_begin(tw_sim *s, bool all);
/* solves impacts among the bodies in s->division.affected, except those of steps of `timestep`;
 * *stuck: impulses could not hold some bodies apart */
tw_status tw_strands_impact(tw_sim *s, bool *stuck);
/* sets s->division.affected to the members of strands that are `anew`; all: to all bodies that move
 * freely */
void tw_strands_know_affected(tw_sim *s, bool all);
/* lets components with bodies that impulses could not hold apart move by steps of `timestep` from
 * now on */
void tw_strands_leave_stuck(tw_sim *s);
/* lets components with bodies whose `mark` has the bits `which` move by steps of `timestep` from
 * now on */
void tw_strands_make_coarse(tw_sim *s, const unsigned char *mark, unsigned char which);
/* copies the strands' held contacts and contact memory to the engine of the whole world */
tw_status tw_strands_share(tw_sim *s);
/* the engine that has the contact memory of the last step of `timestep` */
tw_dynamics *tw_strands_keeper(const tw_sim *s);
/* s->y: the strands' states at t; shown: deviations of constraints are first settled to their law
 */
tw_status tw_strands_look(tw_sim *s, double t, bool shown);
void tw_strands_free(tw_sim *s);

/* meet.c */
/* looks for touching pairs and reports those that have begun to touch; does nothing without events
 * or a receiver for contacts */
tw_status tw_meet_look(tw_sim *s);
/* the first CONTACT event for which a meeting is due; NULL: none */
tw_planned *tw_meet_due(tw_sim *s);
/* *contact: the next meeting for the event, which then counts as seen; false: none is left */
bool tw_meet_take(tw_sim *s, tw_planned *p, tw_contact_reading *contact);
tw_status tw_meetings_copy(const tw_meetings *from, tw_meetings *to);

/* advance.c */
/* lets the world show its state at time t, within the last step */
tw_status tw_sim_view(tw_sim *s, double t);
/* tw_sim_view, with deviations of constraints settled to their law, since dense output gives them
 * only as exactly as the motion */
tw_status tw_sim_show(tw_sim *s, double t);
/* do the steppers agree with the world's present state, so that no restart is needed? */
bool tw_sim_runs_on(const tw_sim *s);
/* notes that the steppers know the world's present objects and fields */
void tw_sim_seen(tw_sim *s);

/* rough.c: times at which motion is not smooth, recorded if wanted */
/* sum of the counters of changes of the world, for tw_rough_changed */
unsigned long tw_rough_counts(const tw_sim *s);
/* records the present time as not smooth if the counters differ from `counts` */
tw_status tw_rough_changed(tw_sim *s, unsigned long counts);
/* records from..to as not smooth if bodies `met` at its end, or part of the motion has no error
 * control */
tw_status tw_rough_piece(tw_sim *s, double from, double to, bool met);

/* sim.c */
/* adds the counts of an engine that is being freed to s->retired */
void tw_sim_retire(tw_sim *s, const tw_dynamics *d);

/* save.c */
/* detaches all saves from a simulation that ends */
void tw_saves_orphan(tw_sim *s);

#endif
