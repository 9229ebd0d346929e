/*
 * Bodies with an axis that are given by a length or by their two ends: rod, capsule, cylinder,
 * disk. The axis is local z; end 1 at -z, end 2 at +z.
 */
#ifndef TW_KINDS_BODIES_ROUND_H
#define TW_KINDS_BODIES_ROUND_H

#include "model/field/kind.h"

typedef struct tw_round {
    double length, radius;
    vec3 from, to;
} tw_round;

/* checks, when the body is made, that the script gives either the length or both ends, whose
 * distance is then the length */
static inline tw_status tw_round_begin(tw_round *o, const char *length_name) {
    bool has_length = !isnan(o->length), has_from = !isnan(o->from.x), has_to = !isnan(o->to.x);
    if (has_from != has_to)
        return tw_fail(TW_ARGUMENT, "field '%s': expected together with '%s'",
                       has_from ? "from" : "to", has_from ? "to" : "from");
    if (has_length && has_from)
        return tw_fail(TW_ARGUMENT, "field '%s': expected either it or 'from' and 'to', got both",
                       length_name);
    if (!has_length && !has_from)
        return tw_fail(TW_ARGUMENT, "field '%s': expected it, or 'from' and 'to'", length_name);
    if (has_length) return TW_OK;
    o->length = v3_length(v3_sub(o->to, o->from));
    if (!(o->length > 0))
        return tw_fail(TW_ARGUMENT, "field 'to': expected another place than 'from'");
    return TW_OK;
}

/* *form: one shape of the type `type` with parameters {radius, length}; if the ends are given, also
 * the pose that they imply */
static inline tw_status tw_round_form(const tw_round *o, const char *length_name, int type,
                                      tw_form *form) {
    if (!(o->length > 0))
        return tw_fail(TW_ARGUMENT, "field '%s': expected a positive number, got nil", length_name);
    TW_TRY(tw_form_one(form, (tw_shape){.type = type, .p = {o->radius, o->length, 0}}));
    if (isnan(o->from.x)) return TW_OK;
    form->has_pose = true;
    form->at.x = v3_lerp(o->from, o->to, 0.5);
    form->at.q = q_between(v3(0, 0, 1), v3_normalized(v3_sub(o->to, o->from)));
    return TW_OK;
}

/* half of the body's length: distance of its ends from its centre, m */
static inline double tw_round_half(const void *own) {
    return 0.5 * ((const tw_round *)own)->length;
}

static inline vec3 tw_round_end1(const void *own) {
    return v3(0, 0, -tw_round_half(own));
}

static inline vec3 tw_round_end2(const void *own) {
    return v3(0, 0, tw_round_half(own));
}

/* parameter rows that these bodies share; LENGTH: name of the field that gives the length */
#define TW_ROUND_PARAMS(LENGTH, LENGTH_DOC)                                                   \
    {.name = LENGTH,                                                                          \
     .offset = offsetof(tw_round, length),                                                    \
     .type = TW_PARAM_NUMBER,                                                                 \
     .flags = TW_UNSET_OK,                                                                    \
     .range = TW_POSITIVE,                                                                    \
     .unit = "m",                                                                             \
     .preset = {TW_UNSET},                                                                    \
     .doc = LENGTH_DOC},                                                                      \
        {.name = "radius",                                                                    \
         .offset = offsetof(tw_round, radius),                                                \
         .type = TW_PARAM_NUMBER,                                                             \
         .flags = TW_REQUIRED,                                                                \
         .range = TW_POSITIVE,                                                                \
         .unit = "m",                                                                         \
         .preset = {0.05},                                                                    \
         .doc = "radius"},                                                                    \
        {.name = "from",                                                                      \
         .offset = offsetof(tw_round, from),                                                  \
         .type = TW_PARAM_VEC3,                                                               \
         .flags = TW_UNSET_OK | TW_AT_CREATION | TW_FRAME_POINT,                              \
         .unit = "m",                                                                         \
         .preset = {TW_UNSET, TW_UNSET, TW_UNSET},                                            \
         .doc = "where end 1 is; gives length, position and orientation together with `to`"}, \
        {.name = "to",                                                                        \
         .offset = offsetof(tw_round, to),                                                    \
         .type = TW_PARAM_VEC3,                                                               \
         .flags = TW_UNSET_OK | TW_AT_CREATION | TW_FRAME_POINT,                              \
         .unit = "m",                                                                         \
         .preset = {TW_UNSET, TW_UNSET, TW_UNSET},                                            \
         .doc = "where end 2 is"},

#endif
