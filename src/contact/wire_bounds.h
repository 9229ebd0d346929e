/* Lower bounds of the gaps along a wire, at evenly spaced places of its curve. A search for touches
 * stores these bounds, so that the next search for the same shapes can skip places that cannot have
 * come near the other shape. When the wire moves, the bounds are lowered so that they hold at its
 * new pose. The bounds never change a result, only the number of places at which the gap is
 * computed. */
#ifndef TW_CONTACT_WIRE_BOUNDS_H
#define TW_CONTACT_WIRE_BOUNDS_H

#include "base/hash.h"
#include "shape/shape.h"

enum { TW_WIRE_SAMPLES = 48 };

typedef struct tw_wire_bounds {
    bool known;
    vec3 x; /* x, R: pose of the wire, in the axes of the other shape, at which the bounds hold */
    mat3 R;
    double gap[TW_WIRE_SAMPLES]; /* m */
} tw_wire_bounds;

/* bounds for a pair of shapes a and b: along the curve of each of the two that is a wire */
typedef struct tw_pair_bounds {
    tw_shape a, b;
    tw_hash content[2]; /* hashes of the meshes of both shapes; 0: the shape has no mesh */
    tw_wire_bounds along[2];
} tw_pair_bounds;

/* prepares *p for a search: discards the bounds if they belong to other shapes */
void tw_pair_bounds_begin(tw_pair_bounds *p, const tw_shape *a, const tw_shape *b);
/* lowers the bounds so that they hold at the wire's new pose (x, R) in the axes of the other shape;
 * size: m, greatest distance of the curve's points from the wire's centre */
void tw_wire_bounds_move(tw_wire_bounds *b, double size, vec3 x, const mat3 *R);
/* stores the gap found at place i, and raises the bounds of the places near it accordingly; step:
 * distance along the curve of neighbouring places, m */
void tw_wire_bounds_learn(tw_wire_bounds *b, int i, double gap, double step);

#endif
