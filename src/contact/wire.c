/* The curves of tori and stadiums: places, furthest points. */
#include "contact/wire.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

tw_wire tw_wire_of(const tw_shape *s, const tw_pose *pose) {
    tw_wire w = {.x = pose->x, .R = q_matrix(pose->q)};
    bool stadium = s->type == TW_SHAPE_STADIUM;
    w.half = stadium ? s->p[0] : 0;
    w.bend = s->p[stadium ? 1 : 0];
    w.radius = s->p[stadium ? 2 : 1];
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

static const double diagonal = 0.70710678118654752;

int tw_wire_fixed_count(const tw_wire *w) {
    return w->half > 0 ? 6 : 8;
}

vec3 tw_wire_fixed(const tw_wire *w, int i) {
    double L = w->half, R = w->bend, D = diagonal * R;
    if (L > 0) {
        const double at[6][2] = {{L + R, 0}, {L, R}, {-L, R}, {-L - R, 0}, {-L, -R}, {L, -R}};
        return to_world(w, at[i][0], at[i][1]);
    }
    const double at[8][2] = {{R, 0}, {D, D}, {0, R}, {-D, D}, {-R, 0}, {-D, -D}, {0, -R}, {D, -D}};
    return to_world(w, at[i][0], at[i][1]);
}
