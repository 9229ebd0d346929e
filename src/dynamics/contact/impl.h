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
    double gap;         /* gap of c, after the shifts at the step's beginning */
    double frame[3][3]; /* normal from a to b, tangents; world */
    double D[2][3][6];  /* gradients for bodies a and b: numeric/cone/cone.h */
    double bias[3];     /* b of u = D v + b */
    /* bias[0] of a bouncing contact, e u-; > 0: the contact separates, at an impact; otherwise 0 */
    double bounce;
    double lambda[TW_TOUCH_ROWS]; /* along the frame; the last three are 0 but by turn.c */
    int next;                     /* next contact of the same group; -1: none */
    int listed;                   /* place in a list of read-outs */
    int limit;      /* 1 + the constraint that limits a joint, D[.][0] of its coordinate; 0: none */
    double sign;    /* sign of D in the coordinate's gradient */
    double drift;   /* rate of the gap that is not D v: the bound moves */
    double second;  /* the acceleration of the ground; of limits: D' v of the gap and the bound's */
    double bend[3]; /* D' v; set by tw_contact_bend */
    bool slips;     /* in a problem of accelerations: bias is along the slip */
} tw_touching;

/* rates of a contact at poses before and after the present one */
typedef struct tw_bend {
    double u[3][4];
    bool seen[4];
} tw_bend;

/* a row of a constraint whose force is bounded, in the problem */
typedef struct tw_capped_row {
    int slots, body[TW_TERMS_SLOTS]; /* free bodies, by their places in the group */
    const double *D[TW_TERMS_SLOTS]; /* gradients for these bodies, [6] each */
    double r, lo, hi, lambda;
} tw_capped_row;

/* constraints of a group that miss their targets: none, bounded ones, any (against contacts) */
typedef enum tw_contact_yield {
    TW_YIELDS_NOT,
    TW_YIELDS_AT_BOUNDS,
    TW_YIELDS_TO_CONTACTS
} tw_contact_yield;

/* contacts that share free bodies, directly, by others or by constraints */
typedef struct tw_contact_group {
    int first, last, contacts;
    int body, bodies;    /* bodies of the group: places in tw_contact_set.member */
    int island, islands; /* islands of the group's constraints: places in .island */
    tw_contact_yield yields;
    bool unsolved; /* contact_now.c: it has bounded forces, and no solution reached the tolerance */
    double slow;   /* speed below which bodies rest at the end of the step, m/s */
} tw_contact_group;

/* rate of a row of D for velocities v of the world's bodies */
static inline double tw_contact_rate(const tw_touching *t, const tw_twist *v, int row) {
    double sum = tw_twist_along(t->D[0][row], &v[t->c->a]);
    return t->c->b < 0 ? sum : sum + tw_twist_along(t->D[1][row], &v[t->c->b]);
}

/* w += wrench of lambda on the body of a side */
static inline void tw_contact_add_wrench(const tw_touching *t, int side, tw_wrench *w) {
    for (int row = 0; row < 3; row++) {
        w->force = v3_madd(w->force, t->lambda[row], v3_load(t->D[side][row]));
        w->torque = v3_madd(w->torque, t->lambda[row], v3_load(t->D[side][row] + 3));
        w->torque = v3_madd(w->torque, (side ? 1 : -1) * t->lambda[TW_TOUCH_FORCE + row],
                            v3_load(t->frame[row]));
    }
}

/* torque on b about the contact (world) */
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

/* limit.c: a bound of a joint's coordinate that may be reached */
typedef struct tw_limit_row {
    int constraint; /* index in world.constraint */
    double D[2][6]; /* gradient of the gap */
    double sign, drift, second;
} tw_limit_row;

/* rule of model/side.h as the engine uses it */
typedef struct tw_contact_rule {
    uint64_t key; /* key of a pair of bodies; the first member, since keys are compared */
    int order;
    bool collide;
} tw_contact_rule;

/* identifies the state that a read-out belongs to */
typedef struct tw_contact_key {
    unsigned long state, view, topology, fields, evaluations;
    double time;
} tw_contact_key;

