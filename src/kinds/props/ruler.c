/*
 * A ruler: the distance of two points as a dimension line, with arrow heads and plates at its ends
 * and its length as text. With an offset it stands beside the points, to which two thinner lines
 * lead. The line consists of solids, so lights and figures treat it like other things; the text is
 * a caption: above the middle of a nearly horizontal line, to the right of a steeper one.
 */
#include "model/prop.h"

#include <stdio.h>

typedef struct ruler {
    tw_station_list from, to;
    char *text;
    tw_value offset, side, radius, size;
} ruler;

/* head, wide: length and width of arrow heads, plate: width of end plates, all in radii of the
 * ruler's line; most: greatest length of an arrow head as a share of the ruler's length */
static const double head = 8, wide = 2.6, plate = 4.5, most = 0.25;
/* radius of the thin lines from the points to the ruler, relative to that of the ruler's line */
static const double thin = 0.5;
/* a line counts as steep if the cosine of its angle to the vertical is at least this */
static const double steep = 0.35;

typedef struct course {
    vec3 point[2], end[2]; /* the two measured points; ends of the ruler's line; m */
    vec3 along;            /* unit */
    double length, radius; /* m */
    bool there;
} course;

static course course_of(const tw_prop_in *in) {
    const ruler *o = in->own;
    course c = {.point = {in->station[0].spot->x, in->station[1].spot->x}};
    vec3 way = v3_sub(c.point[1], c.point[0]);
    double offset = tw_value1(&o->offset, in->t);
    c.length = v3_length(way);
    c.radius = tw_prop_stroke(in, &o->radius);
    if (tw_value_is_unset(&o->radius)) c.radius = fmin(c.radius, c.length / 40);
    c.there = c.length > 0 && isfinite(c.length);
    for (int i = 0; i < 2; i++) c.end[i] = c.point[i];
    if (!c.there) return c;
    c.along = v3_scale(way, 1 / c.length);
    vec3 side = tw_value_is_unset(&o->side) ? v3(0, 0, -1) : tw_value3(&o->side, in->t);
    side = v3_madd(side, -v3_dot(side, c.along), c.along);
    side = v3_length(side) > 1e-6 ? v3_normalized(side) : v3_orthogonal(c.along);
    for (int i = 0; i < 2; i++) c.end[i] = v3_madd(c.point[i], offset, side);
    return c;
}

static tw_status show(const tw_prop_in *in, tw_piece_list *out) {
    course c = course_of(in);
    double r = c.radius;
    if (!c.there || !(r > 0)) return TW_OK;
    double tip = fmin(head * r, most * c.length), shaft = c.length - 2 * tip;
    quat q = tw_piece_along(c.along);
    TW_TRY(tw_piece_add(out, (tw_shape){.type = TW_SHAPE_CYLINDER, .p = {r, shaft, 0}},
                        (tw_pose){v3_lerp(c.end[0], c.end[1], 0.5), q}));
    for (int i = 0; i < 2; i++) {
        /* a cone's origin is its centre of mass, which is 3/4 of its height below the apex */
        vec3 out_ward = i ? c.along : v3_neg(c.along), at = c.end[i];
        tw_pose cone = {v3_madd(at, -0.75 * tip, out_ward), tw_piece_along(out_ward)};
        TW_TRY(tw_piece_add(out, (tw_shape){.type = TW_SHAPE_CONE, .p = {wide * r, tip, 0}}, cone));
        TW_TRY(tw_piece_add(out,
                            (tw_shape){.type = TW_SHAPE_CYLINDER, .p = {plate * r, 0.5 * r, 0}},
                            (tw_pose){v3_madd(at, -0.25 * r, out_ward), q}));
    }
    for (int i = 0; i < 2; i++) TW_TRY(tw_piece_rod(out, c.point[i], c.end[i], thin * r));
    return TW_OK;
}

/* writes a length, given in m, with three digits in km, m or mm */
static void write_length(char *to, size_t size, double length) {
    if (length >= 1000)
        snprintf(to, size, "%.3g km", length / 1000);
    else if (length < 0.01)
        snprintf(to, size, "%.3g mm", length * 1000);
    else
        snprintf(to, size, "%.3g m", length);
}

static tw_status label(const tw_prop_in *in, tw_prop_label *l) {
    const ruler *o = in->own;
    course c = course_of(in);
    vec3 way = v3_sub(c.point[1], c.point[0]);
    bool stands = fabs(way.z) > steep * c.length;
    vec3 off = stands ? v3_zero() : v3(0, 0, plate * c.radius);
    l->at = v3_add(v3_lerp(c.end[0], c.end[1], 0.5), off);
    l->size = isfinite(c.length) ? tw_value1(&o->size, in->t) : 0;
    l->anchor_x = stands ? 0 : 0.5;
    l->anchor_y = stands ? 0.5 : 1;
    if (o->text) return tw_prop_text(o->text, c.length, l->text, sizeof l->text);
    write_length(l->text, sizeof l->text, c.length);
    return TW_OK;
}

#define ROW(field) .name = #field, .offset = offsetof(ruler, field)

static const tw_param params[] = {
    {ROW(from), .type = TW_PARAM_STATIONS, .flags = TW_REQUIRED | TW_FRAME_POINT, .doc = "start"},
    {ROW(to), .type = TW_PARAM_STATIONS, .flags = TW_REQUIRED | TW_FRAME_POINT, .doc = "end"},
    {ROW(text), .type = TW_PARAM_TEXT, .flags = TW_UNSET_OK | TW_OR_CALLBACK,
     .doc = "beside its middle; %.2f and the like in it stand for the length in metres, as in "
            "\"\u2113 = %.2f m\"; unset: the length now, as in 1.25 m; \"\": none"},
    {ROW(offset), .type = TW_PARAM_VALUE, .unit = "m",
     .doc = "distance of the line from the points"},
    {ROW(side), .type = TW_PARAM_VALUE3, .flags = TW_UNSET_OK | TW_FRAME_VECTOR,
     .range = TW_NOT_ZERO, .preset = {TW_UNSET, TW_UNSET, TW_UNSET},
     .doc = "direction of offset; its part across the line counts; unset: down"},
    {ROW(radius), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE,
     .unit = "m", .preset = {TW_UNSET},
     .doc = "radius of the line; unset: suits the size of the bodies that move, 1/40 of the length "
            "at most"},
    {ROW(size), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .preset = {0.04},
     .doc = "height of the text's line, as a part of the picture's height; 0: no text"},
};

const tw_prop_kind tw_prop_ruler = {
    .kind = {.name = "ruler",
             .doc = "a dimension line between two points with its length as text",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(ruler)},
    .anchor = TW_ANCHOR_PIECES,
    .show = show,
    .label = label,
    .color = {0.85, 0.55, 0.06},
};
