/*
 * Newton's method on the states of contacts and rows (open, stick, slide; low, free, high), for
 * dense.c, which defines the states.
 */
#ifndef TW_NUMERIC_CONE_STATES_H
#define TW_NUMERIC_CONE_STATES_H

#include "numeric/cone/impl.h"

typedef struct tw_states {
    const tw_cone_rows *rows;
    int n, contacts;
    double *N;              /* [n x n] the caller's N in turned tangents */
    double *r;              /* [n] */
    double *w;              /* [n] diagonal of N; for all three rows of a contact their mean */
    double *lambda;         /* [n] */
    double *u;              /* [n] */
    double *best;           /* [n] */
    double *trial;          /* [n] */
    double *J, *d;          /* [n x n], [n] Newton's matrix and right side */
    double *turn;           /* [contacts][2] */
    double *before, *ahead; /* [n] work of the projected gradients */
    tw_cone_local *local;
    int *index;                /* [n] Newton's unknowns */
    double *centre;            /* [n] centre of the proximal step */
    double *lo, *hi, *scratch; /* [n], [n], of box.h */
    double *saved;             /* [n] */
    unsigned char *capped;     /* [bounded] in a cap? */
    double shift;              /* shift of a contact's rows, relative to w */
    double shift_bounded;      /* shift of bounded rows, relative to w */
    double size;               /* largest magnitude of the terms that cancel in u */
    double reached_u;          /* reached_u of best */
    double reached_size;       /* p->size at `best` (that of a failed iterate means nothing) */
    bool hasty; /* bounded rows with a given tolerance: many gradient steps at once, and Newton's
                   method gives up early */
    double tolerance; /* tolerance of u: options->tolerance_u */
    double fair;      /* tolerance of u where rows contradict each other */
    bool stands;      /* all touching contacts stick, up to motions that no rigid body can make */
    bool evened;      /* lambda is the solution nearest to 0 */
    bool contradicts; /* rows contradict each other: no lambda has a smaller residual */
} tw_states;

static inline double *tw_states_row(const tw_states *p, int i) {
    return p->N + (size_t)i * (size_t)p->n;
}

/* u = N x + r; p->size: largest magnitude of the terms that cancel in u */
void tw_states_product(tw_states *p, const double *x, double *u);
/* returns the largest residual w |e| at x with its u; *sum: sum of w e^2, which Newton's steps must
 * reduce */
double tw_states_judge(const tw_states *p, const double *x, const double *u, double *sum);
/* p->best = lambda if its residual is the smallest so far */
void tw_states_keep(tw_states *p);
/* projects x [n] onto the cones, bounds and caps */
void tw_states_clip(const tw_states *p, double *x);

typedef enum tw_state { TW_OPEN, TW_STICK, TW_SLIDE } tw_state;

/* state of contact k at p->lambda and p->u. Only if it slides: e [2], the direction of z_t, the
 * tangential part of z = lambda - u / w; and *radius = mu lambda_n / |z_t|, at most 1 */
tw_state tw_state_of(const tw_states *p, int k, double *e, double *radius);

/* Proximal steps from lambda, each solved by Newton's method; the shift falls after a step that
 * converges and grows after one that does not. Returns the number of Newton steps */
int tw_states_proximal_steps(tw_states *p);
/* a few proximal steps from a lambda with some right digits, until they gain little; returns the
 * number of Newton steps */
int tw_states_polish(tw_states *p);

/* From p->best to the solution of a redundant problem that is nearest to 0, a smooth function of N
 * and r (which of the solutions is found first is chance): proximal steps about 0, with a shift
 * that falls from 1, then steps to the solution itself. An isolated solution stays; so does p->best
 * where this fails. `guess`: lambda came from a guess that was such a solution. Returns the number
 * of Newton steps */
int tw_states_even_out(tw_states *p, bool guess);
/* tw_states_even_out before the problem is solved, from a lambda whose states are nearly right.
 * p->evened false: it failed, and lambda is undefined */
int tw_states_even_at_once(tw_states *p);

#endif
