/*
 * A line: thin round rods between moving points, along a list of points or a curve; solid or
 * dashed. Dashes are counted from its beginning, so that they stay where they are when it grows.
 */
#include "model/prop.h"

#include "numeric/value/spline.h"

typedef struct line {
    tw_station_list from, to;
    tw_value curve, s0, s1;
    tw_value radius, dash;
    bool dashed;
} line;

enum { STEPS = 160 }; /* number of straight pieces into which a curve is cut */

/* dash_radii: default length of a dash, with its round ends, in radii of the line; gap_part: gap
 * after a dash as a share of its length */
static const double dash_radii = 10, gap_part = 0.6;

typedef struct pen {
    tw_piece_list *out;
    /* radius: of the line; dash: length of a dash without its round ends, 0: a solid line; period:
     * distance from dash to dash; all m */
    double radius, dash, period;
    double gone; /* length of the line that has been drawn so far, m */
    vec3 at;
} pen;

/* draws the straight line from the pen's position to `to`, or those parts of it that dashes cover;
 * moves the pen */
static tw_status draw_to(pen *p, vec3 to) {
    vec3 from = p->at;
    double length = v3_length(v3_sub(to, from));
    p->at = to;
    if (!(length > 0) || !isfinite(length)) return TW_OK;
    if (!(p->dash > 0)) return tw_piece_rod(p->out, from, to, p->radius);
    double begin = p->gone, end = begin + length;
    p->gone = end;
    for (double k = floor(begin / p->period); k * p->period < end; k++) {
        double a = fmax(k * p->period, begin), b = fmin(k * p->period + p->dash, end);
        if (b > a)
            TW_TRY(tw_piece_rod(p->out, v3_lerp(from, to, (a - begin) / length),
                                v3_lerp(from, to, (b - begin) / length), p->radius));
    }
    return TW_OK;
}

static bool has_curve(const line *o) {
    return o->curve.kind != TW_VALUE_CONSTANT;
}

static double bound(const line *o, const tw_value *v, bool last, double t) {
    if (!tw_value_is_unset(v)) return tw_value1(v, t);
    if (o->curve.kind != TW_VALUE_SPLINE) return last;
    const tw_spline *spline = o->curve.of.spline;
    return tw_spline_knot(spline, last ? tw_spline_count(spline) - 1 : 0);
}

/* corner number i of the polygon that is drawn: a point of the lists, or a place on the curve */
static vec3 corner(const tw_prop_in *in, size_t i) {
    const line *o = in->own;
    if (has_curve(o)) {
        double a = bound(o, &o->s0, false, in->t), b = bound(o, &o->s1, true, in->t);
        return tw_value3(&o->curve, a + (b - a) * (double)i / STEPS);
    }
    return i < in->station[0].count ? in->station[0].spot[i].x
                                    : in->station[1].spot[i - in->station[0].count].x;
}

static tw_status check(const line *o) {
    size_t n = o->from.count + o->to.count;
    if (has_curve(o))
        return n ? tw_fail(TW_ARGUMENT, "field 'curve': expected either it or 'from' and 'to', "
                                        "got both")
                 : TW_OK;
    if (!o->from.count)
        return tw_fail(TW_ARGUMENT, "field 'from' is missing: expected a point, a body, {x, y, z}, "
                                    "a function of t, or a list of them");
    if (n < 2)
        return tw_fail(TW_ARGUMENT, "field 'to' is missing: expected a point, a body, {x, y, z} or "
                                    "a function of t, since 'from' is a single place");
    return TW_OK;
}

static tw_status show(const tw_prop_in *in, tw_piece_list *out) {
    const line *o = in->own;
    TW_TRY(check(o));
    size_t n = has_curve(o) ? STEPS + 1 : in->station[0].count + in->station[1].count;
    pen p = {.out = out, .radius = tw_prop_stroke(in, &o->radius)};
    double length = 0;
    if (!(p.radius > 0)) return TW_OK;
    for (size_t i = 1; i < n; i++) length += v3_length(v3_sub(corner(in, i), corner(in, i - 1)));
    if (o->dashed) {
        p.dash = tw_value_is_unset(&o->dash) ? dash_radii * p.radius : tw_value1(&o->dash, in->t);
        /* dashes are made longer if the line would have more of them than a prop may have pieces */
        p.dash = fmax(p.dash, length / (TW_PROP_PIECES / 2));
        p.period = (1 + gap_part) * p.dash;
        /* from here on `dash` is the length without the two round ends */
        p.dash = fmax(p.dash - 2 * p.radius, 0.05 * p.dash);
    }
    p.at = corner(in, 0);
    for (size_t i = 1; i < n; i++) {
        vec3 x = corner(in, i);
        /* of a curve, places nearer to the last one than the line's diameter are left out */
        bool near = has_curve(o) && v3_length(v3_sub(x, p.at)) < 2 * p.radius;
        if (!near || i + 1 == n) TW_TRY(draw_to(&p, x));
    }
    return TW_OK;
}

#define ROW(field) .name = #field, .offset = offsetof(line, field)

static const tw_param params[] = {
    {ROW(from), .type = TW_PARAM_STATIONS, .flags = TW_LISTED | TW_UNSET_OK | TW_FRAME_POINT,
     .doc = "start, or a list of all places that it passes through"},
    {ROW(to), .type = TW_PARAM_STATIONS, .flags = TW_UNSET_OK | TW_FRAME_POINT,
     .doc = "end; unset: the last place of from"},
    {ROW(curve), .type = TW_PARAM_VALUE3, .flags = TW_UNSET_OK | TW_OF_PARAMETER | TW_FRAME_POINT,
     .preset = {TW_UNSET, TW_UNSET, TW_UNSET},
     .doc = "instead of from and to: a spline, or a function of s"},
    {ROW(s0), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .preset = {TW_UNSET},
     .doc = "start on the curve; unset: a spline's first knot, else 0"},
    {ROW(s1), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .preset = {TW_UNSET},
     .doc = "end on the curve; unset: a spline's last knot, else 1"},
    {ROW(radius), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE,
     .unit = "m", .preset = {TW_UNSET},
     .doc = "radius of the line; unset: suits the size of the bodies that move"},
    {ROW(dashed), .type = TW_PARAM_BOOL, .doc = "drawn in dashes"},
    {ROW(dash), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_POSITIVE, .unit = "m",
     .preset = {TW_UNSET}, .doc = "length of a dash, gaps are 3/5 of it; unset: ten times radius"},
};

const tw_prop_kind tw_prop_line = {
    .kind = {.name = "line",
             .doc = "a thin line between moving points, along many of them, or along a curve",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(line)},
    .anchor = TW_ANCHOR_PIECES,
    .show = show,
    .color = {0.10, 0.10, 0.12},
};
