/*
 * A point slides freely along a curve c(s) of the world or of a body, a spline or a function of s.
 *
 *     D = (U . d, V . d),  d = rho - c(s),  s: the nearest place, d . c'(s) = 0       (2 rows, m)
 *
 * with rho the point in the axes of the curve's body, U and V perpendicular to the tangent, made
 * with a fixed reference (_across.h). With dots for time derivatives and g_s = -|c'|^2 + d . c'',
 *
 *     s.  = -(rho. . c') / g_s
 *     s.. = -(rho.. . c' + 2 rho. . c'' s. - 3 c' . c'' s.^2 + d . c''' s.^2) / g_s
 *     dD_i/drho = U_i - (U_i,s . d) c' / g_s.
 *
 * c''' appears only in a product with d, so its value does not matter once the point is on the
 * curve: for splines it is exact, for functions a fourth-order difference of c''.
 *
 * The nearest place is searched on the whole curve (a table of samples, then Newton's method kept
 * within a bracket); of two equally near places the first counts. At the centre of curvature, where
 * g_s = 0, D has no derivative. The range of s is `from` .. `to` for a function, first to last knot
 * for a spline. Beyond an end the curve continues along its tangent. A curve whose ends have the
 * same place and the same c' is closed: s wraps around.
 */
#include "kinds/constraints/_across.h"
#include "model/world.h"
#include "numeric/value/spline.h"

enum { SAMPLES = 256, STEPS = 60 };

typedef struct own {
    tw_id point, on;
    tw_value curve;
    double from, to;
    /* chosen */
    double first, last; /* first and last s of the curve */
    bool closed;
    vec3 reference;
    vec3 sample[SAMPLES + 1];
} own;

typedef struct place {
    vec3 c, d1, d2, d3; /* point of the curve, and its first three derivatives by s */
} place;

static int rows(const void *o) {
    (void)o;
    return 2;
}

/* ---- the curve ------------------------------------------------------------------------------ */

static place within(const own *o, double s) {
    double v[3][TW_VALUE_MAX];
    tw_value_eval(&o->curve, s, 2, v);
    return (place){v3_load(v[0]), v3_load(v[1]), v3_load(v[2]), v3_zero()};
}

static vec3 third(const own *o, double s) {
    if (o->curve.kind == TW_VALUE_SPLINE) {
        /* the third derivative of a cubic spline is constant in each piece */
        const tw_spline *spline = o->curve.of.spline;
        int i = 1;
        while (i < tw_spline_count(spline) - 1 && tw_spline_knot(spline, i) <= s) i++;
        double a = tw_spline_knot(spline, i - 1), w = tw_spline_knot(spline, i) - a;
        vec3 change = v3_sub(within(o, a + 0.75 * w).d2, within(o, a + 0.25 * w).d2);
        return v3_scale(change, 2 / w);
    }
    double h = 3e-4 * (o->last - o->first);
    if (!o->closed) s = fmin(fmax(s, o->first + 2 * h), o->last - 2 * h);
    vec3 one = v3_sub(within(o, s + h).d2, within(o, s - h).d2);
    vec3 two = v3_sub(within(o, s + 2 * h).d2, within(o, s - 2 * h).d2);
    return v3_scale(v3_sub(v3_scale(one, 8), two), 1 / (12 * h));
}

static double sample_at(const own *o, int i) {
    return o->first + (o->last - o->first) * i / SAMPLES;
}

static double wrapped(const own *o, double s) {
    double range = o->last - o->first;
    return o->closed ? s - range * floor((s - o->first) / range) : s;
}

/* place nearest to P on the tangent that continues the curve beyond an end; nearest: index of the
 * nearest sample. false: P is not beyond an end */
static bool beyond(const own *o, int nearest, vec3 P, place *p) {
    if (o->closed || (nearest != 0 && nearest != SAMPLES)) return false;
    *p = within(o, nearest ? o->last : o->first);
    double along = v3_dot(v3_sub(P, p->c), p->d1);
    if (nearest ? along <= 0 : along >= 0) return false;
    p->c = v3_madd(p->c, along / v3_dot(p->d1, p->d1), p->d1);
    p->d2 = p->d3 = v3_zero();
    return true;
}

