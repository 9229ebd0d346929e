/*
 * The contours and edges of solids; see impl.h.
 *
 * The contour of a smooth surface is where its normal n is perpendicular to the line of sight: n .
 * (E - h x) = 0, with the eye at E / h in the solid's own axes (h = 0: E is the direction to the
 * eye of an orthographic view). For a ball of radius r about C these points lie in the plane n . (E
 * - h C) = h r, so the contour is a circle; on tubes and cones it is two straight lines; an
 * ellipsoid is treated as a ball in stretched coordinates. An edge belongs to two faces: it is a
 * silhouette if one of them faces the eye, a crease if both do.
 */
#include "base/math/elementary.h"
#include "figure/impl.h"

static const double pi = 3.14159265358979323846;

static tw_status add_arc(fig_scene *s, int own, vec3 c, vec3 a, vec3 b, double u0, double u1,
                         fig_curve as) {
    const fig_solid *o = &s->solid.data[own];
    if (!(u1 > u0)) return TW_OK;
    as.form = FIG_ARC;
    as.own = own, as.other = -1;
    as.c = fig_to_world(o, c);
    as.a = fig_turned(o, a), as.b = fig_turned(o, b);
    as.u0 = u0, as.u1 = u1;
    return tw_push(&s->curve, as);
}

static tw_status add_segment(fig_scene *s, int own, vec3 a, vec3 b, fig_curve as) {
    const fig_solid *o = &s->solid.data[own];
    as.form = FIG_SEGMENT;
    as.own = own, as.other = -1;
    as.a = fig_to_world(o, a), as.b = fig_to_world(o, b);
    as.u1 = 1;
    return tw_push(&s->curve, as);
}

static const fig_curve contour = {.role = FIG_CONTOUR, .kind = TW_LINE_SILHOUETTE};

/* a curve for an edge, with its kind and `back`; front1, front2: its first, its second face faces
 * the eye */
static fig_curve edge(fig_role role, bool front1, bool front2) {
    return (fig_curve){.role = role,
                       .kind = front1 != front2 ? TW_LINE_SILHOUETTE : TW_LINE_CREASE,
                       .back = !front1 && !front2};
}

/* ---- balls ---------------------------------------------------------------------------------- */

/* adds the contour of the ball of radius r about (0, 0, z); side: 1: only the part above z; -1:
 * only that below z; 0: all of it */
static tw_status ball(fig_scene *s, int own, double z, double r, int side) {
    const fig_solid *o = &s->solid.data[own];
    vec3 e = v3(o->eye.x, o->eye.y, o->eye.z - o->h * z);
    double l = v3_length(e), hr = o->h * r;
    if (l <= hr) return TW_OK;
    vec3 n = v3_scale(e, 1 / l), c = v3_scale(n, hr * r / l), a;
    double radius = r * sqrt(1 - hr / l * (hr / l)), half = pi, up = sqrt(n.x * n.x + n.y * n.y);
    if (side == 0 || up < 1e-12) {
        if (side != 0 && side * c.z < 0) return TW_OK;
        a = v3_orthogonal(n);
    } else {
        /* a: vector from the circle's centre to its highest point (side -1: its lowest); height at
         * u: z(u) = c.z + |a| up cos u */
        a = v3_scale(v3(-n.z * n.x, -n.z * n.y, up * up), side / up);
        double cosine = -side * c.z / (radius * up);
        if (cosine >= 1) return TW_OK;
        if (cosine > -1) half = tw_acos(cosine);
    }
    vec3 b = v3_cross(n, a);
    c.z += z;
    return add_arc(s, own, c, v3_scale(a, radius), v3_scale(b, radius), -half, half, contour);
}

