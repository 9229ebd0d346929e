/*
 * A point of a body follows a path [BB88 C.1]: a nail that moves as a function of time.
 *
 * D = X_P - X_path (3 rows, m, world axes); see _connect.h for the derivatives.
 */
#include "kinds/constraints/_connect.h"

typedef struct own {
    tw_id point, path;
} own;

static const tw_param params[] = {
    {.name = "point",
     .offset = offsetof(own, point),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "the point on the body"},
    {.name = "path",
     .offset = offsetof(own, path),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "the path that it follows, a function of time"},
};

const tw_constraint_kind tw_constraint_point_to_path = {
    .kind = {.name = "point_to_path",
             .doc = "a point of a body follows a moving place (3 rows)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = tw_connect_rows,
    .terms = tw_connect_terms,
};
