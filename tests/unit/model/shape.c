/*
 * Shapes against an independent description of each: one signed function, negative inside.
 * Volumes and moments by quadrature of the inside test, boxes by search on the surface, rays by
 * marching in double precision, normals by differences. Meshes: mesh.c.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "shape/ray.h"
#include "shape/shape.h"

static const tw_shape samples[] = {
    {.type = TW_SHAPE_SPHERE, .p = {0.7, 0, 0}},
    {.type = TW_SHAPE_CAPSULE, .p = {0.3, 1.1, 0}},
    {.type = TW_SHAPE_CAPSULE, .p = {0.02, 1.5, 0}},
    {.type = TW_SHAPE_CYLINDER, .p = {0.5, 0.8, 0}},
    {.type = TW_SHAPE_CYLINDER, .p = {0.02, 2, 0}},
    {.type = TW_SHAPE_CYLINDER, .p = {1, 0.05, 0}},
    {.type = TW_SHAPE_BOX, .p = {0.4, 0.9, 1.3}},
    {.type = TW_SHAPE_TORUS, .p = {0.8, 0.25, 0}},
    {.type = TW_SHAPE_TORUS, .p = {1, 0.05, 0}},
    {.type = TW_SHAPE_CONE, .p = {0.5, 1.2, 0}},
    {.type = TW_SHAPE_CONE, .p = {1, 0.2, 0}},
    {.type = TW_SHAPE_ELLIPSOID, .p = {0.4, 0.7, 1.1}},
    {.type = TW_SHAPE_STADIUM, .p = {0.4, 0.3, 0.12}},
    {.type = TW_SHAPE_STADIUM, .p = {0.5, 0.4, 0.05}},
};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

static uint64_t state_;

static double uniform(void) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (double)(state_ >> 11) * 0x1p-53;
}

static vec3 in_ball(double r) {
    for (;;) {
        vec3 v = v3(2 * uniform() - 1, 2 * uniform() - 1, 2 * uniform() - 1);
        double n = v3_length(v);
        if (n > 1e-3 && n <= 1) return v3_scale(v, r);
    }
}

/* never more than the distance to the surface; negative inside */
static double signed_at(const tw_shape *s, vec3 a) {
    const double *p = s->p;
    double rho = sqrt(a.x * a.x + a.y * a.y);
    switch (s->type) {
    case TW_SHAPE_SPHERE:
        return v3_length(a) - p[0];
    case TW_SHAPE_CAPSULE:
        return v3_length(v3(a.x, a.y, fmax(fabs(a.z) - p[1] / 2, 0))) - p[0];
    case TW_SHAPE_CYLINDER:
        return fmax(rho - p[0], fabs(a.z) - p[1] / 2);
    case TW_SHAPE_BOX:
        return fmax(fabs(a.x) - p[0] / 2, fmax(fabs(a.y) - p[1] / 2, fabs(a.z) - p[2] / 2));
    case TW_SHAPE_TORUS:
        return hypot(rho - p[0], a.z) - p[1];
    case TW_SHAPE_CONE:
        return fmax((rho * p[1] - (0.75 * p[1] - a.z) * p[0]) / hypot(p[0], p[1]), -a.z - p[1] / 4);
    case TW_SHAPE_ELLIPSOID:
        return (v3_length(v3(a.x / p[0], a.y / p[1], a.z / p[2])) - 1) *
               fmin(p[0], fmin(p[1], p[2]));
    case TW_SHAPE_STADIUM:
        return hypot(hypot(fmax(fabs(a.x) - p[0], 0), a.y) - p[1], a.z) - p[2];
    default:
        break;
    }
    return NAN;
}

