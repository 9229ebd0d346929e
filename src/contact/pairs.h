/*
 * The gap of pairs of certain kinds of shapes, found faster than by the general search. There is
 * one table of these functions, and one file for each family of kinds. Private to src/contact.
 */
#ifndef TW_CONTACT_PAIRS_H
#define TW_CONTACT_PAIRS_H

#include "contact/convex/convex.h"

/* function for a pair of certain kinds; arguments and result as of tw_convex_gap */
typedef double tw_gap_fn(const tw_convex *a, const tw_convex *b, double far, vec3 *normal,
                         vec3 *on_a, vec3 *on_b);

tw_gap_fn tw_gap_sphere_sphere, tw_gap_sphere_capsule, tw_gap_capsule_capsule, tw_gap_sphere_box,
    tw_gap_box_box, tw_gap_sphere_cylinder, tw_gap_sphere_cone, tw_gap_sphere_ellipsoid;

/* the gap of two bodies, by the table's function for their kinds or else by tw_convex_gap, with the
 * arguments and result of that */
double tw_pair_gap(const tw_convex *a, const tw_convex *b, double far, vec3 *normal, vec3 *on_a,
                   vec3 *on_b);
/* finds touches of two convex bodies with gap <= margin; returns their number */
int tw_pair_touch(const tw_convex *a, const tw_convex *b, double margin, tw_touch out[TW_TOUCHES]);

#endif
