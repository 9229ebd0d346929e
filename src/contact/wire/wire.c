/* The curves of tori and stadiums: points by arc length, tangents, extreme and nearest points. */
#include "contact/wire/wire.h"

#include <math.h>

static const double pi = 3.14159265358979323846, diagonal = 0.70710678118654752;

/* *c, *n: cosine and sine of an angle from 0 to pi. The angle is k pi/12 plus a rest of at most
 * pi/24. Cosine and sine of k pi/12 are in a table; those of the rest are power series, whose first
 * omitted term is below 1e-17 */
static void on_half_circle(double angle, double *c, double *n) {
    /* pi/12 as the sum part + rest; the products of small integers and `part` are exact */
    static const double part = 0.2617993876338005, rest = 1.6534892994675673e-10;
    static const double table[7] = {
        1, 0.96592582628906829, 0.86602540378443865, 0.70710678118654752, 0.5, 0.25881904510252076,
        0};
    int k = (int)(angle * (12 / pi) + 0.5);
    k = k < 0 ? 0 : k > 12 ? 12 : k;
    double d = (angle - k * part) - k * rest, q = d * d;
    double sine = d * (1 + q * (-1.0 / 6 + q * (1.0 / 120 + q * (-1.0 / 5040 + q / 362880))));
    double cosine =
        1 + q * (-0.5 + q * (1.0 / 24 + q * (-1.0 / 720 + q * (1.0 / 40320 - q / 3628800))));
    double C = k <= 6 ? table[k] : -table[12 - k], N = table[k <= 6 ? 6 - k : k - 6];
    *c = C * cosine - N * sine;
    *n = N * cosine + C * sine;
}

tw_wire tw_wire_of(const tw_shape *s, const tw_pose *pose) {
    tw_wire w = {.x = pose->x, .R = q_matrix(pose->q)};
    tw_shape_of(s)->wire(s, &w.half, &w.bend, &w.radius);
    w.size = w.half + w.bend;
    w.length = 4 * w.half + 2 * pi * w.bend;
    return w;
}

/* the vector (x, y, 0) in the wire's own axes, converted to world axes */
static vec3 turned(const tw_wire *w, double x, double y) {
    const double(*r)[3] = w->R.m;
    return v3(r[0][0] * x + r[0][1] * y, r[1][0] * x + r[1][1] * y, r[2][0] * x + r[2][1] * y);
}

static vec3 to_world(const tw_wire *w, double x, double y) {
    return v3_add(w->x, turned(w, x, y));
}

vec3 tw_wire_support(const tw_wire *w, vec3 d) {
    vec3 l = m3_tmul_v(&w->R, d);
    double n = sqrt(l.x * l.x + l.y * l.y), c = n > 0 ? l.x / n : 1, s = n > 0 ? l.y / n : 0;
    return to_world(w, (c < 0 ? -w->half : w->half) + w->bend * c, w->bend * s);
}

int tw_wire_fixed_count(const tw_wire *w) {
    return w->half > 0 ? 6 : TW_WIRE_FIXED;
}

/* Fixed places are numbered along the curve, which begins at (half, bend): four corners and two
 * tips of a stadium, eight places of a torus */
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
    /* the second half of the curve is the first half turned by pi */
    double sign = s < half ? 1 : -1;
    if (s >= half) s -= half;
    double x, y, tx, ty;
    if (s < straight) {
        x = w->half - s;
        y = w->bend;
        tx = -1;
        ty = 0;
    } else {
        double c, n;
        on_half_circle((s - straight) / w->bend, &c, &n);
        x = -w->half - w->bend * n;
        y = w->bend * c;
        tx = -c;
        ty = -n;
    }
    *tangent = turned(w, sign * tx, sign * ty);
    return to_world(w, sign * x, sign * y);
}

/* first the nearest place of the segment that joins the centres of the two bends; the line from
 * there through p, in the plane of the curve, contains the place of the curve that is nearest to
 * p */
double tw_wire_distance(double half, double bend, vec3 p, vec3 *normal) {
    double cx = p.x < -half ? -half : p.x > half ? half : p.x;
    double dx = p.x - cx, dy = p.y, n = sqrt(dx * dx + dy * dy);
    if (!(n > 0)) {
        dx = 0;
        dy = n = 1;
    }
    double out = n - bend, distance = sqrt(out * out + p.z * p.z);
    *normal = distance > 0
                  ? v3(out * dx / (n * distance), out * dy / (n * distance), p.z / distance)
                  : v3(0, 0, 1);
    return distance;
}
