/* Curves in space and their samples; see impl.h. */
#include "base/math/elementary.h"
#include "figure/impl.h"

enum { DEPTH = 44, FIRST = 24 };

static const double flat = 0.01; /* largest distance of a curve from its chords, pixels */
static const double step = 1;    /* largest distance between neighbouring samples, pixels */

/* ---- places --------------------------------------------------------------------------------- */

/* nearest point to p on the surfaces of both solids of a meeting, by Newton's method with steps of
 * least length (minimum norm, since two equations have three unknowns); for meshes p itself */
static vec3 to_both(const fig_scene *s, const fig_curve *c, vec3 p) {
    const fig_solid *a = &s->solid.data[c->own], *b = &s->solid.data[c->other];
    if (a->type == TW_SHAPE_MESH || b->type == TW_SHAPE_MESH) return p;
    for (int i = 0; i < 8; i++) {
        vec3 m, n;
        double f = fig_gap(a, p, &m), g = fig_gap(b, p, &n);
        double mm = v3_dot(m, m), mn = v3_dot(m, n), nn = v3_dot(n, n), det = mm * nn - mn * mn;
        if (!(det > 1e-9 * mm * nn)) break;
        double x = (nn * f - mn * g) / det, y = (mm * g - mn * f) / det;
        p = v3_sub(p, v3_madd(v3_scale(m, x), y, n));
        if (fabs(f) + fabs(g) < 1e-14 * s->unit) break;
    }
    return p;
}

static vec3 chain_at(const fig_scene *s, const fig_curve *c, double u) {
    const vec3 *p = s->point.data + c->first;
    size_t last = c->count - 1, i = u >= (double)last ? last : (size_t)fmax(u, 0);
    double part = u - (double)i;
    if (!(part > 0) || i == last) return p[i];
    vec3 at = v3_lerp(p[i], p[i + 1], part), to = to_both(s, c, at);
    /* a result farther from the chord than its length is wrong, so the point on the chord is
     * used */
    return v3_length(v3_sub(to, at)) < v3_length(v3_sub(p[i + 1], p[i])) ? to : at;
}

vec3 fig_curve_at(const fig_scene *s, const fig_curve *c, double u) {
    switch (c->form) {
    case FIG_SEGMENT:
        return u == 1 ? c->b : v3_lerp(c->a, c->b, u);
    case FIG_ARC:
        return v3_madd(v3_madd(c->c, tw_cos(u), c->a), tw_sin(u), c->b);
    case FIG_RING:
        return fig_ring_point(s, c, u);
    default:
        return chain_at(s, c, u);
    }
}

vec3 fig_curve_normal(const fig_scene *s, const fig_curve *c, double u, vec3 p) {
    const fig_solid *o = &s->solid.data[c->own];
    vec3 m, n;
    (void)u;
    switch (c->role) {
    case FIG_CONTOUR:
        fig_gap(o, p, &n);
        return v3_normalized(n);
    case FIG_RIM:
        return v3_normalized(v3_add(c->n1, v3_normalized(v3_sub(p, c->c))));
    case FIG_EDGE:
        return v3_normalized(v3_add(c->n1, c->n2));
    default:
        if (c->form == FIG_SEGMENT) return v3_normalized(v3_add(c->n1, c->n2));
        m = c->n1;
        if (o->type != TW_SHAPE_MESH) fig_gap(o, p, &m);
        fig_gap(&s->solid.data[c->other], p, &n);
        return v3_normalized(v3_add(v3_normalized(m), v3_normalized(n)));
    }
}

/* ---- samples -------------------------------------------------------------------------------- */

static fig_sample sample_at(const fig_scene *s, const fig_curve *c, double u) {
    fig_sample a = {.u = u, .p = fig_curve_at(s, c, u)};
    a.s = fig_project(&s->eye, a.p);
    return a;
}

/* distance of b from the line through a and c, in the picture, pixels; distance from a if a and c
 * coincide */
static double bend(const fig_spot *a, const fig_spot *b, const fig_spot *c) {
    double x = c->x - a->x, y = c->y - a->y, l = sqrt(x * x + y * y);
    double bx = b->x - a->x, by = b->y - a->y;
    return l > 1e-9 ? fabs(x * by - y * bx) / l : sqrt(bx * bx + by * by);
}

static double apart(const fig_spot *a, const fig_spot *b) {
    double x = b->x - a->x, y = b->y - a->y;
    return sqrt(x * x + y * y);
}

/* adds samples of the curve between a, the last sample so far, and b, and then b itself */
static tw_status between(fig_scene *s, const fig_curve *c, const fig_sample *a, const fig_sample *b,
                         int depth) {
    fig_sample m = sample_at(s, c, 0.5 * (a->u + b->u));
    vec3 center = v3_lerp(a->p, b->p, 0.5);
    double radius = v3_length(v3_sub(b->p, center)), off = v3_length(v3_sub(m.p, center));
    if (c->form != FIG_SEGMENT) radius = 1.2 * fmax(radius, off) + 0.2 * off;
    double near = s->eye.near;
    bool gap = fig_outside(&s->eye, center, radius * 1.0001), before = false, split = false;
    if (!gap) {
        before = a->s.z < near || b->s.z < near || m.s.z < near;
        split = before || apart(&a->s, &b->s) > step || bend(&a->s, &m.s, &b->s) > flat ||
                apart(&a->s, &m.s) > step;
        if (split && (depth >= DEPTH || !(m.u > fmin(a->u, b->u) && m.u < fmax(a->u, b->u))))
            split = false, gap = before;
    }
    if (split) {
        TW_TRY(between(s, c, a, &m, depth + 1));
        return between(s, c, &m, b, depth + 1);
    }
    s->sample.data[s->sample.count - 1].gap = gap;
    return tw_push(&s->sample, *b);
}

tw_status fig_sample_curve(fig_scene *s, fig_curve *c) {
    int n = c->form == FIG_SEGMENT ? (c->role == FIG_MEETING ? 1 : 2) : FIRST;
    if (c->form == FIG_CHAIN) n = (int)c->count - 1;
    c->sample = s->sample.count;
    fig_sample a = sample_at(s, c, c->u0);
    TW_TRY(tw_push(&s->sample, a));
    for (int i = 1; i <= n; i++) {
        fig_sample b = sample_at(s, c, i == n ? c->u1 : c->u0 + (c->u1 - c->u0) * i / n);
        TW_TRY(between(s, c, &a, &b, 0));
        a = b;
    }
    s->sample.data[s->sample.count - 1].gap = true;
    c->samples = s->sample.count - c->sample;
    return TW_OK;
}