/* way.c: velocity by which a body's position advances in the step: mean of begin and end; velocity
 * at the end; mean over its blows */
typedef enum tw_late { TW_IN_TIME, TW_LATE, TW_LATE_STRUCK } tw_late;

/* blows.c: state of a contact between the blows of a step */
typedef struct tw_blow {
    double gap;       /* present gap, m */
    double u, u_rest; /* rate of the gap at present, and at the end of the rest of the step, m/s */
    double slow;      /* speed of approach below which nothing bounces, m/s */
    /* impulses of all blows so far, and of the pressing between them */
    double lambda[TW_TOUCH_ROWS];
    double lambda_before[TW_TOUCH_ROWS]; /* lambda by the solution of the whole step */
    int next;                            /* next contact of the group */
    bool counts;                         /* is the contact in the problem being solved? */
} tw_blow;

/* In stages: a heading names the file that computes the members below, a comment another file.
 * [bodies] are the world's */
typedef struct tw_contact_set {
    /* find.c: sizes of the bodies, and the state of the world that they belong to */
    TW_ARRAY(double) reach; /* [bodies] largest distance of a place from the centre of mass, m */
    /* [bodies] m, reach for motion by rotation: a centred ball has none */
    TW_ARRAY(double) swing;
    TW_ARRAY(double) thin; /* [bodies] least extent of any of its shapes, m */
    double thinnest;       /* least of all bodies, m */
    bool reach_known;
    size_t reach_count;
    unsigned long reach_topology, reach_fields;

    /* find.c: pairs that do not collide, and the topology that they belong to */
    TW_ARRAY(uint64_t) excluded; /* pairs that constraints join, sorted */
    /* rules of two bodies, sorted by key; other rules, in their order */
    TW_ARRAY(tw_contact_rule) ruled, wide;
    TW_ARRAY(unsigned char) mark; /* [wide][bodies and the ground] 1: of side a, 2: of side b */
    unsigned long excluded_of;
    bool excluded_known;

    TW_ARRAY(unsigned char) among; /* tw_contact_look_among: [bodies], or none */

    /* range of the search for contacts: contact.c, contact_now.c */
    TW_ARRAY(double) margin; /* [bodies] m */
    double fall;  /* additional margin of contacts with the ground, which has none of its own, m */
    double ahead; /* time within which reachable bounds are near, s */
    TW_ARRAY(double) near; /* [bodies] gap above which contacts are not used at present, m */

    /* find.c: contacts found last, with the state and margins of that search; `whole`: `touching`
     * has all of them */
    tw_contacts found;
    TW_ARRAY(tw_limit_row) limit; /* limit.c: of the last of `found` */
    TW_ARRAY(tw_pose) pose;       /* [bodies] */
    bool known, whole, known_only;
    size_t known_count;
    unsigned long known_topology, known_fields;
    double known_height; /* height of the ground, m */
    double known_fall, known_time;
    TW_ARRAY(double) known_margin;
    /* holding bodies of the known result, if known_only */
    TW_ARRAY(unsigned char) known_holding;

    /* find.c: present contacts, and the groups that are solved together */
    TW_ARRAY(tw_touching) touching;
    TW_ARRAY(tw_contact_group) group;
    TW_ARRAY(int) parent;         /* union-find over bodies */
    TW_ARRAY(int) member, island; /* bodies, islands of the groups */

    /* contact.c: a step */
    TW_ARRAY(tw_twist) twist; /* [bodies] velocities of the present step; also accelerations */
    TW_ARRAY(double) target;  /* [rows] speeds along the rows that meet their goals */

    /* miss.c: contacts left out of the step's problem */
    TW_ARRAY(tw_twist)
    path; /* [bodies] twist, or struck_way where there are blows: velocity that gives paths */
    TW_ARRAY(tw_touching) missed;
    TW_ARRAY(double) nearest; /* [bodies] m: smallest gap that would be passed */
    bool left_out; /* contact.c: some contacts that would be passed are not in the problem */

    /* pass.c: motion beyond the searched range */
    TW_ARRAY(double) grown; /* [bodies] new margins of bodies that outrun theirs */
    TW_ARRAY(double) pace;  /* [bodies or 0] largest speed seen in the step so far, m/s */
    TW_ARRAY(double) moves; /* [bodies][2] displacement and rotation in the present step, m, rad */
    TW_ARRAY(unsigned char) reached; /* [bodies] may it meet a body that outruns its margin? */
    tw_contacts wider;               /* find.c: contacts found within `grown` */

    /* blows.c; [of the group] but for those of the world's bodies */
    TW_ARRAY(tw_blow) blow; /* blows of the contacts in `touching` */
    /* present velocities; changes by forces; velocities with all impulses at once */
    TW_ARRAY(tw_twist) struck_now, struck_by, struck_end;
    TW_ARRAY(tw_twist) struck_way;  /* [bodies] mean over the step */
    TW_ARRAY(unsigned char) struck; /* [bodies] the body moves by struck_way */

    /* way.c */
    TW_ARRAY(unsigned char) late; /* [bodies] tw_late: velocity by which the body moves */
    TW_ARRAY(double) apart; /* [bodies] bound on the difference of late path and mean path, m */

    /* depth.c */
    TW_ARRAY(tw_twist) shift;     /* [bodies] shift of the pose; 0: none */
    bool shifted;                 /* some shifts are not 0 */
    TW_ARRAY(tw_contact_old) old; /* depths left at the step's beginning */

    /* memory.c */
    tw_contact_keep memory, before;    /* memory after the last step, and before it */
    tw_contact_keep tried;             /* memory of a rejected solution */
    tw_contact_keep before_parts;      /* memory before the step that is taken in parts */
    TW_ARRAY(tw_contact_memory) parts; /* impulses of the parts' contacts, N s */
    int parts_taken;
    bool parts_go_on; /* goes_on of the first part */
    double open;      /* largest `open` of the parts, m */
    /* counters of the world after that step */
    unsigned long memory_state, memory_fields, memory_topology;
    bool memory_known;
    bool memory_follows; /* the world is as the last step left it, while the three above are
                            unchanged */

    /* contact_now.c */
    TW_ARRAY(tw_contact_reading) reading;
    TW_ARRAY(uint64_t) rising; /* keys of contacts that overlap and separate */

    /* solve.c: the present group */
    TW_ARRAY(int) place;         /* [bodies] place among the group's members */
    TW_ARRAY(tw_twist) velocity; /* [bodies] scratch of the projection */
    tw_cone *cone;
    int rows;              /* rows of a contact: 3; without friction 1, the normal one */
    TW_ARRAY(double) left; /* [rows] J v of constraints that yield */
    double yields; /* J v of constraints that hold against contacts, per multiplier (1/kg) */
    TW_ARRAY(double) r, mu, lambda, inverse_mass, inverse_inertia, D, v, N;
    TW_ARRAY(int) pair;
    TW_ARRAY(int) part_body, part_block;
    tw_dynamics *d;                    /* dynamics for the projection */
    tw_part part;                      /* the constraints of the group */
    tw_status failed;                  /* status of a failed projection */
    TW_ARRAY(double) rate, multiplier; /* [rows], [dofs] of the pass */
    TW_ARRAY(tw_wrench) sum;           /* [bodies] */

    /* cap.c: rows of constraints with bounded forces in the problem, after the
     * contacts */
    int capped;
    TW_ARRAY(tw_capped_row) capped_row; /* [capped] */
    TW_ARRAY(tw_cone_cap) ball;         /* `first` among those */
    TW_ARRAY(tw_cap) cap;               /* caps of the group */
    TW_ARRAY(tw_twist) start, solved;   /* [bodies of the group] before; by the last solution */
    TW_ARRAY(double) asked, aimed;      /* [rows] of the pass */
    TW_ARRAY(double) loose;             /* [dofs] of the pass */
    TW_ARRAY(double) mu_held, soft;     /* [caps] */
    TW_ARRAY(double) own_N;             /* [capped x capped], [capped] */
    TW_ARRAY(double) lo, hi;            /* bounds of the rows other than contacts with friction */
    TW_ARRAY(tw_cone_cap) ball_of;      /* caps for `ball`, counted in the same way */
    TW_ARRAY(int) wide_body; /* bodies of those rows, for the solver: [TW_TERMS_SLOTS] each */
    TW_ARRAY(double) wide_D;

    /* turn.c: torques of contacts, after the rows above in the group's problem */
    TW_ARRAY(tw_turn_row) turn; /* rows of the group */
    int turning;                /* rows of those in capped_row */
    size_t turn_balls;          /* others in `ball` */

    /* bend.c */
    tw_contacts bent;
    TW_ARRAY(unsigned char) bending; /* [bodies] */
    TW_ARRAY(unsigned char) holding; /* [bodies] bodies in held contacts */
    bool only;                       /* search restricted to pairs that are held */
    TW_ARRAY(tw_pose) bend_pose;     /* [bodies] */
    TW_ARRAY(double) bend_margin;    /* [bodies] */
    TW_ARRAY(tw_bend) bend;          /* bends of the contacts in `touching` */

    /* contact_press.c */
    tw_held_list held, held_before; /* held contacts now, and before the last step */
    unsigned long held_state;       /* world state to which `held` belongs */

    /* strand.c */
    const struct tw_contact_set *teller; /* engine of the `timestep` steps; NULL: this one */
    TW_ARRAY(unsigned char) close;       /* [bodies] the last step had contacts of the body */
    TW_ARRAY(tw_touching) told;          /* scratch: contacts whose forces `teller` remembers */

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
    bool step; /* problem of a step of `timestep` */
    bool frictionless;
    bool forces;   /* problem of forces at an instant; velocities are those of the pass */
    bool poses;    /* problem of displacements, whose residual is not counted for the step */
    bool factored; /* tw_contact_bilateral was called for this group and these gradients */
    bool polish;   /* small groups are solved further than to the tolerance, where that is cheap */
    int limit;
} tw_contact_task;

