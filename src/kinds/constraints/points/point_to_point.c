/*
 * Two points of two bodies coincide [BB88 C.2]: a ball joint that may start apart.
 *
 * D = X_a - X_b (3 rows, m, world axes); see _connect.h for the derivatives.
 */
#include "kinds/constraints/points/_connect.h"

TW_CONNECT_KIND(point_to_point, "two points of two bodies coincide (3 rows)", a,
                "a point of the first body", b, "a point of the second body");
