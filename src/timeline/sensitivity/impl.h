/* Private header of the files of sensitivities; see sensitivity.h. */
#ifndef TW_TIMELINE_SENSITIVITY_IMPL_H
#define TW_TIMELINE_SENSITIVITY_IMPL_H

#include "dynamics/dynamics.h"
#include "model/copy.h"
#include "model/differ.h"
#include "model/joint.h"
#include "steppers/stepper.h"
#include "timeline/sensitivity/course.h"
#include "timeline/sensitivity/sensitivity.h"

/* largest number of components of a field's jet at one time: value and two derivatives, each with
 * up to four components */
enum { TW_JET = 3 * TW_VALUE_MAX };

/* copy of a world, with an engine of its own */
typedef struct tw_replica {
    tw_world *world;
    tw_dynamics *dynamics;
    tw_world_save *save;
    double *y; /* [states] state at the beginning of the piece */
} tw_replica;

/* an unknown */
typedef struct tw_unknown {
    tw_replica side[2];
    double offset[2]; /* changes of u_j in the worlds of the two sides */
    double weight[2]; /* weights of f at the two sides in the derivative by u_j */
    /* true: fields of the unknown's worlds differ from the base's; false: only their states do, so
     * f is computed by the base's engine */
    bool fields;
    tw_differences_of at[2]; /* fields in which each side's world differs from the base's */
    /* index of the first unknown of the group that uses the same fields; -1: no other unknown uses
     * the fields */
    int leader;
} tw_unknown;

typedef struct tw_look {
    double t;
    double *y;       /* at time t: y' [states], then y [states], then S [states x n] */
    tw_turns *turns; /* [constraints] turns of joints at t; zeros for those that count no turns */
} tw_look;

/*
 * The derivatives are S = Phi C: Phi [states x columns] are solutions of the variational equations,
 * C [columns x n]. An unknown that shares its fields with no other has a column of its own, a
 * solution with the term df/du of that unknown. All other columns are homogeneous solutions; the
 * unknowns that share fields are combinations of these, with coefficients C that follow by
 * quadrature [variation of constants]. B is df/du of the unknowns that share fields. Natural units
 * are lengths and momenta that are typical for each body (sensitivity.c).
 */
struct tw_sensitivity {
    int n, states;
    /* copies of the world at u: base, for states of the motion; probe, for displaced states */
    tw_replica base, probe;
    tw_unknown *u; /* [n] */
    tw_course *course;
    const tw_stepper_kind *kind;
    tw_ode ode; /* equations for Phi, as the stepper gets them */
    void *stepper;
    int columns;
    double now, begun, end, step_begin;
    /* time of the next jump of a field, s; not after `now`: unknown, must be searched */
    double jump;
    /* steps: steps of Phi made by steppers that were replaced; most: largest allowed number of
     * steps */
    unsigned long steps, most;
    double strongest; /* greatest length of a column of B seen so far, in natural units */
    TW_ARRAY(tw_look) look;
    tw_poll poll;
    unsigned long evaluations; /* number of evaluations of f so far, for Phi and C */
    bool direct;               /* true: every unknown has a column of its own */
    bool grouped;              /* true: some unknowns share fields */
    /* true: some shared fields are functions of the script, whose kinks are not known */
    bool bends;
    /* all arrays below; computed by tw_sensitivity_begin */
    double *memory;
    /* [states x n] Phi: the columns; their absolute tolerances; A: orthonormal basis of the
     * columns */
    double *Phi, *tolerance, *A;
    double *B;         /* [states x n] df/du of the unknowns that share fields; 0 for others */
    double *Phi_t, *S; /* [states x n] Phi, and S, at the time that a look requires */
    /* [n x n] C: C at the beginning of the last step; dC_step: its change over the step */
    double *C, *dC_step;
    double *dC_all, *dC_whole, *dC_half, *dC_sum; /* [n x n] scratch for integrals of Phi^+ B */
    double *C_t,
        /* [n x n] C_t: C at the time that a look requires; dC: change of C from the beginning of
         * the step to that time */
        *dC;
    double *unit; /* [states] natural unit of each number of a state */
    double *y;    /* [states] y at the time of the last tw_sensitivity_stand */
    /* [states] moved: displaced states on both sides; f: the right-hand side at these */
    double *moved[2], *f[2];
    double *rate, *base_rate; /* [states] */
    /* true: differences of f, from base_rate, are taken with constraint forces held
     * (dynamics/held.h); the response of the forces follows from the differences of R from
     * base_R */
    bool held;
    double *R[2], *base_R; /* [rows] */
    double *change;        /* [rows] derivative of R in the present direction */
    double *forces;        /* [at least the number of rows] scratch */
    /* c [n x n]: triangular matrix with Phi = A c, or coefficients of columns (columns.h);
     * scratch [2 n] */
    double *c, *scratch;
    /* [n x largest number of jets of a group] jets of the unknowns of a group (equations.c) */
    double *jets;
    int *pivot, *group; /* [n] */
    /* [n] index of the unknown to which each column belongs; -1: a homogeneous column */
    int *owner;
    size_t most_fields;
};

/* finds the groups of unknowns that share fields, and the weights of the two sides of each unknown;
 * to be called after all tw_sensitivity_variant */
void tw_sensitivity_group(tw_sensitivity *s);
/* sets s->y and s->base_rate to y and f at t. The base's engine keeps the evaluation, which the
 * functions below use */
tw_status tw_sensitivity_stand(tw_sensitivity *s, double t);
/* right-hand side (tw_ode.rhs) for Phi [states x columns]: df/dy Phi, plus df/du of the unknown to
 * which a column belongs; context: the tw_sensitivity */
tw_status tw_sensitivity_rates(void *context, double t, const double *Phi, double *rates);
/* B [states x n]: df/du at t of unknowns that share fields, 0 for others; to be called right after
 * tw_sensitivity_stand at t */
tw_status tw_sensitivity_forcing(tw_sensitivity *s, double t, double *B);
/* Three functions of basis.c. tw_columns_begin: sets up the first columns from the states of the
 * unknowns' worlds, and the stepper of Phi. tw_columns_reach: steps until t or beyond.
 * tw_columns_slopes: S [states x n] at t inside the last step */
tw_status tw_columns_begin(tw_sensitivity *s);
tw_status tw_columns_reach(tw_sensitivity *s, double t);
tw_status tw_columns_slopes(tw_sensitivity *s, double t, double *S);
/* true: the i-th number of a state belongs to a pose (position, quaternion); false: to a
 * momentum */
static inline bool tw_sensitivity_is_place(size_t i) {
    return i % TW_STATE < 7;
}
/* largest component, in natural units, of a direction q [states]: places: among those of poses;
 * false: of momenta. tw_sensitivity_greatest: among all */
double tw_sensitivity_part(const tw_sensitivity *s, const double *q, bool places);
double tw_sensitivity_greatest(const tw_sensitivity *s, const double *q);
/* derivative, at u, by u_j of the parabola with the values a and b at the two sides and `base`
 * at u */
double tw_sensitivity_slope(const tw_unknown *u, double a, double b, double base);

#endif
