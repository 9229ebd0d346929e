/*
 * Tori and stadiums as wires: a plane closed curve of two straight pieces (of length 2 half, none
 * for the torus) and two half circles (radius bend), thickened by a radius. Private to src/contact.
 */
#ifndef TW_CONTACT_WIRE_WIRE_H
#define TW_CONTACT_WIRE_WIRE_H

#include "contact/convex/convex.h"
#include "contact/wire_bounds.h"

typedef struct tw_wire {
    vec3 x;
    mat3 R;
    double half, bend, radius; /* m: half of a straight piece; radii of bends and wire */
    double size;               /* greatest distance of the curve from x, m */
    double length;             /* length of the curve, m */
} tw_wire;

static inline bool tw_shape_is_wire(const tw_shape *s) {
    return !tw_shape_of(s)->core;
}

tw_wire tw_wire_of(const tw_shape *s, const tw_pose *pose);
/* the furthest point of the curve in direction d; world */
vec3 tw_wire_support(const tw_wire *w, vec3 d);
/* fixed places of the curve, in world axes: a wire that lies flat rests on them */
enum { TW_WIRE_FIXED = 8 };
int tw_wire_fixed_count(const tw_wire *w);
vec3 tw_wire_fixed(const tw_wire *w, int i);
/* position of the i-th fixed place along the curve, m, ascending with i */
double tw_wire_fixed_at(const tw_wire *w, int i);

/* the point of the curve (world) s metres along it, from (half, bend) toward -x, and its unit
 * tangent */
vec3 tw_wire_at(const tw_wire *w, double s, vec3 *tangent);
/* distance of p from the curve (half, bend), both in the wire's axes; *normal: unit vector from the
 * curve to p */
double tw_wire_distance(double half, double bend, vec3 p, vec3 *normal);

/* ---- wire_touch.c: a wire against anything that knows its signed distance ------------------- */

/* signed gap between any body and a ball of the wire's radius at p; *normal: unit vector toward p
 */
typedef double tw_wire_probe(const void *ctx, vec3 p, vec3 *normal);

/* the least gap */
double tw_wire_gap(const tw_wire *w, tw_wire_probe *probe, const void *ctx, vec3 *normal,
                   vec3 *point);
/* touches at the local minima of the gap along the curve with gap <= margin, then at the fixed
 * places; returns their number. *minima: number of minima, which are first. bounds: of this pose */
int tw_wire_touch(const tw_wire *w, tw_wire_probe *probe, const void *ctx, double margin,
                  tw_wire_bounds *bounds, tw_touch out[TW_TOUCHES], int *minima);

/* ---- wire_pair.c: normals point toward the wire a; bounds: those of the search before, or NULL
 * -- */

int tw_wire_convex_touch(const tw_wire *a, const tw_convex *b, double margin,
                         tw_wire_bounds *bounds, tw_touch out[TW_TOUCHES]);
double tw_wire_convex_gap(const tw_wire *a, const tw_convex *b, vec3 *normal, vec3 *point);
int tw_wire_wire_touch(const tw_wire *a, const tw_wire *b, double margin, tw_wire_bounds bounds[2],
                       tw_touch out[TW_TOUCHES]);
double tw_wire_wire_gap(const tw_wire *a, const tw_wire *b, vec3 *normal, vec3 *point);

#endif
