/*
 * Meshes that are not convex: surfaces of triangles, solid behind them. Inside src/contact.
 *
 * They touch another shape as a whole: convex, a wire, or a second such mesh. A body whose middle
 * is inside is not pushed out: a surface does not tell which way is out.
 */
#ifndef TW_CONTACT_MESH_H
#define TW_CONTACT_MESH_H

#include "contact/wire/wire.h"
#include "shape/mesh/mesh.h"

static inline bool tw_shape_is_rough(const tw_shape *s) {
    return s->type == TW_SHAPE_MESH && !s->mesh->convex;
}

/* is the shape not convex, or a wire, so that no single plane separates it from the outside? */
static inline bool tw_shape_is_hollow(const tw_shape *s) {
    return tw_shape_is_wire(s) || tw_shape_is_rough(s);
}

/* b is rough; normals toward a */
int tw_rough_touch(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                   double margin, tw_touch out[TW_TOUCHES]);
double tw_rough_gap(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                    vec3 *normal);

#endif
