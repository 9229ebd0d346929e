/* Private header of the files about contacts; see contact.h. */
#ifndef TW_DYNAMICS_CONTACT_IMPL_H
#define TW_DYNAMICS_CONTACT_IMPL_H

#include "contact/sweep.h"
#include "dynamics/contact/contact.h"
#include "dynamics/contact/turn.h"
#include "dynamics/solve/caps_impl.h"
#include "dynamics/step/project_impl.h"
#include "numeric/cone/cone.h"

/* one contact in the problem */
typedef struct tw_touching {
    const tw_contact *c;
    double gap;         /* gap, m, corrected by the shifts at the step's begin */
    double frame[3][3]; /* rows: normal from a to b, two tangents; world */
    double D[2][3][6];  /* gradients of gap and slip for a and b: numeric/cone/cone.h */
    double bias[3];     /* b of u = D v + b */
    /* e u-, the bias[0] of a bouncing contact (u-: rate before); > 0: a contact that separates, in
     * an impact; 0: none */
    double bounce;
    /* impulses or forces along the frame; 3 .. 5: torques of turn.c, else 0 */
    double lambda[TW_TOUCH_ROWS];
    int next;   /* next contact of the same group; -1: none */
    int listed; /* index in the list of read-outs */
    /* joint limit: 1 + index in world.constraint; D[.][0] is the gradient of its gap; 0:
     * surfaces */
    int limit;
    double sign;    /* limit: 1 lower bound, -1 upper */
    double drift;   /* part of the gap's rate besides D v: motion of the ground or bound */
    double second;  /* its derivative; for limits with D' v of the gap */
    double bend[3]; /* D' v; set by tw_contact_bend */
    bool slips;     /* problem of accelerations: the contact slips, along bias */
} tw_touching;

/* u of a contact at displaced poses, for differences (bend.c) */
typedef struct tw_bend {
    double u[3][4];
    bool seen[4];
} tw_bend;

/* row of a constraint with a bounded force, as part of the contact problem */
typedef struct tw_capped_row {
    int slots, body[TW_TERMS_SLOTS]; /* its free bodies, as indices in the group; -1: not free */
    const double *D[TW_TERMS_SLOTS]; /* gradients for these bodies, [6] each */
    double r, lo, hi, lambda;
    double compliance; /* added to the diagonal of the problem's matrix */
} tw_capped_row;

/* which constraints of a group miss their targets: none, those at their bounds, any (against
 * contacts) */
typedef enum tw_contact_yield {
    TW_YIELDS_NOT,
    TW_YIELDS_AT_BOUNDS,
    TW_YIELDS_TO_CONTACTS
} tw_contact_yield;

/* group of contacts solved together: they share free bodies, directly or through other contacts and
 * constraints */
typedef struct tw_contact_group {
    int first, last, contacts;
    int body, bodies;    /* the group's bodies: first index in tw_contact_set.member, number */
    int island, islands; /* its islands of constraints: first index in .island, number */
    tw_contact_yield yields;
    bool unsolved; /* contact_now.c: bounded forces that were not solved to the tolerance */
    double slow;   /* m/s: the group rests at the step's end if all bodies are slower */
} tw_contact_group;

/* rate D v of a row; v: velocities of all bodies of the world */
static inline double tw_contact_rate(const tw_touching *t, const tw_twist *v, int row) {
    double sum = tw_twist_along(t->D[0][row], &v[t->c->a]);
    return t->c->b < 0 ? sum : sum + tw_twist_along(t->D[1][row], &v[t->c->b]);
}

/* w += wrench of the contact's lambda on its body a (side 0) or b (side 1) */
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

/* depth between two bodies */
typedef struct tw_contact_old {
    int a, b;
    double depth; /* m */
} tw_contact_old;

/* limit.c: a bound of a joint's coordinate that may soon be reached */
typedef struct tw_limit_row {
    int constraint; /* index in world.constraint */
    double D[2][6]; /* gradient of the gap */
    double sign, drift, second;
} tw_limit_row;

/* a collision rule (model/side.h), prepared for the search */
typedef struct tw_contact_rule {
    uint64_t key; /* key of a pair of bodies; the first member, since keys are compared */
    int order;
    bool collide;
} tw_contact_rule;

/* state of the world for which a read-out was computed */
typedef struct tw_contact_key {
    unsigned long state, view, topology, fields, evaluations;
    double time;
} tw_contact_key;

