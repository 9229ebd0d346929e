/* Private header of the files about contacts; see contact.h. */
#ifndef TW_DYNAMICS_CONTACT_IMPL_H
#define TW_DYNAMICS_CONTACT_IMPL_H

#include "dynamics/contact/set.h"

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

/* Applies a body's depth correction, s->depth.shift, to its pose in *m and to two angular momenta:
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

/* sets s->way.late: decides which bodies advance by their velocity at the step's end ("late")
 * because the mean velocity would lead into others */
tw_status tw_contact_know_late(tw_dynamics *d, tw_contact_set *s, double h);
/* velocity by which the body's pose advances in the step, chosen by s->way.late */
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
/* stores the forces of s->touching in s->keep.tried, as first guess of the next attempt */
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
    double a = s->size.thin.data[c->a];
    return c->b >= 0 && s->size.thin.data[c->b] < a ? s->size.thin.data[c->b] : a;
}

/* motion of a body's shape in the step: from s->search.pose with the velocity s->miss.path */
tw_sweep tw_contact_sweep(const tw_dynamics *d, const tw_contact_set *s, int body, int shape);
/* sets s->miss.path [bodies]: the velocities by which the bodies advance through the step */
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

/* Sets s->depth.shift to the shifts of poses that remove the depths of all groups, and
 * s->stats.depth to the largest depth. pass 0: at the step's begin; 1, 2, ...: successive passes at
 * its end */
tw_status tw_contact_separate(tw_dynamics *d, tw_contact_set *s, double h, int pass);
/* Turns the orientation *q of a body by the rotation vector `by`. Returns its angular momentum
 * after it: L, or a near one where the kinetic energy would grow with the inertia's rotation */
vec3 tw_contact_turn(const tw_body *b, vec3 by, quat *q, vec3 L);
/* records in s->depth.old the great depths left as a step begins; passes at its end do not remove
 * them */
tw_status tw_contact_know_old(tw_contact_set *s);

/* ---- pass.c --------------------------------------------------------------------------------- */

/* *any: at the velocities s->twist bodies pass through others that the search has missed. Then the
 * step must be solved again, with margins from the bodies' speeds s->outrun.pace */
tw_status tw_contact_outrun(tw_dynamics *d, tw_contact_set *s, double h, bool *any);
void tw_contact_forget_pace(tw_contact_set *s);
/* *passed: a body passes through another: the solution is inexact or incomplete, or it turns */
tw_status tw_contact_passed(const tw_dynamics *d, tw_contact_set *s, double h, bool *passed);

/* ---- contact_now.c -------------------------------------------------------------------------- */

/* bias of a slipping contact, m/s^2: larger than any acceleration, so that friction is at its
 * bound */
#define TW_CONTACT_SLIPPING 1e6

/* sets s->size.reach, and s->range.margin to margin / 2 (m) plus `part` of the body's size */
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

/* sets s->strand.close, which bodies have contacts near them, from s->touching */
tw_status tw_contact_know_close(const tw_dynamics *d, tw_contact_set *s);

/* ---- contact_net.c --------------------------------------------------------------------------- */

/* sets s->net.body to the wrenches of the contacts in s->touching plus the constraints' reactions
 * to them, and s->net.lambda to these as unknowns */
tw_status tw_contact_wrenches(tw_dynamics *d, tw_contact_set *s);

/* ---- limit.c -------------------------------------------------------------------------------- */

bool tw_contact_any_limit(const tw_world *w);
/* appends joint limits that are near or may soon be reached to the contacts of s->search.found */
tw_status tw_contact_add_limits(tw_dynamics *d, tw_contact_set *s);
void tw_contact_orient_limit(tw_touching *t, const tw_limit_row *row);

/* length, m or rad, that joint limits have in place of a body's size in tolerances */
#define TW_LIMIT_SIZE 0.1

static inline bool tw_contact_is_limit(const tw_contact_set *s, const tw_contact *c) {
    return (size_t)(c - s->search.found.list.data) >=
           s->search.found.list.count - s->search.limit.count;
}

/* ---- find.c --------------------------------------------------------------------------------- */

/* computes sizes of the bodies (reach, swing, thin) unless they are up to date */
tw_status tw_contact_reaches(tw_dynamics *d, tw_contact_set *s);
/* upper bound on the speed, m/s, of any point of the body that moves with velocity v */
static inline double tw_contact_fastest(const tw_contact_set *s, int body, tw_twist v) {
    return v3_length(v.v) + s->size.swing.data[body] * v3_length(v.omega);
}
/* discards the search's results, since the engine moves other bodies than before */
void tw_contact_forget_members(tw_dynamics *d);
/* fills s->touching with the contacts whose gaps are within the margins s->range.margin at the
 * pass's poses: frames and D are set, bias and lambda are 0 */
tw_status tw_contact_gather(tw_dynamics *d, tw_contact_set *s);
/* like tw_contact_gather, but only contacts with gaps up to near[a] + near[b], m */
tw_status tw_contact_gather_near(tw_dynamics *d, tw_contact_set *s, const double *near);
/* finds s->outrun.wider, contacts within s->outrun.grown of pairs with a body that has outgrown
 * s->range.margin */
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
    s->search.whole = s->search.whole && count == s->touching.count;
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
    const double *dv = s->solve.v.data + 6 * (ptrdiff_t)s->solve.place.data[body];
    return (tw_twist){v3_load(dv), v3_load(dv + 3)};
}

/* ---- bilateral.c ---------------------------------------------------------------------------- */

/* sets s->project.part: the islands of the group, with their blocks and bodies */
tw_status tw_contact_know_part(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g);
/* factors the matrix A of each island of s->project.part at the pass's gradients */
tw_status tw_contact_factor(tw_dynamics *d, tw_contact_set *s);
/* compliance for s->project.yields, 1/kg, from the mass of the lightest body of s->project.part */
double tw_contact_softness(const tw_dynamics *d, const tw_contact_set *s);
/* v [bodies of the group][6] becomes P v; context: the set; a failure goes to s->project.failed */
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

/* sets s->solve.place of the group's bodies to their index in the group */
tw_status tw_contact_places(tw_dynamics *d, const tw_contact_group *g);

/* largest |u| of the group's contacts (without contacts: of s->caps.row) at lambda = 0 */
double tw_contact_largest_rate(const tw_contact_set *s, const tw_contact_group *g);

/* u: rates D v of the gap (without t->drift) and of both slips of a contact; v [bodies of world] */
void tw_contact_rates(const tw_touching *t, const tw_twist *v, double u[3]);

/* ---- bounce.c ------------------------------------------------------------------------------- */

/* Like tw_contact_solve, with restitution that adds no energy. Where Newton's law would add some
 * (friction, many contacts) the bounce counts half, a quarter, or not at all */
tw_status tw_contact_solve_bouncing(tw_dynamics *d, const tw_contact_group *g,
                                    const tw_contact_task *task, tw_twist *v);

#endif
