/*
 * A link of a chain: round wire bent into a stadium, long axis x, in the plane xy.
 *
 * The inner side of a half circle is at x = length/2 - 2 radius = pitch/2. There the link touches
 * the wire of the next link when the chain is taut; the centre line of that wire is one radius
 * nearer to this link's centre. The point of contact is also on the inner side of the next link's
 * half circle. So a taut chain has end2 of each link on end1 of the next one, which is rotated by a
 * quarter turn about x, and the links' centres are one pitch = length - 4 radius apart.
 */
#include "kinds/bodies/_round.h"

typedef struct link_own {
    double length, width, radius;
} link_own;

static tw_status form(const void *own, tw_form *f) {
    const link_own *o = own;
    if (!(o->width > 4 * o->radius))
        return tw_fail(TW_ARGUMENT, "field 'width': expected more than 4 radius (%.9g), got %.9g",
                       4 * o->radius, o->width);
    if (!(o->length > o->width))
        return tw_fail(TW_ARGUMENT, "field 'length': expected more than 'width' (%.9g), got %.9g",
                       o->width, o->length);
    return tw_form_one(
        f, (tw_shape){.type = TW_SHAPE_STADIUM,
                      .p = {0.5 * (o->length - o->width), 0.5 * o->width - o->radius, o->radius}});
}

static double pitch(const void *own) {
    const link_own *o = own;
    return o->length - 4 * o->radius;
}

static vec3 end2(const void *own) {
    return v3(0.5 * pitch(own), 0, 0);
}

static vec3 end1(const void *own) {
    return v3_neg(end2(own));
}

static const tw_param params[] = {
    {.name = "length",
     .offset = offsetof(link_own, length),
     .type = TW_PARAM_NUMBER,
     .flags = TW_REQUIRED,
     .range = TW_POSITIVE,
     .unit = "m",
     .preset = {0.3},
     .doc = "outside, along x"},
    {.name = "width",
     .offset = offsetof(link_own, width),
     .type = TW_PARAM_NUMBER,
     .flags = TW_REQUIRED,
     .range = TW_POSITIVE,
     .unit = "m",
     .preset = {0.2},
     .doc = "outside, along y"},
    {.name = "radius",
     .offset = offsetof(link_own, radius),
     .type = TW_PARAM_NUMBER,
     .flags = TW_REQUIRED,
     .range = TW_POSITIVE,
     .unit = "m",
     .preset = {0.025},
     .doc = "of the wire"},
};

static const tw_point_field fields[] = {
    {"end1", "the inner side of the bow at -x, where the wire before touches", end1},
    {"end2", "the inner side of the bow at +x, where the next wire touches", end2},
    {0},
};

static const tw_number_field numbers[] = {
    {"pitch", "length - 4 radius: the distance of the centres of links in a taut chain (m)", pitch},
    {0},
};

const tw_body_kind tw_body_link = {
    .kind = {.name = "link",
             .doc = "a link of a chain: long axis x, wire in the xy plane",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(link_own)},
    .form = form,
    .fields = fields,
    .numbers = numbers,
};
