/* Private header of the timeline: a simulation and the functions that its files share. */
#ifndef TW_TIMELINE_SIM_INTERNAL_H
#define TW_TIMELINE_SIM_INTERNAL_H

#include "dynamics/rhs.h"
#include "steppers/stepper.h"
#include "timeline/sim.h"
#include "timeline/strand.h"

/* the part of an event that changes with time; a save keeps a copy */
typedef struct tw_plan {
    bool done, fired;
    /* AT, EVERY, DURING: time of the next firing; WHEN: time from which on its function is looked
     * at */
    double next;
    long count; /* firings so far */
    bool due;   /* WHEN: the event must fire at the present time */
    bool known; /* WHEN: `value` is known */
    /* WHEN: side of the number at the last look (-1, 1), or value of the boolean (0, 1) */
    double value;
    double far;  /* WHEN: greatest magnitude of the number since the event fired last */
    bool zero;   /* WHEN: the number was exactly 0 at the last look */
    double root; /* WHEN: time of the crossing located last, s */
    bool leaps;  /* WHEN: at `root` the number jumps over 0 */
    bool jumped; /* WHEN: when the event fired last, the number had jumped over 0 */
    double last; /* time at which the event fired last */
    size_t seen; /* CONTACT: number of meetings in tw_sim.begun that the event has seen */
} tw_plan;

/* a registered event; once over, it stays for scene:events() and for the saves that refer to it */
typedef struct tw_planned {
    tw_event e;
    tw_plan plan;
    uint32_t serial; /* order of registration; a number is never used again */
    size_t place;    /* index in its queue */
    bool listed;     /* is the event in tw_sim.event? A restore may have removed it */
    long saves;      /* number of saves that refer to the event */
    /* number of saves in which the event is not over, so that its context must be kept */
    long needed;
} tw_planned;

/* two bodies that touch */
typedef struct tw_meeting {
    tw_id a, b; /* b none: the ground */
    tw_contact_reading contact;
    /* the pair has been approaching since the time `since`, s, and was not reported yet */
    bool comes_in;
    double since;
} tw_meeting;

typedef TW_ARRAY(tw_meeting) tw_meetings;

/* value and slope at one time of the function of a WHEN event */
typedef struct tw_sight {
    tw_probe probe;
    double slope; /* difference quotient over a short time within the step, 1/s; 0 for a boolean */
} tw_sight;

/* A list of events. `queue` and `waiting` are kept as binary heaps: the earliest event, of several
 * the first registered, is at index 0. The other lists are in order of registration */
typedef TW_ARRAY(tw_planned *) tw_event_queue;

typedef struct tw_watch {
    tw_id id;
    double t0, rate, dt; /* looks are made at t0 + k / rate, or, if dt > 0, at t0 + k dt */
    int count, k;        /* number of looks, < 0: without end; number k of the next one */
    /* returns the time of the next look; NULL: t0, rate and dt determine it */
    double (*next)(void *);
    /* with `next`: the looks are frames of a film, which end with it and show corrected
     * deviations */
    bool frames;
    tw_look_fn look;
    void *context;
} tw_watch;

typedef TW_ARRAY(tw_strand *) tw_strands;

/* velocity of a body */
typedef struct tw_velocity {
    vec3 v, omega;
} tw_velocity;

/* division of the world's bodies into strands (strands.c) */
typedef struct tw_division {
    TW_ARRAY(int)
    /* [bodies] first body of the component that constraints and forces tie together; -1: the body
     * is fixed or driven */
    root;
    /* [bodies] first body of the component that held contacts tie together as well */
    TW_ARRAY(int) group;
    TW_ARRAY(int) strand; /* [bodies] index of the new strand that the body belongs to */
    TW_ARRAY(int) count; /* [bodies] number of held contacts of a group, stored at its first body */
    TW_ARRAY(bool) meets; /* [bodies] valid at a root: may bodies of its component meet others? */
    /* [bodies] affected: bodies of strands that are to be divided; mark: scratch */
    tw_marks affected, mark;
} tw_division;

