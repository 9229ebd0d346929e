/*
 * A function of points and bodies that a script wrote: a tape whose inputs are time and state, in
 * this order,
 *
 *     t,  per point: x (3) [, v (3)],  per body: x (3), q (4: w x y z), R (9) [, v (3), omega (3)]
 *
 * all in world axes; those in brackets where the formula is one of velocities, too (forces,
 * constraints at velocity level). R is the matrix of q by columns, the body's axes: what turns by q
 * is computed from it in fewer steps.
 * Kinds own a formula by a row of type TW_PARAM_FORMULA. It has its own scratch: one thread at a
 * time.
 */
#ifndef TW_MODEL_FIELD_FORMULA_H
#define TW_MODEL_FIELD_FORMULA_H

#include "numeric/value/sweep.h"

/* Sorts of input groups. Point i has one group, its position [and one of its velocity]; body k has
 * groups of position, q, R [, v, omega], in the order of the inputs */
typedef enum tw_formula_sort {
    TW_FORMULA_OF_POINT,
    TW_FORMULA_OF_POSITION,
    TW_FORMULA_OF_Q,
    TW_FORMULA_OF_AXES,
    TW_FORMULA_OF_POINT_VELOCITY,
    TW_FORMULA_OF_VELOCITY,
    TW_FORMULA_OF_OMEGA
} tw_formula_sort;

/* a group that a row depends on, and where its inputs stand in the row's gradient */
typedef struct tw_formula_part {
    tw_formula_sort sort;
    int index; /* index of the point or body */
    int at;
} tw_formula_part;

typedef struct tw_formula {
    tw_tape *tape;
    int points, bodies; /* numbers of points and bodies that the function was traced with */
    bool velocities;
    tw_sweep *sweep;         /* derivatives of the outputs, for constraints; NULL: a force */
    bool *uses;              /* [groups] does any row depend on this group of inputs? */
    tw_formula_part *part;   /* parts of the gradients of all rows */
    int *part_end;           /* [rows] end of each row's parts in `part`, in the order of rows */
    double *x, *y, *scratch; /* a force's inputs, outputs, and scratch of tw_tape_eval */
} tw_formula;

/* number of inputs of a formula's tape, and the first input of point i and of body k (from 0) */
int tw_formula_inputs(int points, int bodies, bool velocities);
int tw_formula_point(bool velocities, int i);
int tw_formula_body(int points, bool velocities, int k);
/* offsets of a body's parts from its first input, the position */
enum { TW_FORMULA_Q = 3, TW_FORMULA_AXES = 7, TW_FORMULA_V = 16, TW_FORMULA_OMEGA = 19 };

/* number of the group of inputs that holds the position of point i, or of body k */
int tw_formula_point_group(bool velocities, int i);
int tw_formula_body_group(int points, bool velocities, int k);

/* takes over the tape, also on failure; derivatives: true for a constraint, false for a force */
tw_status tw_formula_create(tw_tape *tape, int points, int bodies, bool velocities,
                            bool derivatives, tw_formula **formula);
/* NULL gives NULL */
tw_status tw_formula_copy(const tw_formula *from, tw_formula **to);
void tw_formula_destroy(tw_formula *f); /* NULL is fine */

#endif