/* ---- set.c ---------------------------------------------------------------------------------- */

/* *set: d->contact, created on the first call */
tw_status tw_contact_set_of(tw_dynamics *d, tw_contact_set **set);

/* ---- contact.c ------------------------------------------------------------------------------ */

/* applies a step's depth correction of a body to x and q of m, and to its angular momenta: along
 * the path, at the end */
void tw_contact_shift(const tw_dynamics *d, int body, tw_body_motion *m, vec3 *L_way, vec3 *L);

/* Rate correction at a contact of bodies that turn about a common centre: with it a straight step
 * of h keeps their distance; 0 for others */
vec3 tw_contact_chord(const tw_dynamics *d, const tw_contact *c, double h);

/* the velocity of a body at the end of a step of h without contacts and constraints */
tw_twist tw_contact_free_twist(const tw_dynamics *d, int body, double h);

/* ---- blows.c -------------------------------------------------------------------------------- */

/* Where the solution of a group in s->twist bounces: replaces it by blows one after the other.
 * target: that of the solution */
tw_status tw_contact_take_blows(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g,
                                const tw_contact_task *task, const double *target, double h);

/* ---- way.c ---------------------------------------------------------------------------------- */

/* Marks the bodies that advance with the velocities at the step's end (s->late); others advance
 * with the mean velocity */
