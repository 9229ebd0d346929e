/* Common to the kinds box and card: a block with edges size.x, size.y, size.z, and its points named
 * by corner, face and edge. */
#ifndef TW_KINDS_BODIES_BLOCK_H
#define TW_KINDS_BODIES_BLOCK_H

#include "kinds/bodies/_round.h"

#include <string.h>

typedef struct tw_block_own {
    vec3 size;
} tw_block_own;

static inline tw_status tw_block_form(const void *own, tw_form *f) {
    const tw_block_own *o = own;
    return tw_form_one(f, (tw_shape){.type = TW_SHAPE_BOX, .p = {o->size.x, o->size.y, o->size.z}});
}

/* *local: place of corner number a->number = 1 .. 8 in body axes, m: bits 0, 1, 2 of number - 1, if
 * set, choose +x, +y, +z. Fails for other numbers */
static inline tw_status tw_block_corner(const void *own, const tw_point_argument *a, vec3 *local) {
    vec3 h = v3_scale(((const tw_block_own *)own)->size, 0.5);
    if (!(a->number >= 1 && a->number <= 8 && a->number == floor(a->number)))
        return tw_fail(TW_ARGUMENT, "expected a corner from 1 to 8, got %.9g", a->number);
    int bits = (int)a->number - 1;
    *local = v3(bits & 1 ? h.x : -h.x, bits & 2 ? h.y : -h.y, bits & 4 ? h.z : -h.z);
    return TW_OK;
}

/* *local: centre of the face ("+x", "-z") or edge ("+x-z") with this name, body axes, m; count:
 * number of axes in the name, 1: a face, 2: an edge. Fails for other texts */
static inline tw_status tw_block_named(const void *own, const char *text, int count, vec3 *local) {
    vec3 h = v3_scale(((const tw_block_own *)own)->size, 0.5);
    double c[3] = {0, 0, 0};
    int n = 0;
    const char *s = text;
    for (; *s; s += 2, n++) {
        static const char axes[] = "xyz";
        const char *axis = s[1] ? strchr(axes, s[1]) : NULL;
        if ((*s != '+' && *s != '-') || !axis || n == count || c[axis - axes] != 0) break;
        c[axis - axes] = *s == '+' ? 1 : -1;
    }
    if (*s || n != count)
        return tw_fail(TW_ARGUMENT, "expected %s, got '%s'",
                       count == 1 ? "a face like '+x'" : "an edge like '+x-z'", text);
    *local = v3(c[0] * h.x, c[1] * h.y, c[2] * h.z);
    return TW_OK;
}

static inline tw_status tw_block_face(const void *own, const tw_point_argument *a, vec3 *local) {
    return tw_block_named(own, a->text, 1, local);
}

static inline tw_status tw_block_edge(const void *own, const tw_point_argument *a, vec3 *local) {
    return tw_block_named(own, a->text, 2, local);
}

#define TW_BLOCK_KIND(NAME, DOC)                                                                \
    static const tw_param params[] = {                                                          \
        {.name = "size",                                                                        \
         .offset = offsetof(tw_block_own, size),                                                \
         .type = TW_PARAM_VEC3,                                                                 \
         .flags = TW_REQUIRED,                                                                  \
         .range = TW_POSITIVE,                                                                  \
         .unit = "m",                                                                           \
         .preset = {0.2, 0.2, 0.2},                                                             \
         .doc = "full edges along x, y, z"},                                                    \
    };                                                                                          \
    static const tw_point_method methods[] = {                                                  \
        {"corner", "integer", "corner 1 .. 8: bits of i-1 choose +x, +y, +z", tw_block_corner}, \
        {"face", "text", "the middle of a face, like '+x'", tw_block_face},                     \
        {"edge", "text", "the middle of an edge, like '+x-z'", tw_block_edge},                  \
        {0},                                                                                    \
    };                                                                                          \
    const tw_body_kind tw_body_##NAME = {                                                       \
        .kind = {.name = #NAME,                                                                 \
                 .doc = DOC,                                                                    \
                 .params = params,                                                              \
                 .param_count = sizeof params / sizeof *params,                                 \
                 .size = sizeof(tw_block_own)},                                                 \
        .form = tw_block_form,                                                                  \
        .methods = methods,                                                                     \
    }

#endif
