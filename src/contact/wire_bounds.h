/*
 * Lower bounds of the gaps along a wire, at evenly spaced places of its curve. A search for places
 * that touch leaves them behind, so that the next search for the same shapes passes over places
 * that cannot have come near. They hold for every pose that they are carried to: results do not
 * depend on them, only the number of places that are looked at.
 */
#ifndef TW_CONTACT_WIRE_BOUNDS_H
#define TW_CONTACT_WIRE_BOUNDS_H

#include "base/hash.h"
#include "shape/shape.h"

enum { TW_WIRE_SAMPLES = 48 };

typedef struct tw_wire_bounds {
    bool known;
    vec3 x; /* pose of the wire in axes of the other shape, to which the bounds belong */
    mat3 R;
    double gap[TW_WIRE_SAMPLES]; /* m */
} tw_wire_bounds;

/* bounds of a pair of shapes, along each of them that is a wire */
typedef struct tw_pair_bounds {
    tw_shape a, b;
    tw_hash content[2]; /* hashes of their meshes; 0: no mesh */
    tw_wire_bounds along[2];
} tw_pair_bounds;

/* forgets all bounds unless the shapes are still these */
void tw_pair_bounds_begin(tw_pair_bounds *p, const tw_shape *a, const tw_shape *b);
/* carries the bounds of a wire of such a size (m, to the furthest place of its curve) to a new pose
 * in axes of the other shape */
void tw_wire_bounds_move(tw_wire_bounds *b, double size, vec3 x, const mat3 *R);
/* place i has this gap; places are `step` apart along the curve, m */
void tw_wire_bounds_learn(tw_wire_bounds *b, int i, double gap, double step);

#endif
