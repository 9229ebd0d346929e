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
/* m/s^2, or rad/s^2 of joints: gaps close faster and faster by no more, as far as looks go */
#define TW_CONTACT_HASTE 50
/* depth that counts as none after an impact that was located in time, m */
#define TW_CONTACT_NOTHING 1e-10

typedef struct tw_contact_stats {
    unsigned long contacts; /* number within reach in the last step, or listed by a later reading */
    unsigned long near;     /* contacts within reach in the last step alone */
    double residual_u;      /* largest residual of u in the last step, m/s or m/s^2 */
    double residual_lambda; /* N s, or N */
    double scale_u;         /* largest u without contacts */
    double step;            /* length of the step of the impulses, s; 0: forces of an instant */
    double depth;           /* largest depth in the last step, m */
    unsigned long sweeps, unfinished; /* iterations; problems not solved to tolerance */
    unsigned long unsolved; /* problems of instantaneous bounded forces, not solved to tolerance */
    unsigned long yields;   /* problems in which constraints had to yield */
    unsigned long divided;  /* steps that were taken in parts */
    unsigned long passed;   /* last parts of steps in which a body may have gone through another */
} tw_contact_stats;

/* one contact as scripts read it; `force`: on body a, N */
typedef struct tw_contact_reading {
    int a, b; /* TW_CONTACT_GROUND: the ground */
    vec3 point, normal, force;
    double gap;
    double rate;  /* time derivative of the gap, m/s */
    bool pressed; /* the contact has a force from the last step of `timestep` */
    bool coarse;  /* the world's time is within such a step, or at its end */
    double touch; /* the gap, relative to the gap up to which surfaces count as touching */
} tw_contact_reading;

/* does any body collide? */
bool tw_contact_wanted(const tw_world *w);

/* Begin of a step of `timestep`; end of a part of it; end of its last part, after which the contact
 * memory is that of one step of h that ended at t */
void tw_contact_begin(tw_dynamics *d);
tw_status tw_contact_part(tw_dynamics *d);
tw_status tw_contact_whole(tw_dynamics *d, double t, double h);

/* Finds the impulses of a step of h, or of such a part of one, from the pass's state, and stores
 * the momenta after them in d->project; finds the shifts of poses that remove depths. To be called
 * after tw_project_begin. *good false: bodies would go through each other; nothing has been done,
 * and a shorter step is to be taken. As a last resort the step is taken in any case, and such a
 * step is counted */
tw_status tw_contact_step(tw_dynamics *d, double t, double h, bool last_resort, bool *good);

/* restores the rigidity of constraints that yielded to their bounds in tw_contact_step */
void tw_contact_tighten(tw_dynamics *d);

/* removes depths from the poses of y [states], at the end t of a step of h */
tw_status tw_contact_end(tw_dynamics *d, double t, double h, double *y);

/* Contacts at the world's present state with their forces: of the last step of `timestep` if it
 * ended here, otherwise of the instant, from its accelerations. The list is the dynamics's, until
 * the next call. */
tw_status tw_contact_read(tw_dynamics *d, const tw_contact_reading **list, int *count);
/* the contacts without forces, which costs no evaluation and no solution; wider: factor of the gap
 * up to which surfaces count as touching */
tw_status tw_contact_list(tw_dynamics *d, double wider, const tw_contact_reading **list,
                          int *count);

/* Wrenches of contacts and limits on bodies [bodies], with the reactions of constraints to them, to
 * be added to the pass's forces; *lambda: the reactions' part of its unknowns [dofs]; NULL: none */
tw_status tw_contact_net(tw_dynamics *d, const tw_wrench **body, const double **lambda);

/* mark [bodies]: TW_STRUCK for bodies of groups that touch at the world's present state, have
 * bounded forces (max_force, max_torque) and no solution within the solver's tolerance. *any: there
 * are some. Costs a solution where the engine has bounded forces */
tw_status tw_contact_unsolved(tw_dynamics *d, unsigned char *mark, bool *any);