static place nearest_place(const own *o, vec3 P) {
    int best = 0;
    double least = INFINITY;
    for (int i = 0; i <= SAMPLES; i++) {
        vec3 d = v3_sub(P, o->sample[i]);
        double dd = v3_dot(d, d);
        if (dd < least) least = dd, best = i;
    }
    place p;
    if (beyond(o, best, P, &p)) return p;
    double lo = sample_at(o, o->closed || best > 0 ? best - 1 : 0);
    double hi = sample_at(o, o->closed || best < SAMPLES ? best + 1 : SAMPLES);
    double s = sample_at(o, best), enough = 1e-15 * (o->last - o->first + fabs(o->first));
    for (int i = 0; i < STEPS; i++) {
        p = within(o, wrapped(o, s));
        vec3 d = v3_sub(P, p.c);
        double g = v3_dot(d, p.d1), slope = v3_dot(d, p.d2) - v3_dot(p.d1, p.d1);
        if (g == 0) break;
        if (g > 0)
            lo = s;
        else
            hi = s;
        double next = s - g / slope;
        if (!(slope < 0) || !(next > lo && next < hi)) next = 0.5 * (lo + hi);
        bool done = fabs(next - s) <= enough;
        s = next;
        if (done) break;
    }
    s = wrapped(o, s);
    p = within(o, s);
    p.d3 = third(o, s);
    return p;
}

/* ---- the constraint ------------------------------------------------------------------------- */

/* jet of the point in the axes of the body `carrier` to which the curve belongs (NULL: of the
 * world); d2: second derivative without the accelerations */
static tw_jet3 seen(const tw_point_motion *p, const tw_body_motion *carrier) {
    if (!carrier) return (tw_jet3){p->x, p->v, p->bias};
    const mat3 *B = &carrier->R;
    vec3 w = carrier->omega, r = v3_sub(p->x, carrier->x), r1 = v3_sub(p->v, carrier->v);
    vec3 turning = v3_cross(w, r), second = v3_madd(p->bias, -2, v3_cross(w, r1));
    second = v3_add(second, v3_cross(w, turning));
    return (tw_jet3){m3_tmul_v(B, r), m3_tmul_v(B, v3_sub(r1, turning)), m3_tmul_v(B, second)};
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const own *o = in->own;
    const tw_point_motion *p = &in->point[0];
    int slot = in->body_slot[0];
    const tw_body_motion *carrier = slot < 0 ? NULL : in->body[slot];
    tw_jet3 rho = seen(p, carrier), across[2];
    place c = nearest_place(o, rho.v);
    vec3 d = v3_sub(rho.v, c.c);
    double g_s = v3_dot(d, c.d2) - v3_dot(c.d1, c.d1);
    double s1 = -v3_dot(rho.d1, c.d1) / g_s;
    double s2 = -(v3_dot(rho.d2, c.d1) + 2 * s1 * v3_dot(rho.d1, c.d2) +
                  s1 * s1 * (v3_dot(d, c.d3) - 3 * v3_dot(c.d1, c.d2))) /
                g_s;
    tw_jet3 D = {d, v3_madd(rho.d1, -s1, c.d1),
                 v3_madd(v3_madd(rho.d2, -s1 * s1, c.d2), -s2, c.d1)};
    tw_jet3 tangent = j3_normalized((tw_jet3){c.d1, c.d2, c.d3});
    tw_across(tangent, (tw_jet3){o->reference, {0, 0, 0}, {0, 0, 0}}, &across[0], &across[1]);
    for (int i = 0; i < 2; i++) {
        /* across[i] has derivatives by s; they are converted to derivatives by time */
        tw_jet3 U = across[i];
        vec3 n = v3_madd(U.v, -v3_dot(U.d1, d) / g_s, c.d1);
        if (carrier) n = m3_mul_v(&carrier->R, n);
        tw_row_add(out, i, p->slot, n, v3_cross(p->b, n));
        if (carrier)
            tw_row_add(out, i, slot, v3_neg(n), v3_neg(v3_cross(v3_sub(p->x, carrier->x), n)));
        U.d2 = v3_madd(v3_scale(U.d2, s1 * s1), s2, U.d1);
        U.d1 = v3_scale(U.d1, s1);
        tw_jet1 row = j3_dot(U, D);
        out->D[i] = row.v;
        out->D1[i] = row.d1;
        out->bias[i] = row.d2;
    }
}

