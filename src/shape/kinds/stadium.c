/*
 * Stadium torus (chain link): p = {L, R, r}, a wire of radius r along two straight pieces |x| <= L,
 * y = -R, R and two half circles of radius R about x = -L, L.
 *
 * Second moments of the volume. Straight pieces, V_s = 4 pi r^2 L: xx: V_s L^2/3, yy: V_s (R^2 +
 * r^2/4), zz: V_s r^2/4. Half rings: those of a whole torus of volume V_t, each half of which is
 * then moved outward by L; the first moment of a half about the plane of its ends is 2 pi r^2 (R^2
 * + r^2/4).
 *
 * Rays: each piece is intersected within its own range of x, and these ranges do not overlap; of
 * the hits with all pieces the first one counts.
 */
#include "shape/ring.h"

#include "shape/kinds.h"

static void mass(const tw_shape *s, double *volume, mat3 *inertia) {
    const double *p = s->p;
    double L = p[0], R = p[1], r = p[2], rr = r * r;
    double straight = 4 * TW_SHAPE_PI * rr * L, ring = 2 * TW_SHAPE_PI * TW_SHAPE_PI * R * rr;
    double half = 2 * TW_SHAPE_PI * rr * (R * R + rr / 4);
    double across = ring * (R * R / 2 + 0.375 * rr);
    double xx = straight * L * L / 3 + across + 4 * L * half + L * L * ring;
    double yy = straight * (R * R + rr / 4) + across;
    double zz = (straight + ring) * rr / 4;
    *volume = straight + ring;
    *inertia = m3_diag(yy + zz, xx + zz, xx + yy);
}

static double radius(const tw_shape *s) {
    const double *p = s->p;
    return p[0] + p[1] + p[2];
}

static double extent(const tw_shape *s, vec3 n) {
    const double *p = s->p;
    return p[0] * fabs(n.x) + p[1] * sqrt(n.x * n.x + n.y * n.y) + p[2];
}

/* replaces *best and *best_normal by the hit at t, with `normal`, if `found` is false or t is
 * nearer; returns true */
static bool nearer(double t, vec3 normal, bool found, double *best, vec3 *best_normal) {
    if (found && *best <= t) return true;
    *best = t;
    *best_normal = normal;
    return true;
}

static bool line(const tw_shape *s, const tw_line *l, double *t, vec3 *normal) {
    const double *p = s->p;
    bool found = false;
    for (int side = -1; side <= 1; side += 2) {
        tw_line moved = *l;
        moved.o.x -= side * p[0];
        double at;
        vec3 n;
        tw_span part = side < 0 ? tw_span_between(moved.o.x, l->d.x, -INFINITY, 1e-12 * p[1])
                                : tw_span_between(moved.o.x, l->d.x, -1e-12 * p[1], INFINITY);
        if (tw_line_ring(&moved, p[1], p[2], part, &at, &n))
            found = nearer(at, n, found, t, normal);
        double y = l->o.y - side * p[1];
        tw_span wall = tw_span_tube(y, l->o.z, l->d.y, l->d.z, p[2]);
        for (int end = 0; end < 2 && wall.enter <= wall.leave; end++) {
            at = end ? wall.leave : wall.enter;
            if (!(at >= l->from && at <= l->far && fabs(l->o.x + at * l->d.x) <= p[0])) continue;
            n = v3_normalized(v3(0, y + at * l->d.y, l->o.z + at * l->d.z));
            found = nearer(at, n, found, t, normal);
        }
    }
    return found;
}

static tw_status triangles(const tw_shape *s, tw_surface *t) {
    return tw_surface_wire(t, s->p[0], s->p[1], s->p[2]);
}

static void wire(const tw_shape *s, double *half, double *bend, double *thick) {
    *half = s->p[0];
    *bend = s->p[1];
    *thick = s->p[2];
}

/* ---- rays ------------------------------------------------------------------------------------ */