/* way.c: the velocity by which a body's pose advances in the step: mean of begin and end; velocity
 * at the end; mean over its blows */
typedef enum tw_late { TW_IN_TIME, TW_LATE, TW_LATE_STRUCK } tw_late;

/* blows.c: state of a contact between blows within a step */
typedef struct tw_blow {
    double gap; /* present gap, m */
    /* present rate of the gap, and rate at the step's end if nothing bounces, m/s */
    double u, u_rest;
    double slow; /* speed of approach below which nothing bounces, m/s */
    /* sum of impulses up to now, by blows and by pressing in between */
    double lambda[TW_TOUCH_ROWS];
    double lambda_before[TW_TOUCH_ROWS]; /* lambda in the solution of the whole step */
    int next;                            /* index of the group's next contact */
    bool counts;                         /* the contact is part of the problem being solved */
} tw_blow;

/* Data of contacts, in stages: a heading names the file that computes the members below it, a
 * comment another file. [bodies]: of the world */
typedef struct tw_contact_set {
    /* find.c: sizes of the bodies, and the counters of the world for which they hold */
    /* [bodies] largest distance of the surface from the centre of mass, m */
    TW_ARRAY(double) reach;
    /* [bodies] m, the same for motion by rotation: 0 for a centred ball */
    TW_ARRAY(double) swing;
    TW_ARRAY(double) thin; /* [bodies] least extent of any shape, m */
    double thinnest;       /* least `thin` of all bodies, m */
    bool reach_known;
    size_t reach_count;
    unsigned long reach_topology, reach_fields;

    /* find.c: pairs that do not collide, and the topology for which they hold */
    TW_ARRAY(uint64_t) excluded; /* keys of pairs joined by constraints, sorted */
    /* rules for pairs of bodies, sorted by key; all others, in their order */
    TW_ARRAY(tw_contact_rule) ruled, wide;
    TW_ARRAY(unsigned char) mark; /* [wide][bodies + ground] bit 1: on side a, bit 2: on side b */
    unsigned long excluded_of;
    bool excluded_known;

    TW_ARRAY(unsigned char) among; /* tw_contact_look_among: [bodies], or none */

    /* range of the search, set by contact.c or contact_now.c */
    TW_ARRAY(double) margin; /* [bodies] m */
    double fall;             /* m, margin of the ground, added to that of a body */
    double ahead;            /* limits are listed if they may be reached in this time, s */
    TW_ARRAY(double) near;   /* [bodies] m: contacts with gaps above a's plus b's are not used */

    /* find.c: contacts of the last search, and state and margins for which it holds; `whole`: all
     * are in `touching` */
    tw_contacts found;
    TW_ARRAY(tw_limit_row) limit; /* limit.c: limits at the end of `found` */
    TW_ARRAY(tw_pose) pose;       /* [bodies] */
    bool known, whole, known_only;
    size_t known_count;
    unsigned long known_topology, known_fields;
    double known_height; /* height of the ground then, m */
    double known_fall, known_time;
    TW_ARRAY(double) known_margin;
    /* [bodies] if known_only: `holding` in that search */
    TW_ARRAY(unsigned char) known_holding;

    /* find.c: present contacts, and the groups of them that are solved together */
    TW_ARRAY(tw_touching) touching;
    TW_ARRAY(tw_contact_group) group;
    TW_ARRAY(int) parent;         /* union-find over bodies */
    TW_ARRAY(int) member, island; /* bodies and islands of all groups */

    /* contact.c: a step */
    /* [bodies] velocities, at last those at the step's end; or accelerations */
    TW_ARRAY(tw_twist) twist;
    TW_ARRAY(double) target; /* [rows] speeds J v that meet the goals */

    /* miss.c: contacts that are left out of the step's problem */
    TW_ARRAY(tw_twist)
    path; /* [bodies] velocity of a body's path: struck_way if it has blows, otherwise twist */
    TW_ARRAY(tw_touching) missed;
    TW_ARRAY(double) nearest; /* [bodies] m: smallest gap that is passed */
    bool left_out; /* contact.c: after all tries contacts are still left out that are passed */

    /* pass.c: bodies that outrun their margins, that is, move beyond the searched range */
    TW_ARRAY(double) grown; /* [bodies] margins, enlarged where outrun */
    TW_ARRAY(double) pace;  /* [bodies or 0] largest speed in this step, m/s, for new margins */
    TW_ARRAY(double) moves; /* [bodies][2] path m, rotation rad, in this step */
    TW_ARRAY(unsigned char) reached; /* [bodies] near a body that outruns its margin */
    tw_contacts wider;               /* contacts found with margins `grown` */

    /* blows.c; arrays [bodies of the group], or as noted */
    TW_ARRAY(tw_blow) blow; /* [touching] state between blows */
    /* velocities now; their change by forces in the step; velocities by the whole step's solution
     */
    TW_ARRAY(tw_twist) struck_now, struck_by, struck_end;
    TW_ARRAY(tw_twist) struck_way;  /* [bodies] mean velocity over the step */
    TW_ARRAY(unsigned char) struck; /* [bodies] the body advances by struck_way */

    /* way.c */
    TW_ARRAY(unsigned char) late; /* [bodies] tw_late: which velocity advances the pose */
    TW_ARRAY(double) apart;       /* [bodies] m, bound on the distance of the late and mean paths */

    /* depth.c */
    TW_ARRAY(tw_twist) shift;     /* [bodies] change of pose by depth correction */
    bool shifted;                 /* some shift is not 0 */
    TW_ARRAY(tw_contact_old) old; /* depths left as the step began */

    /* memory.c */
    tw_contact_keep memory, before;    /* forces of the last step, and of the step before */
    tw_contact_keep tried;             /* forces of a rejected solution: the next first guess */
    tw_contact_keep before_parts;      /* `before` of a step that is made in parts */
    TW_ARRAY(tw_contact_memory) parts; /* impulses of all parts so far, N s */
    int parts_taken;
    bool parts_go_on; /* goes_on of the first part */
    double open;      /* m, largest `open` of the parts */
    /* counters of the world after the step of `memory` */
    unsigned long memory_state, memory_fields, memory_topology;
    bool memory_known;
    bool memory_follows; /* the world is as the last step left it, if its counters have not changed
                            since */

    /* contact_now.c */
    TW_ARRAY(tw_contact_reading) reading;
    TW_ARRAY(uint64_t) rising; /* keys noted by tw_contact_rising */

    /* solve.c: the present group */
    TW_ARRAY(int) place;         /* [bodies] index in the group */
    TW_ARRAY(tw_twist) velocity; /* [bodies] scratch of the projection */
    tw_cone *cone;
    int rows;              /* rows per contact: 3; without friction 1 */
    TW_ARRAY(double) left; /* [rows] targets of yielding rows */
    double yields; /* compliance of constraints against contacts, 1/kg; 0: they do not yield */
    TW_ARRAY(double) r, mu, lambda, inverse_mass, inverse_inertia, D, v, N;
    TW_ARRAY(int) pair;
    TW_ARRAY(int) part_body, part_block;
    tw_dynamics *d;                    /* dynamics for the projection */
    tw_part part;                      /* islands of the group, with blocks, bodies */
    tw_status failed;                  /* status of the first projection that failed */
    TW_ARRAY(double) rate, multiplier; /* [rows], [dofs] of the pass */
    TW_ARRAY(tw_wrench) sum;           /* [bodies] */

    /* cap.c: rows of bounded constraint forces in the problem, after those of the contacts */
    int capped;
    TW_ARRAY(tw_capped_row) capped_row; /* [capped] */
    TW_ARRAY(tw_cone_cap) ball;         /* `first` among those */
    TW_ARRAY(tw_cap) cap;               /* caps of the group */
    /* [bodies of the group] velocities before, after the solution */
    TW_ARRAY(tw_twist) start, solved;
    TW_ARRAY(double) asked, aimed;  /* [rows] of the pass */
    TW_ARRAY(double) loose;         /* [dofs] of the pass */
    TW_ARRAY(double) mu_held, soft; /* [caps] */
    TW_ARRAY(double) own_N;         /* [capped x capped], [capped] */
    TW_ARRAY(double) lo, hi;        /* bounds of rows without friction cone */
    TW_ARRAY(tw_cone_cap) ball_of;  /* `ball` with `first` counted among all bounded rows */
    TW_ARRAY(int) wide_body; /* bodies of bounded rows, for the solver: [TW_TERMS_SLOTS] each */
    TW_ARRAY(double) wide_D;

    /* turn.c: rows of contact torques, after those of cap.c */
    TW_ARRAY(tw_turn_row) turn; /* rows of the group */
    int turning;                /* their number in capped_row */
    size_t turn_balls;          /* others in `ball` */

    /* bend.c */
    tw_contacts bent;
    TW_ARRAY(unsigned char) bending; /* [bodies] */
    TW_ARRAY(unsigned char) holding; /* [bodies] in held contacts */
    bool only;                       /* search only pairs with held contacts */
    TW_ARRAY(tw_pose) bend_pose;     /* [bodies] */
    TW_ARRAY(double) bend_margin;    /* [bodies] */
    TW_ARRAY(tw_bend) bend;          /* [touching] differences of u */

    /* contact_press.c */
    tw_held_list held, held_before; /* held contacts now, and before the last step */
    unsigned long held_state;       /* counter world.state for which `held` is valid */

    /* strand.c */
    /* contacts of the engine that reports forces of `timestep`; NULL: this */
    const struct tw_contact_set *teller;
    TW_ARRAY(unsigned char) close; /* [bodies] had contacts in the last step */
    TW_ARRAY(tw_touching) told;    /* scratch: contacts with forces remembered by `teller` */

    /* contact_net.c */
    bool net_known, net_nothing;
    tw_contact_key net_key;
    TW_ARRAY(tw_wrench) net_body;
    TW_ARRAY(double) net_lambda;

    tw_contact_stats stats;
} tw_contact_set;

