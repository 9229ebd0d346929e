/* When do two moving shapes first come near each other? Continuous detection by conservative
 * advancement [Mirtich 1996]: time advances by the gap divided by an upper bound of the speed at
 * which the gap closes, again and again until the gap is closed. So bodies are not passed through
 * even if they have no thickness. */
#ifndef TW_CONTACT_SWEEP_H
#define TW_CONTACT_SWEEP_H

#include "contact/geometry.h"

/* motion of a shape from its pose at time 0: its reference point x moves with constant velocity,
 * and the shape turns about x with constant angular velocity; world axes */
typedef struct tw_sweep {
    tw_pose pose;  /* pose at time 0 */
    vec3 v, omega; /* velocity of x, m/s, and angular velocity, rad/s; world axes */
} tw_sweep;

tw_pose tw_sweep_pose(const tw_sweep *s, double t);

/* Is the gap <= margin at a time in [0, h]? If so, *t is not later than the first such time, and
 * the gap at *t is at most margin + 1e-3 |margin| + 1e-6 of the smaller shape's size; *t is 0 if
 * the shapes are that near at once. True also if this is undecided after many steps */
bool tw_touch_sweep(const tw_shape *a, const tw_sweep *sa, const tw_shape *b, const tw_sweep *sb,
                    double h, double margin, double *t);

/* is the gap at most `margin` at time t? Faster than tw_touch_sweep; for pairs that are probably
 * near each other at t */
bool tw_touch_there(const tw_shape *a, const tw_sweep *sa, const tw_shape *b, const tw_sweep *sb,
                    double t, double margin);

#endif
