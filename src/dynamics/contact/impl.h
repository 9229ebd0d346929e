/* Private header of the files about contacts; see contact.h. */
#ifndef TW_DYNAMICS_CONTACT_IMPL_H
#define TW_DYNAMICS_CONTACT_IMPL_H

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
    int listed; /* index of the contact in tw_contact_set.reading */
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
    /* bodies: index of the first in tw_contact_set.member, and their number */
    int body, bodies;
    /* islands: index of the first in tw_contact_set.island, and their number */
    int island, islands;
    tw_contact_yield yields;
    bool unsolved; /* bounded forces were not solved to the tolerance */
    /* the group comes to rest if all its bodies are slower than this at the step's end, m/s */
    double slow;
} tw_contact_group;

/* rate D v of a row of the contact (0 .. 2); v [bodies of the world] */
static inline double tw_contact_rate(const tw_touching *t, const tw_twist *v, int row) {
    double sum = tw_twist_along(t->D[0][row], &v[t->c->a]);
    return t->c->b < 0 ? sum : sum + tw_twist_along(t->D[1][row], &v[t->c->b]);
}

/* adds to *w the wrench of the contact's lambda on its body a (side 0) or b (side 1) */
static inline void tw_contact_add_wrench(const tw_touching *t, int side, tw_wrench *w) {
    for (int row = 0; row < 3; row++) {
        w->force = v3_madd(w->force, t->lambda[row], v3_load(t->D[side][row]));
        w->torque = v3_madd(w->torque, t->lambda[row], v3_load(t->D[side][row] + 3));
        w->torque = v3_madd(w->torque, (side ? 1 : -1) * t->lambda[TW_TOUCH_FORCE + row],
                            v3_load(t->frame[row]));
    }
}

/* torque of rolling and spinning friction on b, world axes */
static inline vec3 tw_contact_torque(const tw_touching *t) {
    vec3 sum = v3_zero();
    for (int k = 0; k < 3; k++)
        sum = v3_madd(sum, t->lambda[TW_TOUCH_FORCE + k], v3_load(t->frame[k]));
    return sum;
}

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

/* way.c: velocity that advances a pose: mean; that of the step's end; mean between blows */
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
    bool met;    /* frame and D of the contact are those of its last impact (meet in blows.c) */
} tw_blow;

/* Data of the contacts of an engine, in stages. A comment before a paragraph names the file that
 * computes the members below it. [bodies]: one entry for each body of the world */
