/* The numbers of the fast way (points.c), compiled twice: see kernel_wide.h. */
#ifndef TW_DYNAMICS_POINTS_KERNEL_H
#define TW_DYNAMICS_POINTS_KERNEL_H

#include "dynamics/points_impl.h"

/* motions of all points but for their accelerations at (t, y), and A of all islands */
void tw_points_look(tw_dynamics *d, double t, const double *y, bool matrix);
/* force of lambda on a point */
void tw_points_force(const tw_points *f, int point, double force[4]);
/* and of all points of a body of a group, about its centre of mass */
void tw_points_wrench(const tw_points *f, const tw_points_group *g, int lane, double force[4],
                      double torque[4]);

/* is A far enough from singular that lambda is exact as it comes? */
static inline bool tw_points_regular(const tw_sparse_pivots *p) {
    return p->left_out == 0 && p->ratio >= 1e-4 && p->least >= 1e-8 * p->most;
}

#endif