struct tw_sim {
    tw_world *world;
    tw_dynamics *dynamics;

    /* the strands (strands.c); world->time lies inside the last step of each, or at its end */
    tw_strands strand;
    tw_division division;
    bool regroup; /* some strands are `anew` */
    /* the state that the world shows, laid out as the engine `dynamics` has it */
    TW_ARRAY(double) y;
    TW_ARRAY(tw_velocity) velocity; /* [bodies] scratch of touch.c: velocities before an impact */
    double end;           /* earliest `until` of all strands, s: how far the world may advance */
    bool running_stepper; /* the strands' steppers are running and agree with the world */
    unsigned long seen_topology, seen_state, seen_fields;
    double hint;   /* length of the first step of strands that have no hint of their own, s */
    bool resuming; /* after a restore: the strands' steppers must resume their steps */

    /* next time at which a function of time in a field may jump; valid if break_known */
    double next_break;
    unsigned long break_fields, break_topology;
    bool break_known;

    TW_ARRAY(tw_planned *) event; /* all registered events, in order of registration */
    tw_event_queue queue;         /* AT, EVERY and DURING events that are planned */
    /* WHEN events whose functions are not looked at yet: their `from` has not come */
    tw_event_queue waiting;
    /* WHEN events whose functions are looked at, in order of registration; finished ones may be
     * among them */
    tw_event_queue looking;
    size_t looking_done; /* number of finished events in `looking` */
    TW_ARRAY(tw_sight)
    /* [looking] values of the functions at the beginning, and the end, of a sample interval */
    sight[2];
    tw_event_queue meeting; /* CONTACT events, in order of registration */
    tw_meetings touching;   /* pairs that touched at the last look, in the order of their bodies */
    tw_meetings touching_next; /* scratch */
    tw_meetings begun; /* meetings that were found and that not all CONTACT events have seen */
    bool touching_known;
    size_t due_from; /* events in `looking` before this index are not due */
    uint32_t event_serial;
    struct tw_sim_save *saves; /* all that live */
    TW_ARRAY(tw_watch) watch;
    uint32_t watch_serial;
    bool advancing;
    double advance_began; /* reading of the monotonic clock when tw_sim_advance began, s */
    double finish;
    bool quiet;    /* events do not happen */
    bool stopping; /* a look has asked for the motion to stop at its time */
    tw_status (*poll)(void *);
    void *poll_context;
    void (*notice)(void *, const char *);
    void *notice_context;
    void (*conflict)(void *, const char *); /* NULL: there is none */
    void *conflict_context;
    char *told;  /* text of the conflict that was reported last; NULL: none was */
    bool silent; /* motions are only tried, so conflicts are not reported */
    tw_happened_fn happened;
    void *happened_context;
    /* bodies that begin inside each other were reported, or there are none (inside.c) */
    bool inside_told;
    /* noticed: a contradiction was reported; notice_asked: static assembly was tried once, and
     * could meet all constraints */
    bool noticed, notice_asked;
    /* time since which constraints at rest are not met, NAN: they are met; time of the next look at
     * them, s */
    double rest_since, next_notice;
    /* solver iterations that held contacts have taken, and that `timestep` would have taken */
    double held_work, step_work;
    bool toil_told;   /* hints.c has reported a stepper that is slow over held contacts */
    bool stiff_told;  /* hints.c has reported steps that are short for stability only */
    bool strain_told; /* hints.c has reported a force out of proportion */
    double still_since,
        /* time since which the scene is at rest, NAN: it is not; time of the next look at forces,
         * s */
        next_strain;
    /* text of the contradiction that an early look found, for the objects of that time; NULL:
     * none */
    char *contradiction;
    unsigned long contradiction_topology;
    /* world->topology for which an early look was made (contradiction.c) */
    unsigned long early_topology;
    /* time of the next early look; interval until the one after it, s */
    double next_early, early_wait;
    TW_ARRAY(tw_rough) rough; /* rough.c */
    bool rough_wanted;
    tw_sim_stats stats;
    tw_contact_stats retired; /* sum of the counts of engines that were freed */
    tw_solve_stats retired_solves;
};