typedef struct tw_contact_task {
    double tolerance_u;
    bool warm;
    bool step; /* impulses of a step of `timestep` */
    bool frictionless;
    bool forces;   /* forces at an instant; v are accelerations, the pass has the velocities */
    bool poses;    /* shifts of poses; the residual is left out of the statistics */
    bool factored; /* the group's islands are factored (tw_contact_bilateral) at these gradients */
    bool polish;   /* small groups may be solved beyond the tolerance, where that is cheap */
    int limit;
} tw_contact_task;

/* ---- set.c ---------------------------------------------------------------------------------- */

/* *set: the engine's contact data, d->contact; made at the first call */
tw_status tw_contact_set_of(tw_dynamics *d, tw_contact_set **set);

/* ---- contact.c ------------------------------------------------------------------------------ */

/* applies the depth correction of a body to its pose in m and to its angular momenta: L_way, with
 * which it moves, and L, at the step's end */
void tw_contact_shift(const tw_dynamics *d, int body, tw_body_motion *m, vec3 *L_way, vec3 *L);

/* Rate correction at a contact of two bodies that turn as one: with it a straight step of h keeps
 * their distance; 0 for other pairs */
vec3 tw_contact_chord(const tw_dynamics *d, const tw_contact *c, double h);

/* velocity that a body would have at the end of a step of h without contacts and constraints */
tw_twist tw_contact_free_twist(const tw_dynamics *d, int body, double h);

