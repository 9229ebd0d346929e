/* CVODE as a stepper: linear multistep methods of variable order and step. A restart begins at
 * order one with small steps, which is costly, so that corrections by ode->settle of less than ten
 * tolerances are not made. */
#ifndef TW_STEPPERS_PARTS_CVODE_H
#define TW_STEPPERS_PARTS_CVODE_H

#include "steppers/parts/_sundials.h"

/* the two integrators of CVODE: Adams' methods (fixed-point iteration); backward differentiation
 * formulas (Newton's method, its linear systems by GMRES without a matrix) */
extern const tw_sundials_solver tw_cvode_adams, tw_cvode_bdf;

#endif
