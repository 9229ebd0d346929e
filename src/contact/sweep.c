#include "contact/sweep.h"

#include "base/math/turn.h"
#include "contact/mesh.h"
#include "contact/pairs.h"

#include <math.h>

enum { ROUNDS = 400 };

tw_pose tw_sweep_pose(const tw_sweep *s, double t) {
    return (tw_pose){v3_madd(s->pose.x, t, s->v), q_turned(v3_scale(s->omega, t), s->pose.q)};
}

/* upper bound of the velocity component along n (unit) of any point of the shape, m/s */
static double along(const tw_shape *s, const tw_sweep *m, vec3 n) {
    return v3_dot(n, m->v) + tw_shape_radius(s) * v3_length(v3_cross(n, m->omega));
}

static double fastest(const tw_shape *s, const tw_sweep *m) {
    return tw_shape_radius(s) * v3_length(m->omega);
}

static double tolerance_of(double margin, double size) {
    return 1e-3 * fabs(margin) + 1e-6 * size;
}

bool tw_touch_there(const tw_shape *a, const tw_sweep *sa, const tw_shape *b, const tw_sweep *sb,
                    double t, double margin) {
    tw_pose pa = tw_sweep_pose(sa, t), pb = tw_sweep_pose(sb, t);
    tw_touch touch[TW_TOUCHES];
    if (tw_shape_is_hollow(a) || tw_shape_is_hollow(b))
        return tw_touch_shapes(a, &pa, b, &pb, margin, touch) > 0;
    tw_convex ca = tw_convex_of(a, &pa), cb = tw_convex_of(b, &pb);
    vec3 n, p, q;
    return tw_pair_gap(&ca, &cb, margin, &n, &p, &q) <= margin;
}

bool tw_touch_sweep(const tw_shape *a, const tw_sweep *sa, const tw_shape *b, const tw_sweep *sb,
                    double h, double margin, double *t) {
    double now = 0, tolerance = tolerance_of(margin, fmin(tw_shape_radius(a), tw_shape_radius(b)));
    bool plane = !tw_shape_is_hollow(a) && !tw_shape_is_hollow(b);
    for (int i = 0; i < ROUNDS; i++) {
        tw_pose pa = tw_sweep_pose(sa, now), pb = tw_sweep_pose(sb, now);
        vec3 n;
        double gap = tw_shape_separation(a, &pa, b, &pb, &n) - margin;
        *t = now;
        if (gap <= tolerance) return true;
        /* two convex bodies are separated by a plane with the normal n, so that only motion along n
         * closes the gap; other shapes may approach in any direction */
        double speed = plane ? along(a, sa, v3_neg(n)) + along(b, sb, n)
                             : v3_length(v3_sub(sa->v, sb->v)) + fastest(a, sa) + fastest(b, sb);
        if (!(speed > 0)) return false;
        now += gap / speed;
        if (!(now <= h)) return false;
    }
    /* undecided after ROUNDS steps: reported as a meeting, since none can be excluded */
    return true;
}
