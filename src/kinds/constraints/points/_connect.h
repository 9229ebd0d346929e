/*
 * Common to point-to-nail, point-to-path and point-to-point: two points coincide.
 *
 *     D = X_1 - X_2,   D' = v_1 - v_2,   D'' = a_1 - a_2      [BB88 eq. 13, C.1, C.2 with the sign
 * of D that fits its Gammas]
 *
 * Three rows, the force +Fc acts on point 1 and -Fc on point 2 [BB88 C.2].
 */
#ifndef TW_KINDS_CONSTRAINTS_POINTS_CONNECT_H
#define TW_KINDS_CONSTRAINTS_POINTS_CONNECT_H

#include "model/world.h"

/* fails if the two points belong to the same body, or both to the world */
static inline tw_status tw_connect_check(const struct tw_world *w, const char *field, tw_id a,
                                         tw_id b) {
    tw_id of_a = tw_world_point(w, a)->body, of_b = tw_world_point(w, b)->body;
    if (!tw_id_equal(of_a, of_b)) return TW_OK;
    if (tw_id_none(of_a))
        return tw_fail(TW_ARGUMENT,
                       "field '%s': expected a point of a body, got two points in space", field);
    return tw_fail(TW_ARGUMENT, "field '%s': expected a point of another body, got two of '%s'",
                   field, tw_world_body(w, of_a)->o.name);
}

static inline int tw_connect_rows(const void *own) {
    (void)own;
    return 3;
}

static inline void tw_connect_terms(const tw_terms_in *in, tw_terms *out) {
    const tw_point_motion *p1 = &in->point[0], *p2 = &in->point[1];
    v3_store(out->D, v3_sub(p1->x, p2->x));
    const vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++) {
        tw_row_point(out, i, p1, axes[i]);
        tw_row_point(out, i, p2, v3_neg(axes[i]));
    }
}

/* defines the kind NAME, which makes two points coincide, given by its fields A and B */
#define TW_CONNECT_KIND(NAME, DOC, A, A_DOC, B, B_DOC)          \
    typedef struct own {                                        \
        tw_id A, B;                                             \
    } own;                                                      \
    static const tw_param params[] = {                          \
        {.name = #A,                                            \
         .offset = offsetof(own, A),                            \
         .type = TW_PARAM_POINT,                                \
         .flags = TW_REQUIRED,                                  \
         .doc = A_DOC},                                         \
        {.name = #B,                                            \
         .offset = offsetof(own, B),                            \
         .type = TW_PARAM_POINT,                                \
         .flags = TW_REQUIRED,                                  \
         .doc = B_DOC},                                         \
    };                                                          \
    static tw_status begin(void *o, const struct tw_world *w) { \
        const own *c = o;                                       \
        return tw_connect_check(w, #B, c->A, c->B);             \
    }                                                           \
    const tw_constraint_kind tw_constraint_##NAME = {           \
        .kind = {.name = #NAME,                                 \
                 .doc = DOC,                                    \
                 .params = params,                              \
                 .param_count = sizeof params / sizeof *params, \
                 .size = sizeof(own),                           \
                 .verb = "connect"},                            \
        .level = TW_POSITION_LEVEL,                             \
        .rows = tw_connect_rows,                                \
        .terms = tw_connect_terms,                              \
        .begin = begin,                                         \
        .connects = true,                                       \
    }

#endif
