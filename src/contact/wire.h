/*
 * Tori and stadiums as wires: a plane closed curve of two straight pieces (of length 2 half, none
 * for the torus) and two half circles, with a radius around it. Inside src/contact.
 */
#ifndef TW_CONTACT_WIRE_H
#define TW_CONTACT_WIRE_H

#include "contact/convex.h"

typedef struct tw_wire {
    vec3 x;
    mat3 R;
    double half, bend, radius; /* m: of the straight pieces, of the bends, of the wire */
    double size;               /* m: from x to the furthest place of the curve */
    double length;             /* m: of the curve */
} tw_wire;

static inline bool tw_shape_is_wire(const tw_shape *s) {
    return s->type == TW_SHAPE_TORUS || s->type == TW_SHAPE_STADIUM;
}

tw_wire tw_wire_of(const tw_shape *s, const tw_pose *pose);
/* the curve's furthest point along d, world */
vec3 tw_wire_support(const tw_wire *w, vec3 d);
/* places fixed to the body on which the wire stands when it lies flat; world, on the curve */
int tw_wire_fixed_count(const tw_wire *w);
vec3 tw_wire_fixed(const tw_wire *w, int i);

#endif