/* ---- blows.c -------------------------------------------------------------------------------- */

/* If the solution of a small group, in s->twist, has bounces: replaces it by blows one after the
 * other within the step. target: the constraint rows' targets in that solution */
tw_status tw_contact_take_blows(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g,
                                const tw_contact_task *task, const double *target, double h);

/* ---- way.c ---------------------------------------------------------------------------------- */

/* Decides which bodies advance by their velocity at the step's end ("late", s->late); others
 * advance by the mean velocity */
tw_status tw_contact_know_late(tw_dynamics *d, tw_contact_set *s, double h);
/* velocity by which a body's pose advances in the step, from s->twist and s->late */
tw_twist tw_contact_way(const tw_dynamics *d, const tw_contact_set *s, int body);
/* stores a body's momenta at the step's end in d->project, and those that advance its pose */
void tw_contact_store_body(tw_dynamics *d, const tw_contact_set *s, int body);

/* ---- memory.c ------------------------------------------------------------------------------- */

/* does the list have a contact of bodies a and b? */
bool tw_contact_pair_in(const tw_held_list *list, int a, int b);
/* is a contact of bodies a and b held, or was one before the last step? */
bool tw_contact_holds_pair(const tw_contact_set *s, int a, int b);

/* the memory entry of a contact; NULL: none */
const tw_contact_memory *tw_contact_recall(const tw_contact_keep *k, uint64_t key);
/* stores the forces of s->touching as the memory of a step of h that ends at t */
tw_status tw_contact_remember(const tw_dynamics *d, tw_contact_set *s, double t, double h);
/* stores the forces of s->touching in s->tried: first guess for solving the problem again */
tw_status tw_contact_remember_try(tw_contact_set *s, double h);