tw_status tw_contact_know_late(tw_dynamics *d, tw_contact_set *s, double h);
/* velocity by which a body advances in the step, from s->twist at its end and s->late */
tw_twist tw_contact_way(const tw_dynamics *d, const tw_contact_set *s, int body);
/* stores a body's momenta at the end of the step, and the ones that take its pose through it */
void tw_contact_store_body(tw_dynamics *d, const tw_contact_set *s, int body);

/* ---- memory.c ------------------------------------------------------------------------------- */

/* is any contact of bodies a and b in the list? */
bool tw_contact_pair_in(const tw_held_list *list, int a, int b);
/* has any contact of bodies a and b been held? */
bool tw_contact_holds_pair(const tw_contact_set *s, int a, int b);

/* remembered force of a contact, or NULL */
const tw_contact_memory *tw_contact_recall(const tw_contact_keep *k, uint64_t key);
/* stores the impulses of s->touching, of a step of h that ends at t, as memory */
tw_status tw_contact_remember(const tw_dynamics *d, tw_contact_set *s, double t, double h);
/* stores the impulses of a problem that is to be solved again in s->tried */
tw_status tw_contact_remember_try(tw_contact_set *s, double h);

/* ---- told.c --------------------------------------------------------------------------------- */

/* sets after->told: forces to report for a step that followed `before` */
tw_status tw_contact_tell(const tw_contact_keep *before, tw_contact_keep *after);
/* reported force on b in the contact's step (N); false: nothing is remembered */
bool tw_contact_told_of(const tw_contact_keep *k, uint64_t key, vec3 *force);