static vec3 slope_at(const tw_shape *s, vec3 a, double h) {
    vec3 x = v3(h, 0, 0), y = v3(0, h, 0), z = v3(0, 0, h);
    double k = 1 / (2 * h);
    return v3((signed_at(s, v3_add(a, x)) - signed_at(s, v3_sub(a, x))) * k,
              (signed_at(s, v3_add(a, y)) - signed_at(s, v3_sub(a, y))) * k,
              (signed_at(s, v3_add(a, z)) - signed_at(s, v3_sub(a, z))) * k);
}

/* --- mass ----------------------------------------------------------------------------------- */

enum { NODES = 32 };

static double node[NODES], weight[NODES]; /* Gauss's, on -1 .. 1 */

static void gauss(void) {
    for (int i = 0; i < NODES; i++) {
        double x = cos(acos(-1) * (i + 0.75) / (NODES + 0.5)), slope = 1;
        for (int k = 0; k < 20; k++) {
            double p = 1, q = 0;
            for (int n = 1; n <= NODES; n++) {
                double next = ((2 * n - 1) * x * p - (n - 1) * q) / n;
                q = p;
                p = next;
            }
            slope = NODES * (x * p - q) / (x * x - 1);
            x -= p / slope;
        }
        node[i] = x;
        weight[i] = 2 / ((1 - x * x) * slope * slope);
    }
}

/* the i-th place between a and b and its weight, crowded toward both (x = sin t), where things that
 * end like a root are smooth */
static double place(int i, double a, double b, double *w) {
    double half = acos(-1) / 2, t = half * node[i];
    *w = weight[i] * half * cos(t) * (b - a) / 2;
    return (a + b) / 2 + (b - a) / 2 * sin(t);
}

typedef struct moments {
    double volume, xx, yy, zz;
} moments;

static double at_y(const tw_shape *s, double x, double y, double z) {
    return signed_at(s, v3(x, y, z));
}

static double border(const tw_shape *s, double x, double z, double in, double out) {
    for (int i = 0; i < 60; i++) {
        double m = (in + out) / 2;
        if (at_y(s, x, m, z) < 0)
            in = m;
        else
            out = m;
    }
    return (in + out) / 2;
}

/* what lies inside of y >= 0 over (x, z): one piece for all shapes; the function falls and then
 * rises with y */
static bool piece(const tw_shape *s, double x, double z, double reach, double *from, double *to) {
    double a = 0, b = reach;
    for (int i = 0; i < 90; i++) {
        double p = a + (b - a) / 3, q = b - (b - a) / 3;
        if (at_y(s, x, p, z) <= at_y(s, x, q, z))
            b = q;
        else
            a = p;
    }
    if (!(at_y(s, x, a, z) < 0)) return false;
    *from = at_y(s, x, 0, z) < 0 ? 0 : border(s, x, z, a, 0);
    *to = border(s, x, z, a, reach);
    return true;
}

/* the places x > 0 where the slice at z changes its form, its end last */
static int breaks(const tw_shape *s, double z, double *x) {
    const double *p = s->p;
    double e, w;
    switch (s->type) {
    case TW_SHAPE_SPHERE:
        x[0] = sqrt(p[0] * p[0] - z * z);
        return 1;
    case TW_SHAPE_CAPSULE:
        e = fmax(fabs(z) - p[1] / 2, 0);
        x[0] = sqrt(p[0] * p[0] - e * e);
        return 1;
    case TW_SHAPE_CYLINDER:
        x[0] = p[0];
        return 1;
    case TW_SHAPE_BOX:
        x[0] = p[0] / 2;
        return 1;
    case TW_SHAPE_TORUS:
        w = sqrt(p[1] * p[1] - z * z);
        x[0] = p[0] - w, x[1] = p[0] + w;
        return 2;
    case TW_SHAPE_CONE:
        x[0] = (0.75 * p[1] - z) * p[0] / p[1];
        return 1;
    case TW_SHAPE_ELLIPSOID:
        x[0] = p[0] * sqrt(1 - z * z / (p[2] * p[2]));
        return 1;
    case TW_SHAPE_STADIUM:
        w = sqrt(p[2] * p[2] - z * z);
        x[0] = p[0], x[1] = p[0] + p[1] - w, x[2] = p[0] + p[1] + w;
        return 3;
    default:
        fail();
        return 0;
    }
}