/* ---- beginning ------------------------------------------------------------------------------ */

static tw_status choose_range(own *o) {
    const tw_value *v = &o->curve;
    bool ranged = !isnan(o->from) || !isnan(o->to);
    if (v->kind != TW_VALUE_SPLINE && v->kind != TW_VALUE_TAPE)
        return tw_fail(TW_ARGUMENT, "field 'curve': expected a spline or a function of s");
    if (v->kind == TW_VALUE_SPLINE && ranged)
        return tw_fail(TW_ARGUMENT, "field '%s': a spline has the range of its knots",
                       isnan(o->from) ? "to" : "from");
    o->first = isnan(o->from) ? 0 : o->from;
    o->last = isnan(o->to) ? 1 : o->to;
    if (v->kind == TW_VALUE_SPLINE) {
        o->first = tw_spline_knot(v->of.spline, 0);
        o->last = tw_spline_knot(v->of.spline, tw_spline_count(v->of.spline) - 1);
        /* ends slightly before the last knot, at which a spline's derivatives become 0 */
        o->last -= 1e-12 * (o->last - o->first);
    }
    if (o->last > o->first) return TW_OK;
    return tw_fail(TW_ARGUMENT, "field 'to': expected more than 'from' (%.9g), got %.9g", o->first,
                   o->last);
}

static tw_status begin(void *self, const struct tw_world *w) {
    own *o = self;
    double least[TW_ACROSS_CHOICES], apart, length = 0;
    (void)w;
    TW_TRY(choose_range(o));
    for (int i = 0; i < TW_ACROSS_CHOICES; i++) least[i] = 1;
    for (int i = 0; i <= SAMPLES; i++) {
        place p = within(o, sample_at(o, i));
        double speed = v3_length(p.d1);
        o->sample[i] = p.c;
        if (i > 0) length += v3_length(v3_sub(p.c, o->sample[i - 1]));
        if (!isfinite(speed) || !isfinite(v3_length(p.c)))
            return tw_fail(TW_ARGUMENT, "field 'curve': not finite at s = %.6g", sample_at(o, i));
        if (!(speed * (o->last - o->first) > 1e-9 * length) || speed == 0)
            return tw_fail(
                TW_ARGUMENT, "field 'curve': it stands still at s = %.6g%s", sample_at(o, i),
                o->curve.kind == TW_VALUE_SPLINE ? " (ends = \"natural\" does not)" : "");
        tw_across_meet(p.d1, least);
    }
    o->reference = tw_across_best(least, &apart);
    if (!(apart > 0.02))
        return tw_fail(TW_ARGUMENT, "field 'curve': it runs in every direction; use two curves");
    place a = within(o, o->first), b = within(o, o->last);
    o->closed = v3_length(v3_sub(a.c, b.c)) < 1e-9 * length &&
                v3_length(v3_sub(a.d1, b.d1)) < 1e-6 * v3_length(a.d1);
    return TW_OK;
}

static const tw_param params[] = {
    {.name = "point",
     .offset = offsetof(own, point),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "the point that slides"},
    {.name = "curve",
     .offset = offsetof(own, curve),
     .type = TW_PARAM_VALUE3,
     .flags = TW_REQUIRED | TW_FRAME_POINT | TW_OF_PARAMETER,
     .unit = "m",
     .carrier = "on",
     .doc = "a spline, or a function of s, in coordinates of `on` or the world"},
    {.name = "from",
     .offset = offsetof(own, from),
     .type = TW_PARAM_NUMBER,
     .flags = TW_UNSET_OK,
     .preset = {TW_UNSET},
     .doc = "where s begins, for a function; default 0"},
    {.name = "to",
     .offset = offsetof(own, to),
     .type = TW_PARAM_NUMBER,
     .flags = TW_UNSET_OK,
     .preset = {TW_UNSET},
     .doc = "where s ends; default 1; the curve goes on along its tangents, or is closed"},
    {.name = "on",
     .offset = offsetof(own, on),
     .type = TW_PARAM_BODY,
     .flags = TW_UNSET_OK,
     .doc = "body that carries the curve; unset: the world"},
};

const tw_constraint_kind tw_constraint_on_curve = {
    .kind = {.name = "on_curve",
             .doc = "a point slides freely along a curve of the world or of a body (2 rows)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .begin = begin,
};
