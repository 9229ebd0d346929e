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

/* value, first and second derivative, and 0: one SIMD vector */
typedef double tw_jet __attribute__((vector_size(32)));

/* Makes a sweep for `tape`, which it retains. group [inputs], not decreasing: inputs with the same
 * number belong together (coordinates of a point); an output's gradient then has all inputs of a
 * group or none */
tw_status tw_sweep_create(tw_tape *tape, const int *group, tw_sweep **sweep);
void tw_sweep_destroy(tw_sweep *s); /* s may be NULL */

/* tells where the caller must write the jet of each input before a run: that of input i to
 * at[slot[i]]. Inputs that the tape does not use may be written, too */
typedef struct tw_sweep_inputs {
    tw_jet *at;
    const int *slot; /* [inputs] */
} tw_sweep_inputs;
tw_sweep_inputs tw_sweep_begin(tw_sweep *s);

/* Evaluates the tape for the jets that the caller has written: y, y1, y2 [outputs]: outputs with
 * first and second derivative; computes their gradients, too. Where an operation has no derivative
 * (a root at 0), gradients are not finite; y1 and y2 are not if its operand moves, and 0 if it is
 * at rest. */
void tw_sweep_run(tw_sweep *s, double *y, double *y1, double *y2);

/* gradient dy/dx of one output in the last run, for all inputs of the groups on which it depends,
 * in rising order; the pointers stay valid as long as the sweep */
typedef struct tw_sweep_row {
    int count;
    const int *input;    /* [count] */
    const double *value; /* [count] */
} tw_sweep_row;
tw_sweep_row tw_sweep_gradient(const tw_sweep *s, int output);

#endif
