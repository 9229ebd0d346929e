/*
 * Two points of two bodies coincide [BB88 C.2]: a ball joint that may start apart.
 *
 * D = X_P - X_b (3 rows, m, world axes); see _connect.h for the derivatives.
 */
#include "kinds/constraints/_connect.h"

typedef struct own {
    tw_id a, b;
} own;

static const tw_param params[] = {
    {.name = "a",
     .offset = offsetof(own, a),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "a point of the first body"},
    {.name = "b",
     .offset = offsetof(own, b),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "a point of the second body"},
};

const tw_constraint_kind tw_constraint_point_to_point = {
    .kind = {.name = "point_to_point",
             .doc = "two points of two bodies coincide (3 rows)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = tw_connect_rows,
    .terms = tw_connect_terms,
};
