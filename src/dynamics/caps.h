/*
 * Bounded constraint forces: max_force and max_torque. See caps.c for the problem that is solved.
 */
#ifndef TW_DYNAMICS_CAPS_H
#define TW_DYNAMICS_CAPS_H

#include "dynamics/pass.h"

/* counts the caps of every island and makes room for them; TW_ARGUMENT when an island with caps
 * holds a kind whose force is not J^T lambda */
tw_status tw_caps_build(tw_dynamics *d);

/* u [rows of the island], the unbounded answer of the weighted rows, becomes the bounded one; the
 * multipliers are kept in the blocks */
tw_status tw_caps_solve(tw_dynamics *d, const tw_island *isl, double *u);

/* the same linear map as the last tw_caps_solve applied, for a part of its right-hand side: the
 * parts of a bounded force add up to it */
tw_status tw_caps_repeat(tw_dynamics *d, const tw_island *isl, double *u);

#endif