/* ---- miss.c --------------------------------------------------------------------------------- */

static inline bool tw_contact_same_shapes(const tw_contact *a, const tw_contact *b) {
    return a->a == b->a && a->b == b->b && a->shape_a == b->shape_a && a->shape_b == b->shape_b;
}

/* size of the smaller body, the unit of gap tolerances (m) */
double tw_contact_size(const tw_contact_set *s, const tw_contact *c);
/* depth at which a contact counts as closed, and that the mean of velocities may lead to: half of
 * the depth that may stay (m) */
double tw_contact_band(const tw_contact_set *s, const tw_contact *c);
/* length like the size, but less where one of the bodies is thin (m) */
double tw_contact_fine(const tw_contact_set *s, const tw_contact *c);
/* the least extent of both bodies, the ground not counted (m) */
static inline double tw_contact_thinner(const tw_contact_set *s, const tw_contact *c) {
    double a = s->thin.data[c->a];
    return c->b >= 0 && s->thin.data[c->b] < a ? s->thin.data[c->b] : a;
}

/* path of one of a body's shapes in the present step */
tw_sweep tw_contact_sweep(const tw_dynamics *d, const tw_contact_set *s, int body, int shape);
/* sets s->path from s->twist and s->struck_way */
tw_status tw_contact_know_path(const tw_dynamics *d, tw_contact_set *s);
/* moves contacts that s->twist, without contacts, does not close from `touching` to `missed` */
tw_status tw_contact_drop_missed(const tw_dynamics *d, tw_contact_set *s, double h);
/* moves contacts that s->twist at the step's end would close back to `touching`; *any: there are
 * any */
tw_status tw_contact_take_back(const tw_dynamics *d, tw_contact_set *s, double h, bool *any);

/* ---- depth.c -------------------------------------------------------------------------------- */

/* depth that may stay, in sizes of the smaller body */
#define TW_CONTACT_SLOP 1e-4

/* MANY: connected contacts above which depths are removed less finely. Sweeps of the solver,
 * SWEEPS: where bodies move; CAREFUL: where they are about to rest, so that small errors would add
 * up to creep, or are thin */
enum { TW_CONTACT_MANY = 100, TW_CONTACT_SWEEPS = 200, TW_CONTACT_CAREFUL = 2000 };

/* sets s->shift: shifts of the poses of all groups that remove depths; s->stats.depth: the largest
 * depth; pass: 0 at the begin of the step, 1, 2, ... at its end */
tw_status tw_contact_separate(tw_dynamics *d, tw_contact_set *s, double h, int pass);
/* Turns a body's orientation q to remove depths. Returns its angular momentum: L, or, if its energy
 * would grow with the turned moment of inertia, the nearest that keeps the energy */
vec3 tw_contact_turn(const tw_body *b, vec3 by, quat *q, vec3 L);
/* records the depths left when a step begins, which the passes at its end need not remove */
tw_status tw_contact_know_old(tw_contact_set *s);

/* ---- pass.c --------------------------------------------------------------------------------- */

/* *any: bodies are so fast after the impulses (s->twist) that they would go through others beyond
 * their margins. s->pace records them: the step's problem must be solved again */
tw_status tw_contact_outrun(tw_dynamics *d, tw_contact_set *s, double h, bool *any);
void tw_contact_forget_pace(tw_contact_set *s);
/* *passed: the unsolved residual, or turning, leads through a body */
tw_status tw_contact_passed(const tw_dynamics *d, tw_contact_set *s, double h, bool *passed);