/* ---- told.c --------------------------------------------------------------------------------- */

/* sets after->told: forces to report for the step `after`, which followed the step `before` */
tw_status tw_contact_tell(const tw_contact_keep *before, tw_contact_keep *after);
/* *force: reported force on b for the last step, N; false: the contact has no memory */
bool tw_contact_told_of(const tw_contact_keep *k, uint64_t key, vec3 *force);

/* ---- miss.c --------------------------------------------------------------------------------- */

static inline bool tw_contact_same_shapes(const tw_contact *a, const tw_contact *b) {
    return a->a == b->a && a->b == b->b && a->shape_a == b->shape_a && a->shape_b == b->shape_b;
}

/* size of the smaller body, m, to which gap tolerances are relative */
double tw_contact_size(const tw_contact_set *s, const tw_contact *c);
/* half of the depth that may remain, m: up to it a contact counts as closed, and advancing by the
 * mean velocity may lead */
double tw_contact_band(const tw_contact_set *s, const tw_contact *c);
/* size of the smaller body, m, or less if one of the bodies is thin */
double tw_contact_fine(const tw_contact_set *s, const tw_contact *c);
/* thickness of the thinner body, m; the ground does not count */
static inline double tw_contact_thinner(const tw_contact_set *s, const tw_contact *c) {
    double a = s->thin.data[c->a];
    return c->b >= 0 && s->thin.data[c->b] < a ? s->thin.data[c->b] : a;
}

/* motion of one of a body's shapes in the present step, from s->pose by s->path */
tw_sweep tw_contact_sweep(const tw_dynamics *d, const tw_contact_set *s, int body, int shape);
/* sets s->path, the velocities of the bodies' paths */
tw_status tw_contact_know_path(const tw_dynamics *d, tw_contact_set *s);
/* moves contacts that would stay open in a step without contact forces (velocities s->twist) from
 * `touching` to `missed` */
tw_status tw_contact_drop_missed(const tw_dynamics *d, tw_contact_set *s, double h);
/* moves contacts of `missed` that the solution would pass back to `touching`; *any: there are
 * some */
tw_status tw_contact_take_back(const tw_dynamics *d, tw_contact_set *s, double h, bool *any);

/* ---- depth.c -------------------------------------------------------------------------------- */

/* depth that may remain, relative to the smaller body's size */
#define TW_CONTACT_SLOP 1e-4

/* MANY: a group with more contacts has its depths removed less exactly. Limits of the solver's
 * sweeps: SWEEPS where bodies move; CAREFUL where they are about to rest, so that small errors
 * would add up to creep, or are thin */
enum { TW_CONTACT_MANY = 100, TW_CONTACT_SWEEPS = 200, TW_CONTACT_CAREFUL = 2000 };

/* sets s->shift: shifts of poses that remove the depths of all groups, and s->stats.depth, the
 * largest depth; pass 0: at the step's begin, 1, 2, ...: at its end */
tw_status tw_contact_separate(tw_dynamics *d, tw_contact_set *s, double h, int pass);
/* Turns a body's orientation q by `by` to remove depths. Returns its angular momentum: L; or, where
 * the energy would grow because the moment of inertia turns along, the nearest one of equal energy
 */
vec3 tw_contact_turn(const tw_body *b, vec3 by, quat *q, vec3 L);
/* records the depths left as a step begins, which passes at its end do not remove */
tw_status tw_contact_know_old(tw_contact_set *s);

/* ---- pass.c --------------------------------------------------------------------------------- */

/* *any: with the velocities s->twist some bodies would pass through others beyond their margins.
 * s->pace then has their speeds: the step's problem must be solved again with wider margins */
tw_status tw_contact_outrun(tw_dynamics *d, tw_contact_set *s, double h, bool *any);
void tw_contact_forget_pace(tw_contact_set *s);
/* *passed: a body passes through another one, by the solver's residual or by rotation */
tw_status tw_contact_passed(const tw_dynamics *d, tw_contact_set *s, double h, bool *passed);