typedef struct tw_contact_set {
    /* find.c: sizes of the bodies, and the counters of the world for which they hold */
    /* [bodies] largest distance of the surface from the centre of mass, m */
    TW_ARRAY(double) reach;
    /* [bodies] largest distance, m, from the centre of mass to surface that rotation moves; 0: a
     * centred ball */
    TW_ARRAY(double) swing;
    TW_ARRAY(double) thin; /* [bodies] least extent of any shape, m */
    double thinnest;       /* least extent of any shape of any body, m */
    bool reach_known;
    size_t reach_count;
    unsigned long reach_topology, reach_fields;

    /* find.c: pairs that do not collide, and the topology for which they hold */
    TW_ARRAY(uint64_t) excluded; /* keys of pairs joined by constraints, sorted */
    /* collision rules: those for one pair of bodies, sorted by its key; all others, in order */
    TW_ARRAY(tw_contact_rule) ruled, wide;
    /* [rules in `wide`][bodies, then the ground] bit 0: on side a of the rule; bit 1: on side b */
    TW_ARRAY(unsigned char) mark;
    unsigned long excluded_of;
    bool excluded_known;

    TW_ARRAY(unsigned char) among; /* marks of tw_contact_look_among [bodies]; empty: all */

    /* range of the search, set by contact.c or contact_now.c */
    TW_ARRAY(double) margin; /* [bodies] m */
    double fall;             /* margin of the ground, m, added to the body's own */
    double ahead;            /* joint limits are listed if reached within this time, s */
    /* [bodies] m; depth correction takes contacts with gaps up to near[a] + near[b] */
    TW_ARRAY(double) near;

    /* find.c: contacts of the last search, and its input; whole: all of them are in `touching` */
    tw_contacts found;
    /* the joint limits, which are the last contacts in `found` */
    TW_ARRAY(tw_limit_row) limit;
    TW_ARRAY(tw_pose) pose; /* [bodies] */
    bool known, whole, known_only;
    size_t known_count;
    unsigned long known_topology, known_fields;
    double known_height; /* height of the ground at the last search, m */
    double known_fall, known_time;
    TW_ARRAY(double) known_margin;
    /* [bodies] `holding` at the last search */
    TW_ARRAY(unsigned char) known_holding;

    /* find.c: present contacts, and the groups of them that are solved together */
    TW_ARRAY(tw_touching) touching;
    TW_ARRAY(tw_contact_group) group;
    TW_ARRAY(int) parent;         /* union-find over bodies */
    TW_ARRAY(int) member, island; /* bodies and islands of all groups, group by group */

    /* contact.c: a step */
    /* [bodies] velocities, in the end those at the step's end; in other problems accelerations */
    TW_ARRAY(tw_twist) twist;
    TW_ARRAY(double) target; /* [rows] rates J v with which rows reach their goals */

    /* miss.c: contacts that are left out of the step's problem */
    TW_ARRAY(tw_twist) path; /* [bodies] twist, or struck_way if the body has blows */
    TW_ARRAY(tw_touching) missed;
    /* [bodies] smallest gap of the contacts that the step passes, m; INFINITY: none */
    TW_ARRAY(double) nearest;
    /* the step passes contacts that are left out, even after the last attempt */
    bool left_out;

    /* pass.c: bodies that outrun their margins: they move beyond the range of the search */
    TW_ARRAY(double) grown; /* [bodies] margins, m, enlarged for bodies that outrun theirs */
    /* [bodies] largest speed that margins assume in this step, m/s; empty: not known */
    TW_ARRAY(double) pace;
    TW_ARRAY(double) moves; /* [bodies][2] length of path, m, and rotation, rad, in this step */
    TW_ARRAY(unsigned char) reached; /* [bodies] is it searched for pairs with outrunning bodies? */
    tw_contacts wider;               /* contacts found by a search with margins `grown` */

    /* blows.c: arrays [bodies of the group], unless another length is given */
    TW_ARRAY(tw_blow) blow; /* [touching] state between blows */
    /* velocities at the present instant; their change by forces in the step; at its end without
     * blows */
    TW_ARRAY(tw_twist) struck_now, struck_by, struck_end;
    TW_ARRAY(tw_twist) struck_way;  /* [bodies] mean velocity over the step */
    TW_ARRAY(unsigned char) struck; /* [bodies] does it advance by struck_way? */

    /* way.c */
    TW_ARRAY(unsigned char) late; /* [bodies] a tw_late for each */
    /* [bodies] bound on the distance, m, of the paths by mean and by end velocity */
    TW_ARRAY(double) apart;

    /* depth.c */
    /* [bodies] shift of the pose: displacement, rotation vector */
    TW_ARRAY(tw_twist) shift;
    bool shifted;                 /* some entry of `shift` is not 0 */
    TW_ARRAY(tw_contact_old) old; /* by bodies: depths left by the correction as the step began */

    /* memory.c */
    tw_contact_keep memory, before; /* forces of the last step, and of the one before it */
    /* forces of a solution that was rejected: first guess of the next attempt */
    tw_contact_keep tried;
    tw_contact_keep before_parts; /* value of `memory` when a step made in parts began */
    /* impulses, N s, of the parts made so far of that step */
    TW_ARRAY(tw_contact_memory) parts;
    int parts_taken;
    bool parts_go_on; /* memory.goes_on of the first part of that step */
    double open;      /* largest memory.open of the parts, m */
    /* the world's counters at the end of the step that `memory` records */
    unsigned long memory_state, memory_fields, memory_topology;
    bool memory_known;
    /* nothing but time has changed in the world since then, if these counters are equal */
    bool memory_follows;

    /* contact_now.c */
    TW_ARRAY(tw_contact_reading) reading;
    TW_ARRAY(uint64_t) rising; /* keys of contacts noted by tw_contact_rising */

    /* solve.c: data of the group that is solved at present */
    TW_ARRAY(int) place;         /* [bodies] index of the body in the group */
    TW_ARRAY(tw_twist) velocity; /* [bodies] scratch of the projection */
    tw_cone *cone;
    int rows; /* rows of each contact in the problem: 3, or 1 without friction */
    /* [rows of the pass] rates J v that yielding rows are to have */
    TW_ARRAY(double) left;
    /* compliance of the group's constraint rows, 1/kg; 0: they do not yield */
    double yields;
    TW_ARRAY(double) r, mu, lambda, inverse_mass, inverse_inertia, D, v, N;
    TW_ARRAY(int) pair;
    TW_ARRAY(int) part_body, part_block;
    tw_dynamics *d; /* the engine, for the callback that projects */
    tw_part part;   /* the group's islands, with their blocks and bodies */
    /* status of the first projection that failed */
    tw_status failed;
    TW_ARRAY(double) rate, multiplier; /* [rows of the pass] rates, [dofs of the pass] unknowns */
    TW_ARRAY(tw_wrench) sum;           /* [bodies] */

    /* cap.c: rows of bounded constraint forces, which follow the contacts' rows */
    int capped;
    TW_ARRAY(tw_capped_row) capped_row; /* [capped] */
    TW_ARRAY(tw_cone_cap) ball;         /* bounds of these rows; `first`: index in capped_row */
    TW_ARRAY(tw_cap) cap;               /* bounds on forces of the group */
    /* [bodies of the group] velocities before and after the solution */
    TW_ARRAY(tw_twist) start, solved;
    TW_ARRAY(double) asked, aimed;  /* [rows of the pass] */
    TW_ARRAY(double) loose;         /* [dofs of the pass] */
    TW_ARRAY(double) mu_held, soft; /* [caps] */
    TW_ARRAY(double) own_N;         /* [capped x capped] N, [capped] r of the capped rows alone */
    TW_ARRAY(double) lo, hi;        /* bounds of all rows without friction cone */
    /* `ball`, with `first` counted among all rows without friction cone */
    TW_ARRAY(tw_cone_cap) ball_of;
    /* [TW_TERMS_SLOTS for each row] bodies of the rows without friction cone */
    TW_ARRAY(int) wide_body;
    TW_ARRAY(double) wide_D;

    /* turn.c: rows of rolling and spinning friction; they follow those of cap.c */
    TW_ARRAY(tw_turn_row) turn; /* these rows of the present group */
    int turning;                /* number of these rows in capped_row */
    size_t turn_balls;          /* number of other entries in `ball` */

    /* bend.c */
    tw_contacts bent;
    TW_ARRAY(unsigned char) bending; /* [bodies] */
    TW_ARRAY(unsigned char) holding; /* [bodies] 1: in a held contact */
    bool only;                       /* search only pairs with a body in `holding` */
    TW_ARRAY(tw_pose) bend_pose;     /* [bodies] */
    TW_ARRAY(double) bend_margin;    /* [bodies] */
    TW_ARRAY(tw_bend) bend;          /* [touching] rates u at displaced poses */

    /* contact_press.c */
    tw_held_list held, held_before; /* held contacts now, and as they were before the last step */
    unsigned long held_state;       /* counter world.state that `held` belongs to */

    /* strand.c */
    /* contacts of the engine that makes the steps of `timestep`; NULL: these contacts here */
    const struct tw_contact_set *teller;
    /* [bodies] 1: contacts were within the search range of the body in the last step */
    TW_ARRAY(unsigned char) close;
    TW_ARRAY(tw_touching) told; /* scratch: contacts that `teller` reports */

    /* contact_net.c */
    bool net_known, net_nothing;
    tw_contact_key net_key;
    TW_ARRAY(tw_wrench) net_body;
    TW_ARRAY(double) net_lambda;

    tw_contact_stats stats, before_trial; /* before_trial: those when tw_contact_tries began */
} tw_contact_set;

