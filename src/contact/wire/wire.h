/*
 * Tori and stadiums as wires: a closed plane curve, thickened by a radius. It consists of two
 * straight pieces (of length 2 half; 0 for the torus) and two half circles (of radius `bend`).
 * Private to src/contact.
 */
#ifndef TW_CONTACT_WIRE_WIRE_H
#define TW_CONTACT_WIRE_WIRE_H

#include "contact/convex/convex.h"
#include "contact/wire_bounds.h"

typedef struct tw_wire {
    vec3 x;
    mat3 R;
    /* half length of a straight piece; radius of the half circles; radius of the wire; all in m */
    double half, bend, radius;
    double size;   /* greatest distance of the curve's points from x, m */
    double length; /* length of the whole curve, m */
} tw_wire;

static inline bool tw_shape_is_wire(const tw_shape *s) {
    return !tw_shape_of(s)->core;
}

tw_wire tw_wire_of(const tw_shape *s, const tw_pose *pose);
/* the extreme point of the curve in direction d; world */
vec3 tw_wire_support(const tw_wire *w, vec3 d);
/* Places that are fixed to the curve, on which a wire rests when it lies flat. TW_WIRE_FIXED:
 * greatest number of them; the functions return their number and their positions in the world */
enum { TW_WIRE_FIXED = 8 };
int tw_wire_fixed_count(const tw_wire *w);
vec3 tw_wire_fixed(const tw_wire *w, int i);
/* position of the i-th fixed place along the curve, m from the curve's beginning; it rises with
 * i */
double tw_wire_fixed_at(const tw_wire *w, int i);

/* the point of the curve (world), s metres from its beginning (half, bend) toward -x, and the unit
 * tangent there */
vec3 tw_wire_at(const tw_wire *w, double s, vec3 *tangent);
/* distance of p from the curve; half, bend: of the curve; p and *normal in the wire's axes;
 * *normal: unit vector from the nearest place of the curve to p */
double tw_wire_distance(double half, double bend, vec3 p, vec3 *normal);

/* ---- wire_touch.c: a wire against anything that knows its signed distance ------------------- */

/* the gap between some body and a ball with the wire's radius and the centre p, negative if they
 * overlap; *normal: unit, from the body toward p */
typedef double tw_wire_probe(const void *ctx, vec3 p, vec3 *normal);

/* the least gap between the wire and the body of `probe` */
double tw_wire_gap(const tw_wire *w, tw_wire_probe *probe, const void *ctx, vec3 *normal,
                   vec3 *point);
/* finds touches with gaps of at most `margin` (m): first those at local minima of the gap along the
 * curve, then those at fixed places; returns their number. *minima: number of the former, which
 * come first in `out`. bounds: must be valid for the wire's present pose */
int tw_wire_touch(const tw_wire *w, tw_wire_probe *probe, const void *ctx, double margin,
                  tw_wire_bounds *bounds, tw_touch out[TW_TOUCHES], int *minima);

/* ---- wire_pair.c: normals point toward the wire a; bounds: of the last search, or NULL ------- */

int tw_wire_convex_touch(const tw_wire *a, const tw_convex *b, double margin,
                         tw_wire_bounds *bounds, tw_touch out[TW_TOUCHES]);
double tw_wire_convex_gap(const tw_wire *a, const tw_convex *b, vec3 *normal, vec3 *point);
int tw_wire_wire_touch(const tw_wire *a, const tw_wire *b, double margin, tw_wire_bounds bounds[2],
                       tw_touch out[TW_TOUCHES]);
double tw_wire_wire_gap(const tw_wire *a, const tw_wire *b, vec3 *normal, vec3 *point);

#endif
