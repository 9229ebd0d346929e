/*
 * When do two moving shapes first come near? Continuous detection by conservative advancement: the
 * bodies are moved on by no more than the gap divided by a bound on the speed at which it closes,
 * until it is used up [Mirtich 1996]. A card of no thickness is not passed through.
 */
#ifndef TW_CONTACT_SWEEP_H
#define TW_CONTACT_SWEEP_H

#include "contact/geometry.h"

/* motion of a shape about the place x = pose.x: straight on, turning at a constant rate */
typedef struct tw_sweep {
    tw_pose pose;  /* pose at time 0 */
    vec3 v, omega; /* world, m/s and rad/s */
} tw_sweep;

tw_pose tw_sweep_pose(const tw_sweep *s, double t);

/* Is there a time in [0, h] at which the gap is <= margin? *t: no later than the first one, and the
 * gap there is at most margin + 1e-3 |margin| + 1e-6 of the sizes (0 when it holds at once) */
bool tw_touch_sweep(const tw_shape *a, const tw_sweep *sa, const tw_shape *b, const tw_sweep *sb,
                    double h, double margin, double *t);

/* are they within `margin` at that time? Costs less than a sweep, where they are likely to be */
bool tw_touch_there(const tw_shape *a, const tw_sweep *sa, const tw_shape *b, const tw_sweep *sb,
                    double t, double margin);

#endif
