/*
 * An arrow at a point that shows a vector: a force, a velocity, or any other that the script
 * computes.
 *
 *     length = scale |value|, or, with `log`, scale log10(1 + |value| / unit), so that each further
 *     power of ten adds `scale`; at most max_length.
 *
 * Its text stands at the tip: above it, or below the tip of an arrow that points down.
 */
#include "model/prop.h"

#include "base/math/elementary.h"

typedef struct arrow {
    tw_id at;
    char *text;
    tw_value value, scale, radius, max_length, unit, size;
    bool log;
} arrow;

/* length and width of the arrow's head, in radii of its shaft */
static const double head = 5.5, wide = 2.2;
/* The text moves from above the tip to below it while the cosine of the arrow's angle to the
 * vertical goes from `above` to `below`. */
static const double above = -0.6, below = -0.9;

static double length_of(const arrow *o, double size, double t) {
    double length = o->log ? tw_log10(1 + size / tw_value1(&o->unit, t)) : size;
    length *= tw_value1(&o->scale, t);
    double most = tw_value1(&o->max_length, t);
    return isnan(most) ? length : fmin(length, most);
}

typedef struct course {
    vec3 along;            /* unit */
    double length, radius; /* m */
    double size;           /* |value| */
    bool there;
} course;

static course course_of(const tw_prop_in *in) {
    const arrow *o = in->own;
    vec3 value = tw_value3(&o->value, in->t);
    course c = {.size = v3_length(value)};
    c.length = length_of(o, c.size, in->t);
    c.radius = tw_prop_stroke(in, &o->radius);
    if (tw_value_is_unset(&o->radius)) c.radius = fmin(1.6 * c.radius, c.length / 12);
    c.there = c.length > 0 && isfinite(c.length) && c.radius > 0;
    if (c.there) c.along = v3_scale(value, 1 / c.size);
    return c;
}

static tw_status show(const tw_prop_in *in, tw_piece_list *out) {
    course c = course_of(in);
    if (!c.there) return TW_OK;
    double r = c.radius, tip = fmin(head * r, 0.5 * c.length), shaft = c.length - tip;
    quat q = q_between(v3(0, 0, 1), c.along);
    TW_TRY(tw_piece_add(out, (tw_shape){.type = TW_SHAPE_CYLINDER, .p = {r, shaft, 0}},
                        (tw_pose){v3_scale(c.along, 0.5 * shaft), q}));
    return tw_piece_add(out, (tw_shape){.type = TW_SHAPE_CONE, .p = {wide * r, tip, 0}},
                        (tw_pose){v3_scale(c.along, shaft + 0.25 * tip), q});
}

static tw_status label(const tw_prop_in *in, tw_prop_label *l) {
    const arrow *o = in->own;
    course c = course_of(in);
    const tw_point *point = tw_world_point(in->world, o->at);
    vec3 from, velocity;
    if (!o->text) return TW_OK;
    TW_TRY(tw_prop_text(o->text, c.size, l->text, sizeof l->text));
    if (!c.there || !point) l->text[0] = '\0';
    if (!l->text[0]) return TW_OK;
    tw_point_now(in->world, point, &from, &velocity);
    l->size = tw_value1(&o->size, in->t);
    l->anchor_x = 0.5;
    l->anchor_y = fmin(fmax((c.along.z - below) / (above - below), 0), 1);
    double gap = 2 * wide * c.radius, up = 2 * l->anchor_y - 1;
    l->at = v3_add(v3_madd(from, c.length, c.along), v3(0, 0, gap * up));
    return TW_OK;
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
    {ROW(text), .type = TW_PARAM_TEXT, .flags = TW_UNSET_OK | TW_OR_CALLBACK,
     .doc = "at its tip; %.0f and the like in it stand for |value|, as in \"F = %.0f N\"; unset: "
            "none"},
    {ROW(size), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .preset = {0.04},
     .doc = "height of the text, as a part of the picture's height"},
};

const tw_prop_kind tw_prop_arrow = {
    .kind = {.name = "arrow",
             .doc = "an arrow that shows a vector",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(arrow)},
    .anchor = TW_ANCHOR_PLACE,
    .show = show,
    .label = label,
    .color = {0.85, 0.33, 0.06},
};
