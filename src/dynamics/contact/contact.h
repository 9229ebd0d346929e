/*
 * Contacts in the engine: impulses of a step of `timestep`, forces at an instant, impacts.
 *
 * D are the gradients of gaps and slips, e the restitution, v' the velocities after the step, N =
 * D^T P M^-1 D, where P projects velocities onto the ones that the island's constraints allow, a
 * step of h requires impulses lambda with
 *
 *     u = D^T v' + b,  v' = v* + P M^-1 D lambda,     v*: without contacts, constraints on target
 *     0 <= lambda_n _|_ u_n >= 0,  Coulomb for u_t      (numeric/cone/cone.h)
 *
 * b = gap / h for open gaps, which may close within the step; 0 for closed ones; e u_n(t) where a
 * bouncing body approaches. Depths left by rounding and rotation are removed from the poses, not by
 * velocities, which would add energy.
 *
 * Bodies that a constraint joins do not collide with each other, unless a collision rule of the
 * script (model/side.h) says so. Fixed and driven bodies never collide with each other.
 */
#ifndef TW_DYNAMICS_CONTACT_CONTACT_H
#define TW_DYNAMICS_CONTACT_CONTACT_H

#include "contact/find.h"
#include "dynamics/dynamics.h"

/* a contact with a force is still reported as touching while it separates slower than this, m/s */
#define TW_CONTACT_LASTING 1e-3
/* acceleration assumed as upper bound between two searches for contacts, m/s^2, or rad/s^2 for the
 * coordinates of joints */
#define TW_CONTACT_HASTE 50
/* overlap, m, that does not count as one: rounding after an impact that was located in time */
#define TW_CONTACT_NOTHING 1e-10

typedef struct tw_contact_stats {
    /* contacts within the search range in the last step, or in the last tw_contact_read or
     * tw_contact_list after it */
    unsigned long contacts;
    unsigned long near; /* contacts within the search range in the last step */
    /* largest residual of the rates u in the last step, m/s, or of accelerations, m/s^2 */
    double residual_u;
    double residual_lambda; /* largest residual of lambda in the last step, N s, or of forces, N */
    double scale_u; /* largest rate u without contact forces, to which residual_u compares */
    /* length of the step, s, if the residuals are of its impulses; 0: they are of forces at an
     * instant */
    double step;
    double depth; /* largest overlap of two bodies in the last step, m */
    /* sweeps: iterations of the solver in all steps; unfinished: number of problems that it did not
     * solve to the tolerance */
    unsigned long sweeps, unfinished;
    /* number of such problems at an instant that had bounded constraint forces */
    unsigned long unsolved;
    unsigned long yields;  /* problems in which constraints had to yield to contacts */
    unsigned long divided; /* number of steps that were divided into shorter ones */
    /* number of steps (or parts of divided ones) after which a body may have passed through
     * another */
    unsigned long passed;
} tw_contact_stats;

/* a contact as scripts read it; normal: unit vector from b toward a; force: on a, N */
typedef struct tw_contact_reading {
    int a, b; /* indices of the two bodies in world.body; TW_CONTACT_GROUND: the ground */
    vec3 point, normal, force;
    double gap;
    double rate;  /* time derivative of the gap, m/s */
    bool pressed; /* the force is that of the last step of `timestep`, and is not 0 */
    /* a body of the contact is advanced by steps of `timestep`, and the world's time is inside such
     * a step or at its end */
    bool coarse;
    double touch; /* gap divided by the gap up to which surfaces count as touching */
} tw_contact_reading;

/* does any body collide, or has any joint limits? */
bool tw_contact_wanted(const tw_world *w);

/* Record of the contact forces of a step, with which the next one begins. tw_contact_begin: a step
 * of `timestep` begins. tw_contact_part: a part of it, made as a shorter step, has ended.
 * tw_contact_whole: its last part has ended; the record becomes that of one step of length h that
 * ended at t */
void tw_contact_begin(tw_dynamics *d);
tw_status tw_contact_part(tw_dynamics *d);
tw_status tw_contact_whole(tw_dynamics *d, double t, double h);

