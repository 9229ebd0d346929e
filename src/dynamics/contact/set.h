/* Data of the contacts of an engine, by stage; private to the files about contacts. */
#ifndef TW_DYNAMICS_CONTACT_SET_H
#define TW_DYNAMICS_CONTACT_SET_H

#include "contact/sweep.h"
#include "dynamics/contact/contact.h"
#include "dynamics/contact/turn.h"
#include "dynamics/solve/caps_impl.h"
#include "dynamics/step/project_impl.h"
#include "numeric/cone/cone.h"

/* a contact of two surfaces, or of a joint with its limit, in the problem */
typedef struct tw_touching {
    const tw_contact *c;
    double gap;         /* gap, m, as corrected by the shifts of poses at the step's begin */
    double frame[3][3]; /* rows: unit normal from a to b, two unit tangents; world axes */
    /* gradients of gap and slips: [body a, b][gap, two slips][6] (numeric/cone/cone.h) */
    double D[2][3][6];
    double bias[3]; /* b of the rates u = D v + b */
    /* e u-: restitution times the rate of the gap before a bounce, < 0; 0: no bounce */
    double bounce;
    /* impulse or force on b, then torque on b (turn.c), along the axes of the frame */
    double lambda[TW_TOUCH_ROWS];
    int next;   /* index in `touching` of the next contact of its group; -1: none */
    int listed; /* index of the contact in tw_contact_set.now.list */
    /* 0: surfaces; else a joint limit: 1 + index in world.constraint */
    int limit;
    double sign;    /* limits: 1 for the lower bound, -1 for the upper one */
    double drift;   /* part of the gap's rate that a moving ground or bound causes */
    double second;  /* second derivative of that part; for limits D' v is included */
    double bend[3]; /* D' v of gap and slips (tw_contact_bend) */
    /* in problems of accelerations: does it slip? then along (bias[1], bias[2]) */
    bool slips;
} tw_touching;

/* rates u of a contact at displaced poses, from which bend.c forms differences */
typedef struct tw_bend {
    double u[3][4];
    bool seen[4];
} tw_bend;

/* row of a constraint with a bounded force, in the problem of contacts */
typedef struct tw_capped_row {
    /* number of bodies that the row acts on; their indices in the group, -1: not free */
    int slots, body[TW_TERMS_SLOTS];
    const double *D[TW_TERMS_SLOTS]; /* gradient for each body, 6 numbers */
    double r, lo, hi, lambda;
    double compliance; /* added to the diagonal entry of the problem's matrix */
} tw_capped_row;

/* do constraints of a group miss targets? no; those at bounds; any, since contacts push */
typedef enum tw_contact_yield {
    TW_YIELDS_NOT,
    TW_YIELDS_AT_BOUNDS,
    TW_YIELDS_TO_CONTACTS
} tw_contact_yield;

/* contacts solved together: they share free bodies, directly, by other contacts or constraints */
typedef struct tw_contact_group {
    int first, last, contacts;
    /* bodies: index of the first in tw_contact_set.members.body, and their number */
    int body, bodies;
    /* islands: index of the first in tw_contact_set.members.island, and their number */
    int island, islands;
    tw_contact_yield yields;
    bool unsolved; /* bounded forces were not solved to the tolerance */
    /* the group comes to rest if all its bodies are slower than this at the step's end, m/s */
    double slow;
} tw_contact_group;

/* depth at a contact of bodies a and b, left by the correction at the step's begin (depth.c) */
typedef struct tw_contact_old {
    int a, b;
    double depth; /* m */
} tw_contact_old;

/* limit.c: a bound of a joint's coordinate that is near or may soon be reached */
typedef struct tw_limit_row {
    int constraint; /* index in world.constraint */
    double D[2][6]; /* gradient of the gap */
    double sign, drift, second;
} tw_limit_row;

/* one of the script's collision rules (model/side.h), prepared for the search */
typedef struct tw_contact_rule {
    /* key of a pair of bodies; compare_keys requires it as first member */
    uint64_t key;
    int order;
    bool collide;
} tw_contact_rule;

/* state of the world for which a read-out was computed, to see whether it still holds */
typedef struct tw_contact_key {
    unsigned long state, view, topology, fields, evaluations;
    double time;
} tw_contact_key;

/* velocity that advances a pose (way.c): the step's mean one, its last one, or the mean one between
 * blows */
