/*
 * A function of points and bodies that a script wrote: a tape whose inputs are time and state, in
 * this order,
 *
 *     t,  per point: x (3) [, v (3)],  per body: x (3), q (4: w x y z), R (9) [, v (3), omega (3)]
 *
 * all in world axes. Inputs in brackets exist if the function depends on velocities too (forces,
 * constraints at velocity level). R is the rotation matrix of q by columns, that is, the body's
 * axes: with it fewer operations rotate a vector than with q. An object's kind owns its formula by
 * a row of type TW_PARAM_FORMULA. A formula contains scratch memory, so only one thread at a time
 * may evaluate it.
 */
#ifndef TW_MODEL_FIELD_FORMULA_H
#define TW_MODEL_FIELD_FORMULA_H

#include "numeric/value/sweep.h"

/* Kind of a group of inputs, the inputs that are one vector, quaternion or matrix. Point i has a
 * group for its position [and one for its velocity]; body k has groups for position, q, R [,
 * velocity, omega], in the order of the inputs */
typedef enum tw_formula_sort {
    TW_FORMULA_OF_POINT,
    TW_FORMULA_OF_POSITION,
    TW_FORMULA_OF_Q,
    TW_FORMULA_OF_AXES,
    TW_FORMULA_OF_POINT_VELOCITY,
    TW_FORMULA_OF_VELOCITY,
    TW_FORMULA_OF_OMEGA
} tw_formula_sort;

/* a group of inputs on which an output depends, and the index `at` of its first input in that
 * output's gradient */
typedef struct tw_formula_part {
    tw_formula_sort sort;
    int index; /* index of the point or body to which the inputs belong */
    int at;
} tw_formula_part;

typedef struct tw_formula {
    tw_tape *tape;
    /* numbers of points and bodies that the function had as arguments when it was traced */
    int points, bodies;
    bool velocities;
    /* derivatives of the outputs; NULL: the formula is that of a force, which needs none */
    tw_sweep *sweep;
    bool *uses; /* [groups] true: an output depends on this group of inputs */
    /* the groups on which each output depends, one output after the other (part_end) */
    tw_formula_part *part;
    int *part_end; /* [outputs] index in `part` after the last group of each output */
    /* of a force: memory for inputs, outputs and tw_tape_eval; NULL for a constraint */
    double *x, *y, *scratch;
} tw_formula;

/* tw_formula_inputs: number of inputs of a formula's tape. tw_formula_point, tw_formula_body: index
 * of the first input of point i, of body k, both from 0 */
int tw_formula_inputs(int points, int bodies, bool velocities);
int tw_formula_point(bool velocities, int i);
int tw_formula_body(int points, bool velocities, int k);
/* offsets of a body's orientation, axes, velocity and angular velocity from the body's first
 * input */
enum { TW_FORMULA_Q = 3, TW_FORMULA_AXES = 7, TW_FORMULA_V = 16, TW_FORMULA_OMEGA = 19 };

/* the number of the group of inputs that is the position of point i, and, in tw_formula_body_group,
 * of body k */
int tw_formula_point_group(bool velocities, int i);
int tw_formula_body_group(int points, bool velocities, int k);

/* makes a formula of a tape, which it takes over, also on failure; derivatives: whether the
 * outputs' derivatives are needed (true for a constraint, false for a force) */
tw_status tw_formula_create(tw_tape *tape, int points, int bodies, bool velocities,
                            bool derivatives, tw_formula **formula);
/* *to: copy of the formula; NULL if `from` is NULL */
tw_status tw_formula_copy(const tw_formula *from, tw_formula **to);
void tw_formula_destroy(tw_formula *f); /* does nothing if the argument is NULL */

#endif
