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
    double *N;              /* [n x n] in turned tangents */
    double *r;              /* [n] */
    double *w;              /* [n] diagonal; of contacts a third of the trace, three times */
    double *lambda;         /* [n] */
    double *u;              /* [n] */
    double *best;           /* [n] */
    double *trial;          /* [n] */
    double *J, *d;          /* [n x n], [n] Newton's */
    double *turn;           /* [contacts][2] */
    double *before, *ahead; /* [n] of the projected gradients */
    tw_cone_local *local;
    int *index;                /* [n] Newton's unknowns */
    double *centre;            /* [n] of the proximal step */
    double *lo, *hi, *scratch; /* [n], [n], of box.h */
    double *saved;             /* [n] */
    unsigned char *capped;     /* [bounded] in a cap? */
    double shift;              /* shift of N in it, in parts of w */
    double shift_bounded;      /* shift of bounded rows, in parts of w */
    double size;               /* size of the terms that cancel in u */
    double reached_u;          /* reached_u of best */
    double reached_size;       /* size of `best`; failed iterates may have any size */
    bool hasty;                /* gradients are to be tried soon again */
    double tolerance;          /* tolerance of u: options->tolerance_u */
    double fair;               /* tolerance of u where rows contradict each other */
    bool stands;               /* all contacts stick, but for motions that no rigid body can make */
    bool evened;               /* lambda is the answer near 0 */
    bool contradicts;          /* rows contradict each other: no answer misses them by less */
} tw_states;

static inline double *tw_states_row(const tw_states *p, int i) {
    return p->N + (size_t)i * (size_t)p->n;
}

/* u = N x + r; p->size: size of the terms that cancel in it */
void tw_states_product(tw_states *p, const double *x, double *u);
/* largest w |e|; its sum of squares is what Newton's steps must make smaller */
double tw_states_judge(const tw_states *p, const double *x, const double *u, double *sum);
/* keeps lambda if it is the best so far */
void tw_states_keep(tw_states *p);
/* x into the cones and bounds */
void tw_states_clip(const tw_states *p, double *x);

typedef enum tw_state { TW_OPEN, TW_STICK, TW_SLIDE } tw_state;

/* state of contact k, by lambda and u; for a sliding one e and mu lambda_n / |z_t| as well */
tw_state tw_state_of(const tw_states *p, int k, double *e, double *radius);

/* Proximal steps from lambda on, each by Newton's method, with smaller shifts as long as it
 * converges, with greater ones when it does not. Returns the number of factorisations */
int tw_states_proximal_steps(tw_states *p);
/* a few proximal steps from a lambda that is right to some digits; ends early where they gain
 * little */
int tw_states_polish(tw_states *p);

/* Of the answers of redundant contacts, the best being one of them, that near 0: proximal steps
 * about 0, whose shift falls from where there is one answer only, then further ones to the answer
 * itself. Where the one that was found lies between others is chance; this is a smooth function of
 * N and r. One that has no others next to it stays, and what does not get there changes nothing.
 * `guess`: lambda was near from a guess that was such an answer. The factorisations */
int tw_states_even_out(tw_states *p, bool guess);
/* The same from a lambda whose contact states are nearly right, before the problem is solved. Where
 * it fails p->evened stays false, and lambda is undefined */
int tw_states_even_at_once(tw_states *p);

#endif