/* force of the limit `constraint` [world.constraint] along its coordinate now: N m or N */
tw_status tw_contact_limit_force(tw_dynamics *d, int constraint, double *lambda);

/* smallest gap below `margin` (m) at the world's present state; INFINITY: none. *soonest: seconds
 * within which no gap closes, or by no more than 2e-4 of a body's size, if no body accelerates by
 * more than TW_CONTACT_HASTE; touching contacts that separate are not counted. Contacts found by
 * tw_contact_rising are left out while they separate */
tw_status tw_contact_gap(tw_dynamics *d, double margin, double *gap, double *soonest);
/* notes the contacts that overlap and separate at the last tw_contact_gap: they are no impacts */
tw_status tw_contact_rising(tw_dynamics *d);
/* *most: upper bound on the speeds of colliding bodies and of the ground at that state, m/s */
tw_status tw_contact_speed(tw_dynamics *d, double *most);

/* Solves an impact at the world's present state, with restitution, and stores the velocities after
 * it in the world; slow approaches do not bounce. *stuck: impulses could not hold all apart */
tw_status tw_contact_impact(tw_dynamics *d, bool *stuck);

/* ---- contacts that last under an adaptive stepper: contact_press.c --------------------------- */

/* contact that presses from its beginning to its end */
typedef struct tw_held {
    uint64_t key; /* key of the contact */
    int a, b;
    bool slips;
    bool turns;  /* has friction against rolling or spinning */
    bool turned; /* at tw_contact_slip_from the contact slipped against `along` */
    vec3 along;  /* unit direction (world) of the slip of b against a when it was last evaluated */
} tw_held;

typedef TW_ARRAY(tw_held) tw_held_list;

typedef struct tw_contact_keep tw_contact_keep;

/* Makes contacts that touch at the world's present state with hardly any normal speed part of
 * tw_rhs, after an impact if there was one; *count: how many contacts */
tw_status tw_contact_hold(tw_dynamics *d, int *count);
/* tw_rhs has no forces of contacts */
void tw_contact_let_go(tw_dynamics *d);
int tw_contact_held(const tw_dynamics *d);
/* held contacts; NULL: none yet */
const tw_held_list *tw_contact_held_list(const tw_dynamics *d);
/* Updates held contacts at the end of a step, at (t, y): releases those that have separated, marks
 * those that begin to slip. *comes_in: a held contact closes so fast that an impact must end it.
 * *stiff (1/s): approximate largest rate at which friction turns slip directions; 0: no slip */
tw_status tw_contact_follow(tw_dynamics *d, double t, const double *y, bool *comes_in,
                            double *stiff);
/* Least slip speed along the stored slip directions (m/s), at the world's present state; contacts
 * that slipped against theirs when the search began are left out (slip may reverse within a step).
 * INFINITY: none slips. At a zero the stepper must restart */
tw_status tw_contact_slip(tw_dynamics *d, double *least);
/* tw_contact_slip at the begin of a search; records contacts whose slip has reversed */
tw_status tw_contact_slip_from(tw_dynamics *d, double *least);
/* does a contact slip against its stored direction at the world's present state? */
tw_status tw_contact_slip_wrong(tw_dynamics *d, bool *wrong);
/* bodies of the i-th held contact; -1: none */
void tw_contact_held_bodies(const tw_dynamics *d, int i, int body[2]);
/* forces of the held contacts on bodies [bodies] at the state of the pass, with the constraint
 * forces that they cause; the bodies of these contacts and their islands must have been evaluated
 * by the general way */
tw_status tw_contact_press(tw_dynamics *d, const tw_wrench **force);

tw_status tw_contact_held_copy(const tw_held_list *from, tw_held_list *to);
/* saves the held contacts, at present, or before the last step */
tw_status tw_contact_held_save(const tw_dynamics *d, bool before, tw_held_list *to);
tw_status tw_contact_held_restore(tw_dynamics *d, const tw_held_list *from);
/* reserves memory: tw_contact_look_among with so many bodies, so many held contacts, and
 * tw_contact_keep_restore of `keep` cannot fail afterwards */
