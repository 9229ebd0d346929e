/*
 * Tori and stadiums as wires: a plane closed curve of two straight pieces (of length 2 half, none
 * for the torus) and two half circles, with a radius around it. Inside src/contact.
 */
#ifndef TW_CONTACT_WIRE_WIRE_H
#define TW_CONTACT_WIRE_WIRE_H

#include "contact/convex/convex.h"
#include "contact/wire_bounds.h"

typedef struct tw_wire {
    vec3 x;
    mat3 R;
    double half, bend, radius; /* m: of the straight pieces, of the bends, of the wire */
    double size;               /* m: from x to the furthest place of the curve */
    double length;             /* m: of the curve */
} tw_wire;

static inline bool tw_shape_is_wire(const tw_shape *s) {
    return !tw_shape_of(s)->core;
}

tw_wire tw_wire_of(const tw_shape *s, const tw_pose *pose);
/* the curve's furthest point along d, world */
vec3 tw_wire_support(const tw_wire *w, vec3 d);
/* places fixed to the body on which the wire stands when it lies flat; world, on the curve */
enum { TW_WIRE_FIXED = 8 };
int tw_wire_fixed_count(const tw_wire *w);
vec3 tw_wire_fixed(const tw_wire *w, int i);
/* position of that place along the curve, m, rising with i */
double tw_wire_fixed_at(const tw_wire *w, int i);

/* the place s metres along the curve, from (half, bend) toward -x, and the unit tangent */
vec3 tw_wire_at(const tw_wire *w, double s, vec3 *tangent);
/* how far p is from the curve of such a wire (half, bend), both in the wire's axes; away from it */
double tw_wire_distance(double half, double bend, vec3 p, vec3 *normal);

/* ---- wire_touch.c: a wire against anything that knows its signed distance ------------------- */

/* the gap of the ball of the wire's radius at p, the unit normal toward p */
typedef double tw_wire_probe(const void *ctx, vec3 p, vec3 *normal);

/* the least gap */
double tw_wire_gap(const tw_wire *w, tw_wire_probe *probe, const void *ctx, vec3 *normal,
                   vec3 *point);
/* all least gaps along the curve <= margin, then places fixed to the wire; how many are minima.
 * bounds: moved to this pose */
int tw_wire_touch(const tw_wire *w, tw_wire_probe *probe, const void *ctx, double margin,
                  tw_wire_bounds *bounds, tw_touch out[TW_TOUCHES], int *minima);

/* ---- wire_pair.c: normals toward the wire, i.e. toward a; bounds: of the search before, or NULL
 */

int tw_wire_convex_touch(const tw_wire *a, const tw_convex *b, double margin,
                         tw_wire_bounds *bounds, tw_touch out[TW_TOUCHES]);
double tw_wire_convex_gap(const tw_wire *a, const tw_convex *b, vec3 *normal, vec3 *point);
int tw_wire_wire_touch(const tw_wire *a, const tw_wire *b, double margin, tw_wire_bounds bounds[2],
                       tw_touch out[TW_TOUCHES]);
double tw_wire_wire_gap(const tw_wire *a, const tw_wire *b, vec3 *normal, vec3 *point);

#endif