typedef enum tw_late { TW_IN_TIME, TW_LATE, TW_LATE_STRUCK } tw_late;

/* blows.c: state of a contact between blows within a step */
typedef struct tw_blow {
    double gap; /* present gap, m */
    /* rates of the gap, m/s: now; and at the step's end if nothing bounces from now on */
    double u, u_rest;
    double slow;                  /* a contact that approaches slower does not bounce, m/s */
    double lambda[TW_TOUCH_ROWS]; /* impulses of the step so far, N s */
    /* impulses, N s, in the solution of the whole step without blows */
    double lambda_before[TW_TOUCH_ROWS];
    int next;    /* index in `touching` of the group's next contact; -1: none */
    bool counts; /* the contact is part of the problem solved next */
    bool met;    /* true: the contact's last impact has set its frame and D (meet in blows.c) */
} tw_blow;

/* ---- data by stage: each struct is computed by the file that its comment names; [bodies]: one
 * entry for each body of the world ---------------------------------------------------------- */

/* sizes of the bodies, and the counters of the world for which they hold: find.c */
typedef struct tw_contact_sizes {
    /* [bodies] largest distance of the surface from the centre of mass, m */
    TW_ARRAY(double) reach;
    /* [bodies] largest distance, m, from the centre of mass to surface that rotation moves; 0: a
     * centred ball */
    TW_ARRAY(double) swing;
    TW_ARRAY(double) thin; /* [bodies] least extent of any shape, m */
    double thinnest;       /* least extent of any shape of any body, m */
    bool known;
    size_t count;
    unsigned long topology, fields;
} tw_contact_sizes;

/* pairs that do not collide, and the topology for which they hold: find.c */
typedef struct tw_contact_rules {
    TW_ARRAY(uint64_t) excluded; /* keys of pairs joined by constraints, sorted */
    /* collision rules: those for one pair of bodies, sorted by its key; all others, in order */
    TW_ARRAY(tw_contact_rule) pair, wide;
    /* [rules in `wide`][bodies, then the ground] bit 0: on side a of the rule; bit 1: on side b */
    TW_ARRAY(unsigned char) mark;
    unsigned long topology;
    bool known;
} tw_contact_rules;

/* range of the search: contact.c, or contact_now.c */
typedef struct tw_contact_range {
    TW_ARRAY(unsigned char) among; /* marks of tw_contact_look_among [bodies]; empty: all */
    TW_ARRAY(double) margin;       /* [bodies] m */
    double fall;                   /* margin of the ground, m, added to the body's own */
    double ahead;                  /* joint limits are listed if reached within this time, s */
    /* [bodies] m; depth correction takes contacts with gaps up to near[a] + near[b] */
    TW_ARRAY(double) near;
} tw_contact_range;

/* contacts of the last search, and its input: find.c */
typedef struct tw_contact_search {
    tw_contacts found;
    TW_ARRAY(tw_limit_row) limit; /* the joint limits, which are the last contacts in `found` */
    TW_ARRAY(tw_pose) pose;       /* [bodies] */
    bool known, whole, only;      /* whole: all contacts found are in `touching` */
    size_t count;
    unsigned long topology, fields;
    double height; /* height of the ground, m */
    double fall, time;
    TW_ARRAY(double) margin;
    TW_ARRAY(unsigned char) holding; /* [bodies] tw_contact_hold.body at that time */
} tw_contact_search;

/* bodies and islands of the groups: find.c */
typedef struct tw_contact_members {
    TW_ARRAY(int) parent;       /* union-find over bodies */
    TW_ARRAY(int) body, island; /* of all groups, group by group */
} tw_contact_members;

/* contacts that are left out of the step's problem: miss.c */
typedef struct tw_contact_miss {
    TW_ARRAY(tw_twist) path; /* [bodies] twist, or blows.way if the body has blows */
    TW_ARRAY(tw_touching) list;
    /* [bodies] smallest gap of the contacts that the step passes, m; INFINITY: none */
    TW_ARRAY(double) nearest;
    /* the step passes contacts that are left out, even after the last attempt */
    bool left_out;
} tw_contact_miss;