static void add_slice(const tw_shape *s, double z, double w, double reach, moments *m) {
    double x[4] = {0};
    int n = breaks(s, z, x + 1);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < NODES; i++) {
            double dx, from, to, at = place(i, x[k], x[k + 1], &dx);
            if (!piece(s, at, z, reach, &from, &to)) continue;
            dx *= 4 * w; /* the quarter x, y >= 0 stands for all */
            m->volume += dx * (to - from);
            m->xx += dx * (to - from) * at * at;
            m->yy += dx * (to * to * to - from * from * from) / 3;
            m->zz += dx * (to - from) * z * z;
        }
}

static void near(const char *what, int sample, double got, double want, double tolerance) {
    if (!(fabs(got - want) <= tolerance))
        fail_msg("sample %d, %s: %.15g, expected %.15g (%.2g)", sample, what, got, want,
                 fabs(got - want));
}

static void mass(void **state) {
    (void)state;
    gauss();
    for (int i = 0; i < SAMPLES; i++) {
        const tw_shape *s = &samples[i];
        double volume, r = tw_shape_radius(s) * 1.001;
        mat3 inertia;
        moments m = {0, 0, 0, 0};
        tw_shape_mass(s, &volume, &inertia);
        double level[4] = {-tw_shape_extent(s, v3(0, 0, -1)), 0, 0,
                           tw_shape_extent(s, v3(0, 0, 1))};
        /* a capsule changes its form at the ends of its segment */
        if (s->type == TW_SHAPE_CAPSULE) level[1] = -s->p[1] / 2, level[2] = s->p[1] / 2;
        for (int k = 0; k < 3; k++)
            for (int n = 0; n < NODES; n++) {
                double w, z = place(n, level[k], level[k + 1], &w);
                if (w > 0) add_slice(s, z, w, r, &m);
            }
        double I = inertia.m[0][0] + inertia.m[1][1] + inertia.m[2][2], eps = 1e-10;
        near("volume", i, volume, m.volume, eps * volume);
        near("Ixx", i, inertia.m[0][0], m.yy + m.zz, eps * I);
        near("Iyy", i, inertia.m[1][1], m.zz + m.xx, eps * I);
        near("Izz", i, inertia.m[2][2], m.xx + m.yy, eps * I);
        assert_true(inertia.m[0][1] == 0 && inertia.m[1][2] == 0 && inertia.m[2][0] == 0);
    }
}

/* --- boxes ---------------------------------------------------------------------------------- */

/* points of the surface by two angles: enough of them that every outermost point is among them */
static vec3 surface(const tw_shape *s, double u, double v) {
    const double *p = s->p;
    double cu = cos(u), su = sin(u), cv = cos(v), sv = sin(v);
    double x = copysign(1, cu), y = copysign(1, su), z = copysign(1, sv);
    switch (s->type) {
    case TW_SHAPE_SPHERE:
        return v3_scale(v3(cu * cv, su * cv, sv), p[0]);
    case TW_SHAPE_CAPSULE:
        return v3(p[0] * cu * cv, p[0] * su * cv, p[0] * sv + z * p[1] / 2);
    case TW_SHAPE_CYLINDER:
        return v3(p[0] * cu, p[0] * su, z * p[1] / 2);
    case TW_SHAPE_BOX:
        return v3(x * p[0] / 2, y * p[1] / 2, z * p[2] / 2);
    case TW_SHAPE_TORUS:
        return v3((p[0] + p[1] * cv) * cu, (p[0] + p[1] * cv) * su, p[1] * sv);
    case TW_SHAPE_CONE:
        return sv > 0 ? v3(0, 0, 0.75 * p[1]) : v3(p[0] * cu, p[0] * su, -p[1] / 4);
    case TW_SHAPE_ELLIPSOID:
        return v3(p[0] * cu * cv, p[1] * su * cv, p[2] * sv);
    case TW_SHAPE_STADIUM:
        return v3(x * p[0] + (p[1] + p[2] * cv) * cu, (p[1] + p[2] * cv) * su, p[2] * sv);
    default:
        fail();
        return v3_zero();
    }
}

