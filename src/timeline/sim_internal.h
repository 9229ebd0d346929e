/* What the files of the timeline share: the parts of a simulation. */
#ifndef TW_TIMELINE_SIM_INTERNAL_H
#define TW_TIMELINE_SIM_INTERNAL_H

#include "dynamics/rhs.h"
#include "steppers/stepper.h"
#include "timeline/sim.h"

/* what changes of an event as time goes on; a save keeps a copy */
typedef struct tw_plan {
    bool done, fired;
    double next;  /* AT, EVERY, DURING: time of the next firing; WHEN: when it begins to look */
    long count;   /* firings so far */
    bool due;     /* WHEN: a crossing was found at the present time */
    bool known;   /* WHEN: `value` is known */
    double value; /* WHEN: sign (-1, +1) or boolean (0, 1) before */
    bool zero;    /* WHEN: the number was exactly 0 when last looked at */
    double last;  /* time of the last firing */
    size_t seen;  /* CONTACT: of tw_sim.begun */
} tw_plan;

/* one registered event; kept for scene:events() when over, and for the saves that know it */
typedef struct tw_planned {
    tw_event e;
    tw_plan plan;
    uint32_t serial; /* order of registration; never used again */
    size_t place;    /* in the queue that it stands in */
    bool listed;     /* in tw_sim.event: not undone by a restore */
    long saves;      /* that know it */
    long needed;     /* saves in which it is not over: its context must stay */
} tw_planned;

/* two bodies that touch */
typedef struct tw_meeting {
    tw_id a, b; /* b none: the ground */
    tw_contact_reading contact;
    bool comes_in; /* since that time (s); nobody has been told */
    double since;
} tw_meeting;

typedef TW_ARRAY(tw_meeting) tw_meetings;

/* what a function that looks says at a time, and where it goes */
typedef struct tw_sight {
    tw_probe probe;
    double slope; /* difference quotient over a short time inside the step; of a boolean 0 */
} tw_sight;

/* a binary heap: the first is the earliest, ties by registration */
typedef TW_ARRAY(tw_planned *) tw_event_queue;

/* how the stepper goes on after a restore: the step that the saved time stands in is done again */
typedef struct tw_resume {
    bool pending;
    bool warm; /* not pending, since something has changed: what the stepper knew until then */
    int n;
    const tw_stepper_kind *kind;
    double begin, hint, limit, end; /* s; end == begin: at the beginning of a step */
    double mark[TW_STEPPER_MARK];
    TW_ARRAY(double) y; /* at begin */
} tw_resume;

typedef struct tw_watch {
    tw_id id;
    double t0, rate, dt;    /* times t0 + k / rate, or t0 + k dt where dt > 0 */
    int count, k;           /* count < 0: for ever */
    double (*next)(void *); /* instead: the next time; NULL: as above */
    bool frames;            /* with next: looks as those of fixed times do */
    tw_look_fn look;
    void *context;
} tw_watch;

/* when something happened the last times */
enum { TW_RECENT = 32 };
typedef struct tw_recent {
    double time[TW_RECENT]; /* a ring, the oldest at `count` */
    unsigned count;
} tw_recent;

/* when the last so many of something were counted */
typedef struct tw_crawl {
    double since;
    unsigned long count;
} tw_crawl;

struct tw_sim {
    tw_world *world;
    tw_dynamics *dynamics;

    /* the stepper and its last step [begin, end]; the world stands at world->time in it */
    const tw_stepper_kind *kind;
    void *stepper;
    tw_ode ode;
    tw_stepper_options options;
    TW_ARRAY(double) y, from;   /* [n]; from: where the last step began */
    TW_ARRAY(double) tolerance; /* [n] */
    int n;
    double end;
    bool running_stepper; /* it has been started and follows the world */
    unsigned long seen_topology, seen_state, seen_fields;
    double hint;
    /* `timestep` is in charge of contacts (touch.c) */
    bool in_touch;
    bool comes_in; /* what is held, at the end of the step */
    tw_recent impacts;
    /* steps while contacts are held; of them, those that slips make short; impacts */
    tw_crawl crawl, creep, rattle;
    int unsolved; /* steps with forces that are none, less those with others */
    unsigned long sweeps_before, yields_before; /* of the solver, as the step began */
    unsigned long unfinished_before; /* of tw_contact_stats, before the step */
    /* where the last step began, what it was asked for, what the stepper knew before */
    double step_begin, step_limit, step_hint, step_mark[TW_STEPPER_MARK];
    tw_resume resume;

    /* the next time at which a function of time may jump, for the fields seen */
    double next_break;
    unsigned long break_fields, break_topology;
    bool break_known;