/* Solves for the impulses of a step of length h (or of one part of a divided step) from the pass's
 * state, and stores the momenta after them, and the shifts of poses that remove depths, in
 * d->project and d->contact. To be called after tw_project_begin. *good = false: bodies would pass
 * through each other; nothing has changed, and a shorter step is needed. last_resort: the step is
 * made even then, and counted in tw_contact_stats.passed */
tw_status tw_contact_step(tw_dynamics *d, double t, double h, bool last_resort, bool *good);

/* makes constraints that tw_contact_step had loosened, because their force bounds were reached, act
 * again */
void tw_contact_tighten(tw_dynamics *d);

/* moves the poses in y (the state vector) so that overlaps of bodies disappear; t: end of a step,
 * h: its length */
tw_status tw_contact_end(tw_dynamics *d, double t, double h, double *y);

/* Contacts at the world's present state with their forces: those of the last step of `timestep` if
 * it ended at this state, otherwise those computed from the accelerations. *list: owned by the
 * dynamics, valid until the next call of this or tw_contact_list. */
tw_status tw_contact_read(tw_dynamics *d, const tw_contact_reading **list, int *count);
/* lists contacts like tw_contact_read, but computes no forces: they are those of the last step of
 * `timestep` if it ended at this state, else 0. wider: factor of the gap up to which surfaces count
 * as touching */
tw_status tw_contact_list(tw_dynamics *d, double wider, const tw_contact_reading **list,
                          int *count);

/* body [bodies]: sum of the wrenches on each body by contacts, joint limits, and the constraints'
 * reactions to both; the forces of the pass, which are those without contacts, are not included.
 * *lambda [dofs of the pass]: the unknowns of these reactions. Both are NULL if no contact is near
 * enough to have a force */
tw_status tw_contact_net(tw_dynamics *d, const tw_wrench **body, const double **lambda);

/* mark [bodies]: gets TW_STRUCK for each body of a contact group whose constraint forces with
 * bounds (max_force, max_torque) could not be solved to the tolerance at the world's present state.
 * *any: there are some. Solves the problem first if needed */
tw_status tw_contact_unsolved(tw_dynamics *d, unsigned char *mark, bool *any);

/* present force of the joint limit `constraint`, an index of world.constraint, along the joint's
 * coordinate: N m or N */
tw_status tw_contact_limit_force(tw_dynamics *d, int constraint, double *lambda);

/* *gap: smallest gap below `margin` (to the ground: margin / 2), m, at the world's present state;
 * INFINITY: none. *soonest: time, s, within which none of these contacts gets deeper than 2e-4 of
 * the smaller body's size, provided that no body accelerates by more than TW_CONTACT_HASTE; those
 * that touch without approaching do not count for it. Contacts that were held before the last step,
 * and those noted by tw_contact_rising until their gaps close again, do not count at all */
tw_status tw_contact_gap(tw_dynamics *d, double margin, double *gap, double *soonest);
/* notes the contacts that overlapped while they separated in the last tw_contact_gap, so that
 * tw_contact_gap does not take them for impacts */
tw_status tw_contact_rising(tw_dynamics *d);
/* *most: upper bound, m/s, on the speeds of colliding bodies and of the ground, at the state that
 * tw_contact_gap saw last */
tw_status tw_contact_speed(tw_dynamics *d, double *most);

/* Solves an impact at the world's present state, with restitution, and stores the velocities after
 * it in the world. Contacts that approach slowly do not bounce. *stuck: some contacts still
 * approach after it, or a joint is beyond its limit */
tw_status tw_contact_impact(tw_dynamics *d, bool *stuck);

/* ---- contacts that last under an adaptive stepper: contact_press.c --------------------------- */

/* a held contact: bodies stay in touch during steps of an adaptive stepper, and the contact's force
 * is part of tw_rhs */