/* the largest n.x over the surface, or |x| where n is 0: an ever finer grid around the best */
static double outermost(const tw_shape *s, vec3 n) {
    enum { GRID = 48, ROUNDS = 24 };
    double u0 = 0, v0 = 0, half = acos(-1), best = -1e9;
    for (int round = 0; round < ROUNDS; round++) {
        double bu = u0, bv = v0;
        for (int i = 0; i <= GRID; i++)
            for (int k = 0; k <= GRID; k++) {
                double u = u0 + half * (2.0 * i / GRID - 1), v = v0 + half * (2.0 * k / GRID - 1);
                vec3 x = surface(s, u, v);
                double f = v3_length(n) > 0 ? v3_dot(n, x) : v3_length(x);
                if (f > best) best = f, bu = u, bv = v;
            }
        u0 = bu;
        v0 = bv;
        half *= round ? 0.3 : 0.1;
    }
    return best;
}

static void bounds(void **state) {
    (void)state;
    state_ = 7;
    for (int i = 0; i < SAMPLES; i++) {
        const tw_shape *s = &samples[i];
        double r = tw_shape_radius(s), eps = 1e-12 * r;
        for (int n = 0; n < 1000; n++) /* the two descriptions are of the same shape */
            near("surface", i, signed_at(s, surface(s, 7 * uniform(), 7 * uniform())), 0, eps);
        tw_pose pose = {v3(0.3, -2, 1), q_normalized((quat){0.4, -0.7, 0.2, 0.5})};
        tw_bounds b = tw_shape_bounds(s, &pose);
        const double lo[3] = {b.lo.x, b.lo.y, b.lo.z}, hi[3] = {b.hi.x, b.hi.y, b.hi.z};
        const double x[3] = {pose.x.x, pose.x.y, pose.x.z};
        mat3 R = q_matrix(pose.q);
        for (int k = 0; k < 3; k++) {
            vec3 n = v3(R.m[k][0], R.m[k][1], R.m[k][2]);
            near("hi", i, hi[k] - x[k], outermost(s, n), eps);
            near("lo", i, x[k] - lo[k], outermost(s, v3_neg(n)), eps);
        }
        near("radius", i, r, outermost(s, v3_zero()), eps);
        for (int k = 0; k < 8; k++) {
            vec3 n = v3_normalized(in_ball(1));
            near("extent", i, tw_shape_extent(s, n), outermost(s, n), eps);
        }
    }
}

/* --- rays ----------------------------------------------------------------------------------- */

typedef struct line {
    vec3 o, d;
} line;

static vec3 along(const line *l, double t) {
    return v3_madd(l->o, t, l->d);
}

/* numbers that single precision holds; the direction a unit vector in it */
static vec3 rounded(vec3 a) {
    return v3((double)(float)a.x, (double)(float)a.y, (double)(float)a.z);
}

/* some point of the surface: march toward a point inside from far off */
static vec3 surface_point(const tw_shape *s, double r) {
    for (;;) {
        vec3 o = v3_scale(v3_normalized(in_ball(1)), 2 * r), a = in_ball(r);
        vec3 d = v3_normalized(v3_sub(a, o));
        double t = 0, f = 1;
        for (int i = 0; i < 3000 && t < 4 * r; i++) {
            f = signed_at(s, v3_madd(o, t, d));
            if (f < 1e-10 * r) return v3_madd(o, t, d);
            t += f;
        }
    }
}