typedef struct tw_contact_task {
    double tolerance_u;
    bool warm;
    bool step; /* the unknowns are impulses of a step of `timestep` */
    bool frictionless;
    /* the unknowns are forces at an instant: v are accelerations, the pass has velocities */
    bool forces;
    /* the unknowns shift poses; the residual is left out of the statistics */
    bool poses;
    bool factored; /* the islands of the group are factored at these gradients already */
    bool polish;   /* results for small groups may be refined beyond the tolerance */
    int limit;
} tw_contact_task;

/* ---- set.c ---------------------------------------------------------------------------------- */

/* *set: the engine's contact data, d->contact; allocated by the first call */
tw_status tw_contact_set_of(tw_dynamics *d, tw_contact_set **set);

/* ---- contact.c ------------------------------------------------------------------------------ */

/* Applies a body's depth correction, s->shift, to its pose in *m and to two angular momenta:
 * *L_way, by which its orientation advances, and *L, that at the step's end */
void tw_contact_shift(const tw_dynamics *d, int body, tw_body_motion *m, vec3 *L_way, vec3 *L);

/* Change of the rates at a contact of two bodies that turn together as one rigid body: with it a
 * straight step of length h keeps their distance. 0 for other pairs */
vec3 tw_contact_chord(const tw_dynamics *d, const tw_contact *c, double h);

