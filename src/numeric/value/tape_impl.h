/*
 * Private header of expression tapes: an operation, and a finished tape.
 * tape.c evaluates, tape_diff.c differentiates, tape_build.c records.
 */
#ifndef TW_NUMERIC_VALUE_TAPE_IMPL_H
#define TW_NUMERIC_VALUE_TAPE_IMPL_H

#include "numeric/value/tape.h"

#include <stdatomic.h>

/* one operation; it writes the slot of its own index, its operands stand before it */
typedef struct tw_tape_node {
    tw_tape_op op;
    int arg[3];   /* operands, 0 where op has none; INPUT: arg[0] is the input's number */
    double value; /* the constant of CONST; 0 for others */
} tw_tape_node;

struct tw_tape {
    atomic_int references;
    int inputs, outputs, length;
    int partials;       /* operands of all operations together */
    tw_tape_node *node; /* [length] */
    int *output;        /* [outputs] slots */
    int *input;         /* [inputs] slots, -1 where the input is not used */
};

/* op(a, b, c) for every op but CONST and INPUT: the only definition of the operations */
double tw_tape_op_value(tw_tape_op op, double a, double b, double c);

/* partial derivatives at y = op(a, b, ..): first ones g [3] and second ones h [3] = f_aa, f_ab,
 * f_bb */
void tw_tape_op_partials(tw_tape_op op, double a, double b, double y, double g[3], double h[3]);

/* v [length] = all operations at x [inputs] */
void tw_tape_run(const tw_tape *t, const double *x, double *v);

#endif
