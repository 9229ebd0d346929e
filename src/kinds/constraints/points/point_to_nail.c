/*
 * A point of a body is held at a nail [BB88 sec. 2.2, example 1].
 *
 * D = X_P - X_nail (3 rows, m, world axes); see _connect.h for the derivatives.
 */
#include "kinds/constraints/points/_connect.h"

TW_CONNECT_KIND(point_to_nail, "a point of a body is held at a fixed place (3 rows)", point,
                "the point on the body", nail, "the place that it is held at");