/* ---- contact_now.c -------------------------------------------------------------------------- */

/* bias of slipping contacts along the slip, far more than any acceleration, m/s^2 */
#define TW_CONTACT_SLIPPING 1e6

/* s->margin and s->reach: gaps up to `margin`, and a part of the sizes of both bodies */
tw_status tw_contact_margins(tw_dynamics *d, double margin, double part, tw_contact_set *s);
/* copies the velocities of the pass to s->twist */
void tw_contact_take_velocities(const tw_dynamics *d, tw_contact_set *s);
/* computes lambda of `touching` from the accelerations of the pass. Friction of slipping contacts
 * acts exactly against the b of their tangents */
tw_status tw_contact_solve_now(tw_dynamics *d, tw_contact_set *s);

/* forces and torques along the frame of the contacts that tw_contact_read has left in s->touching
 */
void tw_contact_forces(const tw_dynamics *d, const tw_contact_set *s, const tw_touching *t,
                       double lambda[TW_TOUCH_ROWS]);

/* ---- bend.c --------------------------------------------------------------------------------- */

/* D' v of `touching`; s->twist: the velocities of the pass */
tw_status tw_contact_bend(tw_dynamics *d, tw_contact_set *s);

/* ---- contact_press.c ------------------------------------------------------------------------ */

/* do held contacts belong to the world's present state, so that read-outs use them? */
bool tw_contact_holds_now(const tw_dynamics *d);
/* is the contact held? rate: of its gap */
bool tw_contact_is_held(const tw_contact_set *s, const tw_touching *t, double rate);
/* was it held in the last step? Contacts released at its end are no impacts within it */
bool tw_contact_was_held(const tw_contact_set *s, const tw_touching *t, double rate);
/* gathers candidates for holding into `touching`, velocities of the pass into s->twist */
tw_status tw_contact_gather_held(tw_dynamics *d, tw_contact_set **set);
/* reduces `touching` to held contacts and sets their b; after tw_contact_gather_held */
tw_status tw_contact_choose_held(tw_dynamics *d, tw_contact_set *s);

/* ---- strand.c ------------------------------------------------------------------------ */

static inline void tw_contact_mark(const tw_touching *t, unsigned char *mark) {
    if (t->c->a >= 0) mark[t->c->a] |= TW_STRUCK;
    if (t->c->b >= 0) mark[t->c->b] |= TW_STRUCK;
}

/* sets s->close from s->touching */
tw_status tw_contact_know_close(const tw_dynamics *d, tw_contact_set *s);

/* ---- contact_now.c, for that ----------------------------------------------------------------- */

/* does a contact that touches or is held approach? s->twist: velocities of the pass */
bool tw_contact_comes_in(const tw_contact_set *s, const tw_touching *t);

/* ---- contact_net.c --------------------------------------------------------------------------- */

/* lambda of `touching` as wrenches, with the reactions of constraints, into s->net_body */
tw_status tw_contact_wrenches(tw_dynamics *d, tw_contact_set *s);

/* ---- limit.c -------------------------------------------------------------------------------- */

bool tw_contact_any_limit(const tw_world *w);
/* appends joint bounds that may be reached to the contacts of s->found, with their rows */
tw_status tw_contact_add_limits(tw_dynamics *d, tw_contact_set *s);
void tw_contact_orient_limit(tw_touching *t, const tw_limit_row *row);

/* size that a limit has for gap tolerances, as bodies have sizes; m or rad */
#define TW_LIMIT_SIZE 0.1

static inline bool tw_contact_is_limit(const tw_contact_set *s, const tw_contact *c) {
    return (size_t)(c - s->found.list.data) >= s->found.list.count - s->limit.count;
}

/* ---- find.c --------------------------------------------------------------------------------- */

/* sizes of the bodies */
tw_status tw_contact_reaches(tw_dynamics *d, tw_contact_set *s);
/* upper bound on the speed of any place of the body, m/s */
static inline double tw_contact_fastest(const tw_contact_set *s, int body, tw_twist v) {
    return v3_length(v.v) + s->swing.data[body] * v3_length(v.omega);
}
/* discards the contacts found, as the engine's members have changed */
void tw_contact_forget_members(tw_dynamics *d);
/* contacts with gaps within s->margin, at the motions of the pass, into `touching`, with their
 * frames and D. Bias and lambda are 0 */