/* ---- contact_now.c -------------------------------------------------------------------------- */

/* bias along the slip of slipping contacts, m/s^2: far larger than any acceleration */
#define TW_CONTACT_SLIPPING 1e6

/* sets s->reach and s->margin so that gaps up to `margin` (m) plus `part` of both bodies' sizes are
 * found */
tw_status tw_contact_margins(tw_dynamics *d, double margin, double part, tw_contact_set *s);
/* copies the velocities of the pass to s->twist */
void tw_contact_take_velocities(const tw_dynamics *d, tw_contact_set *s);
/* computes lambda of `touching` from the pass's accelerations. Friction of a slipping contact is
 * exactly opposite to its slip */
tw_status tw_contact_solve_now(tw_dynamics *d, tw_contact_set *s);

/* lambda: forces and torques, along its frame, of a contact in s->touching after tw_contact_read */
void tw_contact_forces(const tw_dynamics *d, const tw_contact_set *s, const tw_touching *t,
                       double lambda[TW_TOUCH_ROWS]);

/* ---- bend.c --------------------------------------------------------------------------------- */

/* sets `bend`, D' v, of all contacts in `touching`; s->twist: the pass's velocities */
tw_status tw_contact_bend(tw_dynamics *d, tw_contact_set *s);

/* ---- contact_press.c ------------------------------------------------------------------------ */

/* are held contacts valid for the world's present state, so that read-outs use them? */
bool tw_contact_holds_now(const tw_dynamics *d);
/* is the contact held? rate: of its gap, m/s */
bool tw_contact_is_held(const tw_contact_set *s, const tw_touching *t, double rate);
/* was the contact held in the last step? If so, it is no impact, even if released at its end */
bool tw_contact_was_held(const tw_contact_set *s, const tw_touching *t, double rate);
/* gathers contacts that may be held in `touching`, and the pass's velocities in s->twist */
tw_status tw_contact_gather_held(tw_dynamics *d, tw_contact_set **set);
/* reduces `touching` to held contacts and sets their bias; call after tw_contact_gather_held */
tw_status tw_contact_choose_held(tw_dynamics *d, tw_contact_set *s);

/* ---- strand.c ------------------------------------------------------------------------ */

static inline void tw_contact_mark(const tw_touching *t, unsigned char *mark) {
    if (t->c->a >= 0) mark[t->c->a] |= TW_STRUCK;
    if (t->c->b >= 0) mark[t->c->b] |= TW_STRUCK;
}

/* sets s->close from s->touching */
tw_status tw_contact_know_close(const tw_dynamics *d, tw_contact_set *s);

/* ---- contact_now.c, for contact_press.c ----------------------------------------------------- */

/* does the contact touch, or is it held, and approach? s->twist: the pass's velocities */
bool tw_contact_comes_in(const tw_contact_set *s, const tw_touching *t);

/* ---- contact_net.c --------------------------------------------------------------------------- */

/* s->net_body: wrenches of the contacts in `touching`, with the constraints' reactions to them */
tw_status tw_contact_wrenches(tw_dynamics *d, tw_contact_set *s);

/* ---- limit.c -------------------------------------------------------------------------------- */

bool tw_contact_any_limit(const tw_world *w);
/* appends joint limits that may soon be reached to the contacts of s->found */
tw_status tw_contact_add_limits(tw_dynamics *d, tw_contact_set *s);
void tw_contact_orient_limit(tw_touching *t, const tw_limit_row *row);

/* size of a joint limit, for tolerances that are relative to a body's size; m or rad */
#define TW_LIMIT_SIZE 0.1

static inline bool tw_contact_is_limit(const tw_contact_set *s, const tw_contact *c) {
    return (size_t)(c - s->found.list.data) >= s->found.list.count - s->limit.count;
}

/* ---- find.c --------------------------------------------------------------------------------- */

/* sizes of the bodies */
tw_status tw_contact_reaches(tw_dynamics *d, tw_contact_set *s);
/* upper bound on the speed of any point of the body with twist v, m/s */
static inline double tw_contact_fastest(const tw_contact_set *s, int body, tw_twist v) {
    return v3_length(v.v) + s->swing.data[body] * v3_length(v.omega);
}
/* discards the contacts found: the engine's members have changed */
void tw_contact_forget_members(tw_dynamics *d);
/* fills `touching` with the contacts within s->margin at the pass's poses: frames and D set, bias
 * and lambda 0 */
