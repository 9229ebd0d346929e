/* Declarations shared by the files of sensitivities; see sensitivity.h. */
#ifndef TW_TIMELINE_SENSITIVITY_IMPL_H
#define TW_TIMELINE_SENSITIVITY_IMPL_H

#include "dynamics/dynamics.h"
#include "model/copy.h"
#include "model/differ.h"
#include "model/joint.h"
#include "steppers/stepper.h"
#include "timeline/sensitivity/course.h"
#include "timeline/sensitivity/sensitivity.h"

/* most numbers of a field at one time: value and two derivatives, four components each */
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
    double weight[2]; /* weights of the two sides in a derivative with respect to u_j */
    bool fields; /* fields of its worlds differ from the base's; false: only states differ, and the
                    base's engine serves */
    tw_differences_of at[2]; /* fields of the side's world that differ from the base's */
    int leader; /* first unknown of the group that enters through the same fields; -1: no other
                   unknown does */
} tw_unknown;

typedef struct tw_look {
    double t;
    double *y;       /* [states] y', then [states x (1 + n)]: y and S */
    tw_turns *turns; /* [constraints] joints' turns; zeros where they are not counted */
} tw_look;

/*
 * S = Phi C: Phi [states x columns] are solutions of the equations, C [columns x n]. An unknown
 * that shares its fields with nobody has a column of its own, with its df/du; all other columns are
 * homogeneous solutions, and C of unknowns that share fields follows by quadrature [variation of
 * constants].
 */
struct tw_sensitivity {
    int n, states;
    tw_replica base, probe; /* probe: copy of the base for states moved along a direction */
    tw_unknown *u;          /* [n] */
    tw_course *course;
    const tw_stepper_kind *kind;
    tw_ode ode; /* equations of Phi */
    void *stepper;
    int columns;
    double now, begun, end, step_begin;
    double jump; /* next jump of a field, s; not after `now`: not known */
    /* steps of Phi by former steppers, and the largest allowed number of steps */
    unsigned long steps, most;
    double strongest; /* greatest length of a column of B so far, in natural units */
    TW_ARRAY(tw_look) look;
    tw_status (*poll)(void *);
    void *poll_context;
    unsigned long evaluations; /* number of evaluations of f for Phi and C (S = Phi C) */
    bool direct;               /* every unknown has its own column */
    bool grouped;              /* some unknowns share fields */
    bool bends; /* shared fields are functions of the script, whose kinks are not known */
    /* computed by begin */
    double *memory;
    double *Phi, *tolerance, *A; /* [states x n] */
    double *B;                   /* [states x n] df/du of the unknowns that share fields */
    double *Phi_t, *S;           /* [states x n] Phi and S at the time asked for */
    double *C, *dC_step; /* [n x n] C where the last step begins, and its change over this step */
    double *dC_all, *dC_whole, *dC_half, *dC_sum; /* [n x n] */
    double *C_t,
        *dC; /* [n x n] C at the time asked for; change of C from the step's beginning until then */
    double *unit;             /* [states] natural units */
    double *y;                /* [states] state y of the present evaluation */
    double *moved[2], *f[2];  /* [states] moved states, and f there, on both sides */
    double *rate, *base_rate; /* [states] */
    bool held; /* f is differenced with held forces (dynamics/held.h), from base_rate and base_R */
    double *R[2], *base_R; /* [rows] */
    double *forces;        /* [rows, at least] scratch */
    double *c, *scratch;   /* [n x n] triangle or coefficients, [2 n] */
    double *jets;          /* [n x largest number of a group's jets] */
    int *pivot, *group;    /* [n] */
    int *owner;            /* [n] unknown whose own column each column is; -1: a homogeneous one */
    size_t most_fields;
};

/* finds the groups of unknowns that share fields, and the weights of their sides; after all
 * variants */
void tw_sensitivity_group(tw_sensitivity *s);
/* s->y and base_rate at t; the base's engine keeps this state for the calls that follow */
tw_status tw_sensitivity_stand(tw_sensitivity *s, double t);
/* tw_ode.rhs of Phi [states x columns]; context: the tw_sensitivity */
tw_status tw_sensitivity_rates(void *context, double t, const double *Phi, double *rates);
/* B [states x n] at t = df/du of unknowns that share fields, otherwise 0; right after
 * tw_sensitivity_stand at t */
tw_status tw_sensitivity_forcing(tw_sensitivity *s, double t, double *B);
/* tw_columns_begin: first columns, from the states of the unknowns' worlds, and the stepper of Phi.
 * tw_columns_reach: steps until t or beyond. tw_columns_slopes: S [states x n] at t within the last
 * step */
tw_status tw_columns_begin(tw_sensitivity *s);
tw_status tw_columns_reach(tw_sensitivity *s, double t);
tw_status tw_columns_slopes(tw_sensitivity *s, double t, double *S);
/* is the i-th number of a state part of a pose (position, quaternion)? Otherwise of a momentum */
static inline bool tw_sensitivity_is_place(size_t i) {
    return i % TW_STATE < 7;
}
/* largest component of a direction q [states] in natural units: of its poses (places), or of its
 * momenta; tw_sensitivity_greatest: of both */
double tw_sensitivity_part(const tw_sensitivity *s, const double *q, bool places);
double tw_sensitivity_greatest(const tw_sensitivity *s, const double *q);
/* derivative by u_j at u of the parabola through a and b (at the two sides) and `base` (at u) */
double tw_sensitivity_slope(const tw_unknown *u, double a, double b, double base);

#endif
