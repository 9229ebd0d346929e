/* The parts of a simulation, for the files of the timeline. */
#ifndef TW_TIMELINE_SIM_INTERNAL_H
#define TW_TIMELINE_SIM_INTERNAL_H

#include "dynamics/rhs.h"
#include "steppers/stepper.h"
#include "timeline/sim.h"
#include "timeline/strand.h"

/* changing part of an event; a save keeps a copy */
typedef struct tw_plan {
    bool done, fired;
    double next;  /* AT, EVERY, DURING: time of the next firing; WHEN: when it begins to look */
    long count;   /* firings so far */
    bool due;     /* WHEN: a crossing was found at the present time */
    bool known;   /* WHEN: `value` is known */
    double value; /* WHEN: sign (-1, +1) or boolean (0, 1) before */
    double far;   /* WHEN: the greatest size of the number since the last firing */
    bool zero;    /* WHEN: the number was exactly 0 when last looked at */
    double root;  /* WHEN: time of the crossing that was located last */
    bool leaps;   /* WHEN: the number jumps over 0 at that time */
    bool jumped;  /* WHEN: the number jumped over 0 at the last firing */
    double last;  /* time of the last firing */
    size_t seen;  /* CONTACT: of tw_sim.begun */
} tw_plan;

/* one registered event; kept for scene:events() when over, and for the saves that know it */
typedef struct tw_planned {
    tw_event e;
    tw_plan plan;
    uint32_t serial; /* order of registration; never used again */
    size_t place;    /* place in its queue */
    bool listed;     /* the event is in tw_sim.event: not undone by a restore */
    long saves;      /* number of saves that know the event */
    long needed;     /* saves in which it is not over: its context must stay */
} tw_planned;

/* two bodies that touch */
typedef struct tw_meeting {
    tw_id a, b; /* b none: the ground */
    tw_contact_reading contact;
    bool comes_in; /* approaching since that time (s), and not yet reported */
    double since;
} tw_meeting;

typedef TW_ARRAY(tw_meeting) tw_meetings;

/* value of a function at a time, and its slope */
typedef struct tw_sight {
    tw_probe probe;
    double slope; /* difference quotient over a short time inside the step; of a boolean 0 */
} tw_sight;

/* a binary heap: the first is the earliest, ties by registration */
typedef TW_ARRAY(tw_planned *) tw_event_queue;

typedef struct tw_watch {
    tw_id id;
    double t0, rate, dt;    /* times t0 + k / rate, or t0 + k dt where dt > 0 */
    int count, k;           /* count < 0: for ever */
    double (*next)(void *); /* source of the next time instead; NULL: t0, rate and dt count */
    bool frames;            /* with `next`: looks count like looks at fixed times */
    tw_look_fn look;
    void *context;
} tw_watch;

typedef TW_ARRAY(tw_strand *) tw_strands;

/* velocity of a body */
typedef struct tw_velocity {
    vec3 v, omega;
} tw_velocity;

/* strands.c: how the world is divided, [bodies] each */
typedef struct tw_division {
    TW_ARRAY(int) root; /* [bodies] root of its component by constraints and forces; -1: not free */
    /* root of its component with held contacts; the least of its bodies */
    TW_ARRAY(int) group;
    TW_ARRAY(int) strand;    /* index of its strand among the new ones */
    TW_ARRAY(int) count;     /* contacts held, for each group */
    TW_ARRAY(bool) meets;    /* for each root: some of its bodies may meet others */
    tw_marks affected, mark; /* bodies in strands that are divided; scratch */
} tw_division;

struct tw_sim {
    tw_world *world;
    tw_dynamics *dynamics;

    /* strands.c; the world stands at world->time in the last step of each */
    tw_strands strand;
    tw_division division;
    bool regroup;       /* some strands are `anew` */
    TW_ARRAY(double) y; /* the state that the world shows, as the engine of all has it */
    TW_ARRAY(tw_velocity) velocity; /* touch.c: scratch, [bodies] before an impact */
    double end;                     /* earliest `until` of the strands */
    bool running_stepper; /* the strands' steppers have been started and follow the world */
    unsigned long seen_topology, seen_state, seen_fields;
    double hint;   /* s, first step of strands without a hint of their own */
    bool resuming; /* after a restore: `resume` of the strands is pending */

    /* the next time at which a function of time may jump, for the fields seen */
    double next_break;
    unsigned long break_fields, break_topology;
    bool break_known;

