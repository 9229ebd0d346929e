/*
 * An arrow at a point that shows a vector: a force, a velocity, whatever the script computes. Its
 * length is
 *
 *     scale |value|,   or with log   scale log10(1 + |value| / unit),
 *
 * so that each further power of ten adds `scale`, and max_length at most.
 */
#include "model/prop.h"

#include "base/math/elementary.h"

typedef struct arrow {
    tw_id at;
    tw_value value, scale, radius, max_length, unit;
    bool log;
} arrow;

static double length_of(const arrow *o, double size, double t) {
    double length = o->log ? tw_log10(1 + size / tw_value1(&o->unit, t)) : size;
    length *= tw_value1(&o->scale, t);
    double most = tw_value1(&o->max_length, t);
    return isnan(most) ? length : fmin(length, most);
}

static tw_status show(const tw_prop_in *in, tw_piece_list *out) {
    const arrow *o = in->own;
    vec3 value = tw_value3(&o->value, in->t);
    double size = v3_length(value), length = length_of(o, size, in->t);
    double r = tw_prop_stroke(in, &o->radius);
    if (tw_value_is_unset(&o->radius)) r = fmin(1.6 * r, length / 12);
    if (!(length > 0) || !isfinite(length) || !(r > 0)) return TW_OK;
    double tip = fmin(5.5 * r, 0.5 * length), shaft = length - tip;
    vec3 along = v3_scale(value, 1 / size);
    quat q = q_between(v3(0, 0, 1), along);
    TW_TRY(tw_piece_add(out, (tw_shape){.type = TW_SHAPE_CYLINDER, .p = {r, shaft, 0}},
                        (tw_pose){v3_scale(along, 0.5 * shaft), q}));
    return tw_piece_add(out, (tw_shape){.type = TW_SHAPE_CONE, .p = {2.2 * r, tip, 0}},
                        (tw_pose){v3_scale(along, shaft + 0.25 * tip), q});
}

#define ROW(field) .name = #field, .offset = offsetof(arrow, field)

static const tw_param params[] = {
    {ROW(at), .type = TW_PARAM_POINT, .flags = TW_REQUIRED | TW_OR_BODY,
     .doc = "start of the arrow; a body: its centre"},
    {ROW(value), .type = TW_PARAM_VALUE3, .flags = TW_REQUIRED | TW_OR_CALLBACK,
     .doc = "the vector, in world axes; a function of t may read anything of the scene"},
    {ROW(scale), .type = TW_PARAM_VALUE, .range = TW_ANY, .preset = {1},
     .doc = "metres per unit of the vector"},
    {ROW(radius), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE,
     .unit = "m", .preset = {TW_UNSET},
     .doc = "radius of the shaft; unset: suits the size of the bodies that move, 1/12 of the "
            "length at most"},
    {ROW(max_length), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE,
     .unit = "m", .preset = {TW_UNSET}, .doc = "greatest length; unset: no bound"},
    {ROW(log), .type = TW_PARAM_BOOL,
     .doc = "length is scale * log10(1 + |value| / unit): for values over powers of ten"},
    {ROW(unit), .type = TW_PARAM_VALUE, .range = TW_POSITIVE, .preset = {1},
     .doc = "with log, the value where the arrow becomes visible"},
};

const tw_prop_kind tw_prop_arrow = {
    .kind = {.name = "arrow",
             .doc = "an arrow that shows a vector",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(arrow)},
    .anchor = TW_ANCHOR_PLACE,
    .show = show,
    .color = {0.85, 0.33, 0.06},
};
