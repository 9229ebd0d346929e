/*
 * A tape evaluated for a constraint: value, first and second derivative along a motion, and the
 * gradient of every output, in one sweep forward and one sweep back per output.
 *
 * A sweep owns its scratch, so running it allocates nothing and one sweep serves one thread at a
 * time; the tape is shared. Numbers that do not depend on the inputs' values (constants, gradients
 * of linear outputs) are computed once, when the sweep is made.
 */
#ifndef TW_NUMERIC_VALUE_SWEEP_H
#define TW_NUMERIC_VALUE_SWEEP_H

#include "numeric/value/tape.h"
#include "numeric/value/value.h"

typedef struct tw_sweep tw_sweep;

/* value, first and second derivative, 0: one vector, so that most operations are few instructions
 */
typedef double tw_jet __attribute__((vector_size(32)));

/* retains the tape. group [inputs]: inputs that belong together (a point's coordinates) have the
 * same number, which does not decrease; gradients have all or none of a group */
tw_status tw_sweep_create(tw_tape *tape, const int *group, tw_sweep **sweep);
void tw_sweep_destroy(tw_sweep *s); /* NULL is fine */

/* the caller puts the jet of input i into at[slot[i]]; inputs that are not used may be put, too */
typedef struct tw_sweep_inputs {
    tw_jet *at;
    const int *slot; /* [inputs] */
} tw_sweep_inputs;
tw_sweep_inputs tw_sweep_begin(tw_sweep *s);

/* y, y', y'' of every output [outputs], and the gradients. Where an operation has no derivative
 * (a root at 0) the result is not finite, even when the inputs are at rest. */
void tw_sweep_run(tw_sweep *s, double *y, double *y1, double *y2);

/* after a run: dy/dx of one output, for the groups of inputs that it depends on, in their order;
 * the places stay the same */
typedef struct tw_sweep_row {
    int count;
    const int *input;    /* [count] */
    const double *value; /* [count] */
} tw_sweep_row;
tw_sweep_row tw_sweep_gradient(const tw_sweep *s, int output);

#endif