    TW_ARRAY(tw_planned *) event; /* all, in order of registration */
    tw_event_queue queue;         /* AT, EVERY, DURING that are planned */
    tw_event_queue waiting;       /* WHEN that do not look yet */
    tw_event_queue looking;       /* WHEN that look, in order of registration; may have done ones */
    size_t looking_done;          /* at least so many of them */
    TW_ARRAY(tw_sight) sight[2];  /* [looking] at both ends of a sample interval */
    tw_event_queue meeting;       /* CONTACT, in order of registration */
    tw_meetings touching;         /* at the last look, in the order of the bodies */
    tw_meetings touching_next;    /* scratch */
    tw_meetings begun;            /* since then; of the present time */
    bool touching_known;
    size_t due_from; /* before that place in it none is due */
    uint32_t event_serial;
    struct tw_sim_save *saves; /* all that live */
    TW_ARRAY(tw_watch) watch;
    uint32_t watch_serial;
    bool advancing;
    double advance_began; /* s, of the clock */
    double finish;
    bool quiet; /* events do not happen */
    tw_status (*poll)(void *);
    void *poll_context;
    void (*notice)(void *, const char *);
    void *notice_context;
    tw_happened_fn happened;
    void *happened_context;
    bool inside_told;               /* bodies that begin inside each other (inside.c) */
    bool noticed, notice_asked;     /* told; static assembly found that all can hold */
    double rest_since, next_notice; /* conflict.h: when the present conflict was first seen */
    tw_sim_stats stats;
    tw_stepper_stats stepper_seen; /* part of the stepper's counts already in stats */
};

/* events.c */
double tw_events_next(const tw_sim *s);          /* time of the next planned one; INFINITY: none */
tw_status tw_events_run(tw_sim *s);              /* all that are due at the present time */
void tw_events_finish(tw_sim *s, tw_planned *p); /* it is over */
tw_planned *tw_events_get(const tw_sim *s, tw_id id);
/* lets those WHEN look whose time has come */
void tw_events_wake(tw_sim *s);
/* puts every listed event into the queue where its plan belongs; room has been reserved */
void tw_events_plan_all(tw_sim *s);
/* frees what nobody needs: the context, the event */
void tw_planned_let_go(tw_planned *p);
bool tw_planned_over(const tw_planned *p);

/* crossings.c */
bool tw_crossings_wanted(const tw_sim *s);
/* the first crossing in (from, to] of the step: *t = to when there is none */
tw_status tw_crossings_locate(tw_sim *s, double from, double to, double *t);
/* compares with the state that the world shows: marks what has crossed as due. after_events: the
 * state may have jumped, which is no crossing; but a boolean that has become true fires */
tw_status tw_crossings_arrive(tw_sim *s, bool after_events);

/* watch.c */
/* looks with times < to (strictly) inside the step, in which motion has come to `from`: times that
 * roundings put before that are `from`; the view moves */
tw_status tw_watch_inside(tw_sim *s, double from, double to);
/* looks at the present time */
tw_status tw_watch_now(tw_sim *s);

/* inside.c: tells once of bodies that begin inside each other */
tw_status tw_inside_notice(tw_sim *s);

/* touch.c */
/* which regime the next start of the stepper is for; velocities may jump */
tw_status tw_touch_begin(tw_sim *s);
/* an error where the stepper cannot do contacts */
tw_status tw_touch_check(const tw_sim *s, const tw_stepper_kind *kind);
/* before a step, and after one: contacts that are held go on, slip or come off */
void tw_touch_begin_step(tw_sim *s);
tw_status tw_touch_follow(tw_sim *s);
/* `auto` leaves contacts to `timestep` from here on; false: that is not its business */
bool tw_touch_give_up(tw_sim *s);
/* the first time in (from, to] at which bodies meet, or one stops slipping on another: *t = to,
 * *met false when there is none */
tw_status tw_touch_locate(tw_sim *s, double from, double to, double *t, bool *met);
/* at the end of a piece of motion, where bodies have `met` or not */
tw_status tw_touch_arrive(tw_sim *s, bool met);

/* meet.c */
/* looks who touches; what has begun to is due. Nothing where no event asks for it */
tw_status tw_meet_look(tw_sim *s);
/* the first event that is due, or NULL, and with what */
tw_planned *tw_meet_due(tw_sim *s);
/* the contact that it is due for, which is then seen; false: there is none any more */
bool tw_meet_take(tw_sim *s, tw_planned *p, tw_contact_reading *contact);
tw_status tw_meetings_copy(const tw_meetings *from, tw_meetings *to);

/* advance.c */
/* the stepper starts anew at the world's state */
void tw_sim_start_anew(tw_sim *s);
/* lets the world show the state of time t of the last step */
tw_status tw_sim_view(tw_sim *s, double t);
/* the same, with deviations on their law from the step's begin on: between its ends the dense
 * output keeps them only as well as the motion */
tw_status tw_sim_show(tw_sim *s, double t);
/* the stepper stands at the world's state: a restart is not needed */
bool tw_sim_runs_on(const tw_sim *s);
/* from now on the stepper agrees with the world's objects and fields as they are */
void tw_sim_seen(tw_sim *s);
void tw_sim_drop_stepper(tw_sim *s);

/* save.c */
/* the saves of a simulation that ends keep nothing of it */
void tw_saves_orphan(tw_sim *s);

#endif