/* events.c */
/* time of the next planned event, s; INFINITY: none is planned */
double tw_events_next(const tw_sim *s);
tw_status tw_events_run(tw_sim *s); /* runs all events that are due at the present time */
void tw_events_finish(tw_sim *s, tw_planned *p); /* ends an event */
tw_planned *tw_events_get(const tw_sim *s, tw_id id);
/* moves WHEN events whose `from` has come from `waiting` to `looking` */
void tw_events_wake(tw_sim *s);
/* puts every event of tw_sim.event into the queue to which its plan belongs; memory must be
 * reserved */
void tw_events_plan_all(tw_sim *s);
/* releases the event's context if no save needs it, and frees the event if nothing refers to it */
void tw_planned_let_go(tw_planned *p);
bool tw_planned_over(const tw_planned *p);

/* crossings.c */
bool tw_crossings_wanted(const tw_sim *s);
/* *t: first crossing of a WHEN event in (from, to], inside the last step; `to` if there is none */
tw_status tw_crossings_locate(tw_sim *s, double from, double to, double *t);
/* Compares the functions of WHEN events with the world's present state, and marks events as due.
 * after_events: events may have made the state jump, which is no crossing of a number; a boolean
 * that has become true fires all the same */
tw_status tw_crossings_arrive(tw_sim *s, bool after_events);

/* watch.c */
/* Makes the looks due before `to`, inside the step of which motion up to `from` is done; looks due
 * before `from` by rounding are made at `from`. The world may show another time afterwards */
tw_status tw_watch_inside(tw_sim *s, double from, double to);
/* makes the looks that are due at the present time */
tw_status tw_watch_now(tw_sim *s);

/* inside.c: reports bodies that begin inside each other, once */
tw_status tw_inside_notice(tw_sim *s);

/* contradiction.c */
/* reports constraints that cannot all hold, once; from: time at which the step began */
tw_status tw_contradiction_look(tw_sim *s, double from);
/* adds to the message of a failed status that constraints cannot all hold, if that is so; returns
 * `status` */
tw_status tw_contradiction_blame(tw_sim *s, tw_status status);

/* hints.c: reports a force out of proportion at rest, a slow stepper and a stiff problem, once
 * each */
tw_status tw_hints_look(tw_sim *s);

/* touch.c */
bool tw_touch_is_auto(const tw_sim *s);
/* does the scene's stepper locate impacts in time, and hold lasting contacts? */
bool tw_touch_acts(const tw_sim *s);
/* TW_ARGUMENT if the world has contacts, and this kind of stepper can neither locate nor resolve
 * them */
tw_status tw_touch_check(const tw_sim *s, const tw_stepper_kind *kind);
/* tw_touch_begin_step, tw_touch_follow: to be called before, and after, each step of a strand; the
 * latter follows held contacts, which may last, begin to slip, or part, and counts costs */
void tw_touch_begin_step(tw_sim *s, tw_strand *g);
tw_status tw_touch_follow(tw_sim *s, tw_strand *g);
/* stores the cost levels of steps with held contacts in all free bodies of a strand; a body's count
 * of impacts is unchanged */
void tw_touch_put_levels(const tw_sim *s, const tw_strand *g, const tw_body_pace *levels);
/* lets the bodies of a strand with held contacts move by steps of `timestep` from now on; false: it
 * has no held contacts */
