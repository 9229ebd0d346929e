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

/* numbers of a field over time, at most: value, two derivatives, four components */
enum { TW_JET = 3 * TW_VALUE_MAX };

/* a world with an engine of its own */
typedef struct tw_replica {
    tw_world *world;
    tw_dynamics *dynamics;
    tw_world_save *save;
    double *y; /* [states] as the piece begins */
} tw_replica;

/* an unknown */
typedef struct tw_unknown {
    tw_replica side[2];
    double offset[2];        /* sides' distances from u_j */
    double weight[2];        /* sides' weights in a derivative by u_j */
    bool fields;             /* has worlds of its own; false: the base's engine serves */
    tw_differences_of at[2]; /* fields that differ from the base's */
    int leader;              /* first unknown that enters through the same fields; -1: none */
} tw_unknown;

typedef struct tw_look {
    double t;
    double *y;       /* [states] y', then [states x (1 + n)] y and S */
    tw_turns *turns; /* [constraints]; zeros where turns are not counted */
} tw_look;

/*
 * S = Phi C: Phi [states x columns] are solutions of the equations, C [columns x n]. An unknown
 * that shares its fields with nobody has a column of its own, with its df/du; all other columns are
 * homogeneous solutions, and C of unknowns that share fields follows by quadrature [variation of
 * constants].
 */
struct tw_sensitivity {
    int n, states;
    tw_replica base, probe; /* probe: states beside the base's, where forces are held */
    tw_unknown *u;          /* [n] */
    tw_course *course;
    const tw_stepper_kind *kind;
    tw_ode ode; /* equations of Phi */
    void *stepper;
    int columns;
    double now, begun, end, step_begin;
    double jump; /* s: the next jump of a field; not after now: not known */
    /* steps of Phi with the steppers before this one, and the allowed number */
    unsigned long steps, most;
    double strongest; /* B so far, in natural units */
    TW_ARRAY(tw_look) look;
    tw_status (*poll)(void *);
    void *poll_context;
    unsigned long evaluations; /* evaluations for Phi and C */
    bool direct;               /* every unknown has its own column */
    bool grouped;              /* some unknowns share fields */
    bool bends;                /* some of these are functions of the script */
    /* computed by begin */
    double *memory;
    double *Phi, *tolerance, *A; /* [states x n] */
    double *B;                   /* [states x n] df/du of unknowns that share fields */
    double *Phi_t, *S;           /* [states x n] at the time that was asked for */
    double *C, *dC_step;         /* [n x n] where the last step begins, and over it */
    double *dC_all, *dC_whole, *dC_half, *dC_sum; /* [n x n] */
    double *C_t, *dC;         /* [n x n] at the time that was asked for, and until then */
    double *unit;             /* [states] natural units */
    double *y;                /* [states] in the evaluation that is made */
    double *moved[2], *f[2];  /* [states] on both sides */
    double *rate, *base_rate; /* [states] */
    bool held;                /* derivatives by dynamics/held.h, from base_rate and base_R */
    double *R[2], *base_R;    /* [rows] */
    double *forces;           /* [rows, at least] scratch */
    double *c, *scratch;      /* [n x n], [2 n] */
    double *jets;             /* [n x numbers of a group's fields, at most] */
    int *pivot, *group;       /* [n] */
    int *owner;               /* [n] the unknown whose own column it is; -1: homogeneous */
    size_t most_fields;
};

/* finds what begin needs of the unknowns, once their worlds are there */
void tw_sensitivity_group(tw_sensitivity *s);
/* s->y and base_rate at t; the base's engine stays there, for what follows */
tw_status tw_sensitivity_stand(tw_sensitivity *s, double t);
/* rates [states x columns] of Phi at t; context: the tw_sensitivity */
tw_status tw_sensitivity_rates(void *context, double t, const double *Phi, double *rates);
/* B at t, right after tw_sensitivity_stand; zeros for unknowns that do not share fields */
tw_status tw_sensitivity_forcing(tw_sensitivity *s, double t, double *B);
/* begins with the slopes that the unknowns' worlds have, to `end`; comes to t or beyond; S at t,
 * which has been passed last: [states x n] */
tw_status tw_columns_begin(tw_sensitivity *s);
tw_status tw_columns_reach(tw_sensitivity *s, double t);
tw_status tw_columns_slopes(tw_sensitivity *s, double t, double *S);
/* is the i-th number of a state one of a pose, and not of a momentum? */
static inline bool tw_sensitivity_is_place(size_t i) {
    return i % TW_STATE < 7;
}
/* greatest part of a direction in natural units: of its poses, or of its momenta; and of all */
double tw_sensitivity_part(const tw_sensitivity *s, const double *q, bool places);
double tw_sensitivity_greatest(const tw_sensitivity *s, const double *q);
/* the derivative at 0 of the parabola through both sides and the base */
double tw_sensitivity_slope(const tw_unknown *u, double a, double b, double base);

#endif
