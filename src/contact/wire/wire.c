/* The curves of tori and stadiums: places, tangents, furthest and nearest points. */
#include "contact/wire/wire.h"

#include "base/math/elementary.h"

#include <math.h>

static const double pi = 3.14159265358979323846, diagonal = 0.70710678118654752;

tw_wire tw_wire_of(const tw_shape *s, const tw_pose *pose) {
    tw_wire w = {.x = pose->x, .R = q_matrix(pose->q)};
    tw_shape_of(s)->wire(s, &w.half, &w.bend, &w.radius);
    w.size = w.half + w.bend;
    w.length = 4 * w.half + 2 * pi * w.bend;
    return w;
}

static vec3 to_world(const tw_wire *w, double x, double y) {
    return v3_add(w->x, m3_mul_v(&w->R, v3(x, y, 0)));
}

vec3 tw_wire_support(const tw_wire *w, vec3 d) {
    vec3 l = m3_tmul_v(&w->R, d);
    double n = sqrt(l.x * l.x + l.y * l.y), c = n > 0 ? l.x / n : 1, s = n > 0 ? l.y / n : 0;
    return to_world(w, (c < 0 ? -w->half : w->half) + w->bend * c, w->bend * s);
}

int tw_wire_fixed_count(const tw_wire *w) {
    return w->half > 0 ? 6 : TW_WIRE_FIXED;
}

/* round from (half, bend): a stadium's four corners and two tips, a torus's octagon */
vec3 tw_wire_fixed(const tw_wire *w, int i) {
    double L = w->half, R = w->bend, D = diagonal * R;
    if (L > 0) {
        const double at[6][2] = {{L, R}, {-L, R}, {-L - R, 0}, {-L, -R}, {L, -R}, {L + R, 0}};
        return to_world(w, at[i][0], at[i][1]);
    }
    const double at[8][2] = {{0, R}, {-D, D}, {-R, 0}, {-D, -D}, {0, -R}, {D, -D}, {R, 0}, {D, D}};
    return to_world(w, at[i][0], at[i][1]);
}

double tw_wire_fixed_at(const tw_wire *w, int i) {
    double straight = 2 * w->half, quarter = 0.5 * pi * w->bend;
    if (!(w->half > 0)) return 0.5 * quarter * i;
    const double at[6] = {0,
                          straight,
                          straight + quarter,
                          straight + 2 * quarter,
                          2 * straight + 2 * quarter,
                          2 * straight + 3 * quarter};
    return at[i];
}

vec3 tw_wire_at(const tw_wire *w, double s, vec3 *tangent) {
    double straight = 2 * w->half, arc = pi * w->bend, half = straight + arc;
    s -= w->length * floor(s / w->length);
    /* the second half is the first, turned half round */
    double sign = s < half ? 1 : -1;
    if (s >= half) s -= half;
    double x, y, tx, ty;
    if (s < straight) {
        x = w->half - s;
        y = w->bend;
        tx = -1;
        ty = 0;
    } else {
        double angle = (s - straight) / w->bend, c = tw_cos(angle), n = tw_sin(angle);
        x = -w->half - w->bend * n;
        y = w->bend * c;
        tx = -c;
        ty = -n;
    }
    *tangent = m3_mul_v(&w->R, v3(sign * tx, sign * ty, 0));
    return to_world(w, sign * x, sign * y);
}

/* in the plane: along the line from the nearest place of the axis between the bends' centres */
vec3 tw_wire_nearest(const tw_wire *w, vec3 p) {
    vec3 l = m3_tmul_v(&w->R, v3_sub(p, w->x));
    double cx = l.x < -w->half ? -w->half : l.x > w->half ? w->half : l.x;
    double dx = l.x - cx, dy = l.y, n = sqrt(dx * dx + dy * dy);
    if (!(n > 0)) {
        dx = 0;
        dy = n = 1;
    }
    return to_world(w, cx + w->bend * dx / n, w->bend * dy / n);
}
