/*
 * The contour of rings; see impl.h.
 *
 * At the point x = (R + r cos v) U + r sin v z of the ring, with the unit vectors U = (cos u, sin
 * u, 0) and z, the normal is n = cos v U + sin v z, and the condition n . (E - h x) = 0 of the
 * contour (outline.c) is
 *
 *     A cos v + B sin v + C = 0,  A = h R - E . U,  B = -E_z,  C = h r
 *
 * so that at each angle u the contour has the two places v = atan2(B, A) +- acos(-C / |(A, B)|), or
 * none if |(A, B)| < C. If that occurs for some u (|E_z| < r: the ring is seen nearly edge on), the
 * angles with places are one or two intervals, at whose ends the two places coincide; there the
 * substitution u = middle - half cos w makes the places smooth functions of w.
 */
#include "base/math/elementary.h"
#include "figure/impl.h"

static const double pi = 3.14159265358979323846;

static vec3 eye_of(const fig_solid *o, double shift) {
    vec3 e = v3(o->eye.x - o->h * shift, o->eye.y, o->eye.z);
    /* least component along the axis: if the ring were seen exactly edge on in an orthographic
     * view, the places would jump from one half of the wire to the other */
    double least = 1e-9 * v3_length(e);
    if (fabs(e.z) < least) e.z = least;
    return e;
}

vec3 fig_ring_point(const fig_scene *s, const fig_curve *c, double w) {
    const fig_solid *o = &s->solid.data[c->own];
    bool link = o->type == TW_SHAPE_STADIUM;
    double R = o->p[link ? 1 : 0], r = o->p[link ? 2 : 1];
    vec3 e = eye_of(o, c->shift);
    double u = c->half > 0 ? c->middle - c->half * tw_cos(w) : w;
    double cu = tw_cos(u), su = tw_sin(u), A = o->h * R - (e.x * cu + e.y * su), B = -e.z;
    double l = sqrt(A * A + B * B), C = l > 0 ? -o->h * r / l : 0;
    double v = tw_atan2(B, A) + c->branch * tw_acos(fmin(fmax(C, -1), 1));
    double rho = R + r * tw_cos(v);
    return fig_to_world(o, v3(c->shift + rho * cu, rho * su, r * tw_sin(v)));
}

/* adds the two curves of the contour at the angles lo .. hi; half > 0: the curves meet at middle -
 * half and middle + half, so the parameter is w */
static tw_status add(fig_scene *s, int own, double shift, double lo, double hi, double middle,
                     double half) {
    if (!(hi > lo)) return TW_OK;
    for (int branch = -1; branch <= 1; branch += 2) {
        fig_curve c = {.form = FIG_RING,
                       .role = FIG_CONTOUR,
                       .kind = TW_LINE_SILHOUETTE,
                       .own = own,
                       .other = -1,
                       .shift = shift,
                       .branch = branch,
                       .middle = middle,
                       .half = half,
                       .u0 = lo,
                       .u1 = hi};
        if (half > 0) {
            c.u0 = tw_acos(fmin(fmax((middle - lo) / half, -1), 1));
            c.u1 = tw_acos(fmin(fmax((middle - hi) / half, -1), 1));
        }
        TW_TRY(tw_push(&s->curve, c));
    }
    return TW_OK;
}

/* adds the part of the contour at angles within middle - half .. middle + half (modulo 2 pi) that
 * lies in from .. to */
static tw_status add_interval(fig_scene *s, int own, double shift, double from, double to,
                              double middle, double half) {
    for (int turn = -1; turn <= 1; turn++) {
        double m = middle + turn * 2 * pi;
        TW_TRY(add(s, own, shift, fmax(from, m - half), fmin(to, m + half), m, half));
    }
    return TW_OK;
}

tw_status fig_outline_ring(fig_scene *s, int own, double shift, int side) {
    const fig_solid *o = &s->solid.data[own];
    bool link = o->type == TW_SHAPE_STADIUM;
    double R = o->p[link ? 1 : 0], r = o->p[link ? 2 : 1];
    vec3 e = eye_of(o, shift);
    double far = sqrt(e.x * e.x + e.y * e.y), at = far > 0 ? tw_atan2(e.y, e.x) : 0;
    double from = side == 0 ? at - pi : side > 0 ? -0.5 * pi : 0.5 * pi;
    double to = side == 0 ? at + pi : from + pi, q2 = o->h * r * r - e.z * e.z;
    double q = q2 > 0 ? sqrt(q2) : 0;
    if (!(q > 0) || far <= R - q) return add(s, own, shift, from, to, 0, 0);
    /* the contour has places where E . U = far cos(u - at) differs from R by at least q */
    double near = far > R + q ? tw_acos((R + q) / far) : 0, back = tw_acos((R - q) / far);
    if (near > 0) TW_TRY(add_interval(s, own, shift, from, to, at, near));
    return add_interval(s, own, shift, from, to, at + pi, pi - back);
}