    TW_ARRAY(tw_planned *) event; /* all, in order of registration */
    tw_event_queue queue;         /* planned events AT, EVERY, DURING */
    tw_event_queue waiting;       /* events WHEN that are not looked at yet */
    tw_event_queue looking;       /* WHEN that look, in order of registration; may have done ones */
    size_t looking_done;          /* number of them that are certainly done */
    TW_ARRAY(tw_sight) sight[2];  /* [looking] at both ends of a sample interval */
    tw_event_queue meeting;       /* CONTACT, in order of registration */
    tw_meetings touching;         /* touching pairs at the last look, in the order of the bodies */
    tw_meetings touching_next;    /* scratch */
    tw_meetings begun;            /* meetings begun since then, at the present time */
    bool touching_known;
    size_t due_from; /* no event before that place in the queue is due */
    uint32_t event_serial;
    struct tw_sim_save *saves; /* all that live */
    TW_ARRAY(tw_watch) watch;
    uint32_t watch_serial;
    bool advancing;
    double advance_began; /* time of the clock when it began, s */
    double finish;
    bool quiet;    /* events do not happen */
    bool stopping; /* a look has asked to stop at its time */
    tw_status (*poll)(void *);
    void *poll_context;
    void (*notice)(void *, const char *);
    void *notice_context;
    void (*conflict)(void *, const char *); /* NULL: there is none */
    void *conflict_context;
    char *told;  /* constraints of the conflict reported last; NULL: none yet */
    bool silent; /* motions are only tried: conflicts are not reported */
    tw_happened_fn happened;
    void *happened_context;
    bool inside_told;               /* bodies that begin inside each other (inside.c) */
    bool noticed, notice_asked;     /* reported; static assembly found that all can hold */
    double rest_since, next_notice; /* conflict.h: when the present conflict was first seen */
    double held_work, step_work; /* iterations that held contacts took, and would by `timestep` */
    bool toil_told;              /* reported: held contacts take too many iterations (hints.c) */
    bool stiff_told;             /* reported: steps are short for stability alone */
    bool strain_told;            /* a force out of all proportion (hints.c) */
    double still_since, next_strain; /* begin of rest; time of the next look, s */
    char *contradiction; /* contradiction found early, with the objects then; NULL: none */
    unsigned long contradiction_topology;
    unsigned long early_topology;  /* contradiction.c: objects that have been looked at early */
    double next_early, early_wait; /* time of the next early look, and interval between two, s */
    TW_ARRAY(tw_rough) rough;      /* rough.c */
    bool rough_wanted;
    tw_sim_stats stats;
    tw_contact_stats retired; /* counts of engines that are gone */
    tw_solve_stats retired_solves;
};

/* events.c */
double tw_events_next(const tw_sim *s);          /* time of the next planned one; INFINITY: none */
tw_status tw_events_run(tw_sim *s);              /* all that are due at the present time */
void tw_events_finish(tw_sim *s, tw_planned *p); /* ends an event */
tw_planned *tw_events_get(const tw_sim *s, tw_id id);
/* lets WHEN events begin to look whose time has come */
void tw_events_wake(tw_sim *s);
/* puts every listed event into the queue where its plan belongs; room has been reserved */
void tw_events_plan_all(tw_sim *s);
/* frees the parts that nothing refers to: the context, the event */
void tw_planned_let_go(tw_planned *p);
bool tw_planned_over(const tw_planned *p);

/* crossings.c */
bool tw_crossings_wanted(const tw_sim *s);
/* the first crossing in (from, to] of the step: *t = to when there is none */
tw_status tw_crossings_locate(tw_sim *s, double from, double to, double *t);
/* compares with the world's present state: marks crossings as due. after_events: the state may have
 * jumped, which is no crossing; but a boolean that has become true fires */
tw_status tw_crossings_arrive(tw_sim *s, bool after_events);

/* watch.c */
/* looks with times < to (strictly) inside the step, in which motion has come to `from`: times that
 * roundings put before that are `from`; the view moves */
tw_status tw_watch_inside(tw_sim *s, double from, double to);
/* looks at the present time */
tw_status tw_watch_now(tw_sim *s);

/* inside.c: reports once the bodies that begin inside each other */
tw_status tw_inside_notice(tw_sim *s);

/* contradiction.c */
/* reports once the constraints that cannot all hold; from: the time at which the step began */
tw_status tw_contradiction_look(tw_sim *s, double from);
/* adds the reason to a failure of constraints that cannot all hold; returns the status */
tw_status tw_contradiction_blame(tw_sim *s, tw_status status);

/* hints.c: reports once a force out of all proportion at rest, and a slow stepper */
tw_status tw_hints_look(tw_sim *s);

