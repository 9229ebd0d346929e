/* Bounded constraint forces: max_force and max_torque; caps.c states the problem that is solved. */
#ifndef TW_DYNAMICS_SOLVE_CAPS_H
#define TW_DYNAMICS_SOLVE_CAPS_H

#include "dynamics/pass/pass.h"

/* number of bounds that a block has: 0, 1 or 2, on its force and its torque */
static inline int tw_caps_of(const tw_block *b) {
    return !tw_value_is_unset(tw_bound_of(b, false)) + !tw_value_is_unset(tw_bound_of(b, true));
}

/* counts the bounds (caps) of every island, and allocates d->caps; fails with TW_ARGUMENT if an
 * island with caps has a constraint whose force is not J^T lambda */
tw_status tw_caps_build(tw_dynamics *d);

/* ---- caps_first.c ---------------------------------------------------------------------------- */

/* allocates the arrays of tw_block that only a block with bounds has */
tw_status tw_caps_first_room(tw_dynamics *d, tw_block *b);

/* Must the forces u [rows of the island], computed for d->rhs without bounds, be bounded? Yes if a
 * bound is exceeded, or, if rows depend on each other (`singular`), a constraint with a bound
 * contradicts others. Stores share, compliance and `within` (tw_bounding) of each block with
 * bounds. keep: also stores them for the later computation of parts of the forces, and clears the
 * multipliers stored before */
bool tw_caps_first_choose(tw_dynamics *d, tw_island *isl, bool keep, bool singular,
                          const double *u);

/* Replaces u [rows of the island], the solution for d->rhs without bounds, by the bounded one; to
 * be called after tw_caps_first_choose. Stores the multipliers in the blocks, except for
 * TW_SOLVE_CAPS. TW_SOLVE_PART and TW_SOLVE_VELOCITY use the stored multipliers, with which u
 * depends linearly on d->rhs, so that parts add up to the whole */
tw_status tw_caps_solve(tw_dynamics *d, tw_island *isl, tw_solve_for what, double *u);

/* Between these two calls J and weights of the island's blocks are those of the first stage of
 * caps_first.c: N J, with N the projection onto unknowns without bounds */
void tw_caps_first_begin(tw_dynamics *d, tw_island *isl);
void tw_caps_first_end(tw_dynamics *d, tw_island *isl);
/* tw_caps_first_rows replaces x [rows of b] by N x; tw_caps_first_part by P x, for a block with
 * bounds only. To be called after tw_caps_first_begin */
void tw_caps_first_rows(const tw_block *b, double *x);
void tw_caps_first_part(const tw_block *b, double *x);

/* sets isl->extent and isl->pace, the size of the island and the relative speeds in it */
void tw_caps_extent(const tw_dynamics *d, tw_island *isl);
/* upper bound on the size of the terms of a block's equations, as accelerations along its rows. It
 * is taken relative to the block's own bodies, so that it does not depend on where in the world the
 * scene is, except for the rounding errors of large coordinates. To be called after tw_caps_extent
 * of the block's island */
double tw_caps_terms(const tw_dynamics *d, const tw_block *b);
/* part, 0 .. 1, of the amount `left` by which an equation is missed that counts as a contradiction
 * by intention, not as an error; terms: size of the equation's terms */
double tw_caps_share(double left, double terms);

/* ---- caps_soft.c: an island whose caps have given multipliers ------------------------------- */

/* Until tw_soft_end, tw_solve with TW_SOLVE_FREE or TW_SOLVE_AGAIN lets constraints yield along
 * their bounded forces. mu [caps of the island]: multipliers >= 0 by which they yield, in units of
 * the mobility along each force */
tw_status tw_soft_begin(tw_dynamics *d, tw_island *isl, const double *mu);
void tw_soft_end(tw_island *isl);
/* u [rows of the island]: on entry the solution of the weighted rows without caps, on return the
 * one that yields by the multipliers; again: the gradients are those of the last call */
tw_status tw_soft_answer(tw_dynamics *d, const tw_island *isl, bool again, double *u);

#endif