/* velocity of a body at the end of a step of h without contacts and constraint forces */
tw_twist tw_contact_free_twist(const tw_dynamics *d, int body, double h);

/* ---- blows.c -------------------------------------------------------------------------------- */

/* s->twist is the solution of a small group. If contacts bounce in it, replaces it by one with
 * blows at their own times. target: rates of the constraint rows in the solution */
tw_status tw_contact_take_blows(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g,
                                const tw_contact_task *task, const double *target, double h);

/* ---- way.c ---------------------------------------------------------------------------------- */

/* sets s->late: decides which bodies advance by their velocity at the step's end ("late") because
 * the mean velocity would lead into others */
tw_status tw_contact_know_late(tw_dynamics *d, tw_contact_set *s, double h);
/* velocity by which the body's pose advances in the step, chosen by s->late */
tw_twist tw_contact_way(const tw_dynamics *d, const tw_contact_set *s, int body);
/* stores in d->project the momenta at the step's end, and those that advance the pose */
void tw_contact_store_body(tw_dynamics *d, const tw_contact_set *s, int body);

/* ---- memory.c ------------------------------------------------------------------------------- */

/* does the list have a contact of bodies a and b? */
bool tw_contact_pair_in(const tw_held_list *list, int a, int b);
/* is a contact of bodies a and b held? */
bool tw_contact_holds_pair(const tw_contact_set *s, int a, int b);

/* entry of the record k for the contact with this key; NULL: there is none */
const tw_contact_memory *tw_contact_recall(const tw_contact_keep *k, uint64_t key);
/* stores the forces of s->touching as record of a step of length h that ends at time t */
tw_status tw_contact_remember(const tw_dynamics *d, tw_contact_set *s, double t, double h);
/* stores the forces of s->touching in s->tried, as first guess of the next attempt */
tw_status tw_contact_remember_try(tw_contact_set *s, double h);

/* ---- told.c --------------------------------------------------------------------------------- */

/* sets after->told, the forces to report; before: record of the step before `after` */
tw_status tw_contact_tell(const tw_contact_keep *before, tw_contact_keep *after);
/* *force: force on b, N, to report for a contact in the record k; false: it is not in k */
bool tw_contact_told_of(const tw_contact_keep *k, uint64_t key, vec3 *force);

/* ---- miss.c --------------------------------------------------------------------------------- */

static inline bool tw_contact_same_shapes(const tw_contact *a, const tw_contact *b) {
    return a->a == b->a && a->b == b->b && a->shape_a == b->shape_a && a->shape_b == b->shape_b;
}

