/*
 * Two points keep a distance.
 *
 * length > 0, or a function of time: D = |X_a - X_b| - length (1 row, m); see _distance.h. It has
 * no derivative where the points coincide: there they part along z of the world.
 *
 * length = 0, a constant: the points shall coincide. |X_a - X_b| has no derivative at that goal
 * and its square a vanishing one [BB88 sec. 2.2, footnote 3], so D is the vector X_a - X_b (3 rows,
 * m), as in point_to_point: regular everywhere.
 */
#include "kinds/constraints/_connect.h"
#include "kinds/constraints/_distance.h"

typedef struct own {
    tw_id a, b;
    tw_value length;
} own;

static bool coincide(const own *o) {
    return tw_value_is_constant(&o->length) && o->length.c[0] == 0;
}

static int rows(const void *o) {
    return coincide(o) ? 3 : 1;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const own *o = in->own;
    if (coincide(o))
        tw_connect_terms(in, out);
    else
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
     .doc = "how far apart they stay; the constant 0: they coincide (3 rows)"},
};

const tw_constraint_kind tw_constraint_distance = {
    .kind = {.name = "distance",
             .doc = "two points keep a distance (1 row; 3 rows for the constant length 0)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .begin = begin,
};