/* bodies that outrun their margins, since they move beyond the range of the search: pass.c */
typedef struct tw_contact_outruns {
    TW_ARRAY(double) grown; /* [bodies] margins, m, enlarged for bodies that outrun theirs */
    /* [bodies] largest speed that margins assume in this step, m/s; empty: not known */
    TW_ARRAY(double) pace;
    TW_ARRAY(double) moves; /* [bodies][2] length of path, m, and rotation, rad, in this step */
    TW_ARRAY(unsigned char) reached; /* [bodies] is it searched for pairs with outrunning bodies? */
    tw_contacts wider;               /* contacts found by a search with margins `grown` */
} tw_contact_outruns;

/* blows within a step; arrays are [bodies of the group], unless another length is given: blows.c */
typedef struct tw_contact_blows {
    TW_ARRAY(tw_blow) state; /* [touching] state between blows */
    /* velocities at the present instant; their change by forces in the step; at its end without
     * blows */
    TW_ARRAY(tw_twist) now, by, end;
    TW_ARRAY(tw_twist) way;         /* [bodies] mean velocity over the step */
    TW_ARRAY(unsigned char) struck; /* [bodies] does it advance by `way`? */
} tw_contact_blows;

/* velocities by which poses advance: way.c */
typedef struct tw_contact_ways {
    TW_ARRAY(unsigned char) late; /* [bodies] a tw_late for each */
    /* [bodies] bound on the distance, m, of the paths by mean and by end velocity */
    TW_ARRAY(double) apart;
} tw_contact_ways;

/* correction of depths: depth.c */
typedef struct tw_contact_depths {
    /* [bodies] shift of the pose: displacement, rotation vector */
    TW_ARRAY(tw_twist) shift;
    bool shifted;                 /* some entry of `shift` is not 0 */
    TW_ARRAY(tw_contact_old) old; /* by bodies: depths left by the correction as the step began */
} tw_contact_depths;

/* forces of past steps: memory.c */
typedef struct tw_contact_keeps {
    tw_contact_keep last, before; /* forces of the last step, and of the one before it */
    /* forces of a solution that was rejected: first guess of the next attempt */
    tw_contact_keep tried;
    tw_contact_keep before_parts; /* value of `last` when a step made in parts began */
    /* impulses, N s, of the parts made so far of that step */
    TW_ARRAY(tw_contact_memory) parts;
    int taken;   /* number of these parts */
    bool go_on;  /* last.goes_on of the first of them */
    double open; /* largest last.open of the parts, m */
    /* the world's counters at the end of the step that `last` records */
    unsigned long state, fields, topology;
    bool known;
    /* nothing but time has changed in the world since then, if these counters are equal */
    bool follows;
} tw_contact_keeps;

/* read-outs: contact_now.c */
typedef struct tw_contact_readings {
    TW_ARRAY(tw_contact_reading) list;
    TW_ARRAY(uint64_t) rising; /* keys of contacts noted by tw_contact_rising */
} tw_contact_readings;

/* the problem of the group that is solved at present: solve.c */
typedef struct tw_contact_problem {
    TW_ARRAY(int) place; /* [bodies] index of the body in the group */
    tw_cone *cone;
    int rows; /* rows of each contact: 3, or 1 without friction */
    TW_ARRAY(double) r, mu, lambda, inverse_mass, inverse_inertia, D, v, N;
    TW_ARRAY(int) pair;
    /* N [rows of caps.row, squared] and r of the rows of caps.row alone */
    TW_ARRAY(double) own_N;
    TW_ARRAY(double) lo, hi; /* bounds of all rows without friction cone */
    /* caps.ball, with `first` counted among all rows without friction cone */
    TW_ARRAY(tw_cone_cap) ball;
    /* [TW_TERMS_SLOTS for each row] bodies of the rows without friction cone */
    TW_ARRAY(int) wide_body;
    TW_ARRAY(double) wide_D;
} tw_contact_problem;

/* projection onto the velocities that the group's constraints allow: bilateral.c */
typedef struct tw_contact_projection {
    tw_dynamics *d;              /* the engine, for the callback that projects */
    tw_part part;                /* the group's islands, with their blocks and bodies */
    TW_ARRAY(int) body, block;   /* memory of `part` */
    TW_ARRAY(tw_twist) velocity; /* [bodies] scratch */
    /* [rows of the pass] rates J v that yielding rows are to have */
    TW_ARRAY(double) left;
    /* compliance of the group's constraint rows, 1/kg; 0: they do not yield */
    double yields;
    tw_status failed;                  /* status of the first projection that failed */
    TW_ARRAY(double) rate, multiplier; /* [rows of the pass] rates, [dofs of the pass] unknowns */
    TW_ARRAY(tw_wrench) sum;           /* [bodies] */
} tw_contact_projection;

