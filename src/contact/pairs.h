/*
 * Special cases of pairs of kinds, faster than the general search: one table, one file for each
 * family of kinds. Private to src/contact.
 */
#ifndef TW_CONTACT_PAIRS_H
#define TW_CONTACT_PAIRS_H

#include "contact/convex/convex.h"

/* a special case; arguments and result as of tw_convex_gap */
typedef double tw_gap_fn(const tw_convex *a, const tw_convex *b, double far, vec3 *normal,
                         vec3 *on_a, vec3 *on_b);

tw_gap_fn tw_gap_sphere_sphere, tw_gap_sphere_capsule, tw_gap_capsule_capsule, tw_gap_sphere_box,
    tw_gap_box_box, tw_gap_sphere_cylinder, tw_gap_sphere_cone, tw_gap_sphere_ellipsoid;

/* signed gap by the best search for the pair's kinds; arguments as of tw_convex_gap */
double tw_pair_gap(const tw_convex *a, const tw_convex *b, double far, vec3 *normal, vec3 *on_a,
                   vec3 *on_b);
/* touches of two convex bodies with gap <= margin; returns their number */
int tw_pair_touch(const tw_convex *a, const tw_convex *b, double margin, tw_touch out[TW_TOUCHES]);

#endif
