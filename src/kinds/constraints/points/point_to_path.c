/*
 * A point of a body follows a path [BB88 C.1]: a nail that moves as a function of time.
 *
 * D = X_P - X_path(t) (3 rows, m, world axes); see _connect.h for the derivatives.
 */
#include "kinds/constraints/points/_connect.h"

TW_CONNECT_KIND(point_to_path, "a point of a body follows a moving place (3 rows)", point,
                "the point on the body", path, "the path that it follows, a function of time");