static tw_status ellipsoid(fig_scene *s, int own) {
    const fig_solid *o = &s->solid.data[own];
    const double *p = o->p;
    vec3 e = v3(o->eye.x / p[0], o->eye.y / p[1], o->eye.z / p[2]);
    double l = v3_length(e);
    if (l <= o->h) return TW_OK;
    vec3 n = v3_scale(e, 1 / l), c = v3_scale(n, o->h / l), a = v3_orthogonal(n);
    vec3 b = v3_cross(n, a);
    double r = sqrt(1 - o->h / l * (o->h / l));
    a = v3(r * p[0] * a.x, r * p[1] * a.y, r * p[2] * a.z);
    b = v3(r * p[0] * b.x, r * p[1] * b.y, r * p[2] * b.z);
    return add_arc(s, own, v3(p[0] * c.x, p[1] * c.y, p[2] * c.z), a, b, -pi, pi, contour);
}

/* ---- solids of revolution -------------------------------------------------------------------- */

/* range of angles, at - half .. at + half, in which the side of a solid of revolution faces the
 * eye; half < 0: it does so nowhere; pi: all around */
typedef struct facing {
    double at, half;
} facing;

/* cosine: cos(half) times the distance of the eye from the axis */
static facing facing_of(const fig_solid *o, double cosine) {
    double far = sqrt(o->eye.x * o->eye.x + o->eye.y * o->eye.y);
    facing f = {far > 0 ? tw_atan2(o->eye.y, o->eye.x) : 0, -1};
    if (cosine <= -far)
        f.half = pi;
    else if (cosine < far)
        f.half = tw_acos(cosine / far);
    return f;
}

static bool has_contour(facing f) {
    return f.half > 0 && f.half < pi;
}

/* adds the circle of radius r at height z, the rim between the side, whose facing range is f, and a
 * cap with the normal (0, 0, up) */
static tw_status rim(fig_scene *s, int own, double r, double z, int up, facing f) {
    const fig_solid *o = &s->solid.data[own];
    bool cap = up * (o->eye.z - o->h * z) > 0;
    vec3 c = v3(0, 0, z), a = v3(r, 0, 0), b = v3(0, r, 0);
    fig_curve near = edge(FIG_RIM, cap, true), far = edge(FIG_RIM, cap, false);
    near.n1 = far.n1 = fig_turned(o, v3(0, 0, up));
    if (!has_contour(f))
        return add_arc(s, own, c, a, b, f.at - pi, f.at + pi, f.half > 0 ? near : far);
    TW_TRY(add_arc(s, own, c, a, b, f.at - f.half, f.at + f.half, near));
    return add_arc(s, own, c, a, b, f.at + f.half, f.at + 2 * pi - f.half, far);
}

/* adds the two straight contour lines of a side that goes from radius r at z0 to radius r1 at z1 */
static tw_status sides(fig_scene *s, int own, double r, double z0, double r1, double z1, facing f) {
    if (!has_contour(f)) return TW_OK;
    for (int k = -1; k <= 1; k += 2) {
        double c = tw_cos(f.at + k * f.half), d = tw_sin(f.at + k * f.half);
        TW_TRY(add_segment(s, own, v3(r * c, r * d, z0), v3(r1 * c, r1 * d, z1), contour));
    }
    return TW_OK;
}

static tw_status cylinder(fig_scene *s, int own) {
    const fig_solid *o = &s->solid.data[own];
    double r = o->p[0], z = 0.5 * o->p[1];
    facing f = facing_of(o, o->h * r);
    TW_TRY(sides(s, own, r, -z, r, z, f));
    TW_TRY(rim(s, own, r, z, 1, f));
    return rim(s, own, r, -z, -1, f);
}

static tw_status capsule(fig_scene *s, int own) {
    const fig_solid *o = &s->solid.data[own];
    double r = o->p[0], z = 0.5 * o->p[1];
    TW_TRY(sides(s, own, r, -z, r, z, facing_of(o, o->h * r)));
    TW_TRY(ball(s, own, z, r, 1));
    return ball(s, own, -z, r, -1);
}

