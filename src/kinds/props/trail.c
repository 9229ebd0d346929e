/*
 * A trail: a tube along the path of a point in the last seconds.
 *
 * The path is known by samples (t, x, v) at times of the trail's own, not the film's; between two
 * of them it is the cubic with these positions and velocities, cut into capsules where it bends. It
 * has a gap where a script or an event moved the point abruptly.
 */
#include "model/prop.h"

#include "base/math/elementary.h"

typedef struct trail {
    tw_id point;
    tw_value seconds, radius, taper;
} trail;

enum { MOST = 900 }; /* greatest number of capsules of a trail */

/* position on the cubic through two samples with their velocities (Hermite), at the fraction u = 0
 * .. 1 of the time between them */
static vec3 between(const tw_track_sample *a, const tw_track_sample *b, double u) {
    double h = b->t - a->t, u2 = u * u, u3 = u2 * u;
    vec3 x = v3_scale(a->x, 2 * u3 - 3 * u2 + 1);
    x = v3_madd(x, 3 * u2 - 2 * u3, b->x);
    x = v3_madd(x, h * (u3 - 2 * u2 + u), a->v);
    return v3_madd(x, h * (u3 - u2), b->v);
}

/* number of straight pieces between two samples: one for each 1/16 rad by which the direction of
 * the path changes, at most 32 */
static int cuts(const tw_track_sample *a, const tw_track_sample *b) {
    vec3 d = v3_sub(b->x, a->x);
    double chord = v3_length(d), h = b->t - a->t;
    if (!(chord > 0)) return 1;
    vec3 c = v3_sub(v3_scale(a->v, h), d), e = v3_sub(v3_scale(b->v, h), d);
    double n = 1 + 16 * (v3_length(c) + v3_length(e)) / chord;
    return n < 32 ? (int)n : 32;
}

typedef struct pen {
    tw_piece_list *out;
    /* begin, end: times between which the path is drawn, s; radius: m; taper: share, 0 .. 1, by
     * which the radius is smaller at the beginning */
    double begin, end, radius, taper;
    bool down;
    vec3 x; /* position */
} pen;

static tw_status draw_to(pen *p, vec3 x, double t) {
    if (!p->down) {
        p->down = true;
        p->x = x;
        return TW_OK;
    }
    double u = p->end > p->begin ? (t - p->begin) / (p->end - p->begin) : 1;
    double r = p->radius * (1 - p->taper * (1 - u));
    vec3 d = v3_sub(x, p->x);
    double length = v3_length(d);
    /* the point hardly moves between the two samples */
    if (!(length > 0.02 * p->radius) || !(r > 0)) return TW_OK;
    tw_pose at = {v3_lerp(p->x, x, 0.5), q_between(v3(0, 0, 1), v3_scale(d, 1 / length))};
    p->x = x;
    return tw_piece_add(p->out, (tw_shape){.type = TW_SHAPE_CAPSULE, .p = {r, length, 0}}, at);
}

/* draws the path through every stride-th sample and the last one, with at most `most` straight
 * pieces between two */
static tw_status draw(const tw_prop_in *in, pen *p, size_t stride, int most) {
    for (size_t i = 0, j = 0; j + 1 < in->track_count; i = j) {
        j = i + stride < in->track_count ? i + stride : in->track_count - 1;
        const tw_track_sample *a = &in->track[i], *b = &in->track[j];
        if (b->t <= p->begin || !(b->t > a->t)) continue;
        if (a->jumps != b->jumps) {
            p->down = false;
            continue;
        }
        double from = fmax(0, (p->begin - a->t) / (b->t - a->t));
        int n = cuts(a, b);
        n = n < most ? n : most;
        if (!p->down) TW_TRY(draw_to(p, between(a, b, from), fmax(a->t, p->begin)));
        for (int k = 1; k <= n; k++) {
            double u = (double)k / n;
            if (u > from) TW_TRY(draw_to(p, between(a, b, u), a->t + u * (b->t - a->t)));
        }
    }
    return TW_OK;
}

static tw_status show(const tw_prop_in *in, tw_piece_list *out) {
    const trail *o = in->own;
    pen p = {.out = out,
             .begin = in->t - tw_value1(&o->seconds, in->t),
             .end = in->t,
             .radius = tw_prop_stroke(in, &o->radius),
             .taper = tw_value1(&o->taper, in->t)};
    if (!(p.radius > 0) || !(p.begin < p.end)) return TW_OK;
    size_t spans = 0, pieces = 0;
    for (size_t i = 1; i < in->track_count; i++)
        if (in->track[i].t > p.begin) {
            pieces += (size_t)cuts(&in->track[i - 1], &in->track[i]);
            spans++;
        }
    /* if the path has so many bends that there would be more than MOST pieces, all spans get
     * equally few */
    int most = pieces <= MOST || spans == 0 ? 32 : (int)(MOST / spans);
    return draw(in, &p, 1 + spans / MOST, most < 1 ? 1 : most);
}

static double span(const void *own, double t) {
    return tw_value1(&((const trail *)own)->seconds, t);
}

#define ROW(field) .name = #field, .offset = offsetof(trail, field)

static const tw_param params[] = {
    {ROW(point), .type = TW_PARAM_POINT, .flags = TW_REQUIRED | TW_OR_BODY,
     .doc = "the point; a body: its centre"},
    {ROW(seconds), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .unit = "s", .preset = {1},
     .doc = "length in time"},
    {ROW(radius), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE,
     .unit = "m", .preset = {TW_UNSET},
     .doc = "radius of the tube; unset: suits the size of the bodies that move"},
    {ROW(taper), .type = TW_PARAM_VALUE, .range = TW_UNIT_RANGE, .preset = {0},
     .doc = "from 0 (constant radius) to 1 (the old end is a point)"},
};

const tw_prop_kind tw_prop_trail = {
    .kind = {.name = "trail",
             .doc = "a tube along the way that a point has gone",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(trail)},
    .anchor = TW_ANCHOR_WORLD,
    .show = show,
    .span = span,
    .color = {0.10, 0.36, 0.75},
};
