/*
 * Meshes that are not convex: surfaces of triangles, solid behind them. Inside src/contact.
 *
 * What touches them is another shape as a whole: convex, a wire, or a second such mesh. A body that
 * is deeper inside than its middle is not pushed out: the surface knows no more.
 */
#ifndef TW_CONTACT_MESH_H
#define TW_CONTACT_MESH_H

#include "contact/wire.h"
#include "shape/mesh/mesh.h"

static inline bool tw_shape_is_rough(const tw_shape *s) {
    return s->type == TW_SHAPE_MESH && !s->mesh->convex;
}

/* has it no single plane between itself and what is outside: a wire, or not convex? */
static inline bool tw_shape_is_hollow(const tw_shape *s) {
    return tw_shape_is_wire(s) || tw_shape_is_rough(s);
}

/* b is rough; normals toward a */
int tw_rough_touch(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                   double margin, tw_touch out[TW_TOUCHES]);
double tw_rough_gap(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                    vec3 *normal);

#endif
