/*
 * An arc: the angle between two directions at a point, with its text. It shows the smaller angle, 0
 * .. pi, or, with `axis`, the right-handed angle about that axis, 0 .. 2 pi.
 */
#include "model/prop.h"

#include "base/math/elementary.h"

typedef struct arc {
    tw_station_list at, from, to;
    tw_value axis, radius, wire, size;
    char *text;
} arc;

enum { FINEST = 180 }; /* number of straight pieces into which a full circle is cut */

/* the arc at one instant: it begins in the direction `first` and goes through the angle `sweep`
 * (rad) toward `side` */
typedef struct course {
    /* centre `at`, m; unit vectors first and side, perpendicular to each other */
    vec3 at, first, side;
    double sweep, radius; /* rad, m */
    bool there;
} course;

static vec3 toward(const tw_spots *s, vec3 at, double *distance) {
    vec3 d = s->spot->point ? v3_sub(s->spot->x, at) : s->spot->x;
    if (s->spot->point) *distance = fmin(*distance, v3_length(d));
    return d;
}

static vec3 across(vec3 v, vec3 n) {
    return v3_madd(v, -v3_dot(v, n), n);
}

static course course_of(const tw_prop_in *in) {
    const arc *o = in->own;
    course c = {.at = in->station[0].spot->x, .radius = tw_value1(&o->radius, in->t)};
    double distance = INFINITY;
    vec3 a = toward(&in->station[1], c.at, &distance), b = toward(&in->station[2], c.at, &distance);
    bool turns = !tw_value_is_unset(&o->axis);
    vec3 n = turns ? tw_value3(&o->axis, in->t) : v3_cross(a, b);
    if (isnan(c.radius)) c.radius = isfinite(distance) ? 0.35 * distance : 0.3;
    if (!(v3_length(n) > 0)) {
        if (v3_dot(a, b) >= 0 || !(v3_length(a) > 0)) return c; /* no angle */
        n = v3_orthogonal(a);
    }
    n = v3_normalized(n);
    a = across(a, n), b = across(b, n);
    if (!(v3_length(a) > 0) || !(v3_length(b) > 0) || !(c.radius > 0)) return c;
    c.first = v3_normalized(a);
    c.side = v3_cross(n, c.first);
    c.sweep = tw_atan2(v3_dot(b, c.side), v3_dot(b, c.first));
    /* for directions that are equal except for rounding the angle is 0, not 2 pi */
    if (c.sweep < 0) c.sweep = c.sweep > -1e-9 ? 0 : c.sweep + 2 * M_PI;
    c.there = isfinite(c.sweep);
    return c;
}

static vec3 on(const course *c, double angle, double radius) {
    vec3 x = v3_madd(c->at, radius * tw_cos(angle), c->first);
    return v3_madd(x, radius * tw_sin(angle), c->side);
}

static tw_status show(const tw_prop_in *in, tw_piece_list *out) {
    const arc *o = in->own;
    course c = course_of(in);
    if (!c.there) return TW_OK;
    double wire = tw_value1(&o->wire, in->t);
    if (isnan(wire)) wire = 0.02 * c.radius;
    int n = (int)ceil(FINEST * c.sweep / (2 * M_PI));
    for (int i = 0; i < n; i++)
        TW_TRY(tw_piece_rod(out, on(&c, c.sweep * i / n, c.radius),
                            on(&c, c.sweep * (i + 1) / n, c.radius), wire));
    return TW_OK;
}

static tw_status label(const tw_prop_in *in, tw_prop_label *out) {
    const arc *o = in->own;
    course c = course_of(in);
    if (!o->text) return TW_OK;
    TW_TRY(tw_prop_text(o->text, c.sweep * 180 / M_PI, out->text, sizeof out->text));
    if (!c.there) out->text[0] = '\0';
    out->at = on(&c, 0.5 * c.sweep, 1.3 * c.radius);
    out->anchor_x = out->anchor_y = 0.5;
    out->size = tw_value1(&o->size, in->t);
    return TW_OK;
}

#define ROW(field) .name = #field, .offset = offsetof(arc, field)

static const tw_param params[] = {
    {ROW(at), .type = TW_PARAM_STATIONS, .flags = TW_REQUIRED | TW_FRAME_POINT,
     .doc = "its centre"},
    {ROW(from), .type = TW_PARAM_STATIONS, .flags = TW_REQUIRED | TW_FRAME_VECTOR,
     .range = TW_NOT_ZERO,
     .doc = "start: towards a point or body, or a direction {x, y, z} of the world"},
    {ROW(to), .type = TW_PARAM_STATIONS, .flags = TW_REQUIRED | TW_FRAME_VECTOR,
     .range = TW_NOT_ZERO, .doc = "end, likewise"},
    {ROW(axis), .type = TW_PARAM_VALUE3, .flags = TW_UNSET_OK | TW_FRAME_VECTOR,
     .range = TW_NOT_ZERO, .preset = {TW_UNSET, TW_UNSET, TW_UNSET},
     .doc = "the arc runs right-handed about this axis, up to a whole turn; unset: over the "
            "smaller angle"},
    {ROW(radius), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE,
     .unit = "m", .preset = {TW_UNSET},
     .doc = "radius of the arc; unset: 0.35 of the distance to the nearer point, 0.3 m without "
            "points"},
    {ROW(wire), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE, .unit = "m",
     .preset = {TW_UNSET}, .doc = "radius of its wire; unset: 1/50 of radius"},
    {ROW(text), .type = TW_PARAM_TEXT, .flags = TW_UNSET_OK | TW_OR_CALLBACK,
     .doc = "letters beside it, as in \"\u03b8\" or \"\u03b8 = %.0f\u00b0\" with the angle in "
            "degrees; unset: none"},
    {ROW(size), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .preset = {0.04},
     .doc = "height of the text, as a part of the picture's height"},
};

const tw_prop_kind tw_prop_arc = {
    .kind = {.name = "arc",
             .doc = "the angle between two directions at a point",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(arc)},
    .anchor = TW_ANCHOR_PIECES,
    .show = show,
    .label = label,
    .color = {0.85, 0.55, 0.06},
};
