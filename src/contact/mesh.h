/*
 * Meshes that are not convex ("rough"): surfaces of triangles, solid behind them. Private to
 * src/contact.
 *
 * They touch convex shapes, wires and other such meshes. A body whose middle is inside is not
 * pushed out: a surface does not tell which way is out.
 */
#ifndef TW_CONTACT_MESH_H
#define TW_CONTACT_MESH_H

#include "contact/wire/wire.h"
#include "shape/mesh/mesh.h"

static inline bool tw_shape_is_rough(const tw_shape *s) {
    return s->type == TW_SHAPE_MESH && !s->mesh->convex;
}

/* is the shape a wire or a mesh that is not convex, so that no single plane separates it from
 * others? */
static inline bool tw_shape_is_hollow(const tw_shape *s) {
    return tw_shape_is_wire(s) || tw_shape_is_rough(s);
}

/* touches of any shape a with a mesh b that is not convex; normals point toward a; returns their
 * number */
int tw_rough_touch(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                   double margin, tw_touch out[TW_TOUCHES]);
double tw_rough_gap(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                    vec3 *normal);

#endif
