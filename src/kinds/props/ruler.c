/*
 * A ruler: the distance of two points as a dimension line, with heads at its ends and its length
 * beside it as text.
 *
 * The line is of solids, so it is seen by lights and by figures as other things are; the text is a
 * caption, above the middle of a line that lies, to the right of one that stands or leans.
 */
#include "model/prop.h"

#include <stdio.h>

typedef struct ruler {
    tw_id from, to;
    char *text;
    tw_value radius, size;
} ruler;

/* of the radius: heads and the plates at the ends; of the length: heads at most */
static const double head = 8, wide = 2.6, plate = 4.5, most = 0.25;
static const double steep = 0.35; /* cosine to the vertical: a line that stands, or leans */

static double radius_of(const ruler *o, const tw_prop_in *in, double length) {
    double r = tw_value1(&o->radius, in->t);
    return isnan(r) ? length / 200 : r;
}

static tw_status show(const tw_prop_in *in, tw_piece_list *out) {
    const ruler *o = in->own;
    if (in->places < 2) return TW_OK;
    vec3 a = in->place[0], way = v3_sub(in->place[1], a);
    double length = v3_length(way), r = radius_of(o, in, length);
    if (!(length > 0) || !isfinite(length) || !(r > 0)) return TW_OK;
    double tip = fmin(head * r, most * length), shaft = length - 2 * tip;
    vec3 along = v3_scale(way, 1 / length);
    quat q = q_between(v3(0, 0, 1), along);
    TW_TRY(tw_piece_add(out, (tw_shape){.type = TW_SHAPE_CYLINDER, .p = {r, shaft, 0}},
                        (tw_pose){v3_madd(a, 0.5 * length, along), q}));
    for (int end = 0; end < 2; end++) {
        /* a cone's apex is 3/4 of its height from its middle */
        vec3 out_ward = end ? along : v3_neg(along), at = in->place[end];
        tw_pose cone = {v3_madd(at, -0.75 * tip, out_ward), q_between(v3(0, 0, 1), out_ward)};
        TW_TRY(tw_piece_add(out, (tw_shape){.type = TW_SHAPE_CONE, .p = {wide * r, tip, 0}}, cone));
        TW_TRY(tw_piece_add(out,
                            (tw_shape){.type = TW_SHAPE_CYLINDER, .p = {plate * r, 0.5 * r, 0}},
                            (tw_pose){v3_madd(at, -0.25 * r, out_ward), q}));
    }
    return TW_OK;
}

/* three digits, in the unit that needs no power of ten */
static void write_length(char *to, size_t size, double length) {
    if (length >= 1000)
        snprintf(to, size, "%.3g km", length / 1000);
    else if (length < 0.01)
        snprintf(to, size, "%.3g mm", length * 1000);
    else
        snprintf(to, size, "%.3g m", length);
}

static bool label(const tw_prop_in *in, tw_prop_label *l) {
    const ruler *o = in->own;
    if (in->places < 2) return false;
    vec3 way = v3_sub(in->place[1], in->place[0]);
    double length = v3_length(way), r = radius_of(o, in, length), size = tw_value1(&o->size, in->t);
    if (!isfinite(length) || !(size > 0)) return false;
    bool stands = fabs(way.z) > steep * length;
    vec3 off = stands ? v3_zero() : v3(0, 0, plate * r);
    l->at = v3_add(v3_lerp(in->place[0], in->place[1], 0.5), off);
    l->size = size;
    l->anchor_x = stands ? 0 : 0.5;
    l->anchor_y = stands ? 0.5 : 1;
    l->text = o->text ? o->text : l->number;
    write_length(l->number, sizeof l->number, length);
    return true;
}

#define ROW(field) .name = #field, .offset = offsetof(ruler, field)

static const tw_param params[] = {
    {ROW(from), .type = TW_PARAM_POINT, .flags = TW_REQUIRED | TW_OR_BODY,
     .doc = "the point where it begins; a body: its centre"},
    {ROW(to), .type = TW_PARAM_POINT, .flags = TW_REQUIRED | TW_OR_BODY,
     .doc = "the point where it ends; a body: its centre"},
    {ROW(text), .type = TW_PARAM_TEXT, .flags = TW_UNSET_OK,
     .doc = "beside its middle; unset: the length now, as in 1.25 m"},
    {ROW(radius), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE,
     .unit = "m", .preset = {TW_UNSET}, .doc = "of the line; unset: 1/200 of the length"},
    {ROW(size), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .preset = {0.04},
     .doc = "height of the text's line, as a part of the picture's height; 0: no text"},
};

const tw_prop_kind tw_prop_ruler = {
    .kind = {.name = "ruler",
             .doc = "a dimension line between two points with its length as text",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(ruler)},
    .anchor = TW_ANCHOR_WORLD,
    .show = show,
    .label = label,
    .color = {0.85, 0.55, 0.06},
};
