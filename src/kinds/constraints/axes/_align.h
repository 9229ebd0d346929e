/*
 * The azimuthal equidistant chart of the sphere of directions, shared by kinds that align axes
 * (orient, hinge, cylindrical, ...). The goal is the direction z. A unit direction s at the angle
 * theta from the goal is mapped to
 *
 *     D = f(c) (s_x, s_y) = theta (cos phi, sin phi),  c = s_z = cos theta,  f = theta / sin theta.
 *
 * D is regular up to theta = 180 degrees. There all ways back are equally short, and theta counts
 * as 180 degrees minus TW_OPPOSITE, with s in the plane of x and z.
 */
#ifndef TW_KINDS_CONSTRAINTS_AXES_ALIGN_H
#define TW_KINDS_CONSTRAINTS_AXES_ALIGN_H

#include "base/math/elementary.h"
#include "kinds/constraints/_jet.h"

#include <math.h>

/* a direction that is nearer than this, rad, to the opposite of its goal is replaced by one at
 * exactly this angle from the opposite, in the plane of x and z */
#define TW_OPPOSITE 1e-5

typedef struct tw_align {
    tw_jet1 D[2];
    /* gradient of D_i: when the direction s changes by ds, D_i changes by gradient[i] . ds */
    vec3 gradient[2];
} tw_align;

/* f [3]: f = theta / sin theta as a function of c = cos theta, and its first and second derivative
 * by c: f' = (c f - 1) / s^2,  f'' = (f + 3 c f') / s^2,  s^2 = 1 - c^2; near c = 1 by the series f
 * = sum a_n (1 - c)^n, a_0 = 1, a_n = a_(n-1) n / (2n + 1). */
static inline void tw_align_chart(double c, double f[3]) {
    double e = 1 - c;
    if (e < 0.15) {
        /* with e = 1 - c: a: coefficient a_n of the series; p, p1, p2: e^n and its first and second
         * derivatives by e */
        double a = 1, p = 1, p1 = 0, p2 = 0;
        f[0] = f[1] = f[2] = 0;
        for (int n = 0; n < 24; n++) {
            f[0] += a * p;
            f[1] -= a * p1;
            f[2] += a * p2;
            a *= (n + 1.0) / (2.0 * n + 3.0);
            p2 = p2 * e + 2 * p1;
            p1 = p1 * e + p;
            p *= e;
        }
        return;
    }
    double s2 = (1 - c) * (1 + c), s = sqrt(s2);
    f[0] = tw_atan2(s, c) / s;
    f[1] = (c * f[0] - 1) / s2;
    f[2] = (f[0] + 3 * c * f[1]) / s2;
}

/* D of a direction s near the goal, by D_i = f(c) s_i */
static inline tw_align tw_align_near(tw_jet3 s) {
    double f[3];
    tw_align_chart(s.v.z, f);
    tw_jet1 F = j_chain(f[0], f[1], f[2], (tw_jet1){s.v.z, s.d1.z, s.d2.z});
    tw_align a;
    a.D[0] = j_mul(F, (tw_jet1){s.v.x, s.d1.x, s.d2.x});
    a.D[1] = j_mul(F, (tw_jet1){s.v.y, s.d1.y, s.d2.y});
    a.gradient[0] = v3(f[0], 0, f[1] * s.v.x);
    a.gradient[1] = v3(0, f[0], f[1] * s.v.y);
    return a;
}

/*
 * Far from the goal in polar coordinates, since f grows like 1 / (pi - theta): with p = (s_x, s_y)
 * = r u,
 *
 *     theta = atan2(r, s_z),  theta' = s_z r' - r s_z',  theta'' = s_z r'' - r s_z'',
 *     phi'  = p x p' / r^2,   phi'' = (p x p'' - 2 r r' phi') / r^2,   r'' = u . p'' + r phi'^2,
 *     D' = theta' u + theta phi' v,  D'' = (theta'' - theta phi'^2) u + (2 theta' phi' + theta
 * phi'') v, v perpendicular to u.
 */
static inline tw_align tw_align_far(tw_jet3 s) {
    double r = sqrt(s.v.x * s.v.x + s.v.y * s.v.y), ux = s.v.x / r, uy = s.v.y / r;
    double r1 = ux * s.d1.x + uy * s.d1.y;
    double phi1 = (ux * s.d1.y - uy * s.d1.x) / r;
    double phi2 = (ux * s.d2.y - uy * s.d2.x - 2 * r1 * phi1) / r;
    double r2 = ux * s.d2.x + uy * s.d2.y + r * phi1 * phi1;
    double theta = tw_atan2(r, s.v.z);
    double theta1 = s.v.z * r1 - r * s.d1.z, theta2 = s.v.z * r2 - r * s.d2.z;
    double along = theta2 - theta * phi1 * phi1, across = 2 * theta1 * phi1 + theta * phi2;
    tw_align a;
    a.D[0] = (tw_jet1){theta * ux, theta1 * ux - theta * phi1 * uy, along * ux - across * uy};
    a.D[1] = (tw_jet1){theta * uy, theta1 * uy + theta * phi1 * ux, along * uy + across * ux};
    double k = theta / r;
    vec3 turn = {s.v.z * ux, s.v.z * uy, -r};
    a.gradient[0] = v3_add(v3_scale(turn, ux), v3(k * uy * uy, -k * uy * ux, 0));
    a.gradient[1] = v3_add(v3_scale(turn, uy), v3(-k * ux * uy, k * ux * ux, 0));
    return a;
}

static inline tw_align tw_align_of(tw_jet3 s) {
    return s.v.z > 0 ? tw_align_near(s) : tw_align_far(s);
}

#endif
