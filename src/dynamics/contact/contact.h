/*
 * Contacts in the engine: impulses of a step of `timestep`, forces at an instant, impacts.
 *
 * With D the directions of the gaps and of slip, N = D^T P M^-1 D, where P projects velocities onto
 * the ones that the island's constraints allow, a step of h requires impulses lambda with
 *
 *     u = D^T v' + b,  v' = v* + P M^-1 D lambda,     v*: without contacts, constraints on target
 *     0 <= lambda_n _|_ u_n >= 0,  Coulomb for u_t      (numeric/cone/cone.h)
 *
 * b = gap / h for open gaps, which may close within the step; 0 for closed ones; e u_n(t) where a
 * bouncing body approaches. Depths left by rounding and rotation are removed from the poses, not by
 * velocities, which would add energy.
 *
 * Bodies that a constraint joins do not collide with each other, nor do fixed and driven ones.
 */
#ifndef TW_DYNAMICS_CONTACT_CONTACT_H
#define TW_DYNAMICS_CONTACT_CONTACT_H

#include "contact/find.h"
#include "dynamics/dynamics.h"

/* speed below which a pressed contact that separates still counts as touching, m/s */
#define TW_CONTACT_LASTING 1e-3
/* m/s^2, or rad/s^2 of joints: assumed bound on accelerations that close gaps, between two searches
 */
#define TW_CONTACT_HASTE 50
/* depth that counts as none after a located impact, m */
#define TW_CONTACT_NOTHING 1e-10

typedef struct tw_contact_stats {
    /* contacts within reach in the last step, or listed by a later reading */
    unsigned long contacts;
    unsigned long near;     /* contacts within reach in the last step alone */
    double residual_u;      /* largest residual of u in the last step, m/s or m/s^2 */
    double residual_lambda; /* N s, or N */
    double scale_u;         /* largest u without contacts */
    double step;            /* length of the step with these impulses, s; 0: forces of an instant */
    double depth;           /* largest depth in the last step, m */
    /* iterations of the solver; problems that it did not solve to the tolerance */
    unsigned long sweeps, unfinished;
    unsigned long unsolved; /* instants with bounded forces that were not solved to the tolerance */
    unsigned long yields;   /* problems in which constraints had to yield */
    unsigned long divided;  /* number of steps that were divided into parts */
    /* number of step parts after which a body may have passed through another */
    unsigned long passed;
} tw_contact_stats;

/* one contact as scripts read it; normal: from b toward a; force: on a, N */
typedef struct tw_contact_reading {
    int a, b; /* TW_CONTACT_GROUND: the ground */
    vec3 point, normal, force;
    double gap;
    double rate;  /* time derivative of the gap, m/s */
    bool pressed; /* the contact has a force from the last step of `timestep` */
    /* the contact belongs to steps of `timestep`, and the world's time is in or at the end of
     * one */
    bool coarse;
    double touch; /* gap, as a multiple of the gap up to which surfaces count as touching */
} tw_contact_reading;

/* does any body collide? */
bool tw_contact_wanted(const tw_world *w);

/* tw_contact_begin: a step of `timestep` begins; tw_contact_part: a part of it ends;
 * tw_contact_whole: its last part ends: the contact memory becomes that of one step of h that ended
 * at t */
void tw_contact_begin(tw_dynamics *d);
tw_status tw_contact_part(tw_dynamics *d);
tw_status tw_contact_whole(tw_dynamics *d, double t, double h);

/* Finds the impulses of a step of h, or of a part of one, from the pass's state, and stores the
 * momenta after them in d->project; also the shifts of poses that remove depths. To be called
 * after tw_project_begin. *good false: bodies would pass through each other; nothing has changed,
 * and a shorter step is needed. last_resort: the step is made in any case, and counted in
 * `passed` */
tw_status tw_contact_step(tw_dynamics *d, double t, double h, bool last_resort, bool *good);

/* ends the yielding of constraints whose bounds were reached in tw_contact_step */
void tw_contact_tighten(tw_dynamics *d);

/* removes depths from the poses of y [states], at the end t of a step of h */
tw_status tw_contact_end(tw_dynamics *d, double t, double h, double *y);

/* Contacts at the world's present state with their forces: those of the last step of `timestep` if
 * it ended here, otherwise those of the instant, from its accelerations. The list is memory of the
 * dynamics, valid until the next call. */
tw_status tw_contact_read(tw_dynamics *d, const tw_contact_reading **list, int *count);
/* lists the contacts without computing forces; wider: factor of the gap up to which surfaces count
 * as touching */
