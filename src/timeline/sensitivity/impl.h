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

/* most numbers of a field at one time: value and two derivatives, of four components */
enum { TW_JET = 3 * TW_VALUE_MAX };

/* a copy of a world, with an engine of its own */
typedef struct tw_replica {
    tw_world *world;
    tw_dynamics *dynamics;
    tw_world_save *save;
    double *y; /* [states] state at the beginning of the piece */
} tw_replica;

/* an unknown */
typedef struct tw_unknown {
    tw_replica side[2];
    double offset[2]; /* sides' distances from u_j */
    double weight[2]; /* weights of the values at the two sides in a derivative by u_j */
    /* do fields of its worlds differ from the base's? Otherwise only states do, and the base's
     * engine serves */
    bool fields;
    tw_differences_of at[2]; /* fields in which each side's world differs from the base's */
    /* first unknown of the group that uses the same fields; -1: no other unknown uses them */
    int leader;
} tw_unknown;

typedef struct tw_look {
    double t;
    double *y;       /* [states] y'; then [states x (1 + n)] y and S, all at t */
    tw_turns *turns; /* [constraints] turns of joints at t; zeros where none are counted */
} tw_look;

/*
 * The derivatives are S = Phi C: Phi [states x columns] are solutions of the variational equations,
 * C [columns x n]. An unknown that shares its fields with nobody has a column of its own, with its
 * df/du; all other columns are homogeneous solutions, and C of unknowns that share fields follows
 * by quadrature [variation of constants].
 */
struct tw_sensitivity {
    int n, states;
    /* copies of the world at u: base; probe, for states moved along a direction */
    tw_replica base, probe;
    tw_unknown *u; /* [n] */
    tw_course *course;
    const tw_stepper_kind *kind;
    tw_ode ode; /* equations of Phi */
    void *stepper;
    int columns;
    double now, begun, end, step_begin;
    double jump; /* time of the next jump of a field, s; if not after `now`, it is not known */
    /* steps of Phi by steppers that were replaced; largest allowed number of steps */
    unsigned long steps, most;
    double strongest; /* greatest length of a column of B seen so far, in natural units */
    TW_ARRAY(tw_look) look;
    tw_status (*poll)(void *);
    void *poll_context;
    unsigned long evaluations; /* evaluations of f so far, for Phi and C */
    bool direct;               /* every unknown has a column of its own */
    bool grouped;              /* some unknowns share fields */
    bool bends; /* shared fields are functions of the script, whose kinks are not known */
    /* computed by begin */
    double *memory;
    double *Phi, *tolerance, *A; /* [states x n] */
    double *B;         /* [states x n] df/du of the unknowns that share fields; 0 for others */
    double *Phi_t, *S; /* [states x n] Phi, and S, at the time that a look requires */
    /* [n x n] C at the beginning of the last step, and its change over this step */
    double *C, *dC_step;
    double *dC_all, *dC_whole, *dC_half, *dC_sum; /* [n x n] */
    double *C_t,
        /* [n x n] C at the time that a look requires; change of C from the step's beginning until
         * then */
        *dC;
    double *unit;             /* [states] natural units */
    double *y;                /* [states] state y at the time evaluated last */
    double *moved[2], *f[2];  /* [states] displaced states on both sides, and f at them */
    double *rate, *base_rate; /* [states] */
    /* differences of f are taken with constraint forces held (dynamics/held.h), from base_rate and
     * base_R */
    bool held;
    double *R[2], *base_R; /* [rows] */
    double *forces;        /* [rows, at least] scratch */
    double *c, *scratch;   /* c [n x n]: triangle or coefficients of columns; scratch [2 n] */
    double *jets;          /* [n x largest number of jets of a group] */
    int *pivot, *group;    /* [n] */
    int *owner;            /* [n] unknown to which each column belongs; -1: a homogeneous column */
    size_t most_fields;
};

/* finds groups of unknowns that share fields, and the weights of their sides; to be called after
 * all variants */
void tw_sensitivity_group(tw_sensitivity *s);
/* sets s->y and s->base_rate at t; the base's engine keeps this state for the calls that follow */
tw_status tw_sensitivity_stand(tw_sensitivity *s, double t);
/* tw_ode.rhs of Phi [states x columns], df/dy Phi (+ df/du of a column's own unknown); context: the
 * tw_sensitivity */
tw_status tw_sensitivity_rates(void *context, double t, const double *Phi, double *rates);
/* B [states x n]: df/du at t of unknowns that share fields, 0 for others; to be called right after
 * tw_sensitivity_stand at t */
tw_status tw_sensitivity_forcing(tw_sensitivity *s, double t, double *B);
/* basis.c. tw_columns_begin: sets up the first columns from the states of the unknowns' worlds, and
 * the stepper of Phi. tw_columns_reach: steps until t or beyond. tw_columns_slopes: S [states x n]
 * at t inside the last step */
tw_status tw_columns_begin(tw_sensitivity *s);
tw_status tw_columns_reach(tw_sensitivity *s, double t);
tw_status tw_columns_slopes(tw_sensitivity *s, double t, double *S);
/* does number i of a state belong to a pose (position, quaternion)? Otherwise to a momentum */
static inline bool tw_sensitivity_is_place(size_t i) {
    return i % TW_STATE < 7;
}
/* largest component in natural units of a direction q [states]: of its poses (places), or of its
 * momenta; tw_sensitivity_greatest: of both */
double tw_sensitivity_part(const tw_sensitivity *s, const double *q, bool places);
double tw_sensitivity_greatest(const tw_sensitivity *s, const double *q);
/* derivative by u_j at u of the parabola through a, b at the two sides and `base` at u */
double tw_sensitivity_slope(const tw_unknown *u, double a, double b, double base);

#endif