/* parameter of the first hit, up to `far`, with the half ring about (side L, 0, 0), the part with
 * side x >= L; INFINITY: none. any: as in tw_ray_kind.within */
static fv half_ring(const float *p, const tw_ray *ray, float side, fv far, bool any) {
    fv R = fv_all(p[1]), r = fv_all(p[2]), grown = fv_all(1.0001f);
    fv x = ray->o.x - fv_all(side * p[0]), inf = fv_all(INFINITY);
    fv enter = ray->from, leave = far;
    /* the range of x reaches slightly into the straight piece, so that no gap opens; there the ring
     * differs from the straight piece by 1e-8 of R */
    fv reach = fv_all(0.5f) * (R + r) * grown;
    fv middle = fv_all(side) * (reach - fv_all(1e-4f) * R);
    tw_ray_slab(x - middle, ray->d.x, reach, &enter, &leave);
    tw_ray_slab(ray->o.z, ray->d.z, r * grown, &enter, &leave);
    tw_ray_tube(x, ray->o.y, ray->d.x, ray->d.y, (R + r) * grown, &enter, &leave);
    iv want = enter < leave;
    if (!iv_any(want)) return inf;
    return tw_ring_first(f3(x, ray->o.y, ray->o.z), ray->d, R, r, enter, leave, want, any);
}

/* parameter of the first hit with the wall of the straight piece at y = side R, without its end
 * faces; INFINITY: none */
static fv straight(const float *p, const tw_ray *ray, float side) {
    fv lo = fv_all(-INFINITY), hi = fv_all(INFINITY), inf = hi, L = fv_all(p[0]);
    fv y = ray->o.y - fv_all(side * p[1]);
    tw_ray_tube(y, ray->o.z, ray->d.y, ray->d.z, fv_all(p[2]), &lo, &hi);
    iv hit = lo <= hi;
    fv x0 = ray->o.x + lo * ray->d.x, x1 = ray->o.x + hi * ray->d.x;
    iv first = hit & (lo >= ray->from) & (fv_abs(x0) <= L);
    iv second = hit & (hi >= ray->from) & (fv_abs(x1) <= L);
    return fv_select(first, lo, fv_select(second, hi, inf));
}

static inline fv first(const float *p, const tw_ray *ray, fv far, bool any) {
    fv t = fv_min(straight(p, ray, -1), straight(p, ray, 1));
    return fv_min(t, fv_min(half_ring(p, ray, -1, far, any), half_ring(p, ray, 1, far, any)));
}

static fv hit(const float *p, const tw_ray *ray) {
    return first(p, ray, fv_all(INFINITY), false);
}

static fv within(const float *p, const tw_ray *ray, fv far, bool any) {
    return any ? first(p, ray, far, true) : first(p, ray, far, false);
}

static fv3 normal(const float *p, fv3 point) {
    fv L = fv_all(p[0]), R = fv_all(p[1]);
    fv x = point.x - fv_min(fv_max(point.x, -L), L);
    fv rho = fv_sqrt(x * x + point.y * point.y);
    fv s = fv_all(1) - R / fv_select(rho > fv_all(0), rho, fv_all(1));
    return f3_normalized(f3(x * s, point.y * s, point.z));
}

/* mask: the point is on the outer half of the wire, which is part of the convex hull's surface, so
 * outward rays from there never meet the wire again */
static iv outermost(const float *p, fv3 point) {
    fv L = fv_all(p[0]), x = point.x - fv_min(fv_max(point.x, -L), L);
    return x * x + point.y * point.y >= fv_all(p[1] * p[1]);
}

static const tw_ray_kind ray = {hit, within, normal, false, outermost};

const tw_shape_kind tw_shape_stadium = {
    .type = TW_SHAPE_STADIUM,
    .name = "stadium",
    .mass = mass,
    .radius = radius,
    .extent = extent,
    .line = line,
    .triangles = triangles,
    .ray = &ray,
    .wire = wire,
};
