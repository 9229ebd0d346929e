/*
 * Touches of meshes that are not convex (called "rough"): surfaces of triangles, with the solid
 * behind them. Private to src/contact.
 *
 * They touch convex shapes, wires and other such meshes. A body whose middle is inside the solid is
 * not pushed out, since the surface alone does not show the way out.
 */
#ifndef TW_CONTACT_MESH_H
#define TW_CONTACT_MESH_H

#include "contact/wire/wire.h"
#include "shape/mesh/mesh.h"

static inline bool tw_shape_is_rough(const tw_shape *s) {
    return s->type == TW_SHAPE_MESH && !s->mesh->convex;
}

/* is the shape a wire, or a mesh that is not convex? Then a plane may not separate it from another
 * shape, even if they are apart */
static inline bool tw_shape_is_hollow(const tw_shape *s) {
    return tw_shape_is_wire(s) || tw_shape_is_rough(s);
}

/* finds touches of a shape a with a mesh b that is not convex, with gaps of at most `margin` (m);
 * normals point toward a; returns their number */
int tw_rough_touch(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                   double margin, tw_touch_asks *asks, tw_touch out[TW_TOUCHES]);
double tw_rough_gap(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                    vec3 *normal);

#endif