bool tw_touch_give_up(tw_sim *s, tw_strand *g);
/* *t: first time in (from, to] at which bodies meet, and *met true; or `to`, and *met false */
tw_status tw_touch_locate(tw_sim *s, double from, double to, double *t, bool *met);
/* treats contacts at the end of a piece of motion; met: bodies have met there */
tw_status tw_touch_arrive(tw_sim *s, bool met);

/* strand.c */
/* adds the counts of the strand's stepper since the last tw_strand_count to *total */
void tw_strand_add(const tw_strand *g, tw_sim_stats *total);

/* strands.c */
/* reserves memory in a division for this many bodies */
tw_status tw_division_reserve(tw_division *division, size_t bodies);
/* divides the world at its present state into strands and starts the new ones. all: everything;
 * false: only strands marked `anew` */
tw_status tw_strands_begin(tw_sim *s, bool all);
/* solves impacts among the bodies in s->division.affected, except those that move by steps of
 * `timestep`; *stuck: impulses could not keep some bodies from approaching */
tw_status tw_strands_impact(tw_sim *s, bool *stuck);
/* sets s->division.affected to the free bodies of strands marked `anew`; all: to all free bodies */
void tw_strands_know_affected(tw_sim *s, bool all);
/* lets components whose bodies impulses could not keep from approaching move by steps of `timestep`
 * from now on */
void tw_strands_leave_stuck(tw_sim *s);
/* lets components that have a body with one of the bits `which` in mark [bodies] move by steps of
 * `timestep` from now on */
void tw_strands_make_coarse(tw_sim *s, const unsigned char *mark, unsigned char which);
/* copies the strands' held contacts and contact memory to the engine of the whole world */
tw_status tw_strands_share(tw_sim *s);
/* engine that has the contact memory of the last step of `timestep` */
tw_dynamics *tw_strands_keeper(const tw_sim *s);
/* s->y: state at t, composed of the strands' states; shown: deviations of constraints are corrected
 * to their law */
tw_status tw_strands_look(tw_sim *s, double t, bool shown);
void tw_strands_free(tw_sim *s);

/* meet.c */
/* finds touching pairs, and reports those that did not touch before; does nothing if nobody wants
 * to know */
tw_status tw_meet_look(tw_sim *s);
/* the first CONTACT event that has not seen all meetings; NULL: all have */
tw_planned *tw_meet_due(tw_sim *s);
/* *contact: next meeting for the event, which then counts as seen; false: there is none left */
bool tw_meet_take(tw_sim *s, tw_planned *p, tw_contact_reading *contact);
tw_status tw_meetings_copy(const tw_meetings *from, tw_meetings *to);

/* advance.c */
/* sets the world to the state at time t, inside the last step */
tw_status tw_sim_view(tw_sim *s, double t);
/* tw_sim_view with deviations of constraints corrected to their law, since dense output gives them
 * only as exactly as the motion */
tw_status tw_sim_show(tw_sim *s, double t);
/* do the steppers agree with the world's present state, so that they need not restart? */
bool tw_sim_runs_on(const tw_sim *s);
/* notes that the steppers agree with the world's present objects, state and fields */
void tw_sim_seen(tw_sim *s);

/* rough.c: times at which motion is not smooth; recorded after tw_sim_rough_begin */
/* sum of the counters of changes of the world, for tw_rough_changed */
unsigned long tw_rough_counts(const tw_sim *s);
/* records the present time as not smooth if the counters are no longer `counts` */
tw_status tw_rough_changed(tw_sim *s, unsigned long counts);
/* records from .. to as not smooth if bodies have met at its end, or if a part of the motion has no
 * error control */
tw_status tw_rough_piece(tw_sim *s, double from, double to, bool met);

/* sim.c */
/* adds the counts of an engine that is about to be freed to s->retired */
void tw_sim_retire(tw_sim *s, const tw_dynamics *d);

/* save.c */
/* detaches all saves from the simulation, which ends */
void tw_saves_orphan(tw_sim *s);

#endif
