/*
 * Several sliders and hinges in series between two bodies, without bodies between them. The pose of
 * a relative to b is a product of exponentials: first up to three rotations about axes n_i through
 * points p_i, then up to three translations u_j s_j, of a point x
 *
 *     x -> sum u_j s_j + T_1 T_2 T_3 x,   T_i x = p_i + R_i (x - p_i),   R_i = rotation by theta_i
 *
 * all in the axes of b's frame, which are those of the world when the joint is made, with the
 * origin at the last p_i (without rotations: at a's centre then). The coordinates u_j and theta_i
 * are functions of the relative pose (rho, R) in closed form:
 *
 *     one rotation:    theta = twist of R about n_1; two rows keep the axis (_align.h)
 *     two rotations:   theta_1: angle about n_1 from n_2 to R n_2; theta_2: about n_2 from R^T n_1
 *                      to n_1; one row keeps the angle between the axes
 *     three rotations: theta_2 from n_1 . R n_3 = n_1 . R_2(theta_2) n_3, then theta_1 and theta_3
 *                      as with two; no row. Of the two solutions, the one of the pose in which the
 *                      joint was made is kept: theta_2 does not pass the angles at which n_1 and
 *                      n_3 lie in one plane with n_2 (gimbal lock)
 *     translations:    e = rho - T_1 T_2 T_3 0 = sum u_j s_j gives the u_j by the dual basis of the
 *                      s_j; one row for each direction perpendicular to all s_j
 *
 * Everything is computed in numbers that include their two derivatives along the motion without
 * accelerations and their gradient by the velocity and angular velocity of a's frame (tw_dual of
 * _serial.c), so that D', the bias and J are exact.
 */
#ifndef TW_KINDS_CONSTRAINTS_JOINTS_SERIAL_H
#define TW_KINDS_CONSTRAINTS_JOINTS_SERIAL_H

#include "kinds/constraints/joints/_joint.h"

enum { TW_SERIAL_AXES = 3 };

typedef struct tw_serial {
    tw_joint j; /* bodies, frames and counted turns of the joint; must be the first member */
    /* as the script gave them, in world axes when the joint was made: directions of the slides,
     * axes of the rotations and points on these axes */
    vec3 slide[TW_SERIAL_AXES], turn[TW_SERIAL_AXES], at[TW_SERIAL_AXES];
    /* number, from 1, of the joint's coordinate that this object stands for: first the slides, then
     * the rotations */
    int coordinate;
    bool rows; /* true: this object has the joint's rows; false: it only stands for a coordinate */
    /* true: the joint has no axes and no rows: the bodies move freely relative to each other */
    bool free;
    /* numbers of slides and of rotations. Members from here on are computed when the joint is made,
     * in the axes of the frame on b */
    int slides, turns;
    /* [slides] dual basis of the directions of the slides: coordinate number j is dual[j] . e */
    vec3 dual[TW_SERIAL_AXES];
    vec3 across[TW_SERIAL_AXES]; /* [3 - slides] unit vectors perpendicular to all slides */
    vec3 axis[TW_SERIAL_AXES];   /* [turns] unit axes of the rotations */
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