/* adds contour and rim of a cone of base radius r and height H. The side's normal at angle v is (H
 * cos v, H sin v, r); n . (E - h x) = 0 has the same value at all x of one generator, and is taken
 * at the apex x = (0, 0, 3/4 H) */
static tw_status cone(fig_scene *s, int own) {
    const fig_solid *o = &s->solid.data[own];
    double r = o->p[0], H = o->p[1];
    facing f = facing_of(o, r / H * (o->h * 0.75 * H - o->eye.z));
    TW_TRY(sides(s, own, r, -0.25 * H, 0, 0.75 * H, f));
    return rim(s, own, r, -0.25 * H, -1, f);
}

/* ---- boxes, links --------------------------------------------------------------------------- */

static tw_status box(fig_scene *s, int own) {
    const fig_solid *o = &s->solid.data[own];
    const double e[3] = {o->eye.x, o->eye.y, o->eye.z};
    for (int axis = 0; axis < 3; axis++)
        for (int k = 0; k < 4; k++) {
            int i = (axis + 1) % 3, j = (axis + 2) % 3, si = k & 1 ? 1 : -1, sj = k & 2 ? 1 : -1;
            double a[3], ni[3] = {0, 0, 0}, nj[3] = {0, 0, 0};
            a[axis] = -0.5 * o->p[axis];
            a[i] = si * 0.5 * o->p[i], a[j] = sj * 0.5 * o->p[j];
            ni[i] = si, nj[j] = sj;
            fig_curve c =
                edge(FIG_EDGE, si * e[i] > o->h * 0.5 * o->p[i], sj * e[j] > o->h * 0.5 * o->p[j]);
            c.n1 = fig_turned(o, v3_load(ni)), c.n2 = fig_turned(o, v3_load(nj));
            vec3 from = v3_load(a);
            a[axis] = -a[axis];
            TW_TRY(add_segment(s, own, from, v3_load(a), c));
        }
    return TW_OK;
}

/* adds the contours of a link's straight pieces, tubes along x at y = R and y = -R */
static tw_status straight(fig_scene *s, int own) {
    const fig_solid *o = &s->solid.data[own];
    double L = o->p[0], R = o->p[1], r = o->p[2];
    for (int side = -1; side <= 1; side += 2) {
        double ey = o->eye.y - o->h * side * R, far = sqrt(ey * ey + o->eye.z * o->eye.z);
        if (far <= o->h * r) continue;
        double at = tw_atan2(o->eye.z, ey), half = tw_acos(o->h * r / far);
        for (int k = -1; k <= 1; k += 2) {
            double y = side * R + r * tw_cos(at + k * half), z = r * tw_sin(at + k * half);
            TW_TRY(add_segment(s, own, v3(-L, y, z), v3(L, y, z), contour));
        }
    }
    return TW_OK;
}

static tw_status stadium(fig_scene *s, int own) {
    TW_TRY(straight(s, own));
    TW_TRY(fig_outline_ring(s, own, s->solid.data[own].p[0], 1));
    return fig_outline_ring(s, own, -s->solid.data[own].p[0], -1);
}

tw_status fig_outline(fig_scene *s, int own) {
    const fig_solid *o = &s->solid.data[own];
    switch (o->type) {
    case TW_SHAPE_SPHERE:
        return ball(s, own, 0, o->p[0], 0);
    case TW_SHAPE_CAPSULE:
        return capsule(s, own);
    case TW_SHAPE_CYLINDER:
        return cylinder(s, own);
    case TW_SHAPE_BOX:
        return box(s, own);
    case TW_SHAPE_TORUS:
        return fig_outline_ring(s, own, 0, 0);
    case TW_SHAPE_CONE:
        return cone(s, own);
    case TW_SHAPE_ELLIPSOID:
        return ellipsoid(s, own);
    case TW_SHAPE_STADIUM:
        return stadium(s, own);
    case TW_SHAPE_MESH:
        return fig_outline_mesh(s, own);
    default: /* the ground has no outline of its own */
        return TW_OK;
    }
}