static line random_line(const tw_shape *s, double r, int n) {
    vec3 o, d;
    if (n % 4 == 0) { /* from outside, near or far */
        o = v3_scale(v3_normalized(in_ball(1)), r * (1.1 + 20 * uniform() * uniform()));
        d = v3_sub(in_ball(r), o);
    } else if (n % 4 == 1) { /* from anywhere within the ball, so often from inside */
        o = in_ball(r);
        d = in_ball(1);
    } else if (n % 4 == 2) { /* along an axis, sometimes in a plane of symmetry */
        double a[3] = {0, 0, 0}, c[3];
        int axis = n / 4 % 3;
        a[axis] = n / 12 % 2 ? 1 : -1;
        v3_store(c, in_ball(r));
        if (n / 24 % 3 == 0) c[(axis + 1) % 3] = 0;
        if (n / 24 % 9 == 0) c[(axis + 2) % 3] = 0;
        c[axis] -= 3 * r * a[axis];
        o = v3_load(c);
        d = v3_load(a);
    } else { /* grazing */
        vec3 p = surface_point(s, r), m = v3_normalized(slope_at(s, p, 1e-6 * r));
        d = v3_normalized(v3_cross(m, in_ball(1)));
        double off = r * pow(10, -2 - 4 * uniform()) * (uniform() < 0.5 ? -1 : 1);
        o = v3_madd(v3_madd(p, off, m), -2 * r * (0.5 + uniform()), d);
    }
    /* the direction is of unit length as far as single precision can tell */
    return (line){rounded(o), rounded(v3_normalized(d))};
}

/* the ray goes from t0 to t1 without a passage deeper than `depth` through the other side */
static void stays(const tw_shape *s, const line *l, double t0, double t1, double side, double depth,
                  int sample, int n) {
    double t = t0;
    for (int i = 0; i < 4000 && t < t1; i++) {
        double f = side * signed_at(s, along(l, t));
        if (f < -depth)
            fail_msg("sample %d, ray %d: crossed the surface at %.9g, reported %.9g", sample, n, t,
                     t1);
        t += fmax(fabs(f), depth);
    }
}

static void check_ray(const tw_shape *s, int sample, int n, const line *l, double t, vec3 normal) {
    double r = tw_shape_radius(s), reach = v3_length(l->o) + r;
    double depth = 6e-7 * (reach + r), side = signed_at(s, l->o) < 0 ? -1 : 1;
    double start = 0;
    /* an origin on the surface may count as either side */
    while (fabs(signed_at(s, along(l, start))) < depth) start += depth;
    if (start > 0) return;
    stays(s, l, start, isinf(t) ? reach + r : t - 2 * depth, side, depth, sample, n);
    if (isinf(t)) {
        if (side < 0) fail_msg("sample %d, ray %d: from inside, but no hit", sample, n);
        return;
    }
    vec3 p = along(l, t);
    if (fabs(signed_at(s, p)) > depth)
        fail_msg("sample %d, ray %d: hit %.3g off the surface", sample, n, signed_at(s, p));
    vec3 a = slope_at(s, p, 1e-5 * r), b = slope_at(s, p, 1e-4 * r);
    double u = v3_length(a), v = v3_length(b), c = v3_dot(a, b) / (u * v);
    /* edges have no normal: there the differences depend on their step */
    if (c < 1 - 1e-5 || fabs(u - v) > 1e-3 * u) return;
    if (!(v3_dot(normal, a) / u > 1 - 2e-5))
        fail_msg("sample %d, ray %d: normal off by %.3g", sample, n, 1 - v3_dot(normal, a) / u);
}

static void lane_set(fv3 *a, int k, vec3 v) {
    a->x[k] = (float)v.x;
    a->y[k] = (float)v.y;
    a->z[k] = (float)v.z;
}

