/*
 * A point of a body is held at a nail [BB88 sec. 2.2, example 1].
 *
 * D = X_P - X_nail (3 rows, m, world axes); see _connect.h for the derivatives.
 */
#include "kinds/constraints/_connect.h"

typedef struct own {
    tw_id point, nail;
} own;

static const tw_param params[] = {
    {.name = "point",
     .offset = offsetof(own, point),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "the point on the body"},
    {.name = "nail",
     .offset = offsetof(own, nail),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "the place that it is held at"},
};

const tw_constraint_kind tw_constraint_point_to_nail = {
    .kind = {.name = "point_to_nail",
             .doc = "a point of a body is held at a fixed place (3 rows)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = tw_connect_rows,
    .terms = tw_connect_terms,
};