tw_status tw_contact_list(tw_dynamics *d, double wider, const tw_contact_reading **list,
                          int *count);

/* Wrenches of contacts and limits on bodies [bodies], with the constraints' reactions to them, all
 * in addition to the pass's forces; *lambda: the reactions as unknowns [dofs] of the pass; NULL:
 * there are none */
tw_status tw_contact_net(tw_dynamics *d, const tw_wrench **body, const double **lambda);

/* mark [bodies]: TW_STRUCK for bodies of groups in touch at the world's present state whose bounded
 * forces (max_force, max_torque) could not be solved to the tolerance. *any: there are some. Solves
 * the problem if the engine has bounded forces */
tw_status tw_contact_unsolved(tw_dynamics *d, unsigned char *mark, bool *any);

/* present force of the joint limit `constraint`, an index of world.constraint, along the joint's
 * coordinate: N m or N */
tw_status tw_contact_limit_force(tw_dynamics *d, int constraint, double *lambda);

/* *gap: smallest gap below `margin` (m) at the world's present state; INFINITY: none. *soonest:
 * time, s, within which no gap closes by more than 2e-4 of a body's size, if no body accelerates by
 * more than TW_CONTACT_HASTE. Touching contacts that separate do not count, nor those noted by
 * tw_contact_rising while they separate */
tw_status tw_contact_gap(tw_dynamics *d, double margin, double *gap, double *soonest);
/* notes the contacts that overlapped and separated in the last tw_contact_gap: they are no impacts
 */
tw_status tw_contact_rising(tw_dynamics *d);
/* *most: upper bound on the speeds of colliding bodies and the ground at the state of
 * tw_contact_gap, m/s */
tw_status tw_contact_speed(tw_dynamics *d, double *most);

/* Solves an impact at the world's present state, with restitution, and stores the velocities after
 * it in the world; slow approaches do not bounce. *stuck: some contacts still approach */
tw_status tw_contact_impact(tw_dynamics *d, bool *stuck);

/* ---- contacts that last under an adaptive stepper: contact_press.c --------------------------- */

/* a held contact: it lasts, and its force is part of tw_rhs */
typedef struct tw_held {
    uint64_t key; /* key of the contact */
    int a, b;
    bool slips;
    bool turns;  /* has friction against rolling or spinning */
    bool turned; /* at the last tw_contact_slip_from it slipped against `along` */
    vec3 along;  /* unit direction (world) of the slip of b against a when it was last evaluated */
} tw_held;

typedef TW_ARRAY(tw_held) tw_held_list;

typedef struct tw_contact_keep tw_contact_keep;

/* Holds contacts from now on, after an impact if there was one: those that touch at the world's
 * present state with hardly any normal speed become part of tw_rhs; *count: their number */
tw_status tw_contact_hold(tw_dynamics *d, int *count);
/* releases all held contacts: tw_rhs has no contact forces any more */
void tw_contact_let_go(tw_dynamics *d);
int tw_contact_held(const tw_dynamics *d);
/* held contacts; NULL: none yet */
const tw_held_list *tw_contact_held_list(const tw_dynamics *d);
/* Updates held contacts at the end of a step, at (t, y): releases those that have separated, marks
 * those that begin to slip. *comes_in: a held contact closes so fast that an impact must end it.
 * *stiff, 1/s: approximate largest rate at which friction turns slip directions; 0: nothing slips
 */
tw_status tw_contact_follow(tw_dynamics *d, double t, const double *y, bool *comes_in,
                            double *stiff);
/* *least: least slip speed along the stored slip directions, m/s, at the world's present state,
 * without contacts that slipped backward when the search began (slip may reverse within a step);
 * INFINITY: none slips. Where it reaches 0 the stepper must restart */
tw_status tw_contact_slip(tw_dynamics *d, double *least);
/* tw_contact_slip where a search begins; records which contacts slip backward there */
tw_status tw_contact_slip_from(tw_dynamics *d, double *least);
/* *wrong: a contact slips against its stored direction at the world's present state */
tw_status tw_contact_slip_wrong(tw_dynamics *d, bool *wrong);
/* body: the two bodies of the i-th held contact, as indices of world.body; -1: the ground */
void tw_contact_held_bodies(const tw_dynamics *d, int i, int body[2]);
/* forces of the held contacts on bodies [bodies] at the pass's state, with the constraint forces
 * that they cause; bodies and islands of these contacts must have been evaluated on the general
 * path */
tw_status tw_contact_press(tw_dynamics *d, const tw_wrench **force);

