/*
 * Two points keep a distance: D = |X_a - X_b| - length (1 row, m); see _distance.h.
 *
 * length = 0 is the scalar measure |X_a - X_b| [BB88 sec. 2.2, footnote 3]: one row only, along the
 * line from one point to the other. It has no derivative where the points coincide: there u is z of
 * the world. To hold two points together in all directions use point_to_point.
 */
#include "kinds/constraints/points/_connect.h"
#include "kinds/constraints/points/_distance.h"

typedef struct own {
    tw_id a, b;
    tw_value length;
} own;

static int rows(const void *o) {
    (void)o;
    return 1;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const own *o = in->own;
    tw_distance_row(out, 0, &in->point[0], &in->point[1], tw_value_jet1(&o->length, in->t));
}

static tw_status begin(void *self, const struct tw_world *w) {
    const own *o = self;
    return tw_connect_check(w, "b", o->a, o->b);
}

static const tw_param params[] = {
    {.name = "a",
     .offset = offsetof(own, a),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "one point"},
    {.name = "b",
     .offset = offsetof(own, b),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "the other point"},
    {.name = "length",
     .offset = offsetof(own, length),
     .type = TW_PARAM_VALUE,
     .flags = TW_REQUIRED,
     .range = TW_NOT_NEGATIVE,
     .unit = "m",
     .doc = "their distance; 0: the points come together"},
};

const tw_constraint_kind tw_constraint_distance = {
    .kind = {.name = "distance",
             .doc = "two points keep a distance (1 row)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .begin = begin,
};
