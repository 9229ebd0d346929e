/*
 * A point stays on a line of the world or of a body.
 *
 *     D = (U . r, V . r),  r = X_P - X_O                            (2 rows, m)
 *
 * with U, V perpendicular to the line (_across.h); each row is that of a plane through the line
 * [K06 ex. 1]. O and the line's direction may vary with time and belong to a body, on which the
 * reaction acts at the point. For a direction that varies, U and V are made with the reference
 * direction (one of a list) that stays farthest from it until the scene's end, or for 10 s if that
 * is later; if the direction becomes parallel to the reference nevertheless, D is not finite and
 * the simulation fails.
 */
#include "kinds/constraints/_across.h"
#include "model/world.h"

typedef struct own {
    tw_id point, on;
    tw_value through, along;
    /* computed: reference direction for U and V (_across.h), in the axes of the body, or the world,
     * to which the line belongs */
    vec3 reference;
} own;

static int rows(const void *o) {
    (void)o;
    return 2;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const own *o = in->own;
    const tw_vector_motion *a = &in->vector[0];
    tw_jet3 U, V;
    tw_across(j3_of(a), j3_fixed_to(in, a->slot, o->reference), &U, &V);
    tw_row_along(out, 0, &in->point[0], &in->point[1], U);
    tw_row_along(out, 1, &in->point[0], &in->point[1], V);
}

static tw_status begin(void *self, const struct tw_world *w) {
    own *o = self;
    double end = fmax(w->set.duration, w->time + 10);
    o->reference = tw_across_reference(&o->along, w->time, end);
    return TW_OK;
}

static const tw_param params[] = {
    {.name = "point",
     .offset = offsetof(own, point),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "the point that stays on the line"},
    {.name = "through",
     .offset = offsetof(own, through),
     .type = TW_PARAM_PLACE,
     .flags = TW_FRAME_POINT,
     .unit = "m",
     .carrier = "on",
     .doc = "a point of the line, in coordinates of `on` or the world"},
    {.name = "along",
     .offset = offsetof(own, along),
     .type = TW_PARAM_AXIS,
     .flags = TW_REQUIRED | TW_FRAME_VECTOR,
     .range = TW_NOT_ZERO,
     .carrier = "on",
     .doc = "the line's direction, in coordinates of `on` or the world"},
    {.name = "on",
     .offset = offsetof(own, on),
     .type = TW_PARAM_BODY,
     .flags = TW_UNSET_OK,
     .doc = "body that carries the line; unset: the world"},
};

const tw_constraint_kind tw_constraint_on_line = {
    .kind = {.name = "on_line",
             .doc = "a point stays on a line of the world or of a body (2 rows)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .begin = begin,
};
