/* See patch.h. */
#include "figure/patch.h"

#include "base/math/elementary.h"

static const double pi = 3.14159265358979323846;

vec3 fig_patch_at(const fig_patch *p, double u, double v) {
    double c, s, rho;
    switch (p->form) {
    case FIG_PATCH_BALL:
        c = tw_cos(v), s = tw_sin(v);
        return v3(p->c.x + p->a.x * c * tw_cos(u), p->c.y + p->a.y * c * tw_sin(u),
                  p->c.z + p->a.z * s);
    case FIG_PATCH_SIDE:
        rho = p->r0 + v * (p->r1 - p->r0);
        return v3(rho * tw_cos(u), rho * tw_sin(u), p->z0 + v * (p->z1 - p->z0));
    case FIG_PATCH_RING:
        rho = p->r0 + p->r1 * tw_cos(v);
        return v3(p->c.x + rho * tw_cos(u), rho * tw_sin(u), p->r1 * tw_sin(v));
    case FIG_PATCH_WIRE:
        return v3((2 * v - 1) * p->z1, p->z0 + p->r0 * tw_cos(u), p->r0 * tw_sin(u));
    default:
        return v3_madd(v3_madd(p->c, u, p->a), v, p->b);
    }
}

static fig_patch ball(vec3 c, vec3 a, double v0, double v1) {
    return (fig_patch){.form = FIG_PATCH_BALL,
                       .u0 = -pi,
                       .u1 = pi,
                       .v0 = v0,
                       .v1 = v1,
                       .nu = 8,
                       .nv = v1 - v0 > 2 ? 4 : 2,
                       .a = a,
                       .c = c,
                       .bulge = fmax(a.x, fmax(a.y, a.z))};
}

static fig_patch side(double r0, double z0, double r1, double z1) {
    return (fig_patch){.form = FIG_PATCH_SIDE,
                       .u0 = -pi,
                       .u1 = pi,
                       .v1 = 1,
                       .nu = 8,
                       .nv = 1,
                       .r0 = r0,
                       .r1 = r1,
                       .z0 = z0,
                       .z1 = z1,
                       .bulge = fmax(r0, r1)};
}

static fig_patch ring(double R, double r, double x, double u0, double u1) {
    return (fig_patch){.form = FIG_PATCH_RING,
                       .u0 = u0,
                       .u1 = u1,
                       .v0 = -pi,
                       .v1 = pi,
                       .nu = u1 - u0 > 4 ? 16 : 8,
                       .nv = 8,
                       .c = v3(x, 0, 0),
                       .r0 = R,
                       .r1 = r,
                       .bulge = R + r};
}

static int box(const double *p, fig_patch *out) {
    for (int i = 0; i < 6; i++) {
        int axis = i / 2, j = (axis + 1) % 3, k = (axis + 2) % 3;
        double c[3], a[3] = {0, 0, 0}, b[3] = {0, 0, 0};
        c[axis] = (i % 2 ? 0.5 : -0.5) * p[axis];
        c[j] = -0.5 * p[j], c[k] = -0.5 * p[k];
        a[j] = p[j], b[k] = p[k];
        out[i] = (fig_patch){.form = FIG_PATCH_FACE,
                             .u1 = 1,
                             .v1 = 1,
                             .nu = 1,
                             .nv = 1,
                             .a = v3_load(a),
                             .b = v3_load(b),
                             .c = v3_load(c)};
    }
    return 6;
}

static int stadium(const double *p, fig_patch *out) {
    double L = p[0], R = p[1], r = p[2];
    out[0] = ring(R, r, L, -0.5 * pi, 0.5 * pi);
    out[1] = ring(R, r, -L, 0.5 * pi, 1.5 * pi);
    for (int i = 0; i < 2; i++)
        out[2 + i] = (fig_patch){.form = FIG_PATCH_WIRE,
                                 .u0 = -pi,
                                 .u1 = pi,
                                 .v1 = 1,
                                 .nu = 8,
                                 .nv = 1,
                                 .r0 = r,
                                 .z0 = i ? R : -R,
                                 .z1 = L,
                                 .bulge = r};
    return 4;
}

int fig_patches(const fig_solid *s, fig_patch out[FIG_PATCHES]) {
    const double *p = s->p, half = 0.5 * pi;
    vec3 o = v3_zero();
    switch (s->type) {
    case TW_SHAPE_SPHERE:
        out[0] = ball(o, v3(p[0], p[0], p[0]), -half, half);
        return 1;
    case TW_SHAPE_ELLIPSOID:
        out[0] = ball(o, v3(p[0], p[1], p[2]), -half, half);
        return 1;
    case TW_SHAPE_CAPSULE:
        out[0] = side(p[0], -0.5 * p[1], p[0], 0.5 * p[1]);
        out[1] = ball(v3(0, 0, 0.5 * p[1]), v3(p[0], p[0], p[0]), 0, half);
        out[2] = ball(v3(0, 0, -0.5 * p[1]), v3(p[0], p[0], p[0]), -half, 0);
        return 3;
    case TW_SHAPE_CYLINDER:
        out[0] = side(p[0], -0.5 * p[1], p[0], 0.5 * p[1]);
        out[1] = side(0, 0.5 * p[1], p[0], 0.5 * p[1]);
        out[2] = side(0, -0.5 * p[1], p[0], -0.5 * p[1]);
        return 3;
    case TW_SHAPE_CONE:
        out[0] = side(p[0], -0.25 * p[1], 0, 0.75 * p[1]);
        out[1] = side(0, -0.25 * p[1], p[0], -0.25 * p[1]);
        return 2;
    case TW_SHAPE_BOX:
        return box(p, out);
    case TW_SHAPE_TORUS:
        out[0] = ring(p[0], p[1], 0, -pi, pi);
        return 1;
    case TW_SHAPE_STADIUM:
        return stadium(p, out);
    default:
        return 0;
    }
}