static void rays(void **state) {
    (void)state;
    state_ = 99;
    for (int i = 0; i < SAMPLES; i++) {
        const tw_shape *s = &samples[i];
        const tw_ray_kind *kind = tw_shape_of(s)->ray;
        double r = tw_shape_radius(s);
        float p[TW_SHAPE_PARAMETERS];
        tw_shape single = *s; /* the shape that single precision sees */
        for (int k = 0; k < TW_SHAPE_PARAMETERS; k++) {
            p[k] = (float)s->p[k];
            single.p[k] = (double)p[k];
        }
        int hits = 0;
        for (int n = 0; n < 20000; n += TW_LANES) {
            line l[TW_LANES];
            fv3 o = f3_all(0, 0, 0), d = o;
            fv shift;
            for (int k = 0; k < TW_LANES; k++) {
                l[k] = random_line(s, r, n + k);
                lane_set(&o, k, l[k].o);
                lane_set(&d, k, l[k].d);
            }
            tw_ray ray = tw_ray_near(o, d, fv_all(0), &shift);
            fv t = kind->hit(p, &ray) + shift;
            fv3 at = f3_madd(ray.o, fv_select(t < fv_all(1e9f), t - shift, fv_all(0)), ray.d);
            fv3 m = kind->normal(p, at);
            for (int k = 0; k < TW_LANES; k++) {
                vec3 normal = v3((double)m.x[k], (double)m.y[k], (double)m.z[k]);
                check_ray(&single, i, n + k, &l[k], (double)t[k], normal);
                hits += !isinf(t[k]);
            }
        }
        /* the rays are of both sorts */
        assert_true(hits > 2000 && hits < 19500);
    }
}

/* what shadows ask: yes or no, as the first hit says, but for rays that graze */
static void any_hit(void **state) {
    (void)state;
    state_ = 7;
    for (int i = 0; i < SAMPLES; i++) {
        const tw_shape *s = &samples[i];
        const tw_ray_kind *kind = tw_shape_of(s)->ray;
        if (!kind->within) continue;
        double r = tw_shape_radius(s);
        float p[TW_SHAPE_PARAMETERS];
        for (int k = 0; k < TW_SHAPE_PARAMETERS; k++) p[k] = (float)s->p[k];
        int other = 0, met = 0;
        for (int n = 0; n < 40000; n += TW_LANES) {
            fv3 o = f3_all(0, 0, 0), d = o;
            fv shift, last;
            for (int k = 0; k < TW_LANES; k++) {
                line l = random_line(s, r, n + k);
                lane_set(&o, k, l.o);
                lane_set(&d, k, l.d);
                last[k] = n % 3 ? INFINITY : (float)(6 * r * uniform());
            }
            tw_ray ray = tw_ray_near(o, d, fv_all(0), &shift);
            fv far = last - shift, t = kind->hit(p, &ray), any = kind->within(p, &ray, far, true);
            fv first = kind->within(p, &ray, far, false);
            for (int k = 0; k < TW_LANES; k++) {
                bool hit = t[k] < far[k], found = any[k] < far[k];
                other += (hit != found) + (hit != (first[k] < far[k]));
                assert_true(!hit || !(first[k] < far[k]) ||
                            fabsf(first[k] - t[k]) < 1e-4f * (float)r);
                met += found;
                assert_true(!found || any[k] >= ray.from[k]);
            }
        }
        assert_true(met > 4000 && met < 39000);
        if (other > 4) fail_msg("shape %d: %d of 40000 rays see it otherwise", i, other);
    }
}

/* a number stands for one shape, and a shape is convex or a wire */
static void kinds(void **state) {
    (void)state;
    for (int i = 0; tw_shape_kinds[i]; i++) {
        const tw_shape_kind *k = tw_shape_kinds[i];
        assert_ptr_equal(tw_shape_numbered(k->type), k);
        assert_true(!k->core != !k->wire);
        assert_true(k->ray || k->type == TW_SHAPE_MESH);
    }
    assert_null(tw_shape_numbered(-1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass),    cmocka_unit_test(bounds), cmocka_unit_test(rays),
        cmocka_unit_test(any_hit), cmocka_unit_test(kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
