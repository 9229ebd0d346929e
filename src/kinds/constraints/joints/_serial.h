/*
 * Several sliders and hinges in a row between two bodies, without bodies between them: the pose of
 * a relative to b is a product of exponentials, up to three translations u_j s_j along axes of b,
 * then up to three turns about axes n_i through points p_i, in their order,
 *
 *     x -> sum u_j s_j + T_1 T_2 T_3 x,   T_i x = p_i + R_i (x - p_i),   R_i = turn by theta_i
 *
 * all in the axes of b as they stood when the joint was made, origin at the last p_i. The
 * coordinates are functions of the relative pose (rho, R) in closed form:
 *
 *     one turn:     theta = twist of R about n_1; two rows keep the axis (_align.h)
 *     two turns:    theta_1: about n_1 from n_2 to R n_2; theta_2: about n_2 from R^T n_1 to n_1;
 *                   one row keeps the angle between the axes
 *     three turns:  n_1 . R n_3 = n_1 . R_2(theta_2) n_3, then theta_1 and theta_3 as with two;
 *                   no row. The branch is that of the pose it was made in: theta_2 stays on its
 *                   side of where n_1 and n_3 come to lie in one plane with n_2 (gimbal lock)
 *     translations: e = rho - T_1 T_2 T_3 0 = sum u_j s_j: s_j by the dual axes, one row for each
 *                   direction across
 *
 * Everything is computed in numbers that carry their two derivatives along the motion without
 * accelerations and their gradient by the twist of a's frame (tw_dual below), so D', the bias and J
 * are exact.
 */
#ifndef TW_KINDS_CONSTRAINTS_JOINTS_SERIAL_H
#define TW_KINDS_CONSTRAINTS_JOINTS_SERIAL_H

#include "kinds/constraints/joints/_joint.h"

enum { TW_SERIAL_AXES = 3 };

typedef struct tw_serial {
    tw_joint j; /* bodies, frames and counted turns of the joint; must be the first member */
    vec3 slide[TW_SERIAL_AXES], turn[TW_SERIAL_AXES], at[TW_SERIAL_AXES]; /* world, when made */
    /* number, from 1, of the coordinate that this object is: first the slides, then the turns */
    int coordinate;
    bool rows; /* does this object have the joint's rows? Otherwise it only is a coordinate */
    bool free; /* the joint has neither axes nor rows: the bodies move freely */
    /* members from here on are computed when the joint is made, in axes of the frame on b */
    int slides, turns;
    vec3 dual[TW_SERIAL_AXES];   /* [slides] dual axes: the j-th coordinate is dual[j] . e */
    vec3 across[TW_SERIAL_AXES]; /* [3 - slides] unit vectors perpendicular to all slides */
    vec3 axis[TW_SERIAL_AXES];   /* unit, of the turns */
    vec3 point[TW_SERIAL_AXES];
    double angle;       /* with two turns: angle between their axes, rad */
    double phase, side; /* with three turns: theta_2 = phase + side acos(..), side = 1 or -1 */
} tw_serial;

int tw_serial_rows(const tw_serial *s);
void tw_serial_terms(const tw_serial *s, const tw_joint_motion *m, const tw_terms *out);
/* adds `scale` times this object's coordinate to a row; to an angle, the number of whole turns is
 * added that brings it nearest to the angle predicted for time t */
void tw_serial_coordinate(const tw_serial *s, const tw_joint_motion *m, double t, double scale,
                          const tw_terms *out, int row);
static inline bool tw_serial_turns(const tw_serial *s) {
    return s->coordinate > s->slides;
}
/* computes axes, points and branches from the fields and the bodies' present poses; fails for axes
 * that are parallel or depend on each other */
tw_status tw_serial_choose(tw_serial *s, const struct tw_world *w);

#endif