tw_status tw_contact_make_room(tw_dynamics *d, size_t bodies, size_t held,
                               const tw_contact_keep *keep);
/* after tw_contact_held_restore and the world's restore: read-outs use the held contacts again */
void tw_contact_held_stands(tw_dynamics *d);

/* ---- several engines (members.h): strand.c ------------------------------------------- */

/* role of a body in the search for contacts */
enum { TW_AMONG_NOT, TW_AMONG, TW_AMONG_OTHERS };

/* Restricts contacts to bodies marked TW_AMONG: with each other, the ground and bodies marked
 * TW_AMONG_OTHERS. among [bodies of the world], copied; NULL: all again. (contact_find.c) */
tw_status tw_contact_look_among(tw_dynamics *d, const unsigned char *among);
/* mark [bodies]: TW_STRUCK for bodies that touch another body or the ground and approach it;
 * TW_STRUCK_COARSE as well if the other one is `coarse` (model/world.h) */
enum { TW_STRUCK = 1, TW_STRUCK_COARSE = 2 };
tw_status tw_contact_struck(tw_dynamics *d, unsigned char *mark);
/* mark [bodies]: TW_STRUCK for bodies that still approach after tw_contact_impact */
void tw_contact_stuck(const tw_dynamics *d, unsigned char *mark);
/* makes the engine `steps` the source of read-outs for contacts of `coarse` bodies; NULL: this
 * engine */
tw_status tw_contact_tells(tw_dynamics *d, const tw_dynamics *steps);
/* [bodies] has the last step of `timestep` had contacts of the body within reach? NULL: none yet */
const unsigned char *tw_contact_close(const tw_dynamics *d);
/* declares that the world's state, which was `before`, has changed only in objects of other
 * engines: what this engine remembers stays valid */
void tw_contact_stands(tw_dynamics *d, unsigned long before);
/* adds the contacts held by `from` (NULL: none) to those held here; first: clears these before */
tw_status tw_contact_held_join(tw_dynamics *d, const tw_dynamics *from, bool first);
/* takes over the contacts held by `from` whose bodies this engine moves */
tw_status tw_contact_held_take(tw_dynamics *d, const tw_dynamics *from);

/* ---- memory of the step before, the first guess of the next -------------------------------------
 */

typedef struct tw_contact_memory {
    uint64_t key; /* key of the contact */
    vec3 force;   /* N, on b */
} tw_contact_memory;

/* force that is reported instead of the step's own where steps differ in length: told.c */
typedef struct tw_contact_told {
    uint64_t key; /* key of the contact */
    vec3 force;   /* N, on b */
    vec3 impulse; /* impulse, N s, over the time `since`, s, without a force of a step's own */
    double since;
} tw_contact_told;

struct tw_contact_keep {
    TW_ARRAY(tw_contact_memory) list; /* by key */
    TW_ARRAY(tw_contact_told) told;   /* by key; other contacts report the force in `list` */
    double time;                      /* end time of that step (s) */
    double step;                      /* length of that step, s */
    double open; /* largest gap that pressed contacts have opened to by the end of that step, m */
    bool holds;  /* the world is still as that step left it */
    /* nothing but time changed the world: of the memory in use, between the step before and this
     * one; of a copy, between this step and the next */
    bool goes_on;
};

/* a copy of the memory after the last step, or before it; `to` starts as zeros */
tw_status tw_contact_keep_copy(const tw_dynamics *d, bool before, tw_contact_keep *to);
/* restores a memory of contacts, with which the next step begins */
tw_status tw_contact_keep_restore(tw_dynamics *d, const tw_contact_keep *from);
/* after tw_contact_keep_restore, once the world is restored: read-outs use the memory again */
void tw_contact_keep_holds(tw_dynamics *d, const tw_contact_keep *from);
void tw_contact_keep_free(tw_contact_keep *keep);

void tw_contact_statistics(const tw_dynamics *d, tw_contact_stats *stats);
void tw_contact_free(tw_dynamics *d);

#endif