tw_status tw_contact_held_copy(const tw_held_list *from, tw_held_list *to);
/* copies the held contacts, at present, or as they were before the last step */
tw_status tw_contact_held_save(const tw_dynamics *d, bool before, tw_held_list *to);
tw_status tw_contact_held_restore(tw_dynamics *d, const tw_held_list *from);
/* reserves memory so that tw_contact_look_among with `bodies` bodies, restoring `held` held
 * contacts, and tw_contact_keep_restore of `keep` cannot fail afterwards */
tw_status tw_contact_make_room(tw_dynamics *d, size_t bodies, size_t held,
                               const tw_contact_keep *keep);
/* declares that the held contacts belong to the world's state again, after both were restored:
 * read-outs use them */
void tw_contact_held_stands(tw_dynamics *d);

/* ---- several engines (members.h): strand.c ------------------------------------------- */

/* role of a body in the search for contacts */
enum { TW_AMONG_NOT, TW_AMONG, TW_AMONG_OTHERS };

/* Restricts contacts to bodies marked TW_AMONG: with each other, the ground and bodies marked
 * TW_AMONG_OTHERS. among [bodies of the world] is copied; NULL: no restriction */
tw_status tw_contact_look_among(tw_dynamics *d, const unsigned char *among);
/* mark [bodies]: TW_STRUCK for bodies that touch another body or the ground and approach it;
 * TW_STRUCK_COARSE as well if the other one is `coarse` (model/world.h) */
enum { TW_STRUCK = 1, TW_STRUCK_COARSE = 2 };
tw_status tw_contact_struck(tw_dynamics *d, unsigned char *mark);
/* mark [bodies]: TW_STRUCK for bodies that still approach after tw_contact_impact */
void tw_contact_stuck(const tw_dynamics *d, unsigned char *mark);
/* takes read-outs for contacts of `coarse` bodies from the engine `steps`; NULL: from this
 * engine */
tw_status tw_contact_tells(tw_dynamics *d, const tw_dynamics *steps);
/* [bodies] 1: the last step of `timestep` had contacts of the body within reach; NULL: no such step
 */
const unsigned char *tw_contact_close(const tw_dynamics *d);
/* declares that the world's state (its counter was `before`) has changed only in objects of other
 * engines: what this engine remembers stays valid */
void tw_contact_stands(tw_dynamics *d, unsigned long before);
/* adds the contacts held by `from` (NULL: none) to those held here; first: removes the latter
 * before */
tw_status tw_contact_held_join(tw_dynamics *d, const tw_dynamics *from, bool first);
/* takes over the contacts held by `from` whose bodies this engine moves */
tw_status tw_contact_held_take(tw_dynamics *d, const tw_dynamics *from);

/* ---- memory of the last step: the first guess of the next ----------------------------------- */

typedef struct tw_contact_memory {
    uint64_t key; /* key of the contact */
    vec3 force;   /* N, on b */
} tw_contact_memory;

/* force reported for a contact where steps differ in length, in place of the step's own: told.c */
typedef struct tw_contact_told {
    uint64_t key; /* key of the contact */
    vec3 force;   /* N, on b */
    /* impulse, N s, over the last `since` seconds, whose steps have no valid force of their own */
    vec3 impulse;
    double since;
} tw_contact_told;

struct tw_contact_keep {
    TW_ARRAY(tw_contact_memory) list; /* by key */
    /* by key; contacts that are missing here report the force in `list` */
    TW_ARRAY(tw_contact_told) told;
    double time; /* time at which that step ended, s */
    double step; /* length of that step, s */
    double open; /* m, largest gap of contacts that pressed in the step, at its end */
    bool holds;  /* the world's state is still the one at that step's end */
    /* only time has changed in the world: of the memory in use, between the last step and the one
     * before; of a copy, between this step and the next */
    bool goes_on;
};

/* copies the memory of the last step, or of the step before it; `to` must be zeros */
tw_status tw_contact_keep_copy(const tw_dynamics *d, bool before, tw_contact_keep *to);
/* restores a memory, with which the next step begins */
tw_status tw_contact_keep_restore(tw_dynamics *d, const tw_contact_keep *from);
/* declares that the restored memory belongs to the restored world: read-outs use it again */
void tw_contact_keep_holds(tw_dynamics *d, const tw_contact_keep *from);
void tw_contact_keep_free(tw_contact_keep *keep);

void tw_contact_statistics(const tw_dynamics *d, tw_contact_stats *stats);
void tw_contact_free(tw_dynamics *d);

#endif
