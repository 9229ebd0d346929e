/*
 * Lower bounds of the gaps along a wire, at evenly spaced places of its curve. A search for
 * touching places stores them, so that the next search for the same shapes skips places that cannot
 * have come near. They are valid at every pose that they are moved to: they change no result, only
 * the number of places that are evaluated.
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

/* discards all bounds unless they belong to these shapes */
void tw_pair_bounds_begin(tw_pair_bounds *p, const tw_shape *a, const tw_shape *b);
/* moves the bounds of a wire to a new pose in axes of the other shape; size: distance from the
 * wire's centre to the furthest place of its curve, m */
void tw_wire_bounds_move(tw_wire_bounds *b, double size, vec3 x, const mat3 *R);
/* stores the gap of place i, and bounds of its neighbours; step: distance of places along the
 * curve, m */
void tw_wire_bounds_learn(tw_wire_bounds *b, int i, double gap, double step);

#endif
