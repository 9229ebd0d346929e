/*
 * A point stays on a plane of the world or of a body [K06 ex. 1].
 *
 *     D   = n . r,  r = X_P - X_O                                   (1 row, m)
 *     D'  = n . r' + n' . r
 *     D'' = n . r'' + 2 n' . r' + n'' . r
 *
 * O and n may vary with time and belong to a body. The reaction on that body acts at P: its part of
 * the row is the opposite force, with the arm from its centre of mass to P.
 */
#include "model/field/kind.h"

typedef struct own {
    tw_id point, on;
    tw_value through, normal;
} own;

static int rows(const void *o) {
    (void)o;
    return 1;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const tw_point_motion *p = &in->point[0], *o = &in->point[1];
    const tw_vector_motion *n = &in->vector[0];
    vec3 r = v3_sub(p->x, o->x), r1 = v3_sub(p->v, o->v);
    out->D[0] = v3_dot(n->v, r);
    out->D1[0] = v3_dot(n->v, r1) + v3_dot(n->d1, r);
    out->bias[0] =
        v3_dot(n->v, v3_sub(p->bias, o->bias)) + 2 * v3_dot(n->d1, r1) + v3_dot(n->bias, r);
    tw_row_add(out, 0, p->slot, n->v, v3_cross(p->b, n->v));
    if (o->slot >= 0) {
        /* arm from the centre of mass of the plane's body to P */
        vec3 arm = v3_add(o->b, r);
        tw_row_add(out, 0, o->slot, v3_neg(n->v), v3_neg(v3_cross(arm, n->v)));
    }
}

static const tw_param params[] = {
    {.name = "point",
     .offset = offsetof(own, point),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "the point that stays on the plane"},
    {.name = "through",
     .offset = offsetof(own, through),
     .type = TW_PARAM_PLACE,
     .flags = TW_FRAME_POINT,
     .unit = "m",
     .carrier = "on",
     .doc = "a point of the plane, in coordinates of `on` or the world"},
    {.name = "normal",
     .offset = offsetof(own, normal),
     .type = TW_PARAM_AXIS,
     .flags = TW_REQUIRED | TW_FRAME_VECTOR,
     .range = TW_NOT_ZERO,
     .carrier = "on",
     .doc = "the plane's normal, in coordinates of `on` or the world"},
    {.name = "on",
     .offset = offsetof(own, on),
     .type = TW_PARAM_BODY,
     .flags = TW_UNSET_OK,
     .doc = "body that carries the plane; unset: the world"},
};

const tw_constraint_kind tw_constraint_on_plane = {
    .kind = {.name = "on_plane",
             .doc = "a point stays on a plane of the world or of a body (1 row)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
};
