/*
 * CVODE as a stepper: linear multistep methods of variable order and step. A restart begins at
 * order one with small steps, so corrections below ten tolerances are left alone.
 */
#ifndef TW_STEPPERS_PARTS_CVODE_H
#define TW_STEPPERS_PARTS_CVODE_H

#include "steppers/parts/_sundials.h"

/* the solvers for Adams' methods (fixed-point iteration) and for the backward differentiation
 * formulas (Newton's method, linear equations by GMRES without a matrix) */
extern const tw_sundials_solver tw_cvode_adams, tw_cvode_bdf;

#endif
