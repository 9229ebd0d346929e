/* The solids that a frame shows: their poses, and distances of points from surfaces; see impl.h. */
#include "figure/impl.h"

#include <stdlib.h>

vec3 fig_to_local(const fig_solid *s, vec3 p) {
    return m3_tmul_v(&s->R, v3_sub(p, s->x));
}

vec3 fig_to_world(const fig_solid *s, vec3 p) {
    return v3_add(s->x, m3_mul_v(&s->R, p));
}

vec3 fig_turned(const fig_solid *s, vec3 d) {
    return m3_mul_v(&s->R, d);
}

/* ---- gaps ----------------------------------------------------------------------------------- */

static double to_point(vec3 d, double r, vec3 *n) {
    double l = v3_length(d);
    if (n) *n = l > 0 ? v3_scale(d, 1 / l) : v3(0, 0, 1);
    return l - r;
}

static double within(double x, double limit) {
    return fmin(fmax(x, -limit), limit);
}

/* signed distance of p from a ring with radii R (circle) and r (wire) about the origin, its axis
 * along z. x: p.x, or, for a link, p.x without the straight part */
static double to_ring(double x, vec3 p, double R, double r, vec3 *n) {
    double rho = sqrt(x * x + p.y * p.y), w = rho > 0 ? 1 - R / rho : 1;
    return to_point(v3(x * w, p.y * w, p.z), r, n);
}

static double to_cylinder(const double *p, vec3 at, vec3 *n) {
    double rho = sqrt(at.x * at.x + at.y * at.y), side = rho - p[0], cap = fabs(at.z) - 0.5 * p[1];
    if (side >= cap) {
        if (n) *n = rho > 0 ? v3(at.x / rho, at.y / rho, 0) : v3(1, 0, 0);
        return side;
    }
    if (n) *n = v3(0, 0, at.z < 0 ? -1 : 1);
    return cap;
}

static double to_cone(const double *p, vec3 at, vec3 *n) {
    double r = p[0], h = p[1], l = sqrt(r * r + h * h), rho = sqrt(at.x * at.x + at.y * at.y);
    double side = (rho * h - (0.75 * h - at.z) * r) / l, base = -at.z - 0.25 * h;
    if (side >= base) {
        double c = rho > 0 ? h / l / rho : 0;
        if (n) *n = v3(at.x * c, at.y * c, rho > 0 ? r / l : 1);
        return side;
    }
    if (n) *n = v3(0, 0, -1);
    return base;
}

static double to_box(const double *p, vec3 at, vec3 *n) {
    double x = fabs(at.x) - 0.5 * p[0], y = fabs(at.y) - 0.5 * p[1], z = fabs(at.z) - 0.5 * p[2];
    if (x >= y && x >= z) {
        if (n) *n = v3(at.x < 0 ? -1 : 1, 0, 0);
        return x;
    }
    if (y >= z) {
        if (n) *n = v3(0, at.y < 0 ? -1 : 1, 0);
        return y;
    }
    if (n) *n = v3(0, 0, at.z < 0 ? -1 : 1);
    return z;
}

/* measure of the distance of `at` from the ellipsoid with half axes p: (|y| - 1) times the least
 * half axis, y = (x/p0, y/p1, z/p2); the length of its gradient is at most 1 */
static double to_ellipsoid(const double *p, vec3 at, vec3 *n) {
    vec3 y = v3(at.x / p[0], at.y / p[1], at.z / p[2]);
    double l = v3_length(y), least = fmin(p[0], fmin(p[1], p[2]));
    if (n) {
        double k = l > 0 ? least / l : 0;
        *n = l > 0 ? v3(k * y.x / p[0], k * y.y / p[1], k * y.z / p[2]) : v3(0, 0, 1);
    }
    return least * (l - 1);
}

double fig_solid_gap(const fig_solid *s, vec3 at, vec3 *n) {
    const double *p = s->p;
    switch (s->type) {
    case TW_SHAPE_SPHERE:
        return to_point(at, p[0], n);
    case TW_SHAPE_CAPSULE:
        return to_point(v3(at.x, at.y, at.z - within(at.z, 0.5 * p[1])), p[0], n);
    case TW_SHAPE_CYLINDER:
        return to_cylinder(p, at, n);
    case TW_SHAPE_CONE:
        return to_cone(p, at, n);
    case TW_SHAPE_BOX:
        return to_box(p, at, n);
    case TW_SHAPE_TORUS:
        return to_ring(at.x, at, p[0], p[1], n);
    case TW_SHAPE_STADIUM:
        return to_ring(at.x - within(at.x, p[0]), at, p[1], p[2], n);
    case TW_SHAPE_ELLIPSOID:
        return to_ellipsoid(p, at, n);
    default: /* the ground: distance from its plane; meshes have no such measure */
        if (n) *n = v3(0, 0, 1);
        return at.z;
    }
}