typedef struct tw_held {
    /* key of the contact, which stays the same from search to search (contact/find.h) */
    uint64_t key;
    int a, b;
    bool slips;
    bool turns; /* has the contact friction against rolling or spinning? */
    /* did the contact slip opposite to `along` when tw_contact_slip_from was last called? */
    bool turned;
    /* unit direction, world axes, of the slip of b relative to a when it was last determined */
    vec3 along;
} tw_held;

typedef TW_ARRAY(tw_held) tw_held_list;

typedef struct tw_contact_keep tw_contact_keep;

/* Starts to hold contacts: those that touch at the world's present state and hardly move along the
 * normal. To be called at the start of integration and after an impact. *count: number of held
 * contacts */
tw_status tw_contact_hold(tw_dynamics *d, int *count);
/* releases all held contacts: tw_rhs has no contact forces any more */
void tw_contact_let_go(tw_dynamics *d);
int tw_contact_held(const tw_dynamics *d);
/* list of held contacts; NULL: the engine has no contact data yet */
const tw_held_list *tw_contact_held_list(const tw_dynamics *d);
/* Updates the held contacts at the end of a step, at (t, y): releases those that have separated,
 * marks those that begin to slip. *comes_in: a held contact closes so fast that an impact must end
 * it. *stiff: estimate of the largest rate, 1/s, at which friction turns a slip direction; 0: no
 * contact slips */
tw_status tw_contact_follow(tw_dynamics *d, double t, const double *y, bool *comes_in,
                            double *stiff);
/* *least: least slip speed, m/s, of the held contacts along their stored slip directions at the
 * world's present state; INFINITY: none slips. Contacts that slipped backward at
 * tw_contact_slip_from are left out. Where *least is 0 a slip reverses, and the stepper must
 * restart */
tw_status tw_contact_slip(tw_dynamics *d, double *least);
/* tw_contact_slip, called at the begin of a root search: also records which contacts slip backward
 * there, and leaves these out until the next call */
tw_status tw_contact_slip_from(tw_dynamics *d, double *least);
/* wrong: does a contact slip against its stored direction at the world's present state? */
tw_status tw_contact_slip_wrong(tw_dynamics *d, bool *wrong);
/* body: the two bodies of the i-th held contact, as indices of world.body; -1: the ground */
void tw_contact_held_bodies(const tw_dynamics *d, int i, int body[2]);
/* *force [bodies]: sum of the held contacts' forces and of the constraint forces that they cause,
 * at the pass's state. Bodies and islands of held contacts must have been evaluated on the general
 * path, not by joined-point elimination */
tw_status tw_contact_press(tw_dynamics *d, const tw_wrench **force);

tw_status tw_contact_held_copy(const tw_held_list *from, tw_held_list *to);
/* copies the held contacts to `to`: the present ones, or (before) those before the last step */
tw_status tw_contact_held_save(const tw_dynamics *d, bool before, tw_held_list *to);
tw_status tw_contact_held_restore(tw_dynamics *d, const tw_held_list *from);
/* reserves memory so that tw_contact_look_among with `bodies` bodies, tw_contact_held_restore of
 * `held` contacts, and tw_contact_keep_restore of `keep` cannot fail afterwards */
tw_status tw_contact_make_room(tw_dynamics *d, size_t bodies, size_t held,
                               const tw_contact_keep *keep);
/* Tells the engine, after world and held contacts were restored, that the held contacts belong to
 * the world's present state, so that read-outs use them */
void tw_contact_held_stands(tw_dynamics *d);

/* ---- several engines (members.h): strand.c ------------------------------------------- */

/* part of a body in the search for contacts. TW_AMONG_NOT: none. TW_AMONG: with any partner.
 * TW_AMONG_OTHERS: only with partners marked TW_AMONG */
enum { TW_AMONG_NOT, TW_AMONG, TW_AMONG_OTHERS };

/* Restricts the search to pairs with at least one body marked TW_AMONG; its partner is another such
 * body, the ground, or a body marked TW_AMONG_OTHERS. among [bodies of the world] is copied; NULL:
 * no restriction */
