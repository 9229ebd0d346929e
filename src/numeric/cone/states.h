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
    double *N;      /* [n x n] the caller's N, with each contact's tangents turned (impl.h) */
    double *r;      /* [n] */
    double *w;      /* [n] weights: diagonal of N; for the three rows of a contact their mean */
    double *lambda; /* [n] */
    double *u;      /* [n] */
    double *best;   /* [n] */
    double *trial;  /* [n] */
    double *J, *d;  /* Newton's matrix [n x n] and right side [n] */
    double *turn;   /* [contacts][2] */
    double *before, *ahead; /* [n] scratch of the projected gradients */
    tw_cone_local *local;
    int *index;                /* [n] rows whose lambda Newton's method solves for */
    double *centre;            /* [n] lambda about which the proximal step is made */
    double *lo, *hi, *scratch; /* lo, hi [n] bounds and scratch for box.h */
    double *saved;             /* [n] */
    unsigned char *capped;     /* [bounded] does the row belong to a cap? */
    double shift;              /* shift of contacts' rows in the proximal step, relative to w */
    double shift_bounded;      /* shift of bounded rows in the proximal step, relative to w */
    double size;               /* largest magnitude of the terms that cancel in u */
    double reached_u;          /* residual_u of `best` */
    /* value of `size` when `best` was kept; the present `size` may be that of a failed step */
    double reached_size;
    /* set for problems with bounded rows and a given tolerance: many gradient steps are made first,
     * and Newton's method gives up early */
    bool hasty;
    double tolerance; /* tolerance of u: options->tolerance_u */
    double fair;      /* tolerance of u where rows contradict each other: options->fair_u */
    /* `best` solves the problem, except for rates that motions of rigid bodies cannot remove: all
     * touching contacts stick */
    bool stands;
    bool evened;      /* `best` is the solution nearest to 0 */
    bool contradicts; /* rows contradict each other: no lambda has a smaller residual than `best` */
} tw_states;

static inline double *tw_states_row(const tw_states *p, int i) {
    return p->N + (size_t)i * (size_t)p->n;
}

/* u [n] = N x + r; sets p->size to the largest magnitude of the terms that cancel in it */
void tw_states_product(tw_states *p, const double *x, double *u);
/* returns the largest residual w |e| at x with rates u; *sum: sum of w e^2, which Newton's steps
 * must reduce */
double tw_states_judge(const tw_states *p, const double *x, const double *u, double *sum);
/* copies lambda to p->best if its residual is the smallest so far */
void tw_states_keep(tw_states *p);
/* projects x [n] onto the cones, bounds and caps */
void tw_states_clip(const tw_states *p, double *x);

typedef enum tw_state { TW_OPEN, TW_STICK, TW_SLIDE } tw_state;

/* State of contact k at p->lambda and p->u. Set only if it slides: e [2], direction of z_t, the
 * tangential part of z = lambda - u / w; *radius = mu lambda_n / |z_t|, at most 1 */
tw_state tw_state_of(const tw_states *p, int k, double *e, double *radius);

/* Makes proximal steps from lambda, each solved by Newton's method; the shift falls after a step
 * that converges and grows after one that does not. Returns the number of Newton steps */
int tw_states_proximal_steps(tw_states *p);
/* makes a few proximal steps from a lambda that has some right digits, until they gain little;
 * returns the number of Newton steps */
int tw_states_polish(tw_states *p);

/* For a problem with many solutions, moves p->best to the one nearest to 0: this one depends
 * smoothly on N and r, while the one found first is a matter of chance. Method: proximal steps
 * about 0 with a shift that falls from 1, then steps to a solution of the problem itself. p->best
 * is unchanged if it is an isolated solution, or if the method fails. guess: lambda was found from
 * a guess that was itself the solution nearest to 0 of a similar problem. Returns the number of
 * Newton steps */
int tw_states_even_out(tw_states *p, bool guess);
/* Tries to find the solution nearest to 0 (see tw_states_even_out) directly from a lambda whose
 * states are nearly right, without solving the problem first. p->evened = false: this failed, and
 * lambda is undefined. Returns the number of Newton steps */
int tw_states_even_at_once(tw_states *p);

#endif
