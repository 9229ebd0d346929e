/*
 * Lower bounds of the gaps along a wire, at evenly spaced places of its curve. A search for
 * touching places stores them, so that the next search for the same shapes skips places that cannot
 * have come near. Moved to a new pose they are still valid bounds: they never change a result, only
 * the number of places that are evaluated.
 */
#ifndef TW_CONTACT_WIRE_BOUNDS_H
#define TW_CONTACT_WIRE_BOUNDS_H

#include "base/hash.h"
#include "shape/shape.h"

enum { TW_WIRE_SAMPLES = 48 };

typedef struct tw_wire_bounds {
    bool known;
    vec3 x; /* pose of the wire in axes of the other shape, for which the bounds hold */
    mat3 R;
    double gap[TW_WIRE_SAMPLES]; /* m */
} tw_wire_bounds;

/* bounds of a pair of shapes: along a, along b, as far as they are wires */
typedef struct tw_pair_bounds {
    tw_shape a, b;
    tw_hash content[2]; /* hashes of the shapes' meshes; 0: no mesh */
    tw_wire_bounds along[2];
} tw_pair_bounds;

/* prepares bounds for a search: discards them if they belong to other shapes */
void tw_pair_bounds_begin(tw_pair_bounds *p, const tw_shape *a, const tw_shape *b);
/* moves the bounds of a wire to its new pose (x, R) in axes of the other shape; size: greatest
 * distance of the curve from the wire's centre, m */
void tw_wire_bounds_move(tw_wire_bounds *b, double size, vec3 x, const mat3 *R);
/* stores the gap at place i, and the bounds that follow for its neighbours; step: distance of
 * places along the curve, m */
void tw_wire_bounds_learn(tw_wire_bounds *b, int i, double gap, double step);

#endif