/* size of the contact, m: reach of the smaller body; for joint limits TW_LIMIT_SIZE */
double tw_contact_size(const tw_contact_set *s, const tw_contact *c);
/* half of the depth that may remain, m: gaps up to it count as closed */
double tw_contact_band(const tw_contact_set *s, const tw_contact *c);
/* tw_contact_size, or ten thicknesses of the thinner body if that is less, m */
double tw_contact_fine(const tw_contact_set *s, const tw_contact *c);
/* thickness of the thinner body of the contact, m; the ground does not count */
static inline double tw_contact_thinner(const tw_contact_set *s, const tw_contact *c) {
    double a = s->thin.data[c->a];
    return c->b >= 0 && s->thin.data[c->b] < a ? s->thin.data[c->b] : a;
}

/* motion of a body's shape in the step: from s->pose with the velocity s->path */
tw_sweep tw_contact_sweep(const tw_dynamics *d, const tw_contact_set *s, int body, int shape);
/* sets s->path [bodies]: the velocities by which the bodies advance through the step */
tw_status tw_contact_know_path(const tw_dynamics *d, tw_contact_set *s);
/* moves contacts that stay open without contact forces (s->twist) from `touching` to `missed` */
tw_status tw_contact_drop_missed(const tw_dynamics *d, tw_contact_set *s, double h);
/* moves contacts at which bodies would overlap from `missed` to `touching`; *any: some */
tw_status tw_contact_take_back(const tw_dynamics *d, tw_contact_set *s, double h, bool *any);

/* ---- depth.c -------------------------------------------------------------------------------- */

/* depth that may remain, relative to the smaller body's size */
#define TW_CONTACT_SLOP 1e-4

/* MANY: depths of groups with more contacts are removed less exactly. SWEEPS: limit of the solver's
 * iterations; CAREFUL: that for thin bodies and for bodies about to rest, whose errors show as
 * creep */
enum { TW_CONTACT_MANY = 100, TW_CONTACT_SWEEPS = 200, TW_CONTACT_CAREFUL = 2000 };

/* Sets s->shift to the shifts of poses that remove the depths of all groups, and s->stats.depth to
 * the largest depth. pass 0: at the step's begin; 1, 2, ...: successive passes at its end */
tw_status tw_contact_separate(tw_dynamics *d, tw_contact_set *s, double h, int pass);
/* Turns the orientation *q of a body by the rotation vector `by`. Returns its angular momentum
 * after it: L, or a near one where the kinetic energy would grow with the inertia's rotation */
vec3 tw_contact_turn(const tw_body *b, vec3 by, quat *q, vec3 L);
/* records in s->old the great depths left as a step begins; passes at its end do not remove them */
tw_status tw_contact_know_old(tw_contact_set *s);

/* ---- pass.c --------------------------------------------------------------------------------- */

/* *any: at the velocities s->twist bodies pass through others that the search has missed. Then the
 * step must be solved again, with margins from the bodies' speeds s->pace */
tw_status tw_contact_outrun(tw_dynamics *d, tw_contact_set *s, double h, bool *any);
void tw_contact_forget_pace(tw_contact_set *s);
/* *passed: a body passes through another: the solution is inexact or incomplete, or it turns */
tw_status tw_contact_passed(const tw_dynamics *d, tw_contact_set *s, double h, bool *passed);

/* ---- contact_now.c -------------------------------------------------------------------------- */

/* bias of a slipping contact, m/s^2: larger than any acceleration, so that friction is at its
 * bound */
#define TW_CONTACT_SLIPPING 1e6

/* sets s->reach, and s->margin to margin / 2 (m) plus `part` of the body's size */
tw_status tw_contact_margins(tw_dynamics *d, double margin, double part, tw_contact_set *s);
/* copies the velocities of the pass to s->twist */
void tw_contact_take_velocities(const tw_dynamics *d, tw_contact_set *s);
/* Computes lambda of s->touching, forces at an instant, from the pass's accelerations. Friction of
 * a contact that slips is exactly opposite to its slip */
tw_status tw_contact_solve_now(tw_dynamics *d, tw_contact_set *s);

