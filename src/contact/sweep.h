/*
 * When do two moving shapes first come near? Continuous detection by conservative advancement: time
 * advances by the gap divided by a bound on the speed at which it closes, again and again until the
 * gap is used up [Mirtich 1996]. So not even a card of no thickness is passed through.
 */
#ifndef TW_CONTACT_SWEEP_H
#define TW_CONTACT_SWEEP_H

#include "contact/geometry.h"

/* motion of a shape from its pose at time 0: constant velocity of x and constant angular velocity
 * about x */
typedef struct tw_sweep {
    tw_pose pose;  /* pose at time 0 */
    vec3 v, omega; /* world, m/s and rad/s */
} tw_sweep;

tw_pose tw_sweep_pose(const tw_sweep *s, double t);

/* Is the gap <= margin at a time in [0, h]? *t: such a time, not after the first one; the gap there
 * is at most margin + 1e-3 |margin| + 1e-6 of the sizes; 0 if the shapes are near at once */
bool tw_touch_sweep(const tw_shape *a, const tw_sweep *sa, const tw_shape *b, const tw_sweep *sb,
                    double h, double margin, double *t);

/* is the gap <= margin at time t? Costs less than a sweep, for pairs that are likely to be near */
bool tw_touch_there(const tw_shape *a, const tw_sweep *sa, const tw_shape *b, const tw_sweep *sb,
                    double t, double margin);

#endif
