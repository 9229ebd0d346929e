/*
 * A rotation as a vector, with derivatives: phi = theta times the unit axis, |phi| <= pi.
 *
 * For a unit quaternion q that changes by q' = 1/2 w q (w: angular velocity, in the axes into which
 * q rotates) and u = |phi|^2,
 *
 *     phi'  = K(phi) w,   K w = w - 1/2 phi x w + c(u) phi x (phi x w),
 *     c     = (1 - h) / u,   h = x cot x,   x = sqrt(u) / 2,   c(0) = 1/12,
 *     phi'' = K w' - 1/2 phi' x w + c_u u' phi x (phi x w)
 *             + c (phi' x (phi x w) + phi x (phi' x w)),   c_u = dc/du
 *
 * (K is the inverse of the left Jacobian of the exponential map). From rest, phi moves on a
 * straight line to 0: the body rotates about a fixed axis. Of q and -q, which are the same
 * rotation, the one with a real part >= 0 is taken.
 */
#ifndef TW_KINDS_CONSTRAINTS_AXES_ROTATION_H
#define TW_KINDS_CONSTRAINTS_AXES_ROTATION_H

#include "base/math/elementary.h"
#include "base/math/vec.h"
#include "numeric/value/value.h"

typedef struct tw_rotation {
    /* phi with derivatives; phi.d2 lacks the part K w' of phi'', which is linear in the
     * accelerations */
    tw_jet3 phi;
    mat3 K; /* matrix K: phi' = K w, phi'' = K w' + phi.d2 */
} tw_rotation;

/* c[0]: c(u), c[1]: dc/du; near 0 by the series c = sum |B_2n| u^(n-1) / (2n)! */
static inline void tw_rotation_c(double u, double c[2]) {
    static const double a[] = {1.0 / 12,          1.0 / 720,
                               1.0 / 30240,       1.0 / 1209600,
                               1.0 / 47900160,    691.0 / 1307674368000,
                               1.0 / 74724249600, 3617.0 / 10670622842880000};
    if (u < 0.25) {
        c[0] = c[1] = 0;
        for (int n = 7; n >= 0; n--) {
            c[1] = c[1] * u + c[0];
            c[0] = c[0] * u + a[n];
        }
        return;
    }
    double x = 0.5 * sqrt(u), s = tw_sin(x), cot = tw_cos(x) / s;
    double h_u = (cot - x / (s * s)) / (8 * x);
    c[0] = (1 - x * cot) / u;
    c[1] = (-h_u - c[0]) / u;
}

/* rotation vector phi of the unit quaternion q, which changes with the angular velocity w; w_bias:
 * part of w' that does not depend on the accelerations */
static inline tw_rotation tw_rotation_of(quat q, vec3 w, vec3 w_bias) {
    if (q.w < 0) q = (quat){-q.w, -q.x, -q.y, -q.z};
    vec3 v = {q.x, q.y, q.z};
    double s = v3_length(v), c[2];
    vec3 phi = v3_scale(v, s > 0 ? 2 * tw_atan2(s, q.w) / s : 2);
    double u = v3_dot(phi, phi);
    tw_rotation_c(u, c);
    tw_rotation r;
    for (int i = 0; i < 3; i++) {
        vec3 e = {i == 0, i == 1, i == 2}, pe = v3_cross(phi, e);
        vec3 column = v3_madd(v3_madd(e, -0.5, pe), c[0], v3_cross(phi, pe));
        r.K.m[0][i] = column.x;
        r.K.m[1][i] = column.y;
        r.K.m[2][i] = column.z;
    }
    vec3 d1 = m3_mul_v(&r.K, w), pw = v3_cross(phi, w);
    vec3 d2 = v3_madd(m3_mul_v(&r.K, w_bias), -0.5, v3_cross(d1, w));
    d2 = v3_madd(d2, 2 * c[1] * v3_dot(phi, d1), v3_cross(phi, pw));
    d2 = v3_madd(d2, c[0], v3_add(v3_cross(d1, pw), v3_cross(phi, v3_cross(d1, w))));
    r.phi = (tw_jet3){phi, d1, d2};
    return r;
}

#endif
