/*
 * Rotation of one body over a step, and decay of one row.
 *
 * The rotation is implicit: the angular momentum at the step's end is given, and the step turns
 * with the angular velocity at its end: with w(q) = R I^-1 R^T L, Newton's method solves omega =
 * w(exp(h omega) q),
 *
 *     dw = (-[w]x + R I^-1 R^T [L]x) dtheta,   dtheta = h (1 + [h omega]x / 2 + ...) domega.
 *
 * A decay D'' + d D' + k D = 0 has D(s) = D phi(s) + D' psi(s), with the exponents -d/2 +- r, r^2 =
 * d^2/4 - k.
 */
#include "dynamics/step/project_impl.h"

#include "base/math/elementary.h"
#include "base/math/turn.h"

#include <math.h>

static mat3 cross_matrix(vec3 v) {
    return (mat3){{{0, -v.z, v.y}, {v.z, 0, -v.x}, {-v.y, v.x, 0}}};
}

/* one step of Newton's method for the zero in omega of omega - w(exp(h omega) q); w: that w at the
 * present omega */
static vec3 newton(const mat3 *I_inv, vec3 L, vec3 w, vec3 omega, double h) {
    mat3 Lx = cross_matrix(L), wx = cross_matrix(w), turn = cross_matrix(v3_scale(omega, h));
    mat3 turn2 = m3_mul(&turn, &turn), G = m3_mul(I_inv, &Lx), A = m3_identity();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            G.m[i][j] -= wx.m[i][j];
            turn.m[i][j] = (i == j) + turn.m[i][j] / 2 + turn2.m[i][j] / 6;
        }
    mat3 dw = m3_mul(&G, &turn);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) A.m[i][j] -= h * dw.m[i][j];
    mat3 inverse = m3_inverse(&A);
    return m3_mul_v(&inverse, v3_sub(w, omega));
}

bool tw_project_turn(const tw_body *b, quat q, vec3 L, double h, quat *to, vec3 *omega) {
    vec3 o = *omega;
    double before = INFINITY;
    for (int i = 0; i < 40; i++) {
        *to = q_turned(v3_scale(o, h), q);
        mat3 R = q_matrix(*to), I_inv = m3_rotate(&R, &b->inertia_inv);
        vec3 w = m3_mul_v(&I_inv, L), step = newton(&I_inv, L, w, o, h);
        double change = v3_length(step), size = v3_length(o);
        if (!isfinite(change)) return false;
        *omega = w;
        if (change <= 1e-15 * size || (change <= 1e-11 * size && change >= before / 2)) return true;
        before = change;
        o = v3_add(o, step);
    }
    return false;
}

static void fundamental(double k, double d, double s, double *phi, double *psi) {
    double r2 = d * d / 4 - k, r = sqrt(fabs(r2)), e = tw_exp(-d / 2 * s), c, S;
    if (r * fabs(s) < 1e-4) {
        c = e * (1 + r2 * s * s / 2);
        S = e * s * (1 + r2 * s * s / 6);
    } else if (r2 > 0) {
        double up = tw_exp((r - d / 2) * s), down = tw_exp((-r - d / 2) * s);
        c = (up + down) / 2;
        S = (up - down) / (2 * r);
    } else {
        c = e * tw_cos(r * s);
        S = e * tw_sin(r * s) / r;
    }
    *phi = c + d / 2 * S;
    *psi = S;
}

double tw_project_rate(double k, double d, double D, double earlier, double before) {
    double phi, psi;
    fundamental(k, d, -before, &phi, &psi);
    /* the step is longer than about a third of an oscillation: D at both of its ends does not
     * determine D' */
    if (!(-psi > 0.4 * before) || !isfinite(psi)) return NAN;
    return (earlier - D * phi) / psi;
}

double tw_project_decay(double k, double d, double D, double D1, double h) {
    double phi, psi;
    fundamental(k, d, h, &phi, &psi);
    return D * phi + D1 * psi;
}
