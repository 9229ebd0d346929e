/*
 * The fast path for islands whose constraints all join two points (chains, trees, towers, nets of
 * ball joints and nails): the same equations as rows.c, solve.c and net.c, four bodies at a time,
 * without forming J or the factor B of A = B B^T (solve/sparse.c).
 *
 * For joints between points p = x + R b of bodies, J = +-[1, -[R b]x], and with the constant S_pq =
 * [b_p]x^T I_b^-1 [b_q]x of each pair of points of one body,
 *
 *     A = sum over bodies of +- K_pq,   K_pq = 1/m + R S_pq R^T,
 *
 * so the blocks of A come from one rotation per pair. Where joints close cycles at one place (a, b
 * and c joined in all pairs), joints implied by the others are left out: the motion is the same.
 *
 * An evaluation by tw_rhs gives only the rates of these islands. Values for scripts come from the
 * general path, which also serves islands in poses where A is singular or nearly so.
 */
#ifndef TW_DYNAMICS_POINTS_POINTS_H
#define TW_DYNAMICS_POINTS_POINTS_H

#include "base/math/swift.h"
#include "dynamics/pass/pass.h"

/* plans the fast path; d->points stays NULL if no island and no free body can take it */
tw_status tw_points_build(tw_dynamics *d);

/* Rates of the free bodies without constraints, and of the bodies of all islands on the fast path,
 * except where A is too nearly singular: those become `general`. Bodies that are not free, and
 * d->pass.external of pushed bodies, must be up to date. swift, unless NULL, is raised to the rates
 * of these islands. A joint's force f at the arm b of a body has the potential -f.R b, whose second
 * derivative by rotations is G = (b.f) 1 - sym(b f^T), so that the frequency of any small vibration
 * within the constraints is at most the square root of the greatest eigenvalue of I^-1 G of any
 * body: all other motion only adds kinetic energy [Rayleigh's quotient]. */
void tw_points_rhs(tw_dynamics *d, double t, const double *y, double *ydot, tw_swift *swift);

/* Is tw_points_rhs_along available at present? That is so if all free bodies are on the fast path,
 * gravity is the only force, and no island needed the general path in the last pass */
bool tw_points_alone(const tw_dynamics *d);
/* ydot: rates at the state y + h k. Returns false if an island must take the general path, for
 * which that state would have to be in memory; ydot is incomplete then */
bool tw_points_rhs_along(tw_dynamics *d, double t, const double *y, double h, const double *k,
                         double *ydot);

/* the part of the world for the general path in this pass: d->rest, plus islands where A is too
 * nearly singular */
tw_part tw_points_rest(tw_dynamics *d);

/* tw_settle_constraints (settle.h) for islands on the fast path; to be called right after
 * tw_points_rhs at y */
void tw_points_settle(tw_dynamics *d, double t0, const double *y0, double t, double *y,
                      bool *changed);
/* To be called after a step to (t, y): the next evaluation there records D and D' for
 * tw_points_settle */
void tw_points_await(tw_dynamics *d, double t, const double *y);

/* makes the island of a body, if it has one, take the general path in this pass */
void tw_points_leave(tw_dynamics *d, int body);
/* tells the fast path that A in memory does not belong to any evaluation any more */
void tw_points_forget(tw_dynamics *d);

#endif