tw_status tw_contact_gather(tw_dynamics *d, tw_contact_set *s);
/* gathers only contacts that depth corrections may concern: with gaps within `near` [bodies] */
tw_status tw_contact_gather_near(tw_dynamics *d, tw_contact_set *s, const double *near);
/* contacts with gaps within s->grown, of pairs of which one has outgrown its margin, into s->wider
 */
tw_status tw_contact_find_wider(tw_dynamics *d, tw_contact_set *s);
/* twice the size of the smaller body, m: a large floor does not count */
double tw_contact_span(const tw_contact_set *s, const tw_contact *c);
/* *t: the contact c with its frame and D */
void tw_contact_form(const tw_dynamics *d, const tw_contact *c, tw_touching *t);
/* n (unit) and two tangents, by n alone */
void tw_contact_frame(vec3 n, double frame[3][3]);
/* the height of the ground at the time of the pass; 0: there is none */
tw_jet1 tw_contact_ground(const tw_dynamics *d);
/* keeps the first of `touching`: some have been left out */
static inline void tw_contact_shorten(tw_contact_set *s, size_t count) {
    s->whole = s->whole && count == s->touching.count;
    s->touching.count = count;
}

/* divides s->touching into groups */
tw_status tw_contact_group_up(tw_dynamics *d, tw_contact_set *s);

/* ---- solve.c -------------------------------------------------------------------------------- */

/* computes lambda of the contacts of a group for velocities (accelerations, displacements) `v` of
 * all bodies of the world without contacts, and adds P M^-1 D lambda to v. Each body has the
 * velocity of its centre of mass and its angular velocity */
tw_status tw_contact_solve(tw_dynamics *d, const tw_contact_group *g, const tw_contact_task *task,
                           tw_twist *v);

/* the change of a free body's velocity by the last solution */
static inline tw_twist tw_contact_change(const tw_contact_set *s, int body) {
    const double *dv = s->v.data + 6 * (ptrdiff_t)s->place.data[body];
    return (tw_twist){v3_load(dv), v3_load(dv + 3)};
}

/* ---- bilateral.c ---------------------------------------------------------------------------- */

/* the islands of a group with their blocks and bodies, into s->part */
tw_status tw_contact_know_part(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g);
/* factors A of s->part at the pass's gradients */
tw_status tw_contact_factor(tw_dynamics *d, tw_contact_set *s);
/* s->yields where rows have to: of the lightest body that constraints of the group hold */
double tw_contact_softness(const tw_dynamics *d, const tw_contact_set *s);
/* P of velocities v [bodies of the group][6]; context: the set. s->failed */
void tw_contact_project(void *context, double *v);

/* v += change that brings the rows of a group's constraints to `target` [rows of the pass] */
tw_status tw_contact_bilateral(tw_dynamics *d, const tw_contact_group *g, const double *target,
                               tw_twist *v);
/* solves the bilateral problem again with the factor of the last call */
tw_status tw_contact_bilateral_again(tw_dynamics *d, const tw_contact_group *g,
                                     const double *target, tw_twist *v);

/* s->place of the bodies of a group */
tw_status tw_contact_places(tw_dynamics *d, const tw_contact_group *g);

/* the largest u without contacts: the residual without impulses */
double tw_contact_largest_rate(const tw_contact_set *s, const tw_contact_group *g);

/* rates of the gap and of slip of a contact; v [bodies of the world] */
void tw_contact_rates(const tw_touching *t, const tw_twist *v, double u[3]);

/* ---- bounce.c ------------------------------------------------------------------------------- */

/* The same with restitution, which adds no energy: Newton's law does so in some impacts with
 * friction or of many contacts; there `bounce` counts half, a quarter, ... or not at all */
tw_status tw_contact_solve_bouncing(tw_dynamics *d, const tw_contact_group *g,
                                    const tw_contact_task *task, tw_twist *v);

#endif