/* rows of bounded constraint forces, which follow the contacts' rows: cap.c */
typedef struct tw_contact_caps {
    int count; /* number of entries in `row` */
    TW_ARRAY(tw_capped_row) row;
    TW_ARRAY(tw_cone_cap) ball; /* bounds of these rows; `first`: index in `row` */
    TW_ARRAY(tw_cap) list;      /* bounds on forces of the group */
    /* [bodies of the group] velocities before and after the solution */
    TW_ARRAY(tw_twist) start, solved;
    TW_ARRAY(double) asked, aimed; /* [rows of the pass] */
    TW_ARRAY(double) loose;        /* [dofs of the pass] */
    TW_ARRAY(double) mu, soft;     /* [caps] */
} tw_contact_caps;

/* rows of rolling and spinning friction in caps.row, after cap.c's own: turn.c */
typedef struct tw_contact_turning {
    TW_ARRAY(tw_turn_row) row; /* these rows of the present group */
    int count;                 /* number of these rows in caps.row */
    size_t balls;              /* number of other entries in caps.ball */
} tw_contact_turning;

/* rates of contacts at displaced poses: bend.c */
typedef struct tw_contact_bends {
    tw_contacts found;
    TW_ARRAY(unsigned char) body; /* [bodies] does it belong to a contact in `touching`? */
    TW_ARRAY(tw_pose) pose;       /* [bodies] */
    TW_ARRAY(double) margin;      /* [bodies] */
    TW_ARRAY(tw_bend) rate;       /* [touching] rates u at displaced poses */
} tw_contact_bends;

/* contacts that last under an adaptive stepper: contact_press.c */
typedef struct tw_contact_holding {
    TW_ARRAY(unsigned char) body; /* [bodies] 1: in a held contact */
    bool only;                    /* search only pairs with such a body */
    tw_held_list now, before;     /* held contacts now, and as they were before the last step */
    unsigned long state;          /* counter world.state that `now` belongs to */
} tw_contact_holding;

/* contacts that another engine steps: strand.c, contact_now.c */
typedef struct tw_contact_strand {
    /* contacts of the engine that makes the steps of `timestep`; NULL: these contacts here */
    const struct tw_contact_set *teller;
    /* [bodies] 1: contacts were within the search range of the body in the last step */
    TW_ARRAY(unsigned char) close;
    TW_ARRAY(tw_touching) told; /* contacts that `teller` reports, put aside */
} tw_contact_strand;

/* wrenches on bodies by all contacts: contact_net.c */
typedef struct tw_contact_nets {
    bool known, nothing;
    tw_contact_key key;
    TW_ARRAY(tw_wrench) body;
    TW_ARRAY(double) lambda;
} tw_contact_nets;

/* Data of the contacts of an engine */
typedef struct tw_contact_set {
    tw_contact_sizes size;
    tw_contact_rules rules;
    tw_contact_range range;
    tw_contact_search search;

    /* present contacts, and the groups of them that are solved together: find.c */
    TW_ARRAY(tw_touching) touching;
    TW_ARRAY(tw_contact_group) group;
    tw_contact_members members;

    /* a step: contact.c */
    /* [bodies] velocities, in the end those at the step's end; in other problems accelerations */
    TW_ARRAY(tw_twist) twist;
    TW_ARRAY(double) target; /* [rows] rates J v with which rows reach their goals */
    tw_contact_miss miss;
    tw_contact_outruns outrun;
    tw_contact_blows blows;
    tw_contact_ways way;
    tw_contact_depths depth;
    tw_contact_keeps keep;

    /* the group that is solved at present */
    tw_contact_problem solve;
    tw_contact_projection project;
    tw_contact_caps caps;
    tw_contact_turning turn;

    /* an instant */
    tw_contact_readings now;
    tw_contact_bends bend;
    tw_contact_holding hold;
    tw_contact_strand strand;
    tw_contact_nets net;

    tw_contact_stats stats, before_trial; /* before_trial: those when tw_contact_tries began */
} tw_contact_set;

#endif