double fig_thickness(const fig_solid *s) {
    const double *p = s->p;
    switch (s->type) {
    case TW_SHAPE_SPHERE:
    case TW_SHAPE_CAPSULE:
        return 2 * p[0];
    case TW_SHAPE_CYLINDER:
    case TW_SHAPE_CONE:
        return fmin(2 * p[0], p[1]);
    case TW_SHAPE_BOX:
        return fmin(p[0], fmin(p[1], p[2]));
    case TW_SHAPE_TORUS:
        return 2 * p[1];
    case TW_SHAPE_STADIUM:
        return 2 * p[2];
    case TW_SHAPE_ELLIPSOID:
        return 2 * fmin(p[0], fmin(p[1], p[2]));
    default:
        return INFINITY;
    }
}

/* the gap of a ring is concave toward its hole: curvature 1 / radius of the hole; all others are
 * convex */
double fig_dent(const fig_solid *s) {
    const double *p = s->type == TW_SHAPE_STADIUM ? s->p + 1 : s->p;
    if (s->type != TW_SHAPE_TORUS && s->type != TW_SHAPE_STADIUM) return 0;
    return 1 / fmax(p[0] - p[1], 1e-3 * p[0]);
}

double fig_gap(const fig_solid *s, vec3 p, vec3 *n) {
    double gap = fig_solid_gap(s, fig_to_local(s, p), n);
    if (n) *n = fig_turned(s, *n);
    return gap;
}

/* ---- the scene's ---------------------------------------------------------------------------- */

static void look_at(const fig_eye *e, fig_solid *s) {
    s->h = e->parallel ? 0 : 1;
    s->eye = e->parallel ? m3_tmul_v(&s->R, v3_neg(e->forward)) : fig_to_local(s, e->at);
}

/* sets s->box to a box in the picture around the image of the solid's ball; in a perspective view
 * it is infinite if the ball comes about as near as the eye's least depth, or nearer */
static void cover(const fig_eye *e, fig_solid *s) {
    fig_spot at = fig_project(e, s->x);
    double near = at.z - s->radius, r;
    s->box[0] = s->box[1] = -INFINITY, s->box[2] = s->box[3] = INFINITY;
    if (!e->parallel && near < e->near + 1e-3 * s->radius) return;
    if (e->parallel) {
        r = s->radius * e->k;
    } else {
        /* the image is largest, and shifted most, at the least depth of the ball */
        double off = fmax(fabs(at.x - 0.5 * e->width), fabs(at.y - 0.5 * e->height));
        r = (s->radius * e->k + off * s->radius) / near;
    }
    s->box[0] = at.x - r, s->box[1] = at.y - r, s->box[2] = at.x + r, s->box[3] = at.y + r;
}

static bool holds_eye(const fig_eye *e, const fig_solid *s) {
    if (e->parallel) return false;
    if (s->type == FIG_GROUND) return e->at.z <= s->height;
    if (v3_length(v3_sub(s->x, e->at)) > s->radius) return false;
    /* a mesh is not tested: the eye counts as outside of it */
    if (s->type == TW_SHAPE_MESH) return false;
    return fig_solid_gap(s, s->eye, NULL) <= 0;
}

/* true: src/figure has formulas for the shape's contours and surface; other shapes are drawn as
 * meshes */
static bool known(const tw_shape *s) {
    return s->type >= TW_SHAPE_SPHERE && s->type < TW_SHAPE_MESH;
}

tw_status fig_scene_solids(fig_scene *s, const tw_frame *f) {
    for (size_t i = 0; i < f->item_count; i++) {
        const tw_frame_item *item = &f->item[i];
        if (!(item->material.opacity > 0)) continue;
        const tw_pose *pose = tw_frame_pose(f, i);
        fig_solid b = {.type = item->shape.type,
                       .p = item->shape.p,
                       .mesh = item->shape.mesh,
                       .scale = item->shape.p[0],
                       .tag = item->tag,
                       .x = pose->x,
                       .R = q_matrix(pose->q),
                       .radius = tw_shape_radius(&item->shape)};
        if (!known(&item->shape) && b.type != TW_SHAPE_MESH) {
            TW_TRY(fig_mesh_of(s, &item->shape, &b.mesh));
            b.type = TW_SHAPE_MESH;
            b.scale = 1;
            b.x = fig_to_world(&b, b.mesh->com);
        }
        b.convex =
            b.type != TW_SHAPE_TORUS && b.type != TW_SHAPE_STADIUM && b.type != TW_SHAPE_MESH;
        b.drawn = !fig_outside(&s->eye, b.x, b.radius);
        look_at(&s->eye, &b);
        cover(&s->eye, &b);
        /* a solid with opacity below 0.5 hides nothing; a solid that contains the eye hides nothing
         * and is not drawn */
        bool around = holds_eye(&s->eye, &b);
        b.blocks = item->material.opacity >= 0.5 && !around;
        b.drawn = b.drawn && !around;
        TW_TRY(tw_push(&s->solid, b));
    }
    if (!f->has_ground) return TW_OK;
    fig_solid ground = {.type = FIG_GROUND,
                        .x = v3(0, 0, f->ground_height),
                        .R = m3_identity(),
                        .radius = INFINITY,
                        .convex = true,
                        .height = f->ground_height,
                        .box = {-INFINITY, -INFINITY, INFINITY, INFINITY}};
    look_at(&s->eye, &ground);
    ground.blocks = f->ground.opacity >= 0.5 && !holds_eye(&s->eye, &ground);
    return tw_push(&s->solid, ground);
}