/* touch.c */
bool tw_touch_is_auto(const tw_sim *s);
/* contacts are located in time, and held */
bool tw_touch_acts(const tw_sim *s);
/* an error where the stepper cannot do contacts */
tw_status tw_touch_check(const tw_sim *s, const tw_stepper_kind *kind);
/* called before and after a step of a strand: held contacts may last, begin to slip, or separate */
void tw_touch_begin_step(tw_sim *s, tw_strand *g);
tw_status tw_touch_follow(tw_sim *s, tw_strand *g);
/* Stores the cost levels of steps with held contacts in all bodies of a strand; a body's own count
 * of impacts stays */
void tw_touch_put_levels(const tw_sim *s, const tw_strand *g, const tw_body_pace *levels);
/* leaves the contacts of a strand to `timestep` from here on; false: it has none */
bool tw_touch_give_up(tw_sim *s, tw_strand *g);
/* the first time in (from, to] at which bodies meet: *t = to, *met false when there is none */
tw_status tw_touch_locate(tw_sim *s, double from, double to, double *t, bool *met);
/* handles the end of a piece of motion, at which bodies have `met` or not */
tw_status tw_touch_arrive(tw_sim *s, bool met);

/* strand.c */
/* adds its counts since the last tw_strand_count */
void tw_strand_add(const tw_strand *g, tw_sim_stats *total);

/* strands.c */
/* reserves memory for so many bodies */
tw_status tw_division_reserve(tw_division *division, size_t bodies);
/* divides the world at its present state and starts the new strands; all: the whole world, else
 * only strands that are `anew` */
tw_status tw_strands_begin(tw_sim *s, bool all);
/* solves impacts among affected bodies (s->division) outside steps of `timestep` */
tw_status tw_strands_impact(tw_sim *s, bool *stuck);
/* s->division.affected: members of strands that are `anew`; `all`: all that move freely */
void tw_strands_know_affected(tw_sim *s, bool all);
/* components of bodies that impulses could not hold apart go by steps of `timestep` from now on */
void tw_strands_leave_stuck(tw_sim *s);
/* components of bodies that are marked go by steps of `timestep` from now on */
void tw_strands_make_coarse(tw_sim *s, const unsigned char *mark, unsigned char which);
/* shares the strands' held contacts and contact memory with the engine of the whole world */
tw_status tw_strands_share(tw_sim *s);
/* the engine with the contact memory of the last step of `timestep` */
tw_dynamics *tw_strands_keeper(const tw_sim *s);
/* puts the strands' states at t into s->y; shown: deviations are first settled to their law */
tw_status tw_strands_look(tw_sim *s, double t, bool shown);
void tw_strands_free(tw_sim *s);

/* meet.c */
/* looks for touching pairs; those that have begun to touch are due. Nothing without events for
 * contacts */
tw_status tw_meet_look(tw_sim *s);
/* finds the first event that is due, or NULL, and its data */
tw_planned *tw_meet_due(tw_sim *s);
/* takes the contact that the event is due for, which counts as seen; false: none is left */
bool tw_meet_take(tw_sim *s, tw_planned *p, tw_contact_reading *contact);
tw_status tw_meetings_copy(const tw_meetings *from, tw_meetings *to);

/* advance.c */
/* lets the world show the state of time t of the last step */
tw_status tw_sim_view(tw_sim *s, double t);
/* lets the world show that state with deviations settled to their law: within a step the dense
 * output gives them no more exactly than the motion */
tw_status tw_sim_show(tw_sim *s, double t);
/* true: the steppers are at the world's present state and need no restart */
bool tw_sim_runs_on(const tw_sim *s);
/* notes that the steppers agree with the present objects and fields of the world */
void tw_sim_seen(tw_sim *s);

/* rough.c: times at which motion is not smooth, recorded if wanted */
/* counters of changes of the world, for a later tw_rough_changed */
unsigned long tw_rough_counts(const tw_sim *s);
/* notes the present time if the counts have changed */
tw_status tw_rough_changed(tw_sim *s, unsigned long counts);
/* notes the piece from..to where bodies `met`, or not all of it is under control of its error */
tw_status tw_rough_piece(tw_sim *s, double from, double to, bool met);

/* sim.c */
/* keeps the counts of an engine that is freed */
void tw_sim_retire(tw_sim *s, const tw_dynamics *d);

/* save.c */
/* the saves of a simulation that ends keep nothing of it */
void tw_saves_orphan(tw_sim *s);

#endif