/* lambda: force and torque in the frame of contact t of `touching`, after tw_contact_read */
void tw_contact_forces(const tw_dynamics *d, const tw_contact_set *s, const tw_touching *t,
                       double lambda[TW_TOUCH_ROWS]);
/* does contact t approach while it touches or is held? s->twist: the pass's velocities */
bool tw_contact_comes_in(const tw_contact_set *s, const tw_touching *t);

/* ---- bend.c --------------------------------------------------------------------------------- */

/* sets `bend` of all contacts in `touching`; s->twist: the pass's velocities */
tw_status tw_contact_bend(tw_dynamics *d, tw_contact_set *s);

/* ---- contact_press.c ------------------------------------------------------------------------ */

/* do held contacts belong to the world's present state, so that read-outs use them? */
bool tw_contact_holds_now(const tw_dynamics *d);
/* is contact t held, or beside a held contact of its bodies? rate: of its gap, m/s */
bool tw_contact_is_held(const tw_contact_set *s, const tw_touching *t, double rate);
/* was t held, or beside a held one, when the last step began? Then it is no impact */
bool tw_contact_was_held(const tw_contact_set *s, const tw_touching *t, double rate);
/* fills (*set)->touching with contacts near enough to be held, and s->twist with velocities */
tw_status tw_contact_gather_held(tw_dynamics *d, tw_contact_set **set);
/* drops from `touching` what is not held, sets bias of the rest; after tw_contact_gather_held */
tw_status tw_contact_choose_held(tw_dynamics *d, tw_contact_set *s);

/* ---- strand.c ------------------------------------------------------------------------ */

static inline void tw_contact_mark(const tw_touching *t, unsigned char *mark) {
    if (t->c->a >= 0) mark[t->c->a] |= TW_STRUCK;
    if (t->c->b >= 0) mark[t->c->b] |= TW_STRUCK;
}

/* sets s->close, which bodies have contacts near them, from s->touching */
tw_status tw_contact_know_close(const tw_dynamics *d, tw_contact_set *s);

/* ---- contact_net.c --------------------------------------------------------------------------- */

/* sets s->net_body to the wrenches of the contacts in s->touching plus the constraints' reactions
 * to them, and s->net_lambda to these as unknowns */
tw_status tw_contact_wrenches(tw_dynamics *d, tw_contact_set *s);

/* ---- limit.c -------------------------------------------------------------------------------- */

bool tw_contact_any_limit(const tw_world *w);
/* appends joint limits that are near or may soon be reached to the contacts of s->found */
tw_status tw_contact_add_limits(tw_dynamics *d, tw_contact_set *s);
void tw_contact_orient_limit(tw_touching *t, const tw_limit_row *row);

/* length, m or rad, that joint limits have in place of a body's size in tolerances */
#define TW_LIMIT_SIZE 0.1

static inline bool tw_contact_is_limit(const tw_contact_set *s, const tw_contact *c) {
    return (size_t)(c - s->found.list.data) >= s->found.list.count - s->limit.count;
}

/* ---- find.c --------------------------------------------------------------------------------- */

/* computes sizes of the bodies (reach, swing, thin) unless they are up to date */
tw_status tw_contact_reaches(tw_dynamics *d, tw_contact_set *s);
/* upper bound on the speed, m/s, of any point of the body that moves with velocity v */
static inline double tw_contact_fastest(const tw_contact_set *s, int body, tw_twist v) {
    return v3_length(v.v) + s->swing.data[body] * v3_length(v.omega);
}
/* discards the search's results, since the engine moves other bodies than before */
void tw_contact_forget_members(tw_dynamics *d);
/* fills s->touching with the contacts whose gaps are within the margins s->margin at the pass's
 * poses: frames and D are set, bias and lambda are 0 */