tw_status tw_contact_gather(tw_dynamics *d, tw_contact_set *s);
/* like tw_contact_gather, only contacts with gaps up to near[a] + near[b], for depth corrections */
tw_status tw_contact_gather_near(tw_dynamics *d, tw_contact_set *s, const double *near);
/* s->wider: contacts with gaps within s->grown, of pairs of which a body has outgrown its margin */
tw_status tw_contact_find_wider(tw_dynamics *d, tw_contact_set *s);
/* twice the size of the smaller body, m; the ground does not count */
double tw_contact_span(const tw_contact_set *s, const tw_contact *c);
/* *t: contact c with frame and D, not in any list */
void tw_contact_form(const tw_dynamics *d, const tw_contact *c, tw_touching *t);
/* frame: the unit normal n and two tangents, which depend on n alone */
void tw_contact_frame(vec3 n, double frame[3][3]);
/* height, velocity and acceleration of the ground at the pass's time; 0: no ground */
tw_jet1 tw_contact_ground(const tw_dynamics *d);
/* keeps the first `count` of `touching`, after some were removed */
static inline void tw_contact_shorten(tw_contact_set *s, size_t count) {
    s->whole = s->whole && count == s->touching.count;
    s->touching.count = count;
}

/* divides s->touching into groups */
tw_status tw_contact_group_up(tw_dynamics *d, tw_contact_set *s);

/* ---- solve.c -------------------------------------------------------------------------------- */

/* computes lambda of a group's contacts for velocities (accelerations, displacements) `v` of all
 * bodies of the world without contacts, and adds P M^-1 D lambda to v. A twist: velocity of the
 * centre of mass, angular velocity */
tw_status tw_contact_solve(tw_dynamics *d, const tw_contact_group *g, const tw_contact_task *task,
                           tw_twist *v);

/* change of a free body's velocity by the group's last solution */
static inline tw_twist tw_contact_change(const tw_contact_set *s, int body) {
    const double *dv = s->v.data + 6 * (ptrdiff_t)s->place.data[body];
    return (tw_twist){v3_load(dv), v3_load(dv + 3)};
}

/* ---- bilateral.c ---------------------------------------------------------------------------- */

/* s->part: the islands of a group, with their blocks and bodies */
tw_status tw_contact_know_part(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g);
/* factors A of the islands of s->part at the pass's gradients */
tw_status tw_contact_factor(tw_dynamics *d, tw_contact_set *s);
/* value of s->yields for constraints that yield to contacts, from the lightest body of s->part */
double tw_contact_softness(const tw_dynamics *d, const tw_contact_set *s);
/* v [bodies of the group][6] becomes P v; context: the set; a failure goes to s->failed */
void tw_contact_project(void *context, double *v);

/* changes v, least in the mass metric, so that J v of the group's constraints is `target` [rows of
 * the pass] */
tw_status tw_contact_bilateral(tw_dynamics *d, const tw_contact_group *g, const double *target,
                               tw_twist *v);
/* the same with bounds on the forces of a step; 0: on accelerations */
tw_status tw_contact_bilateral_bounded(tw_dynamics *d, const tw_contact_group *g,
                                       const double *target, double step, tw_twist *v);
/* tw_contact_bilateral with the factor of the last call, for the same group */
tw_status tw_contact_bilateral_again(tw_dynamics *d, const tw_contact_group *g,
                                     const double *target, tw_twist *v);

/* s->place: index in the group of each of its bodies */
tw_status tw_contact_places(tw_dynamics *d, const tw_contact_group *g);

/* the largest u of the group without impulses: residual of lambda = 0 */
double tw_contact_largest_rate(const tw_contact_set *s, const tw_contact_group *g);

/* u: rates of the gap and of slip along the tangents; v [bodies of the world] */
void tw_contact_rates(const tw_touching *t, const tw_twist *v, double u[3]);

/* ---- bounce.c ------------------------------------------------------------------------------- */

/* tw_contact_solve with restitution that adds no energy: Newton's law adds some in certain impacts
 * with friction or many contacts; then `bounce` counts half, a quarter, or not at all */
tw_status tw_contact_solve_bouncing(tw_dynamics *d, const tw_contact_group *g,
                                    const tw_contact_task *task, tw_twist *v);

#endif