tw_status tw_contact_look_among(tw_dynamics *d, const unsigned char *among);
/* mark [bodies]: gets TW_STRUCK for bodies that touch another body or the ground and approach it,
 * or overlap if one of the two is `coarse` (model/world.h); also TW_STRUCK_COARSE if the other body
 * is `coarse` */
enum { TW_STRUCK = 1, TW_STRUCK_COARSE = 2 };
tw_status tw_contact_struck(tw_dynamics *d, unsigned char *mark);
/* mark [bodies]: gets TW_STRUCK for the bodies of the contacts and joint limits that made
 * tw_contact_impact report *stuck */
void tw_contact_stuck(const tw_dynamics *d, unsigned char *mark);
/* from now on the forces of contacts of `coarse` bodies (model/world.h) are read from the engine
 * `steps`, which advances these by `timestep`; NULL: they are read from d itself */
tw_status tw_contact_tells(tw_dynamics *d, const tw_dynamics *steps);
/* flags [bodies]: 1 if the last step of `timestep` had contacts of the body within its search
 * range; NULL: there was no such step */
const unsigned char *tw_contact_close(const tw_dynamics *d);
/* Tells the engine d that since the world's state counter had the value `before` only objects of
 * other engines have changed: d's held contacts and its record of forces stay valid */
void tw_contact_stands(tw_dynamics *d, unsigned long before);
/* adds the contacts held by `from` (NULL: adds none) to those held by d; with `first` releases
 * those of d before that */
tw_status tw_contact_held_join(tw_dynamics *d, const tw_dynamics *from, bool first);
/* takes over the contacts held by `from` whose bodies this engine moves */
tw_status tw_contact_held_take(tw_dynamics *d, const tw_dynamics *from);

/* ---- forces of the last step, the first guess of the next one
 * ---------------------------------- */

typedef struct tw_contact_memory {
    uint64_t key; /* key of the contact */
    vec3 force;   /* force on body b, N */
} tw_contact_memory;

/* Force that is reported for a contact where successive steps differ in length. Usually that is
 * impulse / length of the last step, but then this quotient is wrong; see told.c */
typedef struct tw_contact_told {
    uint64_t key; /* key of the contact */
    vec3 force;   /* force on body b, N */
    /* impulse, N s, of the last steps, which took `since` seconds together, and whose quotients
     * impulse / length are not fit to be reported */
    vec3 impulse;
    double since;
} tw_contact_told;

struct tw_contact_keep {
    TW_ARRAY(tw_contact_memory) list; /* by key */
    /* sorted by key; for a contact that is not in this list the force in `list` is reported */
    TW_ARRAY(tw_contact_told) told;
    double time; /* time, s, at which the recorded step ended */
    double step; /* length of the recorded step, s */
    double open; /* largest gap, m, at the end of the step, of contacts that had a force in it */
    bool holds;  /* is the world's state still that of the end of the step? */
    /* Has nothing but time changed in the world between two steps? In the record that the engine
     * uses: between the last step and the one before it; in a copy: between the recorded step and
     * the next one */
    bool goes_on;
};

/* copies the record of the last step, or with `before` of the step before it; `to` must be zeros,
 * or hold an earlier copy */
tw_status tw_contact_keep_copy(const tw_dynamics *d, bool before, tw_contact_keep *to);
/* makes `from` the record of forces with which the next step begins */
tw_status tw_contact_keep_restore(tw_dynamics *d, const tw_contact_keep *from);
/* tells the engine that the record restored from `from` belongs to the state of the world that was
 * restored with it: read-outs use it again, if from->holds */
void tw_contact_keep_holds(tw_dynamics *d, const tw_contact_keep *from);
void tw_contact_keep_free(tw_contact_keep *keep);

void tw_contact_statistics(const tw_dynamics *d, tw_contact_stats *stats);
/* begins or ends evaluations at states that the motion does not reach: problems without solution
 * there are not counted */
void tw_contact_tries(tw_dynamics *d, bool begin);
void tw_contact_free(tw_dynamics *d);

#endif