tw_status tw_contact_gather(tw_dynamics *d, tw_contact_set *s);
/* like tw_contact_gather, but only contacts with gaps up to near[a] + near[b], m */
tw_status tw_contact_gather_near(tw_dynamics *d, tw_contact_set *s, const double *near);
/* finds s->wider, contacts within s->grown of pairs with a body that has outgrown s->margin */
tw_status tw_contact_find_wider(tw_dynamics *d, tw_contact_set *s);
/* twice tw_contact_size of two bodies, m; once for a contact with the ground, or a joint limit */
double tw_contact_span(const tw_contact_set *s, const tw_contact *c);
/* *t: the contact c with frame and D at the pass's poses; it is in no list */
void tw_contact_form(const tw_dynamics *d, const tw_contact *c, tw_touching *t);
/* frame: the unit normal n, and two unit tangents, which depend on n alone */
void tw_contact_frame(vec3 n, double frame[3][3]);
/* height (m), velocity, acceleration of the ground at the pass's time; 0: none */
tw_jet1 tw_contact_ground(const tw_dynamics *d);
/* keeps the first `count` of `touching`, after some were removed */
static inline void tw_contact_shorten(tw_contact_set *s, size_t count) {
    s->whole = s->whole && count == s->touching.count;
    s->touching.count = count;
}

/* divides s->touching into groups */
tw_status tw_contact_group_up(tw_dynamics *d, tw_contact_set *s);

/* ---- solve.c -------------------------------------------------------------------------------- */

/* Computes lambda of the group's contacts, and adds P M^-1 D lambda to v [bodies of the world]:
 * velocities without contacts, or, by `task`, accelerations or displacements */
tw_status tw_contact_solve(tw_dynamics *d, const tw_contact_group *g, const tw_contact_task *task,
                           tw_twist *v);

/* change of a free body's velocity by the contacts of the group solved last */
static inline tw_twist tw_contact_change(const tw_contact_set *s, int body) {
    const double *dv = s->v.data + 6 * (ptrdiff_t)s->place.data[body];
    return (tw_twist){v3_load(dv), v3_load(dv + 3)};
}

/* ---- bilateral.c ---------------------------------------------------------------------------- */

/* sets s->part: the islands of the group, with their blocks and bodies */
tw_status tw_contact_know_part(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g);
/* factors the matrix A of each island of s->part at the pass's gradients */
tw_status tw_contact_factor(tw_dynamics *d, tw_contact_set *s);
/* compliance for s->yields, 1/kg, from the mass of the lightest body of s->part */
double tw_contact_softness(const tw_dynamics *d, const tw_contact_set *s);
/* v [bodies of the group][6] becomes P v; context: the set; a failure goes to s->failed */
void tw_contact_project(void *context, double *v);

/* changes v least in the mass metric until J v of the group's rows is `target` [rows] */
tw_status tw_contact_bilateral(tw_dynamics *d, const tw_contact_group *g, const double *target,
                               tw_twist *v);
/* like tw_contact_bilateral, with bounded forces too, over `step` s; 0: v are accelerations */
tw_status tw_contact_bilateral_bounded(tw_dynamics *d, const tw_contact_group *g,
                                       const double *target, double step, tw_twist *v);
/* like tw_contact_bilateral, for the group of its last call, with the factors made there */
tw_status tw_contact_bilateral_again(tw_dynamics *d, const tw_contact_group *g,
                                     const double *target, tw_twist *v);

/* sets s->place of the group's bodies to their index in the group */
tw_status tw_contact_places(tw_dynamics *d, const tw_contact_group *g);

/* largest |u| of the group's contacts (without contacts: of s->capped_row) at lambda = 0 */
double tw_contact_largest_rate(const tw_contact_set *s, const tw_contact_group *g);

/* u: rates D v of the gap (without t->drift) and of both slips of a contact; v [bodies of world] */
void tw_contact_rates(const tw_touching *t, const tw_twist *v, double u[3]);

/* ---- bounce.c ------------------------------------------------------------------------------- */

/* Like tw_contact_solve, with restitution that adds no energy. Where Newton's law would add some
 * (friction, many contacts) the bounce counts half, a quarter, or not at all */
tw_status tw_contact_solve_bouncing(tw_dynamics *d, const tw_contact_group *g,
                                    const tw_contact_task *task, tw_twist *v);

#endif
